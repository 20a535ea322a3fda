"""Keeps evaluated sequences as files, so that the next start need not evaluate them again."""

import hashlib
import json
import logging
import os
import stat
import struct
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from io import BufferedReader
from pathlib import Path

from gemma_app.engine.model_digest import ModelDigest
from gemma_app.engine.sequence_state import SequenceState

FORMAT = 1
_MAGIC = b"GEMMASEQ"
# Magic, format, oldest position, size of the data; then the key and the checksum of what follows.
_HEADER = struct.Struct("<8sIiQ32s32s")
_SUFFIX = ".state"
_PART = ".part"
_MOST_BYTES = 1 << 30
_PATIENCE_SECONDS = 2.0

_log = logging.getLogger(__name__)


class StateFiles:
    """A folder of sequences, bounded in size; the ones not used for longest go first.

    A sequence is found by all that its numbers depend on, so a file of another model, library or setting is never
    read. Nothing here fails: a disk that is full or cannot be written to only costs the time that a file would save.

    Args:
        folder: Where the files are; made when the first is written.
        model: The digest of the model file.
        settings: What the numbers depend on beside the model and the tokens, such as the version of the library.
        most_bytes: What the folder may hold.
    """

    def __init__(
        self, folder: Path, model: ModelDigest, settings: Mapping[str, str], *, most_bytes: int = _MOST_BYTES
    ) -> None:
        self._folder = folder
        self._model = model
        self._settings = settings
        self._most_bytes = most_bytes
        self._last: Future[None] | None = None
        self._is_closed = threading.Event()
        self._writer = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gemma-states")

    def load(self, tokens: Sequence[int]) -> SequenceState | None:
        """Return the sequence of exactly ``tokens``; a file that is not whole is deleted."""
        if (model := self._model.known()) is None:
            return None
        key = self._key(model, tokens)
        path = self._path(key)
        try:
            if not path.is_file():
                return None
            with path.open("rb") as file:
                state = _read(file, key, tokens)
        except OSError:
            return None
        with suppress(OSError):
            if state is None:
                path.unlink()
            else:
                os.utime(path)
        return state

    def save(self, state: SequenceState) -> None:
        """Write a sequence in the background."""
        self._last = self._writer.submit(self._save, state)

    def close(self) -> None:
        """Wait for what is being written, but not for long."""
        if self._last:
            wait([self._last], timeout=_PATIENCE_SECONDS)
        self._is_closed.set()
        self._writer.shutdown(cancel_futures=True)

    def _save(self, state: SequenceState) -> None:
        if len(state.data) + _HEADER.size > self._most_bytes:
            return
        try:
            if (model := self._model.compute(self._is_closed.is_set)) is None:
                return
            key = self._key(model, state.tokens)
            self._folder.mkdir(parents=True, exist_ok=True)
            self._make_room(len(state.data))
            self._write(self._path(key), _header(key, state), state.data)
        except OSError as error:
            _log.info("the state of a sequence was not kept: %s", error.strerror)

    def _make_room(self, size: int) -> None:
        for left in self._folder.glob(f"*{_PART}"):
            left.unlink(missing_ok=True)
        files = sorted(filter(None, map(_time_and_size, self._folder.glob(f"*{_SUFFIX}"))))
        held = sum(length for _, length, _ in files)
        for _, length, path in files:
            if held + size + _HEADER.size <= self._most_bytes:
                return
            held -= length
            path.unlink(missing_ok=True)

    def _write(self, path: Path, header: bytes, data: bytearray) -> None:
        handle, name = tempfile.mkstemp(suffix=_PART, dir=self._folder)
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(header)
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)
            raise

    def _key(self, model: str, tokens: Sequence[int]) -> bytes:
        whole = json.dumps([FORMAT, model, sorted(self._settings.items()), list(tokens)])
        return hashlib.blake2b(whole.encode("utf-8"), digest_size=32).digest()

    def _path(self, key: bytes) -> Path:
        return self._folder / f"{key.hex()}{_SUFFIX}"


def _time_and_size(path: Path) -> tuple[int, int, Path] | None:
    """Return when a file was last used, how long it is, and its path; None where it is gone by now, or is no file."""
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    return (found.st_mtime_ns, found.st_size, path) if stat.S_ISREG(found.st_mode) else None


def _header(key: bytes, state: SequenceState) -> bytes:
    return _HEADER.pack(_MAGIC, FORMAT, state.oldest, len(state.data), key, _checksum(state.oldest, state.data))


def _checksum(oldest: int, data: bytearray) -> bytes:
    digest = hashlib.blake2b(struct.pack("<i", oldest), digest_size=32)
    digest.update(data)
    return digest.digest()


def _read(file: BufferedReader, key: bytes, tokens: Sequence[int]) -> SequenceState | None:
    """Return what a file holds; None where it is not whole, so that llama.cpp never reads anything else."""
    held = os.fstat(file.fileno()).st_size
    if held < _HEADER.size:
        return None
    magic, number, oldest, size, named, checksum = _HEADER.unpack(file.read(_HEADER.size))
    if (magic, number, named, size) != (_MAGIC, FORMAT, key, held - _HEADER.size):
        return None
    data = bytearray(size)
    if file.readinto(data) != size or _checksum(oldest, data) != checksum:
        return None
    return SequenceState(tokens=tuple(tokens), oldest=oldest, data=data)
