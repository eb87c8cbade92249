import { AppError } from "../../base/errors.ts";

/** Longest pattern accepted, in UTF-16 units. */
const LONGEST_PATTERN = 256;

/** Most patterns that `{a,b}` may stand for. */
const MOST_ALTERNATIVES = 64;

/** One state of the matcher: what the next character may be. `either` may also be skipped together with the two states after it. */
type State =
  | { readonly kind: "character"; readonly character: string }
  | { readonly kind: "one" | "name" | "path" | "either" };

/**
 * A test for a pattern of `*` (any characters but "/"), `?` (one of them), `**` (any characters) and
 * `{a,b}` (either); brackets are plain characters, letter case and Unicode form do not matter. Takes
 * time in proportion to the pattern times the text, whatever they are. Throws `bad-pattern`.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  checkPatternLength(pattern);
  const alternatives = expandBraces(fold(pattern)).map(statesOf);
  return (text) => {
    const characters = [...fold(text)];
    return alternatives.some((states) => matches(states, characters));
  };
}

/** A test for paths: a pattern without "/" is about the last name, in any folder. */
export function compilePathGlob(pattern: string): (path: string) => boolean {
  const whole = pattern.replace(/^\.\//, "");
  const test = compileGlob(whole);
  if (whole.includes("/")) return test;
  return (path) => test(path.slice(path.lastIndexOf("/") + 1));
}

/** Throws `bad-pattern` for one that is empty or too long. */
export function checkPatternLength(pattern: string): void {
  if (pattern !== "" && pattern.length <= LONGEST_PATTERN) return;
  throw new AppError("bad-pattern", {
    en: `A pattern has between 1 and ${LONGEST_PATTERN} characters, such as "*.md" or "notes/**".`,
    ko: `찾을 모양은 "*.md"나 "notes/**"처럼 1자에서 ${LONGEST_PATTERN}자 사이여야 합니다.`,
  });
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

function expandBraces(pattern: string): readonly string[] {
  let done: string[] = [""];
  let rest = pattern;
  for (;;) {
    const found = rest.match(/\{([^{}]*,[^{}]*)\}/);
    if (found?.index === undefined) return done.map((start) => start + rest);
    const before = rest.slice(0, found.index);
    const choices = (found[1] ?? "").split(",");
    if (done.length * choices.length > MOST_ALTERNATIVES) {
      throw new AppError("bad-pattern", {
        en: `The pattern stands for more than ${MOST_ALTERNATIVES} others. Use fewer braces.`,
        ko: `이 모양은 ${MOST_ALTERNATIVES}가지가 넘는 경우로 펼쳐집니다. 중괄호를 줄여 주세요.`,
      });
    }
    done = done.flatMap((start) => choices.map((choice) => start + before + choice));
    rest = rest.slice(found.index + found[0].length);
  }
}

function statesOf(pattern: string): readonly State[] {
  const states: State[] = [];
  for (const [piece] of pattern.matchAll(/(?<=^|\/)\*\*\/|\*\*+|[\s\S]/gu)) {
    if (piece === "**/") {
      states.push({ kind: "either" }, { kind: "path" }, { kind: "character", character: "/" });
    } else if (piece === "*") states.push({ kind: "name" });
    else if (piece === "?") states.push({ kind: "one" });
    else if (piece.startsWith("**")) states.push({ kind: "path" });
    else states.push({ kind: "character", character: piece });
  }
  return states;
}

/** Follows every way to match at once, so that no pattern makes it go back. */
function matches(states: readonly State[], characters: readonly string[]): boolean {
  let active = new Uint8Array(states.length + 1);
  active[0] = 1;
  skipAhead(states, active);
  for (const character of characters) {
    const next = new Uint8Array(states.length + 1);
    states.forEach((state, index) => {
      if (active[index] === 1) step(state, index, character, next);
    });
    skipAhead(states, next);
    active = next;
  }
  return active[states.length] === 1;
}

function step(state: State, index: number, character: string, next: Uint8Array): void {
  if (state.kind === "path") next[index] = 1;
  if (state.kind === "name" && character !== "/") next[index] = 1;
  if (state.kind === "one" && character !== "/") next[index + 1] = 1;
  if (state.kind === "character" && state.character === character) next[index + 1] = 1;
}

/** What may match nothing also activates what follows it. */
function skipAhead(states: readonly State[], active: Uint8Array): void {
  states.forEach((state, index) => {
    if (active[index] !== 1 || state.kind === "character" || state.kind === "one") return;
    active[index + 1] = 1;
    if (state.kind === "either") active[index + 3] = 1;
  });
}
