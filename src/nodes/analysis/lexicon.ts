// Words that praise or complain, made for this product (MIT, as the rest of it): stems of Korean predicates and nouns as the
// analyser cuts them, and English words. A number behind a word is its weight; without one it is 2, from 1 (mild) to 3 (strong).

const KOREAN_GOOD = `좋 훌륭하:3 최고:3 만족 만족하 만족스럽 추천 추천하 강추:3 완벽:3 완벽하:3 예쁘 이쁘 귀엽 편하 편리 편리하 간편 간편하 빠르 신속 신속하
친절 친절하 깨끗 깨끗하 깔끔 깔끔하 부드럽 촉촉 촉촉하 가볍:1 튼튼 튼튼하 저렴 저렴하 싸:1 맛있 맛나 신선 신선하 향기롭 고급 고급스럽 세련 세련되 감동 감동하
행복 행복하 즐겁 재미있 재밌 유용 유용하 알차 든든 든든하 안전 안전하 정확 정확하 꼼꼼 꼼꼼하 넉넉 넉넉하 시원 시원하:1 따뜻 따뜻하 아름답 멋지 멋있 사랑
마음 들:1 감사 감사하 고맙 착하:1 순하 효과 뛰어나:3 우수 우수하 탁월:3 탁월하:3 대박:3 굿 짱:3 재구매 재주문 강력:1 은은 은은하 선명 선명하 조용 조용하
쾌적 쾌적하 합리 훈훈 기쁘 놀랍 괜찮:1 무난 무난하:1 쓸만하:1 개선 칭찬 친근 상쾌 상쾌하 산뜻 산뜻하 포근 포근하 고소 고소하 달콤 달콤하 담백 담백하
쫄깃 쫄깃하 바삭 바삭하 푹신 푹신하 매끄럽 반하 흡족 흡족하 신뢰 믿음 유익 유익하 최상:3 최상급:3 가성비 적당 적당하:1 알맞:1 딱:1 쏙:1 잘:1 혜자:3 꿀템:3 인생템:3 존맛:3`;

const KOREAN_BAD = `나쁘 별로 최악:3 실망 실망하 실망스럽 불만 불만족 불만족스럽 불편 불편하 느리 늦 비싸 더럽 지저분 지저분하 거칠 뻣뻣 뻣뻣하 무겁:1 약하 고장 고장나 불량 불량품
하자 파손 파손되 깨지 찢 찢어지 망가지 부서지 새:1 터지:1 벗겨지 끊기 끊기:1 멈추 먹통 오류 에러 버그 반품 반품하 환불 환불하 교환:1 취소:1 불친절 불친절하 무례 무례하 답답 답답하 짜증
짜증나 화나 화 억울 억울하 속상 속상하 후회 후회하 후회되 아깝 낭비 사기:3 거짓 거짓말 가짜:3 짝퉁:3 냄새 악취:3 독하 자극 자극적 따갑 가렵 간지럽 트러블 알레르기 발진 두드러기 부작용:3 아프 건조:1 건조하
끈적 끈적이 끈적거리 번들거리 시끄럽 소음 어둡:1 작:1 부족 부족하 아쉽:1 지루 지루하 재미없 맛없 형편없:3 엉망:3 엉망진창:3 허접 허접하 조잡 조잡하 싸구려 싱겁 질기 비리 상하:1 썩 눅눅 눅눅하 짜:1 위험 위험하 불안
불안하 무섭 걱정 어렵:1 복잡 복잡하:1 힘들 귀찮 지연 지연되 누락 누락되 분실 오배송 잘못 문제 단점 쓰레기:3 비추 비추천 싫 질리 틀리 어긋나 헐 흠집 스크래치 얼룩 변색 변질 곰팡이:3 벌레:3 머리카락:1
심하 떨어지:1 꺼지 뜨겁:1 실패 실패하 손해 바가지 과장 과장되 애매 애매하:1 불쾌 불쾌하 역하 구리 개선:0 엉성 엉성하 뒤틀리 휘:1 늘어나:1 줄어들:1 물빠지 빠지:1 닳 헤지 삐걱거리 오래걸리 안되 안되:1 미흡 미흡하 성의없 무성의 무성의하 무책임 무책임하 최저:3 노답:3 극혐:3 빡치:3 열받`;

const ENGLISH_GOOD = `good great:3 excellent:3 amazing:3 awesome:3 fantastic:3 perfect:3 perfectly:3 wonderful:3 best:3 better:1 love:3 loved:3 loves:3 lovely like:1 liked likes enjoy enjoyed enjoyable nice
beautiful pretty:1 cute comfortable comfy easy easily simple:1 quick quickly fast prompt promptly friendly helpful polite kind clean neat soft smooth sturdy solid durable reliable cheap:1 affordable worth value:1
delicious tasty fresh happy pleased satisfied satisfying satisfaction recommend recommended recommending impressed impressive superb:3 outstanding:3 brilliant:3 thanks thank thankful useful handy convenient accurate
safe stylish elegant quiet bright:1 well fun favorite favourite works:1 worked:1 improved glad delighted:3 flawless:3 gentle effective efficient generous fine:1 decent:1 ok:0 cool:1 responsive intuitive crisp sharp:1 warm cozy cosy bargain stunning:3 gorgeous:3 joy pleasant`;

