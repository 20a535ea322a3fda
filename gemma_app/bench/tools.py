"""``llama-bench`` and ``llama-server`` of the llama.cpp inside the app, where ``make llama-tools`` built them."""

import json
import os
import shutil
import socket
import subprocess
import time
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Self

from gemma_app.bench.runs import Answer, Prompt
from gemma_app.bench.stock import ENGINE_VARIABLES, answered
from gemma_app.errors import AppError
from gemma_app.language import Phrase

BUILT = Path(__file__).parents[2] / ".cache" / "llama-tools"
"""Where ``make llama-tools`` puts them, in a clone."""

_CONTEXT = 4_096
_START_SECONDS = 60.0
_ANSWER_SECONDS = 300.0
_BENCH_SECONDS = 300.0
_LOCAL = "127.0.0.1"


def found_tool(name: str, folder: Path = BUILT) -> Path | None:
    """Return the program ``name``, None where it is not built."""
    path = shutil.which(name, path=str(folder))
    return Path(path) if path else None


def plain_environment() -> dict[str, str]:
    """Return the environment without what the engine sets for its own process."""
    return {name: value for name, value in os.environ.items() if name not in ENGINE_VARIABLES}


def bench_rates(program: Path, model: Path, threads: int, shapes: dict[str, tuple[int, int]]) -> dict[str, float]:
    """Return what ``llama-bench`` reaches in one round, in tokens a second, by the names of ``shapes``.

    Args:
        program: ``llama-bench``.
        model: The model file.
        threads: Threads that compute.
        shapes: Tokens to read and tokens to write, one of them 0.

    Raises:
        AppError: It ended with an error.
    """
    command = [str(program), "-m", str(model), "-t", str(threads), "-r", "1", "-o", "json"]
    command += [
        "-p",
        _listed(read for read, _ in shapes.values()),
        "-n",
        _listed(write for _, write in shapes.values()),
    ]
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            command, check=True, capture_output=True, timeout=_BENCH_SECONDS, env=plain_environment()
        )
        rows = {(row["n_prompt"], row["n_gen"]): float(row["avg_ts"]) for row in json.loads(done.stdout)}
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise _failed(program) from error
    return {name: rows[shape] for name, shape in shapes.items() if shape in rows}


class Server:
    """``llama-server`` with one model, asked over the loopback interface.

    Attributes:
        ready_after: Seconds from the start of the process until it could answer.

    Raises:
        AppError: It does not start.
    """

    def __init__(self, program: Path, model: Path, threads: int) -> None:
        self._program = program
        self._port = _free_port()
        begun = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [
                *(str(program), "--model", str(model), "--threads", str(threads), "--ctx-size", str(_CONTEXT)),
                *("--parallel", "1", "--host", _LOCAL, "--port", str(self._port)),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=plain_environment(),
            start_new_session=True,  # Ctrl+C reaches this process, which ends it
        )
        try:
            self._wait()
        except BaseException:
            self.close()
            raise
        self.ready_after = time.perf_counter() - begun

    def ask(self, prompt: Prompt) -> Answer:
        """Return its answer.

        Raises:
            AppError: It gives none.
        """
        body = {
            "prompt": prompt.text,
            "n_predict": prompt.max_tokens,
            "temperature": 0.0,
            "cache_prompt": True,
            "stream": True,
            **({"grammar": prompt.grammar} if prompt.grammar else {}),
            **({"stop": [prompt.stop]} if prompt.stop else {}),
        }
        started = time.perf_counter()
        try:
            connection = HTTPConnection(_LOCAL, self._port, timeout=_ANSWER_SECONDS)
            connection.request("POST", "/completion", json.dumps(body), {"Content-Type": "application/json"})
            came = [
                (time.perf_counter() - started, piece_of(line))
                for line in connection.getresponse()
                if line.startswith(b"data: ")
            ]
            connection.close()
        except (OSError, HTTPException, ValueError) as error:
            raise _failed(self._program) from error
        return answered(prompt, started, came, time.perf_counter() - started)

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait(self) -> None:
        until = time.perf_counter() + _START_SECONDS
        while self._process.poll() is None and time.perf_counter() < until:
            try:
                connection = HTTPConnection(_LOCAL, self._port, timeout=1.0)
                connection.request("GET", "/health")
                status = connection.getresponse().status
                connection.close()
                if status == HTTPStatus.OK:
                    return
            except (OSError, HTTPException):
                pass  # not yet
            time.sleep(0.01)
        raise _failed(self._program)


def piece_of(line: bytes) -> str:
    """Return the text in a line of the stream.

    Raises:
        ValueError: The line tells of an error.
    """
    event: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
    if "content" not in event:
        raise ValueError("no text in the answer")
    return str(event["content"])


def _listed(numbers: Any) -> str:
    return ",".join(str(number) for number in dict.fromkeys(numbers) if number) or "0"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((_LOCAL, 0))
        return int(probe.getsockname()[1])


def _failed(program: Path) -> AppError:
    return AppError(
        Phrase(
            ko=f"비교할 프로그램 '{program.name}'이 제대로 끝나지 않았어요. 다시 만들거나 지운 뒤 해 주세요.",
            en=f"The program to compare with, '{program.name}', failed. Build it again, or delete it, and try again.",
        )
    )
