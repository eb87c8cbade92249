import { FINAL, finalOf } from "../../../base/korean-particles.ts";

/** What somebody else is said to do, want or have said: 맞춘대, 사오래, 한다더라. A noun may end alike (현대, 군대). */
const KOREAN_HEARSAY =
  /(?:[다냐자라]더라고?|[다라]던데|[다냐자라]고\s?(?:하더라고?|하던데|난리|그러더라고?|그러던데|그러네|했어|했다|했음|했는데|그랬어|그러셨어|하셨어|하네|하셔|들었어)|(?<=[가-힣])(?:으|하|시|지\s?말)래|[다라]며|[다라]면서)(?:요)?[\s.!~…ㅋㅎㅠㅜ]*$/u;
const KOREAN_SAYS = /(?<stem>[가-힣])대(?:요)?[\s.!~…ㅋㅎㅠㅜ]*$/u;
const NOUNS_IN_DAE = /(?:현|군|순|반|연|근|전|만|선|친|산)대(?:요)?[\s.!~…]*$/u;

/** What the writer means to do: 보낼게, 내가 할게요. A choice is none: 3시로 할게. */
const KOREAN_PROMISE = /(?<!로\s?)(?<stem>[가-힣])(?:게|께)(?:요|용)?[\s.!~…ㅋㅎㅠㅜ]*$/u;

const ENGLISH_SAYS =
  "(?:says?|said|told|tells|thinks?|thought|claims?|claimed|wants?\\s+everyone|swears?|reckons?|insists?|insisted|mentioned|asked\\s+me|keeps?\\s+(?:saying|telling|asking))";
const ENGLISH_OTHERS =
  "(?:(?:my|our|his|her|their|the)\\s+(?:\\w+\\s+){1,2}|they\\s+|he\\s+|she\\s+|people\\s+|everyone\\s+|everybody\\s+|someone\\s+|somebody\\s+|nobody\\s+)";
/** What others say or do, told in English. */
const ENGLISH_REPORT = new RegExp(
  [
    `^(?:so\\s+|well\\s+|ugh\\s+|lol\\s+)?${ENGLISH_OTHERS}(?:just\\s+|also\\s+|always\\s+|never\\s+)?${ENGLISH_SAYS}\\b`,
    `^(?:[a-z]+\\s+)${ENGLISH_SAYS.replace("|tells", "")}\\s+(?:that\\s+)?(?:he|she|they|it|we|i|you)(?:['’]\\w+)?\\b`,
    "^(?:apparently|supposedly|allegedly|i\\s+(?:heard|read|hear|was\\s+told)|rumou?r\\s+has\\s+it|word\\s+is)\\b",
    `^(?:${ENGLISH_OTHERS})(?:sets|deletes|sends|moved|deleted|sent|reads|writes|keeps|adds|added|puts|made|makes|wrote|uses|checks|buys|bought|sold|sells)\\b`,
  ].join("|"),
  "iu",
);

/** What time it is, remarked: 벌써 11시야. */
const KOREAN_CLOCK =
  /^(?:벌써|아직|이제|지금|겨우|어느새|드디어)\s(?:\S+\s)?\d{1,2}시(?:\s?반|\s?\d{1,2}분)?(?:이?야|이네|네|이다|다|이에요|예요|임)[\s.!~…ㅋㅎㅠㅜ]*$/u;

/** A request behind what is reported. */
const ASKS_BESIDE =
  /(?:[,.;!]\s*|\b(?:and|so)\s+)(?:please\s+)?(?:remember|remind|note|save|add|tell|nudge|ping|send|keep|write|set|put|let)\b|\bplease\b/iu;

/** True where a message only reports: what others say, want or do, or what its writer means to do without help. Nothing is asked for. Pure. */
export function isReport(message: string): boolean {
  const text = message.trim();
  if (/[?？]\s*$/u.test(text) || ASKS_BESIDE.test(text)) return false;
  if (KOREAN_CLOCK.test(text) || KOREAN_HEARSAY.test(text) || ENGLISH_REPORT.test(text))
    return true;
  const says = KOREAN_SAYS.exec(text)?.groups?.["stem"];
  if (says !== undefined && finalOf(says) === FINAL.n && !NOUNS_IN_DAE.test(text)) return true;
  const promise = KOREAN_PROMISE.exec(text)?.groups?.["stem"];
  return promise !== undefined && finalOf(promise) === FINAL.l;
}
