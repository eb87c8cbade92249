/** What stands for words that say something of the machine or of the platform, not of the conversation. */
const STANDS_FOR: readonly (readonly [RegExp, string])[] = [
  // When files were changed is the machine's own time.
  [/\d+년 \d+월 \d+일 \d+:\d+에 바뀜|changed \w+ \d+, \d+, \d+:\d+/g, "changed"],
  [/(?<=\d [KMG]?B, )(?:\d+년 \d+월 \d+일|\w+ \d+, \d+,) \d+:\d+/g, "changed"],
  // An export holds the names of accounts and chats, which each platform makes in its length.
  [/(?<=파일 \d+개\()\d+ KB/g, "SIZE"],
  // Where someone's account is, and how they are called there besides their name.
  [/(?:Telegram|Discord|console|텔레그램|디스코드|콘솔)(?=\)| · ID …\d{4})/g, "platform"],
  [/"username":"[^"]*",|(?<=\S) @[\p{L}\d_]+(?= — | would like in| 님이)/gu, ""],
  [/\/claim [0-9A-Z]{4}-[0-9A-Z]{4}/g, "/claim CODE"],
  [/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT"],
  // Lines of `/status`.
  [
    /(디스크|disk|채널|channels|가장 오래 멈춘 시간|longest time without an answer to anybody): [^\n]*/g,
    "$1: …",
  ],
];

/** A text without those words. */
export function withoutMachine(text: string): string {
  return STANDS_FOR.reduce((left, [pattern, words]) => left.replace(pattern, words), text);
}
