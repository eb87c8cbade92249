import type { Localized } from "../../base/localized.ts";

/** What is said of a turn and its program. `{name}` places are filled by `say`. */
export const TURNS_TEXTS = {
  undo: { ko: "되돌리기", en: "Undo" },
  undoAnyway: { ko: "그래도 되돌리기", en: "Undo anyway" },
  leftAsIs: { ko: "그대로 뒀어요.", en: "Left as it is." },
  undoOver: {
    ko: "이제 되돌릴 수 없어요. 하루가 지났거나, 한 사람이나 주인만 할 수 있어요.",
    en: "This can't be undone any more: a day has passed, or it is for whoever asked and owners.",
  },
  helpHow: { ko: "방금 어떻게 했는지 보기", en: "see how the last was done" },
  noProgramBehind: {
    ko: "그건 프로그램 없이 답했어요.",
    en: "There was no program behind that.",
  },
  helpUndo: { ko: "방금 한 일을 되돌려요", en: "take back what was just done" },
  forwardNeedsModel: {
    ko: "전달한 글을 읽으려면 언어 모델이 필요해요. 할 일을 직접 써 주세요.",
    en: "Reading what you forward needs a language model. Please write what I should do.",
  },
  contentNeedsModel: {
    ko: "그걸 알아보려면 언어 모델이 필요해요. 글로 써 주세요.",
    en: "Making that out needs a language model. Please write it.",
  },
  plannerNone: {
    ko: "무슨 뜻인지 모르겠어요. 조금 다르게 말해 줄래요?",
    en: "I didn't get that. Could you put it differently?",
  },
  plannerNoneAgain: {
    ko: "“{words}” – 이걸로 뭘 할지 모르겠어요. 하나 골라 줄래요?",
    en: "“{words}”: I'm not sure what to do with that. Pick one?",
  },
  plannerNoneHelp: {
    ko: "“{words}”을(를) 적어 둘까요, 찾아볼까요?",
    en: "Should I keep “{words}”, or look it up?",
  },
  plannerNoneLong: {
    ko: "무슨 뜻인지 모르겠어요. 한 가지씩 나눠서 말해 줄래요?",
    en: "I couldn't make that out. Could you say one thing at a time?",
  },
  plannerNear: {
    ko: "무슨 뜻인지 모르겠어요. “{example}”처럼 말해 줄래요?",
    en: "I didn't get that. Could you say it like “{example}”?",
  },
  plannerNearAgain: {
    ko: "이런 말은 알아들어요: “{example}”",
    en: "This I'd understand: “{example}”",
  },
  needsModel: { ko: "그 일엔 언어 모델이 필요해요.", en: "That needs a language model." },
  notYet: { ko: "그건 아직 못 해요.", en: "I can't do that yet." },
  notYetTranslate: {
    ko: "번역은 아직 못 해요. 웹에서 찾아 드려요.",
    en: "I can't translate yet. I can search the web.",
  },
  searchInstead: { ko: "웹 검색", en: "Search the web" },
  searchTranslation: {
    ko: '"{text} 번역" 검색해줘',
    en: 'search the web for "translation of {text}"',
  },
  whatICanDo: { ko: "할 수 있는 일", en: "What I can do" },
  refusedProgram: { ko: "❌ 이 프로그램은 실행할 수 없어요.", en: "❌ This program cannot run." },
  deniedProgram: { ko: "🚫 {message}", en: "🚫 {message}" },
  stopped: {
    ko: "⏹ 멈췄어요.",
    en: "⏹ Stopped.",
  },
  byStop: { ko: "멈추라고 하셨어요.", en: "You sent /stop." },
  byButton: { ko: "“그만” 버튼을 누르셨어요.", en: "The stop button was pressed." },
  stopWork: { ko: "그만", en: "Stop" },
  workLong: { ko: "⏳ 하고 있어요… {time}", en: "⏳ Working on it… {time}" },
  workWords: { ko: "⏳ 쓰고 있어요… {time}", en: "⏳ Writing… {time}" },
  workSeconds: { ko: "{seconds}초", en: "{seconds} s" },
  workMinutes: { ko: "{minutes}분 {seconds}초", en: "{minutes} min {seconds} s" },
  workInThread: {
    ko: "🧵 오래 걸려서 스레드에서 이어갈게요.",
    en: "🧵 This takes a while; I'll go on in the thread.",
  },
  threadName: { ko: "오래 걸리는 일", en: "Long work" },
  workDone: { ko: "☑️ {time} 걸렸어요.", en: "☑️ It took {time}." },
  workAsked: {
    ko: "⏸️ {time} 동안 하고, 아래 카드로 여쭤봤어요.",
    en: "⏸️ It took {time} up to a question: see the card.",
  },
  workFailed: { ko: "✖️ {time} 만에 멈췄어요.", en: "✖️ It failed after {time}." },
  workStopped: { ko: "⏹️ 멈췄어요.", en: "⏹️ Stopped." },
  stepSeeks: { ko: "{what} 찾는 중", en: "Looking for {what}" },
  stoppedBefore: { ko: "아무것도 안 했어요", en: "Nothing was done" },
  stoppedFound: { ko: "{items}은(는) 찾았고", en: "found {items}" },
  stoppedDone: { ko: "{items}은(는) 했고", en: "done: {items}" },
  stoppedNotDone: { ko: "{items}은(는) 안 했어요", en: "not done: {items}" },
  stepRuns: { ko: "⏳ {step}{count}", en: "⏳ {step}{count}" },
  stepAsks: {
    ko: "❓ {step}{count}: 답을 기다려요",
    en: "❓ {step}{count}: waits for your answer",
  },
  workCutOff: {
    ko: "🔌 서비스가 꺼져서 끊겼어요. 하던 일은 이어서 해요.",
    en: "🔌 The service went down in the middle. It goes on with what was begun.",
  },
  workAbove: {
    ko: "🔄 다시 시작하여 이어서 해요. 위에 남은 진행 표시는 지난 것일 수 있어요.",
    en: "🔄 Going on after a restart; a status left above may be out of date.",
  },
  workAwaited: {
    ko: "다시 시작하는 중이에요. 잠시 뒤에 다시 눌러 주세요.",
    en: "It is about to go on after a restart. Please press again in a moment.",
  },
  workNotYours: {
    ko: "부탁한 사람이나 주인이 멈출 수 있어요.",
    en: "Who asked for it or an owner can stop it.",
  },
  workOver: { ko: "이미 끝난 일이에요.", en: "That has ended already." },
  workStopping: { ko: "멈춰요.", en: "Stopping." },
  doneEmpty: { ko: "끝났어요.", en: "Done." },
  failedTurn: { ko: "처리하지 못했어요: {message}", en: "That did not work: {message}" },
  internalError: {
    ko: "제 안의 문제예요. 다시 보내 보시고, 그래도 안 되면 주인에게 알려 주세요.",
    en: "the fault is mine. Please try once more; if it fails again, tell an owner.",
  },
  restoredMessages: {
    ko: "♻️ {time}에 만든 백업에서 되살렸어요. 그때 보내려던 메시지를 이어서 보내요. 이미 받으신 것일 수 있어요.",
    en: "♻️ Restored from a backup made at {time}. What was waiting to be sent then follows; you may have had it already.",
  },
  gaveUp: {
    ko: "여러 번 해 봤지만 안 됐어요. 다시 보내 주세요.",
    en: "I tried several times and it did not work. Please send it again.",
  },
  tooLong: {
    ko: "메시지가 너무 길어요 ({length}자, 최대 {limit}자). 파일로 나누어 보내 주세요.",
    en: "That message is too long ({length} characters, at most {limit}). Please send it in parts.",
  },
  replyIsShort: {
    ko: "✂️ 답이 길어서({length}자) 처음만 보여 드려요. 전체는 함께 보내는 파일에 있어요.",
    en: "✂️ This answer is long ({length} characters), so only its start is shown. All of it is in the file that follows.",
  },
  replyWhole: { ko: "📄 전체 답", en: "📄 The whole answer" },
  replyFileName: { ko: "전체 답.txt", en: "answer.txt" },
  tableFileName: { ko: "표.csv", en: "table.csv" },
  chartFileName: { ko: "차트.png", en: "chart.png" },
  replyAsFile: { ko: "파일로", en: "As file" },
  replyFileSent: { ko: "파일은 벌써 보냈어요.", en: "The file is here already." },
  replyFileGone: {
    ko: "그 파일은 이제 없어요. 다시 물어봐 주세요.",
    en: "That file is gone by now. Please ask again.",
  },
  tableBelow: {
    ko: "🖼️ 표 {number}: {title} (첨부 그림)",
    en: "🖼️ Table {number}: {title} (attached picture)",
  },
  tablePicture: { ko: "🖼️ 표 {number}: {title}", en: "🖼️ Table {number}: {title}" },
  tableWhole: {
    ko: "📄 표 {number}은 모두 {count}줄이에요. 전체는 첨부 파일에 있어요.",
    en: "📄 Table {number} has {count} rows. All of them are in the attached file.",
  },
  tableFile: { ko: "📄 표 {number}: {title}", en: "📄 Table {number}: {title}" },
  resultWhole: {
    ko: "📄 모두 {count}개 가운데 처음 {shown}개예요. 전체는 첨부 파일에 있어요.",
    en: "📄 These are the first {shown} of {count}. All of them are in the attached file.",
  },
  resultBelow: {
    ko: "📄 {count}개 전체는 첨부 파일에 있어요.",
    en: "📄 All {count} of them are in the attached file.",
  },
  resultFile: { ko: "📄 결과 전체 ({count}개)", en: "📄 The whole result ({count})" },
  toldInPrivate: {
    ko: "📨 본인만 볼 내용이라 저와의 개인 대화로 보냈어요.",
    en: "📨 That is for your eyes alone, so I sent it to our private chat.",
  },
  openPrivate: {
    ko: "🔒 본인만 볼 내용이에요. 제 이름을 눌러 개인 대화를 열고 거기서 {usage} 라고 보내 주세요.",
    en: "🔒 That is for your eyes alone. Press my name to open a private chat, and send {usage} there.",
  },
  heldForOne: { ko: "📨 {name}님만 볼 수 있어요.", en: "📨 For your eyes only." },
  showHeld: { ko: "나만 보기", en: "Show me" },
  heldNotYours: { ko: "{who}님만 볼 수 있어요.", en: "That's for {who} only." },
  heldInPrivate: { ko: "개인 대화에 보냈어요.", en: "It's in our private chat." },
  heldOver: { ko: "지난 답이에요. 다시 물어봐 주세요.", en: "That answer is gone. Ask me again." },
  shareThere: { ko: "모두에게 보이기", en: "Show everyone" },
  sharedThere: { ko: "모두에게 보였어요.", en: "Everyone can see it now." },
  modelBusy: {
    ko: "지금 붐벼요. 1분 뒤 다시 할게요.",
    en: "Busy now; I'll retry in a minute.",
  },
  modelStillBusy: {
    ko: "아직 붐벼요. 조금 뒤에 다시 해 주세요.",
    en: "Still busy; try again a little later.",
  },
  modelKeyRefused: {
    ko: "언어 모델의 키가 맞지 않아요. 주인이 고치면 다시 돼요.",
    en: "The language model refuses its key. It works again once an owner has mended it.",
  },
  modelUnreachable: {
    ko: "언어 모델이 답하지 않아요.",
    en: "The language model isn't answering.",
  },
  modelUnreadable: {
    ko: "언어 모델의 답을 읽지 못했어요.",
    en: "The language model's answer can't be read.",
  },
  retry: { ko: "다시", en: "Retry" },
  goOn: { ko: "이어서 해줘", en: "go on" },
  errorDetails: { ko: "자세히", en: "Details" },
  noNumbers: {
    ko: "거기엔 그릴 숫자가 없어요.",
    en: "There are no numbers in that to draw.",
  },
  whenUnclear: {
    ko: "언제인지 모르겠어요. 이렇게 말해 주세요: 매일 오전 8시에, 내일 3시에, 20분 뒤에",
    en: "I'm not sure when. Say it like: every day at 8am, tomorrow at 3, in 20 minutes",
  },
  detailsForOwners: { ko: "주인만 볼 수 있어요.", en: "That's for owners." },
  connectModel: { ko: "모델 연결", en: "Connect a model" },
  editSeen: {
    ko: "✏️ 이미 답한 메시지를 고치셨어요.",
    en: "✏️ You changed a message that I had taken up already.",
  },
  editAnswer: { ko: "고친 메시지에 답하기", en: "Answer it as edited" },
  editAnswered: { ko: "이미 답했어요.", en: "I have answered that already." },
  secretMasked: {
    ko: "🔑 열쇠나 토큰처럼 보이는 것이 있어 [secret]으로 가렸어요. 저는 그것을 저장하지도, 쓰지도, 모델에 보내지도 않아요. 대화에 남은 메시지는 지우고, 열쇠는 새로 발급받는 것이 좋아요. 서비스가 쓸 열쇠는 `HOME/.env`에 적어요.",
    en: "🔑 Something looked like a key or a token, so I masked it as [secret]: I do not keep it, use it or send it to the model. Please delete your message and have the key renewed. Keys that the service is to use belong in `HOME/.env`.",
  },
  secretRemoved: {
    ko: "🔑 열쇠나 토큰처럼 보이는 것이 있어 [secret]으로 가리고, 그 메시지는 이 대화에서 지웠어요. 저는 그것을 저장하지도, 쓰지도, 모델에 보내지도 않아요. 누가 이미 보았을 수 있으니 열쇠는 새로 발급받는 것이 좋아요. 서비스가 쓸 열쇠는 `HOME/.env`에 적어요.",
    en: "🔑 Something looked like a key or a token, so I masked it as [secret] and took the message out of this chat: I do not keep it, use it or send it to the model. Someone may have seen it already, so please have the key renewed. Keys that the service is to use belong in `HOME/.env`.",
  },
} as const satisfies Record<string, Localized>;

