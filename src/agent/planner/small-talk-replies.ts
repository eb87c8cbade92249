import type { Localized } from "../../base/localized.ts";
import { readCode } from "./code.ts";
import { saysWhatToDo } from "./message.ts";
import type { PlannerResult } from "./result.ts";

/** What a message says that asks for no work: a greeting, thanks, a farewell, or what there is to ask for. */
type Courtesy = "hello" | "thanks" | "goodbye" | "ability";

/** Whole messages, without spaces and marks, in lower case. */
const SAID: Readonly<Record<Courtesy, RegExp>> = {
  hello:
    /^(?:안녕|안녕하세요|안녕하십니까|안뇽|하이|헬로우?|ㅎㅇ|반가워요?|반갑습니다|처음뵙겠습니다|좋은아침(?:이에요|입니다)?|hi|hello|hey|yo|hithere|hellothere|heythere|good(?:morning|afternoon|evening)|nicetomeetyou)$/u,
  thanks:
    /^(?:고마워요?|고맙습니다|(?:정말|너무|진짜)?감사(?:해요?|합니다|드려요|드립니다)?|땡큐|ㄱㅅ|수고(?:했어요?|하셨어요|하셨습니다)|thanks|thankyou|thankyou(?:so|very)much|thanksalot|thx|ty)$/u,
  goodbye:
    /^(?:잘가요?|잘자요?|안녕히(?:계세요|주무세요)|굿나잇|바이바?이?|또봐요?|내일(?:또)?봐요?|(?:good)?bye|byebye|goodnight|seeyou|seeya|seeyoulater|seeyoutomorrow)$/u,
  ability:
    /^(?:도움말|도와줘요?|도와주세요|사용법(?:알려줘|알려주세요)?|(?:넌|너는?|당신은)?(?:뭐|뭘|무엇을|무슨일을)할수있(?:어요?|니|나요|지|습니까)|할수있는(?:게|것이|일이)뭐(?:야|니|예요|에요)|뭐할줄알아요?|어떻게(?:써|쓰는거야|쓰면돼|사용해)요?|(?:넌|너는?|당신은)?누구(?:야|니|세요|예요)|help|helpme|whatcanyoudo|whatcanyoudoforme|whatdoyoudo|howdoesthiswork|howdoi(?:use|start)(?:this|you)?|whoareyou|whatareyou)$/u,
};

const ANSWERS: Readonly<Record<Courtesy, Localized>> = {
  hello: {
    ko: "안녕하세요! 무엇을 도와드릴까요? 이렇게 말씀해 보세요:\n- 오늘 서울 날씨 어때\n- AI 뉴스 찾아서 news.md로 저장해줘\n- 30분 뒤에 빨래 걷으라고 알려줘\n\n더 많은 것은 /help",
    en: "Hello! What can I do for you? You could say:\n- what is the weather in Seoul\n- find AI news and save it to news.md\n- remind me in 30 minutes to take the laundry in\n\nMore in /help",
  },
  thanks: {
    ko: "별말씀을요. 더 필요한 것이 있으면 말씀해 주세요.",
    en: "You are welcome. Tell me if you need anything else.",
  },
  goodbye: {
    ko: "또 뵙겠습니다. 예약해 두신 일은 그동안에도 합니다.",
    en: "Goodbye. What you have scheduled goes on meanwhile.",
  },
  ability: {
    ko: "말씀하신 것을 작은 프로그램으로 바꿔 하는 봇입니다. 지우기, 보내기, 예약처럼 되돌리기 어려운 일은 먼저 여쭤봅니다. 이런 일을 합니다:\n- 찾기: AI 뉴스 찾아줘 · 오늘 서울 날씨 어때 · 삼성전자 주가\n- 파일: AI 뉴스 찾아서 news.md로 저장해줘\n- 할 일과 기억: 할 일에 장보기 추가해줘 · 와이파이 비밀번호는 sky2026이라고 기억해줘\n- 시간 맞춰: 30분 뒤에 빨래 걷으라고 알려줘 · 매일 아침 8시에 뉴스 브리핑 보내줘\n\n명령은 /help, 모든 기능은 `/ibl [system:discover]`",
    en: "I turn what you say into small programs and run them. Before anything that is hard to undo, such as deleting, sending or scheduling, I ask. For example:\n- find: find AI news · what is the weather in Seoul · price of AAPL\n- files: find AI news and save it to news.md\n- to-dos and memories: add milk to my to-dos · remember that the wifi password is sky2026\n- at a time: remind me in 30 minutes to take the laundry in · send me the news briefing every day at 8am\n\n/help has the commands, `/ibl [system:discover]` everything I can do",
  },
};

