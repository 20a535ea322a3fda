"""What every page works with, and how pages hear of each other."""

from PySide6.QtCore import QObject, Qt, Signal

from gemma_app.app import App
from gemma_app.errors import AppError, CallError, GemmaAppError
from gemma_app.language import Language, Phrase
from gemma_app.ui.chat.control import ChatControl
from gemma_app.ui.history import History
from gemma_app.ui.jobs import Jobs
from gemma_app.ui.model_loading import LoadModel, ModelLoading
from gemma_app.ui.models.testing import ModelTest
from gemma_app.ui.models.timing import SpeedTest
from gemma_app.ui.theme.look import Look


class Desk(QObject):
    """The app as the window sees it; outlives the pages, which are built anew for another theme or language.

    Args:
        app: The features of one data folder.
        look: The theme in force.
        load_model: Loads the model, None for none.

    Attributes:
        touched: Carries the names of the tables that any commit changed.
        said: Carries a sentence for the user and the change that it can undo, or None.
        profile_changed: Somebody else uses the app now.
        going: Carries the name of the page to show and a text to begin with there.
    """

    touched = Signal(object)
    said = Signal(str, object)
    going = Signal(str, str)
    profile_changed = Signal()
    _committed = Signal(object)

    def __init__(self, app: App, look: Look, *, load_model: LoadModel | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.app = app
        self.look = look
        self.jobs = Jobs(self)
        self.history = History(app, self.jobs, self)
        self.model = ModelLoading(app, self.jobs, load_model, self)
        self.model_test = ModelTest(app, self.jobs, self)
        self.speed = SpeedTest(app.data_dir, self.jobs, self)
        self.chat = ChatControl(app, self.jobs, self.history, self)
        self.touched.connect(self.chat.on_touched)
        self.jobs.failed.connect(self.say_error)
        self.history.refused.connect(self.say_error)
        self._committed.connect(self.touched, Qt.ConnectionType.QueuedConnection)
        self._stop_listening = app.database.on_change(self._committed.emit)

    @property
    def language(self) -> Language:
        """The language in force."""
        return self.app.choices.language()

    def words(self, phrase: Phrase) -> str:
        """Return a phrase in the language in force."""
        return phrase.say(self.language)

    def use_profile(self, profile_id: int) -> None:
        """Use the app as somebody else from now on; what only the one before may see is put away."""
        self.app.choices.change(profile=profile_id)
        self.chat.stop()
        self.chat.draft = ""
        self.history.forget()
        self.chat.new_chat()
        self.profile_changed.emit()

    def say(self, text: str, change_id: int | None = None) -> None:
        """Show a sentence for a while, with Undo where it is about a change; the change can be undone from now on."""
        self.history.record(change_id)
        self.said.emit(text, change_id)

    def say_error(self, error: GemmaAppError) -> None:
        """Show why something was not done."""
        self.said.emit(self.words(reason_of(error)), None)

    def close(self, seconds: float) -> bool:
        """End all work and tell whether it ended in time."""
        self._stop_listening()
        return self.jobs.close(seconds)


def reason_of(error: GemmaAppError) -> Phrase:
    """Return the sentence of an expected failure."""
    match error:
        case AppError(message=message):
            return message
        case CallError(reason=reason):
            return reason
        case _:
            return Phrase(ko=str(error), en=str(error))
