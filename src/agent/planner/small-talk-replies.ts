import type { Localized } from "../../base/localized.ts";
import { readCode } from "./code.ts";
import { saysWhatToDo } from "./message.ts";
import type { PlannerResult } from "./result.ts";
import { cannotYet } from "./wording/cannot-yet.ts";
import { type ClosedPhrase, isPhrase } from "./wording/closed-phrases.ts";
import type { Lacking } from "./wording/domains.ts";

/** What a message says that asks for no work: a greeting, thanks or praise, a farewell, who this is, what it is (a person, a program), what there is to ask for, where things are kept (or both of these), whether anybody is there, that something went badly, how a language model is connected, how its writer feels, a wish to be entertained, that something is understood, or laughter. */
export type Courtesy =
  | "hello"
  | "thanks"
  | "goodbye"
  | "who"
  | "nature"
  | "self"
  | "ability"
  | "privacy"
  | "model"
  | "tired"
  | "here"
  | "blame"
  | "fun"
  | Nod;

/** What is answered by a sign alone. */
type Nod = "nod" | "laughter";

/** Whole messages, without spaces and marks, in lower case. */
const SAID = {
  hello:
    /^(?:안녕|안녕하세요|안녕하십니까|안뇽|하이|헬로우?|ㅎㅇ|반가워요?|(?:안녕|안녕하세요)(?:반가워요?|반갑습니다)|반갑습니다|처음뵙겠습니다|좋은아침(?:이에요|입니다)?|굿모닝|모닝|morning|mornin|goodmorning(?:toyou|all|everyone|bot)|hi|hiya|hello|hey|yo|hithere|hellothere|heythere|good(?:morning|afternoon|evening)|nicetomeetyou)$/u,
  model: /^(?:모델연결|모델연결(?:하기|해줘)|connectamodel)$/u,
} as const;

