"""Which messages say something: fillers by their whole text, important and constraining words one by one.

There is no rule about length: "Use ssh2" is short and matters.
"""

import re
from functools import cache

_USER_FILLERS = (
    "ok|okay|okey|k|kk|yes|yep|yeah|yup|sure|fine|right|alright|cool|nice|great|good|perfect|awesome|excellent|"
    "wonderful|continue|proceed|next|done|ack|acknowledged|roger|understood|noted|thanks|thx|ty|cheers|please|ya|"
    "go on|go ahead|carry on|keep going|got it|i see|i understand|thank you|thank you so much|"
    "thank you very much|thanks a lot|many thanks|sounds good|looks good|that works|that's fine|that's right|"
    "of course|no problem|well done|good job|please continue|please go on|continue please",
    "好的|好吧|好呀|好|继续吧|继续|请继续|收到了|收到|明白了|明白|知道了|了解了|了解|懂了|谢谢你|谢谢您|谢谢|"
    "多谢|感谢|嗯嗯|嗯|可以|可以的|行|是的|对的|对|没问题|没错|不错|很好|下一步|往下",
    "네네|네|넵|넹|넴|예|응응|응|어|그래|그래요|좋아|좋아요|좋네|좋네요|좋습니다|알겠어|알겠어요|알겠습니다|"
    "알았어|알았어요|알았습니다|고마워|고마워요|고맙습니다|감사|감사해요|감사합니다|땡큐|계속|계속해|계속해요|"
    "계속해줘|계속해주세요|계속하세요|진행|진행해|진행해줘|진행해주세요|오케이|오키|ㅇㅋ|ㅇㅇ|ㄱㄱ|ㄳ|ㄱㅅ|ㅋ|ㅎ|"
    "확인|확인했어|확인했어요|확인했습니다|이해했어|이해했어요|이해했습니다|다음|굿|맞아|맞아요|맞습니다|부탁해|"
    "부탁해요|부탁드려요|부탁드립니다|수고했어|수고하셨어요|수고하셨습니다|그렇군|그렇군요|계속 해|계속 해줘|"
    "계속 해 줘|계속해 줘|계속해 주세요|계속 진행해|진행해 줘|진행해 주세요",
)
_ASSISTANT_FILLERS = (
    *_USER_FILLERS,
    "you're welcome|you are welcome|my pleasure|happy to help|glad to help|glad i could help|working on it|on it|"
    "continuing|i'll continue|i will continue|let me continue|let me know|let me know if you need anything|"
    "let me know if you need anything else|"
    "one moment|certainly|absolutely",
    "不客气|不用谢|我会继续|我继续|正在处理|请稍等|稍等|很高兴能帮到你|当然|当然可以",
    "천만에요|별말씀을요|계속하겠습니다|계속할게요|진행하겠습니다|진행할게요|처리 중입니다|잠시만요|"
    "잠시만 기다려 주세요|물론이죠|물론입니다|도움이 되어 기뻐요|더 필요한 것이 있으면 말씀해 주세요|"
    "언제든지 말씀해 주세요",
)

