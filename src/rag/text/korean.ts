/** What a Korean particle says of the word before it: the object, where to, where from, to whom, what was said, the topic, whose, with whom. */
export type ParticleRole =
  | "object"
  | "to"
  | "from"
  | "recipient"
  | "quoted"
  | "subject"
  | "owner"
  | "with"
  | "other";

/** A Korean word taken apart: `stem` is what both sides of a comparison keep; `bodyLength` is how many UTF-16 units stand before the particle. */
export interface KoreanWord {
  readonly stem: string;
  readonly bodyLength: number;
  readonly particle?: ParticleRole;
  /** True for a form of one of the verbs the reader was given, or a noun with 하다. */
  readonly verb: boolean;
  readonly past: boolean;
}

/** Reads Korean words by the verbs it was given. */
export type KoreanReader = (word: string) => KoreanWord;

const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const VOWELS = 21;
const FINALS = 28;
const LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";
const VOWEL_LETTERS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ";
const FINAL_LETTERS = [..."_ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"];

/** Hangul syllables as their letters (각 → ㄱㅏㄱ); everything else as it is. */
export function jamoOf(text: string): string {
  let letters = "";
  for (const character of text) {
    const syllable = takeApart(character);
    letters +=
      syllable === undefined
        ? character
        : (LEADS[syllable.lead] ?? "") +
          (VOWEL_LETTERS[syllable.vowel] ?? "") +
          (syllable.final === 0 ? "" : (FINAL_LETTERS[syllable.final] ?? ""));
  }
  return letters;
}

/** True when the last syllable of a Korean text ends in a consonant. */
function endsInConsonant(text: string): boolean {
  return (takeApart(text.slice(-1))?.final ?? 0) !== 0;
}

/**
 * Longest first. `least` is how many syllables must remain before the particle; ambiguous syllables that end many nouns ask for two.
 * `after` says which ending the word before it must have: Korean chooses 을 after a consonant and 를 after a vowel.
 */
const PARTICLES: readonly {
  readonly text: string;
  readonly role: ParticleRole;
  readonly least: number;
  readonly after?: "consonant" | "vowel";
}[] = [
  { text: "에서부터", role: "from", least: 1 },
  { text: "이라고는", role: "quoted", least: 1 },
  { text: "으로부터", role: "from", least: 1 },
  { text: "에서는", role: "from", least: 1 },
  { text: "에서도", role: "from", least: 1 },
  { text: "에게서", role: "from", least: 1 },
  { text: "한테서", role: "from", least: 1 },
  { text: "으로는", role: "to", least: 1 },
  { text: "으로도", role: "to", least: 1 },
  { text: "이라고", role: "quoted", least: 1, after: "consonant" },
  { text: "이라는", role: "quoted", least: 1, after: "consonant" },
  { text: "에다가", role: "to", least: 1 },
  { text: "에서", role: "from", least: 1 },
  { text: "에게", role: "recipient", least: 1 },
  { text: "한테", role: "recipient", least: 1 },
  { text: "께서", role: "subject", least: 1 },
  { text: "으로", role: "to", least: 1, after: "consonant" },
  { text: "에다", role: "to", least: 1 },
  { text: "까지", role: "other", least: 1 },
  { text: "부터", role: "from", least: 1 },
  { text: "처럼", role: "other", least: 2 },
  { text: "이랑", role: "with", least: 1, after: "consonant" },
  { text: "하고", role: "with", least: 2 },
  { text: "라고", role: "quoted", least: 1 },
  { text: "라는", role: "quoted", least: 1 },
  { text: "마다", role: "other", least: 1 },
  { text: "에는", role: "to", least: 1 },
  { text: "에도", role: "to", least: 1 },
  { text: "이나", role: "other", least: 2, after: "consonant" },
  { text: "이란", role: "other", least: 2, after: "consonant" },
  { text: "께", role: "recipient", least: 2 },
  { text: "을", role: "object", least: 1, after: "consonant" },
  { text: "를", role: "object", least: 1, after: "vowel" },
  { text: "은", role: "subject", least: 2, after: "consonant" },
  { text: "는", role: "subject", least: 2, after: "vowel" },
  { text: "이", role: "subject", least: 2, after: "consonant" },
  { text: "가", role: "subject", least: 2, after: "vowel" },
  { text: "과", role: "with", least: 2, after: "consonant" },
  { text: "와", role: "with", least: 2, after: "vowel" },
  { text: "랑", role: "with", least: 2, after: "vowel" },
  { text: "의", role: "owner", least: 2 },
  { text: "에", role: "to", least: 2 },
  { text: "로", role: "to", least: 2 },
  { text: "도", role: "other", least: 2 },
  { text: "만", role: "other", least: 2 },
];

