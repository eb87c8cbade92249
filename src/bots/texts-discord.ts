import type { Localized } from "../base/words.ts";

/** What only Discord shows: forms, menus, and a refusal there. */
export const DISCORD_TEXTS = {
  discordAsk: { ko: "무엇이든 물어보거나 부탁하기", en: "ask or request anything" },
  discordAskOption: { ko: "묻거나 부탁할 말", en: "what to ask or request" },
  discordTextOption: { ko: "명령 뒤에 올 내용", en: "what follows the command" },
  discordAboutThis: { ko: "이 메시지에 대해 묻기", en: "Ask about this" },
  discordQuestion: { ko: "무엇을 알고 싶으신가요?", en: "What would you like to know?" },
  discordQuoted: { ko: "메시지", en: "The message" },
  discordYourWords: { ko: "답", en: "Your answer" },
  discordNotAnswered: {
    ko: "여기서는 주인이 들여보낸 사람에게만 답합니다. 제게 직접 메시지를 보내 들여보내 달라고 부탁해 주세요.",
    en: "Here I answer only people whom the owner let in. Write to me directly to ask for that.",
  },
} as const satisfies Record<string, Localized>;

/** What a command is called on Discord in Korean; others keep their name. */
export const KOREAN_COMMANDS: Readonly<Record<string, string>> = {
  ask: "질문",
  start: "시작",
  help: "도움말",
  new: "새대화",
  stop: "멈춤",
  ibl: "실행",
  check: "확인",
  schedule: "예약",
  workflows: "워크플로우",
  approvals: "승인",
  grants: "허락",
  people: "사람들",
  agent: "상담사",
  settings: "설정",
  language: "언어",
  timezone: "시간대",
  status: "상태",
  usage: "사용량",
  export: "내보내기",
  files: "파일",
  memory: "기억",
  claim: "주인되기",
  forget_me: "잊어줘",
};
