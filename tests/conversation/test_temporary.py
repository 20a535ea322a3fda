from gemma_app.conversation.messages import StoredMessage
from gemma_app.conversation.temporary import TemporaryConversation
from tests.conversation.conftest import SetClock
from tests.conversation.test_service import question


def test_a_temporary_conversation_keeps_messages_in_memory(clock: SetClock) -> None:
    kept = TemporaryConversation(clock)
    rows = [kept.append("", StoredMessage(id=str(n), role="user", content=f"<{n}>")) for n in range(5)]
    assert kept.page("", limit=2) == rows[3:]
    assert kept.page("", before=rows[3], limit=2) == rows[1:3]
    assert rows[0].created_at == clock()


def test_late_text_does_not_overwrite_a_finished_answer_there_either(clock: SetClock) -> None:
    kept = TemporaryConversation(clock)
    kept.append("", StoredMessage(id="m", role="assistant", content="", status="writing"))
    kept.update_text("m", "half")
    assert kept.page("")[0].content == "half"
    kept.save(StoredMessage(id="m", role="assistant", content="whole"))
    kept.update_text("m", "half")
    assert kept.page("")[0].content == "whole"


def test_a_question_there_waits_until_it_is_answered_once(clock: SetClock) -> None:
    kept = TemporaryConversation(clock)
    kept.ask("s", "m", question(clock))
    assert [each.question.id for each in kept.waiting_questions("s")] == ["q1"]
    assert kept.close_question("q1", "declined")
    assert not kept.close_question("q1", "approved")
