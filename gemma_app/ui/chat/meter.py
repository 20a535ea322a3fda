"""How much of the conversation the model sees, in one small bar."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from gemma_app.ui.chat.snapshot import Snapshot
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, no_margins, push_button


class _Bar(QWidget):
    """The filled part is what the model is sent; the rest is free."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.share = 0.0
        self.setFixedSize(Size.METER, Space.S)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect()).adjusted(0, 2, 0, -2)
        painter.setBrush(self._desk.look.colour("pressed"))
        painter.drawRoundedRect(whole, 2, 2)
        painter.setBrush(self._desk.look.colour("accent" if self.share < 1 else "warning"))
        painter.drawRoundedRect(QRectF(whole.left(), whole.top(), whole.width() * min(self.share, 1), 4), 2, 2)


class ContextMeter(QWidget):
    """The bar, its figures, and the way to the summary."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self._bar = _Bar(desk)
        self.speed = label(kind="small")
        self.open = push_button("", desk.chat.wants_summary.emit, "quiet")
        row = QHBoxLayout(self)
        no_margins(row, Space.S)
        row.addWidget(self.speed)
        row.addWidget(self._bar)
        row.addWidget(self.open)
        self.show_snapshot(None)

    def show_snapshot(self, snapshot: Snapshot | None) -> None:
        """Show the figures of a conversation, or nothing."""
        self.setVisible(snapshot is not None)
        if snapshot is None:
            return
        view = snapshot.view
        self._bar.share = view.tokens / max(view.budget, 1)
        self._bar.update()
        hidden = view.summarised + view.pending
        shown = self.tr("{count} messages in view").format(count=view.raw)
        self.open.setText(shown if not hidden else self.tr("{shown}, {count} older").format(shown=shown, count=hidden))
        self.open.setEnabled(not snapshot.is_temporary)
        tip = self.tr(
            "Word for word: {raw}\nSummarised: {summarised}\nNot summarised yet: {pending}\n"
            "About {tokens} of {budget} tokens, {free} free"
        ).format(
            raw=view.raw,
            summarised=view.summarised,
            pending=view.pending,
            tokens=view.tokens,
            budget=view.budget,
            free=max(view.budget - view.tokens, 0),
        )
        self.setToolTip(tip)
        self.open.setAccessibleDescription(tip)
        self.open.setAccessibleName(self.open.text())
        self._show_speed()

    def _show_speed(self) -> None:
        timings = self._desk.chat.timings
        seconds = timings.get("decode_s", 0.0)
        tokens = timings.get("generated_tokens", 0.0) - timings.get("foreseen_tokens", 0.0)
        self.speed.setVisible(seconds > 0 and tokens > 1)
        if seconds > 0:
            reused, prompt = timings.get("reused_tokens", 0), timings.get("prompt_tokens", 0)
            self.speed.setText(self.tr("{rate} tokens/s").format(rate=f"{tokens / seconds:.0f}"))
            self.speed.setToolTip(
                self.tr("Read anew: {new} tokens, reused: {reused}").format(
                    new=f"{prompt - reused:.0f}", reused=f"{reused:.0f}"
                )
            )
