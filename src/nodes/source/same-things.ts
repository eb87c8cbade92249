import { englishStem } from "../../rag/text/english.ts";

/**
 * Words of daily life that name the same thing, a thing a row, in both languages. A Korean word stands for what begins with it, so that
 * particles and endings may follow; one of a single syllable only with a particle.
 */
const SAME: readonly string[] = [
  "wifi wi-fi internet network router online 와이파이 인터넷 공유기 무선랜 무선",
  "password passcode passphrase pin pw code combination 비밀번호 비번 암호 패스워드",
  "press type unlock disarm 누르 눌러 열지 풀려",
  "phone telephone cell mobile call contact 전화 연락처 연락 휴대폰 핸드폰",
  "number no 번호 번 몇번",
  "plate registration 번호판 등록번호 차번호",
  "account login id username 계정 아이디 계좌 로그인 통장",
  "address live lives reside 주소 사시 사셔 사는 살아 사는곳 댁",
  "car vehicle automobile auto 차 자동차 차량 자가용",
  "bike bicycle 자전거",
  "park parked parking 주차 세워 세웠 세우 대놨 댔",
  "garage 차고",
  "flat apartment condo 아파트 빌라",
  "home house 집 우리집",
  "door gate entrance 현관 대문 문 도어락",
  "move moved moving 이사 들어왔 입주 옮겼",
  "rent 월세 방세 집세 임대료",
  "lease contract 계약 전세 임대",
  "landlord own owner owns 집주인 건물주 임대인",
  "bill electricity utility 전기세 전기요금 공과금 관리비 고지서",
  "birthday born birth 생일 생신 태어 출생 생년월일",
  "mother mom mum mommy mama 엄마 어머니 어머님 모친",
  "father dad daddy papa 아빠 아버지 아버님 부친",
  "parent 부모 부모님 엄마아빠",
  "sister 언니 누나 여동생",
  "brother 형 오빠 남동생",
  "sibling 형제 자매 남매 동생",
  "son 아들",
  "daughter 딸",
  "child kid children 아이 애 애들 자녀 자식 아기 baby toddler",
  "niece nephew 조카",
  "grandfather grandpa 할아버지 외할아버지",
  "grandmother grandma 할머니 외할머니",
  "husband 남편 신랑",
  "wife 아내 와이프 부인 집사람",
  "spouse partner 배우자",
  "married marry wedding anniversary 결혼 혼인 예식 결혼식 결혼기념일",
  "memorial 제사 제삿날 기일",
  "boss manager supervisor 상사 팀장 과장 부장 사장 대표 매니저",
  "colleague coworker 동료 대리",
  "mentor guide guides 멘토 사수",
  "company firm office workplace employer 회사 직장 사무실",
  "job work working occupation profession 일 직업 업무 출근",
  "started start began begin joined 시작 입사",
  "teacher 선생 선생님 담임 교사",
  "school 학교 초등학교 중학교 고등학교",
  "study studied graduate graduated university college degree 대학 졸업 전공 공부",
  "exam test 시험",
  "english toeic toefl 영어 토익 토플",
  "lesson class 수업 레슨 학원",
  "name called 이름 성함 존함 불러 부르",
  "dog puppy 강아지 개 반려견 멍멍이",
  "cat kitten 고양이 냥이 반려묘",
  "rabbit bunny 토끼",
  "pet animal 반려동물 애완동물",
  "feed food 사료 밥 먹이 먹여",
  "vet 동물병원 수의사",
  "doctor physician 의사 주치의",
  "therapist counselor therapy 상담사 상담",
  "dentist 치과",
  "hospital clinic 병원 의원",
  "pill medicine drug medication tablet prescription dose 약 알약 처방 복용 영양제 혈압약",
  "allergic allergy intolerant intolerance avoid 못먹 알레르기 알러지 과민",
  "blood 혈액 피",
  "eyesight vision prescription lens glasses 시력 도수 안경 렌즈",
  "sleep sleeping bed snore snoring 자- 잠 수면 코골이 잘 취침",
  "device machine 기계 기기 장치",
  "dairy lactose milk 우유 유제품",
  "shellfish seafood 갑각류 해산물 새우",
  "eat food 먹- 음식 식재료",
  "dislike hate hates stand 싫어 질색 안좋아",
  "like likes love favourite favorite prefer 좋아 최애 선호",
  "flavour flavor taste 맛",
  "coffee caffeine 커피 카페인",
  "drink 마시 마셔",
  "shoe sneaker boot footwear feet 신발 운동화 구두 신어",
  "size 사이즈 치수 몇호 wear 신어 입어",
  "height tall 키 컸 신장",
  "weight weigh heavy kilos kg 몸무게 체중",
  "age old year-old 나이 살 살이 연세 년생",
  "coat clothes winter-clothes 겨울옷 옷 코트 패딩 외투",
  "locker 락커 라커 사물함",
  "gym fitness workout 체육관 헬스장 헬스 피트니스",
  "exercise 운동",
  "key 열쇠 키",
  "spare extra 여분 여벌 예비 스페어",
  "keep stored put left leave binder 뒀- 두었 놔두 놨지 놓아 넣어 넣- 보관 놔뒀",
  "passport 여권",
  "certificate papers documents document 서류 증명서 문서",
  "license licence 면허 면허증",
  "insurance insurer 보험 보험사",
  "inspection checked check checkup 검사 검진 점검 정기검진",
  "appointment see reservation booking 예약 진료 잡았 잡아",
  "heating boiler 난방 보일러",
  "repair fix fixes broken mechanic plumber technician 수리 고장 고치 기사 정비",
  "clean cleaner cleaning 청소",
  "trash garbage rubbish waste bin 쓰레기 분리수거 재활용",
  "bank 은행 농협 신한 국민은행 우리은행 카카오뱅크",
  "pay pays payment send transfer 내야 내- 보내 송금 이체 빠져 나가 나가더 결제",
  "card 카드",
  "limit spend maximum 한도 쓸",
  "owe owes debt give-back 빚 갚",
  "lent lend borrowed borrow 빌려 빌린 빌렸",
  "gift present give 선물",
  "netflix drama series 넷플릭스 드라마 영화",
  "computer laptop pc 컴퓨터 노트북 맥북",
  "monitor screen 모니터 화면",
  "bought buy purchased 샀- 구입 구매 산",
  "piano music 피아노 음악",
  "flight fly plane airline 비행기 항공 비행",
  "trip travel vacation holiday 여행 휴가",
  "hotel stay accommodation lodging 호텔 숙소 숙박 자기로 묵",
  "terminal 터미널",
  "guest visitor visitors 손님 게스트",
  "hair salon barber haircut 미용실 머리 헤어",
  "closed close closes off 쉬- 휴무 닫 닫아 until",
  "clerk official officer staff 담당자 담당 직원 주무관 공무원",
  "flower 꽃",
  "floor level 층",
  "lock 자물쇠 잠금 잠그",
  "library 도서관",
  "cottage cabin summer-house lodge 별장 오두막",
  "box chest 상자 수납함 박스",
  "alarm 알람 경보",
  "uncle 삼촌 이모부 고모부 외삼촌",
  "aunt 이모 고모 숙모 외숙모",
  "cousin 사촌",
  "friend buddy pal mate 친구 절친 동창",
  "neighbor neighbour next-door 이웃 옆집 윗집",
  "mother-in-law in-laws 시어머니 장모 장모님 시댁 처가",
  "father-in-law 시아버지 장인 장인어른",
  "nanny babysitter sitter 베이비시터 이모님 도우미",
  "lawyer attorney 변호사",
  "accountant tax 세무사 회계사 세금 연말정산",
  "agent broker realtor 중개사 부동산 설계사",
  "salary wage paycheck income 월급 급여 연봉 봉급",
  "savings deposit emergency-fund 저축 적금 예금 비상금",
  "loan mortgage 대출",
  "subscription membership member 구독 회원 회원권 멤버십",
  "renew renewal expire expires ends end due deadline 갱신 만기 만료 끝나 마감 기한",
  "meeting standup sync 회의 미팅",
  "vacation leave holiday 연차 휴가",
  "commute bus subway 버스 지하철 통근",
  "passport-number 여권번호",
  "visa 비자",
  "seat aisle window 자리 좌석 창가 통로",
  "suitcase luggage baggage 캐리어 가방 짐 여행가방",
  "drawer 서랍",
  "closet wardrobe 옷장 붙박이장 장롱",
  "shelf bookshelf bookcase 선반 책장 책꽂이",
  "fridge refrigerator 냉장고",
  "washer washing laundry 세탁기 빨래 세탁",
  "aircon conditioner ac 에어컨 냉방",
  "filter 필터",
  "light bulb lamp 전구 조명 전등",
  "printer 프린터",
  "camera 카메라",
  "tv television 티비 텔레비전",
  "umbrella 우산",
  "ring necklace jewelry jewellery 반지 목걸이 귀걸이",
  "shirt top 셔츠 상의 티셔츠 윗옷",
  "pants trousers jeans 바지 하의 청바지",
  "dress skirt 치마 원피스",
  "hat cap 모자",
  "glasses spectacles 안경",
  "surgery operation operated 수술",
  "vaccine vaccination shot jab 백신 접종 예방접종 주사",
  "pressure hypertension 혈압",
  "pain hurt hurts ache sore 통증 아프 아파 아픈",
  "headache migraine 두통 편두통",
  "diabetes sugar 당뇨 혈당",
  "asthma 천식",
  "pregnant pregnancy expecting 임신 출산",
  "vegetarian vegan meat 채식 비건 고기 육류",
  "nut nuts peanut almond walnut 견과 땅콩 아몬드 호두",
  "fish sashimi sushi 생선 회 초밥",
  "spicy hot 매운 맵",
  "alcohol wine beer liquor 술 와인 맥주 소주",
  "tea 차종류 홍차 녹차",
  "breakfast 아침식사 아침밥",
  "lunch 점심",
  "dinner supper 저녁식사 저녁밥",
  "restaurant diner 식당 맛집 음식점",
  "cafe bakery 카페 빵집",
  "team squad club support supporter 팀 구단 응원",
  "band singer artist 밴드 가수",
  "book novel author 책 소설 작가",
  "film movie cinema 영화",
  "colour color 색 색깔",
  "church temple religion 교회 성당 절 종교",
  "scared afraid fear phobia 무서 무섭 공포 겁",
  "goal target resolution 목표 다짐 결심",
  "project 프로젝트",
  "handed left-handed right-handed 왼손 오른손 손잡이",
  "model make brand 기종 모델 브랜드",
  "wake alarm get-up 일어나 기상",
  "haircut cut dye 커트 염색 파마",
  "barber stylist hairdresser 미용사 원장",
  "delivery parcel package 택배 소포 배달",
  "grocery groceries supermarket market 장 마트 시장",
  "recipe cook cooking 요리 레시피",
  "spot lot row level 구역 자리 칸",
  "nickname 별명",
  "ipad iphone tablet-pc 아이패드 아이폰 태블릿",
  "ice-cream 아이스크림",
  "language tongue 언어 말",
  "train commute 출퇴근 통근",
  "instrument play practise practice 악기 연주",
];

