"""Builds ``llama-bench`` and ``llama-server`` of the very llama.cpp that the app runs, for ``gemma-app bench``.

The source is that of the locked version of llama-cpp-python, checked against the hash in ``requirements.lock``. Needs
cmake and a C++ compiler, and about ten minutes::

    make llama-tools
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / ".cache" / "llama-tools"
NAMES = ("llama-bench", "llama-server")

_LOCKED = re.compile(r"^llama-cpp-python==(?P<version>\S+) \\\n(?:    --hash=\S+(?: \\)?\n)+", re.MULTILINE)
_OPTIONS = (
    "CMAKE_BUILD_TYPE=Release",
    "BUILD_SHARED_LIBS=OFF",
    "GGML_NATIVE=ON",
    "LLAMA_CURL=OFF",
    "LLAMA_OPENSSL=OFF",
    "LLAMA_BUILD_APP=OFF",
    "LLAMA_BUILD_EXAMPLES=OFF",
    "LLAMA_BUILD_TESTS=OFF",
    "LLAMA_BUILD_UI=OFF",
    "LLAMA_USE_PREBUILT_UI=OFF",
)


def main() -> None:
    """Build both programs into ``.cache/llama-tools``, unless they are those of the locked version already."""
    version, pinned = locked()
    stamp = TOOLS / "version"
    if all(shutil.which(name, path=str(TOOLS)) for name in NAMES) and _text(stamp) == version:
        return
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("cmake is needed, and a C++ compiler: sudo apt install cmake build-essential")
    TOOLS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=TOOLS) as scratch:
        for program in build(cmake, source(Path(scratch), pinned), Path(scratch) / "build"):
            program.replace(TOOLS / program.name)
    stamp.write_text(version, encoding="utf-8")


def locked() -> tuple[str, str]:
    """Return the locked version of llama-cpp-python, and its requirement with hashes."""
    found = _LOCKED.search((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    if found is None:
        raise SystemExit("requirements.lock names no llama-cpp-python")
    return found["version"], found[0]


def source(folder: Path, pinned: str) -> Path:
    """Download and unpack the source distribution; return the folder of llama.cpp in it."""
    requirement = folder / "requirement.txt"
    requirement.write_text(pinned, encoding="utf-8")
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
    _run(*download, "--require-hashes", "--requirement", str(requirement), "--dest", str(folder))
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    return next(folder.glob("*/vendor/llama.cpp"))


def build(cmake: str, code: Path, folder: Path) -> list[Path]:
    """Compile the programs and return their files."""
    _run(cmake, "-S", str(code), "-B", str(folder), *(f"-D{option}" for option in _OPTIONS))
    _run(cmake, "--build", str(folder), "--config", "Release", "--parallel", str(os.cpu_count()), "--target", *NAMES)
    return [found for name in NAMES if (found := next(folder.glob(f"bin/**/{name}*"), None)) is not None]


def _run(*command: str) -> None:
    subprocess.run(command, check=True)  # noqa: S603 - our own commands


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    main()
