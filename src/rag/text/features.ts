import { once } from "../../base/clock.ts";
import { englishStem } from "./english.ts";
import { isNegated, isPlea, sentenceType } from "./mood.ts";
import { composed, letterGroups, readWords, splitCompound, syllablePairs } from "./normalize.ts";
import { REQUEST_THEMES, type Theme } from "./request-themes.ts";

/** What a text is compared by: names of features with their weights in (0, 1]. */
export type Features = ReadonlyMap<string, number>;

/** Longest text that is read, in UTF-16 units; what is longer says what it asks for at one of its ends. */
const LONGEST_TEXT = 600;

/** A text of more UTF-16 units is long for a request. */
const LONG_TELLING = 110;

const WEIGHTS = {
  content: 1,
  function: 0.35,
  polite: 0.2,
  mark: 0.7,
  pair: 0.5,
  syllables: 0.4,
  letters: 0.25,
  role: 0.4,
  ending: 0.3,
  opening: 0.5,
  mood: 0.7,
  question: 0.3,
  theme: 0.7,
  together: 0.5,
} as const;

/** Kinds of values by their form. What they say is nobody's request, so the value itself is left out. */
const VALUES: readonly (readonly [string, RegExp])[] = [
  ["url", /https?:\/\/\S+|\b[a-z0-9-]+\.(?:com|net|org|kr|io|co|dev|jp)\b\S*/giu],
  [
    "file",
    /[\p{L}\p{N}_./-]*\.(?:md|txt|pdf|csv|tsv|png|jpe?g|gif|log|xlsx?|docx?|json|html|ya?ml|zip|mp3|hwp|pptx?|py|js)\b/giu,
  ],
  ["glob", /\*\.\w+/gu],
  ["ticker", /\b[A-Z]{3,5}(?:[-/][A-Z]{3})?\b|(?<!\d)\d{6}(?!\d)/gu],
  ["clock", /(?<!\d)\d{1,2}\s?(?:시(?!간)|:\d\d|[ap]m\b)/giu],
  ["number", /\d+(?:[.,:]\d+)*/gu],
];

/** The features of a text. `values` are texts of a program that stand in it as values: they count by their kind alone. Pure; never throws. */
export function featuresOf(text: string, values: readonly string[] = []): Features {
  const features = new Map<string, number>();
  const put: Put = (name, weight) => {
    features.set(name, Math.max(features.get(name) ?? 0, weight));
  };
  const whole = composed(text).slice(0, LONGEST_TEXT).trim();
  const said = inPlainSpelling(withoutTold(whole, put));
  putForm(said, put);
  const bare = withoutValues(said, values.map(inPlainSpelling), put);
  putWords(bare, put);
  for (const theme of themesOf(bare)) put(`t:${theme}`, WEIGHTS.theme);
  putPairs(features, put);
  return features;
}

type Put = (name: string, weight: number) => void;

/** Ideas and themes of a text two by two, however they are ordered: what is done, with what. */
function putPairs(features: Features, put: Put): void {
  const ideas = [...features.keys()].filter((name) => /^(?:w:c|t):/u.test(name)).sort();
  for (const [at, first] of ideas.entries())
    for (const second of ideas.slice(at + 1)) put(`&:${first} ${second}`, WEIGHTS.together);
}

/** How the sentence begins and ends tells a request from what only mentions the same things. */
function putForm(text: string, put: Put): void {
  if (/[?？]\s*$/u.test(text)) put("q:?", WEIGHTS.question);
  const mood = sentenceType(text);
  if (mood !== "request") put(`f:${mood}`, WEIGHTS.mood);
  if (isNegated(text)) put("f:negated", WEIGHTS.mood);
  if (isPlea(text)) put("f:plea", WEIGHTS.mood);
  if (text.length > LONG_TELLING) put("f:long", WEIGHTS.mood);
  const opening = /^[a-z']+/iu.exec(text)?.[0].toLowerCase();
  if (opening !== undefined) put(`s:${opening}`, WEIGHTS.opening);
  putEnding(text, put);
}

/** The last syllables of a Korean sentence. */
function putEnding(text: string, put: Put): void {
  const bare = text.replace(/[^\p{L}\p{N}]+$/gu, "");
  const last = /\p{Script=Hangul}{1,3}$/u.exec(bare)?.[0] ?? "";
  for (let length = 1; length <= last.length; length += 1)
    put(`e:${last.slice(-length)}`, WEIGHTS.ending);
}

const QUOTED_TEXT = /"[^"]{2,}"|“[^”]{2,}”|‘[^’]{2,}’|「[^」]{2,}」|『[^』]{2,}』/gu;

