"""Which chat model answers at the moment, if any."""

from gemma_app.agent.model import ChatModel
from gemma_app.errors import AppError
from gemma_app.language import Phrase


class ModelSlot:
    """The chat model in use; there may be none, and everything but answering works without it."""

    def __init__(self) -> None:
        self.current: ChatModel | None = None

    def put(self, model: ChatModel | None) -> None:
        """Use ``model`` from now on."""
        self.current = model

    @property
    def is_ready(self) -> bool:
        """Whether there is a model that can answer."""
        return self.current is not None

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
