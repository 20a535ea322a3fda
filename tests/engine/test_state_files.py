"""States on disk: found by everything they depend on, never read where they are not whole, never in the way."""

import errno
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gemma_app.engine.model_digest import ModelDigest
from gemma_app.engine.sequence_state import SequenceState
from gemma_app.engine.state_files import StateFiles

SETTINGS = {"llama_cpp": "0.3.36", "kv": "f16"}
STATE = SequenceState(tokens=(2, 105, 7), oldest=-1, data=bytearray(range(200)))


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"weights")
    return path


def _files(model: Path, settings: Mapping[str, str] | None = None, most_bytes: int = 1 << 20) -> StateFiles:
    folder = model.parent / "prefix"
    return StateFiles(folder, ModelDigest(model, folder), settings or SETTINGS, most_bytes=most_bytes)


def _saved(model: Path, *states: SequenceState, most_bytes: int = 1 << 20) -> list[Path]:
    files = _files(model, most_bytes=most_bytes)
    for number, state in enumerate(states):
        files.save(state)
        files._writer.submit(_date_new_files, model.parent / "prefix", number)
    files.close()
    return sorted((model.parent / "prefix").glob("*.state"))


def _date_new_files(folder: Path, number: int) -> None:
    """Give each file a time of its own, so that the order of use does not hang on the clock's steps."""
    for path in folder.glob("*.state"):
        if path.stat().st_mtime > 1_000_000:
            os.utime(path, (number, number))


def _sized(first: int, size: int) -> SequenceState:
    return SequenceState(tokens=(first,), oldest=0, data=bytearray(size))


def test_a_state_comes_back_in_another_run_as_it_was(model: Path) -> None:
    assert len(_saved(model, STATE)) == 1
    assert _files(model).load(STATE.tokens) == STATE
    assert _files(model).load((2, 105)) is None


@pytest.mark.parametrize(
    "changed", [{"llama_cpp": "0.3.37"}, {"kv": "q8_0"}, {"adapters": "a3f1"}, {"flash_attention": "off"}]
)
def test_another_library_or_setting_never_reads_the_file(model: Path, changed: Mapping[str, str]) -> None:
    _saved(model, STATE)
    assert _files(model, {**SETTINGS, **changed}).load(STATE.tokens) is None


def test_another_model_in_the_same_place_never_reads_the_file(model: Path) -> None:
    _saved(model, STATE)
    model.write_bytes(b"trained again")
    files = _files(model)
    assert files.load(STATE.tokens) is None
    files.save(STATE)
    files.close()
    assert len(list((model.parent / "prefix").glob("*.state"))) == 2


@given(data=st.data())
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_file_that_is_cut_or_changed_anywhere_is_not_read_and_is_deleted(model: Path, data: st.DataObject) -> None:
    (path,) = _saved(model, STATE)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[place:]
    else:
        content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    assert _files(model).load(STATE.tokens) is None
    assert not path.exists()


def test_a_file_under_another_ones_name_is_not_read(model: Path) -> None:
    first, second = _saved(model, STATE, _sized(9, 200))
    first.replace(second)
    assert [_files(model).load(tokens) for tokens in (STATE.tokens, (9,))] == [None, None]


def test_the_folder_is_bounded_and_what_was_not_used_for_longest_goes_first(model: Path) -> None:
    _saved(model, _sized(1, 400), _sized(2, 400))
    _files(model).load((1,))
    _saved(model, _sized(3, 400), most_bytes=1_100)
    kept = [first for first in (1, 2, 3) if _files(model).load((first,))]
    assert kept == [1, 3]


def test_a_state_larger_than_the_folder_may_be_is_not_written(model: Path) -> None:
    assert len(_saved(model, _sized(1, 400), _sized(2, 2_000), most_bytes=1_100)) == 1
    assert _files(model).load((1,)) is not None


def test_a_full_disk_leaves_no_file_and_no_error(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_handle: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "fsync", refuse)
    assert _saved(model, STATE) == []
    assert list((model.parent / "prefix").glob("*.part")) == []


def test_a_place_where_no_folder_can_be_made_costs_nothing_but_time(model: Path) -> None:
    (model.parent / "prefix").write_bytes(b"a file in the way")
    files = _files(model)
    files.save(STATE)
    files.close()
    assert files.load(STATE.tokens) is None


def test_what_a_killed_run_left_half_written_is_removed(model: Path) -> None:
    left = model.parent / "prefix" / "tmp123.part"
    left.parent.mkdir()
    left.write_bytes(b"half")
    _saved(model, STATE)
    assert not left.exists()


def test_the_digest_of_a_model_is_computed_once_and_again_when_the_file_changes(model: Path, tmp_path: Path) -> None:
    first = ModelDigest(model, tmp_path).compute()
    assert ModelDigest(model, tmp_path).known() == first
    model.write_bytes(b"trained again")
    assert ModelDigest(model, tmp_path).known() is None
    assert ModelDigest(model, tmp_path).compute() not in (None, first)


def test_a_big_file_is_not_read_to_its_end_where_the_app_closes(model: Path, tmp_path: Path) -> None:
    assert ModelDigest(model, tmp_path).compute(lambda: True) is None
    assert ModelDigest(model, tmp_path).known() is None


def test_a_file_that_was_replaced_since_it_was_loaded_has_no_digest(model: Path, tmp_path: Path) -> None:
    digest = ModelDigest(model, tmp_path)
    model.write_bytes(b"replaced while the app runs")
    assert digest.compute() is None


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("gone"), os.mkfifo])
def test_what_is_no_file_is_neither_read_nor_in_the_way_of_others(model: Path, make: Callable[[Path], None]) -> None:
    (path,) = _saved(model, STATE)
    path.unlink()
    make(path)
    assert _files(model).load(STATE.tokens) is None
    other = _sized(9, 200)
    _saved(model, other, most_bytes=400)
    assert _files(model).load((9,)) == other
