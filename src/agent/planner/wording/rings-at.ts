import { leftOutIn } from "../briefing.ts";

/** What stands before words that are passed on to somebody: times among those are theirs ("text Bob saying dinner is at 7", "tell Ann that …"). */
export const PASSED_ON: RegExp =
  /^.*?\b(?:send|text|message|email|write|tell|ask|dm|let)\b(?!\s+me\b).*?\b(?:saying|that|says|know)\b|^(?:please\s+)?(?:tell|ask)\s+(?!me\b|us\b)\S+\s|^.*(?:한테|에게|께)\s(?=.*고\s*(?:좀\s*)?(?:보내|전해|말해|문자|메시지|톡)\S*(?:\s*(?:줘|주)\S*)?\s*$)/iu;

const KOREAN_CLOCK =
  "(?:(?:오전|오후|아침|낮|점심|저녁|밤|새벽)\\s*)?(?:\\d{1,2}|열한|열두|다섯|여섯|일곱|여덟|아홉|[한두세네열])\\s?시(?:\\s*\\d{1,2}분|\\s*반(?![가-힣]))?";
const ENGLISH_CLOCK = "\\d{1,2}(?::\\d{2})?(?:\\s*[ap]\\.?m\\b\\.?)?";

/** Words to be said back with the hour at which they are: 6시 픽업 부탁하라고 5시에 알려줘, "remind me at 5 to collect Ann at 6". */
const RINGS_AT: readonly RegExp[] = [
  new RegExp(
    `^(?<inside>.+(?:라|다|자|냐)고)\\s+(?:(?:나|저|내|우리)(?:한테|에게|게)?\\s+)?(?<ring>${KOREAN_CLOCK}(?:에|쯤|쯤에)?)\\s*(?:좀\\s*)?(?:알려|말해|깨워|얘기|알림|리마인드|울려)`,
    "u",
  ),
  new RegExp(
    `\\bremind\\s+(?:me|us)\\s+at\\s+${ENGLISH_CLOCK}\\s+(?:(?:on\\s+)?\\p{L}+\\s+){0,3}?(?:to|about|that|of)\\s(?<inside>.+)$`,
    "iu",
  ),
  new RegExp(
    `\\bat\\s+${ENGLISH_CLOCK},?\\s+(?:please\\s+)?remind\\s+(?:me|us)\\s+(?:to|about|that|of)\\s(?<inside>.+)$`,
    "iu",
  ),
];
const CLOCK_INSIDE = new RegExp(
  `(?<![가-힣\\d])${KOREAN_CLOCK}(?:에)?(?![가-힣])|\\bat\\s+${ENGLISH_CLOCK}|\\b\\d{1,2}(?::\\d{2})?\\s*[ap]\\.?m\\b`,
  "giu",
);

/** A message whose hour at which it is told stands behind another one, with that hour where the other stands: days in front of both are days of it. Pure. */
export function ringsFirst(text: string): string {
  const { inside, ring } = RINGS_AT[0]?.exec(text)?.groups ?? {};
  const [clock] = inside?.match(CLOCK_INSIDE) ?? [];
  if (inside === undefined || ring === undefined || clock === undefined) return text;
  const end = text.slice(inside.length).replace(ring, "");
  return inside.replace(clock, `${ring} ${clock}`) + end;
}

/** Words of time that say nothing of when a message is told: an hour inside of what it says back, and what a briefing leaves out. Pure. */
export function saysNoTime(text: string): readonly string[] {
  const out = leftOutIn(text)?.words;
  const inside = RINGS_AT.map((form) => form.exec(text)?.groups?.["inside"]).find(Boolean);
  return [...(out === undefined ? [] : [out]), ...(inside?.match(CLOCK_INSIDE) ?? [])];
}
