"""Asking and showing in a terminal."""

import sys
from collections.abc import Callable

import typer

from gemma_app.agent.question import Question
from gemma_app.language import Language, Phrase
from gemma_app.text import visible

_TITLE = Phrase(ko="이 작업을 수행할까요?", en="Do this?")
_PROMPT = Phrase(ko="하려면 'y'를 누르고 Enter: ", en="Type 'y' and Enter to do it: ")
_NOBODY = Phrase(
    ko="터미널이 아니라서 묻지 못했고, 아무것도 하지 않았어요. 하려면 --yes를 붙이거나 터미널에서 실행해 주세요.",
    en="There is no terminal to ask in, so it was not done. Add --yes to do it, or run this in a terminal.",
)


def show_question(question: Question, language: Language) -> None:
    """Print what would be done."""
    typer.echo(f"\n{_TITLE.say(language)}\n{visible(question.headline.say(language))}", err=True)
    for row in question.details:
        typer.echo(f"  {row.label.say(language)}: {visible(row.value.say(language))}", err=True)


def answerer(*, yes: bool, no: bool, language: Language) -> Callable[[Question], bool]:
    """Return what answers questions: the given option, or the person at the terminal; no terminal means no.

    Raises:
        typer.BadParameter: Both options are given.
    """
    if yes and no:
        raise typer.BadParameter("--yes and --no exclude each other")

    def ask(question: Question) -> bool:
        if yes or no:
            return yes
        show_question(question, language)
        if not sys.stdin.isatty():
            typer.echo(_NOBODY.say(language), err=True)
            return False
        typer.echo(_PROMPT.say(language), nl=False, err=True)
        return sys.stdin.readline().strip().lower() in {"y", "yes", "ㅛ", "네", "예"}

    return ask
