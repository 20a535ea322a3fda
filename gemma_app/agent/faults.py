"""What is wrong with an argument, in a sentence of either language."""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from gemma_app.language import Phrase
from gemma_app.text import cut

_LONGEST_NAME = 40
_INTEGER = Phrase(ko="'{name}' 값은 정수여야 해요.", en="'{name}' must be a whole number.")
_SENTENCES: Mapping[str, Phrase] = {
    "missing": Phrase(ko="'{name}' 값이 필요해요.", en="'{name}' is required."),
    "extra_forbidden": Phrase(ko="'{name}' 값은 여기에 쓰지 않아요.", en="'{name}' has no place here."),
    "int_type": _INTEGER,
    "int_from_float": _INTEGER,
    "float_type": Phrase(ko="'{name}' 값은 수여야 해요.", en="'{name}' must be a number."),
    "bool_type": Phrase(ko="'{name}' 값은 참이나 거짓이어야 해요.", en="'{name}' must be true or false."),
    "string_type": Phrase(ko="'{name}' 값은 글이어야 해요.", en="'{name}' must be text."),
    "string_too_long": Phrase(
        ko="'{name}' 값은 {max_length}자까지예요.", en="'{name}' takes at most {max_length} characters."
    ),
    "literal_error": Phrase(ko="'{name}' 값은 {choices} 중 하나여야 해요.", en="'{name}' must be one of {choices}."),
    "greater_than_equal": Phrase(ko="'{name}' 값은 {ge} 이상이어야 해요.", en="'{name}' must be at least {ge}."),
    "less_than_equal": Phrase(ko="'{name}' 값은 {le} 이하여야 해요.", en="'{name}' must be at most {le}."),
}
_OTHER = Phrase(ko="'{name}' 값이 맞지 않아요.", en="'{name}' does not fit.")


def first_fault(error: ValidationError) -> Phrase:
    """Return the sentence for the first argument that does not fit."""
    fault = _telling(error.errors(include_url=False, include_input=False))
    context = dict(fault.get("ctx", {}))
    given = {
        **context,
        "name": cut(str(fault["loc"][0]) if fault["loc"] else "arguments", _LONGEST_NAME),
        "choices": str(context.get("expected", "")).replace(" or ", ", "),
    }
    sentence = _SENTENCES.get(fault["type"], _OTHER)
    return Phrase(ko=sentence.ko.format(**given), en=sentence.en.format(**given))


def _telling(faults: Sequence[ErrorDetails]) -> ErrorDetails:
    """Of the faults of the first argument, one for each type it could have, choose that of the type it has."""
    same = [fault for fault in faults if fault["loc"][:1] == faults[0]["loc"][:1]]
    return next((fault for fault in same if not fault["type"].endswith("_type")), same[0])
