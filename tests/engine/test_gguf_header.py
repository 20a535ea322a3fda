import struct
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.engine.gguf_header import Array, check_model, read_header
from gemma_app.errors import AppError


def _string(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _gguf(architecture: str = "gemma3", *, tensor_bytes: int = 128) -> bytes:
    entries = [
        _string("general.architecture") + struct.pack("<I", 8) + _string(architecture),
        _string("general.name") + struct.pack("<I", 8) + _string("Small"),
        _string(f"{architecture}.context_length") + struct.pack("<II", 4, 512),
        _string("tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2) + _string("a") + _string("나"),
        _string("tokenizer.ggml.scores") + struct.pack("<IIQ", 9, 6, 2) + struct.pack("<2f", 0.0, 1.0),
    ]
    tensor = _string("output_norm.weight") + struct.pack("<IQIQ", 1, 32, 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, len(entries)) + b"".join(entries) + tensor
    return head + bytes(-len(head) % 32) + bytes(tensor_bytes)


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(_gguf())
    return path


def test_a_sound_file_says_what_it_holds(model: Path) -> None:
    header = check_model(model)
    assert (header.architecture, header.name, header.context_length) == ("gemma3", "Small", 512)
    assert [tensor.name for tensor in header.tensors] == ["output_norm.weight"]
    tokens = header.entries["tokenizer.ggml.tokens"].value
    assert isinstance(tokens, Array)
    assert tokens.length == 2


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 not a model", "not a GGUF"),
        (b"GGUF" + struct.pack("<I", 77), "damaged"),
        (_gguf()[:60], "damaged"),
        (_gguf(tensor_bytes=127), "incomplete"),
        (_gguf("llama"), "'llama'"),
        # Announces 2**60 entries in 49 bytes.
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60) + bytes(25), "damaged"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + _string("k") + struct.pack("<IIQ", 9, 8, 1 << 62), "damaged"),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused_with_its_name_and_what_to_do(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    path = tmp_path / "odd.gguf"
    path.write_bytes(content)
    with pytest.raises(AppError) as refused:
        check_model(path)
    assert sentence in refused.value.message.en
    assert "odd.gguf" in refused.value.message.ko
    assert "." in refused.value.message.ko


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="is not there"):
        read_header(tmp_path / "gone.gguf")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="cannot be read"):
        read_header(tmp_path)


def test_a_model_larger_than_the_memory_is_refused_before_it_is_loaded(model: Path) -> None:
    with pytest.raises(AppError, match="too big"):
        check_model(model, memory=200_000_000)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_damage_is_refused_or_read_and_never_anything_else(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray(_gguf())
    for at in data.draw(st.lists(st.integers(4, len(content) - 129), min_size=1, max_size=6)):
        content[at] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("damaged") / "model.gguf"
    path.write_bytes(content)
    try:
        header = read_header(path)
    except AppError:
        return
    assert header.file_size == len(content)
