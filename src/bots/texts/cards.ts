import type { Localized } from "../../base/localized.ts";

/** What cards and their buttons say. `{name}` places are filled by `say`. */
export const CARDS_TEXTS = {
  doIt: { ko: "하기", en: "Do it" },
  doAll: { ko: "{count}가지 모두", en: "Do all {count}" },
  dont: { ko: "안 할래요", en: "Don't" },
  refuse: { ko: "거절", en: "Refuse" },
  deedDone: { ko: "했어요", en: "Done" },
  deedUndone: { ko: "안 했어요", en: "Not done" },
  cardDoThis: { ko: "이걸 할까요?", en: "Do this?" },
  cardDoThese: { ko: "이 {count}가지를 할까요?", en: "Do these {count} things?" },
  cardUnsure: { ko: "이게 됐는지 확실하지 않아요.", en: "I'm not sure this happened." },
  cardAlso: { ko: "함께: {what}", en: "Also: {what}" },
  cardHow: { ko: "**이렇게 해요**", en: "**How**" },
  cardWorking: { ko: "⏳ 하고 있어요", en: "⏳ On it" },
  outside_search: {
    ko: "⚠️ 직접 말씀하신 게 아니라 검색 결과에 있던 거예요.",
    en: "⚠️ From search results, not you.",
  },
  outside_page: {
    ko: "⚠️ 직접 말씀하신 게 아니라 웹페이지에 있던 거예요.",
    en: "⚠️ From a web page, not you.",
  },
  outside_file: {
    ko: "⚠️ 직접 말씀하신 게 아니라 파일에 있던 거예요.",
    en: "⚠️ From a file, not you.",
  },
  outside_unknown: {
    ko: "⚠️ 직접 말씀하신 게 아니라 밖에서 온 거예요.",
    en: "⚠️ From outside, not you.",
  },
  answerInWords: { ko: "✍️ 답 쓰기", en: "✍️ Answer" },
  skipQuestion: { ko: "건너뛰기", en: "Skip" },
  runAgain: { ko: "다시 하기", en: "Do it again" },
  takeAsDone: { ko: "됐어요", en: "It did" },
  stopThere: { ko: "안 할래요", en: "Don't" },
  details: { ko: "⋯", en: "⋯" },
  askAgain: { ko: "다시 묻기", en: "Ask again" },
  leaveAsIs: { ko: "그대로 두기", en: "Leave as it is" },
  letIn: { ko: "들이기", en: "Let in" },
  cardChanged: {
    ko: "⚠️ 허락하신 뒤에 파일이 바뀌었어요.",
    en: "⚠️ The file has changed since you allowed it.",
  },
  fileChanged: { ko: "{time}에 바뀐 파일이에요.", en: "It was changed at {time}." },
  fileReplaced: { ko: "지금 있는 파일을 새로 써요.", en: "It replaces the file there now." },
  fileFolder: { ko: "파일 {files}개가 든 폴더예요.", en: "A folder with {files} files." },
  fileNone: { ko: "지금은 없는 파일이에요.", en: "It is not there now." },
  cardApproval: { ko: "**{prompt}**", en: "**{prompt}**" },
  cardQuestion: { ko: "💬 {prompt}", en: "💬 {prompt}" },
  cardProposal: {
    ko: "이걸 할까요?",
    en: "Did you mean this?",
  },
  cardProposalHour: {
    ko: "몇 시로 할까요? (예: 저녁 7시)",
    en: "At what time? For example: at 7pm",
  },
  cardCorrection: {
    ko: "이렇게 고치면 돼요:",
    en: "Corrected, it runs:",
  },
  cardAccess: {
    ko: "👋 {name} 님이 쓰고 싶대요",
    en: "👋 {name} would like in",
  },
  cardNamesake: {
    ko: "⚠️ 이름이 같은 사람이 이미 있어요: {person}",
    en: "⚠️ Someone of the same name is in already: {person}",
  },
  cardAskedBy: { ko: "🙋 {name}님의 부탁", en: "🙋 Asked by {name}" },
  cardMixed: {
    ko: "⚠️ 비슷하게 생긴 다른 글자가 섞여 있어요: {names}",
    en: "⚠️ letters of several alphabets that look alike: {names}",
  },
  alphabet_Latin: { ko: "로마자", en: "Latin" },
  alphabet_Greek: { ko: "그리스 글자", en: "Greek" },
  alphabet_Cyrillic: { ko: "키릴 글자", en: "Cyrillic" },
  alphabet_Armenian: { ko: "아르메니아 글자", en: "Armenian" },
  alphabet_Cherokee: { ko: "체로키 글자", en: "Cherokee" },
  cardHost: { ko: "⚠️ 실제 주소: {host}", en: "⚠️ the address in full: {host}" },
  cardOrder: {
    ko: "⚠️ 오른쪽에서 왼쪽으로 쓰는 글자가 있어요. 실제 순서:",
    en: "⚠️ has letters that run from right to left; the true order:",
  },
  cardKnownLater: { ko: "실행하면서 정해져요", en: "known only while it runs" },
  cardResultOf: { ko: "“{title}”의 결과", en: "the result of “{title}”" },
  askTiming: {
    ko: "🕗 **{name}**을(를) 언제로 바꿀까요?",
    en: "🕗 When should **{name}** come?",
  },
  askLine: {
    ko: "🔔 **{name}** 알림을 얼마로 바꿀까요?",
    en: "🔔 At which price should **{name}** be told?",
  },
  timingSet: { ko: "🕗 **{name}** → {answer}", en: "🕗 **{name}** → {answer}" },
  timingUnread: {
    ko: "언제인지 읽지 못했어요.",
    en: "I could not read a time in that.",
  },
  cardConditional: { ko: "필요할 때만", en: "only if needed" },
  cardTimesComing: { ko: "다음 시각: {times}", en: "Next: {times}" },
  cardTimes: { ko: "최대 {times}번", en: "up to {times} times" },
  sendCorrection: { ko: "정정 보내기", en: "Send a correction" },
  editText: { ko: "고치기", en: "Edit" },
  askWords: { ko: "✏️ 뭐라고 고칠까요?", en: "✏️ What should it say?" },
  editedInstead: { ko: "고쳐서 다시 물었어요.", en: "It was edited and asked anew." },
  oneByOne: { ko: "한 명씩", en: "One by one" },
  allNames: { ko: "명단", en: "Names" },
  cardMoreNames: { ko: " … {count}개 더", en: " … {count} more" },
  cardMorePeople: { ko: " … {count}명 더", en: " … {count} more" },
  cardSheltered: { ko: "인터넷 없이 · {time}", en: "No internet · {time}" },
  cardUnsheltered: {
    ko: "⚠️ 격리 없이, 이 봇의 권한으로 돌아요.",
    en: "⚠️ Not sandboxed: it runs with all of my rights.",
  },
  withinMinutes: { ko: "{count}분 안에", en: "within {count} min" },
  withinHours: { ko: "{count}시간 안에", en: "within {count} h" },
  cardLater: { ko: "나중에 할 때마다:", en: "Later, each time:" },
  standingAsk: { ko: "{when}, {deed}?", en: "{deed} {when}?" },
  standingResultOf: { ko: "그때의 {title}", en: "{title}, at that time" },
  standingBounds: {
    ko: "하루 {times}까지, {days}일, 묻지 않고",
    en: "At most {times} a day, {days} days, without asking",
  },
  standingOnce: { ko: "한 번만, 묻지 않고", en: "Once, without asking" },
  timesOnce: { ko: "한 번", en: "once" },
  timesTwice: { ko: "두 번", en: "twice" },
  timesMany: { ko: "{count}번", en: "{count} times" },
  standing_once: { ko: "{verb}", en: "{verb}" },
  standing_day: { ko: "매일 {verb}", en: "Every day" },
  standing_week: { ko: "매주 {verb}", en: "Every week" },
  standing_month: { ko: "매월 {verb}", en: "Every month" },
  standing_year: { ko: "매년 {verb}", en: "Every year" },
  standing_any: { ko: "묻지 않고 {verb}", en: "Without asking" },
  standingAskEach: { ko: "매번 묻기", en: "Ask each time" },
  standingAskThen: { ko: "그때 묻기", en: "Ask me then" },
  cardIsTooLong: {
    ko: "한 메시지에 다 못 담았어요. **모두 보기**를 누르시면 전체를 보여 드릴게요.",
    en: "Too long for one message. **See all** shows the rest, then you can decide.",
  },
  seeAll: { ko: "모두 보기", en: "See all" },
  cardIsShort: {
    ko: "길어서 줄였어요. 전체는 따로 보내 드린 메시지에 있어요.",
    en: "Shortened. All of it is in the messages I sent.",
  },
  ownersAsked: {
    ko: "{who}님께 물어봤어요. 주인이 정하는 일이에요.",
    en: "I asked {who}; that's an owner's call.",
  },
  role_recipient: { ko: "받는 사람", en: "recipient" },
  role_path: { ko: "파일", en: "file" },
  role_command: { ko: "명령", en: "command" },
  role_host: { ko: "주소", en: "address" },
  role_subject: { ko: "때나 대상", en: "time or name" },
  role_code: { ko: "프로그램", en: "program" },
  stateDone: { ko: "✅ {done} · {time}", en: "✅ {done} · {time}" },
  stateNotDone: { ko: "✖️ {undone} · {who}", en: "✖️ {undone} · {who}" },
  stateNoAnswer: { ko: "⌛ 답이 없어 {undone}.", en: "⌛ No answer, so {undone}." },
  stateFailed: { ko: "⚠️ {undone}", en: "⚠️ {undone}" },
  stateApproved: { ko: "✅ 허락했어요 · {who}, {time}", en: "✅ Allowed · {who}, {time}" },
  stateDenied: { ko: "✖️ 거절했어요 · {who}", en: "✖️ Refused · {who}" },
  stateAnswered: { ko: "✅ {answer} · {who}, {time}", en: "✅ {answer} · {who}, {time}" },
  stateExpired: { ko: "⌛ 답이 없어 안 했어요.", en: "⌛ No answer, so not done." },
  stateChanged: { ko: "✏️ 고쳤어요 · {who}", en: "✏️ Edited · {who}" },
  stateSkipped: { ko: "↩️ 그대로 뒀어요", en: "↩️ Left as it is" },
  stateAskedAgain: { ko: "🔁 {who}님이 다시 물었어요.", en: "🔁 Asked again by {who}." },
  passedOn: {
    ko: "📨 {name}님에게 카드를 보낼 수 없어서 (대화를 막았거나 없어졌거나, 그곳에 쓸 권한이 없어요) 대신 물어봐요.",
    en: "📨 The card could not reach {name} (the chat is blocked or gone, or I may not write there), so it comes to you.",
  },
  nobodyReached: {
    ko: "📭 이 일을 승인할 사람에게 카드를 보낼 수 없었어요. 봇을 켠 컴퓨터에서 이렇게 답할 수 있어요:\n```sh\nibl-bot approvals approve {id}\n```",
    en: "📭 The card reached nobody who may approve this. It can be answered on the computer that runs the bot:\n```sh\nibl-bot approvals approve {id}\n```",
  },
  accessUnreached: {
    ko: "📭 지금은 주인에게 요청을 전할 수 없어요. 요청은 그대로 남아 있어요.",
    en: "📭 The owner cannot be reached just now. Your request stays open.",
  },
  stateCancelled: { ko: "✖️ 그만뒀어요", en: "✖️ Dropped" },
  dropped: {
    ko: "네, 그만둘게요. 아무것도 안 보냈어요.",
    en: "Okay, dropped. Nothing was sent.",
  },
  droppedUndone: {
    ko: "네, 그만둘게요. 아무것도 안 했어요.",
    en: "Okay, dropped. Nothing was done.",
  },
  droppedQuestion: { ko: "네, 그만둘게요.", en: "Okay, dropped." },
  working: { ko: "실행 중…", en: "Working…" },
  pressNotAdmitted: { ko: "아직 이 봇을 쓸 수 없어요.", en: "You are not let in yet." },
  pressNotYours: { ko: "{who}님이나 주인이 정해요.", en: "That's for {who} or an owner." },
  pressNotEdited: { ko: "{who}님만 고칠 수 있어요.", en: "Only {who} can edit this." },
  pressDecided: {
    ko: "{who}님이 {time}에 이미 정했어요.",
    en: "{who} already decided at {time}.",
  },
  pressOwners: { ko: "주인이 정하는 일이에요.", en: "That's for an owner." },
  pressGone: { ko: "이미 끝났어요.", en: "This has ended already." },
  pressExpired: { ko: "시간이 지났어요.", en: "This has expired." },
  pressBroken: { ko: "알 수 없는 버튼이에요.", en: "This button is not valid." },
} as const satisfies Record<string, Localized>;

