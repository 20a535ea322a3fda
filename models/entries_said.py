"""How people speak of the catalog's entries, and of what is none of them."""

import itertools
import random
from collections.abc import Iterator, Sequence

from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.language import Language
from gemma_app.letters import Kind
from models.generate import Phrasing, load_phrasings, load_slots
from models.phrasing import Filler, fill_words, slot_names

_LANGUAGES: Sequence[Language] = ("ko", "en")
_NAMES = ({"title"}, {"habit"})
_FRAMES_OF_A_NAME = 3
_OF_ONE = "habit:"
_ARGUMENTS = ("protocol_id", "id")
_ABOUT_NONE = ("list", "board")
_SHARE_OF_NONE = 0.1
NONE: Kind = ()
# What is said of an entry by itself counts twice: each entry has few such sentences, and many framed names.
_TIMES_OF_ITS_OWN = 2


def entries_said(chance: random.Random) -> Iterator[tuple[str, Kind]]:
    """Give what is said and the entry it is about; no entry for talk, lists, boards and habits of one's own."""
    phrasings, data = load_phrasings(), load_slots()
    catalog = Catalog.load()
    titles = {entry.title.say(language): entry.id for entry in catalog.entries for language in _LANGUAGES}
    for phrasing in phrasings:
        if slot_names(phrasing.utterance):
            continue
        if about := _about(phrasing, titles):
            yield from itertools.repeat((phrasing.utterance, (about,)), _TIMES_OF_ITS_OWN)
        elif (not phrasing.calls or phrasing.intent in _ABOUT_NONE) and chance.random() < _SHARE_OF_NONE:
            yield phrasing.utterance, NONE
    entries = {entry.id: entry for entry in catalog.entries}
    for language in _LANGUAGES:
        frames = [
            phrasing.utterance
            for phrasing in phrasings
            if phrasing.language in (language, "mixed") and slot_names(phrasing.utterance) in _NAMES
        ]
        for slot in data["entries"]:
            names = [ref["said"] for ref in slot["refs"][language]]
            for words in _words(entries[slot["id"]], language, [*names, *slot["own"][language].values()]):
                yield words, (slot["id"],)
            for name in names:
                for frame in chance.sample(frames, _FRAMES_OF_A_NAME):
                    yield _framed(frame, name), (slot["id"],)
        for names in data["user_habits"][language]:
            for name in names:
                yield name, NONE
                yield _framed(chance.choice(frames), name), NONE


def _about(phrasing: Phrasing, titles: dict[str, str]) -> str | None:
    """Return the entry that a phrasing without slots is about."""
    if phrasing.kind.startswith(_OF_ONE):
        return phrasing.kind.removeprefix(_OF_ONE)
    named = {titles.get(str(call["arguments"].get(name))) for call in phrasing.calls for name in _ARGUMENTS}
    named.discard(None)
    return named.pop() if len(named) == 1 else None


def _words(entry: CatalogEntry, language: Language, said: Sequence[str]) -> Sequence[str]:
    tags, steps = (entry.tags_ko, entry.steps_ko) if language == "ko" else (entry.tags_en, entry.steps_en)
    titles = [entry.title.say(language)] * _TIMES_OF_ITS_OWN
    return (*[*said] * _TIMES_OF_ITS_OWN, *tags, *steps, entry.summary.say(language), *titles)


def _framed(frame: str, name: str) -> str:
    filler = Filler(said=name, value=name, title=name)
    return fill_words(frame, {"title": filler, "habit": filler})
