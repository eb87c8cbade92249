import { FINAL } from "../../base/korean-particles.ts";
import { sentenceType } from "../../rag/text/mood.ts";
import { areLiteral } from "./said.ts";

/** In UTF-16 units: more than that is a story. */
const LONGEST = 160;

/** Syllables that end in a consonant, but those given. */
function endingIn(final: number, except = ""): string {
  const all = Array.from({ length: 399 }, (_, at) => String.fromCharCode(0xac00 + at * 28 + final));
  return all.filter((syllable) => !except.includes(syllable)).join("");
}
const PAST = endingIn(FINAL.ss, "있겠");

/** How it goes at the moment, what one thinks of it, or what is wanted: nothing to be kept. */
const PASSING = new RegExp(
  "\\b(?:today|tonight|now|tomorrow|yesterday|this\\s+(?:morning|week|weekend|evening)|just|so|very|really|too|again|lol|haha+|omg|ugh|please|pls|let['’]?s|should(?!\\sbe\\s\\S*\\d)|if(?!.*\\d{3}-?\\d{3})|maybe|probably|i\\s+(?:think|guess|hope|wish)|you|your|bot|late|asleep|mood|mad|angry|upset|(?:in|for)\\s+\\d+\\s+(?:minutes|hours|days)|at\\s+\\d+\\s?(?:%|percent)|best|worst)\\b|오늘|지금|방금|어제|내일|너무|진짜|정말|완전|되게|엄청|아마|같아|싶|기분|피곤|힘들|졸려|졸리|배고|심심|짜증|재밌|웃기|귀찮|어떡|만약|역시|뿐이|부탁|또\\s|\\d\\S*째|[ㅋㅎㅠㅜ]|[?？!]|" +
    `(?:줘|주세요|(?<![못안잘]\\s)자|[${endingIn(FINAL.l)}]래|할게|할까|볼까|해라|네|네요|구나|군|데|지|죠)[.\\s]*$|(?:^\\S+(?:은|는|이|가))\\s(?:(?:안\\s)?좋|싫|춥|덥|예쁘|멋|별로|최고)[가-힣]*$`,
  "iu",
);

