import { generalise } from "./generalise.ts";

/** What names nobody and nothing in particular. */
const GENERAL = { ko: "무엇", en: "something" } as const;

const QUOTED =
  /"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’|「[^」\n]*」|『[^』\n]*』|`[^`\n]*`|(?<!\p{L})'[^'\n]*'/gu;
const ADDRESS = /\b[a-z][a-z0-9+.-]{0,30}:\/\/\S+/giu;
const MAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const HANDLE = /(?<![\w@])@[\w.]{2,}/gu;
const PATH = /(?<!\S)(?:~|\.{1,2})?\/(?:[^\s/]+\/)*[^\s/]*/gu;
const FILE = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+(\.[A-Za-z][A-Za-z0-9]{0,4})(?![\p{L}\p{N}])/gu;
const NUMBER = /\+?\d(?:[\d\s().-]*\d){5,}/gu;

/** A request as it may leave this machine: quoted words, addresses, accounts, files and long numbers are general, and how it is asked stays. Pure. */
export function withoutPrivate(text: string): string {
  const general = /\p{Script=Hangul}/u.test(text) ? GENERAL.ko : GENERAL.en;
  return text
    .replace(ADDRESS, "https://example.com")
    .replace(MAIL, "name@example.com")
    .replace(QUOTED, general)
    .replace(PATH, general)
    .replace(FILE, (name, ending: string) => (name === "example.com" ? name : `example${ending}`))
    .replace(HANDLE, "@name")
    .replace(NUMBER, "0");
}

/** An example's words as they may leave this machine: those of one person without that program's own values too. Pure. */
export function intentToSend(example: {
  readonly intent: string;
  readonly code: string;
  readonly personId?: string;
}): string {
  const { intent, code, personId } = example;
  return withoutPrivate(personId === undefined ? intent : generalise(intent, code).intent);
}
