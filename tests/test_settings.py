"""Settings survive a broken write and a broken file."""

import errno
from pathlib import Path

import pytest
from pydantic import ValidationError

from gemma_app.choices import Choices
from gemma_app.errors import AppError
from gemma_app.settings import FILE_NAME, Settings, load_settings
from tests.refusing import refuse


def test_a_new_folder_has_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    Choices(tmp_path, "en").change(language="ko", protocol_limit=5, always_ask=("log_tracker_entry",))
    chosen = Settings(language="ko", protocol_limit=5, always_ask=("log_tracker_entry",))
    assert load_settings(tmp_path) == chosen


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"protocol_limit": 9}', b"[]"])
def test_an_unreadable_file_is_set_aside_and_not_lost(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert load_settings(tmp_path) == Settings()
    assert (tmp_path / "settings.json.unreadable").read_bytes() == content


def test_a_second_unreadable_file_does_not_take_the_place_of_the_first(tmp_path: Path) -> None:
    for content in (b"first", b"second", b"third"):
        (tmp_path / FILE_NAME).write_bytes(content)
        load_settings(tmp_path)
    names = ("settings.json.unreadable", "settings.json.unreadable-2", "settings.json.unreadable-3")
    assert [(tmp_path / name).read_bytes() for name in names] == [b"first", b"second", b"third"]


def test_a_limit_stays_inside_its_range(tmp_path: Path) -> None:
    choices = Choices(tmp_path, "en")
    with pytest.raises(ValidationError):
        choices.change(protocol_limit=6)
    assert choices.limits().protocol == 3


def test_a_change_holds_from_then_on(tmp_path: Path) -> None:
    Choices(tmp_path, "en").change(diet_limit=2)
    assert Choices(tmp_path, "en").limits().diet == 2


def test_a_file_with_the_mark_that_some_editors_add_is_read(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b'\xef\xbb\xbf{"protocol_limit": 5}')
    assert load_settings(tmp_path).protocol_limit == 5


def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    assert load_settings(tmp_path) == Settings()
    assert (tmp_path / "settings.json.unreadable").is_dir()


def test_a_disk_that_refuses_is_told_in_words_and_the_old_choice_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices = Choices(tmp_path, "en")
    choices.change(protocol_limit=4)
    monkeypatch.setattr("gemma_app.paths.fsync", refuse(errno.ENOSPC))
    with pytest.raises(AppError, match="Free some space"):
        choices.change(protocol_limit=5)
    assert choices.limits().protocol == 4
    assert Choices(tmp_path, "en").limits().protocol == 4
