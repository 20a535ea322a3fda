"""What a measurement means for a user, in sentences: how fast this machine is, what limits it, what would help."""

from collections.abc import Iterator

from gemma_app.bench.results import Summary
from gemma_app.language import Phrase

_MEMORY_BOUND = 0.6
_SMOOTH_SECONDS = 0.016
_GB = 1_000_000_000
_MB = 1_000_000


def machine_lines(summary: Summary) -> tuple[Phrase, ...]:
    """Return what was measured, and on what."""
    machine = summary.machine
    speed, size = f"{machine.bandwidth / _GB:.1f} GB/s", f"{machine.model_bytes / _MB:.0f} MB"
    return (
        Phrase(
            ko=f"{machine.processor}, 코어 {machine.cores}개, 계산 스레드 {machine.threads}개, 메모리 읽기 {speed}",
            en=f"{machine.processor}, {machine.cores} cores, {machine.threads} compute, memory reads {speed}",
        ),
        Phrase(
            ko=f"{machine.model} ({size}), llama-cpp-python {machine.llama_cpp}, 상황마다 {machine.turns}번",
            en=f"{machine.model} ({size}), llama-cpp-python {machine.llama_cpp}, {machine.turns} turns a situation",
        ),
    )


def findings(summary: Summary) -> tuple[Phrase, ...]:
    """Return the figures of this machine that matter to a user, a sentence each."""
    return tuple(_findings(summary))


def _findings(summary: Summary) -> Iterator[Phrase]:
    for scenario, ko, en in (
        ("warm", "대화 중에는 말한 뒤", "In a conversation, there is something to see"),
        ("cold", "켠 뒤 첫 말은", "In the first turn after the start, there is something to see"),
    ):
        pace = summary.paces.get(scenario, {}).get("app")
        if pace:
            middle, slow = f"{pace.first_effect.p50:.2f}", f"{pace.first_effect.p95:.2f}"
            yield Phrase(
                ko=f"{ko} 보통 {middle}초, 느려도 {slow}초 안에 결과가 보여요.",
                en=f"{en} after {middle} s, and within {slow} s 19 times of 20.",
            )
    ours = summary.speeds.get("ours", {})
    if "pp512" in ours and "tg64" in ours:
        yield Phrase(
            ko=f"1초에 {ours['pp512']:.0f}토큰을 읽고 {ours['tg64']:.0f}토큰을 써요.",
            en=f"It reads {ours['pp512']:.0f} and writes {ours['tg64']:.0f} tokens a second.",
        )
    if "app" in summary.peak_memory:
        peak = summary.peak_memory["app"] / _MB
        yield Phrase(ko=f"메모리는 가장 많을 때 {peak:.0f} MB예요.", en=f"It takes {peak:.0f} MB of memory at most.")
    for phase, wait in summary.cancel.items():
        doing = Phrase(ko="읽는", en="reading") if phase == "prefill" else Phrase(ko="쓰는", en="writing")
        yield Phrase(
            ko=f"{doing.ko} 중에 멈추면 {_ms(wait.p95)} 안에 멈춰요(95 %).",
            en=f"Stopped while {doing.en}, it ends within {_ms(wait.p95)} (95 %).",
        )
    if summary.tick_late:
        yield Phrase(
            ko=f"그동안 화면은 {_ms(summary.tick_late.p95)}까지 늦어질 수 있어요(95 %).",
            en=f"The window is late by up to {_ms(summary.tick_late.p95)} meanwhile (95 %).",
        )


def advice(summary: Summary) -> tuple[Phrase, ...]:
    """Return what limits this machine and what would help."""
    return tuple(_advice(summary))


def _advice(summary: Summary) -> Iterator[Phrase]:
    machine, bound = summary.machine, summary.decode_bound
    if bound is not None and bound >= _MEMORY_BOUND:
        yield Phrase(
            ko=f"쓰는 속도는 메모리 속도에 묶여 있어요(한계의 {bound:.0%}). 더 작은 모델 파일이 도움이 되고, 스레드를 "
            "늘려도 나아지지 않아요.",
            en=f"Writing is bound by the speed of memory ({bound:.0%} of the limit): a smaller model file would help, "
            "more threads would not.",
        )
    elif bound is not None:
        yield Phrase(
            ko=f"쓰는 속도는 메모리 한계의 {bound:.0%}라서 프로세서에 묶여 있어요. 다른 프로그램을 닫거나 스레드를 "
            "늘리면 도움이 될 수 있어요.",
            en=f"Writing uses {bound:.0%} of what memory gives, so the processor is the limit: closing other programs, "
            "or more threads, may help.",
        )
    if (rate := summary.speeds.get("ours", {}).get("pp512")) is not None:
        yield Phrase(
            ko=f"새로 읽는 1,000토큰마다 {1_000 / rate:.1f}초가 걸려요. 긴 대화는 정리하면 빨라져요.",
            en=f"Each 1,000 tokens that are new cost {1_000 / rate:.1f} s to read: long conversations are quicker once "
            "tidied up.",
        )
    if machine.threads < machine.cores:
        yield Phrase(
            ko=f"코어 {machine.cores}개 중 {machine.threads}개로 계산하고 나머지는 화면에 남겨 둬요.",
            en=f"{machine.threads} of {machine.cores} cores compute; the rest is left to the window.",
        )
    if summary.tick_late and summary.tick_late.p95 > _SMOOTH_SECONDS:
        yield Phrase(
            ko="화면이 끊길 수 있어요. 다른 프로그램을 닫아 보세요.",
            en="The window may stutter: try closing other programs.",
        )


def _ms(seconds: float) -> str:
    return f"{1_000 * seconds:.0f} ms"