/** What is said about other words, without those words: what stands in quotes, or after a colon, may sound like anything. */
function withoutTold(text: string, put: Put): string {
  const bare = text.replace(QUOTED_TEXT, () => {
    put("m:quote", WEIGHTS.mark);
    return ` ${GAP} `;
  });
  const colon = /^(.*?[\p{L}\p{N}])\s?[:：](?!\/\/)\s+\S/su.exec(bare)?.[1];
  if (colon === undefined) return bare;
  put("m:tail", WEIGHTS.mark);
  return colon;
}

/** The text with a blank in the place of each value, and a mark for its kind. */
function withoutValues(text: string, values: readonly string[], put: Put): string {
  let rest = text;
  for (const [kind, pattern] of VALUES)
    rest = rest.replace(pattern, () => {
      put(`m:${kind}`, WEIGHTS.mark);
      return ` ${GAP} `;
    });
  for (const value of values) {
    const at = rest.toLowerCase().indexOf(value.toLowerCase());
    if (at >= 0) rest = `${rest.slice(0, at)} ${GAP} ${rest.slice(at + value.length)}`;
  }
  return rest;
}

/** Stands where a value was; no letter, so no word is made of it. */
const GAP = "\u0001";

function putWords(text: string, put: Put): void {
  let before = "^";
  for (const word of readWords(text).flatMap((one) => splitCompound(text, one))) {
    if (word.particle !== undefined) put(`r:${word.particle}`, WEIGHTS.role);
    put(`w:${word.key}`, WEIGHTS[word.part]);
    if (word.part !== "content") continue;
    put(`b:${before} ${word.key}`, WEIGHTS.pair);
    before = word.key;
    const body = text.slice(word.start, word.bodyEnd).toLowerCase();
    for (const pair of syllablePairs(body)) put(`p:${pair}`, WEIGHTS.syllables);
    for (const group of letterGroups(body)) put(`l:${group}`, WEIGHTS.letters);
  }
  put(`b:${before} $`, WEIGHTS.pair);
}

const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/gsu;

