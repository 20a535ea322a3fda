"""The kinds of failure that are not bugs, told apart by who must act on them."""

from collections.abc import Mapping
from types import MappingProxyType

from gemma_app.language import Phrase


class GemmaAppError(Exception):
    """Base of every expected failure; anything else that is raised is a bug."""


class AppError(GemmaAppError):
    """The user must act: a full disk, a missing model file, a database from the future.

    Args:
        message: What went wrong and what to do about it, in both languages.
    """

    def __init__(self, message: Phrase) -> None:
        super().__init__(message.en)
        self.message = message


class CallError(GemmaAppError):
    """A call that was not carried out; the model is told why and may try again.

    Args:
        code: Stable error code, such as ``r1_quota`` or ``validation``.
        reason: A sentence that the model can hand to the user.
        detail: Further fields of the envelope, such as ``detail``, ``matches`` or ``candidates``.
    """

    def __init__(self, code: str, reason: Phrase, **detail: object) -> None:
        super().__init__(f"{code}: {reason.en}")
        self.code = code
        self.reason = reason
        self.detail: Mapping[str, object] = MappingProxyType(detail)


class Rejected(CallError):
    """A rule said no to a well-formed call."""


class BadCall(CallError):
    """The call itself is wrong: an unknown tool, an argument that does not fit, a name that resolves to nothing."""
