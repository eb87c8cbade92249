import type { Language, Localized } from "../../../base/localized.ts";
import { type ClosedPhrase, isPhrase } from "./closed-phrases.ts";

/** A request of which all is said but the value that it is about. */
interface Lacking extends ClosedPhrase {
  readonly question: Localized;
  /** True where the person's files are choices. */
  readonly isOfFile?: true;
}

const ANY =
  "something sth someone somebody some one new me for of quick another up the that this it 하나 하나만 한개 한 개 뭐 뭘 뭔가 무언가 새 새로 누구 누군가 사람 부탁 부탁해 싶어 싶은데 싶다 야겠어 야겠다 될까 가능 가능해 수 있어 있을까 있나 줄래";

/** The more particular before the others. */
const KINDS: readonly Lacking[] = [
  {
    needs:
      /(?:알림|알람|리마인더|리마인드|타이머).*(?:걸|맞춰|맞추|설정|추가|등록|만들|해줘|켜)|\b(?:set|add|make|create|need|start|put)\b.*\b(?:reminder|alarm|timer)\b|^(?:please )?remind me(?: of| about)?(?: something)?(?: please)?$/u,
    words:
      "알림 알람 리마인더 리마인드 타이머 걸어 맞춰 맞추 설정 추가 등록 만들어 켜 예약 set add make create need start put remind reminder alarm timer about",
    question: {
      ko: "언제 무엇을 알려 드릴까요?",
      en: "What should I remind you of, and when?",
    },
  },
  {
    needs:
      /(?:일정|약속|스케줄|달력).*(?:추가|등록|넣|잡아|만들)|\b(?:add|create|make|new|put)\b.*\b(?:event|appointment|calendar|entry)\b/u,
    words:
      "일정 약속 스케줄 달력 캘린더 추가 등록 넣어 잡아 만들어 add create make put event appointment calendar entry into my",
    question: { ko: "무슨 일정이고 언제예요?", en: "What is it, and when?" },
  },
  {
    needs:
      /(?:할일|투두|할거).*(?:추가|넣|적|등록)|\b(?:add|put|new|write)\b.*\b(?:todos?|to do|tasks?|list)\b/u,
    words:
      "할일 할 일 투두 할거 목록 리스트 추가 넣어 적어 등록 add put new write down todo todos to do task tasks list item on my",
    question: { ko: "할 일에 무엇을 적을까요?", en: "What should I add to your list?" },
  },
  {
    needs:
      /(?:문자|톡|카톡|메시지|메세지|쪽지).*(?:보내|전해|써|남겨)|\b(?:send|write|drop)\b.*\b(?:message|text|msg|dm|note)\b|^(?:please )?(?:message|text)(?: (?:someone|somebody))(?: for me)?$/u,
    words:
      "문자 톡 카톡 메시지 메세지 쪽지 보내 보내야 전해 써 남겨 send write drop message text msg dm note to",
    question: {
      ko: "누구에게 뭐라고 보낼까요?",
      en: "Who should it go to, and what should it say?",
    },
  },
  {
    needs: /파일.*(?:지워|지우|삭제|없애)|\b(?:delete|remove|erase|trash)\b.*\bfiles?\b/u,
    words: "파일 지워 지우 삭제 없애 delete remove erase trash file a",
    question: { ko: "어떤 파일을 지울까요?", en: "Which file should I delete?" },
    isOfFile: true,
  },
  {
    needs:
      /파일.*(?:읽어|열어|요약|보여|옮겨|복사|보내)|\b(?:read|open|summari[sz]e|move|copy|rename)\b.*\bfile\b/u,
    words:
      "파일 읽어 열어 요약 보여 옮겨 복사 보내 read open summarize summarise move copy rename file a",
    question: { ko: "어떤 파일이요?", en: "Which file?" },
    isOfFile: true,
  },
  {
    needs:
      /(?:주식|주가|시세|종목|환율).*(?:알려|보여|조회|확인|얼마|봐|궁금)|\b(?:stock|share|price|quote|rate)\b/u,
    words:
      "주식 주가 시세 종목 가격 환율 알려 보여 조회 확인 얼마 봐 궁금 궁금해 check show tell give get look stock share price quote rate a what whats how much of is",
    question: {
      ko: "어느 종목이나 환율이요?",
      en: "Which share, index or currency?",
    },
  },
  {
    needs:
      /번역|(?:영어|한국어|우리말|영문|한글)(?:로|론).*(?:뭐|바꿔|옮겨|해줘|말)|\btranslate\b|\b(?:say|put)\b.*\b(?:in|into) (?:english|korean)\b/u,
    words:
      "번역 영어 한국어 우리말 영문 한글 론 뭐라고 뭐라 뭐야 바꿔 옮겨 말해 translate say put into english korean how you what",
    question: { ko: "어떤 글을 옮길까요?", en: "Which text should I translate?" },
  },
  {
    needs:
      /(?:그래프|차트).*(?:그려|만들|보여)|\b(?:draw|make|plot|create)\b.*\b(?:chart|graph|plot)\b/u,
    words:
      "막대 선 꺾은선 그래프 차트 그려 만들어 보여 draw make plot create chart graph bar line a",
    question: { ko: "어떤 숫자로 그릴까요?", en: "Which numbers should I draw?" },
  },
  {
    needs: /(?:검색|찾아|서치).*(?:줘|해|봐)|^(?:please )?(?:search|google|look up)\b/u,
    words: "검색 찾아 서치 인터넷 웹 구글 에서 search google look web online internet find",
    question: { ko: "무엇을 찾을까요?", en: "What should I look for?" },
  },
  {
    needs: /(?:저장|보관)(?:해|좀)|\bsave (?:it|that|this|something)\b/u,
    words: "저장 보관 파일 save keep file as",
    question: {
      ko: "무엇을 어떤 이름으로 저장할까요?",
      en: "What should I save, and under which name?",
    },
  },
  {
    needs: /(?:기억|외워).*(?:해줘|줘|둬|놔)|\bremember (?:something|sth)\b/u,
    words: "기억 외워 remember note",
    question: { ko: "무엇을 기억할까요?", en: "What should I remember?" },
  },
  {
    needs: /요약|\bsummari[sz]e\b|\bsummary\b|\bsum (?:it|that|this|something) up\b/u,
    words: "요약 글 summarize summarise summary sum text a",
    question: { ko: "어떤 글을 요약할까요?", en: "Which text should I sum up?" },
  },
];

