import type { Localized } from "../base/words.ts";

/** Briefings and what is told of schedules. `{name}` places are filled by `say`. */
export const SCHEDULES_TEXTS = {
  snooze: { ko: "1시간 뒤 다시", en: "Again in 1 hour" },
  stopSchedule: { ko: "그만 받기", en: "Stop these" },
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
  unsureArrived: {
    ko: "❔ 도착했는지 확인하지 못한 메시지가 있습니다: {head}\n받지 못하셨다면 다시 보내 드립니다.",
    en: "❔ This message may or may not have arrived: {head}\nIf you did not get it, it can be sent again.",
  },
  sendAgain: { ko: "다시 보내기", en: "Send it again" },
  sentAgain: { ko: "다시 보냅니다.", en: "It is sent again." },
  scheduleGone: { ko: "그 예약은 이제 없습니다.", en: "That schedule is gone." },
} as const satisfies Record<string, Localized>;
