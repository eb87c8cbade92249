/** Words that stand for one idea here, whatever else they are. They help to tell requests apart; what a word means for filling in values is the concept table's. */
export const LEXICON: readonly (readonly [string, RegExp])[] = [
  entry(
    "place",
    "뉴욕 런던 도쿄 파리 베를린 시드니 싱가포르 홍콩 베이징 상하이 방콕 하노이 모스크바 두바이 로마 마드리드 LA 샌프란 시카고 토론토 오사카 후쿠오카 서울 부산 대구 인천 광주 대전 울산 수원 제주 강릉 춘천 전주 여수 포항 속초 청주 천안 목포 경주 세종 판교 강남 홍대",
    "new york|london|tokyo|paris|berlin|sydney|singapore|hong kong|beijing|bangkok|moscow|dubai|rome|madrid|seoul|busan|incheon|jeju|daegu|chicago|toronto|los angeles|boston|lisbon|amsterdam|vienna|oslo|osaka|mumbai|lima|denver|seattle|miami|dublin|prague|athens|cairo",
  ),
  entry(
    "country",
    "미국 일본 중국 영국 프랑스 독일 스페인 이탈리아 브라질 캐나다 호주 인도 외국 해외 베트남 태국 러시아 멕시코 스위스",
    "japanese|french|german|british|spanish|italian|brazilian|american|chinese|korean station|japan|france|germany|canada|india|brazil|italy|spain|mexico|russia|vietnam|thailand",
  ),
  entry(
    "market",
    "주식 증시 코스피 코스닥 나스닥 다우 환율 달러 엔화 유로 위안 파운드 비트코인 이더리움 코인 금값 은값 유가 삼성전자 삼전 카카오 네이버 현대차 기아 하이닉스 하닉 엔비디아 테슬라 애플 구글 아마존 마이크로소프트 엔솔 셀트리온 포스코 상한가 하한가 시총",
    "stocks?|shares?|nasdaq|dow|kospi|s&p|bitcoin|btc|eth(?:ereum)?|crypto|usd|krw|eur|jpy|gbp|yen|euros?|dollars?|gold|crude|tesla|apple|nvidia|microsoft|samsung|amazon|netflix|google|meta|intel|hyundai|ticker|quotes?|trading at",
  ),
  entry(
    "relative",
    "엄마 아빠 어머니 아버지 할머니 할아버지 누나 언니 오빠 동생 남편 아내 와이프 여친 남친 팀장 부장 과장 대리 차장 사장 이사님 선생님 교수님 친구 선배 후배 이모 삼촌 고모 사촌 조카 사위 며느리 민수 지은 철수 영희 민지 지호 수진 지훈 현우",
    "mom|mum|mommy|dad|daddy|mother|father|sister|brother|wife|husband|boss|friend|teacher|grandma|grandpa|aunt|uncle|cousin|roommate|flatmate|landlord|neighbou?r|girlfriend|boyfriend",
  ),
  entry(
    "daily",
    "매일 매주 매달 매월 매년 매시간 평일 주말마다 마다 날마다 간격 한번씩 주기",
    "every|each|daily|weekly|hourly|monthly|nightly|yearly|weekdays?|on (?:mon|tues|wednes|thurs|fri|satur|sun)days",
  ),
  [
    "later",
    /내일|모레|글피|이따|나중에|뒤에|후에|있다가|다음\s?(?:주|달)|저녁\s?\d|아침\s?\d|\b(?:tomorrow|tmrw?|tonight|later|in (?:\d+|a|an|ten|twenty|five|thirty|half) (?:min|hour|sec|day|h\b)|next (?:week|month|mon|tue|wed|thu|fri|sat|sun)|at \d|am\b|pm\b)/iu,
  ],
  entry(
    "agent",
    "담당 동료 에이전트 작가 분석가 디자이너 개발자 기획자 리서치 기획팀 디자인팀 개발팀",
    "agent|colleague|writer|desk|analyst|coworker|team|designer|coder|planner|researcher|editor",
  ),
  [
    "self",
    /나한테|나에게|내게|저한테|저에게|나보고|\b(?:notify|ping|remind|tell|alert|ask|show|give|send|let|nudge|text) me\b|\bmyself\b/iu,
  ],
  entry(
    "music",
    "재즈 클래식 로파이 케이팝 발라드 힙합 록 트로트 음악 노래 국악 팝송",
    "jazz|classical|lo-?fi|k-?pop|hip ?hop|rock|music|chill|blues|country music|techno|reggae|pop songs?",
  ),
  ["mine", /내가|나는|나\s|내\s|제가|제\s|우리|와이프|\b(?:i|i'm|im|my|mine|me)\b/iu],
  entry(
    "sky",
    "날씨 기온 온도 비와 비오 비가 눈와 눈오 눈이 우산 우비 장마 태풍 폭염 한파 미세먼지 황사 습도 맑아 맑을 흐려 흐릴 추워 추울 추운 더워 더울 따뜻 쌀쌀 영하 소나기 천둥 바람 반팔 패딩 겉옷 외투 빨래 일교차 자외선 예보",
    "weather|forecast|rain(?:s|y|ing|coat)?|snow(?:s|y|ing)?|umbrella|sunny|cloudy|windy|humid(?:ity)?|temperature|degrees|freezing|chilly|storm(?:y|s)?|typhoon|sunscreen|coat|jacket|cold out|hot out|warm out|air quality|outside",
  ),
  entry(
    "document",
    "보고서 계약서 문서 서류 이력서 영수증 원고 자료 초안 회의록 제안서 논문 첨부 엑셀 스프레드시트 파워포인트 한글파일 텍스트파일",
    "report|contract|documents?|docs?|resume|receipt|manuscript|draft|minutes|proposal|invoice|spreadsheet|excel|slides|notes|attachment|paper",
  ),
  entry(
    "tongue",
    "영어 영문 한국어 한글 한국말 우리말 국문 영작 통역 번역 해석 일본어 중국어",
    "english|korean|translat\\w+|in hangul",
  ),
  entry(
    "automation",
    "워크플로 자동화 루틴 파이프라인 매크로 시나리오",
    "workflows?|flows?|automations?|routines?|pipelines?|macros?",
  ),
  entry(
    "plan",
    "예약 알림 일정 스케줄 이벤트 리마인더 알람 타이머 브리핑 다이제스트 정기",
    "schedules?d?|events?|reminders?|alarms?|timers?|briefings?|digests?|jobs?|calendar|appointments?",
  ),
  entry(
    "occasion",
    "생일 생신 기념일 제사 결혼식 돌잔치 약속 모임 회식 면접 미팅 동창회 여행 병원 치과 졸업식 송년회",
    "birthdays?|anniversary|wedding|dinner with|meeting with|appointment|dentist|doctor's?|interview|reunion|graduation|party|flight",
  ),
  entry(
    "month",
    "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월 음력 양력",
    "january|february|april|june|july|august|september|october|november|december|jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec|lunar",
  ),
  entry(
    "rows",
    "목록 리스트 항목 결과 중복 겹치 정렬 순서 순으로 위에 상위 앞에 뒤에서 처음 마지막 칸 열만 제목만 링크만 이름만 골라 추려 걸러",
    "lists?|rows?|items?|entries|results?|duplicates?|repeats?|sort|order|ascending|descending|top \\d+|first \\d+|last \\d+|columns?|fields?|only the|only those|filter",
  ),
  entry(
    "figure",
    "차트 그래프 막대 꺾은선 시각화 도표 그려",
    "charts?|graphs?|plots?|bars?|diagram|visuali[sz]e|draw",
  ),
  entry(
    "shell",
    "터미널 셸 쉘 명령어 커맨드 스크립트 파이썬 코드",
    "terminal|shell|command|script|python|node|bash|execute|snippet|console",
  ),
  entry(
    "feed",
    "피드 구독 블로그 안읽은 안 읽은 새글 새 글 못 본 안본",
    "rss|feed|atom|subscri\\w+|unread|unseen|blog posts?|posts?",
  ),
  entry(
    "photo",
    "사진 이미지 그림 스크린샷 스샷 캡처 캡쳐 영수증 간판 글자 명함",
    "photo|picture|image|screenshot|ocr|pic|scan",
  ),
  entry(
    "household",
    "불 전등 에어컨 난방 보일러 선풍기 청소기 티비 텔레비전 냉장고 세탁기 커튼 창문 가습기 제습기 온도조절",
    "lights?|lamp|heater|heating|thermostat|fan|oven|tv|dishwasher|vacuum|curtains?|garage|blinds|sprinkler|fridge|a/?c",
  ),
  entry(
    "meal",
    "밥 라면 치킨 피자 커피 술 맥주 고기 빵 국수 떡볶이 케이크 과자 김치 점심 저녁밥 아침밥 짜장 짬뽕 먹 마시 배고 맛있 맛없",
    "eat(?:ing)?|ate|food|pizza|coffee|beer|noodles|sushi|burger|cake|lunch|breakfast|hungry|starving|delicious|tasty|recipe|cook(?:ing)?|sandwich|toast|taco",
  ),
  entry(
    "feeling",
    "기분 슬프 슬퍼 우울 외로 행복 화나 짜증 피곤 졸려 졸리 힘들 지치 지쳐 무서 무섭 속상 답답 설레 부끄 창피 심심 지루 귀찮 그립 그리워 서운 억울 불안 떨려 떨린 감동 신나 뿌듯 후회 부럽 부러 신기 아쉽 아쉬 눈물 울었 웃었 웃겨 웃기",
    "sad|happy|angry|tired|lonely|bored|boring|annoy\\w+|excit\\w+|nervous|scared|proud|jealous|depress\\w+|upset|miss|love|hate|cry|cried|laugh\\w*|funny|terrible|awful|amazing|horrible|lovely|ridiculous|glad|worried|stress\\w*|exhaust\\w+|embarrass\\w+|feel|feeling|feels",
  ),
  entry(
    "body",
    "머리 허리 무릎 어깨 다리 손목 배아 아프 아파 감기 열나 살쪘 살찐 다이어트 운동 헬스장 잠이 자고 잤어 꿈",
    "headache|knee|neck|stomach|sick|fever|gym|diet|sleep(?:y|ing)?|slept|dream\\w*|asleep|doctor",
  ),
  entry(
    "life",
    "인생 행복 사랑 결혼 이혼 연애 헤어졌 여행 회사 학교 시험 면접 승진 월급 퇴사 출근 퇴근 야근 이사 군대 학원 육아 아기 강아지 고양이",
    "life|marriage|married|divorce\\w*|dating|exam|promoted|salary|quit|puppy|dog|cat|kids?|baby|school|college|traffic|vacation|weekend|monday|neighbou?rs?",
  ),
  entry(
    "told-by",
    "더라 더라고 다더라 하더라 거든 잖아 라니 라며 다니까 는데 네요 구나 군요",
    "anyway|honestly|lol|haha|apparently|these days|nowadays|seriously|literally|obviously|i guess|i think|i bet|i wish|i swear|if you ask me|to be honest",
  ),
  entry(
    "knowledge",
    "왜 이유가 누가 발명 만들었 뜻이 원리 차이 역사 수도 공식 정의 의미 이란 란 무엇인가 설명해 비결 방법이 어떻게 하면 하는 법",
    "why|who (?:invented|wrote|painted|discovered|won|was|is the)|capital of|meaning of|difference between|how (?:do|does|did|can|could|would|far|long|old|tall|big|many people)|what (?:is|are|was|causes|does)|explain|define|is it true|which is better|better,|should i|solve",
  ),
  entry(
    "creative",
    "시 한 소설 노래 가사 농담 개그 퀴즈 수수께끼 끝말잇기 스무고개 삼행시 운세 타로 사주 이야기 해줘 랩 지어",
    "poem|haiku|joke|story|novel|lyrics|riddle|quiz|horoscope|tarot|rap|rhyme|song|limerick|essay|speech|trivia",
  ),
  entry(
    "errand",
    "주문 배달 택시 예매 결제 송금 이체 전화 사줘 빌려 청소 심부름 불러",
    "order|deliver\\w*|taxi|cab|book (?:me |a |two )|reserve|buy|pay|wire|transfer|call (?:my|mom|dad|him|her|the)|phone my|lend|wash|feed the|walk the|turn (?:on|off|up|down) the|switch (?:on|off) the|play",
  ),
  entry(
    "thanks",
    "고마 감사 수고 덕분 잘했 최고 축하 미안 죄송 안녕 반가 잘자 굿밤",
    "thanks|thank you|thx|ty|sorry|congrats|great job|well done|nice one|good (?:morning|night|evening|luck)|bye|hello|cheers",
  ),
  entry(
    "past-self",
    "했어 했다 했지 했네 봤어 봤다 갔어 갔다 왔어 왔다 샀어 먹었 잤어 였어 이었어 됐어 됐다 났어 났다",
    "i (?:was|went|got|had|saw|did|bought|lost|found|forgot|read|heard|met|made|took|came|left|finally|already|just|think|feel|hate|love|like|wish|guess|don'?t|can'?t|can never|never|always|keep|should)|we (?:had|went|were|got|met|lost|won)|he (?:said|is|was|never|always|finally)|she (?:said|is|was|never|always|finally)|they (?:said|are|were)",
  ),
];

/** One idea: Korean words that may stand anywhere in a text, and English ones, as parts of a pattern, that stand alone. */
function entry(name: string, korean: string, english: string): readonly [string, RegExp] {
  const parts = korean.split(" ").filter((word) => word.length > 1);
  return [name, new RegExp(`${parts.join("|")}|\\b(?:${english})\\b`, "iu")];
}
