"""The situations that are measured, turn by turn."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from gemma_app.bench.words import ACTING, OPENING, TALKING, TWICE, said
from gemma_app.language import Language

Scenario = Literal[
    "cold", "warm", "after_20", "tools_changed", "no_tool", "two_calls", "long_prefix_cold", "long_prefix_warm"
]
LONG: tuple[Scenario, ...] = ("long_prefix_cold", "long_prefix_warm")
"""With a model that the user brought, which reads the whole list of tools first."""

LANGUAGES: tuple[Language, ...] = ("ko", "en")
TURNS_BEFORE = 20


@dataclass(frozen=True, kw_only=True)
class Planned:
    """A turn that is measured, and what is said before it.

    Args:
        scenario: Which situation.
        number: Which turn of it, from 0.
        language: The app's language.
        talk: Names the conversation.
        text: What is said.
        before: What is said earlier in the conversation, unmeasured.
        locked: The tools that read the catalog are there before, and gone in this turn.
    """

    scenario: Scenario
    number: int
    language: Language
    talk: str
    text: str
    before: tuple[str, ...] = ()
    locked: bool = False


def languages_of(turns: int) -> list[Language]:
    """Return the language of each turn: the first half Korean, the second English, as nobody changes it in between."""
    return [LANGUAGES[number * len(LANGUAGES) // turns] for number in range(turns)]


def first_turns(turns: int, scenario: Scenario) -> Iterator[Planned]:
    """Plan the first turn after a start, ``turns`` times."""
    for planned in second_turns(turns, scenario):
        yield replace(planned, before=())


def second_turns(turns: int, scenario: Scenario) -> Iterator[Planned]:
    """Plan the second turn of ``turns`` conversations."""
    words = {"no_tool": TALKING, "two_calls": TWICE}.get(scenario, ACTING)
    for number, language in enumerate(languages_of(turns)):
        yield Planned(
            scenario=scenario,
            number=number,
            language=language,
            talk=f"{scenario}-{number}",
            text=said(words, language, number),
            before=(said(OPENING, language, number),),
            locked=scenario == "tools_changed",
        )


def late_turns(turns: int) -> Iterator[Planned]:
    """Plan turns of a conversation in each language that has gone on for a while."""
    begun: set[Language] = set()
    for number, language in enumerate(languages_of(turns)):
        earlier = [said(ACTING if at % 3 else TALKING, language, at) for at in range(TURNS_BEFORE)]
        yield Planned(
            scenario="after_20",
            number=number,
            language=language,
            talk=f"after_20-{language}",
            text=said(ACTING, language, number + TURNS_BEFORE),
            before=() if language in begun else tuple(earlier),
        )
        begun.add(language)


def conversations(turns: int) -> Iterator[Planned]:
    """Plan everything that happens in one running app."""
    for scenario in ("warm", "tools_changed", "no_tool", "two_calls"):
        yield from second_turns(turns, scenario)
    yield from late_turns(turns)
