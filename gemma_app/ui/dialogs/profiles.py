"""Who shares the device, who uses it now, and what is locked for whom."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from gemma_app.agent.policy import door_name
from gemma_app.habits.profiles import Profile
from gemma_app.ui.desk import Desk
from gemma_app.ui.theme.tokens import Size, Space
from gemma_app.ui.theme.widgets import label, push_button

_PROFILE = Qt.ItemDataRole.UserRole


class ProfilesDialog(QDialog):
    """Lists the profiles; the chosen one can be used, renamed and locked out of data scopes."""

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(self.tr("Profiles"))
        self.setMinimumSize(Size.DIALOG, Size.DETAILS)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Profiles"))
        self.list.setMaximumWidth(Size.SESSIONS)
        self.list.currentItemChanged.connect(lambda *_: self._show_chosen())
        self.name = QLineEdit()
        self.name.setAccessibleName(self.tr("Name"))
        self.name.setPlaceholderText(self.tr("Name"))
        self.use = push_button(self.tr("Use this profile"), self._use, "primary")
        self.rename = push_button(self.tr("Rename"), self._rename)
        self.add = push_button(self.tr("Add as new"), self._add)
        self.locks = {door: QCheckBox(desk.words(door_name(door))) for door in desk.app.registry.doors}
        self._lay_out()
        self.reload(desk.app.choices.profile())

    def _lay_out(self) -> None:
        names = QHBoxLayout()
        names.setSpacing(Space.S)
        names.addWidget(self.name, 1)
        names.addWidget(self.rename)
        names.addWidget(self.add)
        chosen = QVBoxLayout()
        chosen.setSpacing(Space.S)
        chosen.addLayout(names)
        words = self.tr("Locked for this profile, in every chat, search, summary and export:")
        chosen.addWidget(label(words, "muted", wrap=True))
        for box in self.locks.values():
            box.clicked.connect(lambda _checked=False: self._lock())
            chosen.addWidget(box)
        chosen.addStretch()
        upper = QHBoxLayout()
        upper.setSpacing(Space.L)
        upper.addWidget(self.list, 1)
        upper.addLayout(chosen, 2)
        lower = QHBoxLayout()
        lower.setSpacing(Space.S)
        lower.addStretch()
        lower.addWidget(push_button(self.tr("Close"), self.reject))
        lower.addWidget(self.use)
        column = QVBoxLayout(self)
        column.setContentsMargins(Space.XL, Space.L, Space.XL, Space.L)
        column.setSpacing(Space.M)
        column.addLayout(upper, 1)
        column.addLayout(lower)

    def reload(self, chosen: int) -> None:
        """Read the profiles again and choose one."""

        def show(profiles: list[Profile]) -> None:
            self.list.clear()
            for profile in profiles:
                item = QListWidgetItem(self._desk.words(profile.title))
                item.setData(_PROFILE, profile)
                if profile.id == self._desk.app.choices.profile():
                    item.setIcon(self._desk.look.icon("check", "accent", Size.SMALL_ICON))
                self.list.addItem(item)
                if profile.id == chosen:
                    self.list.setCurrentItem(item)

        self._desk.jobs.run(self._desk.app.profiles.all, on_done=show)

    @property
    def chosen(self) -> Profile | None:
        """The profile that is chosen."""
        item = self.list.currentItem()
        profile = item.data(_PROFILE) if item is not None else None
        return profile if isinstance(profile, Profile) else None

    def _show_chosen(self) -> None:
        profile = self.chosen
        if profile is None:
            return
        choices = self._desk.app.choices
        self.name.setText(profile.name or "")
        self.use.setEnabled(profile.id != choices.profile())
        locked = choices.locked_doors(profile.id)
        for door, box in self.locks.items():
            box.setChecked(door in locked)

    def _lock(self) -> None:
        if self.chosen is not None:
            locked = [door for door, box in self.locks.items() if box.isChecked()]
            self._desk.app.choices.lock_doors(self.chosen.id, locked)
            self._desk.chat.reload()

    def _use(self) -> None:
        if self.chosen is not None:
            self._desk.use_profile(self.chosen.id)
            self.accept()

    def _rename(self) -> None:
        profile, name = self.chosen, self.name.text()
        if profile is not None:
            self._desk.jobs.run(
                lambda: self._desk.app.profiles.rename(profile.id, name), on_done=lambda made: self.reload(made.id)
            )

    def _add(self) -> None:
        name = self.name.text()
        self._desk.jobs.run(lambda: self._desk.app.profiles.add(name), on_done=lambda made: self.reload(made.id))
