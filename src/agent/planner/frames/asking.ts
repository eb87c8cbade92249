import { isPlea } from "../../../rag/text/mood.ts";
import { isReport } from "../wording/reports.ts";

/** A Korean sentence that asks: what it ends with, or what stands in it. */
const KOREAN_QUESTION =
  /(?:[?？]|(?:까|까요|나요|가요|니|냐|느냐|려나|나|던가|래요?|을지|ㄹ지|는지|은지|인지|지요?|죠)[.~!]*$|얼마|어때|어떄|언제|어디|누구|무슨|몇|뭐야|뭐였|뭐지|뭐라|뭔데|뭐|왜|어떻게|있어\s*$|있나|될까|알아\s*$|궁금)/u;
/** One that only tells: a verb in a plain form at its end. */
const KOREAN_STATEMENT =
  /(?:[가-힣](?:더라|다|네|군|구나|잖아|거든|는데|던데|거지|었지|았지|였지|겠지|자|해|돼|와|워|아|어|여|야|게|음|함|임|듯)|(?:네|거든|더라고|인데|텐데)요|[았었였했갔왔한된는간온줬꼈]대|[어아해]요|습니다|ㅂ니다|합니다|입니다|네여|ㅋ+|ㅎ+|ㅠ+|ㅜ+)[\s.!~…]*(?:\p{Extended_Pictographic}\ufe0f?\s*)*$/u;
/** Wants to be agreed with: 재밌지 않아? */
const OPINION = /[가-힣]지\s?않(?:아|아요|냐|니|나)[\s?？.!~]*$/u;
const KOREAN_PLEA =
  /(?:줘|줘요|죠|주세요|주라|줄래|줄래요|달라|해라|보내|봐|봐요|봐봐|볼래|보자|놔|놔요|둬|둬라|시켜|부탁|해줘|줭|주삼|바람|할래|싶어|싶은데|원해|필요해|찾아|알려|보여|띄워|읽어|틀어|정리해|번역해|요약해|검색해)[\s가-힣]{0,4}[.!~]*$/u;
const ENGLISH_QUESTION =
  /[?？]|^\s*(?:(?:so|and|hey|ok|okay|well|um|btw|yo)[\s,]+)*(?:what|whats|what's|wat|whts|who|whos|when|whens|where|wheres|why|how|hows|how's|which|is|are|was|were|will|would|do|does|did|can|could|any|anything|anyone|has|have|should)\b/iu;
const ENGLISH_STATEMENT =
  /^\s*it(?:['’]?s|\s+is)\s+\w+ing\b|^\s*(?:my|the|our|his|her)\s+\w+\s+(?:told|said|says|is|are|was|were|has|had|\w{2,}ed)\b|\b(?:i|he|she|it|they|we|people|everyone|nobody|who|that)(?:['’]?(?:m|s|re|ve|d|ll))?\s+(?:\w+ly\s+|never\s+|always\s+|just\s+)?(?:am|is|are|was|were|have|has|had|should|would|can|love|hate|like|think|know|knows|went|got|said|made|lost|left|forgot|took|broke|felt|need|want|reply|\w+ed)\b|\b(?:is|are|was|were|has|should)\s+(?:\w+\s+)?(?:the|a|so|my|too|not|better|worse|been)\b/iu;
/** What somebody or something does, told of: "google knows me", and what is compared. */
const ENGLISH_TELLS =
  /^\S+\s+(?:\w+ly\s+)?(?!(?:news|prices|shares|stocks|files|headlines|alerts|reminders)\b)\w+s\s+(?:me|us|him|her|them|you|where|how|why|that|better|worse|more|less)\b|\b(?:better|worse|more|less)\s+than\s+(?:i|he|she|we|they|you|my|me|any)\b/iu;
/** A clause that goes before a sentence which tells: 볼수록, 하다가. */
const KOREAN_CLAUSE =
  /[가-힣](?:면|수록|다가|더니|느라)\s|[가-힣]보다\s(?:\S+\s)*(?:더|덜|훨씬)\s/u;
const MOST_WORDS_OF_A_NAME = 9;

/** One's own people, of whom something is told: 우리 누나는 은행에서 일해. */
const OWN_PEOPLE =
  /^(?:내|제|우리|저희)\s?(?:친구|동생|누나|언니|오빠|형|엄마|아빠|어머니|아버지|부모님|남편|아내|와이프|남친|여친|아들|딸|애|아이|이모|고모|삼촌|사촌|할머니|할아버지|가족|동료|상사|선생님)들?[은는이가]\s/u;

/** How a Korean sentence ends that says what is so. */
const KOREAN_SO = /[아어해워와빠파져려커여돼라네]요?[\s.!~…ㅋㅎㅠㅜ]*$/u;

/** True for a remark: it tells what others do, compares, or says what comes of something. Not every remark is seen. Pure. */
export function isRemark(text: string): boolean {
  if (/[?？]\s/u.test(text)) return false;
  if (isReport(text) || ENGLISH_TELLS.test(text)) return true;
  const isAsked = KOREAN_PLEA.test(text) || KOREAN_QUESTION.test(text);
  const tells = KOREAN_CLAUSE.test(text) || OWN_PEOPLE.test(text);
  return tells && KOREAN_SO.test(text) && !isAsked;
}

/** True where a message asks for something: it begs, it asks, or it only names what is wanted. What merely tells does not. */
export function isAsking(text: string): boolean {
  const said = text
    .replace(/[\s,]+(?:그치|그지|그쵸|right|isn['’]t it|huh)[\s?？!.~]*$/iu, "")
    .replace(/["“'‘][^"”'’]*["”'’]/gu, "…")
    .trim();
  if (isRemark(said)) return false;
  if (isPlea(said)) return true;
  if (/\p{Script=Hangul}/u.test(said)) {
    if (KOREAN_PLEA.test(said)) return true;
    if (OPINION.test(said)) return false;
    if (KOREAN_QUESTION.test(said))
      return !/[가-힣](?:더라|거지|잖아|네요?|군요?)[\s.!~]*$/u.test(said);
    return !KOREAN_STATEMENT.test(said) && !KOREAN_CLAUSE.test(said);
  }
  if (ENGLISH_QUESTION.test(said)) return true;
  return !ENGLISH_STATEMENT.test(said) && said.split(/\s+/u).length <= MOST_WORDS_OF_A_NAME;
}
