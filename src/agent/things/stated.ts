import { sentenceType } from "../../rag/text/mood.ts";
import { areLiteral } from "./said.ts";

/** In UTF-16 units: more than that is a story. */
const LONGEST = 160;

/** How it goes at the moment, what one thinks of it, or what is wanted: nothing to be kept. */
const PASSING =
  /\b(?:today|tonight|now|tomorrow|yesterday|this\s+(?:morning|week|weekend|evening)|just|so|very|really|too|again|lol|haha+|omg|ugh|please|pls|let['’]?s|should|if|maybe|probably|i\s+(?:think|guess|hope|wish)|you|your|bot)\b|오늘|지금|방금|어제|내일|너무|진짜|정말|완전|되게|엄청|아마|같아|싶|기분|피곤|힘들|졸려|졸리|배고|심심|짜증|재밌|웃기|귀찮|어떡|만약|[ㅋㅎㅠㅜ]|[?？!]|(?:줘|주세요|자|할래|할게|할까|볼까|해라|네|네요|구나|군|래|데|지|죠)[.\s]*$|(?:^\S+(?:은|는|이|가))\s(?:좋|싫|춥|덥|예쁘|멋|별로|최고)[가-힣]*$/iu;

/** What goes on, what happened, what somebody thinks, what is asked, and what is put right of what was said: events and talk, no facts that stay. */
const HAPPENING =
  /\b(?:is|are|am|was|were|been|keeps?|kept)\s+(?:\w+ly\s+|always\s+)?(?!allergic|nothing|parking|king|wedding)\w{2,}ing\b|(?:['’](?:s|m|re)|\bim)\s+\w{2,}ing\b|^\S+(?:\s\S+){0,4}\s(?:was|were)\s|\b(?:thinks?|says?|said|believes?|reckons?|wants?|asked|told|snores?|laughs?|cries|remind|add|what|how|why|who|where)\b|고\s?있|느라|다가|요즘|요새|맨날|자꾸|아직|벌써|제일|가장|드디어|큰일|사람(?:임|이야|이다)$|(?:까먹|잊|늦|망하|망했)[가-힣]*$|[아어해]서\s|아니라|말고|(?:^|\s)(?:너|넌|니|네가|니가)(?:는|도|가|를)?\s|무슨|뭐|뭘|얼마|(?:^|\s)(?:몇|왜|언제|어디|누구|누가|어떤)|(?:는|은|던|을|ㄹ)\s사람(?:은|이|들)?\s/iu;
/** A Korean past of what is no longer so; what was put somewhere, lent or left is there still. */
const OVER = /(?<![뒀놨])[았었했갔왔났됐졌렸줬샀봤냈]어?(?:요|다|음)?[.\s]*$/u;
const STAYS =
  /(?:뒀|놨|두었|놓았|넣었|숨겼|맡겼|빌려줬|빌렸|주차했|걸었|옮겼|바뀌었|바꿨|정했|줬)(?:어|어요|다|음)?[.\s]*$/u;

/** What is looked up or done is no fact of one's own. */
const REQUESTED =
  /^(?:remind|add|save|send|show|open|set|turn|play|call|delete|remove|cancel|translate|search|find|tell|ask|check|move|rename|write|put|make|get|give|wake|buy|text|email|message)\b/iu;

const ENGLISH_VERBS =
  "is|are|was|were|has|have|must|should|can|can['’]?t|cannot|doesn['’]?t|don['’]?t|isn['’]?t|aren['’]?t|lives|works|costs|charges|closes|opens|belongs|starts|ends|eats|drinks|takes|needs|likes|hates|prefers|studies|teaches|wears|drives";
const SUBJECT =
  "(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he)\\s+(?:[\\p{L}\\p{N}'’.-]+\\s+){1,6}?|\\p{Lu}[\\p{L}.'’]+\\s+(?:[\\p{L}\\p{N}'’.-]+\\s+){0,5}?)";
const ENGLISH: readonly RegExp[] = [
  new RegExp(`^${SUBJECT}(?:${ENGLISH_VERBS})\\s+(?<rest>\\S.*)$`, "u"),
  /^(?:i|we)\s+(?:park(?:ed)?|put|left|keep|kept|hid|stored?|live|work|owe|lent|borrowed|take|wear|have|own|drive|prefer|dislike|pay|paid|bought|gave|met|was\s+born|were\s+born|grew\s+up|(?:do\s+not|don['’]?t|can['’]?t|cannot|never)\s+(?:eat|drink|like|take|stand|wear))\s+(?<rest>\S.*)$/iu,
  /^(?:\p{L}+\s){1,3}(?:is|are)\s+(?<rest>(?:\S+\s)*\S*\d.*)$/iu,
  /^(?:i['’]?m|i\s+am|we['’]?re|we\s+are)\s+(?<rest>(?:allergic|left|right|vegetarian|vegan|from|born|an?\s|\d).*)$/iu,
];

/** A number, a day, a name inside the sentence, a place, or what is good and bad for somebody. */
const HOLDS =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:allergic|allergy|vegetarian|vegan|pregnant|diabetic|handed)\b|\s\p{Lu}\p{L}*|\b(?:in|at|on|under|behind|near|by|above|below|inside|next\s+to|with|from|before|after|every|without)\s+\p{L}+|\b(?:two|three|four|five|six|seven|eight|nine|ten|noon|midnight)\b/u;

/** What somebody or something uses or does: "the van takes diesel". */
const DOES =
  /^(?:my|our|his|her|the)\s(?:\p{L}+\s){1,3}(?:takes|plays|uses|drinks|eats|drives|speaks|teaches|wears|studies|collects)\s(?:\p{L}+\s){0,3}\p{L}+$/iu;

const KOREAN =
  /^(?<subject>\S(?:.{0,38}?\S)?)(?:은|는|이|가)\s+(?<rest>\S.*)$|^(?:나|난|저|전|내|우리|저희)\s+(?<own>\S.*)$/u;
const KOREAN_ENDS =
  /(?:야|예요|이에요|입니다|이다|거든|거든요|임|음|함|다|어|아|해|돼|가|나|녀|놔|써|와|봐|서|셔|려|내|[았었했갔왔났됐졌렸뒀놨줬]어|요)[.\s]*$/u;
const KOREAN_HOLDS =
  /\d|[만천백십]\s?[만천백십]*원|[월화수목금토일]요일|(?:화목|월수금|월수|주말|평일)|매[일주달월년]|[가-힣](?:층|호|역|동|구)|에\s?(?:있|둬|뒀|놔|놨|넣|살)|알레르기|못\s|안\s(?:먹|마셔|드)|좋아|싫어|질색|(?:다니|다녀|살|일하|일해|드|먹|마시|쓰|갖고|가지고)|[A-Za-z]{2}|(?:이야|야|예요|이에요|입니다|거든|거든요|임)[.\s]*$/u;

/** What somebody says of themselves in few words: 나 갑각류 못 먹어. */
const OF_ONESELF =
  /\d|알레르기|알러지|못\s|안\s(?:먹|마|좋)|(?:좋아해|싫어해|질색|다녀|다니|살아|일해)|[A-Z]{2}|[가-힣](?:이야|예요|이에요|입니다)[.\s]*$/u;

/** The fact that words state which ask for nothing: 지도교수님 연구실은 본관 517호야, "the spare key is under the blue pot"; `undefined` for remarks and all other words. Pure. */
export function statedFact(text: string): string | undefined {
  const said = text.replace(/[.\s]+$/u, "");
  if (said.length > LONGEST || isTalk(said)) return undefined;
  if (!areLiteral(said.replace(/기사님?/gu, "")) || said.includes("\n")) return undefined;
  const isFact = /\p{Script=Hangul}/u.test(said) ? isKoreanFact(said) : isEnglishFact(said);
  return isFact ? said : undefined;
}

function isTalk(said: string): boolean {
  const isOver = OVER.test(said) && !STAYS.test(said);
  return PASSING.test(said) || REQUESTED.test(said) || HAPPENING.test(said) || isOver;
}

function isEnglishFact(said: string): boolean {
  return ENGLISH.some((form) => {
    const rest = form.exec(said)?.groups?.["rest"];
    return rest !== undefined && (HOLDS.test(` ${rest}`) || DOES.test(said));
  });
}

function isKoreanFact(said: string): boolean {
  const { rest, own } = KOREAN.exec(said)?.groups ?? {};
  const told = rest ?? own;
  if (told === undefined || !KOREAN_ENDS.test(told)) return false;
  const holds = rest === undefined ? OF_ONESELF : KOREAN_HOLDS;
  return holds.test(told) && sentenceType(said) !== "recalled";
}

/** What somewhere always is or happens, with a time that is no reminder: "the clinic closes at 5". */
const HABIT =
  /^(?:(?:my|our|his|her|their|the)\s+|\p{Lu})[\p{L}\p{N}'’. -]{1,50}?\s(?:closes|opens|lives|costs|charges|lived|works|is\s+open|is\s+closed)\s+\S/u;

/** The fact that words state of how something always is. Pure. */
export function statedHabit(text: string): string | undefined {
  return HABIT.test(text) ? statedFact(text) : undefined;
}

/** Two facts in one sentence: 하윤이 생일은 3월 2일이고 알레르기는 땅콩이야. */
const BOTH_KOREAN =
  /^(?<owner>\S+)\s(?<one>\S+(?:은|는)\s.+?)(?:이고|고|인데),?\s(?<other>[^\s,]+(?:\s[^\s,]+)?(?:은|는)\s.+)$/u;
const BOTH_ENGLISH =
  /^(?<owner>\p{Lu}[\p{L}-]+|[Mm]y\s\p{Ll}+)(?:['’]s)(?<one>\s.+?\sis\s.+?),?\s+and\s+(?:(?:she|he|they)\s+(?<doing>(?:is|are|has|likes|hates|lives|works|can['’]?t|needs)\s.+)|(?:her|his|their)\s+(?<other>.+\s(?:is|are)\s.+))$/u;

/** What belongs to whoever is named before it. */
const OF_SOMEBODY =
  /^(?:생일|혈액형|키|몸무게|나이|이름|번호|전화|전화번호|주소|사이즈|계좌|비번|알레르기|학교|반|직업|취미)(?:은|는)/u;

/** The facts that a sentence tells of one, each with whose it is. Pure. */
export function factsIn(fact: string): readonly string[] {
  const ko = BOTH_KOREAN.exec(fact)?.groups;
  if (ko !== undefined) {
    const { owner = "", one = "", other = "" } = ko;
    if (/^\S+\s\S+(?:은|는)\s/u.test(other)) return [`${owner} ${one}`, other]; // says itself of what
    return OF_SOMEBODY.test(one) ? [`${owner} ${one}`, `${owner} ${other}`] : [fact];
  }
  const { owner = "", one = "", doing, other } = BOTH_ENGLISH.exec(fact)?.groups ?? {};
  if (owner === "") return [fact];
  return [
    `${owner}'s${one}`,
    doing === undefined ? `${owner}'s ${other ?? ""}` : `${owner} ${doing}`,
  ];
}
