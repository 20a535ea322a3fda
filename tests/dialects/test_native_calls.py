"""Every case of native calls, given whole, in its own chunks, by characters and by bytes."""

import codecs
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from gemma_app.dialects.parse import parse_batch, parse_text
from tests.dialects.cases import CASES, meets


def _by_bytes(raw: str) -> list[str]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    return [decoder.decode(bytes([byte])) for byte in raw.encode("utf-8")]


def _whole(raw: str) -> list[str]:
    return [raw]


@pytest.mark.parametrize("split", [_whole, list, _by_bytes], ids=["whole", "characters", "bytes"])
@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_case_gives_the_same_result_however_it_is_split(
    case: dict[str, Any], split: Callable[[str], Iterable[str]]
) -> None:
    [result] = parse_batch([{**case, "chunks": list(split(case["raw"]))}])
    assert meets(result, case), result


@pytest.mark.parametrize("case", [case for case in CASES if "chunks" in case], ids=lambda case: case["id"])
def test_a_case_holds_in_the_chunks_it_names(case: dict[str, Any]) -> None:
    [result] = parse_batch([case])
    assert meets(result, case), result
    assert result["id"] == case["id"]


def test_one_output_is_parsed_like_a_batch_of_one() -> None:
    case = next(case for case in CASES if case["id"] == "g4-042")
    result = parse_text("gemma4", case["raw"], case["tools"])
    assert meets(result, case)
    assert set(result) == {"calls", "text", "reasoning", "error"}
