import type { Localized } from "../../base/localized.ts";

/** What is said of a person's own settings. `{name}` places are filled by `say`. */
export const SETTINGS_TEXTS = {
  helpSettings: {
    ko: "언어, 시간대, 방해 금지 시간 보고 바꾸기",
    en: "see and change language, time zone and quiet hours",
  },
  helpLanguage: { ko: "언어 바꾸기 (ko, en)", en: "change language (ko, en)" },
  helpZone: {
    ko: "시간대 바꾸기 (서울, Asia/Seoul)",
    en: "change time zone (Seoul, Asia/Seoul)",
  },
  settingsView: {
    ko: "⚙️ **설정**\n- 언어: 한국어\n- 시간대: {zone} (지금 {time})\n- 방해 금지: {quiet}\n- 브리핑 모아 받기: {digest}\n\n방해 금지 시간에는 되풀이되는 예약의 메시지를 모아 두었다가 끝나면 보냅니다. 승인, 답, 한 번만 울리는 알림, 경고는 언제나 바로 보냅니다.\n\n버튼을 누르거나 이렇게 쓰세요: `/settings 방해금지 22:00-07:00` · `/settings 방해금지 끄기` · `/settings 시간대 서울` · `/settings 언어 en`",
    en: "⚙️ **Settings**\n- language: English\n- time zone: {zone} (now {time})\n- quiet hours: {quiet}\n- briefings in one message: {digest}\n\nIn quiet hours the messages of repeating schedules are held, and sent when they end. Approvals, answers, reminders set for one time and warnings are never held.\n\nPress a button, or write: `/settings quiet 22:00-07:00` · `/settings quiet off` · `/settings zone Seoul` · `/settings language ko`",
  },
  settingsUnknown: {
    ko: "바꿀 수 있는 것은 언어, 시간대, 방해금지, 모아받기입니다. 예: `/settings 방해금지 22:00-07:00`",
    en: "You can change language, zone, quiet and digest, such as `/settings quiet 22:00-07:00`.",
  },
  languageSet: { ko: "이제 한국어로 말합니다.", en: "I speak English now." },
  languageUnknown: {
    ko: "언어는 ko(한국어)나 en(영어)입니다. 이렇게 써 주세요: `/language en`",
    en: "The language is ko (Korean) or en (English). Write it like this: `/language ko`",
  },
  zoneSet: { ko: "시간대: {zone}", en: "Time zone: {zone}" },
  quietSet: { ko: "🌙 방해 금지: {quiet}", en: "🌙 Quiet hours: {quiet}" },
  quietOff: { ko: "🔔 방해 금지를 껐습니다.", en: "🔔 Quiet hours are off." },
  digestMinutes: { ko: "{minutes}분 안이면 함께", en: "within {minutes} min" },
  digestOffButton: { ko: "따로따로", en: "each alone" },
  digestSet: {
    ko: "📦 {minutes}분 안에 함께 오는 브리핑은 한 메시지로 보냅니다.",
    en: "📦 Briefings that are due within {minutes} min of each other come as one message.",
  },
  digestOff: { ko: "📦 브리핑을 따로따로 보냅니다.", en: "📦 Each briefing comes by itself." },
  digestUnknown: {
    ko: "몇 분인지 0에서 60까지로 써 주세요: `/settings 모아받기 5` (끄려면 `/settings 모아받기 끄기`)",
    en: "Write how many minutes, 0 to 60: `/settings digest 5` (or `/settings digest off`)",
  },
  quietUnknown: {
    ko: "시작과 끝을 이렇게 써 주세요: `/settings 방해금지 22:00-07:00` (끄려면 `/settings 방해금지 끄기`)",
    en: "Write when they begin and end: `/settings quiet 22:00-07:00` (or `/settings quiet off`)",
  },
  quietNone: { ko: "없음", en: "none" },
  quietOffButton: { ko: "방해 금지 끄기", en: "No quiet hours" },
  zoneSeoul: { ko: "서울", en: "Seoul" },
  zoneLondon: { ko: "런던", en: "London" },
  zoneNewYork: { ko: "뉴욕", en: "New York" },
  zoneLosAngeles: { ko: "로스앤젤레스", en: "Los Angeles" },
} as const satisfies Record<string, Localized>;
