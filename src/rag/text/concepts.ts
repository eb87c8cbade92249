import { englishStem } from "./english.ts";

/** One idea that people name with different words, in both languages. Korean verbs stand in their dictionary form (…다); `_` joins words that only count together. */
interface ConceptRow {
  readonly id: string;
  readonly words: string;
}

const CONCEPTS: readonly ConceptRow[] = [
  row(
    "show",
    "보이다 보다 알리다 말하다 가르치다 확인 궁금 궁금하다 tell show give display see view check let_me_know",
  ),
  row("find", "찾다 검색 조회 알아보다 search find look_for look_up lookup seek"),
  row("delete", "지우다 삭제 제거 없애다 버리다 delete remove erase get_rid_of trash"),
  row("save", "저장 보관 남기다 save store keep"),
  row("write", "쓰다 적다 적히다 쓰이다 작성 기록 write jot_down jot note_down write_down"),
  row("memo", "메모 노트 note memo"),
  row("read", "읽다 read"),
  row("open", "열다 접속 들어가다 open visit go_to navigate browse"),
  row("make", "만들다 생성 create make generate build"),
  row("draw", "그리다 draw plot"),
  row("chart", "차트 그래프 chart graph"),
  row("bar", "막대 막대그래프 막대차트 bar barchart bar_chart bar_graph"),
  row("line", "선 꺾은선 꺾은선그래프 선그래프 line linechart line_chart line_graph"),
  row("edit", "고치다 수정 편집 바꾸다 변경 edit change replace modify update"),
  row("add", "추가 넣다 더하다 올리다 add append put"),
  row("move", "옮기다 이동 move relocate"),
  row("rename", "이름_바꾸다 이름_변경 rename"),
  row("copy", "복사 베끼다 copy duplicate"),
  row("list", "목록 리스트 나열 list listing"),
  row("file", "파일 화일 file document 문서"),
  row("folder", "폴더 디렉토리 디렉터리 folder directory"),
  row("content", "내용 본문 content contents text 글"),
  row("inside", "안 속 중 inside within"),
  row(
    "todo",
    "할_일 할일 투두 todo todos to_do to-do todo_list to_do_list task tasks 할_일_목록 할일_목록",
  ),
  row("done", "완료 끝 끝나다 끝내다 마치다 다_하다 done finish complete finished completed"),
  row("event", "일정 스케줄 예약 event schedule scheduled 이벤트"),
  row("job", "작업 job"),
  row(
    "stop",
    "끄다 중지 정지 멈추다 비활성화 그만 해제 취소 disable stop turn_off cancel pause switch_off",
  ),
  row("start", "켜다 활성화 재개 enable turn_on resume switch_on"),
  row("run", "실행 돌리다 run execute launch"),
  row("undo", "되돌리다 원래대로 undo revert"),
  row("workflow", "워크플로 워크플로우 workflow workflows 자동화 automation"),
  row("can", "할_수_있다 뭐_할_수_있다 할_수_있는 can_do what_can_you_do"),
  row("feature", "기능 명령 명령어 액션 feature action command capability"),
  row("news", "뉴스 기사 소식 news headline headlines article"),
  row("latest", "최신 최근 요즘 latest recent newest"),
  row("today", "오늘 today todays"),
  row("price", "주가 시세 가격 현재가 종가 주식 price stock quote stock_price share_price"),
  row("howmuch", "얼마 how_much"),
  row(
    "what-time",
    "몇_시 몇시 what_time whattime what_the_time whats_the_time what_is_the_time time_is_it",
  ),
  row("time", "시간 시각 time clock"),
  row("date", "날짜 며칠 date"),
  row("weekday", "요일 day"),
  row("now", "지금 현재 now current currently right_now"),
  row("web", "웹 인터넷 구글 web internet online google"),
  row(
    "page",
    "페이지 홈페이지 사이트 웹페이지 웹사이트 page site website webpage web_page web_site link 링크 주소",
  ),
  row("summary", "요약 정리 summary summarize summarise sum_up"),
  row("fetch", "가져오다 긁다 크롤링 불러오다 fetch crawl scrape grab pull"),
  row("remember", "기억 외우다 remember memorize keep_in_mind"),
  row("memory", "기억나다 기억한_거 기억하는 memory memories"),
  row("radio", "라디오 방송 방송국 radio station radio_station"),
  row("contact", "연락처 contact contacts 주소록 address_book"),
  row("message", "메시지 메세지 문자 쪽지 message dm"),
  row("send", "보내다 전송 발송 전하다 전달 send deliver"),
  row("remind", "리마인드 remind reminder"),
  row("notify", "알림 노티 notify notification alert push ping"),
  row("wake", "깨우다 wake wake_me_up wake_me"),
  row("snapshot", "스냅샷 캡처 캡쳐 화면 snapshot capture screenshot screen"),
  row(
    "contain",
    "들어가다 들어_있다 들어있다 들어간 포함 나오다 contain containing include including mention mentioning",
  ),
  row("which", "어떤 어느 무슨 which"),
  row(
    "what",
    "뭐 뭐야 뭐가 뭐지 뭐니 뭐죠 뭐예요 뭐에요 뭔가 무엇 뭔지 뭘 뭐뭐 뭐라고 어떻게_되다 어때 어떄 어떠니 어떤지 어때요 what",
  ),
  row("exist", "있다 there_are there_is"),
  row("briefing", "브리핑 briefing brief"),
  row("if-missing", "없다 안_되다 안되다 실패 fail fails failing otherwise"),
  row("translate", "번역 translate translation"),
  row("exchange", "환율 exchange_rate"),
  row("play", "틀다 재생 듣다 들리다 play listen"),
  row("ability", "수_있다 can_you could_you would_you will_you can_i could_i"),
  row("ask", "묻다 물어보다 ask"),
  row("weather", "날씨 weather forecast"),
];

