<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
<context>
    <name>AskingBar</name>
    <message>
        <source>Ask the board assistant to draw or explain</source>
        <translation>그려 달라고 하거나 물어보세요</translation>
    </message>
    <message>
        <source>Message to the board assistant</source>
        <translation>보드 도우미에게 보낼 글</translation>
    </message>
    <message>
        <source>Just asking</source>
        <translation>묻기만</translation>
    </message>
    <message>
        <source>The assistant answers and proposes no edits</source>
        <translation>도우미가 답만 하고 편집은 제안하지 않아요</translation>
    </message>
    <message>
        <source>Hide the answer</source>
        <translation>답 숨기기</translation>
    </message>
    <message>
        <source>Looking at the board…</source>
        <translation>보드를 보고 있어요…</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>생각하고 있어요…</translation>
    </message>
</context>
<context>
    <name>AssistantWords</name>
    <message>
        <source>Answer</source>
        <translation>답변</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Cut off here</source>
        <translation>여기서 끊겼어요</translation>
    </message>
</context>
<context>
    <name>BoardActions</name>
    <message>
        <source>Empty board</source>
        <translation>빈 보드</translation>
    </message>
    <message>
        <source>Weekly habit wall</source>
        <translation>주간 습관 벽</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>파일에서…</translation>
    </message>
    <message>
        <source>Export as {kind}…</source>
        <translation>{kind}로 내보내기…</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>확대</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>축소</translation>
    </message>
    <message>
        <source>Actual size</source>
        <translation>실제 크기</translation>
    </message>
    <message>
        <source>Show the whole board</source>
        <translation>보드 전체 보기</translation>
    </message>
    <message>
        <source>Show the selection</source>
        <translation>선택한 것 보기</translation>
    </message>
    <message>
        <source>Snap to the grid</source>
        <translation>격자에 맞추기</translation>
    </message>
    <message>
        <source>Image…</source>
        <translation>이미지…</translation>
    </message>
    <message>
        <source>Undo on the board</source>
        <translation>보드에서 되돌리기</translation>
    </message>
    <message>
        <source>Redo on the board</source>
        <translation>보드에서 다시 하기</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>잘라내기</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>붙여넣기</translation>
    </message>
</context>
<context>
    <name>BoardCanvas</name>
    <message>
        <source>Board</source>
        <translation>보드</translation>
    </message>
</context>
<context>
    <name>BoardFiles</name>
    <message>
        <source>Export the board</source>
        <translation>보드 내보내기</translation>
    </message>
    <message>
        <source>Import a board</source>
        <translation>보드 가져오기</translation>
    </message>
    <message>
        <source>Add an image</source>
        <translation>그림 넣기</translation>
    </message>
</context>
<context>
    <name>BoardList</name>
    <message>
        <source>Boards</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>New board</source>
        <translation>새 보드</translation>
    </message>
    <message>
        <source>Board without a name</source>
        <translation>이름 없는 보드</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>지우기</translation>
    </message>
</context>
<context>
    <name>BoardsPage</name>
    <message>
        <source>Outline</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>A board shows your habits at a glance and moves with every check-in.</source>
        <translation>보드는 습관을 한눈에 보여 주고, 체크인할 때마다 바로 움직여요.</translation>
    </message>
    <message>
        <source>Make a weekly habit wall</source>
        <translation>주간 습관 벽 만들기</translation>
    </message>
    <message>
        <source>Start with an empty board</source>
        <translation>빈 보드로 시작</translation>
    </message>
    <message>
        <source>Board: {names}</source>
        <translation>보드: {names}</translation>
    </message>
</context>
<context>
    <name>CallLine</name>
    <message>
        <source>{name}…</source>
        <translation>{name}…</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>펼침</translation>
    </message>
    <message>
        <source>closed</source>
        <translation>접힘</translation>
    </message>
    <message>
        <source>Values and result</source>
        <translation>넣은 값과 결과</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>안 함</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>{shown} of {total} results</source>
        <translation>결과 {total}개 중 {shown}개</translation>
    </message>
    <message>
        <source>{total} results</source>
        <translation>결과 {total}개</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>넣은 값</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
