"""Keeps what the model is sent of a long conversation short, after the reply has gone out."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from gemma_app.conversation.chat import ReadHistory
from gemma_app.conversation.fold import FoldResult, Summarize, fold_session_history
from gemma_app.conversation.summaries import Summaries
from gemma_app.conversation.summarizing import extracting

FOLD_FROM = 10
"""Messages that no summary covers before one is made."""

MakeSummarizer = Callable[[threading.Event], Summarize]


@dataclass(frozen=True, kw_only=True)
class Tidying:
    """Folds the older messages of a conversation into its summary; nothing is ever deleted.

    Args:
        summaries: Where summaries are kept.
        history: Gives what a turn of a conversation goes on from.
        summarizer: Gives what writes a summary until the event is set; the model-free extract where no model is good
            enough at it.
    """

    summaries: Summaries
    history: ReadHistory
    summarizer: MakeSummarizer = extracting

    def fold(
        self, session_id: str, profile_id: int, *, threshold: int = FOLD_FROM, cancel: threading.Event | None = None
    ) -> FoldResult:
        """Fold what has left the model's view, where it is at least ``threshold`` messages.

        Args:
            session_id: The conversation.
            profile_id: Whose it is.
            threshold: Fewer messages than this are left for later.
            cancel: Ends the work soon after it is set; what was folded by then stays, and the next call goes on.
        """
        cancel = cancel or threading.Event()
        kept = self.history(session_id, frozenset()).kept
        while True:
            result = fold_session_history(
                repository=self.summaries,
                session_id=session_id,
                profile_id=profile_id,
                summarize=self.summarizer(cancel),
                max_turns=kept,
                threshold=threshold,
            )
            if result.patch is None or result.skipped is not None or cancel.is_set():
                return result

    def rebuild(self, session_id: str, profile_id: int, *, cancel: threading.Event | None = None) -> FoldResult:
        """Make the summary again from the messages."""
        self.summaries.forget(session_id)
        return self.fold(session_id, profile_id, threshold=1, cancel=cancel)
