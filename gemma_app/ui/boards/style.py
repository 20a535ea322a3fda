"""The style of what only the Boards page has, written from the tokens alone."""

from string import Template

from gemma_app.ui.theme.tokens import THEMES, Size, Space, ThemeName

_SHEET = Template("""
QFrame#panel { background: $window; border: none; border-left: 1px solid $border; }
QFrame#asking { background: $window; border: none; border-top: 1px solid $border; }
QTreeWidget { background: transparent; border: none; outline: none; color: $text; }
QTreeWidget::item { padding: 4px ${xs}px; color: $text; }
QTreeWidget::item:hover { background: $hover; }
QTreeWidget::item:selected { background: $pressed; color: $text; }
QTreeWidget:focus { border: 1px solid $accent; border-radius: ${radius}px; }
QLineEdit[wrong="true"] { border: 2px solid $danger; padding: 5px 7px; }
QComboBox { background: $surface; border: 1px solid $border; border-radius: ${radius}px; padding: 6px ${s}px;
  color: $text; }
QComboBox:focus { border: 2px solid $accent; padding: 5px 7px; }
QComboBox::drop-down { border: none; width: ${l}px; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $border;
  selection-background-color: $hover; selection-color: $text; }
QToolButton[kind="quiet"]:checked { background: $pressed; }
QSplitter::handle { background: $border; }
QLabel[kind="added"] { color: $accent; font-weight: 600; }
QLabel[kind="changed"] { color: $warning; font-weight: 600; }
QLabel[kind="removed"] { color: $danger; font-weight: 600; }
""")


def board_style(theme: ThemeName) -> str:
    """Return the style sheet of the page in a theme."""
    return _SHEET.substitute(
        vars(THEMES[theme]), xs=int(Space.XS), s=int(Space.S), l=int(Space.L), radius=int(Size.RADIUS)
    )