</context>
<context>
    <name>ChatDialogs</name>
    <message>
        <source>The model is not ready yet. Your answer can wait a moment.</source>
        <translation>모델이 아직 준비되지 않았어요. 조금 뒤에 답해 주세요.</translation>
    </message>
    <message>
        <source>A question waits for you in another chat.</source>
        <translation>다른 대화에서 답을 기다리는 질문이 있어요.</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Rename, pin or delete this chat</source>
        <translation>이 대화의 이름 바꾸기, 고정, 삭제</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>새 대화</translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>임시 대화</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Stop the answer</source>
        <translation>답변 멈추기</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>메시지를 입력하세요</translation>
    </message>
    <message>
        <source>Note what is written (Ctrl+Enter)</source>
        <translation>쓴 글을 쪽지로 남기기 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>다시 답하기</translation>
    </message>
    <message>
        <source>Summary for the model</source>
        <translation>모델이 읽는 요약</translation>
    </message>
    <message>
        <source>Reading… {percent} %</source>
        <translation>읽는 중… {percent}%</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>생각하는 중…</translation>
    </message>
</context>
<context>
    <name>ColourField</name>
    <message>
        <source>Choose: {name}</source>
        <translation>고르기: {name}</translation>
    </message>
</context>
<context>
    <name>ConfirmationDialog</name>
    <message>
        <source>Do this?</source>
        <translation>이 작업을 수행할까요?</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>{count} messages in view</source>
        <translation>모델이 보는 메시지 {count}개</translation>
    </message>
    <message>
        <source>{shown}, {count} older</source>
        <translation>{shown}, 이전 {count}개</translation>
    </message>
    <message>
        <source>Word for word: {raw}
Summarised: {summarised}
Not summarised yet: {pending}
About {tokens} of {budget} tokens, {free} free</source>
        <translation>그대로: {raw}개
요약됨: {summarised}개
아직 요약 안 됨: {pending}개
토큰 {budget}개 중 약 {tokens}개 사용, {free}개 남음</translation>
    </message>
    <message>
        <source>{rate} tokens/s</source>
        <translation>초당 {rate}토큰</translation>
    </message>
    <message>
        <source>Read anew: {new} tokens, reused: {reused}</source>
        <translation>새로 읽은 토큰 {new}개, 다시 쓴 토큰 {reused}개</translation>
    </message>
</context>
<context>
    <name>ConversationView</name>
    <message>
        <source>Show earlier messages</source>
        <translation>이전 메시지 보기</translation>
    </message>
    <message>
        <source>Go to the newest messages</source>
        <translation>최근 메시지로 가기</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>쪽지</translation>
    </message>
    <message>
        <source>No longer keep for the model</source>
        <translation>모델에게 계속 보여 주지 않기</translation>
    </message>
    <message>
        <source>Keep for the model</source>
        <translation>모델에게 계속 보여 주기</translation>
    </message>
    <message>
        <source>Change and send again</source>
        <translation>고쳐서 다시 보내기</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>다시 답하기</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>A fault in the program</source>
        <translation>프로그램 오류</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>보고서</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>보고서 복사</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Something went wrong that should not have.</source>
        <translation>프로그램에서 예상하지 못한 문제가 생겼어요.</translation>
    </message>
    <message>
        <source>What was saved is safe. If it happens again, start the app anew and report what is below.</source>
        <translation>저장된 내용은 안전해요. 또 생기면 앱을 다시 시작하고 아래 내용을 알려 주세요.</translation>
    </message>
</context>
<context>
    <name>Editor</name>
    <message>
        <source>Message</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation>메시지를 입력하세요</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>Add the morning sunlight habit</source>
        <translation>아침 햇빛 추가해줘</translation>
    </message>
    <message>
        <source>Find me a habit for better sleep</source>
        <translation>잠을 잘 자는 데 좋은 습관 찾아줘</translation>
    </message>
    <message>
        <source>Which habits do I have?</source>
        <translation>지금 내 습관이 뭐가 있지?</translation>
    </message>
    <message>
        <source>What can be done about late coffee?</source>
        <translation>늦은 오후 커피 대신 할 만한 거 있어?</translation>
    </message>
    <message>
        <source>What shall we do today?</source>
        <translation>오늘은 무엇을 해 볼까요?</translation>
    </message>