/** What is said in too many ways to be written down whole. */
const PHRASES = {
  who: {
    needs:
      /\bare you\b|\bis this an?\b|\bam i (?:talking|speaking)\b|\bwho(?:s| is) this\b|\byour name\b|\bwho made you\b|^(?!.*(?:뭐할|뭘할)).*(?:누구|누가만들|정체|이름|사람|봇|ai|인공지능|기계|지피티|gpt)|^(?:넌|너는?|당신은?)(?:뭐|뭔데)(?:야|니|세요|예요|지)?$|(?:뭐|뭘|무엇을)하는(?:애|봇|앱|놈|녀석|친구|거|건|물건|사람|챗봇)|\bwhat\b.* are (?:you|u)(?: for)?$|\bwhat (?:is|s) this (?:bot|thing)\b/u,
    words:
      "who whos what whats name called made some kind even chatgpt gpt claude gemini bot robot ai human person real machine program assistant am talking speaking exactly hiya hello this thing for u 하이 안녕 안녕하세요 하는 하는애 애 앱 놈 녀석 친구 물건 이니 인가 넌 너는 너 거니 건데 건가 누구 누가 만들었 만들었어 만들었니 정체 뭐 뭔데 세요 이세요 인가요 사람 ai 봇 로봇 챗봇 인공지능 기계 아니면 얘기하는거 gpt chatgpt 챗gpt 챗지피티 지피티 제미나이 클로드 이름 당신",
  },
  thanks: {
    needs:
      /\b(?:thanks?|thx|thnx|tnx|thankyou|ty|tysm|ta|cheers|appreciate|lifesaver)\b|\b(?:you|your|youre|ur|are)\b.*\b(?:legend|star|hero)\b|\b(?:good|great|nice|best|well|amazing|awesome) (?:job|work|bot|one|done)\b|\byou.*\b(?:best|great|awesome|amazing|helpful)\b|\bthat.*\b(?:great|wonderful|perfect|awesome|amazing|helpful)\b|\bvery helpful\b|고마|고맙|감사|ㄱㅅ|ㄳ|땡큐|쌩큐|수고(?:했|하셨|많)|고생(?:했|하셨|많)|최고|짱|잘했|잘하네|도움(?:됐|이됐|많이)|덕분|똑똑|굿밤/u,
    words:
      "thank thanks thx thnx tnx thankyou ty tysm ta haha hahaha lol your star stars legend hero ur u r are a the an my absolute total such real so very ok okay no worries cheers appreciate lifesaver good great nice best well amazing awesome wonderful perfect excellent brilliant cool job work bot done helpful been much lot help helping today got mate man buddy dude love being alright night bye goodbye tonight for see you tomorrow later 고마워 고맙 고맙다 고맙습니다 고마웠어 감사 합니다 드려요 드립니다 했어 했어요 했네 했다 하셨어요 하셨습니다 많았어 많았어요 많으셨어요 많으셨습니다 도와줬네 도와줬어 도와줘서 도와주셔서 알려줘서 해줘서 도움 됐어요 됐네 됐다 큰 수고 굿나잇 굿나이트 잘자 잘자요 오늘도 고생 잘했어 잘했네 잘했다 잘했어요 잘하네 최고 최고다 짱 짱이다 굿 굿밤 땡큐 쌩큐 ㄱㅅ ㄳ ㄱㅅㄱㅅ ㄳㄳ ㄱㅅㅎㅎ 응 네 넵 오 오케이 ㅇㅋ 알겠어 덕분에 덕분 똑똑하네 똑똑해 봇",
  },
  goodbye: {
    needs:
      /\b(?:bye|byebye|goodbye|goodnight|nighty?|nightx*|cya|laters?|ttyl|gtg)\b|\b(?:see|talk to|catch) (?:you|ya)\b|\bsee ya\b|\b(?:off to|going to|time for) (?:bed|work)\b|\bim off\b|\btake care\b|잘가|잘자|잘게|잘있|자러|안녕히|굿나|바이|또봐|봬|만나|보자|[내일에]봐|이따(?:가)?봐|갈게|갈께|가볼게|들어갈|나갈게|나간다|퇴근|좋은밤/u,
    words:
      "bye byebye goodbye goodnight night nighty nightx nightxx sleep tight sweet dreams cya ya see talk catch later laters soon tomorrow tomorow tmrw tonight ttyl gtg gotta got take care off bed work time have going heading around next week weekend monday tuesday wednesday thursday friday saturday sunday morning good everyone until till then thanks thank today xx x xxx bot 잘가 잘자 잘자요 잘게 잘게요 잘 잘있어 잘지내 안녕 안녕히 계세요 주무세요 굿나잇 굿나이트 굿밤 바이 바이바이 또 봐 봐요 봬 봬요 뵈요 만나 만나요 보자 이만 먼저 갈게 갈께 갈게요 가볼게 가볼게요 들어갈게 나갈게 나간다 간다 퇴근할게 퇴근한다 퇴근 자러 가 좋은 밤 되렴 되세요 보내 보내요 보내세요 꿈 꿔 내일 모레 나중에 다음에 담에 이따 이따가 주말에 다음주에 월요일에 화요일에 수요일에 목요일에 금요일에 토요일에 일요일에 오늘 하루도 수고했어 수고했어요 수고 고생했어 고생했어요 고생 많았어 고마워 고마워요 고마웡 고마웠어 고맙다 감사 감사합니다 땡큐 ㄱㅅ",
  },
  ability: {
    needs:
      /\bwhats?\b.*\byou\b.*\b(?:do|help|good|useful|capable)\b|\bwhat (?:you|i) can do\b|^help(?: me)?(?: please)?$|\bhow\b.*\b(?:work|works|use|start)\b|도움말|사용법|(?:할|해줄|도와줄)수(?:있|가있)|할줄(?:알|아)|무슨기능|기능이뭐|어떻게(?:써|쓰|사용)|^도와/u,
    words:
      "what whats how useful capable hello hiya good evening afternoon morning exactly meet nice first time here never used use start before new be am able help work works actually there 안녕 안녕하세요 하이 ㅎㅇ 처음 처음이에요 처음이야 처음인데 반가워 반가워요 처음써봐 써보는데 쓰는데 쓰는 써봐 써봐요 뭐 뭘 무엇을 무엇 무슨 일 일이 어떤 할 할수 할수있 수 있어 있어요 있니 있나요 있지 있는 있는지 있습니까 해줄 해줄수 도와줄 할줄 알아 알아요 아니 도움말 사용법 알려줘 알려주세요 알려 기능 어떻게 써 쓰는거야 쓰면 쓰면돼 쓰는지 사용해 사용 도와줘 도와줘요 도와주세요 당신",
  },
  privacy: {
    needs:
      /^(?:(?:and|so|but|hey|btw) )*(?:who|where|how|is|are|can (?:any|some|other|people|he\b|she\b|they\b)|do you (?:share|store|keep|save|read|sell)).*\b(?:store[ds]?|saved?|kept|keep|go|goes|sees?|reads?|access|share[ds]?|private|secure|safe|sent|sell)\b|\bwhat (?:happens|happend|becomes|do you do|are you doing)\b.*\b(?:data|info|information|messages?|notes?|chats?|files?|stuff|things)\b|^(?=.*(?:말|대화|얘기|이야기|메시지|데이터|정보|기록|쓴|내용)).*(?:어떻게(?:되|돼)|저장|보관|볼수|봐|보나|보는|안전|걱정|유출|보호|공유|새나)|^(?=.*(?:메모|노트|기억|파일|할일|사진|알림|일정)).*(?:누가|누구|다른(?:사람|누)|남이|남들|아무나|딴사람).*(?:볼수|봐|보나|보는|보이|보여\?)/u,
    words:
      "happens happen becomes doing with into do after all anything everything 얘기 이야기 notes note memory memories reminders reminder files file pictures photos todos todo lists list stuff things besides apart from other 메모 노트 기억 파일 할일 사진 알림 일정 메모들 목록 보이나 보이는 보이니 보여 딴 아무나 남들 남이 다른사람 딴사람 도 봐 보니 적은 거 적어둔 who else whos where wheres how data info information message messages conversation conversations chat chats private secure safe store stored stores save saved keep kept see sees read reads access share shared sell sent send go goes anyone anybody someone people others write say type tell here what get gets being about be 말 말한 쓴 쓰는 대화 메시지 데이터 정보 개인정보 기록 자료 내용 들 어디 어디에 어디다 어디로 누가 누구 누구한테 다른 남 사람 볼수 볼 수 있어 있나 있어요 있나요 있는 저장 저장돼 저장되 되나 되는 되는지 되는거야 되지 되나요 되는데 하니 하나 하나요 보관 보나 보는 보는거 안전 한가 한가요 할까 걱정 걱정돼 걱정되는데 유출 새나가 보호 공유 어떻게 거야 건가 않아 안",
  },
  tired: {
    needs:
      /\b(?:i|im|am|feel|feeling)\b.*\b(?:tired|exhausted|sleepy|stressed|sad|lonely|beat|drained|knackered|overwhelmed)\b|\b(?:day|week|today|morning)\b.*\b(?:rough|hard|bad|tough|awful|terrible|long|exhausting)\b|\b(?:rough|hard|bad|tough|awful|terrible|long) (?:day|week|morning)\b|^(?:so |really )?(?:tired|exhausted|sleepy)$|피곤|힘들|힘드|졸려|졸리|지쳤|지친|우울|슬프|슬퍼|속상|외로|스트레스|죽겠/u,
    words:
      "am feel feeling been had having today tonight day week morning rough hard bad tough awful terrible long tired exhausted exhausting sleepy stressed sad lonely beat drained knackered overwhelmed after work 피곤 피곤하다 피곤하네 피곤해 힘들 힘들다 힘들어 힘들었어 힘드네 힘든 하루 하루였어 졸려 졸리다 졸리네 지쳤어 지쳤다 지친다 우울 우울하다 슬프다 슬퍼 속상해 속상하다 외롭다 외로워 스트레스 받아 받네 죽겠다 죽겠어 죽겠네 하다 하네 했어 다 네 날 이었어 이었다 였어 였다 일 때문에 회사",
  },
  here: {
    needs:
      /\b(?:are|r)? ?(?:you|u)\b.*\b(?:there|awake|alive|around|here|up|working|online)\b|\b(?:anyone|anybody|still) (?:there|here|home|awake)\b|(?:아직|거기|혹시|살아|일어나|깨|안)?(?:있어|있니|있나|살아있|깨어|안자|자니|자냐|자는)/u,
    words:
      "are r you u there awake alive around here up working online anyone anybody home still 아직 거기 혹시 살아 살아있 있어 있니 있나 있냐 깨어 깨어있 안 안자 자니 자냐 자는 자 일어났 일어나 듣고 들려",
  },
  blame: {
    needs:
      /멍청|바보|답답|느리|느려|못하네|못알아듣|이상해|별로|짜증|실망|\b(?:stupid|dumb|slow|useless|annoying|terrible|bad bot|disappointing|wrong again|not (?:very )?(?:smart|helpful|clever|good))\b/u,
    words:
      "stupid dumb slow useless annoying terrible bad bot disappointing wrong not smart helpful clever good today bit little very being are re youre u been 멍청 멍청하다 멍청하네 멍청해 멍청이 멍청한 바보 바보같아 바보같다 바보같네 바보야 같아 같다 같네 답답 답답하다 답답하네 답답해 느리다 느리네 느려 못하네 못알아듣네 못알아들어 이상해 이상하네 별로다 별로야 별로네 짜증나 짜증 실망 실망이야 고마워 조금 왜이렇게 왜",
  },
  fun: {
    needs:
      /\b(?:jokes?|funny|laugh|entertain|bored|boring|cheer)\b|심심|웃긴|웃겨|농담|재밌는|재미있는|재미난|지루/u,
    words:
      "tell say give got make joke jokes something funny laugh entertain bored boring another know any cheer up am today feeling 심심 심심하다 심심하네 심심해 웃긴 웃겨 얘기 이야기 말 농담 재밌는 재미있는 재미난 지루 지루하다 지루해 하나 들려 하다 하네 다 네",
  },
} as const satisfies Readonly<Record<string, ClosedPhrase>>;

