"""Settings survive a broken write and a broken file."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from gemma_app.choices import Choices
from gemma_app.settings import FILE_NAME, Settings, load_settings, save_settings


def test_a_new_folder_has_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    chosen = Settings(language="ko", protocol_limit=5, always_ask=("log_tracker_entry",))
    save_settings(tmp_path, chosen)
    assert load_settings(tmp_path) == chosen


@pytest.mark.parametrize("content", [b"", b"{", b"\xff\xfe", b'{"protocol_limit": 9}', b"[]"])
def test_an_unreadable_file_is_set_aside_and_not_lost(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert load_settings(tmp_path) == Settings()
    assert (tmp_path / "settings.json.unreadable").read_bytes() == content


def test_a_limit_stays_inside_its_range(tmp_path: Path) -> None:
    choices = Choices(tmp_path, "en")
    with pytest.raises(ValidationError):
        choices.change(protocol_limit=6)
    assert choices.limits().protocol == 3


def test_a_change_holds_from_then_on(tmp_path: Path) -> None:
    Choices(tmp_path, "en").change(diet_limit=2)
    assert Choices(tmp_path, "en").limits().diet == 2
