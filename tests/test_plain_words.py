"""What the user reads is said in words that need no explaining."""

import ast
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import regex

import gemma_app
from gemma_app.errors import CallError
from gemma_app.habits import rules
from gemma_app.habits.catalog import Catalog

PACKAGE = Path(gemma_app.__file__).parent
FOR_ENGINEERS = ("bench", "cli", "engine", "dialects")
"""Folders whose words are read by who measures the app or types its commands."""

JARGON = regex.compile(
    r"\b[LR]\d{1,2}\b|프로토콜|프레임|앵커|인자|컴포넌트|호출|제어 문자|봉투|refid|도어|스코프"
    r"|\b(?:protocols?|frames?|framed|anchors?|arguments?|components?|envelopes?|refids?|payloads?|schemas?|null)\b",
    regex.IGNORECASE,
)
AGREED = {"불필요한 호출", "프로토콜   프레임으로 새 습관 추가", "Add '' as a new habit with an  frame"}
"""What the page of the tests of a model is about, and the sentence that an addition is asked in."""


def literals(node: ast.AST) -> str:
    """The fixed letters of an expression, what is filled in left out."""
    return "".join(
        part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )


def phrases() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in FOR_ENGINEERS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Phrase":
                yield from ((f"{path.name}:{node.lineno}", literals(part.value)) for part in node.keywords)


def translations() -> Iterator[tuple[str, str]]:
    for message in ET.parse(PACKAGE / "ui" / "i18n" / "ko.ts").getroot().iter("message"):
        for name in ("source", "translation"):
            yield "ko.ts", message.findtext(name) or ""


def test_no_sentence_of_the_app_holds_a_word_of_its_makers() -> None:
    said = [*phrases(), *translations()]
    assert len(said) > 800
    assert [each for each in said if JARGON.search(each[1]) and each[1] not in AGREED] == []


def test_no_entry_of_the_catalog_holds_a_word_of_its_makers() -> None:
    fields = [
        (entry.id, value)
        for entry in Catalog.load().entries
        for name, value in entry.as_json().items()
        if isinstance(value, str) and name.endswith(("_ko", "_en"))
    ]
    assert [each for each in fields if JARGON.search(each[1])] == []


@pytest.mark.parametrize(("level", "text"), [("L1", "10kg 빼기"), ("L2", "사과"), ("L3", "걷는다"), ("L9", "걷는다")])
def test_no_refusal_of_a_sentence_holds_a_word_of_its_makers(level: str, text: str) -> None:
    with pytest.raises(CallError) as refusal:
        rules.check_frame(level, text)
    assert not JARGON.search(f"{refusal.value.reason.ko} {refusal.value.reason.en}")
