"""Which tools may run, and which prepared actions are asked first."""

from collections.abc import Iterable
from dataclasses import dataclass

from gemma_app.agent.action import PreparedAction
from gemma_app.agent.tool import Effect, Tool
from gemma_app.language import Language, Phrase, same

_DOOR_NAMES = {
    "habits.read": Phrase(ko="습관", en="habits"),
    "tracker.read": Phrase(ko="기록", en="check-ins"),
    "boards.read": Phrase(ko="보드", en="boards"),
    "catalog.read": Phrase(ko="카탈로그", en="catalog"),
}


def door_name(door: str) -> Phrase:
    """Return what a data scope is called where people read of it."""
    return _DOOR_NAMES.get(door, same(door))


def named_doors(doors: Iterable[str], language: Language) -> str:
    """Return the names of data scopes, as a list in a sentence."""
    return ", ".join(door_name(door).say(language) for door in doors)


def locked_notice(doors: Iterable[str]) -> Phrase:
    """Say that data scopes are locked for the profile in use, and where that is changed."""
    closed = tuple(doors)
    return Phrase(
        ko=f"이 프로필에서는 잠겨 있어요: {named_doors(closed, 'ko')}. "
        "창의 ‘프로필과 잠금’이나 ‘gemma-app profile lock’ 명령으로 바꿀 수 있어요.",
        en=f"Locked for this profile: {named_doors(closed, 'en')}. "
        "This is changed under ‘Profiles and locks’ in the window, or with ‘gemma-app profile lock’.",
    )


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The user's choice of what is asked, which can only add to what is always asked, and of what is locked.

    Args:
        always_ask: Names of the reversible tools that the user wants to confirm too.
        closed_doors: The data scopes that are locked: no tool that reads one of them runs.
        model_suggests: True where the model in use is not known to call well: whatever it would change is asked first.
    """

    always_ask: frozenset[str] = frozenset()
    closed_doors: frozenset[str] = frozenset()
    model_suggests: bool = False

    def allows(self, tool: Tool) -> bool:
        """Tell whether ``tool`` may run at all."""
        return not self.closed(tool.doors)

    def closed(self, doors: Iterable[str]) -> tuple[str, ...]:
        """Return those of ``doors`` that are locked."""
        return tuple(door for door in doors if door in self.closed_doors)

    def must_ask(self, tool: Tool, action: PreparedAction, *, outside_content: bool, by_model: bool) -> bool:
        """Tell whether ``action`` needs an approval.

        Args:
            tool: The tool that prepared it.
            action: What would be done.
            outside_content: True where this turn has read text that came from outside, such as a pasted file.
            by_model: True where the model made the call, not the user.
        """
        return (
            tool.effect is Effect.CONFIRM
            or action.must_ask
            or action.destroys
            or outside_content
            or (by_model and self.model_suggests)
            or tool.name in self.always_ask
        )