/** Asks what the buttons below a reminder do. */
const SNOOZING: ClosedPhrase = {
  needs:
    /^(?=.*(?:\+10 ?min|\+1 ?h|\bbutton\b|\btomorrow\b.*\b(?:mean|means|does?)\b|\+10분|\+1시간|버튼)).*(?:\bwhat\b|\bwhats\b|\bhow\b|뭐|무슨|어떻게)/u,
  words:
    "what whats does mean means meaning how work works button buttons below under reminder +10 +1 min h hour tomorrow done press when 뭐 뭐야 뭔지 무슨 뜻 의미 버튼 어떻게 작동 누르면 눌러 +10분 +1시간 내일 완료 알림 되는 되는거야 돼는거야",
};
const SNOOZES: Localized = {
  ko: "**+10분**, **+1시간**, **내일**을 누르면 그만큼 뒤에 다시 알려 드려요. **완료**는 끝냈다는 표시예요.",
  en: "**+10 min**, **+1 h** and **Tomorrow** remind you again that much later. **Done** marks it as done.",
};

/** What is told to somebody who asks for what cannot be done; `undefined` for every other message. */
export function lackingFor(
  message: string,
  hasAction: (action: string) => boolean,
): Lacking | undefined {
  const name = alertedName(message);
  if (name !== undefined) return { words: atWhatPrice(name, nearPrice(message)) };
  return isPhrase(message, SNOOZING) ? { words: SNOOZES } : cannotYet(message, hasAction);
}

