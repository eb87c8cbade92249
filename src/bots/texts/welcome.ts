import type { Localized } from "../../base/localized.ts";

/** The greeting of someone who is known, with what to try. `{name}` places are filled by `say`. */
export const WELCOME_TEXTS = {
  greeting: {
    ko: "안녕하세요, {name}님. 말씀하시면 작은 프로그램으로 바꿔 하고, 위험한 일은 버튼으로 허락받은 뒤에만 합니다. 하나 눌러 보세요. 더 많은 것은 /help",
    en: "Hello {name}. I turn what you ask into a small program, and do anything risky only after you press a button. Try one of these; /help shows more.",
  },
  tryTime: { ko: "지금 몇 시야", en: "what time is it in New York" },
  tryNews: { ko: "AI 뉴스 찾아줘", en: "find AI news" },
  tryBriefing: {
    ko: "매일 아침 8시에 뉴스 브리핑 보내줘",
    en: "send me the news briefing every day at 8am",
  },
} as const satisfies Record<string, Localized>;