/** A thing, and what are kinds of it or stand for it; each is the first word of a row above, or a word of its own. */
const KINDS: readonly string[] = [
  "sibling sister brother",
  "parent mother father",
  "child son daughter niece",
  "spouse husband wife",
  "school teacher child",
  "vet dog cat pet",
  "exercise gym coach 코치 트레이너 trainer",
  "pet dog cat rabbit hamster 햄스터 parrot 앵무새",
  "home flat address move rent lease landlord",
  "flat address landlord",
  "heating mechanic",
  "doctor vet therapist dentist",
  "hospital dentist vet doctor inspection",
  "appointment inspection dentist hospital",
  "plate number car",
  "account number",
  "locker number",
  "lock number password",
  "password press lock",
  "job company",
  "study school job",
  "eat shellfish dairy allergic",
  "allergic eat",
  "music piano guitar cello violin 기타 바이올린",
  "instrument piano guitar cello violin",
  "keep box",
  "bank account card",
  "bill bank",
  "park garage car keep spot",
  "parent mother-in-law father-in-law",
  "eat nut fish vegetarian spicy",
  "allergic nut shellfish dairy fish",
  "drink alcohol coffee dairy tea",
  "keep drawer closet shelf box",
  "pay bill rent loan subscription card account",
  "job salary commute meeting",
  "trip passport visa suitcase seat",
  "pain surgery headache",
  "hair barber haircut",
  "certificate birthday passport",
  "exam english",
  "trip hotel flight",
  "car mechanic repair park",
  "repair heating",
  "coat size",
  "company job",
  "height size",
];