_CONSTRAINT = (
    r"must|must not|mustn['’]t|never|always|only|don['’]t|do not|dont|avoid|without|instead|at least|at most|"
    r"no more than|exactly|keep|require[sd]?|requirements?|should(?:n['’]t| not)|can(?:['’]t|not)|make sure|ensure|"
    r"before|first|forbid(?:den)?|unchanged|as is|min(?:imum)?|max(?:imum)?|limit(?:s|ed)?|prefer(?:red|s)?|"
    r"constraints?|stop|not allowed|under no circumstances|rather than|no longer|leave .{1,40} alone",
    r"必须|必需|不要|不能|不许|不准|不得|不可|禁止|仅|只能|只要|只用|务必|一定|至少|最多|保持|保留|避免|优先|先|别|改用|而不是|"
    r"不再|绝不|绝对|限制|约束|原样",
    r"(?:지|하지)\s?(?:마|말)(?:세요|라|요|고|아|아요|아줘|십시오|자|것)?(?![가-힣])|말고(?:는|도)?(?![가-힣])|"
    r"말아(?:요|줘|라|주세요)?(?![가-힣])|금지|(?<![가-힣])안\s?(?:돼|되|됩)(?!지고)|절대(?!값)|반드시|(?<![가-힣])꼭(?![가-힣])|"
    r"최소|최대|먼저|그대로|유지(?!방)|대신|이상|이하|이내|까지만|만큼만|제외|빼고|않도록|않게|필수|제한|조건|무조건|오직",
)
_IMPORTANT = (
    r"important|decisions?|decid(?:e|ed|es|ing)|agree[sd]?|agreement|chose|chosen|choose|plan(?:s|ned)?|goals?|"
    r"deadlines?|todo|need(?:s|ed)?|want(?:s|ed)?|remember|note|errors?|bugs?|fail(?:s|ed|ing|ures?)?|crash(?:es|ed)?|"
    r"exception|traceback|broken|fix(?:e[sd])?|issues?|blockers?|blocked|root cause|caused?|workaround|security|"
    r"secrets?|permissions?|licen[sc]e|prod|production|staging|releas(?:e|es|ed)|deploy(?:s|ed|ment)?|"
    r"migrat(?:e|ed|ion|ions)|versions?|config(?:uration|ured)?|settings?|api|cli|ci|pr|prs|ssh|sql|url|urls|path|paths|repo|branch(?:es)?|"
    r"commit(?:s|ted)?|merg(?:e|es|ed)|rebas(?:e|ed)|revert(?:ed)?|rollback|schema|database|endpoint|tests?|build|"
    r"implement(?:s|ed)?|refactor(?:ed)?|renam(?:e|ed)|allerg(?:y|ies|ic)|appointment|budget",
    r"重要|决定|同意|计划|目标|截止|需求|要求|需要|记住|注意|错误|报错|失败|异常|崩溃|问题|修复|原因|安全|权限|发布|部署|迁移|版本|"
    r"配置|设置|接口|路径|分支|提交|合并|回滚|数据库|测试|构建|实现|重构|方案|输出",
    r"중요|결정|정했|정하|동의|합의|계획|목표|마감|기한|필요|요구|요청|기억|주의|오류|에러|실패|버그|예외|문제|원인|수정|고쳐|고친|해결|"
    r"보안|권한|배포|출시|이전|버전|설정|경로|저장소|브랜치|커밋|병합|되돌|데이터베이스|테스트|빌드|구현|알레르기|알러지|예산|약속",
)


@cache
def _words(english: str, chinese: str, korean: str) -> re.Pattern[str]:
    """Match English words as whole words; Chinese and Korean words anywhere, since they are not set apart by spaces."""
    return re.compile(rf"(?<![A-Za-z0-9_])(?:{english})(?![A-Za-z0-9_])|{chinese}|{korean}", re.IGNORECASE)


@cache
def _whole(fillers: tuple[str, ...]) -> re.Pattern[str]:
    """Match a message of nothing but fillers, punctuation and pictures; the longest filler is taken, for good."""
    longest_first = sorted("|".join(fillers).split("|"), key=len, reverse=True)
    each = "|".join(re.escape(filler) + ("(?![A-Za-z0-9_])" if filler.isascii() else "") for filler in longest_first)
    return re.compile(rf"[\W_]*+(?:(?>{each})[\W_]*+)*+", re.IGNORECASE)


def is_filler(text: str, *, by_assistant: bool = False) -> bool:
    """Tell whether the whole of ``text`` only keeps the conversation going."""
    fillers = _ASSISTANT_FILLERS if by_assistant else _USER_FILLERS
    return _whole(fillers).fullmatch(text.replace("’", "'")) is not None


def is_constraint(text: str) -> bool:
    """Tell whether ``text`` has a word that limits what may be done."""
    return _words(*_CONSTRAINT).search(text) is not None


def is_important(text: str) -> bool:
    """Tell whether ``text`` has a word of a decision, a fault, a requirement or a constraint."""
    return is_constraint(text) or _words(*_IMPORTANT).search(text) is not None