/** What is told of a dry run, and of what a briefing becomes. `{name}` places are filled by `say`. */
export const TRIED_TEXTS = {
  triedDone: { ko: "🧪 방금 해 봤어요", en: "🧪 Tried just now" },
  triedSample: {
    ko: "🧪 방금 “{sample}” 메시지가 온 것처럼 해 봤어요",
    en: "🧪 Tried just now, as if the message “{sample}” had come",
  },
  triedCut: {
    ko: "🧪 시간 안에 끝나지 않아 여기까지만 해 봤어요",
    en: "🧪 Tried just now, as far as the time allowed",
  },
  triedNow: { ko: "⚠️ 방금 해 보니 안 됐어요.", en: "⚠️ It did not work just now." },
  triedFailed: {
    ko: "🧪 방금 해 봤는데 안 됐어요",
    en: "🧪 The try failed",
  },
  triedRefused: {
    ko: "🧪 지금은 실행할 수 없어요",
    en: "🧪 It may not run as things are",
  },
  triedPrivate: {
    ko: "🧪 본인만 볼 내용이 있어 여기서는 해 보지 않았어요. 그 내용은 개인 대화로 가요.",
    en: "🧪 Not tried here: some of it is for one person alone, and comes to their private chat.",
  },
  triedElsewhere: {
    ko: "내용은 부탁한 분만 봐요.",
    en: "What it gave is for the one who asked.",
  },
  triedCount: { ko: "{count}개", en: "{count}" },
  triedNow_true: { ko: "🔎 {condition} → 지금: 참", en: "🔎 {condition} → now: true" },
  triedNow_false: { ko: "🔎 {condition} → 지금: 거짓", en: "🔎 {condition} → now: false" },
  triedNow_open: {
    ko: "🔎 {condition} → 실행해 봐야 알아요",
    en: "🔎 {condition} → known only when it runs",
  },
  triedBrings: { ko: "🗒️ 지금이라면 이렇게 와요:", en: "🗒️ Now it would bring:" },
  triedBringsNothing: { ko: "🗒️ 지금이라면 올 것이 없어요.", en: "🗒️ Now it would bring nothing." },
  leftOut_acts: { ko: "⏸️ 하지 않음: {what}", en: "⏸️ Not done: {what}" },
  leftOut_depends: {
    ko: "⏸️ 앞의 결과가 있어야 함: {what}",
    en: "⏸️ Not tried, it needs what was not done: {what}",
  },
  leftOut_asks: { ko: "⏸️ 먼저 물어봄: {what}", en: "⏸️ Not tried, it asks first: {what}" },
  leftOut_unknown: {
    ko: "⏸️ 무엇을 실행할지는 그때 정해짐: {what}",
    en: "⏸️ Not tried, what it runs is known only then: {what}",
  },
  leftOut_event: {
    ko: "⏸️ 무엇이 부를지는 이벤트가 와야 알아요",
    en: "⏸️ What sets it off is known only when it comes",
  },
  becomesHead: { ko: "📋 **{name}**", en: "📋 **{name}**" },
} as const satisfies Record<string, Localized>;

