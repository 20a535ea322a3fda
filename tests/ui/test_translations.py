"""Every sentence of the window is there in Korean, and the compiled file is that of the source.

After a change of words, in the repository's folder::

    pyside6-lupdate $(find gemma_app/ui -name '*.py') -ts gemma_app/ui/i18n/ko.ts -locations none -no-obsolete
    (translate what is new in ko.ts)
    pyside6-lrelease gemma_app/ui/i18n/ko.ts -qm gemma_app/ui/i18n/ko.qm
"""

import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

UI = Path(__file__).parents[2] / "gemma_app" / "ui"
TS = UI / "i18n" / "ko.ts"
TOOLS = Path(sys.executable).parent


def tool(name: str) -> str:
    found = shutil.which(name, path=str(TOOLS)) or shutil.which(name)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def updated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    copy = tmp_path_factory.mktemp("i18n") / "ko.ts"
    shutil.copy(TS, copy)
    sources = [str(path) for path in sorted(UI.rglob("*.py"))]
    subprocess.run(
        [tool("pyside6-lupdate"), *sources, "-ts", str(copy), "-locations", "none", "-no-obsolete", "-silent"],
        check=True,
        timeout=60,
    )
    return copy


def messages(path: Path) -> dict[tuple[str, str], ElementTree.Element]:
    root = ElementTree.parse(path).getroot()
    return {
        (context.findtext("name", ""), message.findtext("source", "")): message
        for context in root.iter("context")
        for message in context.iter("message")
    }


def test_the_source_of_translations_knows_every_sentence(updated: Path) -> None:
    assert set(messages(updated)) == set(messages(TS))
    assert len(messages(TS)) > 100


def test_every_sentence_is_translated(updated: Path) -> None:
    open_ones = [
        key
        for key, message in messages(updated).items()
        if message.find("translation") is None
        or message.find("translation").get("type")  # type: ignore[union-attr]
        or not message.findtext("translation", "").strip()
    ]
    assert open_ones == []


def test_placeholders_are_the_same_in_both_languages() -> None:
    def fields(text: str) -> set[str]:
        return {part.split("}")[0] for part in text.split("{")[1:]}

    wrong = [
        source
        for (_, source), message in messages(TS).items()
        if fields(source) != fields(message.findtext("translation", ""))
    ]
    assert wrong == []


def test_the_compiled_file_is_that_of_the_source(tmp_path: Path) -> None:
    compiled = tmp_path / "ko.qm"
    subprocess.run([tool("pyside6-lrelease"), "-silent", str(TS), "-qm", str(compiled)], check=True, timeout=60)
    assert compiled.read_bytes() == TS.with_suffix(".qm").read_bytes()
