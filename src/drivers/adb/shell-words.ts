import { AppError } from "../../base/errors.ts";

/** What no shell gives a meaning to. */
const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A word as a POSIX shell takes it letter by letter. Throws `phone-bad-text` for a zero byte, which no argument can hold. */
export function quoteWord(word: string): string {
  if (word.includes("\0"))
    throw new AppError("phone-bad-text", {
      en: "The text holds a zero byte, which a phone does not take.",
      ko: "글에 휴대폰이 받지 못하는 0 바이트가 있어요.",
    });
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command line of one program with its arguments: the only place where such a line is made. */
export function shellLine(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}