const ENGLISH_BAD = `bad terrible:3 horrible:3 awful:3 worst:3 worse poor poorly disappointed disappointing disappointment hate:3 hated:3 dislike disliked unhappy unsatisfied dissatisfied useless:3 waste wasted broken broke breaks break:1 damaged
defective faulty defect crack cracked cracks scratched scratch scratches leak leaks leaking leaked slow slowly late delayed delay delays expensive overpriced pricey rude unfriendly unhelpful dirty smelly smell:1 smells:1 stinks:3 stink:3 rough uncomfortable hard:1 difficult confusing complicated
annoying annoyed frustrating frustrated angry upset refund refunds refunded return:1 returned returning wrong missing lost fake:3 scam:3 fraud:3 cheaply flimsy weak fragile unreliable failed fails fail failure stopped error errors bug bugs buggy crash crashes crashed problem problems issue issues complaint
noisy loud:1 painful hurts hurt itchy irritation irritated rash burn burned burning allergic allergy stale rotten:3 bland tasteless disgusting:3 gross:3 nasty:3 boring ugly cheap-looking regret regretted unusable:3 garbage:3 trash:3 junk:3 mediocre lacking lacks unfortunately:1 sadly:1 avoid never:1 mess messy torn stained sticky greasy faded shrunk unsafe dangerous worthless:3 ripoff:3 misleading mold moldy`;

function read(words: string, sign: 1 | -1): readonly (readonly [string, number])[] {
  return words.split(/\s+/).map((entry) => {
    const [word = "", weight = "2"] = entry.split(":");
    return [word, sign * Number(weight)] as const;
  });
}

/** Weight of Korean stems and nouns, below zero for complaints. */
export const KOREAN: ReadonlyMap<string, number> = new Map([
  ...read(KOREAN_GOOD, 1),
  ...read(KOREAN_BAD, -1),
]);

/** Weight of English words, below zero for complaints. */
export const ENGLISH: ReadonlyMap<string, number> = new Map([
  ...read(ENGLISH_GOOD, 1),
  ...read(ENGLISH_BAD, -1),
]);

/** Turns of phrase that mean more than their words, as they are written, with their weight. */
export const PHRASES: readonly (readonly [RegExp, number])[] = [
  [/강추|적극\s?추천/gu, 3],
  [/비추/gu, -3],
  [/촉촉해|순해|확실해|편해|좋아해/gu, 2],
  [/말을?\s?잃|할\s?말이?\s?없/gu, -2],
  [/다시는?\s?(?:안|못)|두\s?번\s?다시|다신\s?안/gu, -3],
  [/또\s?(?:살|사|구매|주문)|재구매(?!\s?(?:는\s?)?(?:안|없|의사\s?없))/gu, 2],
  [/돈\s?(?:이\s?)?아까|돈\s?값(?:을|도)?\s?못/gu, -3],
  [/마음에\s?(?:쏙\s?)?들|맘에\s?(?:쏙\s?)?들/gu, 2],
  [/기대\s?이상/gu, 3],
  [/기대\s?이하|기대에\s?(?:못|미치지)|기대보다\s?(?:별로|못)/gu, -3],
  [/그저\s?그[래렇]|그냥\s?그[래렇]/gu, -0.5],
  [/ㅠㅠ|ㅜㅜ|😡|👎|😢|😭/gu, -1],
  [/👍|😍|❤️|😊|♥/gu, 2],
  [
    /\bnot worth|\bdoes(?:n['’]t| not) work|\bdid(?:n['’]t| not) work|\bwould not buy|\bwon['’]t buy|\bnever again|\bfell apart|\bmoney back|\bno longer works|\bstopped working/giu,
    -3,
  ],
  [
    /\bhighly recommend|\bworth every|\bexceeded (?:my )?expectations|\bwould buy again|\bfive stars|\bworks like a charm/giu,
    3,
  ],
  [/\bone star|\bwaste of money|\bcould be better/giu, -2],
];

/** What makes the word behind it stronger. */
export const STRONGER: ReadonlySet<string> = new Set(
  "너무 정말 매우 아주 진짜 완전 훨씬 굉장히 엄청 참 몹시 very really extremely super so absolutely incredibly totally highly too".split(
    " ",
  ),
);

/** Sizes and tastes that are too much behind "너무" or "too". */
export const TOO_MUCH: ReadonlySet<string> = new Set(
  "크 작 짧 길 두껍 얇 짜 달 맵 시 높 낮 많 적 무겁 가볍 세 강하 진하 좁 넓 크기 big small long short thick thin salty sweet spicy tight loose heavy light strong large narrow wide".split(
    " ",
  ),
);
