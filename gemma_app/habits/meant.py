"""Which entry of the catalog a sentence is about, by the letters of how people speak of it."""

from collections.abc import Collection

from gemma_app.letters import buckets_of, load_classifier

SURE = 0.35
"""Share from which on no entry of unseen sentences was wrong; see ``models/MODEL_CARD.md``."""
LIKELY = 0.15


def entry_meant(said: str, *, least: float, among: Collection[str] = ()) -> str | None:
    """Return the id of the entry that ``said`` is about, or None where none has the share ``least``.

    Args:
        said: What was said; titles, parts of them, or what one does or leaves.
        least: The least share that the entry must have, 0 to 1, of all entries and of what is none.
        among: Ids of which it must be one; any where empty.
    """
    classifier = load_classifier(__package__, "entries.npz")
    shares = classifier.shares(buckets_of(said), classifier.names)
    fitting = {kind[0]: share for kind, share in shares.items() if kind and (not among or kind[0] in among)}
    entry = next(iter(fitting), None)
    return entry if entry and fitting[entry] >= least else None