/** What goes on, what happened, what somebody thinks, what is asked, and what is put right of what was said: events and talk, no facts that stay. */
const HAPPENING =
  /\b(?:is|are|am|was|were|been|keeps?|kept)\s+(?:\w+ly\s+|always\s+)?(?!allergic|nothing|parking|king|wedding)\w{2,}ing\b|(?:['’](?:s|m|re)|\bim)\s+\w{2,}ing\b|^\S+(?:\s\S+){0,4}\s(?:was|were)\s(?!born|built|founded)|\b(?:thinks?|says?|said|believes?|reckons?|wants?|asked|told|snores?|laughs?|cries|remind|add|what|how|why|(?<!^(?:the|my|our)\s\p{L}+\s)who|where)\b|고\s?있|느라|다가|요즘|요새|자꾸|벌써|제일|가장|드디어|큰일(?!나)|사람(?:임|이야|이다)$|(?:까먹|잊|늦|망하|망했)[가-힣]*$|[아어해]서\s|아니라|말고|(?:^|\s)(?:너|넌|니|네가|니가)(?:는|도|가|를)?\s|무슨|뭐|뭘|얼마|(?:^|\s)(?:몇|왜|언제|어디|누구|누가|어떤)|(?:는|은|던|을|ㄹ)\s사람(?:은|이|들)?\s/iu;
/** A Korean past of what is no longer so; what was put somewhere, lent or left is there still, and what has a date stays. */
const OVER = new RegExp(`[${PAST}](?:어|어요|다|음|는데)?[.\\s]*$`, "u");
const STAYS =
  /(?:뒀|놨|두었|놓았|넣었|숨겼|맡겼|빌려줬|빌렸|주차했|세웠|댔|걸었|옮겼|바뀌었|바꿨|정했|줬)(?:어|어요|다|음)?[.\s]*$|(?:라고|다고)\s?(?:했|하셨)\S*$|\d{4}년|\d{1,2}월\s?\d/u;

/** What is looked up or done is no fact of one's own. */
const REQUESTED =
  /^(?:remind|add|save|send|show|open|set|turn|play|call|delete|remove|cancel|translate|search|find|tell|ask|check|move|rename|write|put|make|get|give|wake|buy|text|email|message)\b/iu;

const ENGLISH_VERBS =
  "is|are|was|were|has|have|must|should|can|can['’]?t|cannot|doesn['’]?t|don['’]?t|isn['’]?t|aren['’]?t|lives|works|costs|charges|closes|opens|belongs|starts|ends|eats|drinks|takes|needs|likes|hates|prefers|studies|teaches|wears|drives|goes|handles|manages|runs|owns|covers|fixes|live|work|go|eat|drink|need|take|cost|meet|close|open|start|use|play|study";
const SUBJECT =
  "(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Tt]he)\\s+(?:[\\p{L}\\p{N}'’.-]+\\s+){1,6}?|\\p{Lu}[\\p{L}.'’]+\\s+(?:[\\p{L}\\p{N}'’.-]+\\s+){0,5}?)";
/** Feels, means and did once: nothing that one does always. */
const NOT_ALWAYS =
  "feel|think|guess|hope|wish|want|need|love|swear|know|mean|miss|bet|like|hate|believe|remember|forget|see|look|wonder|went|got|had|saw|ran|ate|did|made|took|came|slept|felt|lost|found|won|said|told|heard|broke|forgot|just|also|still|am|was|were|will|would|could|should|might|must|can|\\p{L}+ed|\\p{L}+['’]\\p{L}+";
/** Any verb in the third person tells a fact where a number, a day, a name or what is shared stands with it. */
const DATED =
  "(?:\\d|(?:[Mm]on|[Tt]ues|[Ww]ednes|[Tt]hurs|[Ff]ri|[Ss]atur|[Ss]un)days?\\b|\\s\\p{Lu}|\\bevery\\s|\\b(?:on|for|in|with)\\s(?:our|the)\\s)";
const ENGLISH: readonly RegExp[] = [
  new RegExp(`^${SUBJECT}(?:${ENGLISH_VERBS})\\s+(?<rest>\\S.*)$`, "u"),
  new RegExp(`^${SUBJECT}\\p{Ll}+(?<!s)s\\s+(?=.*${DATED})(?<rest>\\S.*)$`, "u"),
  /^(?:my|our|the)\s(?:\p{L}+\s){0,3}\p{L}+['’]s\s(?<rest>(?:an?|the|in|on|at|under|from|\d)\b.*)$/iu,
  /^(?:i|we)\s+(?:park(?:ed)?|put|left|keep|kept|hid|stored?|live|work|owe|lent|borrowed|take|wear|have|own|drive|prefer|dislike|pay|paid|bought|gave|met|was\s+born|were\s+born|grew\s+up|(?:do\s+not|don['’]?t|can['’]?t|cannot|never)\s+(?:eat|drink|like|take|stand|wear))\s+(?<rest>\S.*)$/iu,
  new RegExp(
    `^(?:i|we)\\s+(?:always\\s+|usually\\s+)?(?!(?:${NOT_ALWAYS})\\s)\\p{Ll}+\\s+(?<rest>\\S.*)$`,
    "iu",
  ),
  /^(?!(?:it|this|that|he|she|they|we|there|everyone|nobody)\s)(?:\p{L}+\s){1,6}(?:is|are|should\sbe)\s+(?<rest>(?:\S+\s)*\S*\d.*|(?:on\s+)?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b.*|(?:in|under|behind|inside|with|by)\s+(?:the|my|our)\s.*)$/iu,
  /^there(?:['’]s|\s+(?:is|are))\s(?:\p{L}+\s){1,4}(?<rest>(?:under|behind|inside|taped|hidden|above|next\s+to|in\s+(?:my|our))\s.*)$/iu,
  /^(?:(?:my|our)\s|\p{L}+['’]s\s)(?:[\p{L}'’]+\s){1,4}(?<rest>\S*\d\S*)$/iu,
  /^(?:i|we|my|our)\s(?<rest>.*\b(?:in|since|until)\s(?:\p{Lu}\p{Ll}+\s)?(?:19|20)\d\d\b.*)$/iu,
  /^(?!\p{Ll}+\s?:)[\p{L}\p{N}'’-]+(?:\s[\p{L}\p{N}'’-]+){1,5}\s?[:=]\s?(?<rest>\S*\d\S*(?:\s\S+)?)$/iu,
  /^if\s(?<rest>.*\d{3}-?\d{3}.*)$/iu,
  /^(?:i['’]?m|i\s+am|we['’]?re|we\s+are)\s+(?<rest>(?:allergic|left|right|vegetarian|vegan|from|born|an?\s|\d).*)$/iu,
];

/** A number, a day, a name inside the sentence, a place, or what is good and bad for somebody. */
const HOLDS =
  /\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:allergic|allergy|vegetarian|vegan|pregnant|diabetic|handed)\b|\s\p{Lu}\p{L}*|\b(?:in|at|on|under|behind|near|by|above|below|inside|next\s+to|with|from|before|after|every|without)\s+\p{L}+|\b(?:two|three|four|five|six|seven|eight|nine|ten|noon|midnight)\b/u;

/** What somebody or something uses or does: "the van takes diesel", "Priya handles the invoices". */
const DOES =
  /^(?:(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]he)\s(?:\p{L}+\s){1,3}?|\p{Lu}\p{L}+\s(?:\p{Lu}\p{L}+\s)?)(?:takes|plays|uses|drinks|eats|drives|speaks|teaches|wears|studies|collects|handles|manages|runs|owns|covers|fixes)\s(?:\p{L}+\s){0,3}\p{L}+$/u;

/** The subject of a Korean statement needs no particle. */
const KOREAN =
  /^(?<subject>\S(?:.{0,38}?\S)?)(?:은|는|이|가)\s+(?<rest>\S.*)$|^(?:나|난|저|전|내|우리|울|저희)\s+(?<own>\S.*)$|^\S+\s+(?<bare>\S.*)$/u;
/** Last syllables of verbs of the present. */
const OPEN_VERBS = "어아해돼녀놔써와봐서셔려내겨쳐켜져펴여타사자라러워줘둬쳐껴빼매떼혀";
/** How one ends: a verb of the present, "is", what was heard, or a value alone; a word may follow that was meant to stand before. */
const KOREAN_ENDS = new RegExp(
  `(?:[${endingIn(FINAL.m)}다요가나]|[야래대]|더라(?:고|구)?|거든|[${OPEN_VERBS}]|[\\dA-Za-z]\\S*|[형호층살원중])[.\\s]*$|(?:더라(?:고|구)?|거든|[야임음함]|이래)\\s\\S{1,6}$`,
  "u",
);
const KOREAN_HOLDS =
  /\d|[만천백십]\s?[만천백십]*원|[월화수목금토일]요일|(?:화목|월수금|월수|주말|평일)|매[일주달월년]|[가-힣](?:층|호|역|동|구)|에\s?(?:있|둬|뒀|놔|놨|넣|살|보관)|관리|담당|책임|(?:먹|만지|맡|바르|마시|닿)으?면|(?<!나|저)(?:한테|에게|께)\s|알레르기|못\s|안\s(?:먹|마셔|드)|좋아|싫어|질색|(?:다니|다녀|살|일하|일해|드|먹|마시|마셔|쓰|갖고|가지고)|[A-Za-z]{2}|(?:이야|야|예요|이에요|입니다|거든|거든요|임|이래|이래요)[.\s]*$/u;

/** What somebody says of themselves in few words: 나 갑각류 못 먹어. */
const OF_ONESELF =
  /\d|알레르기|알러지|못\s|안\s(?:먹|마|좋)|(?:좋아해|싫어해|질색|다녀|다니|살아|일해)|[A-Z]{2}|[가-힣](?:이야|예요|이에요|이래|입니다)[.\s]*$|에\s?(?:뒀|놔|놨|넣어)/u;

/** What says by itself that something is told: where a thing was put, and a number or a code that it has. */
const FIRM =
  /(?:에(?:다|다가)?|안)\s?(?:갖다\s?|가져다\s?)?(?:있(?:어|음|다)|둬|뒀|둠|놔|놨|넣어\s?[뒀놨]|보관|숨겨|세워|맡겼)|알레르기|알러지|못\s(?:먹|마|드)|(?:번호|비번|암호|코드|사이즈|치수|호수|신발|키|몸무게|체중|생일|혈액형|계좌|전화|허리|기념일)\s\S*\d\S*$|\S*\d\S*(?<!째|분|번|도|%|시|시간)(?:이?야|임|이래|입니다|이에요|예요)[.\s]*$/u;

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
  const { rest, own, bare } = KOREAN.exec(said)?.groups ?? {};
  const told = rest ?? own ?? bare;
  if (told === undefined || !KOREAN_ENDS.test(told)) return false;
  if (FIRM.test(told)) return sentenceType(said) !== "recalled";
  if (bare !== undefined) return false;
  const holds = rest === undefined ? OF_ONESELF : KOREAN_HOLDS;
  return holds.test(told) && sentenceType(said) !== "recalled";
}

/** What somewhere always is or happens, with a time that is no reminder: "the clinic closes at 5". */
const HABIT =
  /^(?:(?:my|our|his|her|their|the)\s+|\p{Lu})[\p{L}\p{N}'’. -]{1,50}?\s(?:closes|opens|lives|costs|charges|lived|works|is\s+open|is\s+closed)\s+\S/u;

/** Says on which days of every week something is, and when: 요가는 월수 7시야. */
const KOREAN_HABIT =
  /^\S+(?:\s\S+){0,3}(?:은|는)\s(?:(?:매일|매주|매달|평일|주말)|[월화수목금토일]{2,7}|\S*마다)(?:에|은|는)?\s(?:\S+\s){0,3}\S*\d\s?시(?:\s?반|\s?\d{1,2}\s?분)?(?:까지|부터|에)?\s?(?:이?야|이에요|예요|이고|이거든요?|거든요?|이래요?|래요?|임|(?:열어|닫아|시작해|시작|끝나|가|있어)(?:요)?)$/u;

/** The fact that words state of how something always is. Pure. */
export function statedHabit(text: string): string | undefined {
  const isHabit = HABIT.test(text) || KOREAN_HABIT.test(text);
  return isHabit ? statedFact(text) : undefined;
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
