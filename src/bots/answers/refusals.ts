import type { Reply, Suggestion } from "../../agent/turn/assistant.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say, type TextKey } from "../texts/say.ts";

/** A thing that can be asked for: words that people use about it, and a sentence that is understood. */
interface Topic {
  readonly words: RegExp;
  readonly example: Localized;
}

/** The first that a message has a word of counts. */
const TOPICS: readonly Topic[] = [
  {
    words: /브리핑|\bbrief(?:ing|s)?\b/iu,
    example: { ko: "매일 아침 8시에 브리핑해줘", en: "brief me every morning at 8" },
  },
  {
    words:
      /알림|알람|타이머|깨워|까먹|잊지\s?않|\b(?:remind(?:er|ers|s)?|alarms?|timers?|wake me)\b/iu,
    example: { ko: "내일 오후 3시에 병원 전화 알려줘", en: "remind me tomorrow at 3 pm to call" },
  },
  {
    words: /할\s?일|투두|체크리스트|장볼|\b(?:to-?dos?|tasks?|check-?list)\b/iu,
    example: { ko: "할 일에 우유 추가해줘", en: "add milk to my to-dos" },
  },
  {
    words: /기억|비번|비밀번호|\b(?:remember|memory|password)\b/iu,
    example: { ko: "현관 비번은 4821이라고 기억해줘", en: "remember that the gate code is 4821" },
  },
  {
    words: /파일|문서|메모|\.(?:txt|md|csv|pdf)\b|\b(?:files?|documents?|notes?|memos?)\b/iu,
    example: { ko: "메모.txt에 두부라고 적어줘", en: "write tofu to list.txt" },
  },
  {
    words: /날씨|우산|기온|\b(?:weather|forecast|umbrella|temperature)\b/iu,
    example: { ko: "내일 부산 날씨 어때?", en: "weather in Busan tomorrow" },
  },
  {
    words: /뉴스|기사|소식|\b(?:news|headlines?)\b/iu,
    example: { ko: "경제 뉴스 보여줘", en: "show me economy news" },
  },
  {
    words: /차트|그래프|\b(?:charts?|graphs?|plot)\b/iu,
    example: { ko: "코스피 한 달 차트 그려줘", en: "chart of KOSPI this month" },
  },
  {
    words: /주가|주식|시세|환율|코인|\b(?:stocks?|share price|prices?|exchange rate|bitcoin)\b/iu,
    example: { ko: "삼성전자 주가 알려줘", en: "price of Tesla" },
  },
  {
    words: /일정|약속|캘린더|달력|\b(?:calendar|appointments?|schedules?)\b/iu,
    example: { ko: "오늘 일정 뭐 있어?", en: "what's on today?" },
  },
  {
    words: /검색|찾아|요약|\b(?:search|look up|google|find|summar\w+)\b/iu,
    example: { ko: "김치찌개 끓이는 법 검색해줘", en: "search the web for kimchi stew recipes" },
  },
];

/** What is said of words in which nothing was found, one after another: what quotes them offers what can be done with any words. */
const PLAIN: readonly TextKey[] = ["plannerNone", "plannerNoneAgain", "plannerNoneHelp"];

/** What is longer is not quoted, in UTF-16 units. */
const LONGEST_QUOTED = 50;

/** The same where they seem to be about something that can be asked for. */
const NEAR: readonly TextKey[] = ["plannerNear", "plannerNearAgain"];

/** What was refused in a chat: how often plainly, how often with a near topic, and how often since anything else was answered. */
interface Past {
  readonly plain: number;
  readonly near: number;
  readonly running: number;
}

const NOTHING: Past = { plain: 0, near: 0, running: 0 };

/** Says in a chat that nothing was understood: never twice running in the same words, and the second time running what there is to ask for. */
export class Refusals {
  readonly #past = new Map<string, Past>();

  /** Something else was answered in a chat. */
  end(chatId: string): void {
    const past = this.#past.get(chatId);
    if (past !== undefined) this.#past.set(chatId, { ...past, running: 0 });
  }

  /** What is said to words in which nothing was found; those of somebody else are not quoted. */
  next(chatId: string, text: string, language: Language, isOwn = true): Reply {
    const past = this.#past.get(chatId) ?? NOTHING;
    const running = past.running + 1;
    const example = nearExample(text)?.[language];
    if (example !== undefined) {
      this.#past.set(chatId, { ...past, near: past.near + 1, running });
      return refusal(NEAR[past.near % NEAR.length] ?? "plannerNear", language, { example });
    }
    const isTold = past.running === 1;
    this.#past.set(chatId, { ...past, plain: past.plain + (isTold ? 0 : 1), running });
    if (isTold) return { kind: "courtesy", courtesy: "ability" };
    const words = isOwn ? quotable(text) : undefined;
    const key = PLAIN[past.plain % PLAIN.length] ?? "plannerNone";
    if (key === "plannerNone") return refusal(key, language);
    if (words === undefined)
      return refusal(past.plain % 2 === 0 ? "plannerNone" : "plannerNoneLong", language);
    const question = say(language, key, { words: escapeMarkup(words) });
    return { kind: "none", question, suggests: withWords(words, language) };
  }
}

/** Words as they may stand between quotation marks; `undefined` for what is too long, or has such marks itself. */
function quotable(text: string): string | undefined {
  const words = text
    .replace(/\s+/gu, " ")
    .replace(/[.!?~\s]+$/u, "")
    .trim();
  return words === "" || words.length > LONGEST_QUOTED || /["“”]/u.test(words) ? undefined : words;
}

/** What can be done with any words. */
function withWords(words: string, language: Language): readonly Suggestion[] {
  const help = say(language, "whatICanDo");
  return [
    ...OFFERS.map(({ label, says }) => ({
      label: label[language],
      says: says[language].replace("{words}", () => words),
    })),
    { label: help, says: help },
  ];
}

const OFFERS: readonly { readonly label: Localized; readonly says: Localized }[] = [
  {
    label: { ko: "할 일에 넣기", en: "Add to to-dos" },
    says: { ko: "할 일에 “{words}” 추가해줘", en: "add “{words}” to my to-dos" },
  },
  {
    label: { ko: "기억하기", en: "Remember it" },
    says: { ko: "“{words}” 기억해줘", en: "remember that {words}" },
  },
  {
    label: { ko: "검색", en: "Search" },
    says: { ko: "“{words}” 검색해줘", en: "search the web for “{words}”" },
  },
];

function refusal(
  key: TextKey,
  language: Language,
  values: Readonly<Record<string, string>> = {},
): Reply {
  const label = say(language, "whatICanDo");
  return { kind: "none", question: say(language, key, values), suggests: [{ label, says: label }] };
}

/** A sentence that is understood about what these words seem to be about; `undefined` where nothing tells. Pure. */
function nearExample(text: string): Localized | undefined {
  return TOPICS.find(({ words }) => words.test(text))?.example;
}

/** Every sentence that is named as one that is understood. */
export const EXAMPLES: readonly Localized[] = TOPICS.map(({ example }) => example);
