"""One generation: reads the prompt, chooses token after token, and tells what they mean."""

import codecs
import time
from collections.abc import Callable, Mapping

import numpy as np
import numpy.typing as npt

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Progress, StopReason
from gemma_app.dialects.protocol import Constraint, Dialect, DialectEvent, Ending, Finish, StreamParser
from gemma_app.engine.collecting import Collected
from gemma_app.engine.grammar import Grammar
from gemma_app.engine.llama import Aborted, Llama
from gemma_app.engine.prompt import prompt_tokens
from gemma_app.engine.sampling import Sampler, SamplingOptions
from gemma_app.errors import AppError
from gemma_app.language import Phrase

_MAX_TOKENS = 1_024
_MIN_ROOM = 16
_REMEMBERED = 200
# What Google recommends for its instruction-tuned models; the embedded model only makes calls and must not vary.
_TEMPERATURE = 1.0


class Guard:
    """Starts and ends the grammar of a ``Constraint`` as the text goes by."""

    def __init__(self, llama: Llama, constraint: Constraint | None) -> None:
        self._llama = llama
        self._constraint = constraint
        self._literals = frozenset(llama.controls.values())
        self._seen = ""
        self.grammar: Grammar | None = None
        if constraint and not constraint.opener:
            self._open(constraint)

    def accept(self, token: int) -> None:
        """Take the token that was chosen."""
        if (constraint := self._constraint) is None:
            return
        self._seen = (self._seen + self._llama.piece(token).decode("utf-8", "replace"))[-_REMEMBERED:]
        if self.grammar:
            self.grammar.accept(token)
            if self._ends_with(constraint.closer, token):
                self.close()
        elif self._ends_with(constraint.opener, token):
            self._open(constraint)

    def close(self) -> None:
        """Let the generation be free."""
        if self.grammar:
            self.grammar.close()
            self.grammar = None

    def _ends_with(self, literal: str, token: int) -> bool:
        """Whether what was written ends with ``literal``; the literal of a control token counts as that token only."""
        if literal in self._literals:
            return self._llama.controls.get(token) == literal
        return bool(literal) and self._seen.endswith(literal)

    def _open(self, constraint: Constraint) -> None:
        self.grammar = Grammar(self._llama, constraint.gbnf)


class Generation:
    """Continues one request; made and run on the thread that owns ``llama``.

    Args:
        llama: The model.
        dialect: Its text format.
        request: What is to be continued.
        emit: Takes events as they come.
        cancelled: Asked between tokens.
    """

    def __init__(
        self,
        llama: Llama,
        dialect: Dialect,
        request: ChatRequest,
        *,
        emit: OnModelEvent,
        cancelled: Callable[[], bool],
    ) -> None:
        self._llama = llama
        self._dialect = dialect
        self._request = request
        self._cancelled = cancelled
        self._collected = Collected(emit)
        self._emit = emit
        self._timings: dict[str, float] = {}

    def run(self) -> ModelReply:
        """Generate until the model ends, a limit is met, or it is cancelled.

        Raises:
            AppError: The prompt does not fit the context.
        """
        started = time.perf_counter()
        tokens = prompt_tokens(self._llama, self._dialect.render(self._request))
        room = self._llama.n_ctx - len(tokens)
        if room < _MIN_ROOM:
            raise _too_long()
        limit = min(self._request.options.get("max_tokens") or _MAX_TOKENS, room)
        self._timings = {"prompt_tokens": len(tokens), "generated_tokens": 0}
        try:
            if self._cancelled():
                raise Aborted
            self._timings["reused_tokens"] = self._llama.evaluate(tokens, self._report)
            self._timings["prefill_s"] = time.perf_counter() - started
            stop_reason = self._decode(limit, started)
        except Aborted:
            stop_reason = "cancelled"
        return self._collected.reply(stop_reason, self._timings)

    def _decode(self, limit: int, started: float) -> StopReason:
        begun = time.perf_counter()
        tools = self._request.tools
        constraint = self._dialect.constraint(self._request)
        guard = Guard(self._llama, constraint)
        parser = TokenParser(self._llama, self._dialect.parser(tools))
        stops = self._stops()
        options = SamplingOptions.of(
            {"temperature": 0.0 if self._dialect.name == "embedded" else _TEMPERATURE, **self._request.options}
        )
        sampler = Sampler(options)
        try:
            for count in range(1, limit + 1):
                logits = self._llama.logits()
                if count == 1 and constraint:
                    self._lean(logits, constraint.leanings)
                token = sampler.choose(logits, guard.grammar)
                self._timings["generated_tokens"] = count
                self._timings.setdefault("first_token_s", time.perf_counter() - started)
                if token in stops or self._llama.is_end(token):
                    self._collected.take(parser.finish("stop"))
                    return stops.get(token, "stop")
                self._collected.take(parser.feed(token))
                if self._collected.calls and constraint and not constraint.closer:
                    return "stop"
                guard.accept(token)
                if self._cancelled():
                    raise Aborted
                if count < limit:
                    self._llama.append(token)
            self._collected.take(parser.finish("length"))
            return "length"
        finally:
            self._timings["decode_s"] = time.perf_counter() - begun
            guard.close()

    def _lean(self, logits: npt.NDArray[np.float32], leanings: Mapping[str, float]) -> None:
        for text, weight in leanings.items():
            logits[self._llama.tokenize(text, special=False)[0]] += weight

    def _stops(self) -> dict[int, Ending]:
        found = ((self._llama.tokenize(text, special=True), ending) for text, ending in self._dialect.stops.items())
        return {tokens[0]: ending for tokens, ending in found if len(tokens) == 1}

    def _report(self, done: int, total: int) -> None:
        self._emit(Progress(done=done, total=total))


class TokenParser:
    """Feeds tokens to a parser as text; bytes of a character that spans tokens wait for the rest."""

    def __init__(self, llama: Llama, parser: StreamParser) -> None:
        self._llama = llama
        self._parser = parser
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, token: int) -> list[DialectEvent]:
        """Take the next token."""
        piece = self._llama.piece(token)
        if token not in self._llama.controls:
            text = self._decoder.decode(piece)
            return list(self._parser.feed(text, special=False)) if text else []
        return [*self._rest(), *self._parser.feed(self._llama.controls[token], special=True)]

    def finish(self, reason: Finish) -> list[DialectEvent]:
        """Take the end of the generation."""
        return [*self._rest(), *self._parser.finish(reason)]

    def _rest(self) -> list[DialectEvent]:
        text = self._decoder.decode(b"", final=True)
        return list(self._parser.feed(text, special=False)) if text else []


def _too_long() -> AppError:
    return AppError(
        Phrase(
            ko="대화가 모델이 읽을 수 있는 길이를 넘었어요. 대화를 정리하거나 새 대화를 시작해 주세요.",
            en="The conversation is longer than the model can read. Tidy it up or start a new one.",
        )
    )