/** The greeting of someone who is known, with what to try. `{name}` places are filled by `say`. */
export const WELCOME_TEXTS = {
  greeting: {
    ko: "안녕하세요, {name}님. 그냥 말로 시키세요.",
    en: "Hi {name}. Just say what you need.",
  },
  tryReminder: { ko: "30분 뒤 알림", en: "Remind me in 30 min" },
  tryReminderWords: { ko: "30분 뒤에 알려줘", en: "remind me in 30 minutes" },
} as const satisfies Record<string, Localized>;

/** What the commands say of themselves and by themselves. `{name}` places are filled by `say`. */
export const COMMANDS_TEXTS = {
  helpHelp: { ko: "도움말", en: "this help" },
  helpIbl: { ko: "프로그램 실행", en: "run a program" },
  helpCheck: { ko: "프로그램이 무엇을 할지 보기", en: "see what a program would do" },
  helpStop: { ko: "지금 하는 일 멈추기", en: "stop what is running" },
  helpNew: { ko: "새 대화 시작", en: "start a new conversation" },
  helpApprovals: { ko: "기다리는 승인 보기", en: "show what waits for you" },
  helpSchedule: { ko: "알림 보기", en: "show reminders" },
  helpWorkflows: { ko: "워크플로우 보기", en: "show workflows" },
  helpStart: { ko: "처음 인사", en: "the first greeting" },
  helpClaim: { ko: "주인 되기", en: "become the owner" },
  unknownCommand: { ko: "/{name} 명령은 없어요.{near}", en: "There is no command /{name}.{near}" },
  nearCommand: { ko: " 혹시 {name} 인가요?", en: " Did you mean {name}?" },
  needsArgument: { ko: "이렇게 써 주세요: `{usage}`", en: "Write it like this: `{usage}`" },
  nobodyKnown: { ko: "아직 아는 사람이 없어요.", en: "I don't know anybody yet." },
  sayLike: { ko: "“{words}”처럼 말해 주세요.", en: "Say it like “{words}”." },
  newSession: { ko: "새 대화를 시작해요.", en: "New conversation." },
  nothingRuns: { ko: "지금 하는 일이 없어요.", en: "Nothing is running." },
  noApprovals: { ko: "기다리는 승인이 없어요.", en: "Nothing waits for you." },
} as const satisfies Record<string, Localized>;

