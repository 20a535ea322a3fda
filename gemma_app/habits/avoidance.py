"""Rule R7: a habit says what is done, so its text may not say what is avoided, in Korean or in English.

The word families are patterns over single letters (see ``hangul``). What only looks like one of them, such as ``안경``,
``참치`` or "bus stop", is listed as harmless, and a finding that overlaps a harmless phrase is dropped.
"""

from collections.abc import Iterable

import regex

from gemma_app.habits.hangul import LETTER, NO_FINAL, WORD_END, WORD_START, Letters, letter_pattern

# Final consonants that join an open syllable: 마시 + ㄴ다 is written 마신다.
_N, _L, _M, _B, _SS = "\u11ab", "\u11af", "\u11b7", "\u11b8", "\u11bb"

_VERB_END = (
    rf"(?:{_N}(?:다|\s*(?:사람|날|채))|{_L}(?:{WORD_END}|래|게|것|거|까|지)|{_M}{WORD_END}|{_B}(?:니|시)|{_SS}(?!으면)"
    rf"|(?:기|고|는|니|네|지|게|도록|려|며|자|다|던|죠|요){NO_FINAL}|는|긴|길|습|으(?!면)|을|은|음|았(?!으면)"
    rf"|었(?!으면)|아|어|여|였"
    rf"|{WORD_END})"
)
_CONSUMED = "먹|마시|마셔|드시|드셔|피우|피워|피|씹|사먹|시켜먹|빼먹"
_DONE = (
    f"{_CONSUMED}|하|해|보|봐|가|사|자|쓰|써|켜|키|틀|열|만지|만져|건드리|건드려|들여다보|듣|들|읽|누르|눌러|눕"
    f"|누워|앉|물어뜯|뜯|깨물|타"
    "|주|놀|입|신|나가|미루|미뤄|거르|걸러|빠지|빠져|빠뜨리|잊|까먹|졸|어기|싸우|싸워|시키|시켜|받|찾|놓|넣|담|찍"
    "|올리|올려|떠들|말하"
    "|울|고르|집|잡|때리|던지|욕하|삼키|태우|태워|늦|긁|빨|만나|뛰|걷|치|끼|돌|꼬|떨|비비|꺾|찡그리|과식하|흡연하"
    "|음주하|결제하|주문하|검색하|접속하|확인하"
)
# Glued to 안, some of these would spell another word: 안치다, 안자, 안들, 안잡이.
_GLUED_TO_AN = (
    f"{_CONSUMED}|하|해|보|봐|가|사|쓰|써|켜|틀|만지|만져|건드리|듣|읽|누르|눌러|눕|누워|뜯|깨물|타|주|놀|입|나가"
    f"|미루|미뤄|거르|걸러|빠지"
    "|잊|어기|싸우|시키|시켜|받|늦|긁|자(?=기|고|는|요)"
)
# After a noun, 안 is "inside" before these: 서재 안 정리하기.
_DONE_INSIDE = "정리|청소|정돈|환기|닦|쓸|쓴|비우|비운|채우|채운|살피|살핀|둘러|돌|걷|좋|보"
_GLUED_TO_NOUN = "먹|마시|마셔|피우|피워|하기|하고|한다|합니다|보기|본다|봅니다|사기|산다|쓰기|쓴다|시켜|시키|만지"
# Nouns that end in 안: 동안, 세안, 초안, 제안, 대안, 해안, 방안, 집안 …
_NOUNS_IN_AN = "동|세|초|제|대|해|방|집|차|기|도|답|시|천|태|불|편|미|위|법|연|평|문|고|원|무|치|현|보|검|입|눈"
_THINGS = (
    "물건|옷|신발|양말|방|전등|조명|불|기기|플러그|전원|콘센트|그릇|메일|이메일|메시지|문자|책|알림|가전"
    "|앱|계정|구독|서류|가방|부분|근육"
)

