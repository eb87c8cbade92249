/** What stands for words that say something of the machine or of the platform, not of the conversation. */
const STANDS_FOR: readonly (readonly [RegExp, string])[] = [
  // When files were changed is the machine's own time.
  [
    /\d+년 \d+월 \d+일 (?:정오|(?:오. )?\d+시(?: \d+분)?)에 바뀜|changed \w+ \d+, \d+, (?:noon|\d+(?::\d+)? [AP]M)/g,
    "changed",
  ],
  [
    /(?<=\.\S+ \()(?:\d+년 \d+월 \d+일 (?:정오|(?:오. )?\d+시(?: \d+분)?)|\w+ \d+, \d+, (?:noon|\d+(?::\d+)? [AP]M))/g,
    "changed",
  ],
  // Where someone's account is, and how they are called there besides their name.
  [/(?:Telegram|Discord|console|텔레그램|디스코드|콘솔)(?=\)| · ID …\d{4})/g, "platform"],
  [/"username":"[^"]*",|(?<=\S) @[\p{L}\d_]+(?= · | would like in| 님이)/gu, ""],
  [/\/claim [0-9A-Z]{4}-[0-9A-Z]{4}/g, "/claim CODE"],
  // How long until more is taken: the platforms say it seconds apart.
  [/(?<=the next in )\d+ s\b|\d+초(?= 뒤에 다시 받을게요)/g, "SECONDS"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
];

/** A text without those words. */
export function withoutMachine(text: string): string {
  return STANDS_FOR.reduce((left, [pattern, words]) => left.replace(pattern, words), text);
}
