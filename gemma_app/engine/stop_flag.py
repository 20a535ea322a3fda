"""Stops a native computation from any thread."""

import ctypes
import sys

from llama_cpp import llama_cpp


class Aborted(Exception):
    """``StopFlag`` was raised while the model computed."""


class StopFlag:
    """Stops a running computation; any thread may raise it, and the computing thread never waits for Python.

    llama.cpp asks its abort callback before each node of the graph. The callback is the C function ``strlen`` on the
    buffer of this flag: 0 (go on) while the buffer is empty, 1 (stop) once its first byte is set.
    """

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(2)
        library = ctypes.CDLL("msvcrt" if sys.platform == "win32" else None)
        self.callback = ctypes.cast(library.strlen, llama_cpp.ggml_abort_callback)
        self.address = ctypes.cast(self._buffer, ctypes.c_void_p)

    def set(self) -> None:
        """Stop the computation that runs."""
        self._buffer[0] = b"\x01"

    def clear(self) -> None:
        """Let computations run again."""
        self._buffer[0] = b"\x00"
