import { quoteIbl } from "../code.ts";
import type { PlannerResult, PlanOptions } from "../result.ts";

const SCORE = 0.85;
const LONGEST_QUESTION = 120;

/** Words about the two who talk, or about what was just said: the web knows nothing of them. */
const ENGLISH_OURS =
  /\b(?:i|i['’]?m|me|my|mine|we|us|our|you|your|yours|u|ur|he|him|his|she|her|they|them|their|it|its|this|that|these|those|there|here|someone|somebody|everybody|everyone|anyone|people|mom|mum|dad|wife|husband|boss|reminders?|to-?dos?|schedules?|briefings?|files?|memor(?:y|ies)|notes?|lists?|workflows?|meetings?|appointments?|alerts?|tomorrow|tonight|would|wanna|cares?|else|wrong|matter|point|fuck|hell|heck|up|so|better|anyway|again|left|first|last|love|life|passwords?|passcode|passphrase|combination|agents?|team|desk|folders?|documents?|pdfs?|pictures?|photos?|switch(?:es)?|steps?|tools?|backup|pending)\b|[\w-]\.[a-z]{2,5}\b|_/iu;
/** "What was the gate code": a thing that was told, where no more is said of it. */
const ENGLISH_KEPT = /^(?:what|where|who|when|which)\s+(?:was|were)\s+the\s+\S+(?:\s+\S+)?$/iu;
/** "What did Ben say": what somebody told the asker, where no more is said of it. */
const ENGLISH_TOLD =
  /^what\s+(?:did|does|has|was)\s+\S+\s+(?:say|said|saying|tell|told|write|written|want|wanted|answer|reply)(?:\s+(?:to|back|again|earlier|today|yesterday))*$/iu;
/** "Who's in the thursday class": a group of one's own, which the web knows nothing of. */
const ENGLISH_GROUP =
  /^who(?:['’]?s|['’]?re|\s+(?:is|are))?\s+(?:(?:coming|going)\s+)?(?:in|on|to)\s+(?:the|today['’]?s|(?:mon|tues|wednes|thurs|fri|satur|sun)day['’]?s?)\s+(?:\S+\s+){0,2}?(?:class|course|lesson|session|group|shift|rota|party|trip|meeting|list|crew)(?:\s+(?:on\s+)?\S+day)?$/iu;
const ENGLISH_FRAME =
  /^(?:(?:hey|so|ok|okay|um|and|btw|quick\s+question|do\s+you\s+know|can\s+you\s+tell\s+me|could\s+you\s+tell\s+me|tell\s+me|i\s+wonder|i\s+want\s+to\s+know)[\s,:]+)+/iu;
const ENGLISH_FORMS = [
  /^(?:who|what|when|where|which|whose)(?:['’]?s|['’]?re|\s+(?:is|are|was|were|does|did|do|has|have|had|can|will|invented|wrote|won|made|discovered|founded|directed|painted|composed|built|created|sang|sings|plays|played|owns|runs|killed|started|became|country|year|city|language|planet|team|company|day|kind|type|color|colour|animal|movie|film|book|actor|president|king|queen|currency|side|ocean|river|mountain|state|number))\s+\S/iu,
  /^(?:who|which\s+\S+|what\s+\S+)\s+(?:\w+ed|\w+s|won|wrote|made|sang|built|began)\s+\S/iu,
  /^how\s+(?:many|much|far|tall|old|long|big|large|deep|high|heavy|fast|often|wide|hot|cold|expensive|populous)\s+(?:\S+\s+)*?(?:is|are|was|were|does|do|did|has|have|can|from|to|in|live|lives)\b.*\S/iu,
  /^how\s+(?:does|do|did|is|are|was|were)\s+(?!you\b)\S+\s+\S/iu,
  /^how\s+(?:to|(?:do|can|should)\s+(?:you|i|we|one))\s+(?:make|cook|bake|fix|repair|build|clean|remove|grow|tie|fold|draw|write|spell|pronounce|get\s+rid\s+of|cure|treat|install|renew|apply|register|brew|boil|roast|fry|store|wash|measure|calculate|play|learn|change|open|unlock|reset|tune|knit|sew|peel|cut|train)\s+\S/iu,
  /^why\s+(?:is|are|do|does|did|was|were)\s+(?:the|a|an)?\s*\S+\s+\S/iu,
  /^(?:define|definition\s+of|meaning\s+of)\s+\S/iu,
  /^(?:(?:what(?:['’]?s|\s+is)\s+)?(?:the\s+)?)(?:air\s+quality|aqi|(?:fine\s+)?dust(?:\s+levels?)?|uv\s+index|pollen(?:\s+count)?|sunrise|sunset|high\s+tide|low\s+tide)\b.*$/iu,
];
/** "How do you make …" says "you" of anybody. */
const ANYBODY =
  /^how\s+(?:to|(?:do|can|should)\s+(?:you|i|we|one))\s|\bdo\s+they\s+(?=speak|use|eat|drink|drive|celebrate)/iu;

const KOREAN_OURS =
  /(?:^|\s)(?:나|너|넌|난|내|내가|네|네가|니|니가|나는|나도|너는|너도|저|저는|제|제가|우리|우린|당신|이거|그거|저거|이게|그게|저게|이건|그건|저건|이것|그것|여기|거기|저기|걔|쟤|얘|그\s?사람|엄마|아빠|아버지|어머니|누나|언니|오빠|동생|형|남편|아내|와이프|여친|남친|친구|팀장|부장|사장|비번|비밀번호|암호|할\s?일|일정|약속|알림|예약|브리핑|회의|파일|메모|기억|사람들|다들|세상|인생|택배|배송|버스|월급|주말|퇴근|출근|점심|저녁|밥|안|못|이렇게|그렇게|이리|맨날|항상|자꾸|또|그래|이래|저래|내일|모레|오늘|어제|방금|아까|지난번|왜|도대체|대체|진짜|뭔|뭐)(?:은|는|이|가|을|를|의|도|랑|에게|한테|님|들|껀|거)*(?=\s|$)|생일|계좌|주소|전화번호|번호|카드|목록|링크|결과|담당|동료|(?:^|\s)(?:꿈|취미|이름|기분|계획|고민|소원|별명|직업)(?:은|는|이|가)?(?=\s|$)|에이전트|폴더|문서|사진|기능|도구|단계|스위치|서랍|여권|(?:라고|다고|자고)\s?(?:한|했)|뒀|싶|지\s?뭐야|말하면|[\w-]\.[a-z]{2,5}(?![a-z])|_/u;
const KOREAN_FORMS = [
  /^\S.*?(?:은|는|이|가|란|이란|라는\s?(?:게|건|말)|뜻이|뜻은|뜻)?\s*(?:뭐야|뭐예요|뭐에요|뭐지|뭔가요|무엇인가요|무엇이야|무슨\s?뜻(?:이야|이에요|인가요)?)$/u,
  /^\S.*?(?:은|는|이|가)?\s*(?:누구야|누구예요|누구지|누구인가요|누군가요|누구니)$/u,
  /^\S.*\s(?:누가|언제|어디서|어디에|어디|몇\s?년에?|왜)\s*(?:\S+\s+){0,2}?[가-힣]*(?:어|아|야|예요|지|나|까|래|해|돼|대|워|와|여|려|러|겨|쳐|져|펴|써|켜)(?:요)?$/u,
  /^\S.*(?:높이|길이|거리|나이|인구|무게|크기|면적|넓이|깊이|속도|수명|키|도수|칼로리|연봉|시차|기온|온도)(?:은|는|이|가)?\s*(?:얼마나|얼마|몇)\s*\S*$/u,
  /^\S.*(?:까지|에서)\s*(?:거리|얼마나|몇\s?(?:시간|분|킬로|km)).*$/iu,
  /^\S.*(?:은|는|이|가)?\s*몇\s?(?:살|미터|킬로|명|개국|년|층|킬로그램|kg|km|m|도|칼로리)(?:이야|이지|이에요|야|인가요|예요|지)?$/iu,
  /^\S.*\s(?:어떻게\s*(?:만들어|해먹어|끓여|지워|고쳐|키워|만드는\s?거야|만들지|만드나요|먹어|써|하는\s?거야|작동해|생겨)|[가-힣]+는\s?(?:법|방법))(?:요)?(?:\s*(?:뭐야|알려\s?줘|궁금해))?$/u,
  /^(?:\S+\s)?(?:지금\s|오늘\s|내일\s)?(?:초?미세먼지|황사|대기질|꽃가루|자외선(?:\s?지수)?|물때|일출|일몰|해\s?(?:뜨|지)는\s?시간)(?:은|는|이|가)?(?:\s*(?:어때|어떄|심해|많아|몇\s?시야?|언제야?|알려\s?줘|괜찮아))?(?:요)?$/u,
];

/** Plans a question of fact that nothing here but the web answers ("who wrote Hamlet", 호주 수도가 어디야): a search for its own words; undefined for any other message. Pure. */
export function planQuestion(text: string, options: PlanOptions): PlannerResult | undefined {
  if (options.allowedNodes?.includes("source") === false) return undefined;
  const said = text.normalize("NFC").trim();
  const asked = said.replace(/[\s?？!.~]+$/u, "");
  if (asked.length > LONGEST_QUESTION || /[\n"“]|https?:|[.!?]\s/u.test(asked)) return undefined;
  const query = /\p{Script=Hangul}/u.test(asked) ? koreanQuestion(asked) : englishQuestion(asked);
  if (query === undefined) return undefined;
  return {
    kind: "sure",
    code: `[source:web_search](${quoteIbl(query)})`,
    score: SCORE,
    intent: text,
  };
}

function englishQuestion(said: string): string | undefined {
  const asked = said.replace(ENGLISH_FRAME, "");
  if ([ENGLISH_KEPT, ENGLISH_TOLD, ENGLISH_GROUP].some((form) => form.test(asked)))
    return undefined;
  if (!ENGLISH_FORMS.some((form) => form.test(asked))) return undefined;
  return ENGLISH_OURS.test(asked.replace(ANYBODY, "")) ? undefined : asked;
}

function koreanQuestion(said: string): string | undefined {
  const asked = said.replace(/^(?:혹시|근데|그런데|저기|있잖아|참)\s+/u, "");
  const isAsked = KOREAN_FORMS.some((form) => form.test(asked));
  if (!isAsked) return undefined;
  const [first = "", ...others] = asked.split(/\s+/u);
  if (others.length === 0 && first.length < SHORTEST) return undefined;
  const about = asked.replace(/\s*(?:왜|뭐|누구|어디|언제|얼마|몇|무슨|누가)\S*/gu, "").trim();
  return about === "" || KOREAN_OURS.test(about) ? undefined : asked;
}

/** A Korean question of one word is a remark where it is shorter, in letters. */
const SHORTEST = 4;
