"""Where the user writes to the board assistant, and reads what it says."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout

from gemma_app.text import visible
from gemma_app.ui.boards.asking import BoardTalk
from gemma_app.ui.boards.canvas import BoardCanvas
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.tick import Tick
from gemma_app.ui.chat.input_box import InputBox
from gemma_app.ui.reading_ahead import ReadingAhead
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import icon_button, label

_REPLY_HEIGHT = 96


class AskingBar(QFrame):
    """The input, the switch "just asking", and the last answer over them.

    Attributes:
        entered_empty: Enter was pressed with nothing written.
    """

    entered_empty = Signal()

    def __init__(self, control: BoardControl, talk: BoardTalk, canvas: BoardCanvas) -> None:
        super().__init__()
        self._control = control
        self._talk = talk
        self._canvas = canvas
        self._closed_reply = ""
        self.setObjectName("asking")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.input = InputBox(control.desk.look)
        self.input.editor.setPlaceholderText(self.tr("Ask the board assistant to draw or explain"))
        self.input.editor.setAccessibleName(self.tr("Message to the board assistant"))
        self.input.sent.connect(self._ask)
        self.input.stopped.connect(talk.stop)
        self.input.editor.entered.connect(self._tell_if_empty)
        self.just_asking = Tick(control.desk.look, self.tr("Just asking"))
        self.just_asking.setToolTip(self.tr("The assistant answers and proposes no edits"))
        self._reply = label(kind="", wrap=True)
        self._reply.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._reply.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._reply.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._reply.setContentsMargins(Space.XS, 0, Space.XS, 0)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setMaximumHeight(_REPLY_HEIGHT)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setWidget(self._reply)
        self._reply.setObjectName("column")
        self._ahead = ReadingAhead(control.desk.app.model, control.desk.jobs, self._preparation, self)
        self.input.editor.textChanged.connect(self._ahead.soon)
        self._close = icon_button(control.desk.look, "close", self.tr("Hide the answer"), self._hide_reply)
        self._lay_out()
        talk.moved.connect(self._show)
        talk.returned.connect(self._give_back)
        control.opened.connect(self._show)
        self._show()

    def _lay_out(self) -> None:
        answer = QHBoxLayout()
        answer.addWidget(self._area, 1)
        answer.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        row = QHBoxLayout()
        row.setSpacing(Space.M)
        row.addWidget(self.input, 1)
        row.addWidget(self.just_asking)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.M, Space.S, Space.M, Space.M)
        column.setSpacing(Space.S)
        column.addLayout(answer)
        column.addLayout(row)

    def _ask(self, text: str) -> None:
        if self._talk.is_running:
            return
        self.input.put("")
        self._closed_reply = ""
        self._talk.ask(text, can_edit=not self.just_asking.isChecked(), seen=self._canvas.seen)

    def _preparation(self) -> Callable[[], None] | None:
        text = self.input.text
        if not text.strip():
            return None
        return self._talk.preparation(text, can_edit=not self.just_asking.isChecked(), seen=self._canvas.seen)

    def _tell_if_empty(self) -> None:
        if self.input.editor.is_empty:
            self.entered_empty.emit()

    def _give_back(self, text: str) -> None:
        if self.input.editor.is_empty:
            self.input.put(text)

    def _hide_reply(self) -> None:
        self._closed_reply = self._talk.talk.reply
        self._show()

    def _show(self) -> None:
        is_here = self._talk.running_on == self._control.board_id
        reply = self._talk.talk.reply
        if self._talk.is_running and is_here and not reply:
            reply = self.tr("Looking at the board…") if self._talk.doing else self.tr("Thinking…")
        self._reply.setText(visible(reply))
        is_shown = bool(reply) and reply != self._closed_reply
        self._area.setVisible(is_shown)
        self._close.setVisible(is_shown)
        height = self._reply.heightForWidth(max(self._area.width(), 200))
        self._area.setFixedHeight(min(max(height, 24), _REPLY_HEIGHT))
        self.input.show_running(running=self._talk.is_running)
        self.updateGeometry()
