"""Compacts a conversation so that another assistant can go on with it.

The last messages go along as they are; what came before becomes one message of background. Secrets are masked before
anything is cut, and each part has room of its own, so that none can push another out. Lengths are code points.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from gemma_app.agent.messages import ToolResultPart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.evidence import Output, one_line, placeholder
from gemma_app.conversation.labels import TRUNCATED, as_text
from gemma_app.conversation.masking import mask_secrets
from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.selection import Line, take
from gemma_app.conversation.significance import is_filler, is_important
from gemma_app.text import cut

BULKY_TOOLS = frozenset(
    {
        "terminal",
        "terminal_exec",
        "terminal_execute",
        "terminal_start",
        "terminal_poll",
        "terminal_read_context",
    }
)
MAX_USER_TURNS = 100
RAW_ITEMS = 6
RECENT_MESSAGES = 20
MAX_ITEM = 2_000
MAX_BACKGROUND = 3_000
USER_ROOM, ASSISTANT_ROOM = 1_400, 900
MAX_USER_LINE, MAX_ASSISTANT_LINE, MAX_RESULT_LINE = 280, 360, 500
_MAX_BESIDE = 1_000
_MAX_CALL, _MAX_ORIGIN, _MAX_ID = 300, 100, 48
_INTRODUCTION = (
    "[Compact prior conversation context]\n"
    "This is background from earlier in the conversation. Where it differs from the current request, the current "
    "request wins."
)
_REQUESTS, _ANSWERS, _RECENT = "Earlier requests:", "Earlier answers:", "Shortly before:"

_USER, _ASSISTANT = "User request: ", "Assistant context: "
_COMMANDS = ("command", "cmd", "input")


def build_handoff_messages(
    messages: Sequence[StoredMessage], *, bulky_tools: Set[str] = BULKY_TOOLS
) -> list[dict[str, str]]:
    """Return at most seven ``{"role", "content"}`` messages from which the conversation can be continued.

    Args:
        messages: Messages in order, with closed doors already redacted.
        bulky_tools: Tools whose output is only sketched.
    """
    tail = _tail(messages)
    handoff = _Handoff(tail, bulky_tools)
    items = [(place, item) for place, row in enumerate(tail) if (item := handoff.item(row)) is not None]
    raw = items[-RAW_ITEMS:]
    background = handoff.background(raw[0][0]) if raw else []
    return background + [item for _, item in raw]


def build_handoff_messages_for_bridge(
    messages: Sequence[StoredMessage],
    session_id: str,  # noqa: ARG001
) -> list[dict[str, str]] | None:
    """Return the same for a bridge that names its session, which changes nothing; None without messages."""
    return build_handoff_messages(messages) or None


def _tail(messages: Sequence[StoredMessage]) -> list[StoredMessage]:
    turns = [index for index, row in enumerate(messages) if row.role == "user"]
    return list(messages[turns[-MAX_USER_TURNS] :] if len(turns) >= MAX_USER_TURNS else messages)


def _origins(rows: Sequence[StoredMessage]) -> dict[tuple[str, str], ToolCall]:
    """The call behind each result, by message id and call id, since models use call ids again."""
    latest: dict[str, ToolCall] = {}
    origins: dict[tuple[str, str], ToolCall] = {}
    for row in rows:
        latest |= {call.id: call for call in row.tool_calls}
        for part in row.tool_results:
            if part.tool_use_id in latest:
                origins[row.id, part.tool_use_id] = latest[part.tool_use_id]
    return origins


class _Handoff:
    """Renders the messages of a tail, knowing which call each result came from."""

    def __init__(self, tail: Sequence[StoredMessage], bulky_tools: Set[str]) -> None:
        self._tail = tail
        self._origins = _origins(tail)
        self._bulky_tools = bulky_tools

    def item(self, row: StoredMessage) -> dict[str, str] | None:
        """Return ``row`` as it is handed on, None where nothing is left of it."""
        content = mask_secrets(row.content)
        match row.role:
            case "user":
                content = _with_beside(content, [placeholder(each) for each in row.attachments])
            case "assistant":
                calls = [f"Tool call: {_called(call, _MAX_CALL)}" for call in row.tool_calls]
                content = _with_beside(content, calls + self._results(row, _MAX_BESIDE))
            case "tool":
                content = "\n".join(self._results(row, MAX_ITEM)) or (content and f"Tool result: {content}")
            case "system":
                content = content and f"[system] {content}"
        role = "assistant" if row.role in {"assistant", "tool"} else "user"
        return {"role": role, "content": cut(content, MAX_ITEM, TRUNCATED)} if content.strip() else None

    def background(self, start: int) -> list[dict[str, str]]:
        """Return one message about what came before ``start``, or none where nothing is worth saying."""
        spoken = list(self._spoken(range(start)))
        said = {line.text for line in [*self._spoken(range(start, len(self._tail))), *self._reported(start, None)]}
        requests = take((line for line in spoken if line.text.startswith(_USER)), USER_ROOM, said)
        answers = take((line for line in spoken if line.text.startswith(_ASSISTANT)), ASSISTANT_ROOM, said)
        text = _INTRODUCTION + _section(_REQUESTS, requests) + _section(_ANSWERS, answers)
        recent = range(max(0, start - RECENT_MESSAGES), start)
        text += _section(_RECENT, self._recent(recent, MAX_BACKGROUND - len(text) - len(_RECENT) - 3, spoken, said))
        return [{"role": "user", "content": text}] if text != _INTRODUCTION else []

    def _recent(self, places: range, room: int, spoken: Sequence[Line], said: set[str]) -> list[Line]:
        """The newest results and important texts, at least one result among them."""
        results = [line for line in self._reported(places.start, places.stop) if line.text not in said]
        newest = [replace(line, text=cut(line.text, room - 1, TRUNCATED)) for line in results[-1:]]
        first = take(newest, room, said)
        said |= {line.text for line in results[-1:]}
        room -= sum(len(line.text) + 1 for line in first)
        important = [replace(line, priority=0) for line in spoken if line.priority > 1 and line.place in places]
        return sorted(first + take(results + important, room, said), key=lambda line: line.place)

    def _spoken(self, places: range) -> Iterator[Line]:
        """What the user and the assistant said, without fillers; what matters has priority."""
        for place in places:
            row = self._tail[place]
            label, limit = {"user": (_USER, MAX_USER_LINE), "assistant": (_ASSISTANT, MAX_ASSISTANT_LINE)}.get(
                row.role, ("", 0)
            )
            words = " ".join(mask_secrets(row.content).split())
            if label and words and not is_filler(words, by_assistant=row.role == "assistant"):
                text = label + cut(words, limit, TRUNCATED)
                yield Line(place=place, text=text, priority=2 if is_important(words) else 1)

    def _reported(self, start: int, end: int | None) -> list[Line]:
        """The results of tools between two places, each on a line."""
        lines: list[Line] = []
        for place, row in list(enumerate(self._tail))[start:end]:
            for part in row.tool_results:
                label = self._label(row, part, _MAX_ORIGIN)
                body = " ".join(self._body(row, part, MAX_RESULT_LINE).split())
                lines.append(Line(place=place, text=label + body))
        return lines

    def _results(self, row: StoredMessage, room: int) -> list[str]:
        """The results of a message, each with an equal share of the room."""
        shares = []
        for part in row.tool_results:
            label = self._label(row, part, _MAX_CALL)
            share = room // len(row.tool_results) - 1
            shares.append(label + self._body(row, part, max(share - len(label), len(TRUNCATED))))
        return shares

    def _label(self, row: StoredMessage, part: ToolResultPart, limit: int) -> str:
        call = self._origins.get((row.id, part.tool_use_id))
        origin = f" [from {_called(call, limit)}]" if call else ""
        return f"Tool {'error' if part.is_error else 'result'}{origin} ({one_line(part.tool_use_id, _MAX_ID)}): "

    def _body(self, row: StoredMessage, part: ToolResultPart, limit: int) -> str:
        call = self._origins.get((row.id, part.tool_use_id))
        if call is None or call.name not in self._bulky_tools:
            return cut(mask_secrets(part.content), limit, TRUNCATED)
        command = next((call.arguments[name] for name in _COMMANDS if name in call.arguments), call.arguments)
        output = Output(
            call_id=part.tool_use_id,
            command=command if isinstance(command, str) else _arguments(call),
            text=part.content,
            failed=part.is_error,
        )
        return output.within(limit)


def _called(call: ToolCall, limit: int) -> str:
    return f"{one_line(call.name, _MAX_ID)}({one_line(_arguments(call), limit)})"


def _arguments(call: ToolCall) -> str:
    """The arguments as JSON, each text masked before its quotes are escaped."""
    return as_text(_masked(call.arguments))


def _masked(value: Any) -> Any:
    match value:
        case str():
            return mask_secrets(value)
        case Mapping():
            return {name: _masked(item) for name, item in value.items()}
        case list() | tuple():
            return [_masked(item) for item in value]
        case _:
            return value


def _with_beside(content: str, beside: Sequence[str]) -> str:
    """A text and what stands beside it; neither takes the room of the other."""
    below = cut("\n".join(beside), _MAX_BESIDE, TRUNCATED)
    if not below:
        return content
    above = cut(content, MAX_ITEM - len(below) - 1, TRUNCATED)
    return f"{above}\n{below}" if above.strip() else below


def _section(heading: str, lines: Sequence[Line]) -> str:
    return "\n\n" + "\n".join([heading, *(line.text for line in lines)]) if lines else ""
