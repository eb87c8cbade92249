import { conceptForms, isCommandConcept, isLightConcept } from "../../../rag/text/concepts.ts";
import { jamoOf } from "../../../rag/text/korean.ts";
import type { Token } from "../tokens.ts";
import type { Spellings } from "../wording/mending.ts";
import { type ReadPhrasing, slipOf } from "../words.ts";
import type { Signature, Signatures } from "./signatures.ts";

/** Tells whether a word belongs to how an action is asked for. */
export interface Cues {
  /** Words that name actions as they are usually written. */
  readonly spellings: Spellings;
  /** How a message fills each action. */
  readonly signatures: Signatures;
  readonly has: (action: string, token: Token) => boolean;
  /** True for a word that names what the action is about: 날씨, price. */
  readonly names: (action: string, token: Token) => boolean;
  /** True for a word that names actions, and few. */
  readonly namesFew: (token: Token) => boolean;
  /** True for a word that is said of an action besides: price of past prices. */
  readonly isAbout: (action: string, token: Token) => boolean;
  /** True for a verb that asks for something to be done: it is never beside the point. */
  readonly isCommand: (token: Token) => boolean;
  /** True for a word that asks to see what there is. */
  readonly isLooking: (token: Token) => boolean;
  /** True for a word that people put anywhere. */
  readonly isFiller: (token: Token) => boolean;
  /** True for one that hardly any other action is asked for with. */
  readonly tells: (action: string, token: Token) => boolean;
}

/** Words that people put anywhere and that say nothing of what they want. */
const FILLERS = new Set(
  "think 하나 이거 이것 그대로 보고 아 오 음 어 흠 앗 헐 엇 아니 oh uh um hmm 뽑아 띄워 던져 쏴 까 훑어 꺼내 읊어 쭉 쫙 주르륵 싹 대충 간단히 간략히 자세히 상세히 빨리 얼른 급 급함 제발 플리즈 오늘자 별로 하나만 한번만 틀 들을 볼 할만한 볼만한 들을만한 틀만한거 쓸만한 괜찮은 좋은 asap quickly sharp straight plain real roughly exactly precisely briefly super pretty bit lil little check pull fetch hit up spit throw flash holler could one-off try 만한 데 compare 비교 비교해 both each 둘 둘다 각각 씩 gimme lemme gonna wanna fam bro dude mate yo teh lookin looking rn btw tho lol haha anything everything something whole far ive whats whts wat hows izzit lik n u r ur quick just only but also too really actually even still much one outside here there ㄱ ㄱㄱ ㅇㅇ ㅋㅋ ㅎㅎ ㅠㅠ 많이 엄청 되게 진짜 정말 그동안 새로 나온 관련해서 관련해 대해서 쪽 근처 nearby 밖 밖에 여기 거기 같이 한꺼번에 한번에 한꺼번 전부 모두 정도 각각 먼저 일단 혹시 그럼 근데 뭐 뭐뭐 어떤 어떻게 얼마나 몇 거 걸 게 다시 더 없어 누구 누구누구 다른 결과 result results 그치 그지 그쵸 who other now again instead then make same enough give it that this these those for in".split(
    " ",
  ),
);

/** How a Korean verb asks for what it says. */
const ASKED_FOR = /(?:줘|줘봐|봐|봐봐|주라|줄래|주세요|줘요|보자|놔|둬)$/u;

/** A word that this share of the actions is asked for with, and so many at least, says nothing of any, unless it names a few. */
const COMMON_SHARE = 1 / 12;
const COMMON_TO = 8;
/** Commands that change nothing: any other belongs to the actions that are asked for with it. */
const LOOKING = new Set(["show", "list", "find", "read", "open", "fetch", "ask"]);
const FEW = 3;
const SHORTEST_MISSPELT = 4;

