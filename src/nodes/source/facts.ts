import { FINAL, finalOf } from "../../base/korean-particles.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import { hidden, namesSecret, withSpoilers } from "../emphasis.ts";

/** A memory that says of one thing what it is: "the wifi password is home1234". */
export interface Fact {
  readonly subject: string;
  /** What joins the two, as it was said: " is ", "은 ". */
  readonly joint: string;
  readonly value: string;
}

/** Longest subject, in words: more than that is a sentence about several things. */
const LONGEST_SUBJECT = 8;

const ENGLISH =
  /^(?<subject>\S.*?)(?<joint>\s+(?:(?:is|are|was|were)(?:\s+(?:called|named))?|=)\s+|\s*[:=]\s+)(?<value>\S.*)$/iu;

/** Somebody's doing or being is no name of a thing: "I am", "there is". */
const NO_SUBJECT =
  /^(?:i|we|you|he|she|it|they|there|this|that|these|those|here|what|who|where|when|how|why|if)$/iu;

/** A topic, but for a verb that describes what follows (좋아하는 색). */
const TOPIC = /(?<=[가-힣A-Za-z0-9)])(?<!(?:하|있|없|되|싶|먹|같|앉|좋|많))(?:은|는)\s+/gu;
const SUBJECT_PARTICLE = /(?<=[가-힣A-Za-z0-9)])(?:이|가)\s+/gu;

/** How Korean says that something is something, behind a letter or number of another script and behind a syllable. */
const COPULA =
  /(?:이?야|이?에요|예요|입니다|이?다|이?라고|이거든(?:요)?|이?고|이?임|인\s?거|이?요)[.!~\s]*$/u;

/** Words that end in the syllable that could also begin what says "is". */
const ENDS_IN_I =
  /(?:고양|호랑|거북|어린|종|지팡|송|원숭|달팽|젊은|늙은|걸|잡|먹|놀|높|길|깊|넓|나|아|차|사|회|오|구|거|파|머)이$/u;

const KOREAN_VERB = /(?:[가-힣](?:어|아|해|지|네|게|래|까|다|음|함|됨)|요)[.!~\s]*$/u;

/** One fact behind another: neither is what the whole is about. */
const TWO_FACTS =
  /\S(?:은|는|이|가)\s.*\S(?:이고|고|이며|며|,)\s+\S.*\S(?:은|는)\s+\S|\s(?:is|are)\s.*(?:\band|,|;)\s.*\s(?:is|are)\s/iu;

/** The fact that a memory states; `undefined` for any other memory, and for two facts in one. Pure. */
export function factIn(content: string): Fact | undefined {
  const text = content.trim();
  if (TWO_FACTS.test(text)) return undefined;
  return /\p{Script=Hangul}/u.test(text)
    ? (koreanFact(text) ?? englishFact(text))
    : englishFact(text);
}

/** A memory without what only the sentence needed in which it was told: "비번은 home1234야" is "비번은 home1234". Pure. */
export function asNote(content: string): string {
  const text = withoutEndMarks(content.trim());
  const fact = /\p{Script=Hangul}/u.test(text) ? koreanFact(text) : undefined;
  return fact === undefined
    ? withoutReason(text.replace(AFTER_AMOUNT, ""))
    : `${fact.subject}${fact.joint}${fact.value}`;
}

/** A verb that only gives a reason, as it tells something: 다니거든 is 다녀. */
function withoutReason(text: string): string {
  return text.replace(/([가-힣])거든(?:요)?$/u, (_, stem: string) => {
    const told = { 하: "해", 니: "녀", 오: "와" }[stem];
    if (told !== undefined || finalOf(stem) === FINAL.none) return told ?? stem;
    const vowel = Math.floor((stem.charCodeAt(0) - 0xac00) / 28) % 21;
    return `${stem}${vowel === 0 || vowel === 8 ? "아" : "어"}`; // behind ㅏ and ㅗ
  });
}

/** Says "is" of a date, a number or a word of another script, which stands right behind what it is of: 민호 생일 3월 14일이야. */
const AFTER_AMOUNT =
  /(?<=\d\s?(?:일|시|분|번|원|월|층|호|개|명|살|년|도|동|cm|kg)|[A-Za-z0-9])\s?(?:이야|야|이에요|예요|입니다)$/u;

/** What a memory is about: the subject of its fact, or what stands before its first number. Pure. */
export function subjectIn(content: string): string | undefined {
  const subject = factIn(content)?.subject ?? /^(\D{2,60}?)\s+\S*\d/u.exec(content)?.[1];
  return subject?.trim();
}

/** A memory for its reader, what is secret in it hidden. Pure. */
export function factWords(content: string): string {
  const fact = factIn(content);
  if (fact === undefined) return withSpoilers(content);
  return `${escapeMarkup(`${fact.subject}${fact.joint}`)}${valueWords(fact)}`;
}

/** What a fact says, hidden where it is secret. Pure. */
export function valueWords({ subject, value }: Fact): string {
  if (namesSecret(subject) && !/\s/u.test(value)) return hidden(value);
  if (!namesSecret(subject)) return escapeMarkup(value);
  const words = withSpoilers(`${subject} ${value}`);
  return words.slice(escapeMarkup(`${subject} `).length);
}

function englishFact(text: string): Fact | undefined {
  const { subject = "", joint = "", value = "" } = ENGLISH.exec(text)?.groups ?? {};
  if (subject === "" || NO_SUBJECT.test(subject)) return undefined;
  if (subject.split(/\s+/u).length > LONGEST_SUBJECT) return undefined;
  return { subject, joint, value: namesSecret(subject) ? value : withoutEndMarks(value) };
}

function koreanFact(text: string): Fact | undefined {
  for (const particle of [TOPIC, SUBJECT_PARTICLE]) {
    const found = [...text.matchAll(particle)].at(-1);
    if (found === undefined || found.index === 0) continue;
    const subject = text.slice(0, found.index);
    const said = text.slice(found.index + found[0].length);
    const value = withoutCopula(said, { keepsMarks: namesSecret(text) }).trim();
    const isVerb = value === said && KOREAN_VERB.test(said);
    const isWeak = particle === SUBJECT_PARTICLE && value === said;
    if (value === "" || isVerb || isWeak) continue;
    if (subject.split(/\s+/u).length > LONGEST_SUBJECT) continue;
    return { subject, joint: found[0], value };
  }
  return undefined;
}

/** Marks at the end are the sentence's, but those of a secret are part of it. */
function withoutEndMarks(text: string): string {
  return text.replace(namesSecret(text) ? /(?<=[가-힣\s])[.!~]+$|\.$/u : /[.!~]+$/u, "");
}

function withoutCopula(said: string, { keepsMarks }: { readonly keepsMarks: boolean }): string {
  const found = COPULA.exec(said);
  const plain = keepsMarks ? said : said.replace(/[.!~]+$/u, "");
  if (found === null) return plain;
  const before = said.slice(0, found.index);
  const [ending] = found;
  if (before === "") return said;
  const last = before.at(-1) ?? "";
  if (!/\p{Script=Hangul}/u.test(last)) return before;
  const isClosed = finalOf(last) !== FINAL.none;
  const beginsWithI = /^[이입인임]/u.test(ending);
  if (
    beginsWithI &&
    ending.startsWith("이") &&
    ENDS_IN_I.test(`${before}이`) &&
    /^이(?:야|에요|요)/u.test(ending)
  )
    return `${before}이`;
  if (isClosed) return beginsWithI ? before : plain;
  return /^(?:야|예요|입니다|이다|임|이?라고|인)/u.test(ending) ? before : plain;
}
