"""Colours as boards write them: ``#rgb``, ``#rrggbb``, both with alpha last, ``rgb()``, ``rgba()`` and names."""

import re
import unicodedata
from dataclasses import dataclass

from gemma_app.boards.colour_names import NAMED_COLOURS

_HEX = re.compile(r"#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")
_NUMBER = r"\s*([0-9]*\.?[0-9]+)(%?)\s*"
_RGB = re.compile(rf"rgba?\({_NUMBER},{_NUMBER},{_NUMBER}(?:,{_NUMBER})?\)", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Colour:
    """A colour; red, green and blue from 0 to 255, alpha from 0 (clear) to 1."""

    red: int
    green: int
    blue: int
    alpha: float = 1.0

    def blended(self, other: "Colour", share: float) -> "Colour":
        """Return this colour with ``share`` (0 to 1) of ``other`` in it."""
        pairs = ((self.red, other.red), (self.green, other.green), (self.blue, other.blue))
        red, green, blue = (round(own + (theirs - own) * share) for own, theirs in pairs)
        return Colour(red=red, green=green, blue=blue, alpha=self.alpha + (other.alpha - self.alpha) * share)

    def as_hex(self) -> str:
        """Return ``#RRGGBB``."""
        return f"#{self.red:02X}{self.green:02X}{self.blue:02X}"


def parse_colour(text: object) -> Colour | None:
    """Read a colour, by its name in English or Korean too; None for anything else."""
    if not isinstance(text, str):
        return None
    name = unicodedata.normalize("NFC", "".join(text.split())).casefold()
    text = NAMED_COLOURS.get(name, text)
    if match := _HEX.fullmatch(text.strip()):
        return _from_hex(match[1])
    if match := _RGB.fullmatch(text.strip()):
        red, green, blue = (_channel(match[at], match[at + 1]) for at in (1, 3, 5))
        alpha = 1.0 if match[7] is None else min(float(match[7]) / (100 if match[8] else 1), 1.0)
        return Colour(red=red, green=green, blue=blue, alpha=alpha)
    return None


def _from_hex(digits: str) -> Colour:
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return Colour(red=red, green=green, blue=blue, alpha=int(digits[6:8] or "ff", 16) / 255)


def _channel(number: str, percent: str) -> int:
    value = float(number) * (2.55 if percent else 1.0)
    return round(min(value, 255.0))
