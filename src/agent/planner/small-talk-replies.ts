import type { Localized } from "../../base/localized.ts";
import { readCode } from "./code.ts";
import { saysWhatToDo } from "./message.ts";
import type { PlannerResult } from "./result.ts";

/** What a message says that asks for no work: a greeting, thanks, a farewell, who this is, what there is to ask for, how a language model is connected, that something is understood, or laughter. */
export type Courtesy = "hello" | "thanks" | "goodbye" | "who" | "ability" | "model" | Nod;

/** What is answered by a sign alone. */
type Nod = "nod" | "laughter";

/** Whole messages, without spaces and marks, in lower case. */
const SAID: Readonly<Record<Exclude<Courtesy, Nod>, RegExp>> = {
  hello:
    /^(?:안녕|안녕하세요|안녕하십니까|안뇽|하이|헬로우?|ㅎㅇ|반가워요?|반갑습니다|처음뵙겠습니다|좋은아침(?:이에요|입니다)?|hi|hello|hey|yo|hithere|hellothere|heythere|good(?:morning|afternoon|evening)|nicetomeetyou)$/u,
  thanks:
    /^(?:응|네|넵|오|오케이|알겠어|ok|okay|cool|great|nice|perfect|awesome|gotit|done|[ㅇㅋㅎ]+)*(?:잘했(?:어|네|다)요?|고생했(?:어|다)요?|굿밤|고마워요?|고맙습니다|(?:정말|너무|진짜)?감사(?:해요?|합니다|드려요|드립니다)?|땡큐|ㄱㅅ|수고(?:했어요?|하셨어요|하셨습니다)|thanks|thankyou|thankyou(?:so|very)much|thanksalot|thx|ty)(?:mate|man|buddy|dude|youre(?:alright|great|thebest|awesome))*$/u,
  goodbye:
    /^(?:잘가요?|잘자요?|안녕히(?:계세요|주무세요)|굿나잇|바이바?이?|또봐요?|내일(?:또)?봐요?|(?:good)?bye|byebye|goodnight|seeyou|seeya|seeyoulater|seeyoutomorrow)$/u,
  who: /^(?:so|and)*areyou(?:an?|the|like|just|really)*(?:bot|robot|ai|human|person|realperson|machine|chatgpt|gpt)(?:or(?:what|an?(?:human|person|bot|robot|ai)|human|ai))*$|^whomadeyou$|^(?:넌|너는?|당신은)?(?:누가만들었(?:어|니|나요)|사람(?:이랑얘기하는거)?이?야(?:ai|로봇|봇|기계)?(?:야|니)?|ai(?:야|니|예요))$|^(?:넌|너는?|당신은|이름이)?(?:누구|뭐)(?:야|니|세요|예요|이세요)?$|^(?:whoareyou|whatareyou|whatsyourname)$/u,
  model: /^(?:모델연결|모델연결(?:하기|해줘)|connectamodel)$/u,
  ability:
    /^(?:도움말|도와줘요?|도와주세요|사용법(?:알려줘|알려주세요)?|(?:넌|너는?|당신은)?(?:뭐|뭘|무엇을|무슨일을)할수있(?:어요?|니|나요|지|습니까)|할수있는(?:게|것이|일이)뭐(?:야|니|예요|에요)|뭐할줄알아요?|어떻게(?:써|쓰는거야|쓰면돼|사용해)요?|help|helpme|whatcanyoudo|whatcanyoudoforme|whatdoyoudo|howdoesthiswork|howdoi(?:use|start)(?:this|you)?|할수있는일|whatyoucando|whaticando|what(?:can|do)you(?:actually|really|even)do(?:forme)?)$/u,
};

/** Something that is often asked for and cannot be done, and the nearest that can. */
export interface Lacking {
  readonly words: Localized;
  /** Absent where it is asked how it is meant. */
  readonly near?: { readonly label: Localized; readonly says: Localized };
}

