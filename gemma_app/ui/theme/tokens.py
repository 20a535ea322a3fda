"""The tokens of both themes: every colour and every size that the window uses."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

ThemeName = Literal["light", "dark"]


class Space(IntEnum):
    """Distances in pixels."""

    XS = 4
    S = 8
    M = 12
    L = 16
    XL = 24
    XXL = 32


class Type(IntEnum):
    """Sizes of text in pixels."""

    SMALL = 12
    BODY = 14
    LARGE = 16
    TITLE = 20
    DISPLAY = 28


class Size(IntEnum):
    """Fixed sizes in pixels."""

    RADIUS = 8
    CARD_RADIUS = 12
    ICON = 18
    SMALL_ICON = 14
    LARGE_ICON = 40
    TARGET = 32
    CHECK = 40
    DOT = 16
    DOT_TARGET = 28
    RING = 72
    METER = 64
    COLUMN = 720
    BUBBLE = 560
    DIALOG = 480
    DETAILS = 360
    SIDE_BAR = 176
    SIDE_BAR_ICONS = 56
    SESSIONS = 240
    SESSIONS_NARROW = 200
    WIDE_FROM = 1100
    MIN_WIDTH = 900
    MIN_HEIGHT = 600
    WIDTH = 1180
    HEIGHT = 780


LINE_HEIGHT = 1.5
"""Height of a line of running text, in sizes of the text."""


@dataclass(frozen=True, kw_only=True)
class Colours:
    """The colours of one theme, as ``#rrggbb``.

    Args:
        window: Behind everything.
        side: Behind the side bar.
        surface: Cards, inputs and dialogs.
        border: Lines between areas.
        outline: Edges of controls that are only an edge.
        text: What is read.
        muted: What is read second.
        accent: The one colour that draws the eye.
        on_accent: Text on it.
        accent_soft: Tint of what is the user's own.
        hover: Under the pointer.
        pressed: While pressed, and what is selected.
        danger: What destroys.
        on_danger: Text on it.
        warning: What needs care.
        flame: The streak.
        selection: Behind selected text.
    """

    window: str
    side: str
    surface: str
    border: str
    outline: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    hover: str
    pressed: str
    danger: str
    on_danger: str
    warning: str
    flame: str
    selection: str


LIGHT = Colours(
    window="#f8f8f6",
    side="#f0f0ec",
    surface="#ffffff",
    border="#e0e0da",
    outline="#85857d",
    text="#1d1d1a",
    muted="#5d5d57",
    accent="#0b6e66",
    on_accent="#ffffff",
    accent_soft="#dcefeb",
    hover="#e9e9e4",
    pressed="#dfe3de",
    danger="#b3261e",
    on_danger="#ffffff",
    warning="#8a4b08",
    flame="#b94a08",
    selection="#b8ded8",
)

DARK = Colours(
    window="#171817",
    side="#121312",
    surface="#1f2120",
    border="#343735",
    outline="#7f847f",
    text="#ecede8",
    muted="#a6aaa4",
    accent="#55cdbf",
    on_accent="#052621",
    accent_soft="#19382f",
    hover="#292c2a",
    pressed="#303633",
    danger="#ff8f81",
    on_danger="#330805",
    warning="#f0b656",
    flame="#fb9a4b",
    selection="#285c53",
)

THEMES: dict[ThemeName, Colours] = {"light": LIGHT, "dark": DARK}

READABLE_PAIRS: tuple[tuple[str, str], ...] = (
    *((text, ground) for text in ("text", "muted", "accent") for ground in ("window", "side", "surface")),
    *((text, ground) for text in ("text", "muted") for ground in ("hover", "pressed", "accent_soft")),
    ("accent", "pressed"),
    ("accent", "accent_soft"),
    ("on_accent", "accent"),
    ("on_danger", "danger"),
    ("danger", "surface"),
    ("danger", "window"),
    ("warning", "surface"),
    ("warning", "window"),
    ("flame", "surface"),
    ("text", "selection"),
)
"""Text and ground as they meet in the window; each pair keeps a contrast of 4.5 : 1."""
