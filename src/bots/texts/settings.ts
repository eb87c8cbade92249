import type { Localized } from "../../base/localized.ts";

/** What is said of a person's own settings. `{name}` places are filled by `say`. */
export const SETTINGS_TEXTS = {
  helpSettings: {
    ko: "언어, 시간대, 방해 금지 시간 보고 바꾸기",
    en: "see and change language, time zone and quiet hours",
  },
  helpLanguage: { ko: "언어 바꾸기 (ko, en)", en: "change language (ko, en)" },
  helpZone: { ko: "시간대 바꾸기", en: "change time zone" },
  settingsView: {
    ko: "⚙️ **설정**\n🗣 언어: {language}\n🕒 시간대: {zone} (지금 {time})\n🌙 방해 금지: {quiet}\n📦 브리핑: {digest}",
    en: "⚙️ **Settings**\n🗣 Language: {language}\n🕒 Time zone: {zone} (now {time})\n🌙 Quiet hours: {quiet}\n📦 Briefings: {digest}",
  },
  settingsCode: { ko: "🔎 답 아래에 프로그램 보기", en: "🔎 Programs are shown under answers" },
  settingsLanguage: { ko: "언어", en: "Language" },
  settingsZone: { ko: "시간대", en: "Time zone" },
  settingsQuiet: { ko: "방해 금지", en: "Quiet hours" },
  settingsDigest: { ko: "브리핑", en: "Briefings" },
  chooseLanguage: {
    ko: "어느 언어로 말할까요? 자동은 보내신 말의 언어예요.",
    en: "Which language shall I speak? Auto is that of your message.",
  },
  chooseZone: {
    ko: "어디의 시계로 알려 드릴까요? 다른 곳은 “시간대를 파리로 바꿔줘”라고 말해 주세요.",
    en: "By whose clock? For another place say “set my time zone to Paris”.",
  },
  chooseQuiet: {
    ko: "이 시간에는 되풀이되는 알림과 브리핑을 모아 두었다가 끝나면 보내요. 한 번만 울리는 알림은 바로 가요.",
    en: "Repeating reminders and briefings are held until these hours end; one-time reminders still come.",
  },
  chooseDigest: {
    ko: "가까이 오는 브리핑을 한 메시지로 모을까요?",
    en: "Shall briefings that come close together be one message?",
  },
  settingsUnknown: {
    ko: "언어, 시간대, 방해 금지, 모아 받기를 바꿀 수 있어요.",
    en: "You can change language, time zone, quiet hours and how briefings come together.",
  },
  languageSet: { ko: "이제 한국어로 말할게요.", en: "I speak English now." },
  languageAuto: {
    ko: "이제 쓰시는 말에 맞춰 답할게요.",
    en: "I answer in the language you write now.",
  },
  languageAutoButton: { ko: "자동", en: "auto" },
  codeOn: {
    ko: "이제 답 아래에 프로그램을 보여 드릴게요.",
    en: "Programs stand below answers now.",
  },
  codeOff: { ko: "이제 프로그램은 안 보여 드려요.", en: "Programs are no longer shown." },
  codeUnknown: {
    ko: "`/코드 켜기`나 `/코드 끄기`로 써 주세요.",
    en: "Write `/code on` or `/code off`.",
  },
  languageUnknown: {
    ko: "언어는 자동, 한국어, 영어 가운데 하나예요.",
    en: "The language is auto, Korean or English.",
  },
  zoneSet: {
    ko: "🕒 이제 **{place}** 시간으로 알려 드릴게요 (지금 {time}).",
    en: "🕒 Your clock is that of **{place}** now ({time} there).",
  },
  quietSet: {
    ko: "🌙 {quiet}에는 조용히 있을게요.",
    en: "🌙 I'll be quiet {quiet}.",
  },
  quietOff: { ko: "🔔 이제 언제든 알려 드릴게요.", en: "🔔 Quiet hours are off." },
  digestMinutes: {
    ko: "{minutes}분 안에 겹치면 한 번에",
    en: "sent as one when within {minutes} min",
  },
  digestOffButton: { ko: "따로따로", en: "each alone" },
  digestSet: {
    ko: "📦 {minutes}분 안에 함께 오는 브리핑은 한 메시지로 보내요.",
    en: "📦 Briefings that are due within {minutes} min of each other come as one message.",
  },
  digestOff: { ko: "📦 브리핑을 따로따로 보내요.", en: "📦 Each briefing comes by itself." },
  digestUnknown: { ko: "0분에서 60분까지로 정해 주세요.", en: "Please name 0 to 60 minutes." },
  quietAsk: { ko: "방해 금지 {quiet}", en: "Quiet hours {quiet}" },
  quietWhich: { ko: "언제 조용히 있을까요?", en: "When should I be quiet?" },
  quietNotOnce: {
    ko: "이번만 조용히 있는 건 아직 못 해서 바꾼 것이 없어요. 매일 조용한 시간은 정할 수 있어요.",
    en: "I can't be quiet just once yet, so nothing has changed. You can choose quiet hours for every day.",
  },
  quietUnknown: {
    ko: "시작과 끝을 이렇게 써 주세요: `/설정 조용히 22:00-07:00`",
    en: "Write when they begin and end: `/settings quiet 22:00-07:00`",
  },
  quietNone: { ko: "없음", en: "none" },
  quietOffButton: { ko: "방해 금지 끄기", en: "No quiet hours" },
  zoneSeoul: { ko: "서울", en: "Seoul" },
  zoneLondon: { ko: "런던", en: "London" },
  zoneNewYork: { ko: "뉴욕", en: "New York" },
  zoneLosAngeles: { ko: "로스앤젤레스", en: "Los Angeles" },
} as const satisfies Record<string, Localized>;