/** Nouns whose last syllable only looks like a particle. */
const WHOLE_NOUNS = new Set(
  (
    "회의 주의 강의 정의 문의 논의 합의 결의 동의 편의 협의 심의 항의 건의 창의 거의 도로 제주도 바나나 고양이 강아지 나이 " +
    "아이 종이 놀이 먹이 길이 높이 깊이 넓이 차이 사이 오이 거북이 호랑이 원숭이 어린이 젊은이 떡볶이 목걸이 평가 국가 작가 물가 " +
    "휴가 증가 추가 허가 화가 가수 전문가 투자가 음악가 주가 유가 종가 시가 원가 단가 최저가 최고가 정가 특가 효과 결과 사과 성과 학과 치과 내과 외과 " +
    "온도 습도 속도 정도 지도 제도 태도 강도 독도 여의도 인도 파도 수도 각도 밀도 용도 의도 시도 보도 포도 난이도 만족도 신뢰도 " +
    "기온 진로 경로 회로 통로 종로 을지로 세로 가로 대로 피로 서로 바로 새로 따로 스스로 별로 미로 프로 유로 제로 헬로 " +
    "라면 화면 측면 장면 가족 서울 마을 가을 노을 오늘 마늘 하늘 바늘 그늘 비늘 " +
    "불만 대만 오만 교과 통과 초과 부과 사랑 파랑 노랑 호랑 자랑 신랑 유랑 방랑 모두 전부 매일 매주 매월 " +
    "그리고 그래서 그러면 그런데 하지만 하나 하루 하면 보고서 보고 보기 보도 쓰기 사고 광고 참고 창고 경고 재고 일기 경기 이야기 시드니 내일 어제 그제 모레 지금 방금 아까 나중 다음 카페 커피 콘서트 티켓 파이 와이파이 하와이 상하이 두바이 뭄바이 타이베이"
  ).split(" "),
);

/** Endings that may follow the head of a verb, one after another. */
const VERB_TAIL = new RegExp(
  `^(?:${[
    "시 실 셨 신 주실 주신 주셨 주시겠습니까 주시겠어요 주실래요 주실수있나요 주실수있어요 주실수있을까요 줄수있나요 줄수있어요 줄수있어 줄수있니 줄수있을까 줄 주십시오 주세요 주셔요",
    "주라고 주라 주렴 줄래요 줄래 줘요 줘라 줘봐 줘 줄까 주면 주고 줬으면 다오 달라고 달라 봐줘 봐요 봐라 봐 보자 볼래 볼까 보세요 보고 놔 놓고 놓아 둬 두고 버려",
    "주겠니 주겠어 줄거지 줄거야 줄건가요",
    "고나서 어서 아서 여서 서 고 기 는 게 지 면 자 라고 라 려고 려면 러 니 냐 나요 나 까요 까 래요 래 세요 셔요 십시오 시오 도록 던 다 네요 네 거든",
    "어요 아요 어 아 은 을 음 으면 으려고 으라고 으세요 으니 습니다 ㅂ니다 니다 요 죠 지요 대 고싶어요 고싶어 고싶은데 고싶다 싶어 거야 거지 수있어 수있니 수있나요 겠어 겠습니다 는지 는데 은데 군 구나 달 ",
  ]
    .join(" ")
    .trim()
    .split(/\s+/u)
    .join("|")})*$`,
  "u",
);

/** What may follow a noun that a sentence ends with (…이야, …인가요), or that 하다 turns into a verb. */
const COPULA =
  /(?:이에요|예요|에요|이야|인가요|인가|인지|인데|이지|이죠|이니|이냐|입니까|입니다|일까요|일까|야|니|냐|죠|지|요)$/u;
