import type { KeyInput } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";

/** Keys by the names that people have for them. */
const NAMES: Readonly<Record<string, string>> = {
  enter: "Enter",
  return: "Enter",
  엔터: "Enter",
  esc: "Escape",
  escape: "Escape",
  tab: "Tab",
  탭: "Tab",
  space: "Space",
  스페이스: "Space",
  backspace: "Backspace",
  delete: "Delete",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  arrowup: "ArrowUp",
  arrowdown: "ArrowDown",
  arrowleft: "ArrowLeft",
  arrowright: "ArrowRight",
  pageup: "PageUp",
  pagedown: "PageDown",
  home: "Home",
  end: "End",
  insert: "Insert",
  ctrl: "Control",
  control: "Control",
  shift: "Shift",
  alt: "Alt",
  meta: "Meta",
  cmd: "Meta",
};

const MODIFIERS: ReadonlySet<string> = new Set(["Control", "Shift", "Alt", "Meta"]);

const HARMLESS: ReadonlySet<string> = new Set([
  "Tab",
  "Escape",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "PageUp",
  "PageDown",
  "Home",
  "End",
]);

/** The keys of a chord such as `Control+A`, modifiers first. Throws `AppError` `no-key`. */
export function keysOf(chord: string): readonly KeyInput[] {
  const parts = chord === "+" ? ["+"] : chord.split("+").map((part) => part.trim());
  const keys = parts.map((part) => {
    const known = NAMES[part.toLowerCase()];
    if (known !== undefined) return known;
    if (/^f([1-9]|1[0-2])$/i.test(part)) return part.toUpperCase();
    return /^[\x21-\x7e]$/.test(part) ? part : undefined;
  });
  const last = keys.length - 1;
  const isChord = keys.every(
    (key, index) => key !== undefined && (index === last || MODIFIERS.has(key)),
  );
  if (!isChord) throw noKey(chord);
  return keys as readonly KeyInput[]; // checked: each is a name of the table, a function key or one character of a US keyboard
}

/** True for a key that moves about a page and confirms nothing. */
export function harmlessKey(chord: string): boolean {
  try {
    const keys = keysOf(chord);
    return keys.every((key) => HARMLESS.has(key) || key === "Shift");
  } catch {
    return false; // what is no key is refused when it is pressed
  }
}

function noKey(chord: string): AppError {
  const shown = chord.slice(0, 40);
  return new AppError("no-key", {
    en: `"${shown}" is no key. Keys are Enter, Tab, Escape, Backspace, ArrowDown, PageDown, F5, a letter, or with another one: Control+A.`,
    ko: `"${shown}" 키는 없어요. Enter, Tab, Escape, Backspace, ArrowDown, PageDown, F5, 글자 하나, 또는 Control+A처럼 써 주세요.`,
  });
}
