"""Reads the header of a GGUF file within bounds, before the native loader may see the file."""

import mmap
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gguf import GGML_QUANT_SIZES, GGMLQuantizationType

from gemma_app.errors import AppError
from gemma_app.language import Phrase

ARCHITECTURES = frozenset({"gemma3", "gemma3n", "gemma4"})

# Type numbers of metadata values, from the GGUF specification.
STRING, ARRAY = 8, 9
_SCALARS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_MAX_ENTRIES = 4_096
_MAX_TENSORS = 65_536
_MAX_ARRAY = 4_000_000
_MAX_NAME = 65_535
_MAX_DIMENSIONS = 4
_WORKING_MEMORY = 300_000_000


class _Malformed(Exception):
    """The bytes are not a GGUF header, or end too early."""


@dataclass(frozen=True, kw_only=True)
class Array:
    """An array left in the file: ``start`` is the byte offset of its first item."""

    type: int
    length: int
    start: int


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One metadata entry and the bytes it occupies, key included."""

    value: str | int | float | bool | Array
    start: int
    end: int


@dataclass(frozen=True, kw_only=True)
class TensorInfo:
    """One tensor: ``shape`` fastest dimension first, ``offset`` and ``size`` in bytes inside the data section."""

    name: str
    shape: tuple[int, ...]
    type: int
    offset: int
    size: int


@dataclass(frozen=True, kw_only=True)
class GgufHeader:
    """What a GGUF file says about itself."""

    version: int
    entries: Mapping[str, Entry]
    tensors: tuple[TensorInfo, ...]
    alignment: int
    data_start: int
    file_size: int

    @property
    def architecture(self) -> str:
        """``general.architecture``, empty where the file does not say."""
        return str(self._value("general.architecture", ""))

    @property
    def name(self) -> str:
        """``general.name``, empty where the file does not say."""
        return str(self._value("general.name", ""))

    @property
    def context_length(self) -> int:
        """Longest context the model was trained for, in tokens; 0 where the file does not say."""
        value = self._value(f"{self.architecture}.context_length", 0)
        return value if isinstance(value, int) else 0

    @property
    def template(self) -> str | None:
        """The chat template in the file, None where it has none."""
        return str(self._value("tokenizer.chat_template", "")) or None

    @property
    def has_layer_inputs(self) -> bool:
        """Whether each layer has embeddings of its own, as the sizes E2B and E4B have."""
        return bool(self._value(f"{self.architecture}.embedding_length_per_layer_input", 0))

    def _value(self, key: str, default: str | int) -> str | int | float | bool | Array:
        return self.entries[key].value if key in self.entries else default


class _Cursor:
    """A position in the file that refuses to leave it."""

    def __init__(self, view: mmap.mmap) -> None:
        self.view = view
        self.at = 0

    def number(self, code: str) -> int | float | bool:
        layout = struct.Struct(f"<{code}")
        start = self.skip(layout.size)
        value: int | float | bool = layout.unpack_from(self.view, start)[0]
        return value

    def count(self, code: str, limit: int) -> int:
        value = int(self.number(code))
        if value > limit:
            raise _Malformed
        return value

    def string(self, limit: int) -> str:
        length = self.count("Q", limit)
        start = self.skip(length)
        return self.view[start : start + length].decode("utf-8", "replace")

    def skip(self, size: int) -> int:
        start = self.at
        if start + size > len(self.view):
            raise _Malformed
        self.at = start + size
        return start


@contextmanager
def mapped(path: Path) -> Iterator[mmap.mmap]:
    """Map the file ``path`` read-only.

    Raises:
        AppError: It is missing, empty, or cannot be read.
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
            yield view
    except FileNotFoundError as error:
        raise _refusal(path, ko="찾을 수 없어요", en="is not there") from error
    except ValueError as error:  # mmap refuses an empty file
        raise _refusal(path, ko="비어 있어요", en="is empty") from error
    except OSError as error:
        raise _refusal(path, ko="읽을 수 없어요", en="cannot be read") from error


def read_header(path: Path) -> GgufHeader:
    """Return the header of the GGUF file ``path``; memory and time stay bounded whatever it holds.

    Raises:
        AppError: It is missing, no GGUF file, damaged, or shorter than its tensors.
    """
    with mapped(path) as view:
        if view[:4] != _MAGIC:
            raise _refusal(path, ko="GGUF 모델 파일이 아니에요", en="is not a GGUF model file")
        try:
            header = _parse(_Cursor(view))
        except (_Malformed, struct.error) as error:
            raise _refusal(path, ko="손상되었거나 끝이 잘렸어요", en="is damaged or cut off") from error
    if any(header.data_start + tensor.offset + tensor.size > header.file_size for tensor in header.tensors):
        raise _refusal(path, ko="끝까지 받아지지 않았어요", en="is incomplete")
    return header


