"""What a read tool found, in the app's own words, for a model that does not word results."""

from collections.abc import Mapping, Sequence
from typing import Any

from gemma_app.boards.document import label_of
from gemma_app.language import Phrase
from gemma_app.text import cut

_MOST = 8
_LONGEST = 60


def tell_result(name: str, result: Mapping[str, Any]) -> Phrase:
    """Return the words for ``result`` of the read tool ``name``; empty for a tool that edits."""
    match name, result:
        case _, {"error": str(reason)}:
            return Phrase(ko=f"하지 못했어요: {reason}.", en=f"That did not work: {reason}.")
        case "findComponents", {"components": list(found), "totalMatched": int(total)}:
            return _listed(found, total)
        case "getSelection", {"selected": list(found)}:
            return _listed(found, len(found))
        case "getComponentByRefid", {"component": Mapping() as component}:
            shown = "\n".join(f"- {key}: {cut(str(value), _LONGEST)}" for key, value in component.items())
            return Phrase(ko=shown, en=shown)
        case "getAtmosphereGuide", _:
            return Phrase(
                ko="하늘, 빛, 배경색으로 분위기를 바꿀 수 있어요. 예: ‘하늘을 흐리게 해줘’, ‘배경을 #102030으로’.",
                en="Sky, light and background set the mood. Try ‘make the sky cloudy’ or ‘background #102030’.",
            )
        case _:
            return Phrase(ko="", en="")


def _listed(found: Sequence[Mapping[str, Any]], total: int) -> Phrase:
    if not found:
        return Phrase(ko="해당하는 것이 없어요.", en="There is nothing like that.")
    lines = "\n".join(f"- {_named(component)}" for component in found[:_MOST])
    more = "\n…" if total > _MOST else ""
    return Phrase(ko=f"{total}개예요.\n{lines}{more}", en=f"{total} found.\n{lines}{more}")


def _named(component: Mapping[str, Any]) -> str:
    return f"{label_of(component)} ({component.get('type')})"