/** What the form of a value says that it is. */
const FORMS: readonly (readonly [form: RegExp, thing: string])[] = [
  [/\b0\d{1,2}-\d{3,4}-\d{4}\b|\b\d{3}-\d{4}\b|\+\d{8,}/u, "phone"],
  [/(?<![A-Za-z])(?:AB|A|B|O|RH)\s?[+-]?\s?형/iu, "blood"],
  [/\d\s?mg\b/iu, "pill"],
  [/\d\s?(?:kg|킬로|kilos?\b|pounds?\b)/iu, "weight"],
  [/\d\s?(?:cm|센티)/iu, "height"],
  [/\d\s?(?:살|년생)/u, "age"],
  [/\d{2,3}[가-힣]\s?\d{4}(?!\d)/u, "plate"],
];

/** How near two words are: the same thing, a kind of it, or nothing. */
export type Nearness = "same" | "kind" | undefined;

/** A Korean word of a row. */
interface KoreanName {
  readonly word: string;
  /** True where no more than a particle may follow. */
  readonly isWhole: boolean;
  readonly row: number;
}

interface Table {
  /** Rows by stem. */
  readonly english: ReadonlyMap<string, readonly number[]>;
  readonly korean: readonly KoreanName[];
  /** What each row is a kind of, and what are kinds of it. */
  readonly kinds: ReadonlyMap<number, ReadonlySet<number>>;
}