const LACKING: readonly (readonly [RegExp, Lacking])[] = [
  [
    /^(?:모델 연결|connect a model)$/iu,
    {
      words: {
        ko: "봇을 켠 컴퓨터에서 `ibl-bot setup`을 실행하면 모델을 고르고 키를 넣을 수 있어요.",
        en: "Run `ibl-bot setup` on the computer I run on: it lets you choose a model and give its key.",
      },
    },
  ],
  [
    /(?:음악|노래|재즈|클래식|발라드|팝송|힙합|플레이리스트|유튜브|라디오)\S*\s*(?:좀\s*)?(?:틀어|재생|들려)|^\s*(?:(?:can|could)\s+you\s+|please\s+)?(?:play|put\s+on)\s+(?:me\s+)?(?:some\s+|an?\s+|my\s+|the\s+)?(?:\S+\s+){0,2}?(?:music|songs?|jazz|classical|pop|rock|hip\s?hop|playlist|album|radio|spotify|tunes?)\b/iu,
    {
      words: {
        ko: "음악 재생은 아직 못 해요. 라디오는 찾아 드려요.",
        en: "I can't play music yet. I can find radio stations.",
      },
      near: {
        label: { ko: "라디오 찾기", en: "Find radio" },
        says: { ko: "라디오 방송국 찾아줘", en: "find radio stations" },
      },
    },
  ],
  [
    /(?:택시|배달|피자|치킨|음식|짜장면)\S*\s*(?:\S+\s+){0,2}?(?:불러|시켜|주문)|(?:비행기|항공권|기차|호텔|숙소|식당|KTX|표)\S*\s*(?:\S+\s+){0,2}?(?:예약|예매|잡아|끊어)|\b(?:order|call|get)\s+(?:me\s+)?(?:an?\s+|some\s+)?(?:taxi|cab|uber|pizza|food)\b|\b(?:book|reserve)\s+(?:me\s+)?(?:an?\s+|the\s+)?(?:flights?|hotels?|tables?|rooms?|trains?|tickets?|restaurants?)\b/iu,
    {
      words: {
        ko: "주문과 예약은 아직 못 해요. 맛집은 찾아 드려요.",
        en: "I can't order things yet. I can look places up.",
      },
      near: {
        label: { ko: "맛집 찾기", en: "Find places" },
        says: { ko: "근처 맛집 검색해줘", en: "search the web for good restaurants nearby" },
      },
    },
  ],
  [
    /(?:불|조명|전등|에어컨|보일러|티비|TV|히터|선풍기)(?:을|를)?\s*(?:좀\s*)?(?:꺼|켜)(?:\s?(?:줘|줄래|주세요|라)|$)|\b(?:turn|switch)\s+(?:the\s+|my\s+)?(?:on|off)?\s*(?:the\s+|my\s+)?(?:\S+\s+){0,2}?(?:lights?|lamps?|heat(?:er|ing)|tv|ac|air\s?con(?:ditioner)?|fan)\b/iu,
    {
      words: {
        ko: "집 안 기기는 아직 못 다뤄요. 할 시간에 알려 드릴 수는 있어요.",
        en: "I can't control devices at home yet. I can remind you to do it.",
      },
    },
  ],
  [
    /(?:그림|이미지|일러스트)\S*\s*(?:좀\s*)?(?:그려|만들어)|\b(?:draw|paint|generate|make)\s+(?:me\s+)?an?\s+(?:picture|image|drawing|painting)\b/iu,
    {
      words: {
        ko: "그림은 아직 못 그려요. 숫자를 주면 차트는 그려 드려요.",
        en: "I can't draw pictures yet. Give me numbers and I can draw a chart.",
      },
    },
  ],
];

/** What speaks of such a thing without asking for it: a reminder, a to-do, a note, a search, a chart. */
const ABOUT_IT =
  /알려|알림|리마인|까먹|잊지|할\s?일|목록|메모|기억|추가|검색|찾아|차트|그래프|라고|\b(?:remind(?:er)?|to-?dos?|list|notes?|remember|add|search|find|chart|graph|tell|send|message|don['’]?t)\b/iu;

/** What is told to somebody who asks for what cannot be done; `undefined` for every other message. */
export function lackingFor(message: string): Lacking | undefined {
  const [, korean, english] = ALERT.exec(message.trim()) ?? [];
  const name = korean ?? english;
  if (name !== undefined) return { words: atWhatPrice(name) };
  if (ABOUT_IT.test(message)) return undefined;
  return LACKING.find(([words]) => words.test(message))?.[1];
}

/** What is said to people who answer a card in words, which approve nothing. */
const PRESS: Localized = {
  ko: "글로는 승인되지 않아요. 위의 버튼을 눌러 주세요.",
  en: "Words approve nothing. Please press the button above.",
};

const ASSENT =
  /^(?:\d|네|예|넵|응|어|ㅇㅇ|ㅇㅋ|오케이|좋아요?|그래요?|승인(?:해줘요?|해주세요|할게요?|합니다)?|허락(?:해|할게)요?|yes|yep|yeah|y|ok|okay|sure|approved?|goahead|doit)$/u;

/** What a message is that only greets, thanks, takes leave or asks who this is or what there is to ask for; `undefined` for every other. */
export function courtesyFor(message: string): Courtesy | undefined {
  const said = bare(message);
  const kinds = Object.keys(SAID) as (keyof typeof SAID)[]; // the keys of the record above
  return kinds.find((each) => SAID[each].test(said));
}

/** What is said to a message that only agrees; `undefined` for every other. */
export function pressInstead(message: string): Localized | undefined {
  return ASSENT.test(bare(message)) ? PRESS : undefined;
}

const NOD =
  /^(?:오케이|알겠어|알겠어요|알겠습니다|알았어|알았어요|확인|확인했어요?|확인했습니다|그렇구나|그래그래|ㅇㅋㅇㅋ|오키|굿|좋네요?|gotit|igotit|okgotit|isee|understood|noted|cool|nice|great|perfect|awesome|alright|allright|fine|good|sounds?good|makessense|fairenough|roger|k|kk|okie|okey|okthen|oh|ok|okay|ohok|gotcha)+$/u;
const LAUGHTER = /^(?:[ㅋㅎㅠㅜ]{2,}|(?:ha){2,}h?|he(?:he)+|lo+l|lmao+|rofl|haha.{0,4})$/u;

/** What a message is that only says that something is understood, or laughs; `undefined` for every other. Both may answer a question, so that comes first. */
export function nodFor(message: string): Nod | undefined {
  const said = bare(message);
  if (LAUGHTER.test(said)) return "laughter";
  return NOD.test(said) || (ASSENT.test(said) && !/^\d$/u.test(said)) ? "nod" : undefined;
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

/** Asks for an alert without saying when. */
const ALERT = /^(\S.{0,60}) 알림 걸기$|^alert me about (\S.{0,60})$/iu;

function atWhatPrice(name: string): Localized {
  return {
    ko: `얼마가 되면 알릴까요? “${name} 300 넘으면 알려줘”처럼 말해 주세요.`,
    en: `At what price? Say it like “tell me when ${name} is above 300”.`,
  };
}