/** What is said to people who answer a card in words, which approve nothing; who says so again is told in other words. */
const PRESS: readonly [Localized, Localized] = [
  {
    ko: "글로는 승인되지 않아요. 위의 버튼을 눌러 주세요.",
    en: "Words approve nothing. Please press the button above.",
  },
  {
    ko: "버튼으로만 정할 수 있어요. 그만두려면 “아니”라고 하세요.",
    en: "Only the button decides. To drop it, say “no”.",
  },
];

const ASSENT =
  /^(?:\d|(?:네|예|넵|응|어|ㅇㅇ|ㅇㅋ|오케이|좋아요?|그래요?|승인(?:해줘요?|해주세요|할게요?|합니다)?|허락(?:해|할게)요?|yes|yep|yeah|y|ok|okay|sure|approved?|goahead|doit|please)+)$/u;

/** What a message is that only greets, thanks, takes leave or asks who this is or what there is to ask for; `undefined` for every other. */
export function courtesyFor(message: string): Courtesy | undefined {
  const plain = message.replace(/\bu\b/giu, "you").replace(/\br\b/giu, "are");
  return bothOfSelf(plain) ?? simpleCourtesy(plain);
}

/** What it is and where things are kept, asked in one message. */
function bothOfSelf(message: string): "self" | undefined {
  const parts = message.split(/[?？.!,]\s*(?:and\s+|so\s+|but\s+)?|\s+and\s+/iu);
  const asked = parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).map(simpleCourtesy);
  const [first, second] = asked;
  const isBoth = asked.length === 2 && first !== second;
  return isBoth && asked.every((one) => one === "nature" || one === "privacy") ? "self" : undefined;
}