let table: Table | undefined;

/** The things that a word names, as numbers that mean the same in both languages. Pure. */
export function thingsIn(word: string): readonly number[] {
  table ??= tableOf();
  const { english, korean } = table;
  if (!/^[가-힣]/u.test(word))
    return [...new Set([word, englishStem(word)].flatMap((form) => english.get(form) ?? []))];
  const said = korean.filter((name) => isSaid(word, name));
  const longest = Math.max(0, ...said.map((name) => name.word.length));
  return said.filter((name) => name.word.length === longest).map(({ row }) => row);
}

/** The things that a text names, by its words and by the forms of its values. Pure. */
export function thingsOf(text: string): readonly number[] {
  const words = new Set(
    joinedNot(text)
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u),
  );
  const named = [...words].flatMap(thingsIn);
  const formed = FORMS.flatMap(([form, thing]) => (form.test(text) ? thingsIn(thing) : []));
  return [...named, ...formed];
}

/** What cannot be eaten is one word: 못 먹어, can't drink. Pure. */
export function joinedNot(text: string): string {
  return text
    .replace(/못\s?(?=먹)/gu, "못")
    .replace(/\bcan['’]?(?:no)?t\s+(?=eat|drink)/giu, "intolerant ");
}

/** How near what two words name are to each other. Pure. */
export function nearness(one: readonly number[], other: readonly number[]): Nearness {
  if (one.some((thing) => other.includes(thing))) return "same";
  const isKind = one.some((thing) => other.some((each) => table?.kinds.get(thing)?.has(each)));
  return isKind ? "kind" : undefined;
}

/** Particles that may stand behind a Korean word of one syllable. */
const PARTICLES =
  /^(?:이|가|은|는|을|를|도|의|에|로|랑|와|과|만|야|에서|이랑|한테|이야|보다|부터|까지)?$/u;

function isSaid(said: string, { word, isWhole }: KoreanName): boolean {
  return said.startsWith(word) && (!isWhole || PARTICLES.test(said.slice(word.length)));
}

function tableOf(): Table {
  const rows = SAME.map((words) => words.split(" "));
  const firsts = new Map(rows.map(([first = ""], row) => [first, row] as const));
  const wholes = KINDS.map((words) => words.split(" "));
  for (const word of wholes.flat())
    if (!firsts.has(word)) {
      firsts.set(word, rows.length);
      rows.push([word]);
    }
  const kinds = new Map<number, Set<number>>(rows.map((_, row) => [row, new Set()]));
  for (const [whole = "", ...parts] of wholes)
    for (const part of parts) {
      const [one = 0, other = 0] = [firsts.get(whole), firsts.get(part)];
      kinds.get(one)?.add(other);
      kinds.get(other)?.add(one);
    }
  return { ...namesOf(rows), kinds };
}

function namesOf(rows: readonly (readonly string[])[]): Pick<Table, "english" | "korean"> {
  const english = new Map<string, number[]>();
  const korean: KoreanName[] = [];
  const written = rows.flatMap((words, row) => words.map((each) => ({ each, row })));
  for (const { each, row } of written) {
    const word = each.replace(/-$/u, "");
    const isKorean = /^[가-힣]/u.test(word);
    if (isKorean) korean.push({ word, isWhole: word === each && word.length === 1, row });
    for (const form of isKorean ? [] : new Set([word, englishStem(word)]))
      english.set(form, [...(english.get(form) ?? []), row]);
  }
  return { english, korean };
}
