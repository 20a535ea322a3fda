"""Files that only the source distribution of llama-cpp-python holds: a reference template and a real vocabulary.

``python -m tests.dialects.vendored`` fetches them before the tests do.
"""

import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache" / "vendored"

GEMMA4_TEMPLATE = "google-gemma-4-31B-it.jinja"
GEMMA4_VOCABULARY = "ggml-vocab-gemma-4.gguf"

_DISTRIBUTION = "llama-cpp-python"
_MODELS = "vendor/llama.cpp/models"
_MEMBERS = {
    GEMMA4_TEMPLATE: f"{_MODELS}/templates/{GEMMA4_TEMPLATE}",
    GEMMA4_VOCABULARY: f"{_MODELS}/{GEMMA4_VOCABULARY}",
}


def vendored(name: str) -> Path:
    """Return one of the files of the installed version, downloading the source distribution where it is missing."""
    folder = CACHE / version(_DISTRIBUTION)
    if not (folder / name).exists():
        _fetch(folder)
    return folder / name


def _fetch(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        wanted = f"{_DISTRIBUTION}=={version(_DISTRIBUTION)}"
        download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*download, "--dest", scratch, wanted], check=True, stdout=subprocess.DEVNULL)
        archive = next(Path(scratch).glob("*.tar.gz"))
        with tarfile.open(archive) as source:
            root = source.getnames()[0].split("/", 1)[0]
            for name, member in _MEMBERS.items():
                content = source.extractfile(f"{root}/{member}")
                if content is None:
                    raise FileNotFoundError(member)
                part = Path(scratch) / name
                part.write_bytes(content.read())
                part.replace(folder / name)


if __name__ == "__main__":
    for each in _MEMBERS:
        vendored(each)
