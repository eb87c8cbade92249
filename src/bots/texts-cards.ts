import type { Localized } from "../base/words.ts";

/** What cards and their buttons say. `{name}` places are filled by `say`. */
export const CARDS_TEXTS = {
  approve: { ko: "승인", en: "Approve" },
  deny: { ko: "거절", en: "Deny" },
  answerInWords: { ko: "✍️ 답 쓰기", en: "✍️ Answer" },
  skipQuestion: { ko: "건너뛰기", en: "Skip" },
  runAgain: { ko: "다시 실행", en: "Run it again" },
  takeAsDone: { ko: "이미 됐음", en: "It is done" },
  stopThere: { ko: "하지 않음", en: "Leave it" },
  noneOfThese: { ko: "아니요", en: "None of these" },
  denyWithReason: { ko: "이유와 함께 거절", en: "Deny, say why" },
  editProgram: { ko: "고치기", en: "Edit" },
  details: { ko: "자세히", en: "Details" },
  askAgain: { ko: "다시 묻기", en: "Ask again" },
  noReason: { ko: "이유 없이", en: "No reason" },
  leaveAsIs: { ko: "그대로 두기", en: "Leave as it is" },
  moreLiterals: { ko: "다른 값 보기…", en: "More values…" },
  letIn: { ko: "들여보내기", en: "Let in" },
  cardPlan: { ko: "🔐 **승인이 필요합니다**", en: "🔐 **This needs your approval**" },
  cardValue: { ko: "🔎 **실제 값을 확인해 주세요**", en: "🔎 **Please check the actual value**" },
  cardChanged: {
    ko: "🔎 **승인한 뒤에 파일이 바뀌었습니다.** 지금은 이렇습니다. 그래도 할까요?",
    en: "🔎 **The file has changed since it was approved.** It is like this now. Go on all the same?",
  },
  fileTaken: { ko: "{size}, {type}, {time}에 바뀜", en: "{size}, {type}, changed {time}" },
  fileReplaced: {
    ko: "지금 있는 파일을 덮어씀: {size}, {type}, {time}에 바뀜",
    en: "replaces the file there now: {size}, {type}, changed {time}",
  },
  fileFolder: { ko: "폴더, 파일 {files}개, {size}", en: "a folder with {files} files, {size}" },
  fileNone: { ko: "지금은 없는 파일", en: "not there now" },
  cardApproval: { ko: "🔐 **{prompt}**", en: "🔐 **{prompt}**" },
  cardUncertain: {
    ko: "❓ **중단된 일이 있습니다.** 아래 일이 실제로 됐는지 알 수 없습니다.",
    en: "❓ **Something was cut off.** It is not known whether this happened:",
  },
  cardQuestion: { ko: "💬 {prompt}", en: "💬 {prompt}" },
  cardProposal: {
    ko: "🤔 무엇을 원하시는지 확실하지 않습니다. 혹시 이 중에 있나요?",
    en: "🤔 I am not sure what you mean. Is it one of these?",
  },
  cardProposalHour: {
    ko: "🕗 몇 시로 할까요? 아래에서 고르시거나, 시각만 적어 주세요. 예: 저녁 7시",
    en: "🕗 At what time? Choose one, or just write the time, such as: at 7pm",
  },
  cardCorrection: {
    ko: "🛠️ 이렇게 고치면 실행할 수 있습니다:",
    en: "🛠️ Corrected like this, it can run:",
  },
  cardAccess: {
    ko: "👋 {name} 님이 쓰고 싶대요",
    en: "👋 {name} would like in",
  },
  cardNamesake: {
    ko: "⚠️ 이름이 같은 사람이 이미 있어요: {person}",
    en: "⚠️ Someone of the same name is in already: {person}",
  },
  cardTainted: { ko: "⚠️ 이 값은 외부에서 왔습니다", en: "⚠️ this value came from outside" },
  cardAskedBy: { ko: "🙋 {name}님의 요청입니다.", en: "🙋 {name} asks for this." },
  cardOutside: { ko: "⚠️ 외부에서 온 값", en: "⚠️ from outside" },
  cardKnownLater: { ko: "실행 중에 정해짐", en: "known only while it runs" },
  cardResultOfStep: {
    ko: "{number}번의 결과 ({title})",
    en: "the result of step {number} ({title})",
  },
  cardResultOf: { ko: "앞 단계의 결과 ({title})", en: "the result of an earlier step ({title})" },
  cardSize: { ko: "{characters}자, {lines}줄", en: "{characters} characters, {lines} lines" },
  cardChange: {
    ko: "✏️ {who}님이 {param} 값을 바꿨습니다: {from} → {to}",
    en: "✏️ {who} changed {param}: {from} → {to}",
  },
  askReason: {
    ko: "🚫 거절했습니다. 왜 안 되는지 적어 주시면 전하겠습니다. 적지 않아도 됩니다.",
    en: "🚫 Denied. Type why, and it will be passed on. You need not.",
  },
  askChoice: { ko: "✏️ 어느 값을 바꿀까요?", en: "✏️ Which value do you want to change?" },
  askTiming: {
    ko: "🕗 **{name}**을(를) 언제로 바꿀까요? 지금: {present}\n이렇게 적어 주세요: 매일 아침 7시 · 평일 8시 30분 · 격주 금요일 오후 5시",
    en: "🕗 When should **{name}** come? Now: {present}\nWrite it like: every day at 7am · weekdays at 8:30 · every other Friday at 5pm",
  },
  timingUnread: {
    ko: "언제인지 읽지 못했습니다.",
    en: "I could not read a time in that.",
  },
  askValue: {
    ko: "✏️ {param}의 새 값을 적어 주세요. 지금 값:\n{present}",
    en: "✏️ Type the new value of {param}. It is now:\n{present}",
  },
  askAs_list: {
    ko: "한 줄에 하나씩, 또는 쉼표로 나누어 적어 주세요.",
    en: "Write one on each line, or put commas between them.",
  },
  askAs_object: {
    ko: "프로그램에 쓰는 모양대로 적어 주세요: `{이름: 값, 이름: 값}`",
    en: "Write it as in a program: `{name: value, name: value}`",
  },
  askAs_condition: {
    ko: "조건을 적어 주세요. 예: `price >= 100 and name contains AI`",
    en: "Write a condition, such as `price >= 100 and name contains AI`",
  },
  cardProgram: {
    ko: "📄 카드가 묻는 프로그램 전체입니다.",
    en: "📄 This is the whole program that the card asks about.",
  },
  cardConditional: { ko: "필요할 때만", en: "only if needed" },
  cardTimesComing: { ko: "다음 시각: {times}", en: "Next: {times}" },
  cardTimes: { ko: "최대 {times}번", en: "up to {times} times" },
  cardLater: { ko: "나중에 실행될 때마다:", en: "Later, each time it runs:" },
  cardLaterAsks: { ko: "그때 다시 승인을 받습니다", en: "asks again then" },
  cardDetails: {
    ko: "📄 다음 카드가 묻는 일의 전체 내용입니다.",
    en: "📄 This is all that the next card asks about.",
  },
  cardIsShort: {
    ko: "📄 길어서 줄였습니다. 전체 내용은 위 메시지에 있습니다.",
    en: "📄 Shortened. All of it is in the message above.",
  },
  ownersAsked: {
    ko: "🔐 주인의 승인이 필요한 일입니다. 주인에게 물었고, 답이 오면 알려 드리겠습니다.",
    en: "🔐 This needs an owner's approval. The owner has been asked; you will hear what they decide.",
  },
  press_requester: { ko: "👤 {name}님만 누를 수 있습니다.", en: "👤 Only {name} can press." },
  press_requesterOrOwner: {
    ko: "👤 {name}님이나 주인이 누를 수 있습니다.",
    en: "👤 {name} or an owner can press.",
  },
  press_owner: { ko: "👤 주인만 누를 수 있습니다.", en: "👤 Only an owner can press." },
  cardUntil: { ko: "⏳ {time}까지", en: "⏳ until {time}" },
  cardFreeText: { ko: "✍️ 직접 답을 적어도 됩니다.", en: "✍️ You may also type your answer." },
  role_recipient: { ko: "받는 사람", en: "recipient" },
  role_path: { ko: "파일", en: "file" },
  role_command: { ko: "명령", en: "command" },
  role_host: { ko: "주소", en: "address" },
  role_code: { ko: "프로그램", en: "program" },
  stateApproved: { ko: "✅ **승인됨** — {who}, {time}", en: "✅ **Approved** — {who}, {time}" },
  stateDenied: { ko: "🚫 **거절됨** — {who}, {time}", en: "🚫 **Denied** — {who}, {time}" },
  stateAnswered: { ko: "✅ **{answer}** — {who}, {time}", en: "✅ **{answer}** — {who}, {time}" },
  stateExpired: {
    ko: "⌛ **시간이 지나 하지 않았습니다**",
    en: "⌛ **Nobody answered in time, so it was not done**",
  },
  stateChanged: {
    ko: "✏️ **바뀜** — {who}, {time}. 새 카드가 아래에 있습니다.",
    en: "✏️ **Changed** by {who}, {time}. The new card is below.",
  },
  stateSkipped: { ko: "↩️ **그대로 뒀습니다**", en: "↩️ **Left as it is**" },
  stateReason: { ko: "💬 이유: {reason}", en: "💬 Reason: {reason}" },
  stateAskedAgain: { ko: "🔁 {who}님이 다시 물었습니다.", en: "🔁 Asked again by {who}." },
  editLate: {
    ko: "그사이 결정됐거나 바뀌어서 고치지 않았습니다.",
    en: "It was decided or changed meanwhile, so nothing was changed.",
  },
  editDone: {
    ko: "바꿨습니다. 새 카드를 확인해 주세요.",
    en: "Changed. Please look at the new card.",
  },
  editSame: { ko: "지금 값과 같습니다.", en: "That is the value it has now." },
  editNothing: {
    ko: "이 프로그램에는 바꿀 값이 없습니다.",
    en: "This program has no value that can be changed.",
  },
  editReference: {
    ko: '"{name}"은(는) 실행 중에 정해지는 값의 이름이라 여기에 쓸 수 없습니다. 실제 값을 적어 주세요.',
    en: '"{name}" names a value known only while the program runs, so it cannot stand here. Type the actual value.',
  },
  editUnreadable_list: {
    ko: "목록으로 읽을 수 없어 바꾸지 않았습니다. 한 줄에 하나씩 적거나, 프로그램에 쓰는 모양(`[값, 값]`)으로 적어 주세요.",
    en: "That cannot be read as a list, so nothing was changed. Write one item on each line, or the list as in a program: `[value, value]`",
  },
  editUnreadable_object: {
    ko: "이름과 값으로 읽을 수 없어 바꾸지 않았습니다. 프로그램에 쓰는 모양대로 적어 주세요: `{이름: 값}`",
    en: "That cannot be read as names and values, so nothing was changed. Write it as in a program: `{name: value}`",
  },
  editRefused: {
    ko: "그 값으로는 실행할 수 없습니다. 바꾸지 않았습니다.\n{problems}",
    en: "It cannot run with that value. Nothing was changed.\n{problems}",
  },
  deniedWhy: {
    ko: "아무것도 하지 않았습니다. 이유: {reason}",
    en: "Nothing was done. Reason: {reason}",
  },
  passedOn: {
    ko: "📨 {name}님에게 카드를 보낼 수 없어서 (대화를 막았거나 없어졌거나, 그곳에 쓸 권한이 없습니다) 대신 물어봅니다.",
    en: "📨 The card could not reach {name} (the chat is blocked or gone, or I may not write there), so it comes to you.",
  },
  nobodyReached: {
    ko: "📭 이 일을 승인할 사람에게 카드를 보낼 수 없었습니다. 봇을 켠 컴퓨터에서 이렇게 답할 수 있습니다:\n```sh\nibl-bot approvals approve {id}\n```",
    en: "📭 The card reached nobody who may approve this. It can be answered on the computer that runs the bot:\n```sh\nibl-bot approvals approve {id}\n```",
  },
  accessUnreached: {
    ko: "📭 지금은 주인에게 요청을 전할 수 없습니다. 요청은 그대로 남아 있습니다.",
    en: "📭 The owner cannot be reached just now. Your request stays open.",
  },
  stateCancelled: { ko: "✖️ **취소됨**", en: "✖️ **Cancelled**" },
  nothingDone: { ko: "아무것도 하지 않았습니다.", en: "Nothing was done." },
  working: { ko: "실행 중…", en: "Working…" },
  pressNotAdmitted: {
    ko: "이 봇을 쓸 수 있는 사람이 아닙니다.",
    en: "You are not admitted to this bot.",
  },
  pressNotYours: { ko: "이 승인은 다른 사람의 것입니다.", en: "This is not yours to decide." },
  pressGone: { ko: "이미 끝난 버튼입니다.", en: "This has ended already." },
  pressExpired: { ko: "시간이 지난 버튼입니다.", en: "This has expired." },
  pressBroken: { ko: "알 수 없는 버튼입니다.", en: "This button is not valid." },
} as const satisfies Record<string, Localized>;
