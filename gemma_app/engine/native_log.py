"""Takes what llama.cpp prints into Python's logging."""

import ctypes
import logging

from llama_cpp import llama_cpp

_log = logging.getLogger(__name__)
# Without a handler, Python prints warnings to standard error where nobody set up logging, as on the command line.
_log.addHandler(logging.NullHandler())

_LEVELS = {3: logging.WARNING, 4: logging.ERROR}  # by GGML_LOG_LEVEL


def _forward(level: int, text: bytes, _user_data: ctypes.c_void_p) -> None:
    _log.log(_LEVELS.get(level, logging.DEBUG), text.decode("utf-8", "replace").rstrip())


# Kept here: the native side holds a bare pointer to it.
_callback = llama_cpp.llama_log_callback(_forward)


def capture_native_log() -> None:
    """Send every line of llama.cpp to the logger of this module."""
    llama_cpp.llama_log_set(_callback, ctypes.c_void_p(0))
