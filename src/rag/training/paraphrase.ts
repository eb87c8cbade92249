/** Verbs that may stand for each other in a Korean request, in the form before 줘. */
const KOREAN_VERBS: readonly (readonly string[])[] = [
  ["찾아줘", "찾아봐", "검색해줘", "알아봐줘"],
  ["보여줘", "보여줄래", "띄워줘"],
  ["알려줘", "말해줘", "알려줄래"],
  ["저장해줘", "저장해둬", "보관해줘"],
  ["지워줘", "삭제해줘", "없애줘"],
  ["만들어줘", "만들어줄래", "생성해줘"],
  ["보내줘", "전송해줘", "보내줄래"],
  ["읽어줘", "읽어봐", "읽어줄래"],
  ["바꿔줘", "변경해줘", "수정해줘"],
  ["실행해줘", "돌려줘", "시작해줘"],
];

/** The same for English verbs where a request begins. */
const ENGLISH_VERBS: readonly (readonly string[])[] = [
  ["find", "look up", "search for"],
  ["show me", "let me see", "display"],
  ["delete", "remove", "get rid of"],
  ["make", "create"],
  ["send", "pass on"],
  ["save", "store", "keep"],
  ["list", "show me a list of"],
  ["change", "modify"],
  ["run", "start", "execute"],
];

const KOREAN_ENDINGS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/줘$/u, ["주세요", "줄 수 있어?", "주라", "줄래?"]],
  [/(?<=[가-힣])$/u, [" 부탁해", " 좀"]],
];
const KOREAN_OPENINGS = ["혹시 ", "지금 ", "빨리 ", "저기 "];
const ENGLISH_FRAMES: readonly ((text: string) => string)[] = [
  (text) => `can you ${text}`,
  (text) => `could you ${text} please`,
  (text) => `please ${text}`,
  (text) => `i want you to ${text}`,
  (text) => `hey, ${text}`,
  (text) => `i'd like to ${text}`,
];

/** Other ways to say a request, by rule: another verb, another politeness, another opening. The same random numbers give the same ways. */
export function paraphrase(intent: string, random: () => number): readonly string[] {
  return /\p{Script=Hangul}/u.test(intent) && !/^[a-z]/iu.test(intent)
    ? korean(intent, random)
    : english(intent, random);
}

function korean(intent: string, random: () => number): readonly string[] {
  const ways: string[] = [];
  for (const verbs of KOREAN_VERBS)
    for (const verb of verbs)
      if (intent.endsWith(verb))
        ways.push(intent.slice(0, -verb.length) + other(verbs, verb, random));
  for (const [pattern, endings] of KOREAN_ENDINGS)
    if (pattern.test(intent)) ways.push(intent.replace(pattern, one(endings, random)));
  if (/(?:줘|까|어|야)\??$/u.test(intent)) ways.push(one(KOREAN_OPENINGS, random) + intent);
  return ways;
}

function english(intent: string, random: () => number): readonly string[] {
  const ways: string[] = [];
  for (const verbs of ENGLISH_VERBS)
    for (const verb of verbs)
      if (intent.startsWith(`${verb} `)) {
        ways.push(other(verbs, verb, random) + intent.slice(verb.length));
        ways.push(one(ENGLISH_FRAMES, random)(intent));
      }
  return ways;
}

function one<Item>(list: readonly Item[], random: () => number): Item {
  const item = list[Math.floor(random() * list.length)] ?? list[0];
  if (item === undefined) throw new TypeError("There is nothing to choose from.");
  return item;
}

function other(verbs: readonly string[], verb: string, random: () => number): string {
  return one(
    verbs.filter((candidate) => candidate !== verb),
    random,
  );
}
