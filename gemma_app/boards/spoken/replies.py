"""What is asked back where it is not certain what is meant."""

from collections.abc import Sequence

from gemma_app.boards.document import Placed
from gemma_app.boards.wording import shown_label
from gemma_app.language import Phrase

_MOST = 6

WHICH_CHANGE = Phrase(ko="무엇을 어떻게 바꿀지 알려 주세요.", en="What should it become? Tell me what to change.")
EMPTY = Phrase(ko="보드에 아직 아무것도 없어요.", en="There is nothing on the board yet.")
GROUP_SIZE = Phrase(
    ko="묶음의 크기는 보드에서 모서리를 끌어 바꿔 주세요.", en="Drag a corner of the group on the board to resize it."
)


def which_of(found: Sequence[Placed]) -> Phrase:
    """Ask which of several components is meant."""
    named = _listed(found)
    return Phrase(ko=f"어느 것을 말씀하시나요? {named.ko}", en=f"Which one do you mean? {named.en}")


def none_of(components: Sequence[Placed]) -> Phrase:
    """Say that nothing on the board is like that, and what there is."""
    if not components:
        return EMPTY
    named = _listed(components)
    return Phrase(
        ko=f"보드에 그런 것이 없어요. 지금 있는 것: {named.ko}",
        en=f"There is nothing like that on the board. On it: {named.en}",
    )


def no_number(refid: int) -> Phrase:
    """Say that no component has a number."""
    return Phrase(ko=f"보드에 {refid}번이 없어요.", en=f"There is no number {refid} on the board.")


def which_habit(titles: Sequence[str]) -> Phrase:
    """Ask which of several habits is meant."""
    listed = ", ".join(titles)
    return Phrase(ko=f"어느 습관을 말씀하시나요? {listed}", en=f"Which habit do you mean? {listed}")


def _listed(found: Sequence[Placed]) -> Phrase:
    labels = [shown_label(placed.component) for placed in found[:_MOST]]
    more = len(found) - len(labels)
    return Phrase(
        ko=", ".join(label.ko for label in labels) + (f" 외 {more}개" if more else ""),
        en=", ".join(label.en for label in labels) + (f" and {more} more" if more else ""),
    )
