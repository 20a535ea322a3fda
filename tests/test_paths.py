"""A file is written as a whole or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gemma_app.errors import AppError
from gemma_app.paths import write_whole
from tests.refusing import refuse


def test_a_new_file_has_the_rights_that_a_new_file_has(tmp_path: Path) -> None:
    write_whole(tmp_path / "새 파일.md", b"new")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "새 파일.md").read_bytes() == b"new"
    assert (tmp_path / "새 파일.md").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_what_is_there_stays_until_all_that_is_new_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen = tmp_path / "board.json", list[tuple[bytes, int]]()
    path.write_bytes(b"old")
    monkeypatch.setattr(
        "gemma_app.paths.fsync", lambda descriptor: seen.append((path.read_bytes(), os.fstat(descriptor).st_size))
    )
    write_whole(path, b"new text")
    assert seen == [(b"old", len(b"new text"))]
    assert path.read_bytes() == b"new text"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("code", "advice"),
    [(errno.ENOSPC, "Free some space"), (errno.EACCES, "choose another folder"), (errno.EIO, "Check the name")],
)
def test_a_disk_that_refuses_costs_nothing_and_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, advice: str
) -> None:
    path = tmp_path / "chat.md"
    path.write_bytes(b"old")
    monkeypatch.setattr("gemma_app.paths.fsync", refuse(code))
    with pytest.raises(AppError, match=r"chat\.md") as told:
        write_whole(path, b"new")
    assert advice in told.value.message.en
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_replaced_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "private.md"
    path.write_bytes(b"old")
    path.chmod(0o600)
    write_whole(path, b"new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_stays_a_link_and_the_file_behind_it_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.md").write_bytes(b"old")
    (tmp_path / "link.md").symlink_to(tmp_path / "real.md")
    write_whole(tmp_path / "link.md", b"new")
    assert (tmp_path / "link.md").is_symlink()
    assert (tmp_path / "real.md").read_bytes() == b"new"


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR)
    write_whole(pipe, b"new")
    assert os.read(reader, 3) == b"new"
    os.close(reader)
    assert pipe.is_fifo()


def test_a_loop_of_links_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    with pytest.raises(AppError):
        write_whole(tmp_path / "a", b"new")


def test_a_folder_in_the_place_and_a_folder_that_is_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "board.png").mkdir()
    for path in (tmp_path / "board.png", tmp_path / "gone" / "board.png"):
        with pytest.raises(AppError):
            write_whole(path, b"new")
    assert [each.name for each in tmp_path.iterdir()] == ["board.png"]


@given(name=st.integers(min_value=1, max_value=85).map(lambda length: "가" * length), data=st.binary())
@settings(max_examples=10)
def test_any_name_that_the_disk_takes_is_written(
    tmp_path_factory: pytest.TempPathFactory, name: str, data: bytes
) -> None:
    path = tmp_path_factory.mktemp("names") / name
    write_whole(path, data)
    assert path.read_bytes() == data
