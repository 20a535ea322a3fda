from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from gguf import GGMLQuantizationType, GGUFReader, GGUFWriter, dequantize, quantize

from gemma_app.engine.merging import merge

Floats = npt.NDArray[np.float32]


def _written(path: Path, tensors: dict[str, npt.NDArray[np.generic]], alpha: float | None = None) -> Path:
    writer = GGUFWriter(path, "gemma3")
    writer.add_name("tiny")
    if alpha is not None:
        writer.add_float32("adapter.lora.alpha", alpha)
    for name, values in tensors.items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _read(path: Path) -> dict[str, Floats]:
    return {tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in GGUFReader(path).tensors}


@pytest.fixture
def weights() -> dict[str, Floats]:
    chance = np.random.default_rng(1)
    names = ("token_embd.weight", "blk.0.attn_q.weight", "blk.1.attn_q.weight")
    return {name: chance.normal(size=(8, 64)).astype(np.float32) for name in names} | {
        "blk.0.attn_norm.weight": chance.normal(size=64).astype(np.float32)
    }


def test_the_update_is_added_the_head_is_rounded_and_all_else_stays(tmp_path: Path, weights: dict[str, Floats]) -> None:
    chance = np.random.default_rng(2)
    first = chance.integers(-900, 900, (2, 64)).astype(np.float16) / np.float16(1024)
    second = chance.integers(-900, 900, (8, 2)).astype(np.float16) / np.float16(1024)
    source = _written(tmp_path / "source.gguf", dict(weights))
    adapter = _written(
        tmp_path / "adapter.gguf",
        {"blk.1.attn_q.weight.lora_a": first, "blk.1.attn_q.weight.lora_b": second},
        alpha=4.0,
    )
    merge(source, adapter, tmp_path / "merged.gguf")
    merged = _read(tmp_path / "merged.gguf")
    expected = weights["blk.1.attn_q.weight"] + 2.0 * second.astype(np.float32) @ first.astype(np.float32)
    assert list(merged) == list(weights)
    kind = GGMLQuantizationType.Q4_0
    assert np.array_equal(merged["blk.1.attn_q.weight"], dequantize(quantize(expected, kind), kind))
    assert np.abs(merged["blk.1.attn_q.weight"] - weights["blk.1.attn_q.weight"]).max() > 0.5
    assert np.array_equal(merged["token_embd.weight"], dequantize(quantize(weights["token_embd.weight"], kind), kind))
    for name in ("blk.0.attn_q.weight", "blk.0.attn_norm.weight"):
        assert np.array_equal(merged[name], weights[name])
