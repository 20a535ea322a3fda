"""Why a call is not run: the codes that are handed back to the model, and the limits behind them."""

MAX_DEPTH = 32
MAX_CALLS = 128
MAX_BODY = 1 << 20

OPEN = "open"
"""Inside the parsers only: the text ended before the value did. Which code that is, the end of the stream decides."""


class Refused(Exception):
    """A call that cannot be run.

    Args:
        code: ``ambiguous_string``, ``truncated``, ``unclosed_call``, ``unknown_tool``, ``duplicate_key``,
            ``missing_value``, ``missing_name``, ``missing_call_prefix``, ``non_literal``, ``bad_args`` or ``too_deep``.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
