"""Reads prompts with as little evaluation as can be: from memory, from a state that was kept, or from a file."""

from collections.abc import Sequence
from dataclasses import dataclass

from gemma_app.engine.llama import BATCH, Llama, OnTokens
from gemma_app.engine.prompt import Prompt
from gemma_app.engine.sequence_state import SequenceState
from gemma_app.engine.state_files import StateFiles

# Fewer tokens are evaluated again sooner than their state is copied and found.
_WORTH_KEEPING = 64
_WORTH_RESTORING = 16
MOST_KEPT_BYTES = 5 << 20


@dataclass(frozen=True, kw_only=True)
class Reading:
    """What became of the tokens of a prompt.

    Args:
        reused: Were in memory.
        restored: Came from a state that was kept.
        prefilled: Had to be evaluated.
    """

    reused: int
    restored: int
    prefilled: int


class KeptStates:
    """Sequences in memory that are no longer the evaluated one; the ones not used for longest go first.

    Args:
        most_bytes: What they may have together.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._states: dict[tuple[int, ...], SequenceState] = {}

    def keep(self, state: SequenceState) -> None:
        """Add ``state`` as the one that was used last, unless it is too big."""
        if len(state.data) > self._most_bytes:
            return
        self._states.pop(state.tokens, None)
        self._states[state.tokens] = state
        held = sum(len(each.data) for each in self._states.values())
        while held > self._most_bytes:
            held -= len(self._states.pop(next(iter(self._states))).data)

    def best(self, tokens: Sequence[int], window: int) -> SequenceState | None:
        """Return the state of which ``tokens`` can use most."""
        return max(self._states.values(), key=lambda state: state.usable(tokens, window), default=None)


class PromptReader:
    """Makes prompts the evaluated sequence of a model.

    Args:
        llama: The model.
        files: Where the heads of prompts are kept between runs; None keeps none.
        most_kept_bytes: What the sequences that are kept in memory may have together.
    """

    def __init__(self, llama: Llama, files: StateFiles | None, *, most_kept_bytes: int = MOST_KEPT_BYTES) -> None:
        self._llama = llama
        self._files = files
        self._kept = KeptStates(most_kept_bytes)

    def read(self, prompt: Prompt, on_tokens: OnTokens | None = None, *, batch: int = BATCH) -> Reading:
        """Make ``prompt`` the evaluated sequence; the last of its tokens is always evaluated.

        Args:
            prompt: The prompt.
            on_tokens: Told after each batch.
            batch: How many tokens are evaluated at once.

        Raises:
            Aborted: The computation was stopped; what was evaluated until then stays.
        """
        llama, tokens = self._llama, prompt.tokens
        reused = llama.reusable(tokens)
        found = self._found(prompt, reused)
        if len(llama.tokens) - reused >= _WORTH_KEEPING:
            self._kept.keep(llama.state())
        restored = 0
        if found is not None:
            self._kept.keep(found)
            reused, restored = 0, llama.reusable(tokens) if llama.restore(found) else 0
        if max(reused, restored) < prompt.head >= _WORTH_KEEPING:
            self._read_head(tokens[: prompt.head], on_tokens, batch)
        llama.evaluate(tokens, on_tokens, batch=batch)
        return Reading(reused=reused, restored=restored, prefilled=len(tokens) - reused - restored)

    def close(self) -> None:
        """Wait for what is being written."""
        if self._files:
            self._files.close()

    def _found(self, prompt: Prompt, reused: int) -> SequenceState | None:
        """Return a kept state that saves more than what is in memory."""
        enough = reused + _WORTH_RESTORING
        window = self._llama.window
        state = self._kept.best(prompt.tokens, window)
        if state is not None and state.usable(prompt.tokens, window) >= enough:
            return state
        if self._files is None or prompt.head < max(enough, _WORTH_KEEPING):
            return None
        return self._files.load(prompt.tokens[: prompt.head])

    def _read_head(self, head: Sequence[int], on_tokens: OnTokens | None, batch: int) -> None:
        """Evaluate the head alone, since a file is continued from its own end only."""
        self._llama.evaluate(head, on_tokens, batch=batch)
        state = self._llama.state()
        self._kept.keep(state)
        if self._files:
            self._files.save(state)
