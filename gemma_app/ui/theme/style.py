"""The style sheet, written from the tokens alone."""

from string import Template

from gemma_app.ui.theme.tokens import THEMES, Size, Space, ThemeName, Type

_SHEET = Template("""
* { font-size: ${body}px; }
QMainWindow { background: $window; }
QDialog { background: $surface; border: 1px solid $border; }
QWidget#surface { background: $surface; }
QToolTip { background: $surface; color: $text; border: 1px solid $border; padding: ${xs}px ${s}px; }

QLabel { color: $text; background: transparent; }
QLabel[kind="muted"] { color: $muted; }
QLabel[kind="small"] { color: $muted; font-size: ${small}px; }
QLabel[kind="today"] { font-size: ${small}px; font-weight: 700; }
QLabel[kind="large"] { font-size: ${large}px; font-weight: 600; }
QLabel[kind="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[kind="display"] { font-size: ${display}px; font-weight: 600; }
QLabel[kind="flame"] { color: $flame; font-size: ${large}px; font-weight: 600; }
QLabel[kind="chip"] { color: $muted; font-size: ${small}px; background: $hover; border-radius: ${radius}px;
  padding: 2px ${s}px; }
QLabel[kind="error"] { color: $danger; }

QPushButton, QToolButton { color: $text; background: $surface; border: 1px solid $border; border-radius: ${radius}px;
  padding: 6px ${m}px; min-height: 18px; }
QPushButton:hover, QToolButton:hover { background: $hover; }
QPushButton:pressed, QToolButton:pressed { background: $pressed; }
QPushButton:focus, QToolButton:focus { border: 2px solid $accent; padding: 5px 11px; }
QPushButton:disabled, QToolButton:disabled { color: $outline; background: $hover; border-color: $border; }
QPushButton[kind="primary"] { color: $on_accent; background: $accent; border-color: $accent; font-weight: 600; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; }
QPushButton[kind="danger"] { color: $on_danger; background: $danger; border-color: $danger; font-weight: 600; }
QPushButton[kind="danger"]:focus { border: 2px solid $text; }
QPushButton[kind="primary"]:disabled, QPushButton[kind="danger"]:disabled { color: $muted; background: $pressed;
  border-color: $border; }
QPushButton[kind="chip"] { border-radius: 17px; padding: 7px ${l}px; text-align: left; }
QPushButton[kind="chip"]:focus { padding: 6px 15px; }
QPushButton[kind="link"] { color: $accent; background: transparent; border: 1px solid transparent; padding: 2px 6px; }
QPushButton[kind="link"]:hover { background: $hover; }
QPushButton[kind="link"]:focus { border: 2px solid $accent; padding: 1px 5px; }
QPushButton[kind="link"]:disabled { color: $muted; background: transparent; }
QToolButton[kind="quiet"], QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent;
  padding: 5px; color: $muted; text-align: left; }
QToolButton[kind="quiet"]:hover, QPushButton[kind="quiet"]:hover { background: $hover; }
QToolButton[kind="quiet"]:focus, QPushButton[kind="quiet"]:focus { border: 2px solid $accent; padding: 4px; }
QToolButton[kind="line"] { background: transparent; border: 1px solid transparent; padding: 1px 5px 1px 1px;
  color: $muted; text-align: left; }
QToolButton[kind="line"]:hover { color: $text; background: $hover; }
QToolButton[kind="line"]:focus { border: 2px solid $accent; padding: 0 4px 0 0; }
QToolButton[kind="round"] { background: $accent; border: 1px solid $accent; border-radius: ${radius}px; padding: 6px; }
QToolButton[kind="round"]:hover { background: $accent; }
QToolButton[kind="round"]:focus { border: 2px solid $text; padding: 5px; }
QToolButton[kind="round"]:disabled { background: $hover; border-color: $border; }
QToolButton[kind="mark"] { padding: 5px; border-radius: 16px; }
QToolButton[kind="mark"]:focus { border: 2px solid $accent; padding: 4px; }
QToolButton::menu-indicator { image: none; width: 0; }

QFrame#side { background: $side; border: none; border-right: 1px solid $border; }
QFrame#sessions { background: $window; border: none; border-right: 1px solid $border; }
QFrame#header { background: $window; border: none; border-bottom: 1px solid $border; }
QFrame#notice { background: $surface; border: 1px solid $border; border-radius: ${card}px; }
QToolButton[kind="page"] { background: transparent; border: 1px solid transparent; color: $muted; padding: ${s}px;
  text-align: left; font-weight: 500; }
QToolButton[kind="page"]:hover { background: $hover; }
QToolButton[kind="page"]:checked { background: $pressed; color: $text; font-weight: 600; }
QToolButton[kind="page"]:focus { border: 2px solid $accent; padding: 7px; }

QFrame[kind="card"] { background: $surface; border: 1px solid $border; border-radius: ${card}px; }
QFrame[kind="card"][selected="true"] { border: 2px solid $accent; }
QFrame[kind="question"] { background: $surface; border: 1px solid $accent; border-radius: ${card}px; }
QFrame[kind="bubble"] { background: $accent_soft; border: none; border-radius: ${card}px; }
QFrame[kind="note"] { background: transparent; border: 1px dashed $outline; border-radius: ${card}px; }
QFrame[kind="tool"] { background: transparent; border: none; }
QFrame[kind="tool"][open="true"] { background: $surface; border: 1px solid $border; border-radius: ${radius}px; }
QFrame[kind="receipt"] { background: $surface; border: 1px solid $border; border-radius: ${radius}px; }
QFrame[kind="input"] { background: $surface; border: 1px solid $outline; border-radius: ${card}px; }
QFrame[kind="input"][focused="true"] { border: 2px solid $accent; }

QLineEdit { background: $surface; border: 1px solid $border; border-radius: ${radius}px; padding: 6px ${s}px;
  color: $text; selection-background-color: $selection; selection-color: $text; }
QLineEdit:focus { border: 2px solid $accent; padding: 5px 7px; }
QLineEdit QToolButton { background: transparent; border: none; padding: 0; min-height: 0; }
QPlainTextEdit, QTextBrowser { background: transparent; border: none; color: $text;
  selection-background-color: $selection; selection-color: $text; }
QPlainTextEdit[kind="code"] { background: $window; border-radius: ${radius}px; padding: ${xs}px; }
QTextBrowser:focus { background: transparent; border: none; }
QComboBox { background: $surface; border: 1px solid $border; border-radius: ${radius}px; padding: 6px ${s}px;
  color: $text; }
QComboBox:focus { border-color: $accent; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $border;
  selection-background-color: $hover; selection-color: $text; }
QCheckBox { color: $text; spacing: ${s}px; padding: ${xs}px; border: 1px solid transparent;
  border-radius: ${radius}px; }
QCheckBox::indicator { width: 12px; height: 12px; border: 2px solid $outline; border-radius: ${xs}px; }
QCheckBox::indicator:checked { background: $accent; border: 2px solid $accent; }
QCheckBox:focus { border: 1px solid $accent; }
QListWidget { background: transparent; border: none; outline: none; color: $text; }
QListWidget::item { border-radius: ${radius}px; padding: 7px ${s}px; border: 1px solid transparent; color: $text; }
QListWidget::item:hover { background: $hover; }
QListWidget::item:selected { background: $pressed; color: $text; }
QListWidget::item:focus { border: 1px solid $accent; }
QListWidget QLineEdit { padding: 0 ${xs}px; border-radius: ${xs}px; }

QScrollArea, QScrollArea > QWidget > QWidget#column { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 2px; }
QScrollBar::handle { background: $border; border-radius: 3px; min-height: 32px; min-width: 32px; }
QScrollBar::handle:hover { background: $outline; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QProgressBar { background: $pressed; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 2px; }
QMenu { background: $surface; color: $text; border: 1px solid $border; padding: ${xs}px; }
QMenu::item { padding: 6px ${xl}px 6px ${m}px; border-radius: 6px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $outline; }
QMenu::separator { height: 1px; background: $border; margin: ${xs}px ${s}px; }
QMenu::indicator { width: 14px; height: 14px; }
""")


def style_sheet(theme: ThemeName) -> str:
    """Return the style sheet of a theme."""
    return _SHEET.substitute(
        vars(THEMES[theme]),
        xs=int(Space.XS),
        s=int(Space.S),
        m=int(Space.M),
        l=int(Space.L),
        xl=int(Space.XL),
        small=int(Type.SMALL),
        body=int(Type.BODY),
        large=int(Type.LARGE),
        title=int(Type.TITLE),
        display=int(Type.DISPLAY),
        radius=int(Size.RADIUS),
        card=int(Size.CARD_RADIUS),
    )