/** Greets and says whose or what its writer is: "hi im bens sister", 안녕하세요 저 지은이 남편이에요. */
const INTRODUCES =
  /^(?:안녕(?:하세요|하십니까)?|하이|hi|hello|hey|good\s+(?:morning|afternoon|evening))[\s,.!~]+(?:there[\s,.!]+)?(?:(?:(?:저는?|전|나는?|난)\s.{1,40}|[가-힣]{2,12})(?:이에요|예요|입니다|이야|야|라고\s?(?:해요|합니다))|(?:i['’]?m|i\s+am|this\s+is|it['’]?s|my\s+name\s+is)\s[^?\n]{1,40})[\s.!~]*$/iu;

/** True for a greeting in which its writer says who they are. Pure. */
export function introducesItself(message: string): boolean {
  return INTRODUCES.test(message.trim()) && !/\b(?:late|sick|hungry|here|back)\b/iu.test(message);
}

function simpleCourtesy(plain: string): Courtesy | undefined {
  if (introducesItself(plain)) return "hello";
  if (SEES_MINE.test(plain.trim())) return "privacy";
  const whole = Object.keys(SAID) as (keyof typeof SAID)[]; // the keys of the record above
  const phrased = Object.keys(PHRASES) as (keyof typeof PHRASES)[]; // likewise
  for (const spelled of [plain, plain.replace(OWN_NAME, " ")]) {
    const said = bare(spelled);
    const found =
      whole.find((each) => SAID[each].test(said)) ??
      phrased.find((each) => isPhrase(spelled, PHRASES[each]));
    if (found === "who" && NATURE.test(spelled) && !PURPOSE.test(spelled)) return "nature";
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Asks whether it is a person or a machine, or which. */
const NATURE =
  /\b(?:real|person|human|robot|bot|ai|chat\s?gpt|gpt|claude|gemini|machine|program)\b|사람|ai|인공지능|봇|기계|지피티|gpt|제미나이|클로드/iu;

/** Asks what it is there for. */
const PURPOSE = /(?:뭐|뭘|무엇을?|무슨\s?일)\s?하는|\bfor\b|\bdo(?:es)?\b/iu;

/** Asks whether somebody who is named sees one's own things. */
const SEES_MINE =
  /^내가\s?(?:여기\s?)?(?:쓴|적은|한|보낸)\s?(?:거|것|말|글|얘기|메모)\S*\s(?:\S+(?:이|가|도)\s*)?(?:볼\s?수\s?(?:있|도)\S*|보(?:나|니|이나|여)\S*|봐)[\s?？.!]*$|^(?:(?:and|so|but|hey|also)\s+)*(?:can|could|does|do|will|is|are)\s+(?:\S+\s){1,3}?(?:see|read|access|look\s+at|seeing|reading|able\s+to\s+(?:see|read))\s+(?:(?:my|our)\s+(?:\S+\s)?(?:notes?|messages?|chats?|files?|to-?dos?|lists?|reminders?|memories|stuff|things|data)|what\s+i\s+(?:write|say|type|tell\s+you))(?:\s+here)?[\s?？.!]*$|^\S+(?:이|가|도)\s*(?:내|제|우리)\s*(?:가\s*쓴\s*)?(?:메모|노트|기억|파일|할\s?일|알림|일정|대화|말|얘기|거|것|메시지)\S*\s*(?:다\s*)?(?:볼\s?수\s?(?:있|도)\S*|보(?:나|니|이나|여)\S*|봐)[\s?？.!]*$/iu;

/** Who says so, beside a greeting: "hi, I'm Tom", 안녕 나 민호야. */
const OWN_NAME =
  /\b(?:[Ii]['’]?m|[Ii]\s+am|[Mm]y\s+name\s+is|[Tt]his\s+is|[Ii]t['’]?s)\s+\p{Lu}\p{Ll}+(?:\s+here)?(?=[\s.,!]|$)|(?<=^|[\s,.!])(?:나는?|난|저는?|전|내\s?이름은|제\s?이름은)\s?[가-힣]{2,3}?(?:이?야|이에요|예요|입니다|이?라고\s?해요?|임)?(?=[\sㅋㅎ.,!~]|$)/u;

/** What is said to a message that only agrees, after what the same person wrote `before` it, oldest first; `undefined` for every other. */
export function pressInstead(message: string, before: readonly string[]): Localized | undefined {
  if (!isAssent(message)) return undefined;
  const others = before.toReversed().findIndex((earlier) => !isAssent(earlier));
  const times = others === -1 ? before.length : others;
  return PRESS[times % 2 === 0 ? 0 : 1];
}

function isAssent(message: string): boolean {
  return ASSENT.test(bare(message));
}

const NOD =
  /^(?:오케이|알겠어|알겠어요|알겠습니다|알았어|알았어요|확인|확인했어요?|확인했습니다|그렇구나|그래그래|ㅇㅋㅇㅋ|오키|굿|좋네요?|gotit|igotit|okgotit|isee|understood|noted|cool|nice|great|perfect|awesome|alright|allright|fine|good|lol|sounds?good|makessense|fairenough|roger|k|kk|okie|okey|okthen|oh|ok|okay|ohok|gotcha)+$/u;
/** Tells that something was done of which nothing is kept here. */
const DONE =
  /^(?:.{0,14}(?:다|이미|벌써|방금)|ㅇㅋ|응|네)(?:했|끝냈|껐|먹었|챙겼)(?:어|음|다|습니다)요?$/u;
const LAUGHTER =
  /^(?:[ㅋㅎㅠㅜ]{2,}|(?:ha){2,}h?|he(?:he)+|lo+l|lmao+|rofl|haha.{0,4}|(?:ha){2,}h?(?:fairenough|ok(?:ay)?|nice|cool|good|true|right|lol)+)$/u;

/** Nothing but pictures, of which some laugh. */
const ONLY_PICTURES =
  /^\s*\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200D|\uFE0F|\s)*$/u;
const LAUGHING = /[😀😁😂🤣😄😅😆]/u;

/** What a message is that only says that something is understood, or laughs; `undefined` for every other. Both may answer a question, so that comes first. */
export function nodFor(message: string): Nod | undefined {
  if (ONLY_PICTURES.test(message)) return LAUGHING.test(message) ? "laughter" : "nod";
  const said = bare(message);
  if (LAUGHTER.test(said)) return "laughter";
  return NOD.test(said) || DONE.test(said) || (ASSENT.test(said) && !/^\d$/u.test(said))
    ? "nod"
    : undefined;
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
const LEAST_SCORE = 0.3;

/** Changes of a briefing are said in the same words as the values of one. */
const SAID_ALIKE = "system:change_briefing";

/** "Make it …", said of a value, asks for nothing else. */
const MAKES_IT =
  /(?:으?로|게)\s*(?:해|바꿔|바꾸|변경|설정|부탁)\S*[.!~\s]*$|^\s*(?:make|set|change)\s+it\b/iu;

/** What wants to know something; an answer to a question seldom does. */
const ASKS =
  /(?<![가-힣])몇\s*(?:시|월|일|도|개|명|퍼)|어때|어떄|뭐(?:야|지|예요|에요|였)|무엇|(?:언제|어디|누구|얼마)(?:야|지|예요|에요|니|나|임)?[\s?!.]*$|^\s*(?:what|how|when|where|who|which|why|is|are|do|does|did|can|could|will)\b/iu;

/** Bids the bot to look for something: nobody answers a question so. */
const FINDS_FOR = /^\s*(?:please\s+|can\s+you\s+)?find\s+(?:me|us)\s+\S/iu;

/** True for words that ask for something by themselves, whatever was asked before them: they say what is to be done or ask for something, and `plan` is sure of it. */
export function isOwnRequest(text: string, plan: (message: string) => PlannerResult): boolean {
  if (FINDS_FOR.test(text)) return true;
  if (!(saysWhatToDo(text) || ASKS.test(text)) || MAKES_IT.test(text)) return false;
  const planned = plan(text);
  if (planned.kind !== "sure" || planned.score < LEAST_SCORE) return false;
  return !readCode(planned.code).calls.includes(SAID_ALIKE);
}

/** Asks by its form: a question mark after words, or where a sentence of either language asks. */
const QUESTION_FORM =
  /\p{L}.*[?？]\s*$|(?<![가-힣])(?:몇\s*(?:시|월|일|도|개|명|퍼)|며칠|무슨\s|뭐(?:야|지|예요|에요|였|해|가|를)|무엇|왜\s|어때|어떻게\s|(?:언제|어디|누구|얼마)(?:야|지|예요|에요|니|나|임|였\S*)?[\s.!]*$)|^\s*(?:what|how|when|where|who|which|why)(?:['’]?s|['’]?re)?\b|^\s*(?:is|are|was|were|do|does|did|can|could|will|would|should|have|has|any)\s+(?:you|i|we|he|she|they|it|there|this|that|my|our|the|an?|anything|news|reminders?)\b/iu;
/** Bids somebody to do something. What is to be kept is bid as well where words answer, and so is a value: "make it red". */
const BIDS =
  /(?:줘|줘요|주세요|주라|줄래|줄래요|부탁해|부탁해요|싶어|싶어요)[\s.!~]*$|^\s*(?:please|pls|plz|show|tell|give|send|remind)\s+(?:me|us)\b/iu;
const KEEPS = /(?:기억|저장|적어|써|메모)\S*\s*(?:둬|놔|해)?\s*(?:줘|주)\S*[\s.!~]*$/u;

/** True for words that ask or bid by their form, whether or not it is known what for: no answer to a question. Pure. */
export function asksByForm(text: string): boolean {
  if (QUESTION_FORM.test(text)) return true;
  return BIDS.test(text) && !MAKES_IT.test(text) && !KEEPS.test(text);
}

/** The name of what an alert was asked for without a price; `undefined` for any other message. */
export function alertedName(message: string): string | undefined {
  const [, korean, , english] = ALERT.exec(message.trim()) ?? [];
  return korean ?? english;
}

const PRICE_LINE =
  /^(?:at\s+|if\s+)?(?:it['’]?s\s+|goes\s+|falls\s+|drops\s+)?(?<way>above|over|below|under)?\s*[$€£₩]?\d[\d,.]*k?\s*(?:억|만|천)?\s*(?:\d[\d,]*\s*(?:만|천)?)?\s*(?:원|달러|불|dollars|won|usd)?\s*(?:[가-힣\s]*)[.!~]*$/iu;

/** A price line alone, as the alert on a name that was asked for it; `undefined` for any other message. */
export function alertAt(name: string, line: string): string | undefined {
  const said = line.trim();
  if (!PRICE_LINE.test(said)) return undefined;
  if (/\p{Script=Hangul}/u.test(name + said)) {
    const way = /넘|이상|초과|위|오르|올라|밑|아래|이하|미만|떨어|내려/u.test(said)
      ? ""
      : " 넘으면";
    return `${name} ${said.replace(/\s*(?:알려|말해)\s*(?:줘|주).*$/u, "")}${way} 알려줘`;
  }
  const way = /above|over|below|under/iu.test(said) ? "" : "hits ";
  return `tell me when ${name} is ${way}${said.replace(/^(?:at|if)\s+/iu, "")}`.replace(
    "is hits",
    "hits",
  );
}

/** Asks for an alert without saying when; a button below a price names one near it. */
const ALERT =
  /^(\S.{0,60}?) 알림 걸기(?: \(([^()]{1,24})\))?$|^alert me about (\S.{0,60}?)(?: \(([^()]{1,24})\))?$/iu;

function nearPrice(message: string): string | undefined {
  const [, , korean, , english] = ALERT.exec(message.trim()) ?? [];
  return korean ?? english;
}

function atWhatPrice(name: string, near = "300"): Localized {
  return {
    ko: `얼마가 되면 알릴까요? “${name} ${near} 넘으면 알려줘”처럼 말해 주세요.`,
    en: `At what price? Say it like “tell me when ${name} is above ${near}”.`,
  };
}
