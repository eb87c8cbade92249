import type { Localized } from "../../base/localized.ts";

/** What only Discord shows: forms, menus, and a refusal there. */
export const DISCORD_TEXTS = {
  discordAsk: { ko: "무엇이든 물어보거나 부탁하기", en: "ask or request anything" },
  discordAskOption: { ko: "묻거나 부탁할 말", en: "what to ask or request" },
  discordFileOption: { ko: "함께 보낼 파일이나 사진", en: "a file or picture to go with it" },
  discordTextOption: { ko: "명령 뒤에 올 내용", en: "what follows the command" },
  discordAboutThis: { ko: "이 메시지에 대해 묻기", en: "Ask about this" },
  discordQuestion: { ko: "무엇을 알고 싶으신가요?", en: "What would you like to know?" },
  discordQuoted: { ko: "메시지", en: "The message" },
  discordYourWords: { ko: "답", en: "Your answer" },
  discordChoose: { ko: "하나를 고르세요", en: "Choose one" },
  lacksForm: {
    ko: "⚠️ {place}에서 봇에 **{permission}** 권한이 없어 그것을 빼고 보냈어요. 그 서버나 채널의 설정에서 켜 주세요.",
    en: "⚠️ The bot lacks the permission **{permission}** in {place}, so I sent without it there. Give it in the settings of that server or channel.",
  },
  lacksWrite: {
    ko: "📭 그곳에 쓸 수 없었어요. {problem}",
    en: "📭 I could not write there. {problem}",
  },
  discordNotAnswered: {
    ko: "여기서는 주인이 들여보낸 사람에게만 답합니다. 제게 직접 메시지를 보내 들여보내 달라고 부탁해 주세요.",
    en: "Here I answer only people whom the owner let in. Write to me directly to ask for that.",
  },
} as const satisfies Record<string, Localized>;
