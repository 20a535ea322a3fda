"""The weights that the app knows: where they come from, their sums and their licence."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources

FILE = "catalogue.json"


@dataclass(frozen=True, kw_only=True)
class Weights:
    """A model file.

    Args:
        name: What people call it.
        repo: Where it comes from, and what was done to it.
        file: Its name.
        sha256: Of the whole file.
        size: In bytes.
        licence: The terms that it is under.
        dialect: The text format that it speaks.
    """

    name: str
    repo: str
    file: str
    sha256: str
    size: int
    licence: str
    dialect: str


def read_catalogue() -> Mapping[str, Weights]:
    """Return every entry by its file's name."""
    text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    return {entry["file"]: Weights(**entry) for entry in json.loads(text)}


CATALOGUE = read_catalogue()


def embedded() -> Weights:
    """Return the entry of the model that comes with the app."""
    return next(entry for entry in CATALOGUE.values() if entry.dialect == "embedded")
