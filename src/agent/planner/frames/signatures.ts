import type { ValueKind } from "./mentions.ts";

/** What fills a parameter: values of these kinds, or with `words` what else the message says. */
export interface Parameter {
  readonly name: string;
  readonly kinds: readonly (ValueKind | "words")[];
  readonly isRequired?: true;
  /** Takes several values, two at least. */
  readonly isList?: true;
}

/** How a message fills an action, and the beginnings of words that it is asked for with. */
export interface Signature {
  readonly parameters: readonly Parameter[];
  readonly cues: readonly string[];
}

function parameter(text: string): Parameter {
  const [, name = "", mark = "", kinds = ""] = /^(\w+)([!*]*):(.+)$/u.exec(text) ?? [];
  return {
    name,
    kinds: kinds.split("|") as Parameter["kinds"], // written below
    ...(mark.includes("!") ? { isRequired: true } : {}),
    ...(mark.includes("*") ? { isList: true } : {}),
  };
}

/** `name!:kind|kind` for each parameter that a message may fill; `!` is required, `*` takes several, two at least. The first is the target. Then the words. */
const SIGNATURES: Readonly<Record<string, readonly [fills: string, cues: string]>> = {
  "source:weather": [
    "place:place|words days:span",
    "날씨 기온 온도 바람 비 눈 우산 미세먼지 습도 춥 추워 추울 추운 덥 더워 더울 흐리 흐려 맑 도까지 예보 소나기 태풍 weather forecast rain raining rainy snow snowing wind windy cold warm hot temperature degrees umbrella soaked sunny cloudy humid wet freezing jacket coat",
  ],
  "source:price": [
    "symbol!:instrument|words",
    "시세 주가 주식 종가 시가 환율 가격 얼마 현재가 지수 값 price quote quoted worth stock share shares rate exchange trading px cost costs index",
  ],
  "source:price_history": [
    "symbol!:instrument|words range:span",
    "시세 주가 환율 추이 흐름 그동안 변동 history past trend closes course performance prices",
  ],
  "source:prices": [
    "symbol!*:instrument",
    "시세 주가 환율 가격 한꺼번 한번 각각 prices quotes each together",
  ],
  "source:search_news": [
    "query!:quote|words count:count language:press",
    "뉴스 기사 소식 보도 속보 언론 헤드라인 news headline headlines article articles stories story press papers coverage reports",
  ],
  "source:web_search": [
    "query!:quote|words count:count",
    "검색 웹 구글 찾아 알아봐 인터넷 search google web look online lookup find",
  ],
  "source:headlines": ["topic!*:words count:count", "뉴스 헤드라인 소식 주요 headlines news top"],
  "source:crawl": [
    "url!:url",
    "페이지 링크 들어가 열어 읽어 내용 본문 page link read open visit content say says",
  ],
  "source:feed": ["url!:url count:count", "피드 rss feed atom 블로그 blog"],
  "source:unread": ["url!:url count:count", "안 읽은 못 본 unread missed"],
  "source:page_changes": ["url!:url", "바뀐 바뀌 달라 변경 변화 changed change changes different"],
  "source:read_picture": [
    "path!:picture",
    "사진 그림 이미지 스캔 글자 picture photo image scan screenshot ocr",
  ],
  "source:recent": ["limit:count", "기억 최근 memories remember recent"],
  "interface:navigate": ["url!:url", "브라우저 browser"],
  "messenger:list": ["limit:count", "연락처 사람들 contacts people"],
  "messenger:get": ["name!:person|words", "연락처 contact reach"],
  "system:time": ["timezone:place", "몇 시 시간 시각 시차 time clock hour"],
  "system:read": [
    "path!:file|quote",
    "읽어 열어 보여 내용 read open show content contents says say",
  ],
  "system:list": ["path:folder", "파일 폴더 목록 files folder directory uploads list"],
  "system:find": ["pattern!:glob|quote|file|words folder:folder", "파일 file files locate"],
  "system:grep": [
    "pattern!:quote|words files:file|glob",
    "들어 적힌 적혀 포함 나오는 언급 쓰인 mention mentions contain contains containing files inside",
  ],
  "system:copy": [
    "source!:file|picture|quote destination!:file|picture|folder|quote",
    "복사 사본 복제 copy duplicate clone",
  ],
  "system:move": [
    "source!:file|picture|quote destination!:file|picture|folder|quote",
    "이름 바꿔 바꾸 옮겨 이동 옮기 파일 rename move name call put",
  ],
  "system:delete": [
    "path!:file|picture|quote",
    "지워 삭제 버려 지우 delete remove bin trash erase",
  ],
  "system:restore": ["path!:file|picture|quote", "살려 되살 복구 복원 restore recover bring"],
  "system:write": [
    "path!:file content!:quote",
    "써 적어 쓰 만들 저장 write make create says put save note",
  ],
  "system:edit": [
    "path!:file old!:quote new!:quote",
    "고쳐 바꿔 수정 고치 change replace fix edit",
  ],
  "system:week": ["days!:span", "돌아 회고 한 했 done review look did finished"],
  "system:status": ["", "상태 status"],
  "system:list_events": [
    "",
    "알림 일정 예약 리마인더 reminders schedule schedules events calendar",
  ],
  "system:list_workflows": ["", "작업 흐름 워크플로 workflows workflow routines"],
  "system:list_switches": ["", "스위치 switches"],
  "system:list_projects": ["", "프로젝트 에이전트 비서 projects agents assistants project agent"],
  "system:tools": ["", "도구 tools"],
  "stream:search_radio": [
    "name:quote tag:words limit:count",
    "라디오 방송국 방송 radio station stations",
  ],
  "forge:line": ["title:quote data!:pairs", "선 꺾은선 그래프 차트 그려 line chart graph plot"],
  "forge:bar": ["title:quote data!:pairs", "막대 그래프 차트 그려 bar bars chart graph"],
  "system:translate": [
    "text!:quote to:language",
    "번역 옮겨 영어 한국어 뭐라 translate say translation",
  ],
  "system:summarize": ["text!:quote sentences:sentences", "요약 줄여 summarize shorten"],
};

const READ = new Map(
  Object.entries(SIGNATURES).map(([action, [fills, cues]]): [string, Signature] => [
    action,
    {
      parameters: fills === "" ? [] : fills.split(" ").map(parameter),
      cues: cues.split(" "),
    },
  ]),
);

/** How a message fills an action; `undefined` for one that no message is filled into here. */
export function signatureOf(action: string): Signature | undefined {
  return READ.get(action);
}

/** Every action that a message can fill. */
export function filledActions(): readonly string[] {
  return [...READ.keys()];
}