_KOREAN = (
    # -지 않다, -지 못하다, -지 말다, with particles and without spaces
    rf"{LETTER}(?:지|질|진|지는|지도|지를|지만|지조차)\s*않",
    rf"{LETTER}치\s*않",
    rf"{LETTER}(?:지|지는|지도)\s*아니\s*(?:하|해)",
    rf"{LETTER}(?:지|질|진|지는|지도|지를)\s*못\s*(?:하|해)",
    rf"{LETTER}(?<!까)(?:지|지는|지도|지를|질|진)\s*(?:말(?=기|고|자|라|아|았|\s*것|\s*거|도록|게|지|며|길|음|든)"
    rf"|말{WORD_END}|마{NO_FINAL}(?:{WORD_END}|라{WORD_END}|세요|시오|십시오|요{WORD_END}|렴)|맙(?:시다|니다)|만다"
    rf"|맘{WORD_END})",
    r"(?:먹|하|가|보|마시|피우|사|쓰|켜|듣|읽|눕|열)지\s*안(?=기|는|고|을|음|습|았)",
    # 안 and 못 before a verb, apart or glued
    rf"{WORD_START}안\s+(?:{_DONE}){_VERB_END}",
    rf"{WORD_START}안(?:{_GLUED_TO_AN}){_VERB_END}",
    rf"{WORD_START}안\s+(?!{_DONE_INSIDE}){LETTER}+(?:기{NO_FINAL}|는다|{_N}다|{_B}니다|습니다){WORD_END}",
    rf"{LETTER}(?<!{_NOUNS_IN_AN})안(?:{_GLUED_TO_NOUN})",
    rf"(?:화|짜증|소리|성질|신경질)\s*안\s*(?:내(?:기|고|는|며|자|지|{_N}다|{_L}|{_B}니)|낸다)",
    rf"{WORD_START}안\s*(?:된다|된다고|돼{NO_FINAL}|됩|됨)",
    rf"(?:{WORD_START}|{LETTER}(?<!잘|연|대))못\s*(?:하|해)(?!면|{_SS}으면)",
    rf"{WORD_START}못\s*(?:먹|마시|마셔|피우|피워|보|봐|가|사|열|켜|만지|나가){_VERB_END}",
    rf"{WORD_START}못\s*(?:자|쓰)게",
    rf"(?:이|가|은|도|{WORD_START})\s*아니(?:다|에요|예요|야|{_B}니다){WORD_END}",
    # one word
    r"끊",
    rf"(?:{WORD_START}|(?<!지|방|소|요|세|송|황|조|저|현|입|출)(?<={LETTER}))금(?:연|주|식|욕|지){NO_FINAL}(?!문|머"
    rf"|먹|차|저|구|락|못)",
    r"(?:을|를|은|는)\s*금(?:하|해)",
    rf"(?:{WORD_START}|흡|음|간헐적)\s*(?:단식|절주|절식|단주|절제)(?!된)",
    rf"(?:{WORD_START}|꾹|식욕|욕구|야식|간식|술|담배|화|유혹|졸음|잠|충동|군것질)"
    rf"참(?:다{NO_FINAL}|기{NO_FINAL}|는|고{NO_FINAL}|아|았|지{NO_FINAL}|으(?:며|려|니|세|십|시)|을|음|자{NO_FINAL}"
    rf"|습|긴|길)",
    rf"(?:{WORD_START}|회|기|(?<!창|커|스|모)(?<={LETTER}))피(?:하(?:기|고|다|는|려|지|며|면|자|게|세|{_L}|{_M}"
    rf"|{_B}니|{_N}다)|했)",
    r"(?:을|를)\s*피해(?:서|요|야|라)?" + WORD_END,
    rf"멀리\s*(?:하(?:기|고|다|는|려|지|며|면|자|게|세|{_L}|{_M}|{_B}니|{_N}(?:다|\s*사람))|해(?=\s|서|요|야|라|$)|했)",
    rf"{WORD_START}삼가(?:기|고|다|는|려|지|며|면|자|세|십|하|해|{_N}(?:다|\s*사람)|{_L}|{_M}|{_B}니|{WORD_END}|서)",
    rf"{WORD_START}(?:자제|억제)(?!품|분|작|출|력)|{LETTER}(?:자제|억제)(?=하|한|할|해|합|{WORD_END})",
    rf"(?:{WORD_START}|(?<!집|공|아|최)(?<={LETTER}))중단(?=하|해|시키|시킨|시켜|되|된|을|이|도|{WORD_END})",
    rf"(?:{WORD_START}|(?<!조|자)(?<={LETTER}))그만{NO_FINAL}",
    rf"(?:{WORD_START}|(?<=간|취|용|리|량|당|륨|인|물|속|염|식|료))제한",
    r"없(?:애|앤)",
    rf"줄(?:이(?:기|고|는|려|자|면|며|지|도록|게|다|세|십|시|{_N}(?:다|\s*사람)|{_L}|{_M}|{_B}니)|여|였)",
    rf"{WORD_START}덜\s*(?:{_CONSUMED}|하|해|보|봐|쓰|써|사){_VERB_END}",
    r"(?:설탕|커피|카페인|술|담배|휴대폰|스마트폰|핸드폰|폰|유튜브|당|소금|간식|야식|고기|밀가루|탄산|군것질)\s*없이",
    r"(?:흡연|음주|과식|폭식|야식|간식|술|담배|게임|군것질|쇼핑|과소비)(?:을|를)?\s*멈추",
    r"스(?:톱|탑)",
)

