import type { Language } from "../../base/localized.ts";

/**
 * The language that a message is written in: verbs, particles and small words decide, not names ("weather in 서울" is English,
 * "Tesla 주가" Korean). `undefined` where nothing in it decides, as in a name, a number or a program alone. Pure.
 */
export function messageLanguage(message: string): Language | undefined {
  const text = message.replace(
    /\[(?:\w+:\w+|(?:each|if):[^\]]*)\][\s\S]*|(?:--|—)[\w-]+|https?:\/\/\S+|`[^`]*`|["“][^"”]*["”]|[@/][\w.]+/gu,
    " ",
  );
  const words = text
    .split(/\s+/u)
    .filter((word) => !/\d/u.test(word) || /\p{Script=Hangul}/u.test(word))
    .flatMap((word) => word.split(/[^\p{L}\p{M}']+/u))
    .filter((word) => word !== "");
  const hangul = words.filter((word) => /\p{Script=Hangul}/u.test(word));
  const english = words.filter((word) => SMALL_WORDS.has(word.toLowerCase()));
  if (hangul.length === 0) {
    const latin = words.filter((word) => /^[a-z']+$/iu.test(word));
    return english.length > 0 || latin.length > 1 ? "en" : undefined;
  }
  const isKorean =
    hangul.some((word) => KOREAN_VERB.test(word)) ||
    (hangul.some((word) => KOREAN_PARTICLE.test(word)) && english.length < 2) ||
    hangul.length > english.length;
  return english.length > 0 && !isKorean ? "en" : "ko";
}

/** How Korean verbs end a sentence or join clauses. */
const KOREAN_VERB =
  /(?:줘|줘요|해|해요|요|까|니|냐|지|다|봐|려줘|주세요|라고|하고|하면|어때|뭐야|이야|야|둬|놔|줄래|음|했어|었어|았어|더라|하자|할래|될까)$/u;
/** What stands behind a Korean noun in a sentence. */
const KOREAN_PARTICLE = /[가-힣](?:은|는|을|를|만|에서|한테|에게|까지|부터|이랑|랑|으로)$/u;

/** English words that are no names. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  "a an the is are am was were do does did what what's whats who when where which why how in on of to for at my me i i'm it it's this that and or not no yes please find show tell get give make set send remind add save open read delete remove cancel stop list search look play write will can could should hi hello hey thanks thank bye good morning night about from with by every tomorrow today yesterday price weather news time help".split(
    " ",
  ),
);
