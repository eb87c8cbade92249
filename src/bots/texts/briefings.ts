import type { Localized } from "../../base/localized.ts";

/** What is said of briefings and while one is put together. `{name}` places are filled by `say`. */
export const BRIEFINGS_TEXTS = {
  helpBriefing: { ko: "내 브리핑 보기, 만들기, 바꾸기", en: "See, make and change your briefings" },
  detailBriefing: {
    ko: "브리핑과 다음 시각, 마지막 결과를 보여 드립니다. 하나를 누르면 설정, 지금 실행, 미루기, 멈추기 버튼이 나오고, ➕ 로 아침 브리핑, 가격 알림, 페이지 감시, 안 읽은 글, 주간 돌아보기를 만듭니다. 말로도 됩니다: 매일 아침 8시에 서울 날씨랑 AI 뉴스 브리핑해줘 · 브리핑에서 날씨 빼줘",
    en: "Shows your briefings with their next time and last outcome. Press one to configure it, run it now, put it off or stop it; ➕ makes a morning briefing, a price alert, a page change, unread feeds or a weekly review. Words do as well: brief me every morning at 8 with the weather in Seoul and AI news · remove the weather from my briefing",
  },
  briefingsHead: {
    ko: "🗞️ 브리핑 {count}개 · {page}/{pages}쪽. 하나를 누르면 자세히 보여 드립니다.",
    en: "🗞️ Briefings: {count} · page {page} of {pages}. Press one to see more.",
  },
  briefingsNone: {
    ko: "아직 브리핑이 없습니다. 아래에서 하나 골라 보세요.",
    en: "You have no briefing yet. Choose one below.",
  },
  briefingKinds: { ko: "어떤 브리핑을 만들까요?", en: "Which briefing shall it be?" },
  briefingNew: { ko: "➕ 새 브리핑", en: "➕ New briefing" },
  briefingConfigure: { ko: "⚙️ 설정", en: "⚙️ Configure" },
  briefingSnooze: { ko: "💤 내일 다시", en: "💤 Not before tomorrow" },
  briefingGone: { ko: "그 브리핑은 이제 없습니다.", en: "That briefing is gone." },
  briefingLast: { ko: "마지막: {time} {outcome}", en: "last: {time} {outcome}" },
  briefingNever: { ko: "아직 온 적 없음", en: "has not come yet" },
  briefingDelivered: { ko: "✓ 전달됨", en: "✓ delivered" },
  briefingDeliveredAt: { ko: "✓ {time}에 전달됨", en: "✓ delivered {time}" },
  briefingQuiet: { ko: "✓ 실행됨", en: "✓ ran" },
  briefingOnItsWay: { ko: "… 진행 중", en: "… on its way" },
  briefingFailedLast: { ko: "✗ 실패", en: "✗ failed" },
  briefingMissedLast: { ko: "⏰ 놓침", en: "⏰ missed" },
  briefingForm: {
    ko: "🗞️ **{name}**\n바꿀 것을 누르거나, 다 되었으면 “{done}”을(를) 눌러 주세요.",
    en: "🗞️ **{name}**\nPress what you want to change, or “{done}” when it is right.",
  },
  briefingMake: { ko: "이대로 만들기", en: "Make it" },
  briefingSave: { ko: "이대로 저장", en: "Save it" },
  briefingLeave: { ko: "그만두기", en: "Never mind" },
  briefingTime: { ko: "언제", en: "When" },
  briefingAskTime: {
    ko: "언제 받을까요? (예: 매일 아침 8시, 평일 7시 30분)",
    en: "When shall it come? (for example: every day at 8am, weekdays at 7:30)",
  },
  briefingTimeUnread: {
    ko: "언제인지 알아듣지 못했습니다.",
    en: "I did not understand when that is.",
  },
  briefingNotNumber: { ko: "숫자로 적어 주세요.", en: "Please write a number." },
  briefingNotAddress: {
    ko: "https://로 시작하는 주소를 적어 주세요.",
    en: "Please write an address that begins with https://.",
  },
  briefingPartIn: { ko: "☑ {part}", en: "☑ {part}" },
  briefingPartOut: { ko: "☐ {part}", en: "☐ {part}" },
  briefingPartsDone: { ko: "◀ 다 골랐어요", en: "◀ Done" },
  briefingNoLine: { ko: "정하지 않기", en: "Leave it unset" },
  briefingPresent: { ko: "지금: {present}", en: "Now: {present}" },
  briefingUnset: { ko: "정하지 않음", en: "not set" },
} as const satisfies Record<string, Localized>;
