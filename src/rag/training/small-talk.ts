import { createRandom } from "../encoders/intent-model.ts";

/** Same seed, same sentences. */
const SEED = 31_337;

/** Sentences made of each pattern. */
const PER_PATTERN = 10;

/** What fills the places of patterns: forms that fit the sentence as it stands. */
const FILLERS: Readonly<Record<string, readonly string[]>> = {
  느낌: words(
    "피곤해 졸려 배고파 심심해 우울해 행복해 슬퍼 외로워 힘들어 더워 추워 무서워 귀찮아 지루해 답답해 설레 속상해 억울해 불안해 초조해 짜릿해 허무해 서운해 뿌듯해 민망해",
  ),
  느꼈: words(
    "피곤했 졸렸 심심했 우울했 행복했 슬펐 외로웠 힘들었 더웠 추웠 무서웠 지루했 답답했 설렜 속상했 불안했 허무했 서운했 뿌듯했",
  ),
  사람: words(
    "친구가 동생이 엄마가 아빠가 남편이 아내가 선배가 후배가 사장님이 이웃이 조카가 할머니가 애들이 강아지가 고양이가 옆집이",
  ),
  한일: words(
    "잠들었 늦게왔 웃었 울었 화냈 삐졌 아팠 넘어졌 이겼 졌 떠났 돌아왔 결혼했 이사갔 취직했 놀러왔 사라졌",
  ),
  음식: words(
    "라면 김밥 치킨 피자 떡볶이 국수 냉면 삼겹살 초밥 햄버거 커피 케이크 과자 수박 만두 카레 짬뽕 샐러드",
  ),
  물건: words(
    "신발 가방 우산 지갑 안경 시계 자동차 자전거 옷장 소파 침대 냉장고 세탁기 컵 의자 이어폰",
  ),
  기계: words("불 에어컨 난방 선풍기 텔레비전 보일러 가습기 청소기 전등 스탠드 공기청정기 히터"),
  일: words("운동 청소 빨래 공부 숙제 출근 면접 이사 야근 산책 낚시 등산 쇼핑 여행"),
  것: words(
    "뉴스 날씨 파일 주식 주가 일정 예약 알림 목록 사진 차트 라디오 메모 문서 폴더 브리핑 달력 링크 사이트 환율 프로젝트 워크플로우 요약 번역 검색 메시지 연락처 기억 도구 스위치 피드 그래프 보고서 명령어",
  ),
  어떤: words(
    "대단하네 웃기네 별로네 지겹다 어렵더라 예쁘더라 신기하다 이상해 최악이야 괜찮더라 엉망이야 골치 아프네 재밌더라 무섭더라 복잡하더라 쓸데없어",
  ),
  나라: words("페루 이집트 태국 캐나다 호주 케냐 노르웨이 칠레 터키 헝가리 쿠바 네팔"),
  개념: words(
    "광합성 중력 상대성이론 민주주의 르네상스 엔트로피 유전자 화산 지진 태풍 인공지능 블록체인 미적분 음운론 산업혁명 알고리즘",
  ),
  feel: words(
    "tired hungry bored sad happy lonely sleepy angry nervous excited sick exhausted proud jealous scared confused annoyed cold hot lost",
  ),
  someone: [
    "my friend",
    "my brother",
    "my neighbour",
    "my boss",
    "her husband",
    "our teacher",
    "the kids",
    "my dog",
    "my cat",
    "grandma",
    "that guy",
    "everybody",
  ],
  did: [
    "fell asleep",
    "came home late",
    "laughed at me",
    "cried all night",
    "got angry",
    "got sick",
    "won again",
    "left already",
    "moved away",
    "got married",
    "broke it",
    "went fishing",
  ],
  food: words(
    "pizza noodles sushi burgers coffee cake ramen salad tacos pancakes chicken soup tea curry",
  ),
  thing: words(
    "shoes bag umbrella wallet glasses watch bike sofa bed fridge phone headphones jacket guitar",
  ),
  device: [
    "the lights",
    "the heater",
    "the fan",
    "the oven",
    "the tv",
    "the air conditioner",
    "the lamp",
    "the dishwasher",
    "the vacuum",
    "the sprinkler",
  ],
  noun: words(
    "news weather file stock schedule alarm list photo chart radio note document folder briefing calendar link website price project workflow summary translation search message contact memory tool switch feed graph report command reminder inbox",
  ),
  odd: words(
    "weird awesome boring ugly beautiful hilarious useless annoying overrated confusing terrible fascinating endless perfect depressing messy",
  ),
  country: words(
    "peru egypt thailand canada australia kenya norway chile turkey hungary cuba nepal",
  ),
  concept: words(
    "photosynthesis gravity relativity democracy entropy dna inflation blockchain recursion calculus feudalism magnetism evolution irony karma socialism",
  ),
  activity: words(
    "hiking swimming dancing cooking fishing cleaning studying skiing reading jogging camping gardening",
  ),
};

