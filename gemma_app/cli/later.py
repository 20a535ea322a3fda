"""Commands whose modules are imported when they are used, so that each waits for what it needs alone."""

from collections.abc import Callable, Mapping
from typing import Any

import typer
from typer.core import TyperCommand
from typer.main import get_command, get_group

Loaded = Callable[..., None] | typer.Typer


def later(load: Callable[[], Loaded]) -> type[TyperCommand]:
    """Return the class of a command that is listed by its help alone, and is what ``load`` returns where it is used.

    Args:
        load: Imports a command or a group of commands.
    """

    class Later(TyperCommand):
        """Stands for the command until it is used."""

        def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
            """Let the command itself read ``args``; options before its name are its defaults."""
            command = _command_of(load(), self.name)
            given = parent.default_map or {}
            return command.make_context(info_name, args, parent, default_map=_defaults(command, given), **extra)

    return Later


def _command_of(loaded: Loaded, name: str | None) -> Any:
    if isinstance(loaded, typer.Typer):
        return get_group(loaded)
    alone = typer.Typer(add_completion=False)
    alone.command(name)(loaded)
    return get_command(alone)


def _defaults(command: Any, given: Mapping[str, str]) -> dict[str, Any]:
    """Return ``given`` as the defaults of ``command`` and of every command under it."""
    if (commands := getattr(command, "commands", None)) is None:
        return dict(given)
    return {name: _defaults(below, given) for name, below in commands.items()}
