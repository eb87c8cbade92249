import { messageOf, wordsOf } from "../../base/errors.ts";
import type { Language, Localized } from "../../base/localized.ts";

/** One line of `doctor` and of the first-run screen. */
export interface HealthLine {
  /** Names the line for programs: the same in every language. */
  readonly name: string;
  readonly state: "ok" | "missing" | "problem";
  readonly detail: Localized;
  /** What to do about it. */
  readonly next?: Localized;
}

const KOREAN_NAMES: Readonly<Record<string, string>> = {
  Home: "폴더",
  Telegram: "텔레그램",
  Discord: "디스코드",
  Model: "모델",
  Embedder: "임베딩",
  Sandbox: "명령 격리",
  "Time zone": "시간대",
  Language: "언어",
  Owners: "주인",
  Answers: "답",
  Approvals: "승인",
  Catalogue: "액션 목록",
  Actions: "액션",
  "Telegram account": "텔레그램 계정",
  "Telegram webhook": "텔레그램 웹훅",
  "Telegram webhook online": "텔레그램 웹훅 전달",
  "Discord account": "디스코드 계정",
  "Discord intents": "디스코드 인텐트",
};

/** The line as a person reads it: a mark, its name, what is so, and below it what to do. */
export function healthText({ name, state, detail, next }: HealthLine, language: Language): string {
  const mark = state === "ok" ? "✓" : state === "missing" ? "–" : "✗";
  const title =
    language === "ko"
      ? (KOREAN_NAMES[name] ??
        name
          .replace(/^Model /, "모델 ")
          .replace(/^Embedder /, "임베딩 ")
          .replace(/^Actions /, "액션에 필요한 "))
      : name;
  const after = next === undefined ? "" : `\n    → ${next[language]}`;
  return `${mark} ${title}: ${detail[language]}${after}`;
}

/** The same words in every language: a path, a name, a number. */
export function asIs(text: string): Localized {
  return { ko: text, en: text };
}

/** What went wrong, in every language where the error has it. */
export function problemWords(thrown: unknown): Localized {
  return thrown instanceof Error
    ? { ko: wordsOf(thrown, "ko"), en: wordsOf(thrown, "en") }
    : asIs(messageOf(thrown));
}
