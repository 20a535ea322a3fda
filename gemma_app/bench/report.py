"""The whole report for a terminal."""

import unicodedata
from collections.abc import Iterator, Sequence

from gemma_app.bench.aims import Aim, aims
from gemma_app.bench.figures import Spread
from gemma_app.bench.findings import advice, findings, machine_lines
from gemma_app.bench.results import Pace, Summary
from gemma_app.language import Language, Phrase, same

_SCENARIOS = {
    "cold": Phrase(ko="켠 뒤 첫 말", en="first turn after start"),
    "warm": Phrase(ko="두 번째 말", en="second turn"),
    "after_20": Phrase(ko="스무 번 넘게 나눈 뒤", en="after 20 turns"),
    "tools_changed": Phrase(ko="도구가 바뀐 뒤", en="tool list changed"),
    "no_tool": Phrase(ko="도구 없는 이야기", en="talk without a call"),
    "two_calls": Phrase(ko="한 번에 두 가지 일", en="two calls at once"),
    "long_prefix_cold": Phrase(ko="긴 도구 설명, 켠 뒤 첫 말", en="long tool list, first"),
    "long_prefix_warm": Phrase(ko="긴 도구 설명, 두 번째 말", en="long tool list, second"),
}
_SIDES = {
    "app": Phrase(ko="이 앱", en="this app"),
    "pasted": Phrase(ko="붙여 넣기", en="pasted"),
    "stock": Phrase(ko="기본 방식", en="stock"),
    "same_file": Phrase(ko="같은 파일", en="same file"),
    "server": same("llama-server"),
}
_PROGRAMS = {
    "ours": _SIDES["app"],
    "llama_bench": Phrase(ko="llama-bench, 같은 파일", en="llama-bench, same file"),
    "llama_bench_stock": Phrase(ko="llama-bench, 원본 파일", en="llama-bench, stock file"),
}
_UNITS = Phrase(
    ko="초, 보통 / 느릴 때(95 %). 이 앱은 처리한 결과가 나올 때까지, 다른 쪽은 호출을 다 쓸 때까지예요.",
    en="Seconds, typical / slow (95 %): this app until the call is carried out, the others until it is written.",
)
_APP_SIDES = Phrase(
    ko="이 앱: 글쇠 하나에 0.28초씩 들여 친 뒤 Enter를 누른 때부터. 붙여 넣기: 글이 한꺼번에 들어온 경우.",
    en="This app: from Enter, the words typed at 0.28 s a key. Pasted: the words came at once, unread.",
)
_OTHERS = (
    Phrase(ko="긴 도구 설명: 첫 글자까지의 시간.", en="Long tool list: until the first token."),
    Phrase(
        ko="기본 방식: llama-cpp-python에 원본 파일과 어댑터. 같은 파일: llama-cpp-python에 이 앱이 쓰는 파일.",
        en="Stock: llama-cpp-python with the package's file and the adapter. Same file: with the file of this app.",
    ),
)
_SPEEDS = Phrase(ko="1초에 다루는 토큰", en="tokens a second")
_NO_TOOLS = Phrase(
    ko="llama-bench와 llama-server는 'make llama-tools'로 만들면 함께 견줘요.",
    en="llama-bench and llama-server are compared with, too, once 'make llama-tools' has built them.",
)
_AIMS = Phrase(ko="목표", en="Aims")


def full_report(summary: Summary, language: Language) -> str:
    """Return the report on ``summary``."""
    is_compared = summary.machine.stock_bytes is not None
    blocks = (
        [phrase.say(language) for phrase in machine_lines(summary)],
        _aligned(_turn_rows(summary, language)),
        [phrase.say(language) for phrase in (_UNITS, _APP_SIDES, *(_OTHERS if is_compared else ()))],
        _aligned(_speed_rows(summary, language)),
        [phrase.say(language) for phrase in (*findings(summary), *advice(summary))],
        [_AIMS.say(language), *_aligned([_aim_row(aim, language) for aim in aims(summary)])],
        [_NO_TOOLS.say(language)] if is_compared and not summary.speeds.get("llama_bench") else [],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _turn_rows(summary: Summary, language: Language) -> list[Sequence[str]]:
    sides = [side for side in _SIDES if any(side in paces for paces in summary.paces.values())]
    head = ["", *(_SIDES[side].say(language) for side in sides)]
    rows = [
        [name.say(language), *(_times(scenario, paces.get(side)) for side in sides)]
        for scenario, name in _SCENARIOS.items()
        if (paces := summary.paces.get(scenario))
    ]
    return [head, *rows]


def _times(scenario: str, pace: Pace | None) -> str:
    if pace is None:
        return "–"
    return _shown(pace.first_token if scenario.startswith("long_prefix") else pace.first_effect)


def _shown(seconds: Spread) -> str:
    return f"{seconds.p50:.3f} / {seconds.p95:.3f}"


def _speed_rows(summary: Summary, language: Language) -> list[Sequence[str]]:
    shapes = list(summary.speeds.get("ours", {}))
    rows = [
        [name.say(language), *(f"{speeds[shape]:.1f}" if shape in speeds else "–" for shape in shapes)]
        for program, name in _PROGRAMS.items()
        if (speeds := summary.speeds.get(program))
    ]
    return [[_SPEEDS.say(language), *shapes], *rows]


def _aim_row(aim: Aim, language: Language) -> Sequence[str]:
    sign = "≥" if aim.at_least else "≤"
    digits = 0 if aim.unit else 2
    value, bound = f"{aim.value:.{digits}f} {aim.unit}".strip(), f"{sign} {aim.bound:g} {aim.unit}".strip()
    return "✓" if aim.is_met else "✗", aim.name.say(language), value, bound


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines whose columns stand below each other, Hangul being two columns wide."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(row, widths)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for cell, width in zip(row, widths, strict=True):
        yield cell + " " * (width - _width(cell))


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
