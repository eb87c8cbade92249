import type { Localized } from "../../base/localized.ts";

/** Briefings and what is told of schedules. `{name}` places are filled by `say`. */
export const SCHEDULES_TEXTS = {
  snooze: { ko: "+1시간", en: "+1 h" },
  reminderDone: { ko: "완료", en: "Done" },
  cancelSnooze: { ko: "취소", en: "Cancel" },
  reminderOptions: { ko: "⚙️", en: "⚙️" },
  reminderIsDone: { ko: "✅ {name}", en: "✅ {name}" },
  reminderSnoozed: { ko: "💤 **{name}** · {time}에 다시", en: "💤 **{name}** · again {time}" },
  moreButtons: { ko: "⋯ {name}", en: "⋯ {name}" },
  snoozeSoon: { ko: "+10분", en: "+10 min" },
  snoozeTomorrow: { ko: "내일", en: "Tomorrow" },
  briefingAgain: { ko: "새로", en: "Refresh" },
  runsAgain: { ko: "다시 가져올게요.", en: "Getting it again." },
  retime: { ko: "바꾸기", en: "Change" },
  askingTiming: { ko: "언제로 바꿀지 물어봐요.", en: "You are asked when." },
  stopSchedule: { ko: "끄기", en: "Turn off" },
  briefingHead: { ko: "🗞️ **{name}**", en: "🗞️ **{name}**" },
  entryNow: { ko: "{sign} **{name}** · {time}", en: "{sign} **{name}** · {time}" },
  entryAhead: {
    ko: "{sign} **{name}** · {time} ({length} 뒤)",
    en: "{sign} **{name}** · {time} (in {length})",
  },
  briefingLate: {
    ko: "🗞️ **{name}** (늦게 실행됨: 원래 {time})",
    en: "🗞️ **{name}** (late: it was due at {time})",
  },
  reminderLate: {
    ko: "({time} 알림이 늦었어요. 제가 꺼져 있었어요.)",
    en: "(due {time}; I was off)",
  },
  briefingFailed: {
    ko: "⚠️ 예약 **{name}** 실행이 실패했어요: {message}",
    en: "⚠️ The schedule **{name}** failed: {message}",
  },
  briefingMoved: {
    ko: "📨 예약 **{name}**의 내용은 본인만 볼 것이라 예약한 분과의 개인 대화로 보냈어요.",
    en: "📨 What the schedule **{name}** brought is for one person alone, so I sent it to their private chat.",
  },
  briefingMissed: {
    ko: "⏰ 예약 **{name}**을(를) {count}번 놓쳤어요 ({span}). 그동안 서비스가 꺼져 있었어요.",
    en: "⏰ The schedule **{name}** was missed {count} time(s) ({span}), because the service was not running.",
  },
  briefingMissedDown: {
    ko: "⏰ 예약 **{name}**을(를) {count}번 놓쳤어요 ({span}). {since}부터 {until}까지 서비스가 멈춰 있었어요.",
    en: "⏰ The schedule **{name}** was missed {count} time(s) ({span}), because the service was not running from {since} to {until}.",
  },
  scheduleDisabled: {
    ko: "⚠️ 예약 **{name}**이(가) 계속 실패해서 껐어요.",
    en: "⚠️ The schedule **{name}** kept failing and was switched off.",
  },
  schedulesMoved: {
    ko: "예약 {count}개도 이제 이 시간대의 시각을 따라요.",
    en: "{count} schedule(s) keep their times by this clock from now on.",
  },
  schedulePaused: {
    ko: "⏸ 예약 **{name}**의 프로그램을 더는 실행할 수 없어 멈췄어요: {reason}\n고치거나, 다시 실행할 수 있게 되면 이어져요.",
    en: "⏸ The schedule **{name}** is paused, since its program cannot run any more: {reason}\nIt goes on when you change it, or when it can run again.",
  },
  scheduleResumed: {
    ko: "▶ 예약 **{name}**을(를) 다시 실행할 수 있어 이어 가요.",
    en: "▶ The schedule **{name}** can run again and goes on.",
  },
  switchOnAgain: { ko: "다시 켜기", en: "Turn on again" },
  showWhy: { ko: "왜 실패했나요", en: "Why it failed" },
  scheduleOn: { ko: "🔔 “{name}” 예약을 켰어요.", en: "🔔 “{name}” is switched on." },
  scheduleNoFailure: { ko: "남은 실패 기록이 없어요.", en: "No failure is on record." },
  webhookSecret: {
    ko: "🔑 웹훅 **{name}**의 비밀 값이에요. 이 메시지에만 있으니 보낼 쪽에 넣은 뒤 지우세요.\n주소: {address}\n비밀 값: `{secret}`\n요청은 Standard Webhooks 방식(HMAC-SHA256)으로 서명해요.",
    en: "🔑 This is the secret of the webhook **{name}**. It is in this message alone: put it where the requests come from, then delete it.\nAddress: {address}\nSecret: `{secret}`\nRequests are signed as Standard Webhooks says (HMAC-SHA256).",
  },
  snoozed: { ko: "{time}에 다시 보낼게요.", en: "Again {time}." },
  scheduleOff: { ko: "꺼 둔 알림이에요.", en: "That one is off." },
  unsureArrived: {
    ko: "❔ 도착했는지 확인하지 못한 메시지가 있어요: {head}\n받지 못하셨다면 다시 보내 드려요.",
    en: "❔ This message may or may not have arrived: {head}\nIf you did not get it, it can be sent again.",
  },
  sendAgain: { ko: "다시 보내기", en: "Send it again" },
  sentAgain: { ko: "다시 보내요.", en: "It is sent again." },
  scheduleHead: {
    ko: "🗓️ 예약 {count}개 · {page}/{pages}쪽. 하나를 누르면 자세히 보여 드려요.",
    en: "🗓️ Schedules: {count} · page {page} of {pages}. Press one to see more.",
  },
  scheduleEmpty: {
    ko: "예약이 없어요. 이렇게 말해 보세요: 매일 아침 8시에 뉴스 브리핑 보내줘",
    en: "Nothing is scheduled. Try saying: send me the news briefing every day at 8am",
  },
  scheduleNone: {
    ko: "“{text}”(이)라는 예약이 없어요. 모두 보려면 /schedule",
    en: "There is no schedule “{text}”. /schedule shows all of them.",
  },
  scheduleNext: { ko: "다음 {time}", en: "next {time}" },
  scheduleComing: { ko: "다음 시각:", en: "Next times:" },
  scheduleIsOn: { ko: "켜짐", en: "on" },
  scheduleIsOff: { ko: "꺼짐", en: "off" },
  scheduleIsFailing: { ko: "계속 실패해서 꺼짐", en: "off, because it kept failing" },
  scheduleIsDone: { ko: "끝남", en: "over" },
  scheduleIsHeld: { ko: "주인의 확인을 기다림", en: "waits for an owner's look" },
  schedulePause: { ko: "⏸ 멈추기", en: "⏸ Pause" },
  scheduleResume: { ko: "▶ 다시 켜기", en: "▶ Resume" },
  scheduleRunNow: { ko: "⚡ 지금 실행", en: "⚡ Run now" },
  scheduleBack: { ko: "◀ 목록", en: "◀ All" },
  scheduleAsking: { ko: "승인을 물어봐요.", en: "You will be asked to approve." },
  pageBefore: { ko: "◀ 앞", en: "◀ Back" },
  pageAfter: { ko: "다음 ▶", en: "Next ▶" },
  scheduleReplaced: {
    ko: "다음 실행이 자리를 대신했어요.",
    en: "The next one took its place.",
  },
  scheduleGone: { ko: "그 알림은 이제 없어요.", en: "That one is gone." },
  groupUnreached: {
    ko: "📭 {platform} 그룹 대화에 예약된 메시지를 보내지 못했어요. {problem}\n그곳으로 가는 예약: {names}. 다시 쓸 수 있게 해 주시거나 /schedule 에서 멈춰 주세요.",
    en: "📭 A scheduled message could not be sent to a group on {platform}. {problem}\nSchedules that write there: {names}. Let the bot write there again, or stop them by /schedule.",
  },
  unreached: {
    ko: "📭 {time}부터 이 대화에 쓸 수 없어서 예약된 메시지가 전달되지 못했어요. 예약은 /schedule 에 있어요.",
    en: "📭 From {time} on this chat could not be written to, so scheduled messages were not delivered. /schedule shows the schedules.",
  },
} as const satisfies Record<string, Localized>;

