import re
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from gemma_app.ui.theme.look import Look
from gemma_app.ui.theme.style import style_sheet
from gemma_app.ui.theme.tokens import READABLE_PAIRS, THEMES, ThemeName

UI = Path(__file__).parents[2] / "gemma_app" / "ui"
ICONS = sorted((UI / "theme" / "icons").glob("*.svg"))
LEAST_CONTRAST = 4.5


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), READABLE_PAIRS)
def test_text_can_be_read(theme: ThemeName, text: str, ground: str) -> None:
    colours = THEMES[theme]
    assert contrast(getattr(colours, text), getattr(colours, ground)) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["window", "surface"])
def test_edges_of_controls_can_be_seen(theme: ThemeName, ground: str) -> None:
    assert contrast(THEMES[theme].outline, getattr(THEMES[theme], ground)) >= 3


def test_only_the_theme_sets_colours() -> None:
    """A board's own colours are content."""
    colour = re.compile(r"#[0-9a-fA-F]{6}\b|Qt\.GlobalColor\.(?!transparent)|QColor\([\"0-9]")
    outside = [path for path in UI.rglob("*.py") if not {"theme", "boards"} & set(path.parts)]
    assert outside
    assert [path.name for path in outside if colour.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_style_sheet_has_every_token_filled_in(theme: ThemeName) -> None:
    assert "$" not in style_sheet(theme)


@pytest.mark.parametrize("path", ICONS, ids=lambda path: path.stem)
def test_each_icon_is_a_sound_drawing_in_the_current_colour(path: Path, qtbot: QtBot) -> None:
    source = path.read_text(encoding="utf-8")
    assert QSvgRenderer(QByteArray(source.encode())).isValid()
    assert 'viewBox="0 0 24 24"' in source
    assert "#" not in source


def test_an_icon_is_tinted_by_its_token(qtbot: QtBot) -> None:
    image = Look(theme="light").pixmap("stop", "danger", 24).toImage()
    assert image.pixelColor(image.rect().center()).name() == THEMES["light"].danger


def test_every_icon_is_used() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in UI.rglob("*.py"))
    assert [path.stem for path in ICONS if f'"{path.stem}"' not in code] == []
