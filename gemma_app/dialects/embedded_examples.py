"""What the embedded model is shown of how people ask and what the app then does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Example:
    """Something a person says and the reaction to it.

    Args:
        said: The person's words.
        tool: Name of the tool that is called, empty where the app only talks.
        arguments: Arguments of the call.
        answer: What the app says where it only talks.
    """

    said: str
    tool: str = ""
    arguments: Mapping[str, Any]
    answer: str = ""


def _call(said: str, tool: str, **arguments: Any) -> Example:
    return Example(said=said, tool=tool, arguments=arguments)


def _talk(said: str, answer: str) -> Example:
    return Example(said=said, arguments={}, answer=answer)


EXAMPLES = (
    _call("식후 걷기 습관 추가해줘", "add_habit", protocol_id="식후 걷기"),
    _call("I took a cold shower today", "log_tracker_entry", habit_id="cold shower", value="done"),
    _call("책 읽기 며칠째 하고 있어?", "get_streak", habit_id="책 읽기"),
    _call("스트레스에 좋은 습관 찾아줘", "search_catalog", keyword="스트레스"),
    _talk("안녕하세요", "안녕하세요! 습관에 대해 무엇이든 말씀해 주세요."),
    _call("Add box breathing to my habits", "add_habit", protocol_id="box breathing"),
    _call("물 마시기 오늘 다 했어", "log_tracker_entry", habit_id="물 마시기", value="done"),
    _call("What's my streak for reading?", "get_streak", habit_id="reading"),
    _call("지금 하고 있는 습관 보여줘", "list_active_habits"),
    _call("Find habits for better focus", "search_catalog", keyword="focus"),
    _call("사우나는 어떻게 하는 거야?", "query_protocol", id="사우나"),
    _call("어제 근력 운동 못 했어", "log_tracker_entry", habit_id="근력 운동", value="blank", date="어제"),
    _talk("Thank you!", "You're welcome!"),
    _call("Show my habits", "list_active_habits"),
)