const DO_FORM =
  /(?:하|해|했|할|한|합|함)(?:시|실|셔|주|줘|줄|줬|달|봐|보|볼|놔|둬|두|버려|고|서|기|는|게|지|면|자|라|려|러|니|냐|나|까|래|세|십|도록|던|다|네|요|죠|대|여|수|있|없|을|어|싶|은|데|겠|습|라고|달라고|싶은데|거야|거지)*$/u;

/** Longest word that is taken apart, in syllables; longer runs are no words, and endings may be read in more ways than one. */
const LONGEST_WORD = 20;

/** Builds a reader for the dictionary forms of `verbs` (찾다, 지우다 …) that takes `nouns` as they are; 하다 nouns need no entry among the verbs. */
export function createKoreanReader(
  verbs: readonly string[],
  nouns: ReadonlySet<string>,
): KoreanReader {
  const heads = new Map<string, { readonly stem: string; readonly past: boolean }>();
  for (const verb of verbs) {
    const stem = verb.replace(/다$/u, "");
    for (const head of headsOf(stem))
      if (!heads.has(head.text)) heads.set(head.text, { stem, past: head.past });
  }
  return (word) => {
    if (word.length > LONGEST_WORD || WHOLE_NOUNS.has(word) || nouns.has(word))
      return wholeWord(word);
    const particle = particleOf(word);
    if (particle !== undefined && particle.role !== "with" && nouns.has(particle.body)) {
      return withParticle(word, particle);
    }
    const single = (particle?.body ?? word).replace(/들$/u, "");
    if (nouns.has(single)) return { ...wholeWord(word), stem: single };
    return withQuotation(word, readVerb(word, heads) ?? readNoun(word));
  };
}

/** Told speech (꺼내라고, 좋다고): 라고 goes, of 다고, 자고 and 냐고 only the 고. */
function withQuotation(word: string, read: KoreanWord): KoreanWord {
  const ending = /(?:라고|(?<=.[다자냐])고)$/u.exec(word);
  if (ending === null || ending.index === 0) return read;
  const isSentence = read.verb || /(?:[다요까자냐야죠네])$/u.test(word.slice(0, ending.index));
  if (ending[0] === "라고" && !isSentence) return read;
  return { ...read, bodyLength: ending.index, particle: "quoted" };
}

function wholeWord(word: string): KoreanWord {
  return { stem: word, bodyLength: word.length, verb: false, past: false };
}

function withParticle(
  word: string,
  particle: { readonly body: string; readonly role: ParticleRole },
): KoreanWord {
  return {
    ...wholeWord(word),
    stem: particle.body,
    bodyLength: particle.body.length,
    particle: particle.role,
  };
}

function readVerb(
  word: string,
  heads: ReadonlyMap<string, { readonly stem: string; readonly past: boolean }>,
): KoreanWord | undefined {
  for (let length = Math.min(word.length, 6); length >= 1; length -= 1) {
    const head = heads.get(word.slice(0, length));
    if (head === undefined || !VERB_TAIL.test(word.slice(length))) continue;
    if (length === 1 && word.length === 1 && !head.past) continue;
    return { stem: head.stem, bodyLength: word.length, verb: true, past: head.past };
  }
  return undefined;
}

/** A request by a verb nobody listed: 늘려줘, 뽑아주세요. */
const ASKED = /(?:주시겠어요|주실래요|주십시오|주세요|줄래요?|줘요?|달라고|달라|주라)$/u;

function readNoun(word: string): KoreanWord {
  const done = DO_FORM.exec(word);
  if (done !== null && done.index >= 2) {
    return {
      stem: word.slice(0, done.index),
      bodyLength: word.length,
      verb: true,
      past: done[0].startsWith("했"),
    };
  }
  const asked = ASKED.exec(word);
  if (asked !== null && asked.index >= 1) {
    return { ...wholeWord(word), stem: word.slice(0, asked.index), verb: true };
  }
  const copula = COPULA.exec(word);
  if (copula !== null && copula.index >= 2) {
    return { ...wholeWord(word), stem: word.slice(0, copula.index), bodyLength: copula.index };
  }
  const particle = particleOf(word);
  return particle === undefined ? wholeWord(word) : withParticle(word, particle);
}