/** A question for the value that is all that a request lacks, with whether files are choices; `undefined` for any other message. Pure. */
export function lackingValue(
  text: string,
): { readonly question: Localized; readonly isOfFile: boolean } | undefined {
  const kind = KINDS.find(({ needs, words }) =>
    isPhrase(text, { needs, words: `${ANY} ${words}` }),
  );
  if (kind !== undefined) return { question: kind.question, isOfFile: kind.isOfFile === true };
  const { name, whom = name } = UNSAID.exec(text.trim())?.groups ?? {};
  if (whom === undefined) return undefined;
  return {
    question: { ko: `${whom}에게 뭐라고 보낼까요?`, en: `What should I tell ${whom}?` },
    isOfFile: false,
  };
}

const MOST_FILES = 4;

/** What a request lacks, as a question; where it is a file, those of the person are choices. `undefined` for any other message. Pure. */
export function askedValue(
  text: string,
  language: Language,
  files: readonly string[] = [],
):
  | {
      readonly question: string;
      readonly suggests?: readonly { readonly label: string; readonly says: string }[];
    }
  | undefined {
  const lacking = lackingValue(text);
  if (lacking === undefined) return undefined;
  const question = lacking.question[language];
  const choices = lacking.isOfFile ? files.slice(0, MOST_FILES) : [];
  const suggests = choices.map((path) => ({
    label: path,
    says: text.replace(/파일(?:\s?하나)?|\b(?:an?\s+|the\s+|one\s+)?file\b/iu, () => path),
  }));
  return suggests.length === 0 ? { question } : { question, suggests };
}

/** Somebody is to be told something, which is not said. */
const UNSAID =
  /^(?:(?:please|pls|can\s+you|could\s+you)\s+)*(?:message|text|dm|write\s+to|send\s+(?:a\s+)?(?:message|text)\s+to)\s+(?<name>\p{Lu}[\p{L}.'-]*)(?:\s+(?:for\s+me|something|please|pls))*[.!?]*$|^(?<whom>[가-힣]{2,6})(?:한테|에게|께)\s*(?:문자|톡|카톡|메시지|연락)(?:\s?(?:하나|좀))*\s*(?:보내|해|넣어|남겨)\s?(?:줘|줄래|주세요|주라)?(?:요)?[.!~]*$/u;
