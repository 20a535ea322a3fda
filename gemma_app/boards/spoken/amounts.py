"""Amounts in a sentence: numbers that are given, and how much more or less something becomes."""

import regex

from gemma_app.text import Pattern

NUMBER = r"(-?\d+(?:\.\d+)?)"
SET_TO = (
    r"\s*(?:값|좌표)?\s*(?:of\s+(?:the\s|this\b|that\b|it\b)?\s*(?:one\b)?\s*)?(?:는|은|를|을|도|만|:|=|to|is|at)?\s*"
)
"""What may stand between a property and its number."""

_TIMES = (
    (Pattern(r"(\d+(?:\.\d+)?)\s*(?:배|×|x\b(?!\s*\d)|times\b)", regex.I), 1.0),
    (Pattern(r"(\d+(?:\.\d+)?)\s*(?:%|퍼센트|프로(?!\p{L})|percent)\s*(?:크기|size)", regex.I), 0.01),
)
_WORDS = (
    (2.0, r"두\s*배|갑절|\btwice\b|\bdoubl(?:e|ed|ing)\b"),
    (3.0, r"세\s*배|\btripl(?:e|ed)\b|\bthree\s+times\b"),
    (4.0, r"네\s*배|\bfour\s+times\b"),
    (0.5, r"절반|반으로|반만|반\s*(?:크기|쯤)|\bhal(?:f|ve|ved)\b"),
    (1 / 3, r"삼분의\s*일|\bthird\s+of\b"),
)
_FACTORS = [(factor, Pattern(words, regex.I)) for factor, words in _WORDS]
_PERCENT = Pattern(r"(\d+(?:\.\d+)?)\s*(?:%|퍼센트|프로(?!\p{L})|percent)", regex.I)
_LITTLE = Pattern(r"조금|살짝|약간|\ba\s+(?:bit|little|touch|tad)\b|\bslightly\b", regex.I)
_MUCH = Pattern(r"많이|훨씬|엄청|아주|확(?!\p{L})|\b(?:much|lot|way|far|really|huge)\b", regex.I)

_STEP, _LITTLE_STEP, _MUCH_STEP = 1.25, 1.1, 1.5
_LARGEST = 20.0


def factor_in(plain: str) -> float | None:
    """Return the factor that is said, as in "twice" or "by half"; None for none."""
    for pattern, unit in _TIMES:
        if match := pattern.search(plain):
            return _bounded(float(match[1]) * unit)
    return next((factor for factor, pattern in _FACTORS if pattern.search(plain)), None)


def growth(plain: str, *, smaller: bool) -> float:
    """Return how much larger or smaller something becomes: as it is said, else by a quarter."""
    factor = factor_in(plain)
    if factor is not None:
        return 1 / factor if smaller and factor > 1 else factor
    if match := _PERCENT.search(plain):
        share = float(match[1]) / 100
        return _bounded(1 - share if smaller and share < 1 else 1 + share)
    step = _LITTLE_STEP if _LITTLE.search(plain) else _MUCH_STEP if _MUCH.search(plain) else _STEP
    return 1 / step if smaller else step


def step_of(plain: str, *, usual: float, little: float, much: float) -> float:
    """Return a step as large as it is said."""
    return little if _LITTLE.search(plain) else much if _MUCH.search(plain) else usual


def number_from(text: str) -> int | float:
    """Return a number as it is written, whole where it is."""
    return tidy(float(text))


def tidy(value: float) -> int | float:
    """Drop what is finer than a hundredth, and a fraction that is none."""
    value = round(value, 2)
    return int(value) if value == int(value) else value


def _bounded(factor: float) -> float:
    return min(max(factor, 1 / _LARGEST), _LARGEST)
