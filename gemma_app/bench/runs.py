"""What is measured: one turn of one side, with the moments of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Side = Literal["app", "pasted", "stock", "same_file", "server"]
"""``app``: this app as its window is used, the user typing the words; ``pasted``: the same with words that are there at
once, so that only the talk before them can be read ahead; ``stock``: llama-cpp-python on the package's file with the
adapter; ``same_file``: llama-cpp-python on the file that the app loads; ``server``: llama-server on that file."""

Phase = Literal["prefill", "decode"]

Stamp = Literal["t1", "t2", "first", "t3", "t4", "t5", "t7", "t8"]
"""Model asked, prompt read, first token of anything, first of a call, call complete, handler returned, first of an
answer, end."""


@dataclass(frozen=True, kw_only=True)
class Prompt:
    """What a model was asked in a turn, for others to be asked the same.

    Args:
        text: The whole prompt.
        grammar: GBNF that holds the answer from its first token, empty for none.
        stop: Text that ends the answer, empty for none.
        max_tokens: Longest answer.
    """

    text: str
    grammar: str
    stop: str
    max_tokens: int


@dataclass(frozen=True, kw_only=True)
class Answer:
    """How one side answered.

    Args:
        started: When the turn was submitted, on the clock ``time.perf_counter`` of that process.
        stamps: Seconds from there to what happened.
        counts: Tokens by kind: ``reused``, ``restored``, ``prefilled``, ``generated``, ``foreseen``, ``forced``,
            ``rejected``.
        memory: Bytes by kind: ``anonymous``, ``file``, ``peak``.
        calls: The tools that were called, or asked about.
        text: The answer, where it is not the user's own data.
        prompt: What the model was asked first; None where no model was.
    """

    started: float
    stamps: Mapping[Stamp, float]
    counts: Mapping[str, int] = field(default_factory=dict)
    memory: Mapping[str, int] = field(default_factory=dict)
    calls: tuple[str, ...] = ()
    text: str = ""
    prompt: Prompt | None = None

    @property
    def first_effect(self) -> float:
        """Seconds until there is something to see: what a handler gave, else the call, else the first word."""
        return next(self.stamps[name] for name in ("t5", "t4", "t7", "t8") if name in self.stamps)

    @property
    def first_token(self) -> float:
        """Seconds until the first token of whatever came."""
        return self.stamps.get("first", self.stamps["t8"])

    @property
    def decode_rate(self) -> float:
        """Tokens a second from the first to the last, 0 where they are too few to tell."""
        seconds = self.stamps.get("t4", self.stamps["t8"]) - self.first_token
        tokens = self.counts.get("generated", 0) - 1
        return tokens / seconds if tokens > 0 and seconds > 0 else 0.0


@dataclass(frozen=True, kw_only=True)
class Run:
    """One turn of one side.

    Args:
        scenario: Which situation.
        side: Who answered.
        number: Which turn of the scenario, from 0; all sides have the same prompt in it.
        answer: How.
        since_start: Seconds from the start of the process to the first effect, in scenarios that start one.
    """

    scenario: str
    side: Side
    number: int
    answer: Answer
    since_start: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the run as a JSON object; what the user or the model wrote is left out."""
        answer = self.answer
        return {
            "scenario": self.scenario,
            "side": self.side,
            "number": self.number,
            "t0": answer.started,
            **{name: answer.started + seconds for name, seconds in answer.stamps.items()},
            "counts": dict(answer.counts),
            "memory": dict(answer.memory),
            "calls": list(answer.calls),
            "first_effect": answer.first_effect,
            "since_start": self.since_start,
        }


@dataclass(frozen=True, kw_only=True)
class Cancelled:
    """How long a turn took to end once it was cancelled, in seconds."""

    phase: Phase
    seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object."""
        return {"phase": self.phase, "seconds": self.seconds}