_A, _Z = "(?<![a-z'])", "(?![a-z])"
_ENGLISH_WORDS = (
    r"no|not|never|cannot|cant|wont|(?:do|does|did|should|must|need|is|are|am|will|would)nt|[a-z]+n't"
    r"|stop(?:s|ped|ping)?|quit(?:s|ting)?|avoid(?:s|ed|ing|ance)?|without|resist(?:s|ed|ing)?"
    r"|reduc(?:e|es|ed|ing)|limit(?:s|ing|ed)?|refrain(?:s|ing)?|abstain(?:s|ing)?|abstinence|ceas(?:e|es|ing)"
    r"|forgo(?:es|ing)?"
    r"|eliminat(?:e|es|ing)|restrict(?:s|ed|ing)?|prohibit(?:s|ed|ing)?|forbid(?:s|den|ding)?|ban(?:s|ned|ning)?"
    r"|(?:give|gives|giving|gave) up|cut(?:s|ting)? (?:down|back)(?= on|\W|$)"
    r"|cut(?:s|ting)? out(?! (?:a|the|paper|shapes|coupons))"
    r"|(?:stay|stays|staying|keep|keeps|keeping) (?:away from|off)|steer(?:s|ing)? clear"
    r"|skip(?:s|ping)? (?:dessert|breakfast|lunch|dinner|meals?|snacks?|sugar|soda|coffee|alcohol|sweets)"
    r"|(?:eat|drink|buy|order|have|consume|smoke)(?:s|ing)? nothing"
    r"|(?:eat|drink|smoke|use|spend|watch|scroll|buy|snack|consume)(?:s|ing)?(?: [a-z]+){0,3} (?:less|fewer)(?! than)"
)

_AVOIDANCE = letter_pattern("|".join((*_KOREAN, f"{_A}(?:{_ENGLISH_WORDS}){_Z}")))

