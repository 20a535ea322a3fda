"""A summary that needs no model: the lines that decide, limit, name or report something, word for word."""

import re

from gemma_app.conversation.labels import TRUNCATED
from gemma_app.conversation.selection import Line, take
from gemma_app.conversation.significance import is_constraint, is_filler, is_important
from gemma_app.text import cut

SUMMARY_HEADING = "Summary so far:\n"
MESSAGES_HEADING = "Messages after it, oldest first:\n"
MAX_LENGTH = 3_600
_MAX_PREVIOUS = 1_200
_MAX_LINE = 240
_NOTE = "Extract of the most important lines, made without a model:"
_LABEL = re.compile(r"\[[^\]\n]{1,120}\] ?")
_TOOL = re.compile(r"\[(?:tool|call) ")
_ID = re.compile(r"\b(?:[0-9a-f]{8,}|[a-z]+_?id\b|#\d+)|\bid\b", re.IGNORECASE)


def extract_summary(text: str, *, max_tokens: int = 700, temperature: float = 0.0) -> str:  # noqa: ARG001
    """Return the lines of ``text`` that matter most, newest first where they do not all fit.

    It takes what a summarizing model takes; the number of tokens and the temperature mean nothing to it.
    """
    before, heading, after = text.rpartition(MESSAGES_HEADING)
    previous = before.removeprefix(SUMMARY_HEADING).removeprefix(_NOTE).strip() if heading else ""
    kept = take(_lines(previous, base=0), _MAX_PREVIOUS, said := set[str]())
    fresh = take(_lines(after, base=len(before)), MAX_LENGTH - _MAX_PREVIOUS, said)
    return "\n".join([_NOTE, *(line.text for line in kept + fresh)])


def _lines(text: str, base: int) -> list[Line]:
    found: list[Line] = []
    for place, raw in enumerate(text.splitlines()):
        words = " ".join(raw.split())
        if words and not is_filler(_LABEL.sub("", words, count=1)):
            line = cut(words, _MAX_LINE, TRUNCATED)
            found.append(Line(place=base + place, text=line, priority=_priority(words)))
    return found


def _priority(words: str) -> int:
    if is_constraint(words):
        return 3
    if is_important(words):
        return 2
    return 1 if _TOOL.match(words) or _ID.search(words) else 0
