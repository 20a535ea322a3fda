"""The control literals of each Gemma generation."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from gemma_app.dialects.protocol import Ending

END_OF_TEXT = "<eos>"


@dataclass(frozen=True, kw_only=True)
class Markup:
    """The literals of a generation with native calls; the channel pair is empty where there is no thinking."""

    turn_open: str
    turn_close: str
    call_open: str
    call_close: str
    delimiter: str
    result_open: str
    result_close: str
    declaration_open: str
    declaration_close: str
    channel_open: str = ""
    channel_close: str = ""
    think: str = ""

    @property
    def literals(self) -> frozenset[str]:
        """Every literal that a parser must recognize."""
        named = {getattr(self, field.name) for field in fields(self)}
        return frozenset((named | {END_OF_TEXT}) - {""})

    @property
    def stops(self) -> Mapping[str, Ending]:
        """The literals that end a generation: a result that the model would invent is never read."""
        return {END_OF_TEXT: "stop", self.turn_close: "stop", self.result_open: "tool_use"}

    @property
    def ends(self) -> frozenset[str]:
        """The literals after which nothing is the model's own answer any more."""
        return frozenset({self.turn_open, self.turn_close, self.result_open, self.result_close, END_OF_TEXT})


GEMMA4 = Markup(
    turn_open="<|turn>",
    turn_close="<turn|>",
    call_open="<|tool_call>",
    call_close="<tool_call|>",
    delimiter='<|"|>',
    result_open="<|tool_response>",
    result_close="<tool_response|>",
    declaration_open="<|tool>",
    declaration_close="<tool|>",
    channel_open="<|channel>",
    channel_close="<channel|>",
    think="<|think|>",
)

FUNCTIONGEMMA = Markup(
    turn_open="<start_of_turn>",
    turn_close="<end_of_turn>",
    call_open="<start_function_call>",
    call_close="<end_function_call>",
    delimiter="<escape>",
    result_open="<start_function_response>",
    result_close="<end_function_response>",
    declaration_open="<start_function_declaration>",
    declaration_close="<end_function_declaration>",
)

_FRAME = frozenset({"<bos>", END_OF_TEXT, "<pad>", "<unk>", "<mask>"})
_MEDIA = frozenset(
    {"<start_of_image>", "<end_of_image>", "<image_soft_token>", "<|image>", "<image|>", "<|image|>"}
    | {"<|audio>", "<audio|>", "<|audio|>", "<|video|>"}
)
MARKUP_LITERALS = GEMMA4.literals | FUNCTIONGEMMA.literals | _FRAME | _MEDIA
"""Literals that may be single tokens of a Gemma vocabulary and mean more than their text, whatever type a converter
gave them."""
