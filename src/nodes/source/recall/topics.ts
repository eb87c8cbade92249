import { englishStem } from "../../../rag/text/english.ts";

/**
 * What the things of daily life that people tell about themselves are about, a subject a row, in both languages: words of one row say that
 * two texts may belong together though they share none. A Korean word of two syllables or more stands for all words that begin with it,
 * and so does a shorter one that ends in `-`.
 */
const TOPICS: readonly string[] = [
  "알레르기 알러지 두드러기 붓- 부어 부었 가려 과민 체질 allergy allergic intolerance intolerant hives rash swell swollen",
  "견과 땅콩 호두 아몬드 캐슈 피스타치오 nut peanut walnut almond cashew hazelnut pistachio",
  "먹- 음식 식재료 재료 메뉴 반찬 요리 식사 밥 저녁 점심 식단 간식 과자 쿠키 빵 케이크 향신료 고수 오이 파 채소 야채 채식 비건 고기 육류 소고기 돼지고기 닭 생선 해산물 회 초밥 라면 국수 찌개 치킨 피자 디저트 식당 맛집 레스토랑 배고 입맛 식성 eat food dish meal menu dinner lunch breakfast brunch snack cookie cake bread dessert vegetarian vegan meat beef pork chicken fish seafood shellfish ingredient spice herb cilantro restaurant hungry cook recipe taste diet dairy milk cheese egg gluten",
  "술 맥주 와인 소주 막걸리 위스키 칵테일 음주 금주 안주 회식 alcohol wine beer drink liquor whiskey cocktail champagne sober pub bar toast",
  "커피 카페인 카페 아메리카노 라떼 에스프레소 디카페인 녹차 홍차 에너지드링크 coffee caffeine espresso latte decaf tea",
  "위장 소화 배탈 속쓰 쓰려 쓰리 체하 역류 구역 장염 stomach heartburn reflux digestion digest nausea bloated",
  "아침 오전 기상 일어나 morning wake breakfast",
  "밤 저녁 취침 자- 수면 불면 잠 night evening sleep bedtime insomnia",
  "딸 아들 아이 애 애들 자녀 자식 아기 첫째 둘째 막내 초등학교 중학교 고등학교 학년 어린이집 유치원 육아 손주 조카 child kid son daughter baby toddler niece nephew grandchild children",
  "학교 초등 중학 고등 대학 학년 학생 선생님 담임 등교 하교 졸업 전공 수업 시험 공부 school grade class teacher student university college degree graduate major study exam homework",
  "나이 살 살이 살인 몇살 연세 학년 연령 age old year-old birthday grade older younger",
  "생일 생신 태어 출생 탄생 음력 birthday birth born",
  "엄마 어머니 어머님 모친 어무이 mother mom mum mommy mama",
  "아빠 아버지 아버님 부친 father dad daddy papa",
  "부모 시댁 처가 장모 장인 시어머니 시아버지 parent in-law folks",
  "동생 언니 누나 형 오빠 형제 자매 남매 sister brother sibling twin",
  "남편 아내 와이프 배우자 신랑 집사람 부인 husband wife spouse partner",
  "결혼 혼인 예식 기념일 약혼 신혼 wedding marry married anniversary engaged spouse",
  "할머니 할아버지 조부 외할머니 grandma grandpa grandmother grandfather grandparent",
  "친구 동창 절친 지인 friend buddy pal mate",
  "상사 과장 부장 팀장 차장 대표 사장 사장님 이사님 상무 임원 윗사람 boss manager supervisor lead director superior",
  "회사 직장 사무실 업무 출근 퇴근 직업 근무 재택 동료 부서 이직 연봉 work office job company workplace profession occupation living colleague employer career salary desk",
  "간호사 의사 교사 변호사 회계사 디자이너 개발자 엔지니어 공무원 기자 약사 요리사 nurse doctor teacher lawyer accountant designer developer engineer chef journalist pharmacist profession occupation living job",
  "보고 보고서 문서 기획서 자료 서류 발표 작성 이메일 메일 report document email mail memo write presentation slide attachment draft",
  "현관 도어락 출입 들어가 열쇠 잠금 잠기 잠겨 대문 문 키 카드키 초인종 door key lock locked enter entry gate entrance spare keypad get-in",
  "비밀번호 비번 암호 코드 패스워드 패턴 눌러 누르 password passcode passphrase pin code press type combination login",
  "와이파이 인터넷 공유기 무선 네트워크 접속 통신사 요금제 wifi wi-fi internet network router online broadband",
  "집 아파트 빌라 오피스텔 원룸 전세 월세 임대 집주인 이사 세입 부동산 관리비 home house flat apartment rent lease landlord tenant housing condo",
  "보일러 난방 온수 누수 수도 배관 수리 고장 고치 에어컨 heating boiler radiator leak plumber broken repair fix landlord warm",
  "살- 사시 사셔 사는 거주 댁 주소 고향 동네 출신 live lives reside residence address hometown grew neighborhood neighbourhood originally origin",
  "만기 만료 끝나 갱신 계약 기한 유효 종료 재계약 expire end renew contract valid until run subscription membership deadline",
  "구독 회원 멤버십 가입 정기 subscription membership member plan subscribe",
  "차 자동차 자가용 차량 운전 세차 주유 전기차 car vehicle drive driving automobile suv sedan skoda bmw tesla hyundai kia toyota honda volkswagen audi 현대차 기아차 소나타 아반떼 그랜저 테슬라",
  "주차 주차장 세워 세우 세웠 지하 park parking garage parked",
  "보험 사고 보상 청구 견인 정비 insurance insured accident crash claim policy",
  "여행 해외 비행기 항공 출국 입국 공항 숙소 관광 휴가 trip travel fly flight flying plane airport abroad vacation holiday journey",
  "호텔 숙박 펜션 객실 방 예약 hotel room book hostel airbnb stay",
  "자리 좌석 창가 통로 복도 앉- seat aisle window sit row",
  "여권 신분증 면허 면허증 주민등록 비자 passport id identity visa license licence document",
  "서랍 옷장 찬장 선반 상자 보관 뒀- 두었 놔두 넣어 어디뒀 창고 drawer closet cupboard shelf box wardrobe keep stored put where attic",
  "신발 운동화 구두 부츠 슬리퍼 사이즈 치수 발 mm shoe sneaker boot size footwear sandals",
  "옷 셔츠 바지 치마 코트 정장 사이즈 치수 입- clothes shirt pants dress coat suit size wear jacket",
  "반지 목걸이 귀걸이 팔찌 악세사리 ring necklace earring bracelet jewelry jewellery",
  "운동 헬스 체육관 필라테스 요가 수영 달리기 러닝 조깅 마라톤 등산 축구 농구 테니스 클라이밍 골프 자전거 exercise gym fitness workout pilates yoga swim run running jog marathon race training train hike football basketball tennis climb golf bike cycling sport",
  "락커 라커 사물함 보관함 locker cabinet",
  "강아지 개 멍멍이 고양이 냥이 반려견 반려묘 반려 애완 말티즈 푸들 품종 산책 사료 동물병원 dog cat pet puppy kitten breed vet leash poodle animal hamster rabbit",
  "약 처방 항생제 페니실린 복용 알약 영양제 비타민 진통제 투약 medicine pill drug antibiotic penicillin prescription dose medication tablet vitamin supplement painkiller thyroid",
  "병원 의원 진료 진찰 아프 아파 통증 두통 건강 수술 혈압 당뇨 검진 치과 감기 hospital clinic doctor sick ill pain headache migraine health surgery diabetes blood-pressure dentist condition",
  "혈액 혈액형 피 수혈 헌혈 응급 blood transfusion donate donor",
  "눈 시력 렌즈 안경 난시 근시 도수 eye eyesight vision lens glasses contact prescription",
  "귀 청력 보청기 ear hearing deaf",
  "무서 무섭 겁 공포 두려 불안 폐소 고소 afraid fear scared scary phobia claustrophobia horror anxious terrified",
  "엘리베이터 승강기 고층 계단 층 좁은 elevator lift floor high-rise tall stairs upstairs",
  "영화 드라마 영상 넷플릭스 극장 film movie cinema series show watch horror thriller comedy netflix",
  "음악 노래 밴드 가수 콘서트 악기 피아노 기타 music song band singer concert instrument piano guitar play violin",
  "책 독서 소설 작가 읽- book read reading novel author",
  "게임 보드게임 체스 game chess play console",
  "은행 계좌 통장 저축 예금 입금 송금 이체 돈 월급 bank account money savings deposit transfer pay salary iban",
  "세금 연말정산 세무 tax refund accountant",
  "쓰레기 분리수거 재활용 종량제 버리 trash garbage rubbish waste bin recycling recycle",
  "전화 연락 연락처 번호 휴대폰 핸드폰 phone call number contact ring text reach",
  "꽃 선물 화분 꽃다발 flower gift present bouquet",
  "월요일 화요일 수요일 목요일 금요일 토요일 일요일 매주 요일 주말 monday tuesday wednesday thursday friday saturday sunday weekday weekly weekend",
  "매달 매월 한달 격월 month monthly",
  "친환경 알람 기상 alarm clock",
  "색 색깔 파란 빨간 초록 노란 검정 하얀 보라 회색 color colour blue red green yellow black white purple grey gray",
  "종교 교회 성당 절 기도 불교 기독교 천주교 이슬람 할랄 religion church temple mosque pray muslim christian buddhist halal kosher ramadan",
  "임신 출산 산부인과 태교 pregnant pregnancy birth expecting midwife",
  "담배 흡연 금연 전자담배 smoke smoking cigarette vape",
  "영어 일본어 중국어 외국어 언어 스페인어 학원 배우 language english spanish french german korean japanese learn speak fluent",
  "비행 멀미 어지러 차멀미 배멀미 seasick carsick dizzy motion sickness boat ferry",
  "추위 더위 추워 더워 온도 히터 cold hot heat chilly temperature",
  "햇빛 햇볕 자외선 선크림 피부 화장품 아토피 sun sunscreen skin cosmetics sensitive eczema lotion",
  "머리 미용실 헤어 염색 파마 컷 hair haircut barber salon dye",
  "노트북 컴퓨터 맥북 키보드 모니터 프린터 laptop computer macbook keyboard monitor printer pc",
  "휴대폰 핸드폰 아이폰 갤럭시 기종 phone iphone galaxy android pixel mobile",
  "모임 동호회 약속 총무 회비 club meetup gathering group",
  "회의 미팅 주간회의 스크럼 meeting standup sync agenda",
  "이웃 옆집 윗집 경비실 관리실 neighbor neighbour upstairs concierge",
  "장 마트 시장 장보기 장봐 배달 쿠팡 grocery groceries shopping supermarket market delivery",
  "이름 별명 호칭 부르 불러 name nickname called call",
  "왼손 오른손 손잡이 left-handed right-handed handed hand",
  "연습 연습실 합주 합주실 밴드 공연 드럼 드러머 북 베이스 기타 줄 스트링 앰프 앨범 음반 녹음 band rehearse rehearsal practice drum drummer bass string amp amplifier album record release gig concert guitar",
  "가게 매장 상점 카운터 계산대 포스 포스기 금고 거스름돈 손님 단골 장사 shop store till register counter cash float safe strongbox customer",
  "원두 커피콩 납품 입고 배송 들어와 들어오 거래처 supplier supply deliver delivery loaf bread bakery beans stock",
  "위생 점검 검사 소독 단속 inspector inspection sanitation hygiene health check audit",
  "경로당 노인정 복지관 모임 모이 동호회 카드 화투 club meet meets bridge cards senior",
  "화분 식물 화초 물 다육 꽃 plant plants water watering flower",
  "틀니 의치 이빨 치아 denture dentures teeth tooth",
  "냉동고 냉장고 얼음 제빙기 freezer fridge freeze ice cold degrees",
  "관절 무릎 다리 허리 골절 인공관절 knee hip joint leg replacement surgery operation",
  "혈전 항응고 와파린 thinner thinners anticoagulant warfarin blood pill swallow take",
  "손자 손녀 손주 grandson granddaughter grandkid grandkids grandchild",
  "포지션 골키퍼 공격수 수비수 선수 position goalkeeper keeper striker defender player team plays",
  "트럭 승합차 밴 경유 디젤 휘발유 주유 van truck lorry diesel petrol fuel gas tank",
  "질병 지병 당뇨 고혈압 천식 illness disease condition diabetic diabetes asthma epilepsy",
  "직원 알바 알바생 아르바이트 근무 출근 시급 staff employee part-timer shift works works-on",
];