def check_model(path: Path, *, memory: int | None = None) -> GgufHeader:
    """Return the header of a model that this program can load.

    Args:
        path: The GGUF file.
        memory: Memory of the machine in bytes; None asks the system.

    Raises:
        AppError: As ``read_header``, or the architecture is unknown, or the file is too big for the memory.
    """
    header = read_header(path)
    if header.architecture not in ARCHITECTURES or not header.tensors:
        kind = header.architecture or "?"
        raise _refusal(
            path,
            ko=f"지원하지 않는 종류('{kind}')의 모델이에요",
            en=f"holds a model of a kind ('{kind}') that is not supported",
            act=Phrase(ko="Gemma 3 또는 Gemma 4 GGUF 파일을 골라 주세요.", en="Choose a Gemma 3 or Gemma 4 GGUF file."),
        )
    available = _physical_memory() if memory is None else memory
    if available and header.file_size + _WORKING_MEMORY > available:
        size, room = f"{header.file_size / 1e9:.1f} GB", f"{available / 1e9:.1f} GB"
        raise _refusal(
            path,
            ko=f"{size}라서 이 컴퓨터의 메모리({room})에 너무 커요",
            en=f"is {size}, too big for the {room} of memory of this computer",
            act=Phrase(ko="더 작은 모델을 골라 주세요.", en="Choose a smaller model."),
        )
    return header


def _parse(cursor: _Cursor) -> GgufHeader:
    cursor.skip(len(_MAGIC))
    version = int(cursor.number("I"))
    if version not in _VERSIONS:
        raise _Malformed
    tensor_count = cursor.count("Q", _MAX_TENSORS)
    entry_count = cursor.count("Q", _MAX_ENTRIES)
    entries: dict[str, Entry] = {}
    for _ in range(entry_count):
        start = cursor.at
        key = cursor.string(_MAX_NAME)
        value = _value(cursor, int(cursor.number("I")))
        entries[key] = Entry(value=value, start=start, end=cursor.at)
    tensors = tuple(_tensor(cursor) for _ in range(tensor_count))
    alignment = entries["general.alignment"].value if "general.alignment" in entries else 32
    if not isinstance(alignment, int) or not 0 < alignment <= _MAX_NAME:
        raise _Malformed
    return GgufHeader(
        version=version,
        entries=entries,
        tensors=tensors,
        alignment=alignment,
        data_start=cursor.at + -cursor.at % alignment,
        file_size=len(cursor.view),
    )


def _value(cursor: _Cursor, kind: int) -> str | int | float | bool | Array:
    if kind == STRING:
        return cursor.string(len(cursor.view))
    if kind != ARRAY:
        return cursor.number(_code(kind))
    item, length = int(cursor.number("I")), cursor.count("Q", _MAX_ARRAY)
    start = cursor.at
    if item == STRING:
        for text_start, size in strings_at(cursor.view, start, length):
            cursor.at = text_start + size
    else:
        cursor.skip(struct.calcsize(f"<{_code(item)}") * length)
    return Array(type=item, length=length, start=start)


def strings_at(view: mmap.mmap, start: int, count: int) -> Iterator[tuple[int, int]]:
    """Yield where each string of an array of ``count`` begins, and its size in bytes."""
    size_at = struct.Struct("<Q").unpack_from
    end = len(view)
    for _ in range(count):
        (size,) = size_at(view, start)
        start += 8
        if start + size > end:
            raise _Malformed
        yield start, size
        start += size


def _code(kind: int) -> str:
    if kind not in _SCALARS:
        raise _Malformed
    return _SCALARS[kind]


def _tensor(cursor: _Cursor) -> TensorInfo:
    name = cursor.string(_MAX_NAME)
    shape = tuple(int(cursor.number("Q")) for _ in range(cursor.count("I", _MAX_DIMENSIONS)))
    kind, offset = int(cursor.number("I")), int(cursor.number("Q"))
    items = 1
    for length in shape:
        items *= length
    try:
        block, size = GGML_QUANT_SIZES[GGMLQuantizationType(kind)]
    except ValueError as error:
        raise _Malformed from error
    return TensorInfo(name=name, shape=shape, type=kind, offset=offset, size=items // block * size)


def _physical_memory() -> int:
    """Return the memory of the machine in bytes, 0 where the system does not tell."""
    if hasattr(os, "sysconf") and "SC_PHYS_PAGES" in os.sysconf_names:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return 0


def _refusal(path: Path, *, ko: str, en: str, act: Phrase | None = None) -> AppError:
    act = act or Phrase(
        ko="파일을 다시 받거나 다른 모델을 골라 주세요.",
        en="Download the file again, or choose another model.",
    )
    return AppError(
        Phrase(ko=f"모델 파일 '{path.name}': {ko}. {act.ko}", en=f"The model file '{path.name}' {en}. {act.en}")
    )
