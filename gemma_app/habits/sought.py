"""Which one entry of the catalog a search is for, where its words say more than a category."""

from dataclasses import dataclass

import regex

from gemma_app.habits.catalog import Catalog, CatalogEntry
from gemma_app.habits.keywords import telling_words
from gemma_app.habits.meant import LIKELY, entry_meant
from gemma_app.habits.topics import without_topics
from gemma_app.text import cut

LONGEST_KEYWORD = 50
"""Letters of a keyword, as the tool takes it."""
_RATHER_THAN = "말고"
_LOOKED_AT = 300
_HANGUL = regex.compile(r"\p{Hangul}")


@dataclass(frozen=True, kw_only=True)
class Sought:
    """What a search is for.

    Args:
        entry: The entry.
        keyword: Finds it first, and after it what is like it.
    """

    entry: CatalogEntry
    keyword: str


def entry_sought(said: str, catalog: Catalog) -> Sought | None:
    """Return the entry whose title ``said`` contains, or that it is about by its letters and by its words alike.

    A word that names a category counts for no entry of it: who asks for "light" wants all of them.
    """
    wanted = said[:_LOOKED_AT].rpartition(_RATHER_THAN)[2]
    if titled := catalog.mentioned(wanted):
        title = titled[0].title_ko if _HANGUL.search(wanted) else titled[0].title_en
        return Sought(entry=titled[0], keyword=title) if len(titled) == 1 else None
    keyword = cut(" ".join(telling_words(without_topics(wanted))), LONGEST_KEYWORD, "")
    meant = entry_meant(wanted, least=LIKELY)
    found = catalog.search(keyword=keyword, limit=1)[0] if keyword and meant else []
    return Sought(entry=found[0], keyword=keyword) if found and found[0].id == meant else None