</context>
<context>
    <name>HabitRow</name>
    <message>
        <source>Not done today</source>
        <translation>오늘은 안 했어요</translation>
    </message>
    <message>
        <source>Undo this check-in</source>
        <translation>이 체크인 지우기</translation>
    </message>
    <message>
        <source>Done today</source>
        <translation>오늘 했어요</translation>
    </message>
    <message>
        <source>{habit}: not done today</source>
        <translation>{habit}: 오늘 안 했음으로 기록</translation>
    </message>
    <message>
        <source>{habit}: done today</source>
        <translation>{habit}: 오늘 했음</translation>
    </message>
    <message>
        <source>{habit}: marked as not done today</source>
        <translation>{habit}: 오늘 안 했음</translation>
    </message>
    <message>
        <source>{habit}: check in</source>
        <translation>{habit}: 체크인</translation>
    </message>
    <message>
        <source>{days} days done</source>
        <translation>{days}일 달성</translation>
    </message>
    <message>
        <source>{days}-day streak</source>
        <translation>{days}일 연속</translation>
    </message>
    <message>
        <source>Forming</source>
        <translation>자리 잡는 중</translation>
    </message>
    <message>
        <source>Testing</source>
        <translation>시험하는 중</translation>
    </message>
    <message>
        <source>Maintaining</source>
        <translation>이어 가는 중</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>안 함</translation>
    </message>
    <message>
        <source>can still be filled in; click if you did it</source>
        <translation>아직 채울 수 있어요. 했다면 눌러 주세요</translation>
    </message>
    <message>
        <source>today, open</source>
        <translation>오늘, 아직 기록 전</translation>
    </message>
    <message>
        <source>nothing recorded</source>
        <translation>기록 없음</translation>
    </message>
    <message>
        <source>before the start</source>
        <translation>시작 전</translation>
    </message>
</context>
<context>
    <name>HitList</name>
    <message>
        <source>Messages found</source>
        <translation>찾은 메시지</translation>
    </message>
