/** What is said before a request and is no part of it. */
const BEFORE =
  /^(?:(?:(?:아+|앗|어|음+|흠+|야|참|아참|맞다|그리고|또|그럼|근데|그런데|그나저나|아무튼|저기|있잖아|혹시|아차|봇아|엥|엇|헉|헐)(?=[\s,.!…~])|(?:oh|ah|aha|hey|hi|ok(?:ay)?|so|and|also|then|plus|well|u[mh]+|hm+|btw|by\s+the\s+way|right|alright|just\s+remembered|bot)(?![\p{L}'’]))[\s,.!…~:;-]*)+(?=[\p{L}\p{N}"“])/iu;
/** What is said behind it. */
const BEHIND =
  /(?:[\s,.!~]+(?:btw|by\s+the\s+way|tho(?:ugh)?|thanks?(?:\s+you)?|thx|ty|cheers|pls|plz|please|lol|haha+|mate|ok(?:ay)?|고마워|고맙|부탁해|부탁해요|부탁|ㅇㅋ|[ㅋㅎㅠㅜ]+))+[\s.!~]*$/iu;

/** A message without what is said around a request: "oh and", "btw", "tho", 아 맞다, ㅋㅋ. What consists of nothing else stays as it is. Pure. */
export function withoutAsides(message: string): string {
  const text = message.trim();
  const bare = text.replace(BEFORE, "").replace(BEHIND, "").trim();
  return bare === "" ? text : bare;
}

/** Why something is to be done, in a clause of its own behind it or before it: "…, my back is killing me", 중요하니까. */
const REASONS: readonly RegExp[] = [
  /\s+(?:because|cos|cuz)\s.*$|\s*[,;–—]\s*(?:(?:because|since|cos|cuz|cause|as)\s|(?:my|our|his|her|their)\s+\p{L}+\s+(?:\p{L}+\s+)?(?:is|are|was|has|have|hurts?|aches?|needs?|keeps?|gets?|wo?n['’]?t|ca?n['’]?t)\b|(?:it|that|this)(?:['’]?s|\s+is)\s+(?:\p{L}+\s+)?(?:important|urgent|due|late|overdue|crucial|serious)\b|i\s+(?:always|keep|never|tend|(?:will|['’]ll)\s+forget)\b|i['’]?(?:m|ll)\s+(?:always|so|really|starving|dying|forget|tired)\b).*$/iu,
  /[\s,.]+(?:(?:자꾸|맨날|항상|너무|진짜|엄청|또|내가|안\s?그러면)\s)*(?:중요|급|까먹|잊|깜빡|정신|바쁘|바빠)\S*(?:니까|거든|서|어|고|든)(?:요)?[\s.!~]*$/u,
  /^(?:\S+\s)?(?:중요|급|까먹|잊|깜빡|정신|바쁘|바빠)\S*(?:니까|거든|서)(?:요)?[\s,.]+(?=\S)/u,
];

/** What is to be done, without why. What consists of nothing else stays as it is. Pure. */
export function withoutReason(what: string): string {
  const bare = REASONS.reduce((text, reason) => text.replace(reason, ""), what).trim();
  return bare === "" ? what : bare;
}

/** What points at what is named behind it, in a title: 이거 세탁소 맡기기. */
export const POINTER: RegExp = /^(?:이거|이것|요거|그거|저거)\s+(?=\S+\s\S)/u;
