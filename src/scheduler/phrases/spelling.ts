/** Short forms and slips in words of time, with how they are usually written. None of them is a word of anything else where it stands. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(?<![가-힣])([월화수목금토일])욜/gu, "$1요일"],
  [
    /(?<![가-힣])([월화수목금토일])\s+요\s*일|(?<![가-힣])([월화수목금토일])요\s+일(?![가-힣])/gu,
    "$1$2요일",
  ],
  [/(?<![가-힣])매\s+(?=[주월달년](?![가-힣]))/gu, "매"],
  [/(?<![가-힣])매\s+(?=일(?:\s|$))/gu, "매"],
  [/(?<![가-힣])(?:담|차)\s*주(?=\s|$|에|부터)/gu, "다음 주"],
  [/(?<![가-힣])금주(?=\s+[월화수목금토일]요일)/gu, "이번 주"],
  [/(?<![가-힣])요번\s*주/gu, "이번 주"],
  [/(?<![가-힣])담\s*달(?=\s|$|에|부터)/gu, "다음 달"],
  [/(?<![가-힣])낼\s*모레/gu, "내일모레"],
  [
    /(?<![가-힣])낼(?=\s+(?:새벽|아침|오전|낮|점심|오후|저녁|밤|정오|자정|[\d한두세네다여일아열]))/gu,
    "내일",
  ],
  [/(요일)날(?![가-힣]*[짜씨])/gu, "$1"],
  [/\b(?:evr[ey]y?|ev[e]?ery|evey|evrery|eveyr)\b/giu, "every"],
  [/\b(?:tom+or+ow|tomorow|tmrw|tmr|tmw|2moro|tommorow)\b/giu, "tomorrow"],
  [/\b(?:tonite|2nite)\b/giu, "tonight"],
  [/\b(?:wensday|wendesday|wednsday|wedensday)(s?)\b/giu, "wednesday$1"],
  [/\b(?:thurday|thrusday|thursay)(s?)\b/giu, "thursday$1"],
  [/\b(?:tuseday|teusday|tusday)(s?)\b/giu, "tuesday$1"],
  [/\b(?:saterday|satuday)(s?)\b/giu, "saturday$1"],
  [/\b(?:minuts?|mintues?|minuets)\b/giu, "minutes"],
  [/\bfebuary\b/giu, "february"],
  [/\bMWF\b/gu, "Monday, Wednesday and Friday"],
  [/\bT(?:u|ue)?\/?Th\b/gu, "Tuesday and Thursday"],
];

/** The same text with words of time as they are usually written. */
export function spelled(text: string): string {
  return SPELLINGS.reduce((written, [slip, usual]) => written.replace(slip, usual), text);
}
