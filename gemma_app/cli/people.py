"""``gemma-app profile``: who shares the device, and what is locked for whom."""

import json
from typing import Annotated

import typer

from gemma_app.app import App
from gemma_app.cli.options import AsJson, DataDir, Lang, Today, opened
from gemma_app.errors import Rejected
from gemma_app.habits.profiles import Profile
from gemma_app.language import Phrase
from gemma_app.text import visible

profile = typer.Typer(no_args_is_help=True, help="The people who share this device.")
ProfileId = Annotated[int, typer.Argument(metavar="ID", help="Number of the profile.")]
Name = Annotated[str, typer.Argument(help="What the person is called.")]
Scopes = Annotated[list[str] | None, typer.Argument(metavar="[SCOPE]...", help="Data scopes, such as habits.read.")]


@profile.command("list")
def list_profiles(data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False) -> None:
    """List the profiles; a star marks the one in use."""
    with opened(data_dir, today, lang) as app:
        _print(app, app.profiles.all(), as_json=as_json)


@profile.command("add")
def add(name: Name, data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False) -> None:
    """Add a person."""
    with opened(data_dir, today, lang) as app:
        _print(app, [app.profiles.add(name)], as_json=as_json)


@profile.command("rename")
def rename(
    profile_id: ProfileId,
    name: Name,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Give a person another name."""
    with opened(data_dir, today, lang) as app:
        _print(app, [app.profiles.rename(profile_id, name)], as_json=as_json)


@profile.command("use")
def use(
    profile_id: ProfileId,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Use the app as this person from now on."""
    with opened(data_dir, today, lang) as app:
        found = app.profiles.find(profile_id)
        app.choices.change(profile=found.id)
        _print(app, [found], as_json=as_json)


@profile.command("lock")
def lock(
    profile_id: ProfileId,
    scopes: Scopes = None,
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Lock exactly these data scopes for a person; none unlocks everything."""
    with opened(data_dir, today, lang) as app:
        found = app.profiles.find(profile_id)
        if unknown := set(scopes or ()) - set(app.registry.doors):
            names = ", ".join(app.registry.doors)
            raise Rejected(
                "unknown_scope",
                Phrase(ko=f"{min(unknown)}: 그런 범위가 없어요. ({names})", en=f"{min(unknown)}: not one of {names}."),
            )
        app.choices.lock_doors(found.id, scopes or ())
        _print(app, [found], as_json=as_json)


def _print(app: App, profiles: list[Profile], *, as_json: bool) -> None:
    used = app.choices.profile()
    if as_json:
        listed = [
            {
                "id": each.id,
                "name": each.name,
                "in_use": each.id == used,
                "locked": sorted(app.choices.locked_doors(each.id)),
            }
            for each in profiles
        ]
        typer.echo(json.dumps(listed, ensure_ascii=False))
        return
    for each in profiles:
        locked = ", ".join(sorted(app.choices.locked_doors(each.id)))
        mark = "*" if each.id == used else " "
        typer.echo(f"{mark} {each.id}  {visible(each.title.say(app.choices.language()))}  {locked}".rstrip())