</context>
<context>
    <name>InputBox</name>
    <message>
        <source>Send</source>
        <translation>보내기</translation>
    </message>
    <message>
        <source>Stop (Esc)</source>
        <translation>멈추기 (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>보내기 (Enter)</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>various</source>
        <translation>여러 값</translation>
    </message>
</context>
<context>
    <name>LiveAnswer</name>
    <message>
        <source>Answer being written</source>
        <translation>쓰고 있는 답변</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Go to {page}</source>
        <translation>{page} 화면으로</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>마지막 변경 되돌리기</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>되돌린 것 다시 하기</translation>
    </message>
    <message>
        <source>All actions</source>
        <translation>모든 동작</translation>
    </message>
    <message>
        <source>Profiles and locks</source>
        <translation>프로필과 잠금</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>끝내기</translation>
    </message>
    <message>
        <source>Language: system</source>
        <translation>언어(Language): 시스템</translation>
    </message>
    <message>
        <source>Theme: system</source>
        <translation>화면 색: 시스템</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>화면 색: 밝게</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>화면 색: 어둡게</translation>
    </message>
</context>
<context>
    <name>MarkdownText</name>
    <message>
        <source>Open this address?</source>
        <translation>주소 열기</translation>
    </message>
    <message>
        <source>Open this address in the browser?</source>
        <translation>이 주소를 브라우저에서 열까요?</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>ModelLine</name>
    <message>
        <source>Preparing the model</source>
        <translation>모델 준비 중</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>The model is being prepared. Your message is sent as soon as it is ready.</source>
        <translation>모델을 준비하고 있어요. 준비되는 대로 메시지를 보낼게요.</translation>
    </message>
    <message>
        <source>Preparing the model. You can write already.</source>
        <translation>모델을 준비하고 있어요. 미리 써 두어도 돼요.</translation>
    </message>
    <message>
        <source>No model is loaded. Everything but answers works without one.</source>
        <translation>불러온 모델이 없어요. 답변 말고는 모두 그대로 쓸 수 있어요.</translation>
    </message>
    <message>
        <source>Another answer is being written. Your message is sent right after it.</source>
        <translation>다른 답변을 쓰고 있어요. 끝나는 대로 메시지를 보낼게요.</translation>
    </message>
    <message>
        <source>This model only suggests: whatever it would change is asked first. See Model.</source>
        <translation>이 모델은 제안만 해요. 무엇을 바꿀지는 먼저 물어봐요. ‘모델’ 화면을 보세요.</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line. Nothing leaves this computer.</source>
        <translation>Enter로 보내고 Shift+Enter로 줄을 바꿔요. 아무것도 이 컴퓨터 밖으로 나가지 않아요.</translation>
    </message>
</context>
<context>
    <name>ModelPage</name>
    <message>
        <source>Run the test</source>
        <translation>테스트하기</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>멈추기</translation>
    </message>
    <message>
        <source>Progress of the test</source>
        <translation>테스트 진행</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>From</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>라이선스</translation>
    </message>
    <message>
        <source>Text format</source>
        <translation>글 형식</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>The model that comes with the app</source>
        <translation>앱에 들어 있는 모델</translation>
    </message>
    <message>
        <source>The model is being prepared.</source>
        <translation>모델을 준비하고 있어요.</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>불러온 모델이 없어요.</translation>
    </message>
    <message>
        <source>It may do what you ask by itself. What cannot be undone is always asked first.</source>
        <translation>말한 일을 스스로 할 수 있어요. 되돌릴 수 없는 일은 언제나 먼저 물어봐요.</translation>
    </message>
    <message>
        <source>It only suggests: whatever it would change is asked first, since it did not get at least {share} right for certain in its test.</source>
        <translation>제안만 해요. 테스트에서 {share} 이상을 확실히 맞히지 못해서, 무엇을 바꿀지는 먼저 물어봐요.</translation>
    </message>
    <message>
        <source>Not tested yet. Until then it only suggests: whatever it would change is asked first.</source>
        <translation>아직 테스트하지 않았어요. 그때까지는 제안만 하고, 무엇을 바꿀지는 먼저 물어봐요.</translation>
    </message>
    <message>
        <source>Tested on {day} with {count} requests.</source>
        <translation>{day}에 요청 {count}개로 테스트했어요.</translation>
    </message>
    <message>
        <source>The test takes some minutes. It changes nothing, and it can be stopped and goes on later.</source>
        <translation>테스트는 몇 분 걸려요. 아무것도 바꾸지 않고, 멈춰도 나중에 이어서 할 수 있어요.</translation>
    </message>
    <message>
        <source>The first request is being answered.</source>
        <translation>첫 요청에 답하고 있어요.</translation>
    </message>
    <message>
        <source>{done} of {total} requests</source>
        <translation>요청 {total}개 중 {done}개</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>요청</translation>
    </message>
    <message>
        <source>Right tool</source>
        <translation>맞는 도구</translation>
    </message>
    <message>
        <source>All right</source>
        <translation>모두 맞음</translation>
    </message>
    <message>
        <source>Needless calls</source>
        <translation>불필요한 호출</translation>
    </message>
    <message>
        <source>All</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>찾기</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>자세히</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>List</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>Check in</source>
        <translation>체크</translation>
    </message>
    <message>
        <source>Streak</source>
        <translation>연속 기록</translation>
    </message>
    <message>
        <source>Only talk</source>
        <translation>대화만</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>Several at once</source>
        <translation>여러 가지</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>되돌렸어요.</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Outline</source>
        <translation>개요</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Chat</source>
        <translation>대화</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>오늘</translation>
    </message>
    <message>
        <source>Boards</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>모델</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>All actions</source>
        <translation>모든 동작</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>무엇을 할까요?</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>동작 찾기</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>동작</translation>
    </message>
</context>
<context>
    <name>ProfilesDialog</name>
    <message>
        <source>Profiles</source>
        <translation>프로필</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Use this profile</source>
        <translation>이 프로필 쓰기</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Add as new</source>
        <translation>새로 추가</translation>
    </message>
    <message>
        <source>Locked for this profile, in every chat, search, summary and export:</source>
        <translation>이 프로필에서 잠글 것 (모든 대화, 검색, 요약, 내보내기에서):</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>PropertyPanel</name>
    <message>
        <source>Board</source>
        <translation>보드</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>{count}개 선택됨</translation>
    </message>
</context>
<context>
    <name>ProposalPanel</name>
    <message>
        <source>Accept (Enter)</source>
        <translation>적용 (Enter)</translation>
    </message>
    <message>
        <source>Discard (Esc)</source>
        <translation>버리기 (Esc)</translation>
    </message>
    <message>
        <source>{count} of {total} edits</source>
        <translation>편집 {total}개 중 {count}개</translation>
    </message>
    <message>
        <source>Nothing changes until you accept. One undo takes it back.</source>
        <translation>적용하기 전에는 아무것도 바뀌지 않아요. 한 번에 되돌릴 수 있어요.</translation>
    </message>
    <message>
        <source>Use the proposed value</source>
        <translation>제안한 값 쓰기</translation>
    </message>
</context>
<context>
    <name>ReceiptRow</name>
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Undone</source>
        <translation>되돌림</translation>
    </message>
</context>
<context>
    <name>ScopesDialog</name>
    <message>
        <source>Answers that were read from these go along:</source>
        <translation>다음에서 읽은 답도 함께 보내요:</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>SessionList</name>
    <message>
        <source>Search</source>
        <translation>검색</translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation>대화 검색</translation>
    </message>
    <message>
        <source>Conversations</source>
        <translation>대화 목록</translation>
    </message>
    <message>
        <source>Conversations appear here.</source>
        <translation>나눈 대화가 여기에 쌓여요.</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>새 대화</translation>
    </message>
    <message>
        <source>Rename chat</source>
        <translation>대화 이름 바꾸기</translation>
    </message>
    <message>
        <source>Pin or unpin chat</source>
        <translation>대화 고정하거나 풀기</translation>
    </message>
    <message>
        <source>New temporary chat</source>
        <translation>새 임시 대화</translation>
    </message>
    <message>
        <source>Delete chat</source>
        <translation>대화 삭제</translation>
    </message>
    <message>
        <source>Search chats</source>
        <translation>대화 검색</translation>
    </message>
    <message>
        <source>New chat (Ctrl+N)</source>
        <translation>새 대화 (Ctrl+N)</translation>
    </message>
    <message>
        <source>In messages: {count}</source>
        <translation>메시지에서 찾음: {count}개</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>고정 풀기</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>고정</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
</context>
<context>
    <name>SideBar</name>
    <message>
        <source>Appearance</source>
        <translation>화면 설정</translation>
    </message>
    <message>
        <source>Language and theme</source>
        <translation>언어와 화면 색</translation>
    </message>
</context>
<context>
    <name>SourceField</name>
    <message>
        <source>None</source>
        <translation>없음</translation>
    </message>
</context>
<context>
    <name>SpeedCard</name>
    <message>
        <source>Measure</source>
        <translation>재기</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>멈추기</translation>
    </message>
    <message>
        <source>Progress of the measurement</source>
        <translation>재는 중인 정도</translation>
    </message>
    <message>
        <source>Speed on this machine</source>
        <translation>이 컴퓨터에서의 속도</translation>
    </message>
    <message>
        <source>It takes some minutes, in which the machine is busy. Nothing of yours is read or changed.</source>
        <translation>몇 분 걸리고, 그동안 컴퓨터가 바빠요. 내 기록은 읽지도 바꾸지도 않아요.</translation>
    </message>
    <message>
        <source>Not measured yet.</source>
        <translation>아직 재 보지 않았어요.</translation>
    </message>
    <message>
        <source>Measured {when}</source>
        <translation>{when}에 잰 결과</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>You are changing an earlier message. What follows it is replaced.</source>
        <translation>이전 메시지를 고치고 있어요. 그 뒤의 내용은 새로 바뀌어요.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Temporary chat: nothing of it is kept.</source>
        <translation>임시 대화예요. 아무것도 저장하지 않아요.</translation>
    </message>
    <message>
        <source>Summarising older messages…</source>
        <translation>이전 메시지를 요약하고 있어요…</translation>
    </message>
    <message>
        <source>Older messages could not be summarised. Nothing of them is lost.</source>
        <translation>이전 메시지를 요약하지 못했어요. 메시지는 그대로 있어요.</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>This conversation is getting long. Shall I tidy it up?</source>
        <translation>대화가 길어졌어요. 정리할까요?</translation>
    </message>
    <message>
        <source>Summarise now</source>
        <translation>지금 요약</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>새 대화</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>그대로 두기</translation>
    </message>
</context>
<context>
    <name>SummaryDialog</name>
    <message>
        <source>Summary for the model</source>
        <translation>모델이 읽는 요약</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>요약</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>저장</translation>
    </message>
    <message>
        <source>Make it again</source>
        <translation>다시 만들기</translation>
    </message>
    <message>
        <source>A message that it covers was changed since. Make it again to be right.</source>
        <translation>요약한 메시지가 그 뒤에 바뀌었어요. 다시 만들면 맞아요.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>The model sees {count} messages word for word.</source>
        <translation>모델은 메시지 {count}개를 그대로 보고 있어요.</translation>
    </message>
    <message>
        <source>Stands for {covered} messages until {until}. The model sees {raw} messages word for word; {pending} are not in the summary yet. Every message stays in this conversation.</source>
        <translation>{until}까지의 메시지 {covered}개를 대신해요. 모델은 {raw}개를 그대로 보고, {pending}개는 아직 요약에 없어요. 모든 메시지는 대화에 그대로 있어요.</translation>
    </message>
    <message>
        <source>The summary holds something that is locked for this profile.</source>
        <translation>이 프로필에 잠긴 내용이 들어 있는 요약이에요.</translation>
    </message>
    <message>
        <source>There is no summary yet.</source>
        <translation>아직 요약이 없어요.</translation>
    </message>
    <message>
        <source>No summary is needed: the model sees the whole conversation.</source>
        <translation>모델이 대화 전체를 보고 있어서 요약이 필요 없어요.</translation>
    </message>
</context>
<context>
    <name>TodayPage</name>
    <message>
        <source>There is no habit yet. Start with one that takes two minutes.</source>
        <translation>아직 습관이 없어요. 2분이면 되는 것부터 시작해 봐요.</translation>
    </message>
    <message>
        <source>Add the morning sunlight habit</source>
        <translation>아침 햇빛 추가해줘</translation>
    </message>
    <message>
        <source>Add the first habit</source>
        <translation>첫 습관 추가하기</translation>
    </message>
    <message>
        <source>dddd, MMMM d</source>
        <translation>M월 d일 dddd</translation>
    </message>
    <message>
        <source>{left} left today</source>
        <translation>오늘 {left}개 남았어요</translation>
    </message>
    <message>
        <source>Everything is done. Well done.</source>
        <translation>오늘 할 것을 모두 마쳤어요. 잘했어요.</translation>
    </message>
    <message>
        <source>Everything is recorded for today.</source>
        <translation>오늘 것은 모두 기록했어요.</translation>
    </message>
    <message>
        <source>Press 1 to 9 to check in, − on a row if it was not done, Ctrl+Z to undo.</source>
        <translation>숫자 1~9로 체크인하고, 안 했으면 −, 되돌리려면 Ctrl+Z를 누르세요.</translation>
    </message>
    <message>
        <source>{done} of {total} done</source>
        <translation>{total}개 중 {done}개 했어요</translation>
    </message>
</context>
<context>
    <name>ToolBar</name>
    <message>
        <source>Show or hide the list of boards</source>
        <translation>보드 목록 보이기/숨기기</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>더하기</translation>
    </message>
    <message>
        <source>Align</source>
        <translation>맞춤</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>Board without a name</source>
        <translation>이름 없는 보드</translation>
    </message>
</context>
<context>
    <name>Transfers</name>
    <message>
        <source>Export chat</source>
        <translation>대화 내보내기</translation>
    </message>
    <message>
        <source>Share with another profile</source>
        <translation>다른 프로필과 나누기</translation>
    </message>
    <message>
        <source>Copy context for another assistant</source>
        <translation>다른 도우미에게 넘길 내용 복사</translation>
    </message>
    <message>
        <source>Import a chat</source>
        <translation>대화 가져오기</translation>
    </message>
    <message>
        <source>Exported to {name}.</source>
        <translation>{name}에 내보냈어요.</translation>
    </message>
    <message>
        <source>Copied. Paste it into the other assistant.</source>
        <translation>복사했어요. 다른 도우미에 붙여 넣으세요.</translation>
    </message>
    <message>
        <source>Markdown, to read</source>
        <translation>마크다운 (읽기용)</translation>
    </message>
    <message>
        <source>JSON, to bring back</source>
        <translation>JSON (다시 가져오기용)</translation>
    </message>
    <message>
        <source>Export this chat</source>
        <translation>이 대화 내보내기</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>A copy is in the other profile now.</source>
        <translation>다른 프로필에 사본을 넣었어요.</translation>
    </message>
    <message>
        <source>Share this chat</source>
        <translation>이 대화 나누기</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>나누기</translation>
    </message>
    <message>
        <source>There is no other profile yet. Add one under Profiles.</source>
        <translation>아직 다른 프로필이 없어요. ‘프로필과 잠금’에서 추가해 주세요.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
</context>
<context>
    <name>UserWords</name>
    <message>
        <source>Your message</source>
        <translation>내 메시지</translation>
    </message>
</context>
<context>
    <name>WaitingCard</name>
    <message>
        <source>Review</source>
        <translation>살펴보기</translation>
    </message>
    <message>
        <source>This waits for your answer</source>
        <translation>답을 기다리고 있어요</translation>
    </message>
</context>
</TS>
