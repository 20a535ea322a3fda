"""Finds where a native call ends: markup inside its strings is text."""

from gemma_app.dialects.call_body import Body, name_begun
from gemma_app.dialects.lexer import Piece
from gemma_app.dialects.markup import Markup
from gemma_app.dialects.refusal import MAX_BODY

_BEFORE_A_STRING = frozenset(":=,[{(")


class Frame:
    """The pieces of one call as they come.

    Args:
        markup: The literals of the generation.
        bare: Whether the call came without its opener.
    """

    def __init__(self, markup: Markup, *, bare: bool = False) -> None:
        self.bare = bare
        self._boundaries = {
            markup.call_open,
            markup.call_close,
            markup.channel_open,
            markup.channel_close,
        } | markup.ends
        self._delimiter = markup.delimiter
        self._pieces: list[Piece] = []
        self._size = 0
        self._last = ""
        self._in_string = False
        self._first_boundary: int | None = None
        self._named = False

    @property
    def is_oversized(self) -> bool:
        """Whether the body is longer than any call may be."""
        return self._size > MAX_BODY

    def take(self, piece: Piece) -> bool:
        """Add a piece; False where it ends the call instead and was not added."""
        if piece.markup and piece.text == self._delimiter:
            self._toggle()
        elif piece.markup and piece.text in self._boundaries:
            if not self._in_string:
                return False
            if self._first_boundary is None:
                self._first_boundary = len(self._pieces)
        elif not self._in_string and (solid := piece.text.rstrip()):
            self._last = solid[-1]
        self._size += len(piece.text)
        self._pieces.append(piece)
        return True

    def name_now_known(self) -> str:
        """Return the name once, when the bracket behind it has come."""
        if self._named or not any(bracket in self._pieces[-1].text for bracket in "{("):
            return ""
        self._named = True
        return name_begun("".join(piece.text for piece in self._pieces))

    def unterminated(self) -> list[Piece]:
        """At the end of the stream: take an open string back to the first boundary in it; return what it had taken."""
        if not self._in_string or self._first_boundary is None:
            return []
        taken_back = self._pieces[self._first_boundary :]
        del self._pieces[self._first_boundary :]
        self._size -= sum(len(piece.text) for piece in taken_back)
        self._in_string, self._last = False, ""
        return taken_back

    def body(self) -> Body:
        """Return what was taken."""
        marks, size = [], 0
        for piece in self._pieces:
            if piece.markup and piece.text == self._delimiter:
                marks.append(size)
            size += len(piece.text)
        return Body("".join(piece.text for piece in self._pieces), tuple(marks))

    def _toggle(self) -> None:
        """A delimiter ends a string, and begins one only where a value may begin."""
        self._in_string = not self._in_string and self._last in _BEFORE_A_STRING
        self._first_boundary, self._last = None, self._delimiter
