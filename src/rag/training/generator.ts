import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import { createRandom } from "../encoders/intent-model.ts";
import type { MaterialExample } from "../store/example-store.ts";
import { paraphrase } from "./paraphrase.ts";

/** Same seed, same examples. */
const SEED = 20_261_121;

/** Paraphrases of each program. */
const PARAPHRASES = 5;

/** Examples by rule: templates of several steps over the actions there are, and paraphrases of what was written. Deterministic; none that was written already. */
export function generateExamples(
  catalogue: Catalogue,
  written: readonly MaterialExample[],
): readonly MaterialExample[] {
  return [...fromTemplates(catalogue), ...fromParaphrases(written)];
}

/** A program with places for a subject, in what two languages call for it. */
interface Template {
  readonly needs: readonly string[];
  readonly ko: string;
  readonly en: string;
  readonly code: string;
}

const TEMPLATES: readonly Template[] = [
  {
    needs: ["source:search_news", "system:file"],
    ko: "{a} 뉴스 검색해서 {f}에 저장해줘",
    en: "search the news for {a} and save it to {f}",
    code: '[source:search_news]("{a}") >> [system:file]("{f}")',
  },
  {
    needs: ["source:web_search", "system:summarize"],
    ko: "{a} 검색해서 요약해줘",
    en: "search the web for {a} and summarize it",
    code: '[source:web_search]("{a}") >> [system:summarize]',
  },
  {
    needs: ["source:web_search", "system:notify_user"],
    ko: "{a} 검색해서 알림으로 보내줘",
    en: "look up {a} and notify me",
    code: '[source:web_search]("{a}") >> [system:notify_user]',
  },
  {
    needs: ["source:search_news"],
    ko: "{a} 뉴스랑 {b} 뉴스 둘 다 찾아줘",
    en: "find news about both {a} and {b}",
    code: '[source:search_news]("{a}") & [source:search_news]("{b}")',
  },
  {
    needs: ["source:web_search"],
    ko: "{a}하고 {b} 같이 검색해줘",
    en: "search for {a} and for {b} at the same time",
    code: '[source:web_search]("{a}") & [source:web_search]("{b}")',
  },
  {
    needs: ["source:search_news", "source:web_search"],
    ko: "{a} 뉴스 찾아보고 없으면 웹 검색해줘",
    en: "find news about {a}, and if there is none search the web",
    code: '[source:search_news]("{a}") ?? [source:web_search]("{a}")',
  },
  {
    needs: ["system:read", "source:web_search"],
    ko: "{f} 읽어보고 없으면 {a} 검색해줘",
    en: "read {f}, and if it is missing search for {a}",
    code: '[system:read]("{f}") ?? [source:web_search]("{a}")',
  },
];

const SUBJECTS: readonly (readonly [string, string])[] = [
  ["전기차", "electric cars"],
  ["금리", "interest rates"],
  ["여행", "travel"],
];
const FILES = ["news.md", "result.md", "today.md"];

function fromTemplates({ actions }: Catalogue): readonly MaterialExample[] {
  return TEMPLATES.filter(({ needs }) => needs.every((name) => actions.has(name))).flatMap(
    ({ ko, en, code }) =>
      SUBJECTS.flatMap(([korean, english], at) => {
        const [otherKorean, otherEnglish] = SUBJECTS[(at + 1) % SUBJECTS.length] ?? ["", ""];
        const file = FILES[at % FILES.length] ?? "";
        const filled = (text: string, a: string, b: string): string =>
          text.replaceAll("{a}", a).replaceAll("{b}", b).replaceAll("{f}", file);
        return [
          exampleOf(filled(ko, korean, otherKorean), filled(code, korean, otherKorean)),
          exampleOf(filled(en, english, otherEnglish), filled(code, english, otherEnglish)),
        ];
      }),
  );
}

function exampleOf(intent: string, code: string): MaterialExample {
  return { intent, code, source: "synthetic" };
}

/** Other words for some of what was written, the same ones each time. */
function fromParaphrases(written: readonly MaterialExample[]): readonly MaterialExample[] {
  const random = createRandom(SEED);
  const byCode = new Map<string, string[]>();
  for (const { intent, code } of written) {
    const intents = byCode.get(code) ?? [];
    byCode.set(code, [...intents, intent]);
  }
  return [...byCode].flatMap(([code, intents]) => {
    const known = new Set(intents);
    const made = intents
      .flatMap((intent) => paraphrase(intent, random))
      .filter((intent) => !known.has(intent));
    return pick(made, PARAPHRASES, random).map(
      (intent): MaterialExample => ({ intent, code, source: "synthetic_v3" }),
    );
  });
}

function pick(list: readonly string[], count: number, random: () => number): readonly string[] {
  const left = [...new Set(list)];
  const picked: string[] = [];
  while (picked.length < count && left.length > 0)
    picked.push(...left.splice(Math.floor(random() * left.length), 1));
  return picked;
}
