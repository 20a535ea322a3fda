"""Writes whole model files of real architectures with real vocabularies and random weights, small enough for a test."""

import struct
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from gemma_app.dialects.markup import FUNCTIONGEMMA
from gemma_app.engine.gguf_header import Entry, mapped, read_header

WIDTH = 32
_LAYERS = 2
_F32, _F16 = 0, 1
_ALIGNMENT = 32
_PACK = {bool: (7, "<?"), int: (4, "<I"), float: (6, "<f")}
_TOKENS, _TYPES = "tokenizer.ggml.tokens", "tokenizer.ggml.token_type"
_CONTROL = 3

# FunctionGemma's own tokens, in unused places of the vocabulary of Gemma 3.
_NEW = sorted(FUNCTIONGEMMA.literals - {"<eos>", "<start_of_turn>", "<end_of_turn>"})
FUNCTIONGEMMA_TOKENS = {f"<unused{40 + number}>": literal for number, literal in enumerate(_NEW)}

Value = str | int | float | list[bool]
Matrix = npt.NDArray[np.float32] | npt.NDArray[np.float16]


def write_tiny(
    target: Path,
    architecture: str,
    vocabulary: Path,
    *,
    renamed: Mapping[str, str] | None = None,
    without: Sequence[str] = (),
    **values: Value,
) -> Path:
    """Write a random model of ``architecture``.

    Args:
        target: Where to.
        architecture: ``gemma3`` or ``gemma4``.
        vocabulary: A GGUF file with the tokenizer.
        renamed: New texts of tokens, by their old ones; they become control tokens.
        without: Names of tensors to leave out.
        values: Metadata beside what the architecture needs, dots written as two underscores.
    """
    header = read_header(vocabulary)
    metadata = {
        "general.architecture": architecture,
        "general.name": f"Tiny {architecture}",
        **{f"{architecture}.{key}": value for key, value in _parameters(architecture).items()},
        **{key.replace("__", "."): value for key, value in values.items()},
    }
    tokens = header.entries[_TOKENS].value
    count = tokens.length  # type: ignore[union-attr]
    tensors = {name: matrix for name, matrix in _tensors(architecture, count) if name not in without}
    with mapped(vocabulary) as view:
        entries = [_entry(key, value) for key, value in metadata.items()]
        for key, entry in header.entries.items():
            if key.startswith("tokenizer.") and key not in metadata:
                entries.append(view[entry.start : entry.end])
        entries = [_renamed(raw, entries, header.entries, renamed or {}) for raw in entries]
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(entries)) + b"".join(entries)
    with target.open("wb") as out:
        out.write(head + _table(tensors))
        for matrix in tensors.values():
            out.write(bytes(-out.tell() % _ALIGNMENT))
            out.write(matrix.tobytes())
    return target


def _parameters(architecture: str) -> dict[str, Value]:
    shared: dict[str, Value] = {
        "block_count": _LAYERS,
        "context_length": 4096,
        "embedding_length": WIDTH,
        "feed_forward_length": 2 * WIDTH,
        "attention.head_count": 1,
        "attention.head_count_kv": 1,
        "attention.key_length": WIDTH,
        "attention.value_length": WIDTH,
        "attention.layer_norm_rms_epsilon": 1e-6,
        "attention.sliding_window": 512,
        "rope.freq_base": 1e6,
    }
    if architecture == "gemma3":
        return shared
    return shared | {
        "rope.freq_base_swa": 1e4,
        "attention.key_length_swa": WIDTH,
        "attention.value_length_swa": WIDTH,
        "attention.shared_kv_layers": 0,
        "attention.sliding_window_pattern": [True, False],
        "embedding_length_per_layer_input": 0,
        "final_logit_softcapping": 30.0,
        "rope.dimension_count": WIDTH,
        "rope.dimension_count_swa": WIDTH,
    }


def _tensors(architecture: str, vocabulary: int) -> Iterator[tuple[str, Matrix]]:
    random = np.random.default_rng(7)

    def matrix(rows: int, columns: int) -> npt.NDArray[np.float32]:
        return random.standard_normal((rows, columns), dtype=np.float32) / np.float32(WIDTH**0.5)

    ones = np.ones(WIDTH, np.float32)
    yield "token_embd.weight", random.standard_normal((vocabulary, WIDTH), dtype=np.float32).astype(np.float16)
    yield "output_norm.weight", ones
    if architecture == "gemma4":
        yield "rope_freqs.weight", np.ones(WIDTH // 2, np.float32)
    for layer in range(_LAYERS):
        for part in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield f"blk.{layer}.{part}.weight", matrix(WIDTH, WIDTH)
        yield f"blk.{layer}.ffn_gate.weight", matrix(2 * WIDTH, WIDTH)
        yield f"blk.{layer}.ffn_up.weight", matrix(2 * WIDTH, WIDTH)
        yield f"blk.{layer}.ffn_down.weight", matrix(WIDTH, 2 * WIDTH)
        for norm in ("attn", "attn_q", "attn_k", "post_attention", "ffn", "post_ffw"):
            yield f"blk.{layer}.{norm}_norm.weight", ones


def _entry(key: str, value: Value) -> bytes:
    if isinstance(value, str):
        return _string(key) + struct.pack("<I", 8) + _string(value)
    if isinstance(value, list):
        return _string(key) + struct.pack("<IIQ", 9, 7, len(value)) + bytes(value)
    kind, code = _PACK[type(value)]
    return _string(key) + struct.pack("<I", kind) + struct.pack(code, value)


def _renamed(raw: bytes, entries: Sequence[bytes], known: Mapping[str, Entry], renamed: Mapping[str, str]) -> bytes:
    """Return an entry of the tokenizer with some tokens renamed, and their types with them."""
    if not renamed:
        return raw
    if raw.startswith(_string(_TOKENS)):
        for old, new in renamed.items():
            raw = raw.replace(_string(old), _string(new), 1)
    elif raw.startswith(_string(_TYPES)):
        tokens = next(each for each in entries if each.startswith(_string(_TOKENS)))
        places = _places(tokens, set(renamed))
        types = np.frombuffer(raw, "<i4", offset=len(_string(_TYPES)) + 16).copy()
        types[places] = _CONTROL
        raw = raw[: len(_string(_TYPES)) + 16] + types.tobytes()
    return raw


def _places(tokens: bytes, wanted: set[str]) -> list[int]:
    at, places, index = len(_string(_TOKENS)) + 16, [], 0
    sought = {text.encode() for text in wanted}
    while at < len(tokens):
        (size,) = struct.unpack_from("<Q", tokens, at)
        if tokens[at + 8 : at + 8 + size] in sought:
            places.append(index)
        at, index = at + 8 + size, index + 1
    return places


def _table(tensors: Mapping[str, Matrix]) -> bytes:
    table, offset = bytearray(), 0
    for name, matrix in tensors.items():
        shape = matrix.shape[::-1]
        kind = _F16 if matrix.dtype == np.float16 else _F32
        table += _string(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset)
        offset += matrix.nbytes + -matrix.nbytes % _ALIGNMENT
    return bytes(table)


def _string(text: str) -> bytes:
    raw = text.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw
