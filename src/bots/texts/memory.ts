import type { Localized } from "../../base/localized.ts";

/** What is said of conversations and memories. `{name}` places are filled by `say`. */
export const MEMORY_TEXTS = {
  helpHistory: { ko: "지난 대화 보기", en: "show what was said" },
  helpRemember: { ko: "늘 기억할 것 적어 두기", en: "pin a fact, for good" },
  helpMemory: { ko: "기억하는 것 보기, 찾기 (/memory 낱말)", en: "show or search what I remember" },
  helpForgetMemory: {
    ko: "기억 하나 지우기 (번호나 내용)",
    en: "forget a memory, by number or words",
  },
  rememberUsage: {
    ko: "/remember 나는 땅콩 알레르기가 있어",
    en: "/remember I am allergic to peanuts",
  },
  remembered: {
    ko: "📌 기억해 두었습니다 (#{number}): {text}",
    en: "📌 Remembered (#{number}): {text}",
  },
  rememberedAlready: {
    ko: "📌 이미 기억하고 있습니다 (#{number}): {text}",
    en: "📌 I remember that already (#{number}): {text}",
  },
  factTooLong: {
    ko: "늘 기억하기에는 너무 깁니다 ({length}자, 최대 {limit}자). 짧게 줄이거나 파일에 적어 주세요.",
    en: "That is too long to keep in mind always ({length} characters, at most {limit}). Please shorten it, or put it into a file.",
  },
  noMemories: {
    ko: "기억하는 것이 없습니다. `/remember 내용` 으로 적어 둘 수 있습니다.",
    en: "I remember nothing yet. `/remember TEXT` keeps a fact.",
  },
  memoriesHead: {
    ko: "🧠 기억 {count}개 (📌 {pinned}개는 늘 떠올립니다) · {page}/{pages}쪽. 지우려면 `/forget 번호`",
    en: "🧠 Memories: {count} (📌 {pinned} always in mind) · page {page} of {pages}. `/forget NUMBER` deletes one",
  },
  memoriesLike: {
    ko: "🧠 “{text}”에 가까운 기억 {count}개:",
    en: "🧠 Memories about “{text}”: {count}",
  },
  noMemoryLike: {
    ko: "“{text}”에 관한 기억이 없습니다.",
    en: "I remember nothing about “{text}”.",
  },
  forgotten: { ko: "🗑️ 지웠습니다 (#{number}): {text}", en: "🗑️ Forgotten (#{number}): {text}" },
  forgottenAlready: {
    ko: "#{number} 기억은 이미 없습니다.",
    en: "Memory #{number} is gone already.",
  },
  forgetWhich: {
    ko: "“{text}”에 맞는 기억이 {count}개입니다. 어느 것을 지울까요?",
    en: "{count} memories match “{text}”. Which one shall I forget?",
  },
  forgetNear: {
    ko: "“{text}”에 꼭 맞는 기억이 없습니다. 혹시 이 가운데 하나인가요?",
    en: "No memory matches “{text}”. Did you mean one of these?",
  },
  forgetNumber: { ko: "🗑️ #{number}", en: "🗑️ #{number}" },
  nothingToForget: { ko: "“{text}”에 맞는 기억이 없습니다.", en: "No memory matches “{text}”." },
  noPast: { ko: "이 대화방에는 지난 대화가 없습니다.", en: "Nothing was said in this chat yet." },
  pastHead: {
    ko: "🕘 지난 대화 · {page}/{pages}쪽",
    en: "🕘 What was said · page {page} of {pages}",
  },
  pageNewer: { ko: "◀ 최근", en: "◀ Newer" },
  pageOlder: { ko: "이전 ▶", en: "Older ▶" },
  pastDone: { ko: "끝남", en: "done" },
  pastRunning: { ko: "하는 중", en: "still running" },
  pastWaiting: { ko: "승인을 기다리는 중", en: "waits for a decision" },
  pastFailed: { ko: "실패", en: "failed" },
  pastDenied: { ko: "거절됨", en: "denied" },
  pastStopped: { ko: "멈춤", en: "stopped" },
} as const satisfies Record<string, Localized>;
