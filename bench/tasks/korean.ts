import {
  amount,
  cells,
  has,
  inOrder,
  lacks,
  lines,
  made,
  onlyTo,
  readable,
  same,
  sentTo,
  type Task,
  times,
} from "./task.ts";

const RECEIPTS = {
  "영수증/10월.csv":
    "날짜,사용처,금액\n2026-10-03,마트,42000\n2026-10-11,주유,60000\n2026-10-25,마트,18000\n",
  "영수증/11월.csv": "날짜,사용처,금액\n2026-11-02,주유,55000\n2026-11-19,약국,9000\n",
  "영수증/12월.csv": "날짜,사용처,금액\n2026-12-01,마트,31000\n",
};

const MINUTES = {
  "회의록/2026-11-03.txt":
    "참석: 가영, 나훈\n예산안 논의\n결정사항: 예산은 5백만 원으로 한다\n다음 회의 11월 17일\n",
  "회의록/2026-11-17.txt":
    "참석: 가영, 다온\n결정사항: 홈페이지를 새로 만든다\n결정사항: 담당은 다온이 맡는다\n회식 이야기\n",
  "회의록/2026-10-20.txt": "참석: 나훈\n결정사항: 회의는 격주로 한다\n잡담\n",
};

const SURVEY = [
  "응답자,만족도,의견",
  "가,5,정말 좋았어요",
  "나,2,대기 시간이 너무 길어요",
  "다,4,직원이 친절해요",
  "라,1,앱이 자꾸 꺼져요",
  "마,2,주차장이 좁아요",
  "바,3,보통이에요",
].join("\n");

const DRAFT =
  "# 보고서\n작년 매출은 늘었다.\n작년 대비 비용은 줄었고, 작년 말에 사무실을 옮겼다.\n작년의 교훈을 남긴다.\n";

const NOTICE =
  "<html><head><title>공지</title></head><body><h1>신청 안내</h1><ul><li>디자인 공모전 ~ 2026-12-18</li><li>창업 캠프 ~ 2027-01-08</li><li>장학금 ~ 2026-12-30</li></ul></body></html>";

function museum(days: string): string {
  return `<html><head><title>국립중앙박물관 관람 안내</title></head><body><article><h1>국립중앙박물관 관람 안내</h1><p>국립중앙박물관은 누구나 무료로 상설 전시를 볼 수 있는 곳입니다. 관람 시간은 오전 10시부터 오후 6시까지이며 수요일과 토요일은 오후 9시까지 엽니다.</p><p>휴관일: ${days}.</p><p>오시는 길은 지하철 4호선 이촌역 2번 출구입니다.</p></article></body></html>`;
}

/** Weekdays of December 2026 from a day on. */
function weekdays(from: number): readonly number[] {
  return Array.from({ length: 32 - from }, (_, index) => from + index).filter(
    (date) => ![0, 6].includes(new Date(Date.UTC(2026, 11, date)).getUTCDay()),
  );
}

function dutyDays(text: string | undefined): readonly number[] {
  return lines(text).flatMap((line) => {
    const [, date] = /12[-/.월]\s*0?(\d{1,2})/.exec(line) ?? [];
    return date === undefined ? [] : [Number(date)];
  });
}

function dutyNames(text: string | undefined): readonly string[] {
  return lines(text).flatMap((line) => /지우|해솔|민준/.exec(line)?.[0] ?? []);
}

