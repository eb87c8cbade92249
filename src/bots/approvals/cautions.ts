import type { Language } from "../../base/localized.ts";
import { inWrittenOrder, mixedAlphabets } from "../../base/visible-text.ts";
import type { Role } from "../../engine/catalogue/catalogue.ts";
import { codeBlock, codeSpan } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** What a reader cannot see in a value that decides where an effect goes: lookalike letters of several alphabets in a word, the host of an address as it is asked for, and the true order of letters that run from right to left. A line each; empty for plain values. Pure. */
export function cautionLines(
  value: string,
  role: Role | undefined,
  language: Language,
): readonly string[] {
  const alphabets = role === undefined ? [] : mixedAlphabets(value);
  const names = alphabets.map((alphabet) => say(language, `alphabet_${alphabet}`)).join(", ");
  const host = role === "host" ? hiddenHost(value) : undefined;
  const ordered = role === undefined ? undefined : inWrittenOrder(value);
  return [
    ...(alphabets.length === 0 ? [] : [say(language, "cardMixed", { names })]),
    ...(host === undefined ? [] : [say(language, "cardHost", { host: codeSpan(host) })]),
    ...(ordered === undefined ? [] : [say(language, "cardOrder"), codeBlock(ordered)]),
  ];
}

/** The host that an address leads to, where the address does not show it plainly; `undefined` where it does, or is none. */
function hiddenHost(value: string): string | undefined {
  const address = value.includes("://") ? value : `https://${value}`;
  if (!URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  const [, shown = ""] = /^(?:[a-z][a-z0-9+.-]*:)?\/*([^/?#]*)/i.exec(address) ?? [];
  return shown.toLowerCase().replace(/:\d*$/, "") === hostname ? undefined : hostname;
}
