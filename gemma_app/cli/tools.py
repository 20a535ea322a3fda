"""``gemma-app tool`` and ``gemma-app habit``: the registry, one call without a model, and verbs that have no tool."""

import json
import sys
from typing import Annotated

import typer

from gemma_app.app import call_tool
from gemma_app.cli.options import AsJson, DataDir, Lang, No, Today, Yes, opened
from gemma_app.cli.terminal import answerer

tool = typer.Typer(no_args_is_help=True, help="The tools that the model may call.")
habit = typer.Typer(no_args_is_help=True, help="The habits that are active.")
_STANDARD_INPUT = "-"


@tool.command("list")
def list_tools(data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False) -> None:
    """List the tools with what they do."""
    with opened(data_dir, today, lang) as app:
        tools = list(app.registry)
    if as_json:
        typer.echo(
            json.dumps(
                [
                    {
                        "name": each.name,
                        "description": each.description,
                        "effect": each.effect.value,
                        "doors": list(each.doors),
                        "parameters": each.parameters,
                    }
                    for each in tools
                ],
                ensure_ascii=False,
            )
        )
        return
    for each in tools:
        typer.echo(f"{each.name}  [{each.effect.value}]  {each.description}")


@tool.command("call")
def call(
    name: Annotated[str, typer.Argument(help="Name of the tool.")],
    arguments: Annotated[str, typer.Argument(metavar="JSON", help="The arguments, or - for standard input.")],
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,  # noqa: ARG001
    yes: Yes = False,
    no: No = False,
) -> None:
    """Call one tool without a model and print the envelope, which always is JSON."""
    text = sys.stdin.buffer.read().decode("utf-8-sig", "surrogateescape") if arguments == _STANDARD_INPUT else arguments
    with opened(data_dir, today, lang) as app:
        ask = answerer(yes=yes, no=no, language=app.choices.language())
        done = call_tool(app, name, text, approve=lambda asks: ask(asks.question))
        typer.echo(done.envelope)


@habit.command("list")
def list_habits(data_dir: DataDir = None, today: Today = None, lang: Lang = None, as_json: AsJson = False) -> None:
    """List the active habits."""
    with opened(data_dir, today, lang) as app:
        language = app.choices.language()
        habits = [
            {"id": each.id, "title": each.title.say(language), "type": each.type, "protocol_id": each.entry_id}
            for each in app.habits.active()
        ]
    if as_json:
        typer.echo(json.dumps(habits, ensure_ascii=False))
        return
    for each in habits:
        typer.echo(f"{each['id']}  {each['title']}  ({each['protocol_id']})")


@habit.command("archive")
def archive(
    habit_id: Annotated[int, typer.Argument(metavar="ID", help="Number of the habit.")],
    data_dir: DataDir = None,
    today: Today = None,
    lang: Lang = None,
    as_json: AsJson = False,
    yes: Yes = False,
) -> None:
    """Stop a habit; its history is kept."""
    with opened(data_dir, today, lang) as app:
        language = app.choices.language()
        action = app.habits.prepare_archive(habit_id)
        if not yes and not typer.confirm(action.headline.say(language), err=True):
            raise typer.Exit(1)
        receipt = app.habits.perform(action, "archive_habit", actor="command", approved=True)
        typer.echo(json.dumps(receipt.data, ensure_ascii=False) if as_json else receipt.text.say(language))
