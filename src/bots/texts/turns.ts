import type { Localized } from "../../base/localized.ts";

/** What is said of a turn and its program. `{name}` places are filled by `say`. */
export const TURNS_TEXTS = {
  forwardNeedsModel: {
    ko: "전달하신 글은 언어 모델이 있어야 읽을 수 있습니다. 하실 일이 있으면 직접 써 주세요. 예: 내일 오후 3시에 회의라고 알려줘",
    en: "What you forwarded I could only read with a language model. Please write what you would like me to do, such as: remind me tomorrow at 3 pm of the meeting",
  },
  contentNeedsModel: {
    ko: "스티커, 위치, 연락처, 투표 같은 것은 언어 모델이 있어야 알아볼 수 있습니다. 하실 일을 글로 써 주세요. /help",
    en: "Stickers, places, contacts, polls and the like I could only make out with a language model. Please write what you would like me to do. /help",
  },
  plannerShown: { ko: "▶️ `{code}`", en: "▶️ `{code}`" },
  plannerNone: {
    ko: "이건 할 줄 모르거나 무슨 말씀인지 알아듣지 못했습니다. 언어 모델 없이 제가 하는 일: 뉴스·웹 검색, 날씨, 주가와 환율, 파일 읽고 쓰기, 할 일과 기억, 알림과 예약, 아는 사람에게 메시지. 예: “AI 뉴스 찾아서 news.md로 저장해줘”. /help 를 보거나 `/ibl 프로그램` 으로 직접 쓸 수 있습니다.",
    en: 'I cannot do this, or did not understand it. Without a language model I can search the news and the web, tell the weather, prices and rates, read and write files, keep to-dos and memories, remind you and run things at set times, and write to people you know: "find AI news and save it to news.md". See /help, or write a program yourself with `/ibl PROGRAM`.',
  },
  refusedProgram: { ko: "❌ 이 프로그램은 실행할 수 없습니다.", en: "❌ This program cannot run." },
  deniedProgram: { ko: "🚫 {message}", en: "🚫 {message}" },
  stopped: { ko: "⏹️ 멈췄습니다. {message}", en: "⏹️ Stopped. {message}" },
  byStop: { ko: "/stop 을 보내셨습니다.", en: "You sent /stop." },
  byButton: { ko: "멈춤 버튼을 누르셨습니다.", en: "The stop button was pressed." },
  stopWork: { ko: "⏹️ 멈춤", en: "⏹️ Stop" },
  workLong: { ko: "⏳ 하고 있습니다… {time}", en: "⏳ Working on it… {time}" },
  workWords: { ko: "⏳ 쓰고 있습니다… {time}", en: "⏳ Writing… {time}" },
  workSeconds: { ko: "{seconds}초", en: "{seconds} s" },
  workMinutes: { ko: "{minutes}분 {seconds}초", en: "{minutes} min {seconds} s" },
  workDone: { ko: "☑️ {time} 걸렸습니다.", en: "☑️ It took {time}." },
  workAsked: {
    ko: "⏸️ {time} 동안 하고, 아래 카드로 여쭤봤습니다.",
    en: "⏸️ It took {time} up to a question: see the card.",
  },
  workFailed: { ko: "✖️ {time} 만에 멈췄습니다.", en: "✖️ It failed after {time}." },
  workStopped: { ko: "⏹️ 멈췄습니다.", en: "⏹️ Stopped." },
  stepsBefore: { ko: "… 앞의 {count}단계", en: "… {count} steps before" },
  stepsAfter: { ko: "… 뒤의 {count}단계", en: "… {count} steps to come" },
  stepsDone: { ko: "✅ {count}단계 끝", en: "✅ {count} done" },
  stepAsks: { ko: "답을 기다립니다", en: "waits for your answer" },
  workCutOff: {
    ko: "🔌 서비스가 꺼져서 끊겼습니다. 하던 일은 이어서 합니다.",
    en: "🔌 The service went down in the middle. It goes on with what was begun.",
  },
  workAbove: {
    ko: "🔄 다시 시작하여 이어서 합니다. 위에 남은 진행 표시는 지난 것일 수 있습니다.",
    en: "🔄 Going on after a restart; a status left above may be out of date.",
  },
  workAwaited: {
    ko: "다시 시작하는 중입니다. 잠시 뒤에 다시 눌러 주세요.",
    en: "It is about to go on after a restart. Please press again in a moment.",
  },
  workOver: { ko: "이미 끝난 일입니다.", en: "That has ended already." },
  workStopping: { ko: "멈춥니다.", en: "Stopping." },
  doneEmpty: { ko: "끝났습니다.", en: "Done." },
  failedTurn: { ko: "😵 처리하지 못했습니다: {message}", en: "😵 That did not work: {message}" },
  internalError: {
    ko: "프로그램 안의 문제이고, 서비스 로그에 적어 두었습니다. 다시 보내 보시고, 그래도 안 되면 로그를 봐 주세요.",
    en: "the fault is in the program and stands in the service's log. Please try once more; if it fails again, look there.",
  },
  restoredMessages: {
    ko: "♻️ {time}에 만든 백업에서 되살렸습니다. 그때 보내려던 메시지를 이어서 보냅니다. 이미 받으신 것일 수 있습니다.",
    en: "♻️ Restored from a backup made at {time}. What was waiting to be sent then follows; you may have had it already.",
  },
  gaveUp: {
    ko: "😵 여러 번 시도했지만 처리하지 못했습니다. 다시 보내 주세요.",
    en: "😵 I tried several times and could not handle this. Please send it again.",
  },
  tooLong: {
    ko: "메시지가 너무 깁니다 ({length}자, 최대 {limit}자). 파일로 나누어 보내 주세요.",
    en: "That message is too long ({length} characters, at most {limit}). Please send it in parts.",
  },
  replyIsShort: {
    ko: "✂️ 답이 길어서({length}자) 처음만 보여 드립니다. 전체는 함께 보내는 파일에 있습니다.",
    en: "✂️ This answer is long ({length} characters), so only its start is shown. All of it is in the file that follows.",
  },
  replyWhole: { ko: "📄 전체 답", en: "📄 The whole answer" },
  tableBelow: {
    ko: "🖼️ 표 {number}: {title} (첨부 그림)",
    en: "🖼️ Table {number}: {title} (attached picture)",
  },
  tablePicture: { ko: "🖼️ 표 {number}: {title}", en: "🖼️ Table {number}: {title}" },
  tableWhole: {
    ko: "📄 표 {number}은 모두 {count}줄입니다. 전체는 첨부 파일에 있습니다.",
    en: "📄 Table {number} has {count} rows. All of them are in the attached file.",
  },
  tableFile: { ko: "📄 표 {number}: {title}", en: "📄 Table {number}: {title}" },
  resultWhole: {
    ko: "📄 모두 {count}개 가운데 처음 {shown}개입니다. 전체는 첨부 파일에 있습니다.",
    en: "📄 These are the first {shown} of {count}. All of them are in the attached file.",
  },
  resultBelow: {
    ko: "📄 {count}개 전체는 첨부 파일에 있습니다.",
    en: "📄 All {count} of them are in the attached file.",
  },
  resultFile: { ko: "📄 결과 전체 ({count}개)", en: "📄 The whole result ({count})" },
  toldInPrivate: {
    ko: "📨 본인만 볼 내용이라 저와의 개인 대화로 보냈습니다.",
    en: "📨 That is for your eyes alone, so I sent it to our private chat.",
  },
  openPrivate: {
    ko: "🔒 본인만 볼 내용입니다. 제 이름을 눌러 개인 대화를 열고 거기서 {usage} 라고 보내 주세요.",
    en: "🔒 That is for your eyes alone. Press my name to open a private chat, and send {usage} there.",
  },
  shareCard: {
    ko: "💬 방금 답한 내용은 그룹에서 물어보신 것입니다. 그룹에도 보여 줄까요? 거기 있는 사람 모두가 보게 됩니다.",
    en: "💬 You asked for the answer above in a group. Should I show it there too? Everybody there will read it.",
  },
  shareThere: { ko: "그룹에 보여 주기", en: "Show it there" },
  keepPrivate: { ko: "보여 주지 않기", en: "Keep it here" },
  sharedThere: { ko: "그룹에 보여 주었습니다.", en: "It was shown in the group." },
  modelBusy: {
    ko: "⚠️ 언어 모델이 지금 붐벼요. 1분쯤 뒤에 다시 말씀해 주세요.",
    en: "⚠️ The language model is busy now. Please say it again in a minute.",
  },
  modelKeyRefused: {
    ko: "⚠️ 언어 모델이 키를 받지 않아 답하지 못했어요. 주인이 키를 고치면 다시 돼요.",
    en: "⚠️ The language model refuses its key, so I could not answer. It works again once an owner has mended the key.",
  },
  modelUnreachable: {
    ko: "⚠️ 언어 모델에 연결되지 않아 답하지 못했어요. 잠시 뒤에 다시 말씀해 주세요.",
    en: "⚠️ The language model cannot be reached, so I could not answer. Please say it again in a while.",
  },
  modelUnreadable: {
    ko: "⚠️ 언어 모델의 답을 읽지 못했어요. 다시 말씀해 주세요.",
    en: "⚠️ The answer of the language model could not be read. Please say it again.",
  },
  editSeen: {
    ko: "✏️ 이미 답한 메시지를 고치셨습니다.",
    en: "✏️ You changed a message that I had taken up already.",
  },
  editAnswer: { ko: "고친 메시지에 답하기", en: "Answer the edited message" },
  editAnswered: { ko: "이미 답했습니다.", en: "I have answered that already." },
  secretMasked: {
    ko: "🔑 열쇠나 토큰처럼 보이는 것이 있어 [secret]으로 가렸습니다. 저는 그것을 저장하지도, 쓰지도, 모델에 보내지도 않습니다. 대화에 남은 메시지는 지우고, 열쇠는 새로 발급받는 것이 좋습니다. 서비스가 쓸 열쇠는 `HOME/.env`에 적습니다.",
    en: "🔑 Something looked like a key or a token, so I masked it as [secret]: I do not keep it, use it or send it to the model. Please delete your message and have the key renewed. Keys that the service is to use belong in `HOME/.env`.",
  },
  secretRemoved: {
    ko: "🔑 열쇠나 토큰처럼 보이는 것이 있어 [secret]으로 가리고, 그 메시지는 이 대화에서 지웠습니다. 저는 그것을 저장하지도, 쓰지도, 모델에 보내지도 않습니다. 누가 이미 보았을 수 있으니 열쇠는 새로 발급받는 것이 좋습니다. 서비스가 쓸 열쇠는 `HOME/.env`에 적습니다.",
    en: "🔑 Something looked like a key or a token, so I masked it as [secret] and took the message out of this chat: I do not keep it, use it or send it to the model. Someone may have seen it already, so please have the key renewed. Keys that the service is to use belong in `HOME/.env`.",
  },
} as const satisfies Record<string, Localized>;