/** Lists that are shown a page at a time. `{name}` places are filled by `say`. */
export const LISTS_TEXTS = {
  workflowsHead: {
    ko: "⚙️ 워크플로우 {count}개 · {page}/{pages}쪽. 하나를 누르면 자세히 보여 드려요.",
    en: "⚙️ Workflows: {count} · page {page} of {pages}. Press one to see more.",
  },
  workflowsEmpty: { ko: "워크플로우가 없어요.", en: "There are no workflows." },
  workflowNone: {
    ko: "“{text}”(이)라는 워크플로우가 없어요. 모두 보려면 /workflows",
    en: "There is no workflow “{text}”. /workflows shows all of them.",
  },
  workflowGone: {
    ko: "그 워크플로우는 그사이 바뀌었거나 없어졌어요. 다시 보려면 /workflows",
    en: "That workflow was changed or deleted since. /workflows shows them as they are.",
  },
  workflowRun: { ko: "▶ 실행", en: "▶ Run" },
  workflowUsage: { ko: "직접 실행하려면: {usage}", en: "To run it yourself: {usage}" },
  programCut: {
    ko: "프로그램이 길어 일부만 보여 드려요. 모두 보려면: {usage}",
    en: "The program is long, so only its beginning is here. All of it: {usage}",
  },
  grantsPage: {
    ko: "🔁 **미리 허락해 둔 일** {count}개 · {page}/{pages}쪽",
    en: "🔁 **Allowed beforehand**: {count} · page {page} of {pages}",
  },
  grantsOtherPage: {
    ko: "그 쪽은 이제 없어요. 다시 보려면 /grants",
    en: "That page is gone. /grants shows the list as it is.",
  },
  approvalsPage: {
    ko: "결정을 기다리는 일: {count}개 · {page}/{pages}쪽. 하나를 누르면 카드를 다시 보여 드려요.",
    en: "Waiting for a decision: {count} · page {page} of {pages}. Press one to have its card again.",
  },
  allowedHead: { ko: "🔁 **묻지 않고 하는 일**", en: "🔁 **Done without asking**" },
  allowedLine: {
    ko: "**{name}** · {when} → {targets} · 하루 {count}번까지, {until}까지",
    en: "**{name}** · {when} → {targets} · up to {count} a day, until {until}",
  },
  allowedWithdraw: { ko: "{index}번 거두기", en: "Withdraw {index}" },
  allowedWithdrawn: {
    ko: "거뒀어요. 다음부터는 물어볼게요.",
    en: "Withdrawn. I'll ask from now on.",
  },
  allowedNone: { ko: "묻지 않고 하는 일은 없어요.", en: "Nothing is done without asking." },
  allowedGrants: {
    ko: "따로 허락해 둔 일 {count}개는 /grants 에 있어요.",
    en: "Also allowed: {count}, see /grants.",
  },
  allowedGone: { ko: "이미 거뒀거나 끝났어요.", en: "It was withdrawn or has ended." },
  approvalUntil: { ko: "{time}까지", en: "until {time}" },
  approvalShown: { ko: "카드를 아래에 다시 보여 드려요.", en: "Its card is below." },
  approvalOver: {
    ko: "그사이 결정되었거나 시간이 지났어요.",
    en: "It was decided since, or its time is over.",
  },
} as const satisfies Record<string, Localized>;

