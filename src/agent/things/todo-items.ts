/** What is bought by its bare name: such words in a row are a thing each. */
const GOODS: ReadonlySet<string> = new Set(
  (
    "우유 두유 계란 달걀 두부 대파 쪽파 파 양파 마늘 생강 감자 고구마 당근 무 배추 양배추 상추 깻잎 오이 호박 애호박 가지 버섯 콩나물 숙주 시금치 고추 김치 김 쌀 현미 빵 식빵 라면 국수 물 생수 주스 커피 맥주 소주 와인 사과 배 귤 바나나 딸기 포도 수박 토마토 레몬 고기 소고기 돼지고기 삼겹살 닭고기 생선 고등어 연어 참치 햄 소시지 치즈 버터 요거트 요구르트 잼 꿀 설탕 소금 간장 된장 고추장 식용유 참기름 식초 후추 밀가루 과자 휴지 물티슈 세제 샴푸 린스 치약 칫솔 비누 기저귀 사료 건전지 " +
    "milk eggs egg bread butter cheese yogurt yoghurt cream rice pasta noodles flour sugar salt pepper oil vinegar honey jam coffee tea juice water beer wine apples apple bananas banana oranges lemons lemon grapes berries strawberries tomatoes tomato potatoes potato onions onion garlic ginger carrots carrot lettuce spinach broccoli cucumber mushrooms leeks kimchi tofu beans lentils chicken beef pork bacon ham sausages fish salmon tuna cereal oats granola chips snacks chocolate cookies food soap shampoo toothpaste detergent tissues napkins diapers batteries paper"
  ).split(" "),
);

/** How much of a thing, behind its name. */
const AMOUNT = /^(?:\d+\S{0,3}|[한두세네]\s?(?:개|병|봉|통|판|모|단|줄)|하나|둘|셋)$/u;

/** Before the name of a thing. */
const BEFORE_NAME = /^(?:\S+에서\s|(?:some|that|those|a|an|the|more|also|and|plus)\s+)+/iu;

/** The verbs that begin an errand behind an "and". */
const ERRAND =
  /\s+and\s+(?=(?:call|phone|email|text|buy|get|pick|pay|book|order|send|clean|wash|water|walk|fix|return|renew|finish|print|cancel|take|make|ask|write|feed|mail|check)\s)/iu;

/** The to-dos that words name: with commas between them, with an "and" before an errand, or things to buy in a row. Pure. */
export function itemsOf(text: string): readonly string[] {
  const parts = text.split(ERRAND).flatMap((part) => part.split(/\s*[,，、]\s*/u));
  const english = parts.length > 1 || areJoinedGoods(text) ? parts.flatMap(besideAnd) : parts;
  const listed = english.flatMap(joinedIn);
  const named = listed
    .map((part) => part.replace(BEFORE_NAME, "").trim())
    .filter((part) => part !== "");
  return named.flatMap(goodsIn);
}

/** The parts of words with an "and" between the last two. */
function besideAnd(part: string): readonly string[] {
  return part
    .replace(/^and\s+/iu, "")
    .split(/\s+and\s+(?=(?:(?:some|that|those|an?|the)\s)?\S+(?:\s\S+){0,2}$)/iu);
}

/** The parts of words that Korean joins: 양파랑 당근, 사과하고 배. */
function joinedIn(text: string): readonly string[] {
  const parts = [""];
  for (const word of wordsOf(text)) {
    const body = GOODS.has(word) ? undefined : JOINED.exec(word)?.groups?.["body"];
    parts[parts.length - 1] = `${parts.at(-1) ?? ""} ${body ?? word}`.trim();
    if (body !== undefined) parts.push("");
  }
  return parts;
}

const JOINED = /^(?<body>.*?[가-힣])(?:이랑|랑|하고)$/u;

function areJoinedGoods(text: string): boolean {
  const sides = besideAnd(text);
  return sides.length > 1 && sides.every((side) => endsInGoods(side.replace(BEFORE_NAME, "")));
}

