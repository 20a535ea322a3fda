"""Replies whose words are not left to a model: health and danger."""

from gemma_app.language import Language, Phrase

FIXED_REPLIES = {
    "medical": Phrase(
        ko="몸의 증상은 제가 판단할 수 없어요. 의사나 약사에게 꼭 물어보세요. "
        "갑자기 심하게 아프거나 숨쉬기 힘들면 바로 119에 전화하세요.",
        en="I cannot judge symptoms. Please ask a doctor or a pharmacist. "
        "If it is sudden or severe, or breathing is hard, call your emergency number now (119 in Korea).",
    ),
    "crisis": Phrase(
        ko="많이 힘드시군요. 혼자 견디지 않으셔도 돼요. 지금 위험하다면 119에 전화하시고, "
        "자살 예방 상담 전화 109에서는 언제든 이야기를 들어 드려요. 믿을 수 있는 사람 곁에 있어 주세요.",
        en="I am sorry that it is so hard. You do not have to bear it alone. If you are in danger, call your emergency "
        "number now (119 in Korea); in Korea the line 109 listens day and night. Please stay with someone you trust.",
    ),
}


def fixed_reply(name: str) -> str | None:
    """Return the reply ``name``, such as ``medical:ko``; None where there is none."""
    topic, _, code = name.partition(":")
    language: Language = "ko" if code == "ko" else "en"
    return FIXED_REPLIES[topic].say(language) if topic in FIXED_REPLIES else None
