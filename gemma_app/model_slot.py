"""Which chat model answers at the moment, if any, and what it may do by itself."""

from gemma_app.agent.model import ChatModel
from gemma_app.errors import AppError
from gemma_app.evaluation.scores import Score, Scores, Standing
from gemma_app.language import Phrase


class ModelSlot:
    """The chat model in use; there may be none, and everything but answering works without it.

    Args:
        scores: What models scored.
    """

    def __init__(self, scores: Scores) -> None:
        self._scores = scores
        self.current: ChatModel | None = None

    def put(self, model: ChatModel | None) -> None:
        """Use ``model`` from now on."""
        self.current = model

    @property
    def is_ready(self) -> bool:
        """Whether there is a model that can answer."""
        return self.current is not None

    @property
    def score(self) -> Score | None:
        """What counts of the scores of the model; None where it was not tested, or where there is none."""
        return None if self.current is None else self._scores.find(self.current)

    @property
    def standing(self) -> Standing:
        """What the model may do: one that is not good only suggests, and the user decides."""
        return "good" if self.current is None else self._scores.standing(self.current)

    def get(self) -> ChatModel:
        """Return the model.

        Raises:
            AppError: There is none.
        """
        if (model := self.current) is None:
            raise AppError(
                Phrase(
                    ko="답할 모델이 아직 없어요. 불러온 뒤 다시 보내 주세요. 오늘 화면은 그냥 쓸 수 있어요.",
                    en="There is no model to answer yet. Load one and send again; the Today page works without it.",
                )
            )
        return model
