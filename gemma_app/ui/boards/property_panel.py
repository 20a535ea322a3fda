"""The properties of what is selected, or of the board where nothing is."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFormLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from gemma_app.boards.atmosphere import NOT_RENDERED, SCENE_KEYS
from gemma_app.boards.document import Board, Component
from gemma_app.boards.edits import Op
from gemma_app.boards.properties import BOARD_PROPERTIES, Property, common_value, fitting
from gemma_app.boards.selecting import chosen
from gemma_app.boards.wording import shown_label
from gemma_app.habits.habit import Habit
from gemma_app.ui.boards.control import BoardControl
from gemma_app.ui.boards.fields import ColourField, LineField, SourceField
from gemma_app.ui.boards.figures import HABIT_TABLES
from gemma_app.ui.theme.tokens import Space
from gemma_app.ui.theme.widgets import label

_Field = LineField | ColourField | SourceField
_WAIT_MS = 40
_COMPARED_IN_A_MS = 20


class PropertyPanel(QScrollArea):
    """Fields for the properties that everything selected has; what is written is one step."""

    def __init__(self, control: BoardControl) -> None:
        super().__init__()
        self._control = control
        self._key: object = None
        self._habits: list[tuple[str, str]] = []
        self.fields: dict[str, _Field] = {}
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self.show_selection)
        control.selected.connect(self._show_soon)
        control.changed.connect(self._show_soon)
        control.opened.connect(self.show_selection)
        control.desk.touched.connect(self._read_habits)
        self._read_habits()
        self.show_selection()

    def _show_soon(self) -> None:
        """Show the selection once it rests: the more is selected, the longer it takes to compare."""
        self._later.start(max(_WAIT_MS, len(self._control.selection) // _COMPARED_IN_A_MS))

    def begin(self) -> None:
        """Put the focus where the words of the selection are written."""
        self.show_selection()
        field = self.fields.get("text") or self.fields.get("name")
        if isinstance(field, LineField):
            field.setFocus()
            field.selectAll()

    def show_selection(self) -> None:
        """Show the properties as they are now; the fields stay while the same properties are shown."""
        board = self._control.shown
        found = [] if board is None else [placed.component for placed in chosen(board, self._control.selection)]
        offered = [] if board is None else (fitting(found) if found else list(BOARD_PROPERTIES))
        note = _note(board, found, self._control)
        key = (self._control.board_id, [each.key for each in offered], self._title(found), note)
        if key != self._key:
            self._key = key
            self._build(offered, self._title(found), note)
        for each in offered:
            self.fields[each.key].show_value(common_value(found or ([board] if board else []), each))

    def _title(self, found: list[Component]) -> str:
        if not found:
            return self.tr("Board")
        if len(found) == 1:
            return self._control.desk.words(shown_label(found[0]))
        return self.tr("{count} selected").format(count=len(found))

    def _build(self, offered: list[Property], title: str, note: str) -> None:
        inner = QWidget()
        inner.setObjectName("column")
        column = QVBoxLayout(inner)
        column.setContentsMargins(Space.M, Space.M, Space.M, Space.M)
        column.setSpacing(Space.S)
        if offered:
            heading = label(title, "large")
            heading.setWordWrap(True)
            column.addWidget(heading)
        form = QFormLayout()
        form.setSpacing(Space.S)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.fields = {each.key: self._field(each) for each in offered}
        for each in offered:
            name = label(self._control.desk.words(each.label), "small")
            name.setBuddy(self.fields[each.key])
            form.addRow(name, self.fields[each.key])
        column.addLayout(form)
        if note:
            column.addWidget(label(note, "small", wrap=True))
        column.addStretch(1)
        self.setWidget(inner)

    def _field(self, of: Property) -> _Field:
        name = self._control.desk.words(of.label)
        field: _Field
        if of.kind == "source":
            field = SourceField(name, self._habits)
        elif of.kind == "colour":
            field = ColourField(of, name, self._control.desk.look)
        else:
            field = LineField(of, name)
        field.written.connect(partial(self._write, of))
        return field

    def _read_habits(self, tables: frozenset[str] = HABIT_TABLES) -> None:
        desk = self._control.desk
        if tables & HABIT_TABLES:
            desk.jobs.run(desk.app.habits.active, on_done=self._take_habits)

    def _take_habits(self, habits: Sequence[Habit]) -> None:
        words = self._control.desk.words
        self._habits = [(f"habit:{habit.id}", words(habit.title)) for habit in habits]
        self._key = None
        self.show_selection()

    def _write(self, of: Property, written: str) -> None:
        patch, board = of.patch(written), self._control.board
        if patch is None or board is None:
            return
        found = chosen(board, self._control.selection)
        ops: list[Op] = [{"op": "modify", "refid": placed.component["refid"], "patch": patch} for placed in found]
        self._control.edit(ops or [{"op": "modifyBoard", "patch": patch}], of.label, merges=f"set {of.key}")


def _note(board: Board | None, found: list[Component], control: BoardControl) -> str:
    if board is None:
        return ""
    if not found:
        return control.desk.words(NOT_RENDERED) if any(key in board for key in SCENE_KEYS) else ""
    has_depth = any("threeD" in component for component in found)
    return control.desk.words(NOT_RENDERED) if has_depth else ""