/** Learns from the phrasings of the catalogue which words each action is asked for with. */
export function learnCues(
  signatures: Signatures,
  phrasings: readonly Pick<ReadPhrasing, "calls" | "keys">[],
): Cues {
  const actionsOf = new Map<string, Set<string>>();
  const asked = new Set<string>();
  for (const { calls, keys } of phrasings) {
    const [action] = calls;
    if (action === undefined || calls.length > 1) continue;
    asked.add(action);
    for (const key of keys) actionsOf.set(key, (actionsOf.get(key) ?? new Set()).add(action));
  }
  const commonTo = Math.max(COMMON_TO, asked.size * COMMON_SHARE);
  const isLooking = ({ key }: Token): boolean =>
    key.startsWith("c:") && (LOOKING.has(key.slice(2)) || isLightConcept(key.slice(2)));
  const namedBy = actionsByWord([...signatures].map(([action, { names: own }]) => [action, own]));
  const toldBy = actionsByWord([...signatures].map(([action, { about }]) => [action, about]));
  const named = (token: Token): ReadonlySet<string> =>
    token.key.startsWith("name:") && token.value.includes(" ") ? NONE : namedBy(token);
  const names = (action: string, token: Token): boolean => named(token).has(action);
  const isName = (token: Token): boolean => named(token).size > 0 && named(token).size <= FEW;
  const isCommon = (token: Token): boolean => {
    if (token.part !== "content" || isLooking(token)) return true;
    const { key } = token;
    const asks = actionsOf.get(key)?.size ?? 0;
    return !isCommandConcept(key.slice(2)) && asks >= commonTo && !isName(token);
  };
  const isAbout = (action: string, token: Token): boolean => toldBy(token).has(action);
  const isCommand = ({ key }: Token): boolean =>
    key.startsWith("c:") && isCommandConcept(key.slice(2));
  const usual = [...signatures.values()].flatMap(({ names: own, about }) => [...own, ...about]);
  return {
    signatures,
    spellings: {
      words: [...new Set([...usual, ...conceptForms().flatMap(({ form }) => form.split(" "))])],
      isKnown: (token) =>
        token.part !== "content" || token.key.startsWith("c:") || actionsOf.has(token.key),
    },
    names,
    namesFew: isName,
    isAbout,
    isLooking,
    isCommand,
    isFiller: ({ value }) =>
      FILLERS.has(value.toLowerCase()) || FILLERS.has(value.replace(ASKED_FOR, "")),
    tells(action, token) {
      const actions = actionsOf.get(token.key);
      return token.part === "content" && actions?.has(action) === true && actions.size <= FEW;
    },
    has(action, token) {
      if (names(action, token) || isAbout(action, token) || isCommon(token)) return true;
      return !isCommand(token) && actionsOf.get(token.key)?.has(action) === true;
    },
  };
}

const NONE: ReadonlySet<string> = new Set();
/** So many words of messages are remembered with the actions that they belong to. */
const MOST_WORDS = 2000;

/** Finds the actions that have a word among theirs. */
function actionsByWord(
  actions: Iterable<readonly [string, Signature["names"]]>,
): (token: Token) => ReadonlySet<string> {
  const byStem = new Map<string, Set<string>>();
  for (const [action, words] of actions)
    for (const word of words) byStem.set(word, (byStem.get(word) ?? new Set()).add(action));
  const stems = [...byStem].map(([text, having]) => ({ stem: stemOf(text), having }));
  const known = new Map<string, ReadonlySet<string>>();
  return (token) => {
    if (token.kind !== "word" && token.kind !== "number") return NONE;
    const word = `${token.key === SHOWING} ${token.value}`;
    const before = known.get(word);
    if (before !== undefined) return before;
    const found = stems.filter(({ stem }) => begins(token, stem));
    const having = new Set(found.flatMap((each) => [...each.having]));
    if (known.size >= MOST_WORDS) known.clear();
    known.set(word, having);
    return having;
  };
}

interface Stem {
  readonly text: string;
  readonly letters: string;
  readonly isKorean: boolean;
}

function stemOf(text: string): Stem {
  return { text, letters: jamoOf(text), isKorean: /[가-힣]/u.test(text) };
}

/** A verb that asks to see something: it belongs to an action only as it is written. */
const SHOWING = "c:show";

/** A Korean word begins with its stem; an English one is it. Longer words that are not known themselves may have one slip of the finger. */
function begins({ value, key }: Token, stem: Stem): boolean {
  if (stem.text.includes("_")) return value.toLowerCase() === stem.text.replaceAll("_", " ");
  return value
    .toLowerCase()
    .split(" ")
    .some((word) => (key === SHOWING ? word === stem.text : isStemOf(stem, word)));
}

/** What may follow a stem of one syllable: nothing, or an ending. */
const SHORT_ENDING = /^(?:(?:다|나|니|네|지|은|을|거|겠|고|냐|줘|주|놔|놓|둬|두|봐|라)[가-힣]*)?$/u;

function isStemOf(stem: Stem, word: string): boolean {
  if (stem.isKorean) {
    if (word.startsWith(stem.text))
      return stem.text.length > 1 || SHORT_ENDING.test(word.slice(stem.text.length));
    return stem.text.length > 2 && isSlip(jamoOf(word).slice(0, stem.letters.length), stem.letters);
  }
  return word === stem.text || isSlip(word, stem.text);
}

/** The same word, or one slip of the finger behind its first letter. */
function isSlip(said: string, meant: string): boolean {
  if (meant.length < SHORTEST_MISSPELT || said[0] !== meant[0]) return false;
  return said === meant || slipOf(said, meant) !== undefined;
}
