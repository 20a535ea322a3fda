"""Loads the model in the background and says how far it is."""

from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from gemma_app.agent.model import ChatModel
from gemma_app.app import App
from gemma_app.errors import AppError, GemmaAppError
from gemma_app.language import Phrase
from gemma_app.ui.jobs import Job, Jobs

LoadModel = Callable[[Path, Callable[[float], None]], ChatModel]
ModelState = Literal["none", "loading", "ready", "failed"]

_NOT_INSTALLED = Phrase(
    ko="모델을 돌리는 부품(llama-cpp-python)이 설치되어 있지 않아요. 설치한 뒤 다시 시도해 주세요.",
    en="The part that runs models (llama-cpp-python) is not installed. Install it and try again.",
)


class _NoLongerWanted(Exception):
    """The window closes while the model is being built."""


class ModelLoading(QObject):
    """The way of the model into its slot.

    Args:
        app: Holds the slot.
        jobs: Loads off the main thread.
        load: Builds and loads the model; None means that there is none, which is fine.

    Attributes:
        changed: The state, the progress or the error is another.
    """

    changed = Signal()

    def __init__(self, app: App, jobs: Jobs, load: LoadModel | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._jobs = jobs
        self._load = load
        self._loading = False
        self.progress = 0.0
        self.error: Phrase | None = None

    @property
    def state(self) -> ModelState:
        """Whether there is a model, or will be."""
        if self._app.model.is_ready:
            return "ready"
        if self._loading:
            return "loading"
        return "failed" if self.error is not None else "none"

    def start(self) -> None:
        """Load the model, unless that has begun."""
        if self._load is None or self.state in {"ready", "loading"}:
            return
        self._loading, self.progress, self.error = True, 0.0, None
        self.changed.emit()
        load = self._load

        def work(job: Job[ChatModel | None]) -> ChatModel | None:
            def progress(share: float) -> None:
                if job.cancel.is_set():
                    raise _NoLongerWanted
                job.report(share)

            try:
                model = load(self._app.data_dir, progress)
                progress(1.0)
                return model
            except _NoLongerWanted:
                return None
            except ImportError as error:
                raise AppError(_NOT_INSTALLED) from error

        self._jobs.run_long(
            work, on_done=self._loaded, on_error=self._failed, on_report=self._advance, on_end=self._end
        )

    def _advance(self, share: float) -> None:
        self.progress = share
        self.changed.emit()

    def _loaded(self, model: ChatModel | None) -> None:
        self._app.model.put(model)

    def _failed(self, error: GemmaAppError) -> None:
        self.error = error.message if isinstance(error, AppError) else Phrase(ko=str(error), en=str(error))

    def _end(self) -> None:
        self._loading = False
        self.changed.emit()