/** Particles that may stand behind a Korean word of one syllable. */
const PARTICLES = new Set(
  "이 가 은 는 을 를 도 의 에 로 랑 와 과 만 야 이야 에서 이랑 한테 인데".split(" "),
);

/** A Korean word of a row, and the row that it belongs to. */
interface Korean {
  readonly word: string;
  /** True where whatever begins with it is meant. */
  readonly isBeginning: boolean;
  readonly topic: number;
}

interface Index {
  readonly english: ReadonlyMap<string, readonly number[]>;
  /** By their first syllable. */
  readonly korean: ReadonlyMap<string, readonly Korean[]>;
}

let index: Index | undefined;

/** Subjects of a text, as numbers that mean the same in both languages. Pure. */
export function topicsOf(text: string): ReadonlySet<number> {
  index ??= indexOf(TOPICS);
  const { english, korean } = index;
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return new Set(
    words.flatMap((word) => [
      ...(english.get(word) ?? english.get(englishStem(word)) ?? []),
      ...(korean.get(word.slice(0, 1)) ?? []).flatMap((known) =>
        isSame(word, known) ? [known.topic] : [],
      ),
    ]),
  );
}

function isSame(said: string, { word, isBeginning }: Korean): boolean {
  if (!said.startsWith(word)) return false;
  return isBeginning || said === word || PARTICLES.has(said.slice(word.length));
}

function indexOf(rows: readonly string[]): Index {
  const english = new Map<string, number[]>();
  const korean = new Map<string, Korean[]>();
  for (const [topic, row] of rows.entries())
    for (const written of row.split(" ")) {
      const word = written.replace(/-$/u, "");
      const isBeginning = word !== written || word.length > 1;
      if (/^[가-힣]/u.test(word))
        grouped(korean, word.slice(0, 1)).push({ word, isBeginning, topic });
      else
        for (const form of new Set([word, englishStem(word)])) grouped(english, form).push(topic);
    }
  return { english, korean };
}

function grouped<Value>(groups: Map<string, Value[]>, key: string): Value[] {
  const known = groups.get(key) ?? [];
  groups.set(key, known);
  return known;
}
