import type { Localized } from "../../base/localized.ts";

/** What is told of a dry run, and of what a briefing becomes. `{name}` places are filled by `say`. */
export const TRIED_TEXTS = {
  approveAnyway: { ko: "승인 (그래도 저장)", en: "Approve anyway" },
  triedDone: { ko: "🧪 방금 해 봤습니다", en: "🧪 Tried just now" },
  triedSample: {
    ko: "🧪 방금 “{sample}” 메시지가 온 것처럼 해 봤습니다",
    en: "🧪 Tried just now, as if the message “{sample}” had come",
  },
  triedCut: {
    ko: "🧪 시간 안에 끝나지 않아 여기까지만 해 봤습니다",
    en: "🧪 Tried just now, as far as the time allowed",
  },
  triedFailed: {
    ko: "🧪 방금 해 봤는데 안 됐습니다",
    en: "🧪 The try failed",
  },
  triedRefused: {
    ko: "🧪 지금은 실행할 수 없습니다",
    en: "🧪 It may not run as things are",
  },
  triedKeepAnyway: { ko: " 그래도 저장할 수 있습니다.", en: " You can still save it." },
  triedPrivate: {
    ko: "🧪 본인만 볼 내용이 있어 여기서는 해 보지 않았습니다. 그 내용은 개인 대화로 갑니다.",
    en: "🧪 Not tried here: some of it is for one person alone, and comes to their private chat.",
  },
  triedElsewhere: {
    ko: "내용은 부탁한 분만 봅니다.",
    en: "What it gave is for the one who asked.",
  },
  triedCount: { ko: "{count}개", en: "{count}" },
  triedNow_true: { ko: "🔎 {condition} → 지금: 참", en: "🔎 {condition} → now: true" },
  triedNow_false: { ko: "🔎 {condition} → 지금: 거짓", en: "🔎 {condition} → now: false" },
  triedNow_open: {
    ko: "🔎 {condition} → 실행해 봐야 압니다",
    en: "🔎 {condition} → known only when it runs",
  },
  triedBrings: { ko: "🗒️ 지금이라면 이렇게 옵니다:", en: "🗒️ Now it would bring:" },
  triedBringsNothing: { ko: "🗒️ 지금이라면 올 것이 없습니다.", en: "🗒️ Now it would bring nothing." },
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
    ko: "⏸️ 무엇이 부를지는 이벤트가 와야 압니다",
    en: "⏸️ What sets it off is known only when it comes",
  },
  becomesHead: { ko: "📋 **{name}**", en: "📋 **{name}**" },
} as const satisfies Record<string, Localized>;
