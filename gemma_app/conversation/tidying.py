"""Keeps what the model is sent of a long conversation short, after the reply has gone out."""

from dataclasses import dataclass

from gemma_app.conversation.chat import ReadHistory
from gemma_app.conversation.extract import extract_summary
from gemma_app.conversation.fold import FoldResult, Summarize, fold_session_history
from gemma_app.conversation.summaries import Summaries

FOLD_FROM = 10
"""Messages that no summary covers before one is made."""


@dataclass(frozen=True, kw_only=True)
class Tidying:
    """Folds the older messages of a conversation into its summary; nothing is ever deleted.

    Args:
        summaries: Where summaries are kept.
        history: Gives what a turn of a conversation goes on from.
        summarize: Writes a summary; the model-free extract where no model is good enough at it.
    """

    summaries: Summaries
    history: ReadHistory
    summarize: Summarize = extract_summary

    def fold(self, session_id: str, profile_id: int, *, threshold: int = FOLD_FROM) -> FoldResult:
        """Fold what has left the model's view, where it is at least ``threshold`` messages."""
        history = self.history(session_id, frozenset())
        return fold_session_history(
            repository=self.summaries,
            session_id=session_id,
            profile_id=profile_id,
            summarize=self.summarize,
            max_turns=history.kept,
            threshold=threshold,
        )