/** The particle at the end of a Korean word and what stands before it; `undefined` when there is none or the word is known to be whole. */
export function particleOf(
  word: string,
): { readonly body: string; readonly role: ParticleRole } | undefined {
  if (WHOLE_NOUNS.has(word)) return undefined;
  for (const particle of PARTICLES) {
    if (!word.endsWith(particle.text)) continue;
    const body = word.slice(0, word.length - particle.text.length);
    if (body.length < particle.least) continue;
    if (particle.after !== undefined && (particle.after === "consonant") !== endsInConsonant(body))
      continue;
    if (particle.text === "로" && endsInConsonant(body) && !jamoOf(body).endsWith("ㄹ")) continue;
    return { body, role: particle.role };
  }
  return undefined;
}

/** True for a noun that is known to end as it stands, though its last syllable looks like an ending. */
export function isKnownNoun(word: string): boolean {
  return WHOLE_NOUNS.has(word);
}

/** The role of a text that is a particle and nothing else, as it stands after a Latin word, a number or a file name. */
export function bareParticle(text: string): ParticleRole | undefined {
  return PARTICLES.find((particle) => particle.text === text)?.role;
}

function headsOf(stem: string): readonly { readonly text: string; readonly past: boolean }[] {
  const joined = infinitiveOf(stem);
  const last = takeApart(stem.slice(-1));
  const heads = [
    { text: stem, past: false },
    { text: joined, past: false },
    { text: withFinal(joined, "ㅆ"), past: true },
  ];
  if (last === undefined) return heads;
  const open = last.final === 0;
  const bare = FINAL_LETTERS[last.final] === "ㄹ" ? withFinal(stem, "_") : stem;
  for (const letter of ["ㄴ", "ㄹ", "ㅂ"]) {
    if (open || bare !== stem) heads.push({ text: withFinal(bare, letter), past: false });
  }
  return heads;
}

const IRREGULAR = new Map([
  ["하", "해"],
  ["듣", "들어"],
  ["고르", "골라"],
  ["부르", "불러"],
  ["누르", "눌러"],
  ["자르", "잘라"],
  ["모르", "몰라"],
  ["돕", "도와"],
  ["줍", "주워"],
]);
const JOINED_VOWELS = new Map([
  ["ㅗ", "ㅘ"],
  ["ㅜ", "ㅝ"],
  ["ㅣ", "ㅕ"],
  ["ㅡ", "ㅓ"],
  ["ㅚ", "ㅙ"],
]);

/** The form before 줘 and 서: 찾 → 찾아, 지우 → 지워, 알리 → 알려. */
function infinitiveOf(stem: string): string {
  const irregular = IRREGULAR.get(stem);
  if (irregular !== undefined) return irregular;
  const last = takeApart(stem.slice(-1));
  if (last === undefined) return stem;
  const vowel = VOWEL_LETTERS[last.vowel] ?? "";
  if (last.final !== 0) return stem + (vowel === "ㅏ" || vowel === "ㅗ" ? "아" : "어");
  const joined = JOINED_VOWELS.get(vowel);
  if (joined === undefined) return stem;
  return stem.slice(0, -1) + put(last.lead, VOWEL_LETTERS.indexOf(joined), 0);
}

function withFinal(text: string, letter: string): string {
  const last = takeApart(text.slice(-1));
  if (last === undefined) return text;
  return text.slice(0, -1) + put(last.lead, last.vowel, FINAL_LETTERS.indexOf(letter));
}

function takeApart(
  character: string,
): { readonly lead: number; readonly vowel: number; readonly final: number } | undefined {
  const code = character.charCodeAt(0);
  if (!(code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE)) return undefined;
  const index = code - FIRST_SYLLABLE;
  return {
    lead: Math.floor(index / (VOWELS * FINALS)),
    vowel: Math.floor(index / FINALS) % VOWELS,
    final: index % FINALS,
  };
}

function put(lead: number, vowel: number, final: number): string {
  return String.fromCharCode(FIRST_SYLLABLE + (lead * VOWELS + vowel) * FINALS + final);
}