/** Words that only carry the sentence: they hardly count, whether present or missing. */
const FUNCTION_WORDS = wordSet(
  "a an the of for in on at to from with by about into as and or it is are was be been am im that this these those my me i you your we our us " +
    "do does can could would will should s t ll d re ve any some just up out so if then there here there's its there're what's all " +
    "것 거 걸 건 수 줄 좀 한번 나 내 나의 저 제 우리 그 이 저의 에 에서 에게 한테 로 으로 를 을 은 는 가 의 와 과 도 만 랑 하고 라고 이라고 다고 대한 대해 대해서 관한 관해 관해서 관련 관련된 관련한 하다 주다 되다 해 하 줘 주 줄래 달라 " +
    "있 좀더 그리고 다음 후 뒤 때 위 에다 에다가 나한테 나에게 내게 저한테 저에게 님 개 건의 안에 속에 데 걔 되 싶 원 said saying say says 말 이거 그거 저거 모든 다 전부 all every 새 새로 새로운 new into onto named name 이름 제목 titled title under take want need like love have got let lets let's gonna wanna help using use via word phrase keyword 단어 문구 키워드 너 넌 니가 네가 당신 넌 내가 제가 나는 저는 you're i'd i'm",
);

/** Words that join a value to the sentence and are never its first or last word. */
const LINK_WORDS = wordSet(
  "the a an me about on for of that to as some any saying with into from in word phrase keyword 단어 문구 키워드 말 좀 대한 대해 대해서 관한 관해 관해서 관련 관련된 관련한 것 거 라고 이라고 다고 하고 등 please plz now",
);

/** Politeness and calls: free of charge wherever they stand, and never part of a value's edge. */
const POLITE_WORDS = wordSet(
  "please plz pls kindly thanks thank thx hey hi hello ok okay well um 제발 부탁 부탁드리다 부탁드려요 부탁해 부탁드립니다 부탁해요 안녕 안녕하세요 하이 헬로 저기 저기요 야 음 어 자 네 응 그럼 혹시 바로 빨리 얼른 당장 그냥 한번만 고마워 감사 감사해 감사합니다 고마워요 봇 봇아 bot quickly quick real",
);

/** Verbs that only help others; their forms are told apart, their meaning does not count. */
const HELPING_VERBS = ["주다", "하다", "되다", "싶다", "바라다"];

const VERBS: readonly string[] = [
  ...HELPING_VERBS,
  ...new Set(
    CONCEPTS.flatMap((concept) => concept.words.split(" ")).filter((word) =>
      /^[가-힣]+다$/u.test(word),
    ),
  ),
];
const NOUNS: ReadonlySet<string> = new Set(
  CONCEPTS.flatMap((concept) => concept.words.split(" ")).filter(
    (word) => /^[가-힣]{2,}$/u.test(word) && !word.endsWith("다"),
  ),
);

/** True for a word, by its stem, that joins a value to the sentence ("about", 대한). */
export function isLinkWord(stem: string): boolean {
  return LINK_WORDS.has(stem);
}

/** Dictionary forms of the Korean verbs in the table. */
export function conceptVerbs(): readonly string[] {
  return VERBS;
}

/** Korean nouns in the table, of two syllables or more. */
export function conceptNouns(): ReadonlySet<string> {
  return NOUNS;
}

/** The written forms of each concept: words of one entry are joined by a space. */
export function conceptForms(): readonly { readonly id: string; readonly form: string }[] {
  return CONCEPTS.flatMap((concept) =>
    concept.words.split(" ").map((word) => ({ id: concept.id, form: word.replaceAll("_", " ") })),
  );
}

/** What part a word plays, by its stem or its concept's key: it carries the sentence, is polite, or says something. */
export function partOf(stem: string): "function" | "polite" | "content" {
  if (stem === "c:ability") return "polite";
  if (stem.startsWith("c:")) return "content";
  if (POLITE_WORDS.has(stem)) return "polite";
  return FUNCTION_WORDS.has(stem) ? "function" : "content";
}

/** Concepts that ask for something to be done. */
const COMMAND_CONCEPTS = new Set(
  "show find delete save write read open make draw edit add move rename copy stop start run fetch remember remind notify send wake translate summary ask".split(
    " ",
  ),
);

/** Greetings and calls: polite where a message begins, words like any other further on. */
const GREETINGS = wordSet(
  "hey hi hello ok okay well um yes real 안녕 안녕하세요 하이 헬로 저기 저기요 야 음 어 자 네 응 그럼 bot 봇 봇아",
);

/** True for a stem that greets or calls. */
export function isGreeting(stem: string): boolean {
  return GREETINGS.has(stem);
}

/** True for a concept that asks for something to be done. */
export function isCommandConcept(id: string): boolean {
  return COMMAND_CONCEPTS.has(id);
}

/** Concepts that say little by themselves. */
const LIGHT_CONCEPTS = new Set("show what exist inside which now play today latest".split(" "));

/** True for a concept that most requests could hold. */
export function isLightConcept(id: string): boolean {
  return LIGHT_CONCEPTS.has(id);
}

/** As words are compared: English ones by their stem. */
function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" ").map((word) => (/^[a-z]/u.test(word) ? englishStem(word) : word)));
}

function row(id: string, words: string): ConceptRow {
  return { id, words };
}
