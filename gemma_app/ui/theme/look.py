"""How the window looks right now: the tokens in force, and the icons, fonts and palette made of them."""

from dataclasses import dataclass, field
from functools import cache
from importlib import resources

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from gemma_app.ui.theme.tokens import THEMES, Colours, Size, ThemeName, Type

HANGUL_FAMILIES = ("Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic", "Apple SD Gothic Neo", "NanumGothic")
MONOSPACE_FAMILIES = ("D2Coding", "Consolas", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK KR")
_DENSITIES = (1, 2, 3)


@dataclass(frozen=True, kw_only=True)
class Look:
    """The theme in force, handed to every widget that paints or shows an icon."""

    theme: ThemeName
    _drawn: dict[tuple[str, str, int, float], QPixmap] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def colours(self) -> Colours:
        """The colours of the theme."""
        return THEMES[self.theme]

    def colour(self, token: str) -> QColor:
        """Return the colour of that token."""
        return QColor(getattr(self.colours, token))

    def icon(self, name: str, token: str = "text", size: int = Size.ICON) -> QIcon:  # noqa: S107 - a colour
        """Return a line icon tinted by a token, pale where its control is disabled."""
        icon = QIcon()
        for density in _DENSITIES:
            icon.addPixmap(self._draw(name, token, size, density))
            icon.addPixmap(self._draw(name, "outline", size, density), QIcon.Mode.Disabled)
        return icon

    def pixmap(self, name: str, token: str = "text", size: int = Size.ICON) -> QPixmap:  # noqa: S107 - a colour
        """Return a line icon as an image for a label."""
        ratio = max(1.0, QGuiApplication.primaryScreen().devicePixelRatio())
        return self._draw(name, token, size, ratio)

    def _draw(self, name: str, token: str, size: int, ratio: float) -> QPixmap:
        wanted = (name, token, size, ratio)
        if wanted not in self._drawn:
            self._drawn[wanted] = self._draw_anew(name, token, size, ratio)
        return self._drawn[wanted]

    def _draw_anew(self, name: str, token: str, size: int, ratio: float) -> QPixmap:
        source = _source(name).replace("currentColor", getattr(self.colours, token))
        pixmap = QPixmap(QSize(round(size * ratio), round(size * ratio)))
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        QSvgRenderer(QByteArray(source.encode())).render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
        painter.end()
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def palette(self) -> QPalette:
        """Return the palette for what the style sheet does not draw."""
        palette = QPalette()
        roles = QPalette.ColorRole
        for role, token in (
            (roles.Window, "window"),
            (roles.WindowText, "text"),
            (roles.Base, "surface"),
            (roles.AlternateBase, "window"),
            (roles.Text, "text"),
            (roles.PlaceholderText, "muted"),
            (roles.Button, "surface"),
            (roles.ButtonText, "text"),
            (roles.ToolTipBase, "surface"),
            (roles.ToolTipText, "text"),
            (roles.Highlight, "selection"),
            (roles.HighlightedText, "text"),
            (roles.Link, "accent"),
            (roles.LinkVisited, "accent"),
            (roles.Accent, "accent"),
        ):
            palette.setColor(role, self.colour(token))
        for role in (roles.WindowText, roles.Text, roles.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, self.colour("outline"))
        return palette


@cache
def _source(name: str) -> str:
    return resources.files(__package__).joinpath("icons", f"{name}.svg").read_text(encoding="utf-8")


def app_font(system: QFont) -> QFont:
    """Return the font of the window: the system's, or a Hangul one in its place where the system's has no Hangul."""
    writes_hangul = QFontDatabase.WritingSystem.Korean in QFontDatabase.writingSystems(system.family())
    installed = set(QFontDatabase.families())
    hangul = [family for family in HANGUL_FAMILIES if family in installed]
    font = QFont(system)
    font.setFamilies([system.family(), *hangul] if writes_hangul else [*hangul, system.family()])
    font.setPixelSize(Type.BODY)
    return font


def monospace_font() -> QFont:
    """Return the font of arguments, results and code."""
    installed = set(QFontDatabase.families())
    font = QFont([family for family in MONOSPACE_FAMILIES if family in installed] or ["monospace"])
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(Type.SMALL)
    return font
