/** A kind of message that says one thing in many ways: it consists of known words, and some of them must be there. */
export interface ClosedPhrase {
  /** Tested on the message in lower case, without marks; Korean also without spaces. */
  readonly needs: RegExp;
  /** The words that may stand beside what every such message may hold. */
  readonly words: string;
}

/** What may stand in any message and says nothing of what it is about. */
const AROUND =
  "a an and again also actually ah all alright anyway are at btw but by can could do does did everything for from go guess hey hi hm hmm hmmm i id ill im in is it its ive just kinda kindly know let lets like lol maybe me mind my no nope nah now of oh ok okay omg on one ones oops or our out please pls plz pretty probably really right so some sorry still stuff such that thats the then there these they thing things think this those to too ugh um us very wait wanna want was well whoops with would wow yeah yes yep you your youre " +
  "아 앗 어 음 흠 야 근데 그럼 그러면 그리고 그냥 혹시 저기 참 아참 아니 아니다 아니야 아냐 아뇨 안돼 미안 잠깐 잠깐만 잠시만 실수 맞다 제발 빨리 지금 방금 아까 이제 오늘 좀 한번 다시 다 전부 모두 싹 꼭 진짜 정말 너무 완전 많이 또 더 그 이 저 거 것 걸 게 건 꺼 그거 그것 그걸 이거 이것 이걸 내 내가 나 난 나는 제 제가 저는 너 넌 너는 니 네 네가 니가 우리 " +
  "은 는 이 가 을 를 도 만 에 로 으로 의 요 야 이야 이에요 예요 에요 임 인데 지 니 나 까 라 랑 이랑 하고 해 해요 해라 해줘 해줘요 해주세요 해줄래 하자 할래 할게 하는 한 줘 줘요 주라 주세요 줄래 줄래요 줄수있어 줄수있어요 봐 봐요 봐줘 놔 놔줘 둬 둬줘 자 달라 돼 돼요 되 됐어";

const everyWord = new Map<string, ReadonlySet<string>>();

function wordsOf({ words }: ClosedPhrase): ReadonlySet<string> {
  const known = everyWord.get(words);
  if (known !== undefined) return known;
  const all = new Set(`${AROUND} ${words}`.split(" ").filter((word) => word !== ""));
  everyWord.set(words, all);
  return all;
}

/** Nouns whose syllables are particles each. */
const NOUNS: ReadonlySet<string> = new Set("요가 도로 나이 가지 지도 가요 나라".split(" "));

/** In UTF-16 units; a longer message says more. */
const LONGEST = 90;
/** In syllables. */
const LONGEST_WORD = 8;

/** Whether a message is of a kind: all of it consists of the kind's words. Pure. */
export function isPhrase(message: string, phrase: ClosedPhrase): boolean {
  if (message.length > LONGEST) return false;
  const said = plainly(message);
  if (said === "" || !phrase.needs.test(said)) return false;
  const known = wordsOf(phrase);
  return said.split(" ").every((word) => isMadeOf(word, known));
}

/** In lower case and without marks, pictures and laughter; Korean without spaces. */
function plainly(message: string): string {
  const words = message
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]/gu, "")
    .replace(/[^\p{L}\p{N}+]+/gu, " ")
    .trim();
  if (!/\p{Script=Hangul}/u.test(words)) return words;
  return words
    .replace(/[ㅋㅎㅠㅜㄷ]{2,}|(?<=[가-힣])\s*[ㅋㅎㅠㅜ](?=\s|$)/gu, "")
    .replaceAll(" ", "");
}

/** Whether a word is one of those known, or, in Korean, several of them in a row. */
function isMadeOf(word: string, known: ReadonlySet<string>): boolean {
  if (known.has(word)) return true;
  if (!/\p{Script=Hangul}/u.test(word) || NOUNS.has(word)) return false;
  const reached = [true];
  for (let end = 1; end <= word.length; end += 1)
    for (
      let start = Math.max(0, end - LONGEST_WORD);
      start < end && reached[end] !== true;
      start += 1
    )
      reached[end] = reached[start] === true && known.has(word.slice(start, end));
  return reached[word.length] === true;
}
