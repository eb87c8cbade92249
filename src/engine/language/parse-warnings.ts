import { joined, type Localized } from "../../base/localized.ts";
import { locate, type Warning } from "./diagnostics.ts";
import type { Note } from "./lexer-state.ts";
import type { Prepared } from "./repairs.ts";

/** What each repair tells the person: what was read, and how to write it next time. */
const TEXTS: Readonly<Record<string, Localized>> = {
  "code-fence": {
    en: "The code fence around the program was taken off.",
    ko: "프로그램을 둘러싼 코드 블록 표시를 떼어 냈습니다.",
  },
  "tool-call-wrapper": {
    en: "A tool call was read as the program it stands for.",
    ko: "도구 호출을 그것이 뜻하는 프로그램으로 읽었습니다.",
  },
  "inline-params": {
    en: 'Parameters stand after the target: [node:action]("target") {name: value}.',
    ko: '매개변수는 대상 뒤에 씁니다: [node:action]("target") {name: value}.',
  },
  "named-argument": {
    en: 'Named arguments were read as parameters: write {name: value} after the ")".',
    ko: '이름 붙은 인자를 매개변수로 읽었습니다. ")" 뒤에 {name: value}로 쓰세요.',
  },
  "unknown-escape": {
    en: 'An unknown escape kept its backslash: write "\\\\" for a backslash.',
    ko: '모르는 이스케이프라서 역슬래시를 그대로 두었습니다. 역슬래시는 "\\\\"로 씁니다.',
  },
  "missing-comma": {
    en: "A comma is missing between two entries.",
    ko: "두 항목 사이에 쉼표가 빠졌습니다.",
  },
  "duplicate-key": {
    en: "A key stands twice; the later value was taken.",
    ko: "같은 이름이 두 번 나와서 나중 값을 썼습니다.",
  },
  "smart-quotes": {
    en: "Typographic quotes were read as quotes.",
    ko: "둥근 따옴표를 따옴표로 읽었습니다.",
  },
  "equals-for-colon": { en: '"=" was read as ":".', ko: '"="을 ":"으로 읽었습니다.' },
  "mixed-operators": {
    en: '"&" and "??" are mixed: "??" binds tighter. Parentheses make it plain: [a:b] & ([a:c] ?? [a:d]).',
    ko: '"&"와 "??"를 섞어 썼습니다. "??"가 먼저 묶입니다. 괄호를 쓰면 분명해집니다: [a:b] & ([a:c] ?? [a:d]).',
  },
};

/** What was taken off a program and what was repaired in it, as warnings, one a kind, each at its first place. */
export function warningsOf(
  prepared: Prepared,
  notes: readonly Note[],
  source: string,
): readonly Warning[] {
  if (prepared.notes.length + notes.length === 0) return [];
  return [
    ...prepared.notes.map((note) => warningOf(note, source, note.start)),
    ...notes.map((note) => warningOf(note, source, prepared.toOriginal(note.start))),
  ];
}

function warningOf({ code, count }: Note, source: string, start: number): Warning {
  const more = count > 1 ? { en: ` (${count} places)`, ko: ` (${count}곳)` } : "";
  const words = joined(TEXTS[code] ?? code, more);
  return { code, message: words.en, words, ...locate(source, start) };
}
