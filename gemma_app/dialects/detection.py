"""Chooses the dialect of a model file from what its vocabulary can say."""

from collections.abc import Callable
from dataclasses import dataclass

from gemma_app.dialects.gemma3_parser import TURN_CLOSE, TURN_OPEN
from gemma_app.dialects.markup import FUNCTIONGEMMA, GEMMA4
from gemma_app.errors import AppError
from gemma_app.language import Phrase

# The first whose literals are all single tokens: a newer generation keeps those of an older one's vocabulary.
_SIGNS = (
    ("gemma4", (GEMMA4.turn_open, GEMMA4.turn_close, GEMMA4.call_open, GEMMA4.call_close, GEMMA4.delimiter)),
    ("functiongemma", (FUNCTIONGEMMA.turn_open, FUNCTIONGEMMA.call_open, FUNCTIONGEMMA.delimiter)),
    ("gemma3", (TURN_OPEN, TURN_CLOSE)),
)
# What a template of the dialect cannot do without. The newer ones of Gemma 4 let a result continue the model's turn.
_TEMPLATE_SIGNS = {
    "gemma4": (GEMMA4.turn_open, GEMMA4.call_open, GEMMA4.result_open, GEMMA4.channel_open, "tool_call_id"),
    "functiongemma": (FUNCTIONGEMMA.turn_open, FUNCTIONGEMMA.call_open, FUNCTIONGEMMA.result_open),
    "gemma3": (TURN_OPEN, TURN_CLOSE),
}


@dataclass(frozen=True, kw_only=True)
class Detected:
    """The dialect of a model file.

    Args:
        dialect: Its name.
        notice: A sentence for the user where the file brings a chat template that is not one of that dialect.
    """

    dialect: str
    notice: Phrase | None


def detect(architecture: str, has_token: Callable[[str], bool], template: str | None) -> Detected:
    """Choose the dialect of a model file; its own template is looked at, never run.

    Args:
        architecture: ``general.architecture`` of the file.
        has_token: Whether the vocabulary has a token with exactly this text.
        template: The chat template in the file, None where it has none.

    Raises:
        AppError: It is no Gemma that this app can talk to.
    """
    if architecture.startswith("gemma"):
        for dialect, literals in _SIGNS:
            if all(map(has_token, literals)):
                known = template is None or all(sign in template for sign in _TEMPLATE_SIGNS[dialect])
                return Detected(dialect=dialect, notice=None if known else _UNKNOWN_TEMPLATE)
    raise AppError(
        Phrase(
            ko=f"이 모델({architecture or '종류 알 수 없음'})과는 대화할 수 없어요. Gemma 3, FunctionGemma, Gemma 4의 "
            "대화용 모델을 골라 주세요.",
            en=f"This app cannot talk with this model ({architecture or 'unknown kind'}). "
            "Choose a Gemma 3, FunctionGemma or Gemma 4 model made for chat.",
        )
    )


_UNKNOWN_TEMPLATE = Phrase(
    ko="이 파일에 든 대화 형식이 알려진 것과 달라요. 앱은 모델 세대에 맞는 형식을 쓰지만, 답이 이상하면 다른 파일을 "
    "받아 보세요.",
    en="The chat format inside this file is not a known one. The app uses the format of the model's generation "
    "instead; if the answers are odd, try another file.",
)