/** What is said of briefings and while one is put together. `{name}` places are filled by `say`. */
export const BRIEFINGS_TEXTS = {
  helpBriefing: { ko: "내 브리핑 보기, 만들기, 바꾸기", en: "See, make and change your briefings" },
  detailBriefing: {
    ko: "브리핑과 다음 시각, 마지막 결과를 보여 드려요. 하나를 누르면 설정, 지금 실행, 미루기, 멈추기 버튼이 나오고, ➕ 로 아침 브리핑, 가격 알림, 페이지 감시, 안 읽은 글, 주간 돌아보기를 만들어요. 말로도 돼요: 매일 아침 8시에 서울 날씨랑 AI 뉴스 브리핑해줘 · 브리핑에서 날씨 빼줘",
    en: "Shows your briefings with their next time and last outcome. Press one to configure it, run it now, put it off or stop it; ➕ makes a morning briefing, a price alert, a page change, unread feeds or a weekly review. Words do as well: brief me every morning at 8 with the weather in Seoul and AI news · remove the weather from my briefing",
  },
  briefingsHead: {
    ko: "🗞️ 브리핑 {count}개 · {page}/{pages}쪽. 하나를 누르면 자세히 보여 드려요.",
    en: "🗞️ Briefings: {count} · page {page} of {pages}. Press one to see more.",
  },
  briefingsNone: {
    ko: "아직 브리핑이 없어요. 아래에서 하나 골라 보세요.",
    en: "You have no briefing yet. Choose one below.",
  },
  briefingKinds: { ko: "어떤 브리핑을 만들까요?", en: "Which briefing shall it be?" },
  briefingNew: { ko: "➕ 새 브리핑", en: "➕ New briefing" },
  briefingConfigure: { ko: "⚙️ 설정", en: "⚙️ Configure" },
  briefingSnooze: { ko: "💤 내일 다시", en: "💤 Not before tomorrow" },
  briefingGone: { ko: "그 브리핑은 이제 없어요.", en: "That briefing is gone." },
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
    ko: "언제인지 알아듣지 못했어요.",
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
