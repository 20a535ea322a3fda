"""The programs of llama.cpp, here small scripts that speak as they do."""

import os
import sys
from pathlib import Path

import pytest

from gemma_app.bench.raw import SHAPES
from gemma_app.bench.stock import ENGINE_VARIABLES
from gemma_app.bench.tools import Server, bench_rates, found_tool, piece_of, plain_environment
from gemma_app.errors import AppError
from tests.bench.made import PROMPT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the scripts begin with the name of their interpreter")

BENCH = """
import json, sys
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
rows = [{"n_prompt": int(read), "n_gen": 0, "avg_ts": float(read)} for read in given["-p"].split(",")]
rows += [{"n_prompt": 0, "n_gen": int(write), "avg_ts": 7.5} for write in given["-n"].split(",")]
print(json.dumps(rows))
"""
SERVER = """
import http.server, json, sys
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        for piece in (" log", body["grammar"], ""):
            self.wfile.write(b"data: " + json.dumps({"content": piece}).encode() + b"\\n\\n")

    def log_message(self, *_):
        pass

http.server.HTTPServer((given["--host"], int(given["--port"])), Handler).serve_forever()
"""


def script(folder: Path, name: str, code: str) -> Path:
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{code}", encoding="utf-8")
    path.chmod(0o755)
    return path


def test_a_program_is_found_only_where_it_was_built(tmp_path: Path) -> None:
    assert found_tool("llama-bench", tmp_path) is None
    assert found_tool("llama-bench", tmp_path / "nowhere") is None
    made = script(tmp_path, "llama-bench", BENCH)
    assert found_tool("llama-bench", tmp_path) == made


def test_rates_come_by_the_shapes_that_were_asked_for(tmp_path: Path) -> None:
    program = script(tmp_path, "llama-bench", BENCH)
    assert bench_rates(program, Path("m.gguf"), 2, SHAPES) == {"pp256": 256.0, "pp512": 512.0, "tg64": 7.5}


@pytest.mark.parametrize("code", ["raise SystemExit(1)", "print('no json')"])
def test_a_program_that_fails_is_named_in_a_sentence(tmp_path: Path, code: str) -> None:
    with pytest.raises(AppError, match="'llama-bench'"):
        bench_rates(script(tmp_path, "llama-bench", code), Path("m.gguf"), 2, SHAPES)


def test_a_server_is_asked_with_the_same_grammar_and_its_line_is_a_call(tmp_path: Path) -> None:
    with Server(script(tmp_path, "llama-server", SERVER), Path("m.gguf"), 2) as server:
        answer = server.ask(PROMPT)
    assert answer.text == " log" + PROMPT.grammar
    assert {"first", "t3", "t4", "t8"} == set(answer.stamps)
    assert answer.counts["generated"] == 2


def test_a_server_that_ends_at_once_is_named_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AppError, match="'llama-server'"):
        Server(script(tmp_path, "llama-server", "raise SystemExit(1)"), Path("m.gguf"), 2)


def test_a_line_of_the_stream_that_holds_no_text_is_an_error() -> None:
    assert piece_of(b'data: {"content": "\xec\x95\x88"}') == "안"
    with pytest.raises(ValueError, match="no text"):
        piece_of(b'data: {"error": 1}')


def test_the_programs_run_without_what_the_engine_sets_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ENGINE_VARIABLES:
        monkeypatch.setenv(name, "1")
    assert not plain_environment().keys() & set(ENGINE_VARIABLES)
    assert plain_environment()["PATH"] == os.environ["PATH"]