/** The texts in a program that may stand as values in what people say, longest first; those inside quoted programs too. */
export function valuesOf(code: string): readonly string[] {
  const found = new Set<string>();
  for (const match of code.matchAll(QUOTED)) {
    const text = (match[1] ?? match[2] ?? "").replace(/\\(["'\\])/gu, "$1");
    if (/\[\w+:\w+\]/u.test(text)) for (const inner of valuesOf(text)) found.add(inner);
    else if (text.length > 1) found.add(text.replace(/^\*|\*$/gu, ""));
  }
  return [...found].sort((left, right) => right.length - left.length);
}

/** The features of what is said for a program. */
export function exampleFeatures(intent: string, code: string): Features {
  return featuresOf(intent, valuesOf(code));
}

/** The words by which a text is found: concepts and stems that say something, each once. */
export function termsOf(text: string): readonly string[] {
  const whole = inPlainSpelling(composed(text).slice(0, LONGEST_TEXT));
  const words = readWords(whole).flatMap((word) => splitCompound(whole, word));
  const telling = words.filter((word) => word.part === "content");
  return [...new Set(telling.flatMap(({ key }) => key.split(" ")))];
}

/** How people write in a hurry, and what it stands for. In this order, each on what the ones before have made. */
const KOREAN_HABITS: readonly (readonly [RegExp, string])[] = [
  [/잇(?=[어는냐니나음지을던다네엇])/gu, "있"],
  [/업(?=(?:어|는|냐|니|나|음|지|을|던|다)(?![가-힣]*(?:무|데이트|로드|체|종)))/gu, "없"],
  [/엇(?=[어는냐니나음지던다네을]|$)/gu, "었"],
  [/앗(?=[어는냐니나음지던다네을]|$)/gu, "았"],
  [/햇(?=[어는냐니나음지던다네을])/gu, "했"],
  [/봣(?=[어는냐니나음지던다네을])/gu, "봤"],
  [/겟(?=[어는냐니나음지던다네])/gu, "겠"],
  [/[됬됏]/gu, "됐"],
  [/머머/gu, "뭐뭐"],
  [/(?<=^|\s)머(?=[야지니냐해하가있였더들임\s?]|머|$)/gu, "뭐"],
  [/(?<=[가-힣]{2})에?\s?[머뭐]+(?=있|들)/gu, "에 뭐 "],
  [/(?<=^|\s)모(?=[야지니냐해하]|임)/gu, "뭐"],
  [/(?:알[켜랴]|갈켜|갈쳐|가르켜)(?=[줘주조죠달])/gu, "알려"],
  [/어[케캐](?=$|[\s가-힣])/gu, "어떻게"],
  [/(?<=^|\s)낼(?=\s|날씨|아침|저녁|오전|오후)/gu, "내일"],
  [/담(?=주(?:에|의|\s|$|말)|달(?:에|\s|$))/gu, "다음"],
  [/쫌/gu, "좀"],
  [/(?<=^|\s)걍(?=\s|$)/gu, "그냥"],
  [/(?<=^|\s)넘(?=\s)/gu, "너무"],
  [/글구/gu, "그리고"],
  [/(?<=[해려여워와러어아겨켜쳐져혀봐꿔])[조죠](?=$|[\s.!?~ㅋㅎ])/gu, "줘"],
  [/(?<=[가-힣])(?:[주하]셈|[주하]삼|하쇼|해주쇼)(?=$|[\s.!?~ㅋㅎ])/gu, "해 주세요"],
  [/(?<=[줘요])[오어엉잉용염여]+(?=$|[\s.!?~])/gu, ""],
  [/(?<=[가-힣]{2})(?=(?:좀요?|부탁|플리즈|플즈)(?:$|[\s.!?~]))/gu, " "],
  [/\s*(?:ㄱㄱ+|고고+)(?=$|[\s.!?~])/gu, " 해줘"],
  [/\s*(?:플리즈|플즈)(?=$|[\s.!?~])/gu, " 부탁"],
  [/\s*ㄴㄴ/gu, " 아니"],
];

const ENGLISH_HABITS: ReadonlyMap<string, string> = new Map(
  (
    "gimme:give_me lemme:let_me pls:please plz:please plss:please plzz:please pleae:please plase:please u:you ur:your wanna:want_to " +
    "gonna:going_to gotta:got_to whats:what's wat:what wats:what's wut:what hows:how's wheres:where's whos:who's tmrw:tomorrow tmr:tomorrow " +
    "tmrow:tomorrow tomorow:tomorrow tommorow:tomorrow tommorrow:tomorrow 2moro:tomorrow msg:message msgs:messages serach:search " +
    "seach:search saerch:search srch:search gogle:google googel:google goggle:google thru:through abt:about b4:before " +
    "trans:translate tranlate:translate traslate:translate translte:translate sumarize:summarize summerize:summarize sumary:summary " +
    "remeber:remember rember:remember remmber:remember remaind:remind rmind:remind schedual:schedule shedule:schedule calender:calendar " +
    "wether:weather wheather:weather weahter:weather temp:temperature delet:delete delte:delete deleet:delete fodler:folder flie:file " +
    "dont:don't cant:can't im:i'm ive:i've doesnt:doesn't didnt:didn't isnt:isn't wont:won't havent:haven't hasnt:hasn't " +
    "thats:that's theres:there's lets:let's r:are n:and w/:with ppl:people bday:birthday appt:appointment mins:minutes hrs:hours " +
    "dunno:don't_know kinda:kind_of sorta:sort_of outta:out_of cuz:because coz:because bc:because rn:now asap:now"
  )
    .split(" ")
    .map((pair): [string, string] => {
      const [habit = "", meant = ""] = pair.split(":");
      return [habit, meant.replaceAll("_", " ")];
    }),
);

/** A text as it would be written with care: common misspellings, chat endings and short forms of both languages are put right. Pure. */
export function inPlainSpelling(text: string): string {
  const english = text.replace(/[a-z0-9]+(?:['’][a-z]+)?\/?/giu, (word) => {
    return ENGLISH_HABITS.get(word.toLowerCase()) ?? word;
  });
  if (!/\p{Script=Hangul}/u.test(english)) return english;
  return KOREAN_HABITS.reduce((said, [habit, meant]) => said.replace(habit, meant), english);
}

/** What people talk, wonder and tell about, and what no action does. */
export const TALK_THEMES: readonly Theme[] = [
  [
    "feeling",
    "기분 슬프 슬퍼 우울 외로 외롭 행복 화나 화났 짜증 피곤 졸려 졸리 힘들 지치 지쳐 무서 무섭 속상 답답 설레 설렌 부끄 창피 심심 지루 귀찮 그립 그리워 서운 억울 불안 떨려 떨린 감동 신나 뿌듯 후회 부럽 부러 아쉽 아쉬 눈물 웃겨 웃기 웃긴 재밌 재미 스트레스 멘붕 현타 번아웃 열받 빡쳐 빡치 미치겠 죽겠 환장 허탈 민망 서럽 괴롭 두근 쫄려",
    "sad happy angry tired lonely bored boring annoyed annoying excited nervous scared proud jealous depressed upset miss love hate cry cried laugh funny terrible awful amazing horrible lovely ridiculous glad worried stressed exhausted embarrassed feel feeling hilarious sick_of fed_up frustrated anxious overwhelmed cute adorable mad grumpy heartbroken ashamed guilty bummed thrilled disappointed",
  ],
  [
    "eating",
    "밥 라면 치킨 피자 커피 소주 맥주 고기 빵집 국수 떡볶이 케이크 과자 김치 점심 저녁밥 아침밥 짜장 짬뽕 먹었 먹고 먹을 먹어 먹는 마셔 마시 마셨 배고 배불 맛있 맛없 삼겹살 회먹 족발 초밥 야식 간식 다이어트 요리 레시피 끓여 볶음 반찬 카페 디저트 매운",
    "eat eating ate food pizza coffee beer noodles sushi burger cake lunch breakfast hungry starving delicious tasty recipe cook cooking sandwich toast taco dinner snack soup wine chocolate restaurant bread chicken cheese spicy tea dessert baking vegan",
  ],
  [
    "body",
    "머리아 허리아 무릎 어깨 다리아 손목 배아파 아프 아파 감기 열나 살쪘 살찐 살빼 헬스 잠이 자고싶 잤어 꿈꿨 꿈에 병원가 두통 목아파 약먹 체했 멍들 다쳤 넘어졌 주사 수술 독감 코로나 잠안 불면 늦잠 눈아파 거북목 근육통",
    "headache knee neck stomach sick fever gym diet sleep slept dream dreamed asleep hospital flu cough tooth back_hurts pain hurts cold insomnia nap tummy sneeze workout yoga muscles sore weight hangover",
  ],
  [
    "living",
    "인생 사랑 결혼했 이혼 연애 헤어졌 회사가 학교 시험 승진 월급 퇴사 출근 퇴근 야근 이사갔 군대 학원 육아 아기 강아지 고양이 반려 소개팅 썸 짝사랑 이별 취준 취업 전세 월세 집값 대출 층간소음 이웃 주차 지하철 버스 막혀 길막 운전 면허 로또 복권 주말 월요일 명절 휴가 연차 상사 꼰대 동창 친구랑 친구가 애들 시댁",
    "life marriage married divorce dating exam promoted salary puppy dog cat kid kids baby school college traffic vacation weekend monday neighbour neighbor neighbours job commute subway bus train parking crush ex breakup rent mortgage lottery office retirement coworker roommates pregnant toddler homework holiday bestie friends",
  ],
  [
    "leisure",
    "영화 드라마 넷플릭스 유튜브 게임 롤 축구 야구 농구 경기 콘서트 아이돌 덕질 예능 웹툰 만화 소설책 캠핑 등산 낚시 여행 쇼핑 노래방 술자리 운동 산책 수영 자전거 골프 월드컵 올림픽",
    "movie movies film netflix youtube game games soccer football baseball basketball concert idol series episode season anime comic novel camping hiking fishing travel trip shopping karaoke drinking workout swimming bike golf world_cup olympics guitar piano painting gardening knitting book",
  ],
  [
    "hearsay",
    "더라 더라고 다더라 하더라 거든 잖아 라니 라며 다니까 는데말 네요 구나 군요 대박 헐 ㅋㅋ ㅎㅎ ㅠㅠ ㅜㅜ 아니근데 진짜로 솔직히 사실은 알고보니 그러니까 역시 원래 이상하게 하필 어쩐지",
    "anyway honestly lol lmao haha apparently these_days nowadays seriously literally obviously i_guess i_think i_bet i_wish i_swear if_you_ask_me to_be_honest omg wow ugh tbh imo guess_what you_know turns_out actually ever believe no_way finally somehow",
  ],
  [
    "science",
    "광합성 중력 상대성 민주주의 르네상스 엔트로피 유전자 화산 지진 인공지능 블록체인 미적분 산업혁명 알고리즘 블랙홀 우주 행성 태양 달은 지구 원소 원자 분자 세포 공룡 진화 화학 물리 수학 철학 심리 경제학 전쟁 조선 고려 왕은 임진왜란 세계대전 혁명 신화 종교 불교 기독교 수도 인구 대륙 바다 산은 동물 곤충 식물 사자 고래 펭귄 속담 사자성어 맞춤법 띄어쓰기 발음 어원 원소기호 공식 정리는 증명 비타민 칼로리 혈액 뇌는",
    "photosynthesis gravity relativity democracy entropy dna inflation blockchain recursion calculus feudalism magnetism evolution black_hole universe planet planets sun moon earth atom molecule cell dinosaur dinosaurs chemistry physics math philosophy psychology war revolution king queen president empire mythology religion capital population continent ocean mountain animal animals insect plant whale penguin proverb grammar pronunciation etymology formula theorem vitamin calories blood brain century invented discovered species volcano earthquake einstein newton shakespeare",
  ],
  [
    "wonder",
    "왜그 왜이 이유가 누가 발명 만들었 뜻이 뜻은 원리 차이점 차이가 역사 정의 의미 이란 무엇인가 설명해 비결 방법이 어떻게하면 하는법 하는방법 어떻게하 어떻게해 어떤게나아 뭐가더 나을까 좋을까 괜찮을까 해야할까 할까말까 추천 조언 생각해 생각은 어떻게생각 몇살 몇명 얼마나커 얼마나멀 언제생 어디있 맞아 진짜야 사실이야",
    "why who_invented who_wrote who_painted who_discovered who_won who_was capital_of meaning_of difference_between how_do how_does how_did how_come how_can how_far how_old how_tall how_big how_many_people what_is what_are what_causes explain define is_it_true which_is_better should_i do_you_think your_opinion recommend advice your_favorite your_favourite do_you_like are_you who_are do_you_have would_you_rather what_if pros_and_cons is_there_life",
  ],
  [
    "muse",
    "시한편 시하나 시써 소설써 가사써 노래불러 농담 개그 퀴즈 수수께끼 끝말잇기 스무고개 삼행시 운세 타로 사주 이야기해줘 옛날이야기 랩해 작곡 자기소개서 독후감 연설문 축사 편지써 궁합 별명지어 이름지어 심리테스트 밸런스게임 놀아줘 게임하자 가위바위보 주사위 동전던",
    "poem haiku joke story novel lyrics riddle quiz horoscope tarot rap rhyme song limerick essay speech trivia pun tongue_twister roleplay pretend sing bedtime fortune chess compliment roast name_my nickname flip_a_coin roll_a_dice dice love_letter cover_letter",
  ],
  [
    "errand",
    "주문해 배달 택시 예매 결제해 송금 이체 전화해 전화걸 전화좀 사줘 사다줘 빌려줘 청소해 심부름 불러줘 가져다 갖다줘 데려다 태워 끓여줘 안마 주물러 깨끗이 씻어 장봐 세탁 맡아줘 갈아줘 닦아 고쳐놔 수리 환불 교환해 비행기표 호텔 숙소 예약해줘좀 티켓",
    "order delivery deliver taxi cab uber book_me book_a reserve buy pay wire_transfer venmo call_my call_mom call_a phone_my lend wash feed_the walk_the bring_me fetch_me pick_up drop_off clean_the mow iron massage fix_my refund flight hotel tickets groceries plumber babysit water_the drive_me bake_me make_me",
  ],
  [
    "household",
    "전등 에어컨 난방 보일러 선풍기 청소기 티비 텔레비전 냉장고 세탁기 커튼 창문 가습기 제습기 온도조절 불꺼 불켜 조명 문잠 현관문 도어락 전기장판 공기청정기 식기세척기 오븐 밥솥 스피커",
    "lights light lamp heater heating thermostat fan oven tv dishwasher vacuum curtains garage blinds sprinkler fridge a/c ac aircon front_door speaker microwave washing_machine robot_vacuum kettle volume",
  ],
  [
    "courtesy",
    "고마 감사 수고 덕분 잘했 최고 축하 미안 죄송 안녕 반가 잘자 굿밤 굿모닝 좋은아침 좋은하루 화이팅 파이팅 똑똑 착하 사랑해 바보 멍청 꺼져 닥쳐 시끄러 오랜만 잘지 뭐하고있 뭐하니 뭐해 심심해 나왔어 다녀올게 이따봐 또봐 ㅇㅋ 오케이 알겠어 알았어 그래 응응 넵",
    "thanks thank thx ty sorry congrats congratulations great_job well_done nice_one good_morning good_night good_evening good_luck bye hello hi cheers how_are_you what's_up whats_up sup miss_you love_you stupid idiot shut_up awesome cool nice_to_meet see_you later never_mind nevermind okay yep nope sure welcome_back you_rock smart dumb",
  ],
  [
    "told-past",
    "했어 했다 했지 했네 했는데 봤어 봤다 봤는데 갔어 갔다 갔는데 왔어 왔다 왔는데 샀어 샀다 샀는데 먹었 잤어 였어 이었어 됐어 됐다 됐는데 났어 났다 났는데 했대 갔대 왔대 했더니 갔더니 봤더니 겠다 겠네 겠지 였다 싶다 싶네 버렸 뻔했",
    "i_was i_went i_got i_had i_saw i_did i_bought i_lost i_found i_forgot i_read i_heard i_met i_made i_took i_came i_left i_finally i_already i_just i_feel i_hate i_love i_like i_can't i_cant i_never i_always i_keep we_had we_went we_were we_got we_met he_said he_is he_was he_never she_said she_is she_was she_never they_said they_are they_were it_was it_is it's_so that's_so i'm_so i_am my_friend my_neighbor my_boss",
  ],
];

const THEMES = [...REQUEST_THEMES, ...TALK_THEMES];

/** Words that only count together, at most. */
const MOST_JOINED = 5;

const ENGLISH_WORD = /[a-z0-9&/;-]+(?:['’][a-z]+)?/gu;

/** The themes that a text touches, in the order of the tables. Pure. */
export function themesOf(text: string): readonly string[] {
  const lower = text.toLowerCase();
  const places = new Set([...inKorean(lower.replace(/\s+/gu, "")), ...inEnglish(lower)]);
  return [...places].sort((left, right) => left - right).map((place) => THEMES[place]?.[0] ?? "");
}

function inKorean(text: string): readonly number[] {
  return [...text].flatMap((syllable, from) =>
    (koreanWords().get(syllable) ?? []).flatMap(({ word, place }) =>
      text.startsWith(word, from) ? [place] : [],
    ),
  );
}

function inEnglish(text: string): readonly number[] {
  const stems = [...text.matchAll(ENGLISH_WORD)].map(([word]) => stemOf(word));
  return stems.flatMap((_stem, from) =>
    Array.from({ length: MOST_JOINED }, (_unused, more) =>
      stems.slice(from, from + more + 1).join(" "),
    ).flatMap((words) => englishWords().get(words) ?? []),
  );
}

function stemOf(word: string): string {
  return englishStem(word.replace("’", "'"));
}

interface KoreanWord {
  readonly word: string;
  readonly place: number;
}

/** Korean words by their first syllable. */
const koreanWords = once(() =>
  gathered<KoreanWord>(
    THEMES.flatMap(([, korean], place) =>
      korean.split(" ").map((word) => [word.slice(0, 1), { word, place }] as const),
    ),
  ),
);

/** Places of themes by the stems of a word, or of words that only count together. */
const englishWords = once(() =>
  gathered<number>(
    THEMES.flatMap(([, , english], place) =>
      english.split(" ").map((words) => [words.split("_").map(stemOf).join(" "), place] as const),
    ),
  ),
);

function gathered<Value>(
  pairs: readonly (readonly [string, Value])[],
): ReadonlyMap<string, readonly Value[]> {
  const lists = new Map<string, Value[]>();
  for (const [key, value] of pairs) {
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [value]);
    else list.push(value);
  }
  return lists;
}