/** What is said of agents and switches. `{name}` places are filled by `say`. */
export const AGENTS_TEXTS = {
  helpAgent: { ko: "누구와 이야기할지 고르기", en: "choose whom to speak with" },
  helpSwitches: { ko: "한 번 눌러 실행하는 스위치", en: "switches that run at one tap" },
  agentHead: {
    ko: "지금은 **{name}**와(과) 이야기하고 있어요.",
    en: "You are speaking with **{name}**.",
  },
  agentChosen: {
    ko: "이제 이 대화에서는 {name}와(과) 이야기해요.",
    en: "From now on you speak with {name} here.",
  },
  agentGone: { ko: "{name} (이제 없음)", en: "{name} (not there any more)" },
  cardAgents: { ko: "🤝 실행: {names}", en: "🤝 Acting: {names}" },
  statusAgent: { ko: "🗣 이야기 상대: {name}", en: "🗣 Speaking with: {name}" },
  reportGood: { ko: "📨 {agent}의 보고:\n{text}", en: "📨 Report from {agent}:\n{text}" },
  reportBad: {
    ko: "📭 {agent}이(가) 마치지 못했어요: {text}",
    en: "📭 {agent} did not get it done: {text}",
  },
  delegationStopped: {
    ko: "⏹️ 맡긴 일을 멈췄어요.",
    en: "⏹️ The work that was handed over was stopped.",
  },
  switchesHead: {
    ko: "스위치 (누르면 바로 실행돼요):",
    en: "Switches (a press runs one at once):",
  },
  switchesNone: {
    ko: '스위치가 아직 없어요. `/switches add 뉴스 [source:search_news]("AI")` 처럼 만들 수 있어요. 이름만 쓰면 그 이름의 워크플로우를 써요.',
    en: 'There is no switch yet. Make one like this: `/switches add news [source:search_news]("AI")`. A name alone takes the workflow of that name.',
  },
  switchesFull: {
    ko: "스위치는 {count}개까지예요. `/switches remove 이름` 으로 지울 수 있어요.",
    en: "There can be {count} switches. `/switches remove NAME` removes one.",
  },
  switchSaved: {
    ko: "스위치 **{name}**을(를) 만들었어요. /switches 에서 누를 수 있어요.",
    en: "The switch **{name}** is there. Press it in /switches.",
  },
  switchRemoved: {
    ko: "스위치 **{name}**을(를) 지웠어요.",
    en: "Removed the switch **{name}**.",
  },
  switchUnknown: { ko: "스위치 **{name}**은(는) 없어요.", en: "There is no switch **{name}**." },
  switchGone: {
    ko: "이 스위치는 당신의 것이 아니거나 지워졌어요.",
    en: "This switch is not yours, or it was removed.",
  },
  switchChanged: {
    ko: "그 사이 스위치가 바뀌었어요. /switches 를 다시 열어 주세요.",
    en: "The switch was changed since. Open /switches again.",
  },
  switchRuns: { ko: "▶️ {name}", en: "▶️ {name}" },
} as const satisfies Record<string, Localized>;
