"""A turn with a call and a confirmation, played by a scripted model: what the self-test runs."""

from pathlib import Path

from gemma_app.agent.model import ModelReply, ToolCall
from gemma_app.agent.turn import Answered, Waiting
from gemma_app.app import App
from gemma_app.conversation.chat import waiting_after
from gemma_app.engine.scripted import ScriptedModel
from gemma_app.habits.service import DEFAULT_PROFILE
from gemma_app.language import Language

_ENTRY = "p-morning-light"


def run_scripted_turn(data_dir: Path, language: Language) -> str | None:
    """Play the turn on a new store and return what went wrong, None where nothing did."""
    app = App.open(data_dir, language=language)
    try:
        call = ToolCall(id="add", name="add_habit", arguments=dict(app.habits.complete_add({"protocol_id": _ENTRY})))
        app.model.put(
            ScriptedModel(
                [
                    ModelReply(text="", tool_calls=(call,), stop_reason="tool_use"),
                    ModelReply(text="OK", tool_calls=(), stop_reason="stop"),
                ]
            )
        )
        session_id = app.conversations.create_session(DEFAULT_PROFILE).id
        end = app.chat.send(session_id, "add it")
        waiting = waiting_after(end, session_id, app.conversations)
        if not isinstance(end, Waiting) or app.habits.active():
            return "a change was made that was not asked"
        end = app.chat.answer(waiting[0], approved=True)
        added = [habit.entry_id for habit in app.habits.active()]
        if not isinstance(end, Answered) or added != [_ENTRY]:
            return f"an approved change was not made: {added}"
        problems = app.database.check()
        return problems[0].say(language) if problems else None
    finally:
        app.close()
