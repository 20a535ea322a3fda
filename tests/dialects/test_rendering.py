"""The prompts of FunctionGemma and Gemma 3, and what every dialect keeps to."""

import itertools

import pytest

from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ChatRequest
from gemma_app.agent.tool import Effect, Tool
from gemma_app.dialects.registry import get_dialect

WEATHER = Tool(
    name="get_current_weather",
    description="Gets the current weather in a given location.",
    parameters={
        "type": "object",
        "properties": {
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
            "location": {"type": "string", "description": "The city, e.g. Tokyo, JP"},
            "days": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
            "mode": {"$ref": "#/$defs/Mode"},
        },
        "$defs": {"Mode": {"const": "full"}},
        "required": ["location"],
    },
    effect=Effect.READ,
)


def user(text: str) -> Message:
    return Message(role="user", content=text)


def call(name: str = "get_current_weather", thought: str = "", **arguments: str) -> Message:
    meta = {"thought": thought} if thought else None
    part = ToolUsePart(id="1", name=name, arguments=arguments, provider_meta=meta)
    return Message(role="assistant", content=(TextPart(text="볼게요."), part))


def result(content: str) -> Message:
    return Message(role="tool", content=(ToolResultPart(tool_use_id="1", content=content),))


def prompt(dialect: str, *messages: Message, tools: tuple[Tool, ...] = (), **options: object) -> str:
    request = ChatRequest(messages=messages, tools=tools, options=options)
    return "".join(segment.text for segment in get_dialect(dialect).render(request))


def test_functiongemma_declares_tools_in_the_developer_turn() -> None:
    assert prompt("functiongemma", user("Tokyo?"), tools=(WEATHER,)) == (
        "<start_of_turn>developer\n"
        "You are a model that can do function calling with the following functions"
        "<start_function_declaration>declaration:get_current_weather{"
        "description:<escape>Gets the current weather in a given location.<escape>,"
        "parameters:{properties:{"
        "days:{nullable:true,type:<escape>INTEGER<escape>},"
        "location:{description:<escape>The city, e.g. Tokyo, JP<escape>,type:<escape>STRING<escape>},"
        "mode:{enum:[<escape>full<escape>],type:<escape>STRING<escape>},"
        "unit:{enum:[<escape>celsius<escape>,<escape>fahrenheit<escape>],type:<escape>STRING<escape>}},"
        "required:[<escape>location<escape>],type:<escape>OBJECT<escape>}}<end_function_declaration><end_of_turn>\n"
        "<start_of_turn>user\nTokyo?<end_of_turn>\n"
        "<start_of_turn>model\n"
    )


def test_functiongemma_continues_its_turn_behind_a_result_and_forgets_earlier_turns() -> None:
    text = prompt(
        "functiongemma",
        user("옛날"),
        Message(role="assistant", content="네"),
        user("Tokyo?"),
        call(location="Tokyo"),
        result('{"temperature": 15, "weather": "sunny", "wind": null}'),
        context="오늘은 월요일",
    )
    assert text == (
        "<start_of_turn>user\n오늘은 월요일\n\nTokyo?<end_of_turn>\n"
        "<start_of_turn>model\n볼게요."
        "<start_function_call>call:get_current_weather{location:<escape>Tokyo<escape>}<end_function_call>"
        "<start_function_response>response:get_current_weather"
        "{temperature:15,weather:<escape>sunny<escape>,wind:null}<end_function_response>"
    )


def test_gemma_3_puts_the_system_text_and_the_tools_into_the_first_user_turn() -> None:
    text = prompt("gemma3", user("안녕"), tools=(WEATHER,), system="Be brief.")
    assert text.startswith("<start_of_turn>user\nBe brief.\n\nYou can use the tools below.")
    assert '{"name": "get_current_weather", "description"' in text
    assert text.endswith("\n\n안녕<end_of_turn>\n<start_of_turn>model\n")


