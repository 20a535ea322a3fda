"""How much memory this process holds."""

import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")
_NAMES = {"RssAnon": "anonymous", "RssFile": "file", "VmHWM": "peak"}
_KIBIBYTE = 1024


def memory_now() -> dict[str, int]:
    """Return bytes by kind: ``anonymous`` and ``file`` where the system tells them apart, ``peak`` since the start."""
    if _STATUS.exists():
        return from_status(_STATUS.read_text(encoding="utf-8"))
    if sys.platform == "win32":
        return {}
    import resource

    unit = 1 if sys.platform == "darwin" else _KIBIBYTE
    return {"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit}


def from_status(text: str) -> dict[str, int]:
    """Read what Linux tells of a process (``/proc/PID/status``)."""
    lines = (line.partition(":") for line in text.splitlines())
    return {_NAMES[name]: int(value.split()[0]) * _KIBIBYTE for name, _, value in lines if name in _NAMES}
