"""Conversations out of the app and into it, from the command line."""

import json
from pathlib import Path

from gemma_app.app import App
from gemma_app.conversation.messages import StoredMessage
from gemma_app.habits.service import DEFAULT_PROFILE
from tests.cli.test_commands import run


def talk(data_dir: Path) -> str:
    app = App.open(data_dir, language="ko")
    session_id = app.conversations.create_session(DEFAULT_PROFILE).id
    app.conversations.append(session_id, StoredMessage(id="a", role="user", content="걷기를 시작할래"))
    answer = StoredMessage(id="b", role="assistant", content="햇빛 습관이 있어요", doors=("habits.read",))
    app.conversations.append(session_id, answer)
    app.close()
    return session_id


def test_a_conversation_goes_out_and_comes_back(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "out.json"
    session_id = talk(data)
    assert run("export", session_id, "--format", "json", "--out", str(out), data_dir=data) == []
    (line,) = run("import", str(out), "--json", data_dir=data)
    (made,) = json.loads(line)["sessions"]
    assert made["title"] == "걷기를 시작할래"
    assert "햇빛 습관이 있어요" in "\n".join(run("export", made["id"], data_dir=data))


def test_all_conversations_go_out_where_none_is_named(tmp_path: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "all.json"
    talk(data)
    run("import", str(write(tmp_path, '[{"role": "user", "content": "Other"}]')), data_dir=data)
    run("export", "--json", "--out", str(out), data_dir=data)
    assert [each["title"] for each in json.loads(out.read_text(encoding="utf-8"))] == ["Other", "걷기를 시작할래"]
    assert len(json.loads(run("import", str(out), "--json", data_dir=data)[0])["sessions"]) == 2
    assert "# Other" in run("export", data_dir=data)


def write(folder: Path, text: str) -> Path:
    path = folder / "in.json"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_scope_can_be_left_out_of_an_export_and_of_a_hand_off(tmp_path: Path) -> None:
    session_id = talk(tmp_path)
    for options in (("--format", "md"), ("--json",), ("--handoff",)):
        assert "햇빛" in "\n".join(run("export", session_id, *options, data_dir=tmp_path))
        assert "햇빛" not in "\n".join(
            run("export", session_id, *options, "--without", "habits.read", data_dir=tmp_path)
        )


def test_a_hand_off_is_a_list_of_messages(tmp_path: Path) -> None:
    session_id = talk(tmp_path)
    messages = json.loads("\n".join(run("export", session_id, "--handoff", data_dir=tmp_path)))
    assert [message["role"] for message in messages] == ["user", "assistant"]
    run("export", "--handoff", data_dir=tmp_path, code=2)


def test_what_is_locked_for_the_profile_in_use_stays_in(tmp_path: Path) -> None:
    session_id = talk(tmp_path)
    (line,) = run("profile", "lock", "1", "habits.read", "--json", data_dir=tmp_path)
    assert json.loads(line)[0]["locked"] == ["habits.read"]
    assert "햇빛" not in "\n".join(run("export", session_id, data_dir=tmp_path))
    run("profile", "lock", "1", data_dir=tmp_path)
    assert "햇빛" in "\n".join(run("export", session_id, data_dir=tmp_path))
    run("profile", "lock", "1", "moon.read", data_dir=tmp_path, code=1)


def test_another_profile_has_conversations_of_its_own(tmp_path: Path) -> None:
    session_id = talk(tmp_path)
    run("profile", "add", "지우", data_dir=tmp_path)
    run("profile", "use", "2", data_dir=tmp_path)
    run("export", session_id, data_dir=tmp_path, code=1)
    assert run("profile", "list", data_dir=tmp_path) == ["  1  Me", "* 2  지우"]


def test_what_is_no_conversation_or_cannot_be_written_is_said_in_a_sentence(tmp_path: Path) -> None:
    data = tmp_path / "data"
    run("import", str(write(tmp_path, "no")), data_dir=data, code=1)
    run("import", str(tmp_path / "missing.json"), data_dir=data, code=1)
    session_id = talk(data)
    run("export", session_id, "--out", str(tmp_path / "no" / "where.md"), data_dir=data, code=1)
    run("export", "ghost", data_dir=data, code=1)
