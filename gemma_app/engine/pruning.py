"""Rewrites a Gemma 3 model file with a smaller vocabulary, which makes each token much cheaper to decode."""

import struct
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from gemma_app.engine.gguf_header import ARRAY, STRING, Array, GgufHeader, TensorInfo, mapped, read_header

_TOKENS, _SCORES, _TYPES = "tokenizer.ggml.tokens", "tokenizer.ggml.scores", "tokenizer.ggml.token_type"
_EMBEDDING = "token_embd.weight"
_NORMAL = 1  # token type, from the GGUF specification

# Ids below this hold control tokens, line breaks, runs of spaces, HTML tags and the 256 byte tokens.
_FIRST_WORD = 512
# An English word is worth its row if it is among the frequent ones; ids are ordered by frequency.
_FREQUENT = 60_000
_SHORT = 2
_SPACE = "▁"
_HANGUL = ((0x1100, 0x11FF), (0x3130, 0x318F), (0xAC00, 0xD7A3))


def prune(source: Path, target: Path) -> None:
    """Write ``source`` with the part of its vocabulary that Korean, English, digits, punctuation and markup need.

    Byte tokens stay, so every text still has tokens that give it back exactly. The result depends on ``source`` alone.

    Raises:
        AppError: ``source`` is no sound GGUF file.
    """
    header = read_header(source)
    with mapped(source) as view, memoryview(view) as data, target.open("wb") as out:
        texts = _strings(data, header, _TOKENS)
        scores, types = _numbers(data, header, _SCORES, "<f4"), _numbers(data, header, _TYPES, "<i4")
        kept = [token for token, text in enumerate(texts) if _is_kept(token, text, int(types[token]))]
        replaced = {
            _TOKENS: _packed(STRING, len(kept), b"".join(_string(texts[token]) for token in kept)),
            _SCORES: _packed(6, len(kept), scores[kept].tobytes()),
            _TYPES: _packed(5, len(kept), types[kept].tobytes()),
        }
        out.write(data[: min(entry.start for entry in header.entries.values())])
        for key, entry in header.entries.items():
            out.write(_string(key) + replaced[key] if key in replaced else data[entry.start : entry.end])
        out.write(_tensor_table(header, len(kept)))
        for tensor in header.tensors:
            out.write(bytes(-out.tell() % header.alignment))
            out.write(_tensor_bytes(data, header, tensor, kept))
        out.write(bytes(-out.tell() % header.alignment))


def _is_kept(token: int, text: str, kind: int) -> bool:
    if token < _FIRST_WORD:
        return True
    if kind != _NORMAL:
        return not text.startswith("<unused")
    if text.replace(_SPACE, " ").isascii():
        return token < _FREQUENT or len(text) <= _SHORT
    if len(text) == 1 and unicodedata.category(text)[0] in "PS":
        return True
    return any(first <= ord(char) <= last for char in text for first, last in _HANGUL)


def _strings(data: memoryview, header: GgufHeader, key: str) -> list[str]:
    array = _array(header, key)
    at, texts = array.start, []
    for _ in range(array.length):
        (size,) = struct.unpack_from("<Q", data, at)
        texts.append(str(data[at + 8 : at + 8 + size], "utf-8"))
        at += 8 + size
    return texts


def _numbers(data: memoryview, header: GgufHeader, key: str, kind: str) -> npt.NDArray[Any]:
    array = _array(header, key)
    return np.frombuffer(data, kind, array.length, array.start).copy()


def _array(header: GgufHeader, key: str) -> Array:
    value = header.entries[key].value
    if not isinstance(value, Array):
        raise TypeError(f"{key} is no array")
    return value


def _packed(kind: int, length: int, items: bytes) -> bytes:
    return struct.pack("<IIQ", ARRAY, kind, length) + items


def _string(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw


def _tensor_table(header: GgufHeader, vocabulary: int) -> bytes:
    table, offset = bytearray(), 0
    for tensor in header.tensors:
        shape = (tensor.shape[0], vocabulary) if tensor.name == _EMBEDDING else tensor.shape
        size = tensor.size // tensor.shape[1] * vocabulary if tensor.name == _EMBEDDING else tensor.size
        table += _string(tensor.name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, tensor.type, offset)
        offset += size + -size % header.alignment
    return bytes(table)


def _tensor_bytes(data: memoryview, header: GgufHeader, tensor: TensorInfo, kept: list[int]) -> bytes:
    start = header.data_start + tensor.offset
    content = data[start : start + tensor.size]
    if tensor.name != _EMBEDDING:
        return bytes(content)
    rows = np.frombuffer(bytes(content), np.uint8).reshape(tensor.shape[1], -1)
    return rows[kept].tobytes()