def test_gemma_3_gives_results_in_a_user_turn_and_its_turns_alternate() -> None:
    text = prompt("gemma3", user("?"), user("Tokyo?"), call(location="Tokyo"), result('{"sky": "맑음"}'), user("또"))
    roles = [line.removeprefix("<start_of_turn>") for line in text.splitlines() if line.startswith("<start_of_turn>")]
    assert all(before != after for before, after in itertools.pairwise(roles))
    assert '볼게요.\n\n{"name": "get_current_weather", "parameters": {"location": "Tokyo"}}<end_of_turn>' in text
    assert '```tool_output\n{"name": "get_current_weather", "result": {"sky": "맑음"}}\n```\n\n또<end_of_turn>' in text


@pytest.mark.parametrize("dialect", ["gemma3", "functiongemma", "gemma4"])
def test_what_changes_comes_last_so_that_the_beginning_can_be_reused(dialect: str) -> None:
    common = prompt(dialect, user("안녕"), tools=(WEATHER,), system="s", context="A").split("A")[0]
    assert prompt(dialect, user("다른 말"), tools=(WEATHER,), system="s", context="B").startswith(common)
    assert "get_current_weather" in common


@pytest.mark.parametrize("dialect", ["gemma3", "gemma4"])
def test_the_context_stands_before_the_newest_words_only(dialect: str) -> None:
    text = prompt(dialect, user("하나"), Message(role="assistant", content="네"), user("둘"), context="문맥")
    assert text.count("문맥") == 1
    assert "문맥\n\n둘" in text


def test_a_prompt_grows_at_its_end_while_a_turn_goes_on() -> None:
    for dialect in ("functiongemma", "gemma4"):
        first = prompt(dialect, user("?"), tools=(WEATHER,), context="c")
        second = prompt(dialect, user("?"), call(location="a"), result("{}"), tools=(WEATHER,), context="c")
        assert second.startswith(first)


def test_thoughts_are_kept_between_the_calls_of_a_turn_and_dropped_after_it() -> None:
    turn = (user("?"), call(thought="흠"), result("1"))
    assert "<|channel>thought\n흠\n<channel|><|tool_call>" in prompt("gemma4", *turn)
    assert "흠" not in prompt("gemma4", *turn, Message(role="assistant", content="끝"), user("또"))
    assert "흠" not in prompt("functiongemma", *turn)


def test_a_turn_that_ended_with_a_result_is_closed_before_the_next() -> None:
    text = prompt("gemma4", user("?"), call(), result("1"), user("또"))
    assert "<tool_response|><turn|>\n<|turn>user\n또<turn|>\n<|turn>model\n" in text


@pytest.mark.parametrize(
    ("content", "written"),
    [
        ("3", "{value:3}"),
        ("null", "{value:null}"),
        ('"맑음"', '{value:<|"|>맑음<|"|>}'),
        ("[1]", "{value:[1]}"),
        ("not json", '{value:<|"|>not json<|"|>}'),
        ('{"b": {"d": 1, "C": true}, "a": []}', "{a:[],b:{C:true,d:1}}"),
    ],
)
def test_a_result_is_written_as_an_object(content: str, written: str) -> None:
    assert f"response:get_current_weather{written}<tool_response|>" in prompt(
        "gemma4", user("?"), call(), result(content)
    )


def test_gemma_4_stops_are_told_apart() -> None:
    assert get_dialect("gemma4").stops == {"<eos>": "stop", "<turn|>": "stop", "<|tool_response>": "tool_use"}
    assert get_dialect("functiongemma").stops["<start_function_response>"] == "tool_use"
    assert get_dialect("gemma3").stops == {"<end_of_turn>": "stop", "<eos>": "stop"}


def test_a_dialect_that_does_not_exist_is_named() -> None:
    with pytest.raises(LookupError, match="gemma5"):
        get_dialect("gemma5")
