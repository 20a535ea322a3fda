"""One user's situation, drawn at random: the habits, the board, the day, and what stands in each slot of a phrasing."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from gemma_app.language import Language
from models.phrasing import Filler

_FIRST_DAY = date(2026, 1, 1)
_DAYS = 730
_MOST_HABITS = 6
_LISTED = ("t1", "t2", "t3", "t4", "t5")
_SIZES = range(10, 410, 10)
_SELECTED = frozenset({"selected", "textselected", "bindselected"})
_OF_TEXT = frozenset({"textcomp", "textselected"})
_HABIT_NUMBERS = (10, 40, 100)
_CARELESS = 0.08
_LOWER_CASE = 0.5
_BOARDS = ((800, 600), (1024, 768), (640, 480), (1200, 800))


@dataclass(frozen=True, kw_only=True)
class ActiveHabit:
    """An active habit of the user.

    Args:
        id: Its number.
        title: As the context shows it.
        protocol_id: The catalog entry it is of, with ``u-`` before an entry of the user's own.
        refs: How people call it: ``{"said", "use_title"?}``.
    """

    id: int
    title: str
    protocol_id: str
    refs: Sequence[Mapping[str, Any]]


@dataclass(kw_only=True)
class Scene:
    """A situation in which something is said.

    Args:
        data: The slot data.
        chance: Source of every choice.
        language: Language of the titles and the fillers.
        any_language: Whether catalog entries may be called by their names in the other language.
        kind: What the phrasing needs of its situation.
    """

    data: Mapping[str, Any]
    chance: random.Random
    language: Language
    any_language: bool = False
    kind: str = ""
    habits: list[ActiveHabit] = field(default_factory=list)
    board: dict[str, Any] | None = None
    selection: list[int] = field(default_factory=list)
    fillers: dict[str, Filler] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.today = _FIRST_DAY + timedelta(days=self.chance.randrange(_DAYS))

    def fill_habits(self, names: set[str], spoken: set[str], *, absent: bool) -> None:
        """Draw the active habits and those that the slots name; an ``absent`` one is named but not active."""
        wanted = [name for name in ("habit", "habit2") if name in names or (name == "habit" and "hid" in names)]
        drawn = self._draw_habits(len(wanted) + _MOST_HABITS)
        named, others = drawn[: len(wanted)], drawn[len(wanted) :]
        for name, habit in zip(wanted, named, strict=True):
            refs = [{"said": ref["said"]} for ref in habit.refs] if absent else habit.refs
            self.fillers[name] = self._called(refs, habit.title, spoken=name in spoken)
        words = {word.casefold() for name in wanted for word in self.fillers[name].said.split()}
        unlike = [habit for habit in others if words.isdisjoint(habit.title.casefold().split())]
        self._activate([] if absent else named, unlike)
        if "hid" in names:
            number = next(str(habit.id) for habit in self.habits if habit.title == self.fillers["habit"].title)
            self.fillers["hid"] = Filler(said=number, value=number)

    def _activate(self, named: list[ActiveHabit], others: list[ActiveHabit]) -> None:
        least = {"many": 2, "only": 1}.get(self.kind, 0)
        most = 1 if self.kind == "only" else _MOST_HABITS
        count = self.chance.randint(max(least, len(named)), most)
        self.habits = [*named, *others[: count - len(named)]]
        self.chance.shuffle(self.habits)

    def _draw_habits(self, count: int) -> list[ActiveHabit]:
        """Draw habits with different titles and numbers, of the catalog and of the user's own; a fixed one first."""
        fixed = self.kind.partition("habit:")[2]
        entries = self.data["entries"]
        first = [entry for entry in entries if entry["id"] == fixed]
        own = self.chance.sample(self.data["user_habits"][self.language], len(entries) // 2)
        pool = [*(entry for entry in entries if entry not in first), *own]
        items = [*first, *self.chance.sample(pool, count - len(first))]
        numbers = self.chance.sample(range(1, self.chance.choice(_HABIT_NUMBERS)), count)
        return [self._habit(number, item) for number, item in zip(numbers, items, strict=True)]

    def _habit(self, number: int, item: Any) -> ActiveHabit:
        if isinstance(item, list):
            own = f"u-{self.data['user_habits'][self.language].index(item) + 1}"
            return ActiveHabit(id=number, title=item[0], protocol_id=own, refs=[{"said": name} for name in item])
        title = item["title"][self.language]
        return ActiveHabit(id=number, title=title, protocol_id=item["id"], refs=self._refs(item))

    def _refs(self, entry: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        either = self.any_language and self.chance.random() < 0.5
        refs: Sequence[Mapping[str, Any]] = entry["refs"]["en" if either else self.language]
        return refs

    def _called(self, refs: Sequence[Mapping[str, Any]], title: str, *, spoken: bool) -> Filler:
        """What the user calls it and what the call holds: the same words, or the title where they share too little."""
        if not spoken:
            return Filler(said=title, value=title, title=title)
        ref = self.chance.choice(refs)
        said: str = re.sub(r"(?<=[가-힣]) ", "", ref["said"]) if self.chance.random() < _CARELESS else ref["said"]
        said = said.lower() if self.chance.random() < _LOWER_CASE else said
        return Filler(said=said, value=title if ref.get("use_title") else said, title=title)

    def fill_titles(self, names: set[str], spoken: set[str]) -> None:
        """Draw the catalog entries that the slots name, with a dose and sentences of the first."""
        wanted = [name for name in ("title", "title2", *_LISTED) if name in names]
        first = "title" in names
        for name, entry in zip(wanted, self.chance.sample(self.data["entries"], len(wanted)), strict=True):
            self.fillers[name] = self._called(self._refs(entry), entry["title"][self.language], spoken=name in spoken)
            if first and name == "title":
                dose = self.chance.choice(entry["doses"][self.language])
                own = entry["own"][self.language]
                texts = {"dose": dose, "own_l2": own["L2"], "own_l3": own["L3"]}
                self.fillers |= {key: Filler(said=text, value=text) for key, text in texts.items()}

    def fill_board(self, names: set[str]) -> None:
        """Draw a small board, what is selected on it, and the components that the slots name."""
        width, height = self.chance.choice(_BOARDS)
        components = self._components()
        self.board = {"width": width, "height": height, "fillStyle": "#FFFFFF", "components": components}
        for number, component in zip(("", "2"), components, strict=False):
            self.fillers[f"ref{number}"] = Filler(said=str(component["refid"]), value=component["refid"])
            self.fillers[f"comp{number}"] = Filler(said=component["name"], value=component["name"])
        if self.kind in _SELECTED:
            self.selection = [components[0]["refid"]]
        elif self.kind != "noselection" and names and self.chance.random() < 0.2:
            self.selection = [self.chance.choice(components)["refid"]]
        components.sort(key=lambda component: int(component["refid"]))

    def _components(self) -> list[dict[str, Any]]:
        kinds = self.data["components"][self.language]
        named = [(kind, name) for kind, names in kinds.items() for name in names]
        self.chance.shuffle(named)
        if self.kind in _OF_TEXT:
            named.sort(key=lambda item: item[0] != "text")
        count = self.chance.randint(2, 6)
        numbers = self.chance.sample(range(1, 100), count)
        return [self._component(refid, kind, name) for refid, (kind, name) in zip(numbers, named[:count], strict=True)]

    def _component(self, refid: int, kind: str, name: str) -> dict[str, Any]:
        left, top, width, height = (self.chance.choice(_SIZES) for _ in range(4))
        found = {"refid": refid, "type": kind, "name": name, "left": left, "top": top, "width": width, "height": height}
        if kind == "text":
            found["text"] = self.chance.choice(self.data["slots"]["text"][self.language])["said"]
        if kind.startswith(("gauge", "progress")) and self.habits:
            found["id"] = f"habit:{self.chance.choice(self.habits).id}"
        return found

    def fill_words(self, names: set[str]) -> None:
        """Draw what stands in the slots that are left: days, categories, words, colours, numbers."""
        for name in sorted(names - self.fillers.keys()):
            if name in {"x", "y", "w", "h"}:
                size = self.chance.choice(_SIZES)
                self.fillers[name] = Filler(said=str(size), value=size)
                continue
            base = name.removesuffix("2")
            taken = self.fillers[base].value if base != name and base in self.fillers else None
            items = [item for item in self.data["slots"][base][self.language] if item["value"] != taken]
            item = self.chance.choice(items)
            self.fillers[name] = self._dated(item) if base in {"past", "date"} else Filler(**item)

    def _dated(self, item: Mapping[str, str]) -> Filler:
        """Put a day of the last three into words such as ``%m월 %d일``."""
        day = self.today - timedelta(days=self.chance.randint(1, 3))
        weekday = self.data["weekdays"][self.language][day.weekday()]
        forms = {"%F": day.isoformat(), "%m": f"{day.month}", "%d": f"{day.day}", "%w": weekday, "%B": f"{day:%B}"}
        forms["%b"] = f"{day:%b}"

        def words(text: str) -> str:
            return re.sub("%[FmdwbB]", lambda form: forms[form[0]], text)

        return Filler(said=words(item["said"]), value=words(item["value"]))
