"""However a prompt came into memory, the model continues it as if it had read nothing else before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from gemma_app.agent.messages import Message
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.protocol import Dialect
from gemma_app.dialects.registry import get_dialect
from gemma_app.engine.gemma import GemmaModel
from gemma_app.engine.llama import BATCH, Llama
from gemma_app.engine.model_digest import ModelDigest
from gemma_app.engine.prompt import Prompt, read_prompt
from gemma_app.engine.reading import KeptStates, PromptReader, Reading
from gemma_app.engine.sequence_state import SequenceState
from gemma_app.engine.state_files import StateFiles

Logits = npt.NDArray[np.float32]

_CONTINUED = 4
_KEPT = 64 << 20


class Reader:
    """A model with what it keeps in ``folder``.

    Args:
        llama: The model.
        file: Its file.
        folder: Where states are kept.
        sizes: How many tokens the head, the talk behind it and the talk between have.
    """

    def __init__(self, llama: Llama, file: Path, folder: Path, sizes: tuple[int, int, int]) -> None:
        self.llama = llama
        self._file = file
        self._folder = folder
        self._sizes = sizes

    def start(self, version: str) -> None:
        """Begin as after a start of the app, with ``version`` of the library."""
        self.llama.forget()
        files = StateFiles(self._folder, ModelDigest(self._file, self._folder), {"version": version})
        self.reader = PromptReader(self.llama, files, most_kept_bytes=_KEPT)

    def prompt(self, *, talk: str = "나는 아침마다 물을 마시고 걷는다. ") -> Prompt:
        head, rest, _ = self._sizes
        tokens = [*self._text("The weather is kind today and the tea is warm. ", head), *self._text(talk, rest)[1:]]
        return Prompt(tokens=tokens, head=head)

    def other(self) -> Prompt:
        return Prompt(tokens=self._text("Some words of another day, all different. ", self._sizes[2]), head=0)

    def continued(self) -> tuple[list[int], Logits]:
        """Return the greedy continuation, and the scores of its first token."""
        first = self.llama.logits().copy()
        tokens = [int(first.argmax())]
        while len(tokens) < _CONTINUED:
            self.llama.extend(tokens[-1:])
            tokens.append(int(self.llama.logits().argmax()))
        return tokens, first

    def cold(self, prompt: Prompt, batch: int = BATCH) -> tuple[list[int], Logits]:
        self.llama.forget()
        self.llama.evaluate(prompt.tokens, batch=batch)
        return self.continued()

    def _text(self, text: str, count: int) -> list[int]:
        return self.llama.tokenize(text * count, special=False, start=True)[:count]


@pytest.fixture(scope="module", params=["embedded", "gemma3", "functiongemma", "gemma4"])
def model(
    request: pytest.FixtureRequest,
    embedded_model: Path,
    tiny_files: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Reader]:
    """The embedded model, and random models whose sliding window the prompts leave."""
    file = tiny_files.get(request.param, embedded_model)
    llama = Llama(file, threads=2, n_ctx=1024)
    sizes = (700, 200, 900) if request.param in tiny_files else (66, 24, 66)
    yield Reader(llama, file, tmp_path_factory.mktemp("states"), sizes)
    llama.close()


def _expect_equal(model: Reader, prompt: Prompt) -> None:
    """Compare what is in memory with a cold run, by the difference that another split into batches makes."""
    tokens, scores = model.continued()
    expected, cold = model.cold(prompt)
    _, split = model.cold(prompt, batch=48)
    noise = float(np.abs(cold - split).max())
    assert tokens == expected
    assert float(np.abs(scores - cold).max()) <= max(4 * noise, 1e-3)


pytestmark = pytest.mark.model


def test_after_another_conversation_came_between(model: Reader) -> None:
    model.start("1")
    prompt = model.prompt()
    assert model.reader.read(prompt).prefilled == len(prompt.tokens)
    model.reader.read(model.other())
    longer = replace(prompt, tokens=[*prompt.tokens, *model.other().tokens[5:25]])
    assert model.reader.read(longer) == Reading(reused=0, restored=len(prompt.tokens), prefilled=20)
    _expect_equal(model, longer)


def test_after_a_start_of_the_app_only_what_was_said_is_read(model: Reader) -> None:
    model.start("2")
    prompt = model.prompt()
    model.reader.read(prompt)
    model.reader.close()
    model.start("2")
    reading = model.reader.read(prompt)
    assert reading == Reading(reused=0, restored=prompt.head, prefilled=len(prompt.tokens) - prompt.head)
    _expect_equal(model, prompt)


def test_after_going_back_to_the_head_for_another_talk(model: Reader) -> None:
    model.start("3")
    model.reader.read(model.prompt())
    other = model.prompt(talk="Then it rained for a whole week and nobody went out. ")
    assert model.reader.read(other).prefilled <= len(other.tokens) - other.head
    _expect_equal(model, other)


def test_a_file_of_another_version_of_the_library_is_not_used(model: Reader) -> None:
    model.start("4")
    prompt = model.prompt()
    model.reader.read(prompt)
    model.reader.close()
    model.start("5")
    assert model.reader.read(prompt).restored == 0
    model.reader.close()


def test_a_state_that_llama_cpp_refuses_is_read_anew(model: Reader) -> None:
    model.start("6")
    prompt = model.prompt()
    model.reader._kept.keep(SequenceState(tokens=tuple(prompt.tokens), oldest=0, data=bytearray(b"no state at all")))
    assert model.reader.read(prompt) == Reading(reused=0, restored=0, prefilled=len(prompt.tokens))
    _expect_equal(model, prompt)


def _state(*tokens: int, oldest: int = 0, size: int = 10) -> SequenceState:
    return SequenceState(tokens=tokens, oldest=oldest, data=bytearray(size))


def test_what_is_kept_in_memory_is_bounded_by_bytes_and_the_oldest_goes_first() -> None:
    kept = KeptStates(25)
    first, second, third = _state(1, 2), _state(3, 4), _state(5, 6)
    for state in (first, second, first, third):
        kept.keep(state)
    assert kept.best((1, 2, 9), 0) is first
    assert kept.best((5, 6, 9), 0) is third
    assert _usable(kept, 3, 4, 9) == 0
    kept.keep(_state(7, 8, size=26))
    assert (_usable(kept, 7, 8, 9), _usable(kept, 1, 2, 9)) == (0, 2)


def _usable(kept: KeptStates, *tokens: int) -> int:
    best = kept.best(tokens, 0)
    return best.usable(tokens, 0) if best else 0


def test_a_state_that_the_sliding_window_has_left_is_used_from_its_own_end_only() -> None:
    state = _state(*range(20), oldest=12)
    assert state.usable([*range(20), 99], 8) == 20
    assert state.usable([*range(19), 99], 8) == 0
    assert _state(*range(20), oldest=11).usable([*range(19), 99], 8) == 19


NOTE = Tool(
    name="note",
    description="Keeps a note.",
    parameters={"type": "object", "properties": {"body": {"type": "string"}}, "required": ["body"]},
    effect=Effect.READ,
)
_SECRET = "고양이 이름은 나비"


def _asked(text: str, tools: Sequence[Tool] = (NOTE,)) -> ChatRequest:
    system = Message(role="system", content="Greet the person by name.")
    options = {"system": "Be brief.", "context": f"context {text}", "brief": f"brief {text}", "board": f"board {text}"}
    messages = (system, Message(role="user", content=text), Message(role="assistant", content="네."))
    return ChatRequest(messages=(*messages, Message(role="user", content=text)), tools=tuple(tools), options=options)


def _head(llama: Llama, dialect: Dialect, request: ChatRequest) -> list[int]:
    prompt = read_prompt(llama, dialect, request)
    return list(prompt.tokens[: prompt.head])


def test_the_head_holds_the_tools_and_nothing_that_was_said(tiny: GemmaModel) -> None:
    dialect, llama = get_dialect(tiny.dialect), tiny._llama
    first, second = (_head(llama, dialect, _asked(text)) for text in (_SECRET, "전혀 다른 말"))
    written = b"".join(map(llama.piece, first)).decode("utf-8")
    assert first == second
    assert "Be brief." in written
    assert not any(word in written for word in (*_SECRET.split(), "Greet", "brief "))
    spoken = replace(_asked(_SECRET), messages=_asked(_SECRET).messages[1:])
    whole = _head(llama, dialect, spoken)
    assert "Keeps a note." in b"".join(map(llama.piece, whole)).decode("utf-8")
    renamed = replace(NOTE, description="Keeps two notes.")
    assert _head(llama, dialect, replace(spoken, tools=(renamed,))) != whole


def test_the_embedded_model_keeps_nothing_on_disk_since_its_first_line_tells_of_habits() -> None:
    assert EmbeddedDialect().head(_asked(_SECRET)) == ()