/** How much may be used, and what is said at a limit. `{name}` places are filled by `say`. */
export const BUDGET_TEXTS = {
  helpUsage: { ko: "오늘 쓴 양과 한도 보기", en: "what was used today, and the limits" },
  overRate: {
    ko: "🐢 {message} 멈추기와 버튼은 그동안에도 돼요.",
    en: "🐢 {message} /stop and buttons work meanwhile.",
  },
  cardBudget: {
    ko: "📈 **{name}**님의 물음으로 오늘의 모델 사용량이 한도에 가까워졌어요. {scope}: {used} / {limit}. 오늘은 한도까지 더 쓰게 할까요?",
    en: "📈 A question of **{name}** brings today's use of the model close to its limit. {scope}: {used} of {limit}. May it go on up to the limit today?",
  },
  cardRaise: {
    ko: "📈 **{name}**님의 물음에 오늘 몫이 모자라요. {scope}: {used} / {limit}. 오늘만 절반 더 쓰게 할까요?",
    en: "📈 Today's share is too small for a question of **{name}**. {scope}: {used} of {limit}. Allow half as much again, today only?",
  },
  allowMore: { ko: "더 쓰기", en: "Allow more" },
  allowedMore: {
    ko: "오늘은 절반 더 쓸 수 있어요.",
    en: "Half as much again may be used today.",
  },
  allowedBefore: { ko: "이미 늘렸어요.", en: "More was allowed already." },
  budget_person: { ko: "이 사람", en: "This person" },
  budget_chat: { ko: "이 채팅", en: "This chat" },
  budget_schedule: { ko: "이 알림", en: "This reminder" },
  budget_service: { ko: "서비스 전체", en: "The whole service" },
  budgetSettled: {
    ko: "오늘은 한도까지 쓸 수 있어요.",
    en: "It may go on up to the limit today.",
  },
  budgetToldYes: {
    ko: "📈 주인이 오늘 모델을 더 쓰도록 허락했어요. 다시 말해 주세요.",
    en: "📈 An owner allowed more of the model today. Please ask again.",
  },
  budgetToldNo: {
    ko: "📈 주인이 오늘 모델을 더 쓰도록 허락하지 않았어요. 예시로는 계속 답해요.",
    en: "📈 An owner did not allow more of the model today. I go on answering from examples.",
  },
  budgetToldNobody: {
    ko: "📈 오늘 모델을 더 써도 되는지에 주인이 답하지 않았어요. 새 한도가 시작되면 다시 쓸 수 있어요.",
    en: "📈 No owner said whether more of the model may be used. It can be used again when the limit begins anew.",
  },
  usageHead: { ko: "📈 **사용량과 한도**", en: "📈 **Use and limits**" },
  usage_person: { ko: "나", en: "You" },
  usage_chat: { ko: "이 채팅", en: "This chat" },
  usage_schedule: { ko: "알림 “{name}”", en: "Reminder “{name}”" },
  usage_service: { ko: "서비스 전체", en: "The whole service" },
  usageLimited: {
    ko: "- {scope}, 오늘: {used} / {limit} ({percent}%)",
    en: "- {scope}, today: {used} of {limit} ({percent}%)",
  },
  usageFree: {
    ko: "- {scope}, 오늘: {used} (한도 없음)",
    en: "- {scope}, today: {used} (no limit)",
  },
  usageReset: { ko: "{time}에 다시 시작해요.", en: "It begins anew at {time}." },
  usageAsks: {
    ko: "한도의 {percent}%부터는 주인에게 물어봐요.",
    en: "From {percent}% of a limit on an owner is asked.",
  },
  usageNoPrice: {
    ko: "이 모델의 값을 몰라 토큰만 세고 있어요.",
    en: "The price of this model is not known, so only tokens are counted.",
  },
  usageNoModel: { ko: "언어 모델을 쓰지 않고 있어요.", en: "No language model is in use." },
  usage_message: { ko: "메시지", en: "Messages" },
  usage_program: { ko: "프로그램", en: "Programs" },
  usageRate: {
    ko: "- {kind}: 지난 1분 {minute} / {minutes}, 지난 1시간 {hour} / {hours}",
    en: "- {kind}: {minute} of {minutes} in the last minute, {hour} of {hours} in the last hour",
  },
} as const satisfies Record<string, Localized>;

