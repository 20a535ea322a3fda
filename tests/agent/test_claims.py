"""What counts as saying that something was done."""

import pytest

from gemma_app.agent.claims import claims_change

CLAIMS = [
    "물 마시기를 추가했어요.",
    "추가했습니다!",
    "오늘 산책을 기록해 두었어요",
    "기록해 뒀습니다.",
    "'달리기' 습관이 삭제되었습니다.",
    "삭제됐어요.",
    "네, 지웠어요.",
    "목표를 하루 8잔으로 바꿨어요.",
    "보드를 만들었어요.",
    "메모를 옮겨 놓았습니다.",
    "체크인 완료!",
    "등록이 완료되었습니다.",
    "추가해드렸습니다",
    "물 마시기를 추가했고, 내일부터 시작해요.",
    "알겠습니다. 저장했습니다. 다른 게 더 있나요?",
    "다 됐어요!",
    "완료!",
    "되돌렸어요.",
    "업데이트했다.",
    "I've added 'Drink water' to your habits.",
    "I added it.",
    "Done! Anything else?",
    "Done.",
    "Your walk has been recorded.",
    "The habit was deleted.",
    "Okay, I have just updated the goal.",
    "Added your habit.",
    "Added: Drink water",
    "Sure! I went ahead and removed it.",
    "It's done.",
    "You're all set!",
    "No problem, I've logged your run.",
    "The board is now saved.",
    "물 마시기 added.",
    "Checked in for today.",
    "All done.",
    "네 추가했어요.",
    "원하셨으니 추가했어요.",
    "추가했어용",
    "기록함",
    "삭제됨.",
    "Habit added successfully.",
    "I just checked you in.",
    "The goal's been updated",
    "I set the goal to 8.",
    "Great job! Recorded 30 minutes.",
]

NO_CLAIMS = [
    "물 마시기를 추가할까요?",
    "추가했나요?",
    "이미 추가했어요?",
    "추가하시겠어요?",
    "추가할게요.",
    "추가하지 않았어요.",
    "아직 추가 안 했어요.",
    "기록하지 못했습니다.",
    "삭제되지 않았어요.",
    "못 지웠어요.",
    "추가하려면 이름을 알려 주세요.",
    "추가했으면 좋겠다는 말씀이시군요.",
    "어떤 습관을 기록했는지 알려 주세요.",
    "지난주에 기록했던 습관이에요.",
    '"추가했어요"라고 말하지 않아요.',
    "사용자님이 직접 추가했어요.",
    "어제 기록하셨네요.",
    "삭제된 습관은 되돌릴 수 있어요.",
    "물 섭취가 적었어요.",
    "안녕하세요! 무엇을 도와드릴까요?",
    "추가 버튼을 누르세요.",
    "완료 버튼이 있어요.",
    "",
    "Would you like me to add it?",
    "I can add it for you.",
    "I haven't added it yet.",
    "I have not recorded anything.",
    "I couldn't delete it.",
    "Have I added it?",
    "You added it on Monday.",
    "You've recorded three walks.",
    "I will add it.",
    "If I added it, it would show up here.",
    "It should be recorded first.",
    "The habit was added on Monday.",
    "Your notes are stored on this computer.",
    "Recorded habits: three.",
    "Completed habits appear in green.",
    "Set up a goal first.",
    "Nothing was deleted.",
    'Say "I added it" to test me.',
    "Once it has been added, you can check in.",
    "Hello! How can I help?",
    "추가할 수 있어요",
    "저장은 자동으로 돼요",
    "추가했더라도 괜찮아요",
    "You have completed 3 of 5.",
    "Deleted habits can be restored.",
    "A streak is recorded when you check in.",
    "I'm here to help you get started.",
]


@pytest.mark.parametrize("text", CLAIMS)
def test_an_answer_that_says_something_was_done_is_a_claim(text: str) -> None:
    assert claims_change(text)


@pytest.mark.parametrize("text", NO_CLAIMS)
def test_offers_questions_denials_and_reports_are_no_claims(text: str) -> None:
    assert not claims_change(text)


def test_a_claim_is_found_anywhere_in_a_long_answer_in_time() -> None:
    assert claims_change("안녕하세요. " * 2000 + "\n기록했어요.")
    assert not claims_change("추가 " * 20_000)
