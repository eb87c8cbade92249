import type { Localized } from "../engine/catalogue.ts";

/** Every sentence the bot says by itself, in both languages; `{name}` places are filled by `say`. */
const TEXTS = {
  approve: { ko: "승인", en: "Approve" },
  deny: { ko: "거절", en: "Deny" },
  skipQuestion: { ko: "건너뛰기", en: "Skip" },
  runAgain: { ko: "다시 실행", en: "Run it again" },
  takeAsDone: { ko: "이미 됐음", en: "It is done" },
  stopThere: { ko: "하지 않음", en: "Leave it" },
  noneOfThese: { ko: "아니요", en: "None of these" },
  letIn: { ko: "들여보내기", en: "Let in" },
  snooze: { ko: "1시간 뒤 다시", en: "Again in 1 hour" },
  stopSchedule: { ko: "그만 받기", en: "Stop these" },

  cardPlan: { ko: "🔐 **승인이 필요합니다**", en: "🔐 **This needs your approval**" },
  cardValue: { ko: "🔎 **실제 값을 확인해 주세요**", en: "🔎 **Please check the actual value**" },
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
  cardCorrection: {
    ko: "🛠️ 이렇게 고치면 실행할 수 있습니다:",
    en: "🛠️ Corrected like this, it can run:",
  },
  cardAccess: {
    ko: "👋 **{name}** ({platform})님이 이 봇을 쓰고 싶어 합니다. 들여보낼까요?",
    en: "👋 **{name}** ({platform}) would like to use this bot. Let them in?",
  },
  cardTainted: { ko: "⚠️ 이 값은 외부에서 왔습니다", en: "⚠️ this value came from outside" },
  cardConditional: { ko: "필요할 때만", en: "only if needed" },
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
  stateCancelled: { ko: "✖️ **취소됨**", en: "✖️ **Cancelled**" },
  nothingDone: { ko: "아무것도 하지 않았습니다.", en: "Nothing was done." },
  working: { ko: "실행 중…", en: "Working…" },

  pressNotAdmitted: {
    ko: "이 봇을 쓸 수 있는 사람이 아닙니다.",
    en: "You are not admitted to this bot.",
  },
  pressNotYours: { ko: "이 승인은 다른 사람의 것입니다.", en: "This is not yours to decide." },
  pressGone: { ko: "이미 끝난 버튼입니다.", en: "This was answered already." },
  pressExpired: { ko: "시간이 지난 버튼입니다.", en: "This has expired." },
  pressBroken: { ko: "알 수 없는 버튼입니다.", en: "This button is not valid." },

  claimWelcome: {
    ko: "🎉 {name}님이 이 봇의 주인입니다. 이렇게 말해 보세요:\n- 지금 몇 시야\n- AI 뉴스 찾아서 news.md로 저장해줘\n- 매일 아침 8시에 뉴스 브리핑 보내줘\n\n/help 로 더 볼 수 있습니다.",
    en: "🎉 {name}, you are the owner of this bot. Try:\n- what time is it in New York\n- find AI news and save it to news.md\n- send me the news briefing every day at 8am\n\n/help shows more.",
  },
  claimWrong: {
    ko: "그 코드는 맞지 않거나 이미 쓰였습니다. 서비스 로그에 있는 최신 코드를 `/claim 코드` 로 보내 주세요.",
    en: "That code is wrong or was used. Send the newest code from the service's log as `/claim CODE`.",
  },
  claimLocked: {
    ko: "틀린 코드를 다섯 번 보내서 한 시간 동안 코드를 받지 않습니다. 그 뒤에 서비스 로그에 있는 최신 코드를 보내 주세요.",
    en: "Five wrong codes were sent, so no code is taken from you for an hour. After that, send the newest code from the service's log.",
  },
  strangerFirst: {
    ko: "아직 주인이 없는 봇입니다. 봇을 켠 컴퓨터의 로그에 있는 한 번 쓰는 코드를 `/claim 코드` 로 보내면 주인이 됩니다.",
    en: "This bot has no owner yet. Send the one-time code from the log of the computer that runs it as `/claim CODE` to become the owner.",
  },
  strangerAsked: {
    ko: "이 봇은 주인이 들여보낸 사람만 쓸 수 있습니다. 주인에게 요청 카드를 보냈습니다. 허락되면 알려 드리겠습니다.",
    en: "Only people whom the owner let in may use this bot. The owner has been sent a card; you will hear when they let you in.",
  },
  strangerWaiting: {
    ko: "요청이 아직 주인을 기다리고 있습니다.",
    en: "Your request is still waiting for the owner.",
  },
  admitted: {
    ko: "🎉 들어오셨습니다. /help 로 무엇을 할 수 있는지 볼 수 있습니다.",
    en: "🎉 You are in. /help shows what I can do.",
  },
  notAdmitted: {
    ko: "주인이 요청을 받아들이지 않았습니다.",
    en: "The owner did not accept your request.",
  },
  accessGranted: { ko: "{name}님을 들여보냈습니다.", en: "{name} is in." },
  accessRefused: { ko: "{name}님을 들여보내지 않았습니다.", en: "{name} was not let in." },
  accessUnanswered: {
    ko: "주인이 제때 답하지 않았습니다. 아무 말이나 보내면 다시 묻겠습니다.",
    en: "The owner did not answer in time. Write anything and I will ask again.",
  },
  accessExpired: {
    ko: "{name}님의 요청은 시간이 지났습니다.",
    en: "The request of {name} is past its time.",
  },

  plannerShown: { ko: "▶️ `{code}`", en: "▶️ `{code}`" },
  plannerNone: {
    ko: "무슨 뜻인지 모르겠습니다. 저는 지금 언어 모델 없이 정해진 일만 할 수 있습니다. 예: “지금 몇 시야”, “AI 뉴스 찾아줘”. /help 를 보거나 `/ibl 프로그램` 으로 직접 쓸 수 있습니다.",
    en: 'I do not understand. Without a language model I can only do what I have examples for, such as "what time is it" or "find AI news". See /help, or write a program yourself with `/ibl PROGRAM`.',
  },
  refusedProgram: { ko: "❌ 이 프로그램은 실행할 수 없습니다.", en: "❌ This program cannot run." },
  deniedProgram: { ko: "🚫 {message}", en: "🚫 {message}" },
  stopped: { ko: "⏹️ 멈췄습니다. {message}", en: "⏹️ Stopped. {message}" },
  byStop: { ko: "/stop 을 보내셨습니다.", en: "You sent /stop." },
  doneEmpty: { ko: "끝났습니다.", en: "Done." },
  failedTurn: { ko: "😵 처리하지 못했습니다: {message}", en: "😵 That did not work: {message}" },
  internalError: {
    ko: "프로그램 안의 문제이고, 서비스 로그에 적어 두었습니다. 다시 보내 보시고, 그래도 안 되면 로그를 봐 주세요.",
    en: "the fault is in the program and stands in the service's log. Please try once more; if it fails again, look there.",
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
  modelTrouble: {
    ko: "⚠️ 언어 모델을 쓸 수 없어 예시로만 답합니다: {message}",
    en: "⚠️ The language model cannot be used, so I answer from examples only: {message}",
  },

  help: {
    ko: "이렇게 말하면 됩니다:\n- 지금 몇 시야 / 뉴욕은 지금 몇 시야\n- AI 뉴스 찾아줘 / AI 뉴스 찾아서 news.md로 저장해줘\n- notes.md 지워줘 (승인을 물어봅니다)\n- 매일 아침 8시에 뉴스 브리핑 보내줘\n\n명령:\n{commands}",
    en: "Just say it:\n- what time is it in New York\n- find AI news / find AI news and save it to news.md\n- delete notes.md (asks for approval)\n- send me the news briefing every day at 8am\n\nCommands:\n{commands}",
  },
  helpHelp: { ko: "도움말", en: "this help" },
  helpIbl: { ko: "프로그램 실행", en: "run a program" },
  helpCheck: { ko: "프로그램이 무엇을 할지 보기", en: "see what a program would do" },
  helpStop: { ko: "지금 하는 일 멈추기", en: "stop what is running" },
  helpNew: { ko: "새 대화 시작", en: "start a new conversation" },
  helpApprovals: { ko: "기다리는 승인 보기", en: "show what waits for you" },
  helpSchedule: { ko: "예약 보기", en: "show schedules" },
  helpWorkflows: { ko: "워크플로우 보기", en: "show workflows" },
  helpLanguage: { ko: "언어 바꾸기 (ko, en)", en: "change language (ko, en)" },
  helpZone: { ko: "시간대 바꾸기 (Asia/Seoul)", en: "change time zone (Asia/Seoul)" },
  helpStart: { ko: "처음 인사", en: "the first greeting" },
  helpClaim: { ko: "주인 되기", en: "become the owner" },
  unknownCommand: {
    ko: "/{name} 라는 명령은 없습니다.{near} /help 를 보세요.",
    en: "There is no command /{name}.{near} See /help.",
  },
  nearCommand: { ko: " 혹시 /{name} 인가요?", en: " Did you mean /{name}?" },
  needsArgument: { ko: "이렇게 써 주세요: `{usage}`", en: "Write it like this: `{usage}`" },
  newSession: {
    ko: "새 대화를 시작합니다. 기다리는 승인과 예약은 그대로입니다.",
    en: "New conversation. Open approvals and schedules stay.",
  },
  nothingRuns: { ko: "지금 하는 일이 없습니다.", en: "Nothing is running." },
  openApprovals: { ko: "기다리는 승인 {count}개:", en: "Waiting for a decision: {count}" },
  noApprovals: { ko: "기다리는 승인이 없습니다.", en: "Nothing waits for you." },
  languageSet: { ko: "이제 한국어로 말합니다.", en: "I speak English now." },
  languageUnknown: { ko: "언어는 ko 나 en 입니다.", en: "The language is ko or en." },
  zoneSet: { ko: "시간대: {zone}", en: "Time zone: {zone}" },
  greeting: {
    ko: "안녕하세요, {name}님. 부탁하시면 작은 프로그램으로 바꿔 먼저 보여 주고, 위험한 일은 버튼으로 허락받은 뒤에만 합니다. /help",
    en: "Hello {name}. I turn what you ask into a small program, show it, and do anything risky only after you press a button. /help",
  },

  briefingHead: { ko: "🗞️ **{name}**", en: "🗞️ **{name}**" },
  briefingLate: {
    ko: "🗞️ **{name}** (늦게 실행됨: 원래 {time})",
    en: "🗞️ **{name}** (late: it was due at {time})",
  },
  briefingFailed: {
    ko: "⚠️ 예약 **{name}** 실행이 실패했습니다: {message}",
    en: "⚠️ The schedule **{name}** failed: {message}",
  },
  briefingMissed: {
    ko: "⏰ 예약 **{name}**을(를) {count}번 놓쳤습니다 ({from} – {to}). 그동안 서비스가 꺼져 있었습니다.",
    en: "⏰ The schedule **{name}** was missed {count} time(s) ({from} – {to}), because the service was not running.",
  },
  scheduleDisabled: {
    ko: '⚠️ 예약 **{name}**이(가) 계속 실패해서 껐습니다. 고친 뒤 `[system:enable]("{name}")` 로 다시 켜세요.',
    en: '⚠️ The schedule **{name}** kept failing and was switched off. Switch it on again with `[system:enable]("{name}")`.',
  },
  snoozed: { ko: "😴 {time}에 다시 보냅니다.", en: "😴 Again at {time}." },
  scheduleStopped: { ko: "🔕 “{name}” 예약을 껐습니다.", en: "🔕 “{name}” is switched off." },
  scheduleOff: { ko: "꺼져 있는 예약입니다.", en: "That schedule is switched off." },
  scheduleGone: { ko: "그 예약은 이제 없습니다.", en: "That schedule is gone." },
} as const satisfies Record<string, Localized>;

export type TextKey = keyof typeof TEXTS;

/** A sentence in a language with its places filled. */
export function say(
  language: "ko" | "en",
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return TEXTS[key][language].replace(/\{([a-z]+)\}/g, (whole, name: string) =>
    values[name] === undefined ? whole : String(values[name]),
  );
}

/** Both languages of every sentence, for the completeness test. */
export function allTexts(): Readonly<Record<string, Localized>> {
  return TEXTS;
}

/** Day and time of day where a person lives, in their language. */
export function shortTime(
  atMs: number,
  { language, zone }: { readonly language: "ko" | "en"; readonly zone: string },
): string {
  return new Intl.DateTimeFormat(language === "ko" ? "ko-KR" : "en-US", {
    timeZone: zone,
    month: "numeric",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(atMs);
}
