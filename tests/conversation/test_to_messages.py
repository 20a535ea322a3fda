from gemma_app.agent.messages import Message, TextPart, ToolResultPart, ToolUsePart
from gemma_app.agent.model import ToolCall
from gemma_app.conversation.messages import StoredMessage, to_messages

CANCELLED = '{"cancelled":true}'


def call(call_id: str) -> ToolCall:
    return ToolCall(id=call_id, name="search_catalog", arguments={"q": "걷기"}, provider_meta={"s": 1})


def use(call_id: str) -> ToolUsePart:
    return ToolUsePart(id=call_id, name="search_catalog", arguments={"q": "걷기"}, provider_meta={"s": 1})


def result(call_id: str, content: str = "{}") -> ToolResultPart:
    return ToolResultPart(tool_use_id=call_id, content=content)


def calling(*ids: str, content: str = "", name: str = "a") -> StoredMessage:
    return StoredMessage(id=name, role="assistant", content=content, tool_calls=tuple(call(each) for each in ids))


def giving(*parts: ToolResultPart, name: str = "t") -> StoredMessage:
    return StoredMessage(id=name, role="tool", content="", tool_results=parts)


def test_a_call_is_followed_by_its_result() -> None:
    assert to_messages([calling("c1", content="Looking."), giving(result("c1"))]) == (
        Message(role="assistant", content=(TextPart(text="Looking."), use("c1"))),
        Message(role="user", content=(result("c1"),)),
    )


def test_a_call_without_a_result_is_answered_as_cancelled() -> None:
    later = StoredMessage(id="u", role="user", content="And now?")
    assert to_messages([calling("c1", "c2"), giving(result("c2")), later])[1:] == (
        Message(role="user", content=(result("c1", CANCELLED), result("c2"))),
        Message(role="user", content="And now?"),
    )


def test_the_call_that_is_being_resumed_stays_open_and_comes_last() -> None:
    assert to_messages([calling("c1")], resumes={"c1"}) == (Message(role="assistant", content=(use("c1"),)),)


def test_only_the_resumed_call_of_several_stays_open() -> None:
    (_, results) = to_messages([calling("c1", "c2", "c3"), giving(result("c1"))], resumes={"c3"})
    assert results.content == (result("c1"), result("c2", CANCELLED))


def test_a_call_id_that_is_used_again_gets_its_own_result() -> None:
    rows = [
        calling("c1", name="a1"),
        giving(result("c1", "1"), name="t1"),
        calling("c1", name="a2"),
        giving(result("c1", "2"), name="t2"),
        calling("c1", name="a3"),
    ]
    results = [message.parts[0] for message in to_messages(rows) if message.role == "user"]
    assert results == [result("c1", "1"), result("c1", "2"), result("c1", CANCELLED)]


def test_a_result_whose_call_is_not_there_is_left_out() -> None:
    assert to_messages([giving(result("gone")), StoredMessage(id="u", role="user", content="hi")]) == (
        Message(role="user", content="hi"),
    )


def test_a_record_of_the_app_is_marked_and_an_empty_answer_left_out() -> None:
    rows = [
        StoredMessage(id="s", role="system", content="Refused."),
        StoredMessage(id="a", role="assistant", content=""),
    ]
    assert to_messages(rows) == (Message(role="user", content="[system] Refused."),)
