import { parseQuietHours } from "./quiet-hours.ts";

/** What words want of quiet hours: to have these or "off", to be asked which, or something for once, which there is not. */
export type QuietWish =
  | { readonly kind: "set"; readonly words: string }
  | { readonly kind: "which" | "once" };

/** In UTF-16 units. */
const LONGEST_WISH = 80;

/** Not to be told anything. */
const SUBJECT =
  /방해\s*금지|조용(?:히|한\s*시간)|알림\S*\s*(?:좀\s*)?(?:안\s*(?:오게|받)|(?:보내|울리|주|오)지\s*(?:마|말|않게))\S*|\bdo\s+not\s+disturb\b|\bdon['’]?t\s+(?:disturb|bother|notify|ping|message)\b(?:\s+me)?|\bno\s+(?:reminders|notifications|alerts|messages)\b|\b(?:be|keep|stay)\s+quiet\b|\bquiet(?:\s+(?:hours|time))?\b|\bdnd\b|\bsilence\b/iu;

/** Words around the hours that say nothing of them. */
const FILLER =
  /(?:모드|시간은|시간을|시간|설정|매일|항상|좀|으로|로)(?=\s|$)|(?:있어|지내|해|켜|받을래|하고\s*싶)\S*(?:\s*(?:줘|주)\S*)?|(?<=까지|[시분])(?:는|은|만)(?=\s|$)|줘\S*|\b(?:set|my|please|me|any|from|between|every|each|day|night|turn|on|at|i\s+want|to\s+be)\b|[.!,]|:(?!\d)/giu;

const OFF = /꺼|끄기|끄|해제|취소|없애|\b(?:off|cancel|stop|end|remove|disable)\b/iu;
const SPAN =
  /\d\s*(?:시|분)|[한두세네]\s*시간|오늘|잠깐|당분간|까지|\b(?:until|till|for|today|now)\b/iu;

/** What a message wants of quiet hours; `undefined` for any other message, and where nothing but their name says so. */
export function quietWish(given: string): QuietWish | undefined {
  const text = given.trim();
  if (text.length > LONGEST_WISH || !SUBJECT.test(text) || /[?？]$/u.test(text)) return undefined;
  const words = text
    .replace(SUBJECT, " ")
    .replace(/\band\b/giu, "-")
    .replace(FILLER, " ")
    .replace(/\s+/gu, " ")
    .trim();
  if (parseQuietHours(words) !== undefined) return { kind: "set", words };
  if (SPAN.test(text)) return { kind: "once" };
  if (OFF.test(words)) return { kind: "set", words: "off" };
  return words === "" ? { kind: "which" } : undefined;
}
