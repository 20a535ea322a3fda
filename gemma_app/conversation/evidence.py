"""What stands for things that are too bulky, or too old, to be handed on whole."""

from dataclasses import dataclass

import regex

from gemma_app.conversation.labels import TRUNCATED
from gemma_app.conversation.masking import mask_secrets
from gemma_app.conversation.messages import Attachment
from gemma_app.text import cut

MAX_HEAD, MAX_TAIL = 2_800, 4_000
_MAX_ID, _MAX_COMMAND, _MAX_NAME = 48, 120, 80
_GAP = f"\n{TRUNCATED}\n"
_LOOK_BACK = 256
_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True, kw_only=True)
class Output:
    """What a bulky tool printed.

    Args:
        call_id: Id of its call.
        command: What was run, as far as it is known.
        text: The whole output.
        failed: True where the call failed.
    """

    call_id: str
    command: str
    text: str
    failed: bool

    def within(self, limit: int) -> str:
        """Return the header, then as much of the head and the tail of the output as fits into ``limit``."""
        header = (
            f"[Historical terminal output omitted from replay: toolCallId={one_line(self.call_id, _MAX_ID)}, "
            f"command={one_line(self.command, _MAX_COMMAND)}, outputChars={len(self.text)}, "
            f"status={'error' if self.failed else 'ok'}; already completed, do not execute again]"
        )
        shown = mask_secrets(self.text)
        room = limit - len(header) - 1
        if not shown or room < len(_GAP):
            return cut(header, limit, TRUNCATED)
        return f"{header}\n{_ends(shown, room)}"


def placeholder(attachment: Attachment) -> str:
    """Return what stands for something that was put beside a message."""
    name = one_line(attachment.filename, _MAX_NAME)
    if attachment.kind == "selection":
        lines = (attachment.text or "").splitlines()
        first = one_line(next((line for line in lines if line.strip()), ""), _MAX_NAME)
        return f"[Historical terminal selection omitted from replay: {name}, {len(lines)} lines, preview: {first}]"
    about = [name, attachment.media_type, None if attachment.size is None else f"{attachment.size} bytes"]
    return f"[Historical {attachment.kind} omitted from replay: {', '.join(each for each in about if each)}]"


def one_line(text: str, limit: int) -> str:
    """Return ``text`` without secrets, on one line, cut to ``limit``."""
    return cut(" ".join(mask_secrets(text).split()), limit, TRUNCATED)


def _ends(text: str, room: int) -> str:
    if len(text) <= min(room, MAX_HEAD + MAX_TAIL):
        return text
    room = min(room - len(_GAP), MAX_HEAD + MAX_TAIL)
    head = room * MAX_HEAD // (MAX_HEAD + MAX_TAIL)
    return cut(text, head, "") + _GAP + _last(text, room - head)


def _last(text: str, limit: int) -> str:
    """Return the end of ``text``, at most ``limit`` characters, from a grapheme boundary on."""
    near = text[-(limit + _LOOK_BACK) :]
    first = len(near) - limit
    return next((near[match.start() :] for match in _GRAPHEME.finditer(near) if match.start() >= first), "")
