import type { Role } from "../../engine/catalogue/catalogue.ts";
import type { Said } from "../../engine/plan/taint-of-literals.ts";

/** Characters that make a name longer: next to a found text they mean that another one was said. */
const NAME_PART = String.raw`[\p{L}\p{M}\p{N}\p{Cf}_\-/\\@+~%&=#]`;
const BEFORE = new RegExp(`(?:${NAME_PART}|\\.)$`, "u");
const AFTER = new RegExp(`^(?:${NAME_PART}|[.:](?=\\S))`, "u");

/** Titles and particles that stick to a Korean name: "민수씨에게는" says 민수. */
const TITLE = "(?:님|씨|군|양)?";
const PARTICLE =
  "(?:에게서|에게|에서|에는|에도|에|한테서|한테|께서|께|으로|로|이라고|라고|이라는|라는|이랑|랑|하고|과|와|을|를|이|가|은|는|의|도|만|부터|까지|처럼|보다|이나|나|야|아)?";
const KOREAN_ENDING = new RegExp(`^${TITLE}${PARTICLE}(?:는|도|만|요)?(?![가-힣])`, "u");

/** What stands between quotes on one line; an apostrophe inside a word is none. */
const QUOTED = /"[^"\n]*"|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'(?![\p{L}\p{N}])/gu;

/**
 * Tells what stands in these messages of a person: whole, in the same order of words. Upper and lower case, kinds of quotes and runs of
 * spaces make no difference, but for commands and programs, which may also stand as a program writes a text. Of an address, host, path and query must have been said together; a
 * host alone allows its start page. Pure.
 */
export function createSaid(messages: readonly string[]): Said {
  const exact = messages.map(plain);
  const loose = exact.map(folded);
  const addresses = messages.flatMap(addressesIn);
  return (text, role) => {
    if (role === "host") return isSaidAddress(text, addresses);
    if (role === "subject" && TIME.test(text.trim())) return isSaidTime(text, exact);
    if (role === "command" || role === "code") return isSaidCode(plain(text), exact);
    const wanted = folded(plain(text)).trim();
    const isPath = role === "path";
    return isWithin(isPath ? wanted.replace(/^(?:\.\/)+/, "") : wanted, loose, role !== undefined);
  };
}

/** Whether somebody wrote a command or a program: as it is, or as the text of a program of theirs, with its quotes escaped. Pure. */
function isSaidCode(code: string, messages: readonly string[]): boolean {
  return isWithin(code.trim(), messages, true) || isWithin(JSON.stringify(code), messages, true);
}

/** A time or a span in digits, as programs write it: a cron expression, "18:00", "2026-12-24T18:00", "20m". */
const TIME = /^(?:\d+\s*[smhdw]|(?=.*\d)[\d*]+(?:[\s:/,T-]+[\d*]+)+)$/u;

/** Whether somebody said the numbers of a time, an hour also by the clock of twelve hours. What is written out of them (years, full hours, weekdays by no number) is no choice of others. Pure. */
function isSaidTime(time: string, messages: readonly string[]): boolean {
  const said = new Set(
    messages
      .flatMap((message) => (message.match(/\d+/gu) ?? []).map(Number))
      .flatMap((each) => [each, each + 12]),
  );
  const wanted = (time.match(/\d+/gu) ?? []).map(Number).filter((each) => each > 0 && each < 2000);
  return wanted.length > 0 && wanted.every((each) => said.has(each));
}

/** Nothing was said: every literal is somebody else's. */
export const NOTHING_SAID: Said = (_text: string, _role: Role | undefined) => false;

function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'");
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ");
}

function isWithin(wanted: string, messages: readonly string[], isWhole: boolean): boolean {
  return wanted !== "" && messages.some((message) => stands(wanted, message, isWhole));
}

/** With `isWhole`, a part of what stands in quotes is not what was said. */
function stands(wanted: string, message: string, isWhole: boolean): boolean {
  const quotes = isWhole ? [...message.matchAll(QUOTED)] : [];
  for (let at = message.indexOf(wanted); at >= 0; at = message.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isPart = quotes.some(
      ({ index, 0: quote }) =>
        index < at && end < index + quote.length && quote.slice(1, -1).trim() !== wanted,
    );
    const before = message.slice(0, at);
    if (!isPart && beginsThere(wanted, before) && endsThere(wanted, message.slice(end)))
      return true;
  }
  return false;
}

/** A text in other letters may follow a Korean word without a space. */
function beginsThere(wanted: string, before: string): boolean {
  if (!BEFORE.test(before)) return true;
  return /[가-힣]$/u.test(before) && !/^[가-힣]/u.test(wanted);
}

function endsThere(wanted: string, after: string): boolean {
  if (!AFTER.test(after)) return true;
  if (!/^[가-힣]/u.test(after)) return false;
  return !/[가-힣]$/u.test(wanted) || KOREAN_ENDING.test(after);
}

/** An address that a person wrote: host with port, and the rest as it would be requested. */
interface SaidAddress {
  readonly host: string;
  readonly rest: string;
}

/** Every address in a message, with or without its scheme. What may be a Korean particle or a full stop at its end is tried both ways. Pure. */
function addressesIn(message: string): readonly SaidAddress[] {
  return message
    .normalize("NFC")
    .split(/[\s"'“”‘’<>()[\]{}`,]+/u)
    .flatMap((word) => endingsOf(word))
    .flatMap((word) => parsed(word) ?? []);
}

/** True when the whole address was written, or only its host and the address is that host's start page. Names and passwords in an address are never said. Pure. */
function isSaidAddress(text: string, said: readonly SaidAddress[]): boolean {
  const address = parsed(text.normalize("NFC").trim());
  if (address === undefined) return false;
  return said.some(
    ({ host, rest }) => host === address.host && (address.rest === "/" || address.rest === rest),
  );
}

/** A word, and what is left of it without what may stick to an address. */
function endingsOf(word: string): readonly string[] {
  const bare = word.replace(/[.,;:!?…]+$/u, "");
  const withoutParticle = bare.replace(/[가-힣]+$/u, "");
  return [...new Set([word, bare, withoutParticle])].filter((text) => text !== "");
}

function parsed(text: string): SaidAddress | undefined {
  const hasScheme = /^https?:\/\//i.test(text);
  const whole = hasScheme ? text : `https://${text}`;
  if (!hasScheme && /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/:]+:\d/.test(text)) return undefined;
  if (!URL.canParse(whole)) return undefined;
  const { host, hostname, pathname, search, hash, username, password } = new URL(whole);
  if (username !== "" || password !== "") return undefined;
  if (!hasScheme && !hostname.includes(".")) return undefined;
  const path = pathname.replace(/\/+$/, "");
  return {
    host,
    rest: path === "" && search === "" && hash === "" ? "/" : `${path}${search}${hash}`,
  };
}