export const KOREAN: readonly Task[] = [
  {
    id: "k-ko-01",
    says: "영수증 폴더에 있는 csv 세 개를 합쳐서 사용처별 합계를 내고, 많이 쓴 순서로 사용처_합계.csv에 저장해줘",
    files: RECEIPTS,
    done: (end) => ({
      "the sums in order":
        cells(end.files["사용처_합계.csv"]).length === 3 &&
        inOrder(end.files["사용처_합계.csv"], /주유,115000/, /마트,91000/, /약국,9000/),
      "the inputs are unchanged": same(end, ...Object.keys(RECEIPTS)),
    }),
  },
  {
    id: "k-ko-02",
    says: "연락처에 있는 사람 중에 이번 달에 생일인 사람한테 각각 이름 넣어서 축하 메시지 준비해서 보내줘, 목록은 생일.csv에 있어",
    files: { "생일.csv": "이름,생일\n서윤,12-05\n도현,11-30\n하린,12-27\n" },
    contacts: ["서윤", "도현", "하린"],
    done: (end) => ({
      "one to 서윤": sentTo(end, "서윤").length === 1 && has(sentTo(end, "서윤")[0], "서윤"),
      "one to 하린": sentTo(end, "하린").length === 1 && has(sentTo(end, "하린")[0], "하린"),
      "none to 도현": onlyTo(end, "서윤", "하린"),
    }),
  },
  {
    id: "k-ko-03",
    says: "회의록 폴더에서 '결정사항' 줄만 다 모아서 날짜순으로 결정사항.md에 정리해줘",
    files: MINUTES,
    done: (end) => ({
      "all decisions, oldest first": inOrder(
        end.files["결정사항.md"],
        /10[-월]/,
        "회의는 격주로 한다",
        /11[-월]/,
        "예산은 5백만 원으로 한다",
        /11[-월]/,
        "홈페이지를 새로 만든다",
        "담당은 다온이 맡는다",
      ),
      "each once": ["격주로", "5백만", "홈페이지", "담당은"].every(
        (word) => times(end.files["결정사항.md"], word) === 1,
      ),
      "on lines of their own": lacks(end.files["결정사항.md"], "\\n"),
      "no other lines": lacks(
        end.files["결정사항.md"],
        "참석",
        "논의",
        "잡담",
        "회식",
        "다음 회의",
      ),
      "the minutes are unchanged": same(end, ...Object.keys(MINUTES)),
    }),
  },
  {
    id: "k-ko-04",
    says: "재고.csv에서 수량이 최소수량보다 적은 품목만 골라 발주목록.md로 만들고 박 주임한테 몇 개인지 보내줘",
    files: { "재고.csv": "품목,수량,최소수량\nA4용지,3,10\n토너,5,2\n봉투,0,50\n클립,20,20\n" },
    contacts: ["박 주임"],
    done: (end) => ({
      "the list names both": has(end.files["발주목록.md"], "A4용지", "봉투"),
      "and nothing else": lacks(end.files["발주목록.md"], "토너", "클립"),
      "박 주임 is told 2":
        sentTo(end, "박 주임").length === 1 && has(sentTo(end, "박 주임")[0], /2|두/),
    }),
  },
  {
    id: "k-ko-05",
    says: "월세 계약일이 2025-03-14야. 계약 2년 만기 3개월 전 날짜를 계산해서 그날 오전 10시에 집주인한테 연락하라고 알림 걸어줘",
    done: (end) => ({
      "one reminder at its time":
        end.schedules.length === 1 && end.schedules[0]?.next === "2026-12-14T10:00",
      "which says what": has(`${end.schedules[0]?.name}${end.schedules[0]?.program}`, "집주인"),
      "the end of the contract is named": has(end.told, /2027(?:-|년|\.)\s*0?3(?:-|월|\.)\s*14/),
      "the day is named": has(end.told, /12(?:-|월|\.)\s*14/),
    }),
  },
  {
    id: "k-ko-06",
    says: "운동기록.txt 맨 아래에 오늘 날짜랑 '5km 31분' 한 줄 추가하고, 이번 주 총 거리도 알려줘",
    files: { "운동기록.txt": "2026-11-29 7km 44분\n2026-11-30 3km 19분\n2026-12-01 4km 25분\n" },
    done: (end) => {
      const now = lines(end.files["운동기록.txt"]);
      const old = lines(end.before["운동기록.txt"]);
      return {
        "one new line": now.length === 4 && has(now[3], "2026-12-02", "5km 31분"),
        "the others are unchanged": old.every((line, index) => line === now[index]),
        "12 km": has(end.told, /12(?:\.0)?\s*(?:km|킬로)/i),
      };
    },
  },
  {
    id: "k-ko-07",
    says: "구독료.json에 있는 서비스들 한 달 비용을 원화로 바꿔서 표로 보여줘. 달러는 지금 환율로",
    files: {
      "구독료.json":
        '[{"name":"영상","price":13500,"currency":"KRW"},{"name":"클라우드","price":9.99,"currency":"USD"},{"name":"편집기","price":20,"currency":"USD"}]',
    },
    web: { prices: { "KRW=X": [1400, 1] } },
    done: (end) => ({
      "each in won": [13_500, 13_986, 28_000].every((won) => has(end.told, amount(won))),
      "the sum": has(end.told, amount(55_486)),
    }),
  },
  {
    id: "k-ko-08",
    says: "학생.csv랑 성적.csv를 학번으로 합쳐서 반별 평균 점수 막대그래프 그려줘",
    files: {
      "학생.csv": "학번,이름,반\n1,가온,A\n2,나래,B\n3,다솜,A\n4,라온,B\n",
      "성적.csv": "학번,점수\n1,80\n2,70\n3,90\n4,91\n",
    },
    done: (end) => {
      const drawn = end.calls.filter(({ action }) => action === "forge:bar");
      return {
        "one chart": drawn.length === 1 && end.pictures.length === 1,
        "of the two averages": has(drawn[0]?.params, /\b85\b/, "80.5"),
        "of nothing else": lacks(drawn[0]?.params, "가온", /\b90\b/),
      };
    },
  },
  {
    id: "k-ko-09",
    says: "https://store.example.kr/kettle 가격을 하루에 두 번 보다가 3만원 밑으로 내려가면 알려줘, 오늘 본 가격은 kettle_prices.csv에 한 줄 적어둬",
    files: { "kettle_prices.csv": "날짜,가격\n" },
    web: {
      pages: {
        "https://store.example.kr/kettle":
          "<html><head><title>전기주전자</title></head><body><article><h1>전기주전자</h1><p>전기주전자 34,900원</p><p>1.7리터 용량의 스테인리스 전기주전자입니다. 배송은 이틀 걸립니다.</p></article></body></html>",
      },
    },
    done: (end) => {
      const [watch] = end.schedules;
      const whole = `${watch?.spec}${watch?.program}`;
      return {
        "one line for today": cells(end.files["kettle_prices.csv"]).length === 1,
        "with the price": has(end.files["kettle_prices.csv"], /12-0?2.*34,?900/),
        "one watch": end.schedules.length === 1,
        "below 30000": has(whole, /30,?000|3만/),
        "which looks at the page": has(whole, "store.example.kr/kettle"),
        "twice a day": has(whole, /\d+,\d+|\*\/12|12\s*(?:h|시간)|43200|720/),
      };
    },
  },
  {
    id: "k-ko-10",
    says: "세종, 청주, 대전 내일 최저기온 비교해서 제일 추운 곳을 나한테 알려줘",
    web: {
      weather: {
        세종: [
          [1, 6, false],
          [-6, 2, false],
        ],
        청주: [
          [-9, 6, false],
          [-4, 3, false],
        ],
        대전: [
          [2, 7, false],
          [-3, 4, false],
        ],
      },
    },
    done: (end) => ({
      "세종 with -6": has(end.told, "세종", /(?:-|−|영하\s*)6/),
      "nothing is made": made(end).length === 0 && end.schedules.length === 0,
      "three places are asked":
        new Set(end.requests.filter((one) => one.includes("/v1/search"))).size === 3,
    }),
  },
  {
    id: "k-ko-11",
    says: "사진 폴더에서 이름이 KakaoTalk_으로 시작하는 파일 전부를 카톡사진 폴더로 옮기고 몇 개 옮겼는지 말해줘",
    files: {
      "사진/KakaoTalk_01.jpg": "하나",
      "사진/KakaoTalk_02.png": "둘",
      "사진/제주.jpg": "셋",
    },
    done: (end) => ({
      "the two are moved":
        end.files["카톡사진/KakaoTalk_01.jpg"] === "하나" &&
        end.files["카톡사진/KakaoTalk_02.png"] === "둘",
      "only one is left":
        Object.keys(end.files)
          .filter((path) => path.startsWith("사진/"))
          .join() === "사진/제주.jpg",
      "it says 2": has(end.told, /2\s*(?:개|장)|두\s*(?:개|장)/),
    }),
  },
  {
    id: "k-ko-12",
    says: "공지.html에 있는 신청 마감일들 뽑아서 전부 달력에 넣어줘, 이틀 전에 알림 오게",
    files: { "공지.html": NOTICE },
    done: (end) => {
      const entries = end.schedules.map(({ name, spec }) => `${name} ${readable(spec)}`);
      const isThere = (title: string, due: string): boolean =>
        entries.some((entry) => has(entry, title, due));
      return {
        "three entries": entries.length === 3,
        "the contest": isThere("공모전", "2026-12-18"),
        "the camp": isThere("캠프", "2027-01-08"),
        "the grant": isThere("장학금", "2026-12-30"),
        "each two days before": end.schedules.every(({ spec }) => has(spec, /2d|172800000|2880/)),
      };
    },
  },
  {
    id: "k-ko-13",
    says: "보고서_초안.md에서 '작년'을 전부 '2025년'으로 바꾼 사본을 보고서_수정.md로 만들어줘, 원본은 그대로 두고",
    files: { "보고서_초안.md": DRAFT },
    done: (end) => ({
      "the copy is changed throughout":
        (end.files["보고서_수정.md"] ?? "").trim() === DRAFT.replaceAll("작년", "2025년").trim(),
      "the original is as it was": same(end, "보고서_초안.md"),
    }),
  },
  {
    id: "k-ko-14",
    says: "현대건설, GS건설, DL이앤씨 석 달 시세 한 그림에 그리고 제일 많이 떨어진 회사 뉴스 세 개 찾아줘",
    web: {
      prices: {
        "000720.KS": [48_000, -4],
        "006360.KS": [17_600, -12],
        "375500.KS": [41_200, 3],
      },
      news: {
        GS건설: [
          "GS건설, 새 단지 분양 미뤄",
          "GS건설 주가 석 달째 내리막",
          "GS건설 해외 수주 소식",
          "GS건설 채용",
        ],
        현대건설: ["현대건설 소식 하나", "현대건설 소식 둘", "현대건설 소식 셋"],
        DL이앤씨: ["DL이앤씨 소식 하나", "DL이앤씨 소식 둘", "DL이앤씨 소식 셋"],
      },
    },
    done: (end) => {
      const drawn = end.calls.filter(({ action }) => action.startsWith("forge:"));
      return {
        "one chart": drawn.length === 1 && end.pictures.length === 1,
        "of three named series": has(drawn[0]?.params, "현대건설", "GS건설", "DL이앤씨"),
        "three headlines": has(end.told, "분양 미뤄", "내리막", "수주 소식"),
        "of nobody else": lacks(end.told, "소식 하나"),
      };
    },
  },
  {
    id: "k-ko-15",
    says: "메모장.txt를 줄마다 읽어서 '#장보기' 붙은 건 할 일로 넣고 '#일정' 붙은 건 달력에 넣어줘",
    files: {
      "메모장.txt":
        "우유 두 개 #장보기\n12/11 14:00 치아교정 #일정\n그냥 생각난 거\n대파 #장보기\n",
    },
    done: (end) => ({
      "two to-dos": end.todos.length === 2 && has(end.todos.join("\n"), "우유 두 개", "대파"),
      "one entry at its time":
        end.schedules.length === 1 &&
        has(end.schedules[0]?.name, "치아교정") &&
        has(`${end.schedules[0]?.next} ${end.schedules[0]?.spec}`, /2026-12-11/, /14:00/),
      "the third line nowhere": lacks(
        `${end.todos.join()}${end.schedules.map(({ name }) => name).join()}`,
        "생각난",
      ),
    }),
  },
  {
    id: "k-ko-16",
    says: "당번표 만들어줘: 지우, 해솔, 민준 셋이서 12월 평일마다 돌아가면서. 당번.csv로",
    done: (end) => {
      const text = end.files["당번.csv"];
      const days = dutyDays(text).join();
      const names = dutyNames(text);
      const counts = ["지우", "해솔", "민준"].map(
        (name) => names.filter((one) => one === name).length,
      );
      return {
        "the weekdays": days === weekdays(2).join() || days === weekdays(1).join(),
        "in turn":
          names.length > 20 && names.every((name, index) => index < 3 || name === names[index - 3]),
        evenly: Math.max(...counts) - Math.min(...counts) <= 1,
      };
    },
  },
  {
    id: "k-ko-17",
    says: "주간매출.csv 지난주 합계랑 이번 주 합계 비교해서 몇 퍼센트 늘었는지 문장으로 써서 사장님께 보내줘",
    files: {
      "주간매출.csv": "날짜,매출\n2026-11-23,100\n2026-11-25,120\n2026-11-30,150\n2026-12-01,125\n",
    },
    contacts: ["사장님"],
    done: (end) => ({
      "one message":
        sentTo(end, "사장님").length === 1 &&
        has(sentTo(end, "사장님")[0], /25(?:\.0+)?\s*(?:%|퍼센트|프로)/),
    }),
  },
  {
    id: "k-ko-18",
    says: "설문.csv 응답 중에 만족도 2 이하인 사람들 의견만 모아서 세 문장으로 요약하고 원문은 불만.md에 남겨줘",
    files: { "설문.csv": SURVEY },
    done: (end) => ({
      "the three opinions": has(end.files["불만.md"], "대기 시간", "앱이 자꾸", "주차장이"),
      "no others": lacks(end.files["불만.md"], "좋았어요", "친절해요", "보통이에요"),
      "a summary": has(end.told, /대기|기다/, /앱/, /주차/),
      "not of the others": lacks(end.told, "좋았어요", "친절해요", "보통이에요"),
      "the answers are unchanged": same(end, "설문.csv"),
    }),
  },
  {
    id: "k-ko-19",
    says: "내일부터 금요일까지 매일 오후 2시에 체온 물어봐주고 내 답은 체온.csv에 계속 쌓아줘",
    later: async ({ waitUntil, say }) => {
      await waitUntil("2026-12-03T14:01");
      await say("36.5");
      await waitUntil("2026-12-04T14:01");
      await say("36.8");
      await waitUntil("2026-12-06T15:00");
    },
    done: (end) => {
      const all = lines(end.files["체온.csv"]).filter((line) => /\d{2}-\d{2}/.test(line));
      return {
        "two answers": all.length === 2,
        "of Thursday": has(all[0], /2026-12-03.*36\.5/),
        "of Friday": has(all[1], /2026-12-04.*36\.8/),
        "nothing is left": end.schedules.every(({ next }) => next === ""),
      };
    },
  },
  {
    id: "k-ko-20",
    says: "찾아봐: 국립중앙박물관 휴관일이 언제인지. 페이지 두 군데 열어서 서로 맞는지 확인하고 다르면 다르다고 말해줘",
    web: {
      hits: [
        ["국립중앙박물관 관람 안내", "https://museum.example.kr/visit", "관람 시간과 휴관일 안내"],
        [
          "국립중앙박물관 휴관일 정리",
          "https://trip.example.kr/museum",
          "여행자를 위한 박물관 안내",
        ],
      ],
      pages: {
        "https://museum.example.kr/visit": museum("1월 1일, 설날, 추석"),
        "https://trip.example.kr/museum": museum("1월 1일, 설날, 추석, 4월 첫째 월요일"),
      },
    },
    done: (end) => ({
      "both pages are read": has(
        end.requests.join("\n"),
        "museum.example.kr/visit",
        "trip.example.kr/museum",
      ),
      "they differ": has(end.answer, /4월\s*첫째\s*(?:주\s*)?월요일/, /다르|다릅|달라|차이|한쪽/),
      "nothing is made": made(end).length === 0 && end.schedules.length === 0,
    }),
  },
];
