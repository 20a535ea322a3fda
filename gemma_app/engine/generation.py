"""One generation: reads the prompt, chooses token after token, and tells what they mean."""

import codecs
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from gemma_app.agent.model import ChatRequest, ModelReply, OnModelEvent, Progress, StopReason
from gemma_app.dialects.protocol import CallBegan, Dialect, DialectEvent, Ending, Finish, StreamParser
from gemma_app.engine.collecting import Collected
from gemma_app.engine.foreseen import Asked, Foreseen
from gemma_app.engine.guard import Guard, settled
from gemma_app.engine.llama import Llama
from gemma_app.engine.prompt import fitting_prompt, most_tokens
from gemma_app.engine.reading import PromptReader
from gemma_app.engine.sampling import Sampler, SamplingOptions
from gemma_app.engine.stop_flag import Aborted
from gemma_app.errors import AppError
from gemma_app.language import Phrase

_MIN_ROOM = 16
# What Google recommends for its instruction-tuned models; the embedded model only makes calls and must not vary.
_TEMPERATURE = 1.0
_COUNTS = ("reused", "restored", "prefilled", "foreseen", "forced", "rejected", "generated")


class Generation:
    """Continues one request; made and run on the thread that owns ``llama``.

    Args:
        llama: The model.
        reader: Reads its prompts.
        dialect: Its text format.
        request: What is to be continued.
        emit: Takes events as they come.
        cancelled: Asked between tokens.
        foreseen: What was answered ahead.

    Attributes:
        asked: What the answer depends on.
        answer: The tokens of the answer so far.
    """

    def __init__(
        self,
        llama: Llama,
        reader: PromptReader,
        dialect: Dialect,
        request: ChatRequest,
        *,
        emit: OnModelEvent,
        cancelled: Callable[[], bool],
        foreseen: Foreseen,
    ) -> None:
        self._started = time.perf_counter()
        self._llama = llama
        self._reader = reader
        self._request = request
        self._cancelled = cancelled
        self._emit = emit
        self._collected = Collected(emit)
        self._prompt = fitting_prompt(llama, dialect, request)
        self._limit = min(most_tokens(llama, request), llama.n_ctx - len(self._prompt.tokens))
        self._constraint = dialect.constraint(request)
        self.asked = Asked(tokens=tuple(self._prompt.tokens), constraint=self._constraint, limit=self._limit)
        self.answer: list[int] = []
        self._foreseen = foreseen
        self._guard = Guard(llama, self._constraint)
        self._parser = TokenParser(llama, dialect.parser(request.tools))
        self._stops = _stops(llama, dialect)
        temperature = 0.0 if dialect.name == "embedded" else _TEMPERATURE
        self._sampler = Sampler(SamplingOptions.of({"temperature": temperature, **request.options}))
        self._timings = {f"{name}_tokens": 0.0 for name in _COUNTS}

    def run(self) -> ModelReply:
        """Generate until the model ends, a limit is met, or it is cancelled.

        Raises:
            AppError: The prompt does not fit the context.
        """
        tokens = self._prompt.tokens
        self._timings["prompt_tokens"] = len(tokens)
        try:
            if len(tokens) + _MIN_ROOM > self._llama.n_ctx:
                raise _too_long()
            stop_reason = self._generate()
        except Aborted:
            stop_reason = "cancelled"
        finally:
            self._guard.close()
        self._timings["rejected_tokens"] = self._sampler.rejected
        reply = self._collected.reply(stop_reason, self._timings)
        return replace(reply, left_out=self._prompt.left_out)

    def _generate(self) -> StopReason:
        self._check_cancelled()
        forced = self._known_ahead() or self._forced()
        if not self._is_over(forced):
            self._read(forced)
        prefilled = time.perf_counter()
        try:
            while True:
                for token in forced:
                    if (end := self._take(token)) is not None:
                        return end
                token = self._choose()
                if (end := self._take(token)) is not None:
                    return end
                forced = self._forced()
                if not self._is_over(forced):
                    self._llama.extend([token, *forced])
        finally:
            self._timings["decode_s"] = time.perf_counter() - prefilled

    def _read(self, forced: Sequence[int]) -> None:
        """Read the prompt and what must come behind it."""
        prompt = replace(self._prompt, tokens=[*self._prompt.tokens, *forced])
        reading = self._reader.read(prompt, self._report)
        self._timings |= {
            "reused_tokens": reading.reused,
            "restored_tokens": reading.restored,
            "prefilled_tokens": reading.prefilled,
            "prefill_s": time.perf_counter() - self._started,
        }

    def _choose(self) -> int:
        logits = self._llama.logits()
        if not self._timings["generated_tokens"] and self._constraint:
            for text, weight in self._constraint.leanings.items():
                logits[self._llama.tokenize(text, special=False)[0]] += weight
        return self._sampler.choose(logits, self._guard.grammar)

    def _take(self, token: int) -> StopReason | None:
        """Take the next token of the answer; return why the answer is over, None where it is not."""
        self.answer.append(token)
        self._timings["generated_tokens"] += 1
        self._mark("first_token_s")
        if self._is_stop(token):
            self._collected.take(self._parser.finish("stop"))
            return self._stops.get(token, "stop")
        events = self._parser.feed(token)
        self._collected.take(events)
        if any(isinstance(event, CallBegan) for event in events):
            self._mark("call_begun_s")
        if self._collected.calls:
            self._mark("call_complete_s")
            if self._constraint and not self._constraint.closer:
                return "stop"
        self._guard.accept(token)
        self._check_cancelled()
        if self._timings["generated_tokens"] == self._limit:
            self._collected.take(self._parser.finish("length"))
            return "length"
        return None

    def _known_ahead(self) -> list[int]:
        """Return the tokens that the answer begins with as was found ahead."""
        known = self._foreseen.take(self.asked)
        self._timings["foreseen_tokens"] = len(known)
        return known

    def _forced(self) -> list[int]:
        """Return the tokens that come next whatever the model thinks; behind one that ends the answer come none."""
        forced = self._guard.forced()
        end = next((place for place, token in enumerate(forced, 1) if self._is_stop(token)), None)
        forced = forced[:end] if end else settled(self._llama, forced)
        forced = forced[: self._limit - int(self._timings["generated_tokens"])]
        self._timings["forced_tokens"] += len(forced)
        return forced

    def _is_stop(self, token: int) -> bool:
        return token in self._stops or self._llama.is_end(token)

    def _is_over(self, forced: Sequence[int]) -> bool:
        """Whether the answer ends with ``forced``, so that nothing need be evaluated any more."""
        return bool(forced) and self._is_stop(forced[-1])

    def _mark(self, name: str) -> None:
        """Note when something happens for the first time, in seconds since the request."""
        self._timings.setdefault(name, time.perf_counter() - self._started)

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Aborted

    def _report(self, evaluated: int) -> None:
        self._emit(Progress(done=evaluated, total=len(self._prompt.tokens)))


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


def _stops(llama: Llama, dialect: Dialect) -> Mapping[int, Ending]:
    found = ((llama.tokenize(text, special=True), ending) for text, ending in dialect.stops.items())
    return {tokens[0]: ending for tokens, ending in found if len(tokens) == 1}


def _too_long() -> AppError:
    return AppError(
        Phrase(
            ko="대화가 모델이 읽을 수 있는 길이를 넘었어요. 대화를 정리하거나 새 대화를 시작해 주세요.",
            en="The conversation is longer than the model can read. Tidy it up or start a new one.",
        )
    )
