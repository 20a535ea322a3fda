"""``gemma-app eval run`` on the real embedded model, and what a model that is not tested is told to be."""

import json
import os
from pathlib import Path

import pytest

from gemma_app.app import App
from gemma_app.cli.talk import tell_standing
from gemma_app.language import Language
from tests.cli.test_commands import run
from tests.evaluation.examples import line
from tests.evaluation.test_scores import FromFile, Scripted

NOTICES: dict[Language, str] = {"ko": "아직 테스트하지 않은 모델이에요", "en": "This model is not tested yet"}
RATES = {"right_tool", "fully_right", "false_call", "missed_call", "invalid"}


@pytest.mark.model
def test_a_suite_is_reported_as_json_and_in_words_and_the_score_is_kept(tmp_path: Path, embedded_model: Path) -> None:
    models = tmp_path / "data" / "models"
    models.mkdir(parents=True)
    for file in embedded_model.parent.glob(f"{embedded_model.stem}.*"):
        os.link(file, models / file.name)
    suite = tmp_path / "two.jsonl"
    habits = [{"id": 3, "title": "물 마시기", "protocol_id": "u-1"}]
    expect = [[{"name": "list_active_habits"}]]
    lines = [
        line(id="a", history=[], habits=habits, utterance="내 습관 목록 보여줘", expect=expect, category="list"),
        line(id="b", history=[], habits=habits, utterance="고마워", expect=[[]], category="none"),
    ]
    suite.write_text("\n".join(lines), encoding="utf-8")
    arguments = ("eval", "run", "--suite", str(suite))
    report = json.loads("\n".join(run(*arguments, "--json", data_dir=tmp_path / "data")))
    assert set(report) == {"items", "totals", "by_category", "by_lang"}
    assert set(report["totals"]) == {"items", *RATES}
    assert [item["id"] for item in report["items"]] == ["a", "b"]
    assert set(report["items"][0]) == {"id", "calls", *RATES}
    assert report["items"][0]["calls"] == [{"name": "list_active_habits", "arguments": {}}]
    assert report["totals"]["false_call"]["of"] == 1
    (kept,) = (tmp_path / "data" / "evaluation" / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(kept)["totals"] == report["totals"]
    head, everything, *rest = run(*arguments, "--lang", "ko", data_dir=tmp_path / "data")
    assert head.split() == [
        "항목",
        "맞는",
        "도구",
        "완전히",
        "맞음",
        "잘못된",
        "호출",
        "놓친",
        "호출",
        "읽을",
        "수",
        "없음",
    ]
    assert everything.startswith("전체       2     100 % [34–100]")
    assert "너무 적어요" in rest[-1]


def test_a_suite_that_is_not_there_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert run("eval", "run", "--suite", str(tmp_path / "none.jsonl"), data_dir=tmp_path / "data", code=1) == []


@pytest.mark.parametrize("language", NOTICES)
def test_that_a_model_only_suggests_is_said_beside_the_answer(
    tmp_path: Path, language: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    app = App.open(tmp_path, language=language)
    app.model.put(Scripted())
    tell_standing(app)
    assert capsys.readouterr().err == ""
    app.model.put(FromFile())
    tell_standing(app)
    assert capsys.readouterr().err.startswith(NOTICES[language])
    app.close()
