"""Tells whether an answer claims a change, so that a claim with no call behind it can be corrected."""

import re

_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|『[^』\n]*』|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`")
_SENTENCE = re.compile(r"[^.!?…。！？\n]+[.!?…。！？]*")

_NOUNS = (
    "추가|등록|기록|저장|삭제|제거|변경|수정|업데이트|갱신|체크인|체크|표시|취소|설정|생성|보관|반영|적용|처리|완료|예약|이동|복원|"
    "복구|입력|시작|중단|중지|일시정지|종료|배치|연결|작성|정리"
)
_PAST = "지웠|바꿨|바꾸었|만들었|옮겼|넣었|남겼|되돌렸|고쳤|그렸|뺐|올렸|붙였|적어두었"
_STEMS = "지워|바꿔|만들어|옮겨|넣어|남겨|되돌려|고쳐|그려|빼|올려|붙여|적어|써"
_KEPT = r"(?:뒀|두었|놨|놓았|드렸|줬|주었|버렸)"
_ENDING = r"(?:습니다|습니당|어요|어용|어여|어|다|네요|답니다|지요|죠|음|고요|구요|고|으니까?|으며|는데요?)(?![가-힣])"
_KOREAN = re.compile(
    rf"(?<!안 )(?<!못 )(?:(?:{_NOUNS})(?:을|를|이|가|은|는|도)?\s*(?:완료\s*)?"
    rf"(?:했|하였|됐|되었|마쳤|끝냈|해\s*{_KEPT}){_ENDING}"
    rf"|(?:{_PAST}){_ENDING}|(?:{_STEMS})\s*{_KEPT}{_ENDING}"
    rf"|(?:다|모두|전부)\s*(?:했|됐|되었|끝냈|끝났|마쳤){_ENDING}"
    rf"|(?:{_NOUNS})\s*(?:완료|함|됨)(?![가-힣])|^\s*완료(?![가-힣\s]))"
)
_KOREAN_USER = re.compile(
    r"(?<![가-힣])(?:(?:사용자|고객|회원)님?(?:이|가|은|는|께서)|당신(?:이|은)|본인이|직접|네가|니가|너는)\s"
)

_ALONE = (
    "added|recorded|logged|saved|deleted|removed|updated|changed|created|marked|checked (?:it |you |that )?(?:in|off)|"
    "cancell?ed|scheduled|archived|moved|renamed|restored|registered|noted|completed|done"
)
_DONE = (
    f"{_ALONE}|stored|edited|set up|set|undone|started|stopped|paused|placed|applied|tracked|written|cleared|reset|"
    "made|put|wrote|finished"
)
_SOON = r"(?:(?:just|now|already|also|successfully|gone ahead and|went ahead and|been)\s+)*"
_ENGLISH = re.compile(
    rf"\b(?:I|we)(?:['’]ve|\s+have|['’]m)?\s+{_SOON}(?:{_DONE})\b"
    rf"|\b(?:(?:has|have|['’]s)\s+{_SOON}been|(?:is|are)\s+now|(?:it|that)['’]s)\s+{_SOON}(?:{_DONE})\b(?!\s+by\b)"
    rf"|\b(?:was|were)\s+{_SOON}(?:{_DONE})\b(?!.*\b(?:yesterday|ago|last|on|by|in)\b)"
    rf"|^(?:(?:ok(?:ay)?|sure|great|alright|got it)[,!]?\s+)?(?:successfully\s+)?(?:{_ALONE})"
    r"(?=\s*[.!:,]|\s*$|\s+(?:the|your|it|this|that|an?|to|for|as)\b|\s+[^a-z\s])"
    r"|(?:\b(?:habits?|goals?|notes?|boards?|cards?|items?|entry|check-in|reminder)|[^\x00-\x7f])"
    rf"\s+{_SOON}(?:{_ALONE})(?:\s+successfully)?\s*[.!]*$",
    re.IGNORECASE,
)
_ALL_SET = re.compile(r"\b(?<!not )all (?:set|done)\b", re.IGNORECASE)
_ENGLISH_NOT = re.compile(
    r"\b(?:not|never|no|nothing|cannot|can|could|should|would|will|must|may|might|if|once|when|unless|"
    r"before|after|until|to be|need)\b|n['’]t\b",
    re.IGNORECASE,
)


def claims_change(text: str) -> bool:
    """Whether ``text`` says, in Korean or English, that something was added, recorded, changed or deleted just now.

    Questions, offers, promises, conditions, denials, quotations, and what the user is said to have done are no claims.
    """
    spoken = _QUOTED.sub(" ", text)
    return any(_claims(sentence) for sentence in map(str.strip, _SENTENCE.findall(spoken)))


def _claims(sentence: str) -> bool:
    if sentence.endswith(("?", "？")):
        return False
    if _KOREAN.search(sentence) and not _KOREAN_USER.search(sentence):
        return True
    if _ALL_SET.search(sentence):
        return True
    return any(not _denied(sentence, found) for found in _ENGLISH.finditer(sentence))


def _denied(sentence: str, found: re.Match[str]) -> bool:
    """Whether the clause around a claim takes it back."""
    start = max(sentence.rfind(mark, 0, found.start()) for mark in (",", ";", ":", " but "))
    return bool(_ENGLISH_NOT.search(sentence, start + 1, found.start()))