/** The help, and what it says of each command. `{name}` places are filled by `say`. */
export const HELP_TEXTS = {
  help: {
    ko: "그냥 말로 시키세요.\n⏰ “20분 뒤에 가스불 알려줘”, “매주 화요일 8시 분리수거”, “내 알림”\n✅ “우유 추가”, “우유 샀어”, “할 일 보여줘”\n🧠 “현관 비번은 4821이야”, “현관 비번 뭐였지?”\n🔎 “부산 날씨”, “AI 뉴스”, “삼성전자 주가”, 링크 보내기\n📁 파일 보내기, “notes.md에 회의는 3시 적어줘”, “내 파일”\n💬 “민수한테 늦는다고 전해줘”\n🌅 “매일 아침 7시에 브리핑 보내줘”\n↩️ “방금 거 취소”\n\n{commands}\n`/도움말 알림`처럼 쓰면 하나를 자세히 알려 드려요.",
    en: "Just say it.\n⏰ “remind me in 20 minutes to check the oven”, “every Thursday at 9 PM: trash”, “my reminders”\n✅ “add milk”, “milk is done”, “what's on my list?”\n🧠 “the gate code is 4821”, “what was the gate code?”\n🔎 “weather in Busan”, “AI news”, “price of Tesla”, or send a link\n📁 send a file, “write call the bank to notes.md”, “my files”\n💬 “tell Ben I'm late”\n🌅 “send me a briefing every morning at 7”\n↩️ “undo that”\n\n{commands}\n`/help reminder` tells more about one.",
  },
  helpOf: { ko: "**{command}** — {help}\n\n{detail}", en: "**{command}** — {help}\n\n{detail}" },
  helpUnknown: { ko: "/{name} 명령은 없어요.", en: "There is no command /{name}." },
  detailStart: {
    ko: "인사와 함께 눌러 볼 만한 버튼 세 개를 보여 드려요.",
    en: "Says hello, with three buttons worth trying.",
  },
  detailHelp: {
    ko: "할 수 있는 일을 보여 드려요. `/도움말 파일`처럼 쓰면 하나를 자세히 알려 드려요.",
    en: "Shows what I can do. `/help file` tells more about one thing.",
  },
  detailNew: {
    ko: "지난 대화를 잊고 새로 시작해요. 적어 둔 기억, 파일, 알림은 그대로 있어요.",
    en: "Starts anew without what was said before. Memories, files and reminders stay.",
  },
  detailStop: {
    ko: "이 대화에서 하고 있는 일을 모두 멈춰요. 이미 끝난 단계는 되돌리지 않아요.",
    en: "Ends everything that runs in this chat. Steps that are done stay done.",
  },
  detailHistory: {
    ko: "이 대화방에서 한 말을 최근 것부터 쪽마다 보여 드려요. 단체방에서는 보여 드리지 않아요.",
    en: "Shows what was said in this chat, page by page, the latest first. Not in groups.",
  },
  detailRemember: {
    ko: "늘 떠올릴 것을 적어 둬요.\n`/기억해 나는 땅콩 알레르기가 있어`",
    en: "Pins something to be kept in mind always.\n`/remember I am allergic to peanuts`",
  },
  detailMemory: {
    ko: "기억하는 것을 보여 드려요. 낱말을 붙이면 찾아 드려요.\n`/기억` · `/기억 땅콩`",
    en: "Shows what is remembered; with words, what is about them.\n`/memory` · `/memory peanuts`",
  },
  detailForget: {
    ko: "기억 하나를 지워요. 번호나 내용으로 골라요.\n`/잊기 3` · `/잊기 땅콩`",
    en: "Deletes one memory, by its number or by words.\n`/forget 3` · `/forget peanuts`",
  },
  detailIbl: {
    ko: '직접 쓴 프로그램을 실행해요. 위험한 일은 먼저 승인을 물어요.\n`/ibl [system:time]`\n`/ibl [source:search_news]("AI") >> [system:file]("news.md")`',
    en: 'Runs a program that you wrote yourself. Anything risky asks for approval first.\n`/ibl [system:time]`\n`/ibl [source:search_news]("AI") >> [system:file]("news.md")`',
  },
  detailCheck: {
    ko: '프로그램이 무엇을 할지, 어디에 승인이 필요한지만 보여 주고 실행하지는 않아요. 앞에 --dry-run을 붙이면 읽는 부분만 실제로 해 봐요.\n`/check [system:delete]("notes.md")`\n`/check --dry-run [source:search_news]("AI") >> [system:file]("news.md")`',
    en: 'Shows what a program would do and where it needs approval. Nothing is run; with --dry-run before it, its reads are tried.\n`/check [system:delete]("notes.md")`\n`/check --dry-run [source:search_news]("AI") >> [system:file]("news.md")`',
  },
  detailWorkflows: {
    ko: "이름을 붙여 저장해 둔 일을 보여 드려요. 하나를 누르면 무엇을 하는지 보이고, 버튼으로 실행해요.",
    en: "Shows what was saved under a name. Press one to see what it does and to run it.",
  },
  detailSwitches: {
    ko: "한 번 눌러 실행하는 버튼이에요. 이름을 붙여 저장한 일은 `/스위치 add 이름`으로 버튼이 돼요.\n`/스위치 add 이름 프로그램` · `/스위치 remove 이름`",
    en: "What runs at one tap. What you saved under a name becomes one with `/switches add NAME`.\n`/switches add NAME PROGRAM` · `/switches remove NAME`",
  },
  detailAgent: {
    ko: "누구와 이야기할지 골라요. 상대마다 맡은 일이 달라요.",
    en: "Chooses whom you speak with; each has a role of their own.",
  },
  detailSchedule: {
    ko: "알림을 보여 드려요. 하나를 누르면 바꾸거나 끌 수 있어요. 새 알림은 말로 하세요: 내일 3시에 병원 전화 알려줘",
    en: "Shows your reminders. Press one to change it or turn it off. To make one, say it: remind me tomorrow at 3pm to call the dentist",
  },
  detailApprovals: {
    ko: "아직 답하지 않은 승인과 질문을 다시 보여 드려요.",
    en: "Shows again what waits for your answer.",
  },
  detailGrants: {
    ko: "묻지 않고 하도록 미리 허락해 둔 일을 보여 드리고, 버튼으로 취소해요.",
    en: "Shows what is allowed without asking, each with a button to take it back.",
  },
  detailFiles: {
    ko: "이 대화의 파일을 보여 드리고, 버튼으로 받거나 지워요.\n`/파일` · `/파일 회의`",
    en: "Shows the files of this chat, with buttons to get or delete each.\n`/files` · `/files meeting`",
  },
  detailVision: {
    ko: "마지막으로 보내신 사진을 봐요. 모델이 있어야 해요.\n`/사진` · `/사진 여기 뭐라고 쓰여 있어?`",
    en: "Looks at the picture you sent last. Needs a model.\n`/vision` · `/vision what does the sign say?`",
  },
  detailSettings: {
    ko: "언어, 시간대, 방해 금지 시간을 버튼이나 말로 바꿔요.",
    en: "Changes language, time zone and quiet hours, by buttons or words.",
  },
  detailLanguage: {
    ko: "제가 쓰는 말을 바꿔요.\n`/언어 한국어` · `/언어 영어`",
    en: "Changes the language I speak.\n`/language ko` · `/language en`",
  },
  detailTimezone: {
    ko: "시간대를 바꿔요.\n`/시간대 서울` · `/시간대 런던`",
    en: "Changes your time zone.\n`/timezone Seoul` · `/timezone London`",
  },
  detailStatus: {
    ko: "지금 하는 일, 기다리는 승인, 다음 알림을 보여 드려요.",
    en: "Shows what runs and waits, and what comes next.",
  },
  detailUsage: {
    ko: "오늘 쓴 메시지, 프로그램, 모델의 양과 한도를 보여 드려요.",
    en: "Shows how much was used today of messages, programs and the model, and the limits.",
  },
  detailPeople: {
    ko: "누가 이 봇을 쓸 수 있는지 보여 드려요. 주인은 버튼으로 역할을 바꾸거나 내보낼 수 있어요.",
    en: "Shows who may use this bot. Owners can change roles or put someone out by buttons.",
  },
  detailClaim: {
    ko: "봇을 켤 때 나온 한 번 쓰는 코드로 주인이 돼요.\n`/주인되기 XXXX-XXXX`",
    en: "Makes you the owner, with the one-time code shown on the computer I run on.\n`/claim XXXX-XXXX`",
  },
  detailExport: {
    ko: "회원님에 대해 보관하는 모든 것을 ZIP 파일 하나로 드려요. 개인 대화에서만 돼요.",
    en: "Gives you everything that is kept of you as one ZIP file. Only in private.",
  },
  detailForgetMe: {
    ko: "회원님의 모든 데이터를 지워요. 한 번 더 묻고, 되돌릴 수 없어요. 개인 대화에서만 돼요.",
    en: "Deletes all your data. It asks once more, and cannot be undone. Only in private.",
  },
} as const satisfies Record<string, Localized>;