/** What is said of conversations and memories. `{name}` places are filled by `say`. */
export const MEMORY_TEXTS = {
  helpHistory: { ko: "지난 대화 보기", en: "show what was said" },
  helpRemember: { ko: "늘 기억할 것 적어 두기", en: "pin a fact, for good" },
  helpMemory: { ko: "기억하는 것 보기, 찾기", en: "show or search what I remember" },
  helpForgetMemory: {
    ko: "기억 하나 지우기 (번호나 내용)",
    en: "forget a memory, by number or words",
  },
  rememberUsage: {
    ko: "/기억해 나는 땅콩 알레르기가 있어",
    en: "/remember I am allergic to peanuts",
  },
  remembered: {
    ko: "🧠 기억했어요: {text}",
    en: "🧠 Got it: {text}",
  },
  rememberedAlready: {
    ko: "🧠 이미 기억하고 있어요: {text}",
    en: "🧠 I remember that already: {text}",
  },
  factTooLong: {
    ko: "늘 기억하기에는 너무 길어요 ({length}자, 최대 {limit}자). 짧게 줄이거나 파일에 적어 주세요.",
    en: "That is too long to keep in mind always ({length} characters, at most {limit}). Please shorten it, or put it into a file.",
  },
  noMemories: {
    ko: "기억하는 것이 없어요. “와이파이 비번은 1234야, 기억해줘”처럼 말해 주세요.",
    en: "I remember nothing yet. Say “remember that the wifi password is 1234”.",
  },
  memoriesHead: {
    ko: "🧠 **기억** {count}개 (📌 늘 떠올리는 것 {pinned}개)",
    en: "🧠 **Memories** ({count}, 📌 {pinned} always in mind)",
  },
  memoriesLike: {
    ko: "🧠 “{text}”에 가까운 기억 {count}개:",
    en: "🧠 Memories about “{text}”: {count}",
  },
  noMemoryLike: {
    ko: "“{text}”에 관한 기억이 없어요.",
    en: "I remember nothing about “{text}”.",
  },
  forgotten: { ko: "🗑 기억을 지웠어요: {text}", en: "🗑 Forgotten: {text}" },
  forgottenAlready: {
    ko: "그 기억은 이미 없어요.",
    en: "That memory is gone already.",
  },
  forgetWhich: {
    ko: "“{text}”에 맞는 기억이 {count}개예요. 어느 것을 지울까요?",
    en: "{count} memories match “{text}”. Which one shall I forget?",
  },
  forgetNear: {
    ko: "“{text}”에 꼭 맞는 기억이 없어요. 혹시 이 가운데 하나인가요?",
    en: "No memory matches “{text}”. Did you mean one of these?",
  },
  forgetNumber: { ko: "🗑 {number}", en: "🗑 {number}" },
  nothingToForget: { ko: "“{text}”에 맞는 기억이 없어요.", en: "No memory matches “{text}”." },
  noPast: { ko: "이 대화방에는 지난 대화가 없어요.", en: "Nothing was said in this chat yet." },
  pastHead: { ko: "🕘 **지난 대화**", en: "🕘 **What was said**" },
  pageNewer: { ko: "◀ 최근", en: "◀ Newer" },
  pageOlder: { ko: "이전 ▶", en: "Older ▶" },
  pastDone: { ko: "끝남", en: "done" },
  pastRunning: { ko: "하는 중", en: "still running" },
  pastWaiting: { ko: "승인을 기다리는 중", en: "waits for a decision" },
  pastFailed: { ko: "실패", en: "failed" },
  pastDenied: { ko: "거절됨", en: "denied" },
  pastStopped: { ko: "멈춤", en: "stopped" },
} as const satisfies Record<string, Localized>;