_PLACES = (
    "집|방|차|건물|가방|냉장고|서랍|옷장|사무실|교실|거실|주방|부엌|침실|욕실|동네|마을|공원|버스|지하철|전철|기차"
    "|상자|지갑|주머니|이불|텐트"
    "|운동장|트랙|정원|마당|매장|가게|통|컵|그릇|냄비|입|실내|체육관|학교|회사|캠퍼스|책상"
)
_HARMLESS = letter_pattern(
    "|".join(
        (
            # fixed phrases
            r"못지\s*않|머지\s*않|마지\s*않|적지\s*않|만만(?:하지|치)\s*않|심상치\s*않|끊임|끊이지\s*않"
            r"|방해\s*금지(?:\s*모드)?|무제한|제한\s*(?:시간|속도)",
            r"(?:중단|제한)\s*없|그만(?:큼|의|치|하면|이다|이에요|이야)|그만한(?!다)|억제제|전자제|줄임말|줄임표"
            r"|스(?:톱|탑)\s*워치",
            r"금지(?:급|불|출|갑|원|점|역)|(?:지금|방금)\s*(?:연|주|식|지)|금주(?:의|에|\s+(?:일정|계획|할|목표"
            r"|업무|회의|중|안|주말|마지막|첫))",
            r"금식(?:기|탁)|단식\s*(?:경기|시합|대회)",
            # hanging up, buying a ticket, reading in phrases
            r"(?:전화|통화|표|티켓|회원권|이용권|정기권|수강권|영수증|헬스장|강습)(?:를|을)?\s*끊"
            r"|끊어(?:서)?\s*(?:읽|말하|말한)",
            # 참 as another word
            r"참(?:치|외|여|가|석|깨|새|나무|된|말|관|조|선|회|견|기름|다랑어|다운|을성|으로|지혜)",
            r"참고(?:하|해|한|할|함|합|서|문|용|삼|도서|\s*(?:자료|문헌|도서|영상|서적|링크|사진))|참고로",
            r"피하\s*(?:지방|주사)|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열|[0-9])\s*줄(?:이다|입니다|인)",
            # a condition that the user does not choose: 잠이 오지 않으면
            rf"(?:이|가)\s+{LETTER}+지\s*않(?:으면|을\s*때)",
            # something that lies unused is an object, not an avoidance: 안 쓰는 물건
            rf"(?:안\s*)?(?:쓰|사용하|입|신|읽|켜|확인하)(?:지\s*않)?(?:는|은|{_N})\s+{LETTER}*(?:{_THINGS})",
            # a noun before 말고, which is 대신
            r"(?:휴지|돼지|강아지|편지|봉지|반지|바지|잡지|아버지|먼지|소시지|오렌지|메시지|페이지|낙지|도라지)\s*말고",
            # 안 as "inside", where the verb is not one of those that are refused at a place
            rf"(?:{_PLACES})\s+안\s+(?!(?:먹|마시|마셔|피|가|하|사|쓰)){LETTER}",
            r"do(?:es)? not disturb|don't disturb|no matter|no (?:problem|doubt)|no\.\s*[0-9]|no [0-9]",
            r"not only|no less than",
            r"non[- ]?stop",
            r"(?:bus|tram|train|metro|subway|first|last|next|rest|pit|full|my|the|one) stops?(?= |,|\.|$)(?! (?:eating"
            r"|drinking|smoking))",
            r"(?:when|once|after|until|before) (?:the|my) \w+ stops|(?:speed|time) limits?|reduced-|whether or not",
            r"stop(?:s|ping)? by|(?:stop|quit)(?:s|ping|ting)? (?:the|my|all) (?:timer|alarm|clock|stopwatch|music"
            r"|video|car|bike)",
            r"quit(?:s|ting)? (?:the|my|all) (?:app|apps|program|programs|browser)",
            r"(?:if|when|whenever) (?:i|my \w+) (?:can't|cannot|cant)",
        )
    )
)
_WORD = regex.compile(rf"{LETTER}+|[a-z0-9']+", regex.IGNORECASE)


def find_avoidance(text: str) -> list[tuple[int, int]]:
    """Return where ``text`` says what is avoided, as spans of code points over whole words, in order and apart."""
    letters = Letters.of(text)
    harmless = [match.span() for match in _HARMLESS.finditer(letters.text)]
    words = [match.span() for match in _WORD.finditer(letters.text)]
    found = [match.span() for match in _AVOIDANCE.finditer(letters.text) if not _overlaps(match.span(), harmless)]
    whole = [_widen(span, words) for span in found]
    return _merge(letters.span(start, end) for start, end in whole)


def _overlaps(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _widen(span: tuple[int, int], words: Iterable[tuple[int, int]]) -> tuple[int, int]:
    touched = [word for word in words if _overlaps(span, [word])]
    return min([span[0], *(start for start, _ in touched)]), max([span[1], *(end for _, end in touched)])


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in spans:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
