import type { Localized } from "../../base/localized.ts";

/** How much may be used, and what is said at a limit. `{name}` places are filled by `say`. */
export const BUDGET_TEXTS = {
  helpUsage: { ko: "오늘 쓴 양과 한도 보기", en: "what was used today, and the limits" },
  overRate: {
    ko: "🐢 {message} 그때까지 오는 메시지에는 답하지 않습니다. /stop, /help, 버튼은 언제나 됩니다.",
    en: "🐢 {message} Until then messages get no answer. /stop, /help and buttons always work.",
  },
  cardBudget: {
    ko: "📈 **{name}**님의 물음으로 오늘의 모델 사용량이 한도에 가까워졌습니다. {scope}: {used} / {limit}. 오늘은 한도까지 더 쓰게 할까요?",
    en: "📈 A question of **{name}** brings today's use of the model close to its limit. {scope}: {used} of {limit}. May it go on up to the limit today?",
  },
  budget_person: { ko: "이 사람", en: "This person" },
  budget_chat: { ko: "이 채팅", en: "This chat" },
  budget_schedule: { ko: "이 예약", en: "This schedule" },
  budget_service: { ko: "서비스 전체", en: "The whole service" },
  budgetSettled: {
    ko: "오늘은 한도까지 쓸 수 있습니다.",
    en: "It may go on up to the limit today.",
  },
  budgetToldYes: {
    ko: "📈 주인이 오늘 모델을 더 쓰도록 허락했습니다. 다시 말씀해 주세요.",
    en: "📈 An owner allowed more of the model today. Please ask again.",
  },
  budgetToldNo: {
    ko: "📈 주인이 오늘 모델을 더 쓰도록 허락하지 않았습니다. 예시로는 계속 답합니다.",
    en: "📈 An owner did not allow more of the model today. I go on answering from examples.",
  },
  budgetToldNobody: {
    ko: "📈 오늘 모델을 더 써도 되는지에 주인이 답하지 않았습니다. 새 한도가 시작되면 다시 쓸 수 있습니다 (/usage).",
    en: "📈 No owner said whether more of the model may be used. It can be used again when the limit begins anew (/usage).",
  },
  usageHead: { ko: "📈 **사용량과 한도**", en: "📈 **Use and limits**" },
  usage_person: { ko: "나", en: "You" },
  usage_chat: { ko: "이 채팅", en: "This chat" },
  usage_schedule: { ko: "예약 “{name}”", en: "Schedule “{name}”" },
  usage_service: { ko: "서비스 전체", en: "The whole service" },
  usageLimited: {
    ko: "- {scope}, 오늘: {used} / {limit} ({percent}%)",
    en: "- {scope}, today: {used} of {limit} ({percent}%)",
  },
  usageFree: {
    ko: "- {scope}, 오늘: {used} (한도 없음)",
    en: "- {scope}, today: {used} (no limit)",
  },
  usageReset: { ko: "{time}에 다시 시작합니다.", en: "It begins anew at {time}." },
  usageAsks: {
    ko: "한도의 {percent}%부터는 주인에게 물어봅니다.",
    en: "From {percent}% of a limit on an owner is asked.",
  },
  usageNoPrice: {
    ko: "이 모델의 값을 몰라 돈은 세지 않고 토큰만 셉니다 (IBL_MODEL_PRICES).",
    en: "The price of this model is not known, so tokens are counted and money is not (IBL_MODEL_PRICES).",
  },
  usageNoModel: {
    ko: "설정된 언어 모델이 없어 모델에는 아무것도 쓰지 않습니다.",
    en: "No language model is set, so none is used.",
  },
  usage_message: { ko: "메시지", en: "Messages" },
  usage_program: { ko: "프로그램", en: "Programs" },
  usageRate: {
    ko: "- {kind}: 지난 1분 {minute} / {minutes}, 지난 1시간 {hour} / {hours}",
    en: "- {kind}: {minute} of {minutes} in the last minute, {hour} of {hours} in the last hour",
  },
} as const satisfies Record<string, Localized>;
