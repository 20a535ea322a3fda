"""Which tools may run, and which prepared actions are asked first."""

from dataclasses import dataclass

from gemma_app.agent.action import PreparedAction
from gemma_app.agent.tool import Effect, Tool


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
        return self.closed_doors.isdisjoint(tool.doors)

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