/** What only Discord shows: forms, menus, and a refusal there. */
export const DISCORD_TEXTS = {
  discordAsk: { ko: "무엇이든 물어보거나 부탁하기", en: "ask or request anything" },
  discordAskOption: { ko: "묻거나 부탁할 말", en: "what to ask or request" },
  discordFileOption: { ko: "함께 보낼 파일이나 사진", en: "a file or picture to go with it" },
  noTodoLike: { ko: "할 일에 **{item}**은(는) 없어요.", en: "There's no **{item}** on your list." },
  noTodoNear: {
    ko: "할 일에 **{item}**은(는) 없어요. 혹시 **{near}**인가요?",
    en: "There's no **{item}** on your list. Did you mean **{near}**?",
  },
  discordOnlyMe: { ko: "답을 나에게만 보이기", en: "show the answer to me alone" },
  discordAboutThis: { ko: "물어보기", en: "Ask about this" },
  discordRemindMe: { ko: "나중에 알려줘", en: "Remind me" },
  discordAddTodo: { ko: "할 일로", en: "Add to to-dos" },
  discordWhen: { ko: "언제 알려 드릴까요?", en: "When?" },
  discordQuestion: { ko: "무엇을 알고 싶으신가요?", en: "What would you like to know?" },
  discordQuoted: { ko: "메시지", en: "The message" },
  discordYourWords: { ko: "답", en: "Your answer" },
  discordChoose: { ko: "하나를 고르세요", en: "Choose one" },
  lacksForm: {
    ko: "⚠️ {place}에서 봇에 **{permission}** 권한이 없어 그것을 빼고 보냈어요. 그 서버나 채널의 설정에서 켜 주세요.",
    en: "⚠️ The bot lacks the permission **{permission}** in {place}, so I sent without it there. Give it in the settings of that server or channel.",
  },
  lacksWrite: {
    ko: "📭 그곳에 쓸 수 없었어요. {problem}",
    en: "📭 I could not write there. {problem}",
  },
  discordNotAnswered: {
    ko: "여기서는 주인이 들여보낸 사람에게만 답해요. 제게 직접 메시지를 보내 들여보내 달라고 부탁해 주세요.",
    en: "Here I answer only people whom the owner let in. Write to me directly to ask for that.",
  },
} as const satisfies Record<string, Localized>;
