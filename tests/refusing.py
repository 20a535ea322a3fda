"""A disk that refuses, for tests of what is written."""

import os
from collections.abc import Callable


def refuse(code: int) -> Callable[[int], None]:
    """Return what stands in for ``fsync`` on a disk that refuses with the error ``code``."""

    def fsync(descriptor: int) -> None:
        raise OSError(code, os.strerror(code))

    return fsync
