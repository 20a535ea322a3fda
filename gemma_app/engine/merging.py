"""Merges a LoRA adapter into a model file, so that it costs nothing at run time, and rounds what is computed most."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, dequantize, quantize

from gemma_app.engine.gguf_header import GgufHeader, TensorInfo, mapped, read_header

_MERGED = GGMLQuantizationType.Q4_0
_GROUP, _GROUP_BYTES = GGML_QUANT_SIZES[_MERGED]
_ALPHA = "adapter.lora.alpha"
# Read for each token of an answer as a whole: a quarter of all weights.
_HEAD = "token_embd.weight"

Weights = npt.NDArray[np.float64]


def merge(source: Path, adapter: Path, target: Path) -> None:
    """Write ``source`` with the updates of ``adapter`` added; the tensors that change and the head become Q4_0.

    That is the type whose products are computed fastest; the adapter was trained to make up for the rounding of the
    tensors that it changes. Its products are summed in 64 bits, which is exact for an adapter of ``models/export.py``:
    the result depends on the two files alone, not on the machine.

    Raises:
        AppError: One of the files is no sound GGUF file.
    """
    header = read_header(source)
    updates = _updates(adapter)
    with mapped(source) as view, memoryview(view) as data, target.open("wb") as out:
        table_start = max(entry.end for entry in header.entries.values())
        out.write(data[:table_start])
        out.write(_tensor_table(header, {*updates, _HEAD}))
        for tensor in header.tensors:
            out.write(bytes(-out.tell() % header.alignment))
            out.write(_merged(data, header, tensor, updates.get(tensor.name)))
        out.write(bytes(-out.tell() % header.alignment))


def _updates(adapter: Path) -> dict[str, tuple[Weights, Weights]]:
    """Return the two factors of each tensor's update, the scale in the second."""
    header = read_header(adapter)
    alpha = header.entries[_ALPHA].value
    if not isinstance(alpha, float):
        raise TypeError(f"{_ALPHA} is no number")
    with mapped(adapter) as view, memoryview(view) as data:
        weights = {tensor.name: _values(data, header, tensor).astype(np.float64) for tensor in header.tensors}
    names = {name.removesuffix(".lora_a") for name in weights if name.endswith(".lora_a")}
    return {
        name: (weights[f"{name}.lora_a"], weights[f"{name}.lora_b"] * (alpha / len(weights[f"{name}.lora_a"])))
        for name in names
    }


def _merged(
    data: memoryview, header: GgufHeader, tensor: TensorInfo, update: tuple[Weights, Weights] | None
) -> bytes | memoryview:
    if update is None and tensor.name != _HEAD:
        start = header.data_start + tensor.offset
        return data[start : start + tensor.size]
    weights = _values(data, header, tensor).astype(np.float64)
    if update is not None:
        first, second = update
        weights += second @ first
    return quantize(weights.astype(np.float32), _MERGED).tobytes()


def _values(data: memoryview, header: GgufHeader, tensor: TensorInfo) -> npt.NDArray[Any]:
    start = header.data_start + tensor.offset
    raw = np.frombuffer(data[start : start + tensor.size], np.uint8)
    rows = tensor.shape[1] if len(tensor.shape) > 1 else 1
    return dequantize(raw.reshape(rows, -1), GGMLQuantizationType(tensor.type))


def _tensor_table(header: GgufHeader, changed: set[str]) -> bytes:
    table, offset = bytearray(), 0
    for tensor in header.tensors:
        items = int(np.prod(tensor.shape, dtype=np.int64))
        kind, size = (
            (_MERGED.value, items // _GROUP * _GROUP_BYTES) if tensor.name in changed else (tensor.type, tensor.size)
        )
        name = tensor.name.encode("utf-8")
        table += struct.pack("<Q", len(name)) + name
        table += struct.pack(f"<I{len(tensor.shape)}QIQ", len(tensor.shape), *tensor.shape, kind, offset)
        offset += size + -size % header.alignment
    return bytes(table)
