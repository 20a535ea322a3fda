"""Whether somebody says not to do something, and nothing else."""

import regex

_ACTS_KO = "추가하|등록하|기록하|체크하|저장하|시작하|검색하|삭제하|변경하|찾|넣|적|바꾸|고치|지우|만들|그리|옮기"
_ACTS_EN = "add|log|record|check|mark|search|track|tick|note|save|create|change|delete|remove|start|draw|move"
# The verb comes last in Korean; what follows it here are only its endings. "잊지 말고" goes on and is no refusal.
_KOREAN = regex.compile(
    rf"^[^.!?;]*(?:{_ACTS_KO})(?:"
    r"지(?:는|도|를)? ?(?:마|말아|마라|마세요|말아요|말자)(?: ?(?:줘|줘요|주세요|줄래|줄래요))?요?"
    r"|고 ?싶(?:지|지는|진) ?않(?:아|아요|네|네요|습니다|다)"
    r")[\s.!~]*$"
)
# A comma may begin what shall be done instead: "don't add it, just show me".
_ENGLISH = regex.compile(
    r"^(?:(?:no|nope|wait|please|ok|okay|oh|actually|hey)\b[\s,.!]*)*"
    rf"(?:(?:do not|don['’]?t|never|i (?:do not|don['’]?t) want (?:you )?to)) (?:{_ACTS_EN})\b"
    r"(?!.*\b(?:just|instead|but|only|until|before|unless)\b)[^,;.!?]*[\s.!]*$",
    regex.IGNORECASE,
)


def declines(text: str) -> bool:
    """Tell whether ``text`` says no more than that something is not to be done."""
    return bool(_KOREAN.search(text.strip()) or _ENGLISH.search(text.strip()))
