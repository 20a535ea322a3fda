"""The dialects by name."""

from gemma_app.dialects.embedded import EmbeddedDialect
from gemma_app.dialects.functiongemma import FunctionGemma
from gemma_app.dialects.gemma3 import Gemma3
from gemma_app.dialects.gemma4 import Gemma4
from gemma_app.dialects.protocol import Dialect

_DIALECTS: tuple[Dialect, ...] = (Gemma3(), FunctionGemma(), Gemma4(), EmbeddedDialect())


def get_dialect(name: str) -> Dialect:
    """Return the dialect called ``name``.

    Raises:
        LookupError: There is none.
    """
    for dialect in _DIALECTS:
        if dialect.name == name:
            return dialect
    raise LookupError(f"no dialect is called {name!r}; there are {', '.join(dialect.name for dialect in _DIALECTS)}")