/** What is said to people who answer a card in words, which approve nothing. */
const PRESS: Localized = {
  ko: "글로는 승인할 수 없습니다. 기다리는 카드의 버튼을 눌러 주세요. 터미널에서는 빈 줄에서 숫자 키를 누르시면 됩니다. 카드는 /approvals 로 다시 볼 수 있습니다.",
  en: "Words approve nothing: please press a button of the card that waits. In the terminal, press its number on an empty line. /approvals shows the card again.",
};

const ASSENT =
  /^(?:\d|네|예|넵|응|어|ㅇㅇ|ㅇㅋ|오케이|좋아요?|그래요?|승인(?:해줘요?|해주세요|할게요?|합니다)?|허락(?:해|할게)요?|yes|yep|yeah|y|ok|okay|sure|approved?|goahead|doit)$/u;

/** The answer to a message that only greets, thanks, takes leave or asks what there is to ask for; `undefined` for every other. */
export function courtesyFor(message: string): Localized | undefined {
  const said = bare(message);
  const kinds = Object.keys(SAID) as Courtesy[]; // the keys of the record above
  const kind = kinds.find((each) => SAID[each].test(said));
  return kind === undefined ? undefined : ANSWERS[kind];
}

/** What is said to a message that only agrees; `undefined` for every other. */
export function pressInstead(message: string): Localized | undefined {
  return ASSENT.test(bare(message)) ? PRESS : undefined;
}

/** Without spaces, marks, pictures and laughter around it, in lower case. */
function bare(message: string): string {
  return message
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replace(/(?<=[가-힣])[ㅋㅎㅠㅜ]+$/u, "");
}

/** From this score on words are a request of their own. */
const LEAST_SCORE = 0.85;

/** Changes of a briefing are said in the same words as the values of one. */
const SAID_ALIKE = "system:change_briefing";

/** "Make it …", said of a value, asks for nothing else. */
const MAKES_IT =
  /(?:으?로|게)\s*(?:해|바꿔|바꾸|변경|설정|부탁)\S*[.!~\s]*$|^\s*(?:make|set|change)\s+it\b/iu;

/** What wants to know something; an answer to a question seldom does. */
const ASKS =
  /(?<![가-힣])몇\s*(?:시|월|일|도|개|명|퍼)|어때|어떄|뭐(?:야|지|예요|에요|였)|무엇|(?:언제|어디|누구|얼마)(?:야|지|예요|에요|니|나|임)?[\s?!.]*$|^\s*(?:what|how|when|where|who|which|why|is|are|do|does|did|can|could|will)\b/iu;

/** True for words that ask for something by themselves, whatever was asked before them: they say what is to be done or ask for something, and `plan` is sure of it. */
export function isOwnRequest(text: string, plan: (message: string) => PlannerResult): boolean {
  if (!(saysWhatToDo(text) || ASKS.test(text)) || MAKES_IT.test(text)) return false;
  const planned = plan(text);
  if (planned.kind !== "sure" || planned.score < LEAST_SCORE) return false;
  return !readCode(planned.code).calls.includes(SAID_ALIKE);
}
