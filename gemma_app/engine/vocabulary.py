"""Looks for tokens in a model file without loading it."""

from collections.abc import Collection
from pathlib import Path

from gemma_app.engine.gguf_header import STRING, Array, GgufHeader, mapped, strings_at


def held_texts(path: Path, header: GgufHeader, wanted: Collection[str]) -> frozenset[str]:
    """Return which of ``wanted`` are tokens of the model.

    Args:
        path: The GGUF file.
        header: Its header.
        wanted: Texts to look for.

    Raises:
        AppError: As ``mapped``.
    """
    entry = header.entries.get("tokenizer.ggml.tokens")
    if entry is None or not isinstance(entry.value, Array) or entry.value.type != STRING:
        return frozenset()
    by_bytes = {text.encode("utf-8"): text for text in wanted}
    sizes = set(map(len, by_bytes))
    with mapped(path) as view:
        places = strings_at(view, entry.value.start, entry.value.length)
        found = {view[start : start + size] for start, size in places if size in sizes}
    return frozenset(by_bytes[text] for text in found & by_bytes.keys())