/** Whether what words name is something to buy: most of it by its name, the rest in a few words. */
export function areGoods(text: string): boolean {
  const items = itemsOf(text);
  const named = items.filter(endsInGoods);
  const areShort = items.every(
    (item) => wordsOf(item).length <= MOST_WORDS && !/[?？]/u.test(item),
  );
  return named.length * 2 > items.length && areShort;
}

const MOST_WORDS = 4;

function endsInGoods(item: string): boolean {
  const words = wordsOf(item).filter((word) => !AMOUNT.test(word));
  return words.length <= 3 && isGoods(words.at(-1) ?? "");
}

/** Names in a row, each with what goes before it and how much of it; all as one where anything is left over. */
function goodsIn(text: string): readonly string[] {
  const items: string[] = [];
  let open: string[] = [];
  for (const word of wordsOf(text)) {
    const last = items.at(-1);
    if (open.length === 0 && last !== undefined && AMOUNT.test(word)) {
      items[items.length - 1] = `${last} ${word}`;
      continue;
    }
    open.push(word);
    if (!isGoods(word)) continue;
    items.push(open.join(" "));
    open = [];
  }
  const [rest, more] = open;
  if (rest === undefined) return items.length === 0 ? [text] : items;
  // Behind two that are known, another word in the row is a thing too.
  const isThing = more === undefined && items.length > 1 && isThingInRow(rest);
  return isThing ? [...items, rest] : [text];
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/u);
}

function isGoods(word: string): boolean {
  const bare = word.toLowerCase();
  return GOODS.has(bare) || GOODS.has(bare.replace(/(?:을|를|이랑|랑|하고|과|와)$/u, ""));
}

/** Stands for people, places and times. */
const NO_THING =
  /^(?:나|난|저|너|넌|우리|걔|얘|쟤|누구|그|이|여기|거기|오늘|내일|어제|아직|아마|혹시|그래)$/u;

/** Whether a single word has a particle that says "too": it is a thing then, whatever it ends in (휴지도). Pure. */
export function isThingToo(what: string, said: string): boolean {
  if (/\s/u.test(what) || NO_THING.test(what)) return false;
  return ["도", "두"].some((end) => said.includes(`${what}${end}`));
}

/** Part of a sentence, or of an errand of several words: 선물을, 사기, 보여줘. */
const IN_SENTENCE =
  /^(?:[가-힣]기|뭐\S*|머\S*|추가|삭제|취소|완료|목록|리스트|확인|알림|다시|오늘|내일|모두|전부)$|(?:을|를|에|에서|한테|에게|은|는|랑|줘|요|해|어|아|지|니|까|나|다|음|함|임|봐|자|게)$/u;

/** Things in a row, each in a word, with commas between; `undefined` where they are a sentence. Pure. */
export function namedApart(what: string): string | undefined {
  const words = joinedIn(what).flatMap((part) => part.split(/[\s,]+/u));
  const areApart = words.every((word) => isGoods(word) || isThingInRow(word));
  return words.length > 1 && areApart ? words.join(", ") : undefined;
}

function isThingInRow(word: string): boolean {
  return /^[가-힣]{2,}$/u.test(word) && !IN_SENTENCE.test(word);
}

/** Several things in a row that are needed, each in a word or two: "figs and brie". */
export function areSeveral(what: string): boolean {
  const parts = what.split(/\s*,\s*(?:and\s+)?|\s+and\s+/iu);
  const isShort = (part: string): boolean => part !== "" && part.split(/\s+/u).length <= 2;
  return parts.length > 1 && parts.every(isShort) && !NO_GOODS.test(what);
}

const NO_GOODS =
  /\b(?:to|you|it|that|this|them|him|her|me|us|help|more|time|sleep|money|rest|break|advice|love|know|go|be|is|are)\b|[?？]/iu;
