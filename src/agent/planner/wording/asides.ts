/** What is said before a request and is no part of it. */
const BEFORE =
  /^(?:(?:(?:아+|앗|어|음+|흠+|야|참|아참|맞다|그리고|또|그럼|근데|그런데|그나저나|아무튼|저기|있잖아|혹시|아차|봇아|엥|엇|헉|헐)(?=[\s,.!…~])|(?:oh|ah|aha|hey|hi|ok(?:ay)?|so|and|also|then|plus|well|u[mh]+|hm+|btw|by\s+the\s+way|right|alright|just\s+remembered|bot)(?![\p{L}'’]))[\s,.!…~:;-]*)+(?=[\p{L}\p{N}"“])/iu;
/** What is said behind it. */
const BEHIND =
  /(?:[\s,.!~]+(?:tho(?:ugh)?|thanks?(?:\s+you)?|thx|ty|cheers|pls|plz|please|lol|haha+|mate|ok(?:ay)?|고마워|고맙|부탁해|부탁해요|부탁|ㅇㅋ|[ㅋㅎㅠㅜ]+))+[\s.!~]*$/iu;

/** A message without what is said around a request: "oh and", "btw", "tho", 아 맞다, ㅋㅋ. What consists of nothing else stays as it is. Pure. */
export function withoutAsides(message: string): string {
  const text = message.trim();
  const bare = text.replace(BEFORE, "").replace(BEHIND, "").trim();
  return bare === "" ? text : bare;
}
