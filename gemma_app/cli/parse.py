"""``gemma-app parse``: what a model's raw output means."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import typer

from gemma_app.cli.options import AsJson, DataDir, Lang, Today, failing_in_words, language_of
from gemma_app.dialects.parse import parse_batch, parse_text
from gemma_app.errors import AppError
from gemma_app.language import Phrase

_STANDARD_INPUT = "-"
_NO_TOOLS = Phrase(
    ko="--tools가 없어서 아는 도구가 없어요. 모든 호출이 'unknown_tool'이 돼요.",
    en="Without --tools no tool is known: every call is an 'unknown_tool'.",
)
_DIALECTS = ("gemma4", "functiongemma", "gemma3", "embedded")

Raw = Annotated[str | None, typer.Argument(help="The output, or - for standard input.")]
DialectName = Annotated[
    str | None,
    typer.Option(
        "--dialect",
        metavar="gemma4|functiongemma|gemma3",
        help="How the model writes calls; required without --batch.",
        show_default=False,
    ),
]
ToolsFile = Annotated[
    Path | None,
    typer.Option("--tools", metavar="FILE", help="JSON list of {name, parameters}; without it no tool is known."),
]
BatchFile = Annotated[Path | None, typer.Option("--batch", metavar="FILE", help="JSON list of cases to parse.")]
FinishOption = Annotated[str, typer.Option("--finish", metavar="stop|length", help="How the output ended.")]
InThought = Annotated[bool, typer.Option("--start-in-thought", help="The prompt ended inside a thought.")]


def parse(
    raw: Raw = None,
    dialect: DialectName = None,
    tools: ToolsFile = None,
    batch: BatchFile = None,
    finish: FinishOption = "stop",
    start_in_thought: InThought = False,
    data_dir: DataDir = None,  # noqa: ARG001
    today: Today = None,  # noqa: ARG001
    lang: Lang = None,
    as_json: AsJson = False,  # noqa: ARG001
) -> None:
    """Parse raw model output and print its calls, text, reasoning and error as JSON."""
    if finish not in {"stop", "length"}:
        raise typer.BadParameter("stop or length", param_hint="--finish")
    language = language_of(lang)
    with failing_in_words(language):
        if batch is not None:
            cases = _json_list(batch)
            typer.echo(json.dumps(parse_batch(cases), ensure_ascii=False))
            return
        if dialect not in _DIALECTS:
            raise typer.BadParameter(" or ".join(_DIALECTS[:3]), param_hint="--dialect")
        text = _standard_input() if raw in {None, _STANDARD_INPUT} else str(raw)
        if tools is None:
            typer.echo(_NO_TOOLS.say(language), err=True)
        offered = [] if tools is None else _json_list(tools)
        ended = cast("Literal['stop', 'length']", finish)
        result = parse_text(dialect, text, offered, finish=ended, start_in_thought=start_in_thought)
        typer.echo(json.dumps(result, ensure_ascii=False))


def _standard_input() -> str:
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _json_list(path: Path) -> Sequence[Mapping[str, Any]]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise AppError(
            Phrase(ko=f"{path} 파일을 JSON으로 읽을 수 없어요.", en=f"The file {path} cannot be read as JSON.")
        ) from error
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise AppError(
            Phrase(ko=f"{path} 파일은 객체의 목록이어야 해요.", en=f"The file {path} must hold a list of objects.")
        )
    return value