const PATTERNS: readonly string[] = [
  "{느낌}",
  "너무 {느낌}",
  "나 오늘 {느낌} 진짜",
  "요즘 왜 이렇게 {느낌}",
  "{느낌}요",
  "{느낌} 죽겠네",
  "어제는 좀 {느꼈}어",
  "하루 종일 {느꼈}다",
  "{사람} {한일}어",
  "어제 {사람} {한일}대",
  "{사람} 또 {한일}네",
  "아까 {사람} {한일}더라",
  "{음식} 먹고 싶다",
  "점심에 {음식} 먹었어",
  "{음식} 맛있지",
  "{음식} 하나 시켜줘",
  "{음식} 주문 좀 해줘",
  "{물건} 새로 샀어",
  "{물건} 잃어버린 것 같아",
  "{물건} 하나 사줘",
  "{기계} 좀 켜줘",
  "{기계} 꺼줘",
  "{기계} 고장 났나 봐",
  "{일} 하기 싫어",
  "{일} 하고 왔어",
  "{일} 대신 해줘",
  "주말에 {일} 갈까",
  "이 {것} 마음에 들어",
  "{것} 진짜 {어떤}",
  "{것} 참 {어떤}",
  "오늘따라 {것} {어떤}",
  "그 {것} 좀 {어떤}",
  "{것} 때문에 {느낌}",
  "{것} 보니까 {느낌}",
  "{것} 얘기만 들어도 {느낌}",
  "{것} 없으면 못 살아",
  "{사람} {것} 보고 {한일}어",
  "{사람} {것} 때문에 {한일}대",
  "요즘 {것} 왜 이러냐 ㅋㅋ",
  "어제 {것} 때문에 하루 종일 {느꼈}어",
  "{것} 하면 역시 우리 할머니지",
  "{나라} 수도가 어디야",
  "{나라} 사람들은 뭐 먹고 살아",
  "{물건} 누가 처음 발명했어",
  "{음식} 어떻게 만들어",
  "{음식} 몇 분이나 끓여야 해",
  "{음식} 많이 먹으면 살쪄?",
  "{음식}이랑 {음식} 중에 뭐가 더 좋아",
  "{개념} 뜻이 뭐야",
  "{개념} 쉽게 설명해줘",
  "{개념} 왜 생기는 거야",
  "{개념} 누가 만든 말이야",
  "i am {feel}",
  "i'm so {feel} right now",
  "feeling {feel} today",
  "why am i so {feel}",
  "that made me {feel}",
  "i was {feel} yesterday",
  "{someone} {did}",
  "{someone} {did} yesterday",
  "i think {someone} {did}",
  "i love {food}",
  "i had {food} for dinner",
  "order {food} for me",
  "get me some {food}",
  "want some {food}?",
  "i bought new {thing}",
  "i lost my {thing}",
  "buy me a {thing}",
  "nice {thing}",
  "turn on {device}",
  "switch {device} off",
  "{device} is broken again",
  "i love this {noun}",
  "this {noun} is so {odd}",
  "that {noun} was {odd} lol",
  "what a {odd} {noun}",
  "my {noun} is {odd} today",
  "the {noun} makes me {feel}",
  "i'm {feel} because of the {noun}",
  "{someone} laughed about my {noun}",
  "{noun}s are {odd}",
  "i never liked that {noun}",
  "remember when the {noun} was {odd}",
  "speaking of the {noun}, i'm {feel}",
  "i spent all day on that {noun}",
  "your {noun} is {odd}",
  "what's the capital of {country}",
  "how big is {country}",
  "who invented the {thing}",
  "how do you make {food}",
  "is {food} healthy",
  "{food} or {food}?",
  "explain {concept} to a child",
  "what is {concept}",
  "what does {concept} mean",
  "who came up with {concept}",
  "why is {concept} important",
  "{activity} is fun",
  "i hate {activity}",
  "let's go {activity}",
  "we went {activity} last week",
];

/** Sentences by rule that ask for nothing the service does: feelings, what happened to whom, wishes, and chores of house and body. Deterministic. */
export function generateSmallTalk(): readonly string[] {
  const random = createRandom(SEED);
  return [...new Set(PATTERNS.flatMap((pattern) => filled(pattern, random)))];
}

function filled(pattern: string, random: () => number): readonly string[] {
  return Array.from({ length: PER_PATTERN }, () =>
    pattern.replace(/\{([^}]+)\}/gu, (_whole, name: string) => {
      const fillers = FILLERS[name] ?? [""];
      return fillers[Math.floor(random() * fillers.length)] ?? "";
    }),
  );
}

function words(text: string): readonly string[] {
  return text.split(" ");
}
