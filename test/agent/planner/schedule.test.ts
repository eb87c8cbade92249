import assert from "node:assert/strict";
import { test } from "node:test";
import { planTold } from "../../../src/agent/planner/schedule.ts";
import { planned, sureCode } from "../support/planner-examples.ts";

test("a workflow and a time become a schedule of that workflow", async () => {
  assert.equal(
    sureCode(await planned("매일 아침 8시에 뉴스 브리핑 보내줘")),
    '[system:schedule]("news_briefing") {cron: "0 8 * * *"}',
  );
  assert.equal(
    sureCode(await planned("every weekday at 9 send me the news briefing")),
    '[system:schedule]("news_briefing") {cron: "0 9 * * 1-5"}',
  );
  assert.equal(
    sureCode(await planned("매월 1일 오전 9시에 뉴스 브리핑 보내줘")),
    '[system:schedule]("news_briefing") {cron: "0 9 1 * *"}',
  );
});

test("whatever is done to somebody that they do something at a time is a reminder", async () => {
  for (const [message, title] of [
    ["every weekday at ten past six in the morning poke me to stretch", "stretch"],
    ["이따 오후 세 시 되면 은행 가라고 콕 찔러줘", "은행 가기"],
    ["세 시간 간격으로 물 마시라고 잔소리 좀 해줄래", "물 마시기"],
    ["주말엔 아침 여덟시마다 창문 열라고 리마인드", "창문 열기"],
    ["모레 밤 8시 축구 결승 챙겨보게 알려주라", "축구 결승 챙겨보기"],
  ] as const)
    assert.match(
      sureCode(await planned(message)) ?? "",
      new RegExp(`^\\[system:schedule\\]\\("${title}"\\)`),
      message,
    );
});

test("a repetition that cron cannot say keeps its own parameters", async () => {
  assert.equal(
    sureCode(await planned("매월 31일 오전 9시에 뉴스 브리핑 보내줘")),
    '[system:schedule]("news_briefing") {repeat: "monthly", day: 31, time: "09:00"}',
  );
  assert.equal(
    sureCode(await planned("30분마다 뉴스 브리핑 보내줘")),
    '[system:schedule]("news_briefing") {every: "30m"}',
  );
});

test("any other request and a time become a schedule of its program", async () => {
  assert.equal(
    sureCode(await planned("매주 금요일 오후 6시에 삼성전자 주가 알려줘")),
    '[system:schedule]("삼성전자 주가") {pipeline: "[source:price](\\"삼성전자\\")", cron: "0 18 * * 5"}',
  );
  const result = await planned("매일 아침 9시에 AI 뉴스 찾아서 news.md로 저장해줘");
  assert.match(
    sureCode(result),
    /pipeline: "\[source:search_news\]\(\\"AI\\"\) >> \[system:file\]\(\\"news\.md\\"\)", cron: "0 9 \* \* \*"\}$/u,
  );
});

test("a name with a price is looked up at that time, not said back", async () => {
  const cases = [
    ["평일 오후 6시마다 코스피 알려줘", "코스피", "0 18 * * 1-5"],
    ["매일 아침 8시에 환율 알려줘", "환율", "0 8 * * *"],
    ["매일 아침 8시에 비트코인 보내줘", "비트코인", "0 8 * * *"],
    ["every weekday at 6pm tell me the KOSPI", "KOSPI", "0 18 * * 1-5"],
    ["every day at 9am tell me bitcoin", "bitcoin", "0 9 * * *"],
  ] as const;
  for (const [message, name, cron] of cases)
    assert.equal(
      sureCode(await planned(message)),
      `[system:schedule]("${name}") {pipeline: "[source:price](\\"${name}\\")", cron: "${cron}"}`,
      message,
    );
});

test("words to be said back become a notice at that time", async () => {
  const cases = [
    ["10분 뒤에 빨래 꺼내라고 알려줘", "빨래 꺼내기", 'after: "10m"'],
    ["매일 저녁 9시에 약 먹으라고 알려줘", "약 먹기", 'cron: "0 21 * * *"'],
    ["내일 오후 3시에 회의 알려줘", "회의", 'at: "2026-08-04T15:00"'],
    ["내일 오후 3시에 회의라고 알려줘", "회의", 'at: "2026-08-04T15:00"'],
    ["1시간 뒤에 운동하라고 말해줘", "운동하기", 'after: "1h"'],
    ["10분 뒤에 알려줘", "알림", 'after: "10m"'],
    ["10분 뒤에 장보라고 알려줘", "장보기", 'after: "10m"'],
    ["10분 뒤에 나가라고 알려줘", "나가기", 'after: "10m"'],
    ["10분 뒤에 노래 들으라고 알려줘", "노래 듣기", 'after: "10m"'],
    ["10분 뒤에 동생 도우라고 알려줘", "동생 돕기", 'after: "10m"'],
    ["10분 뒤에 휴가라고 알려줘", "휴가", 'after: "10m"'],
    ["10분 뒤에 코스피라고 알려줘", "코스피", 'after: "10m"'],
    ["remind me in 2 hours of the KOSPI", "the KOSPI", 'after: "2h"'],
    ["내일 아침 7시에 깨워줘", "일어날 시간이에요", 'at: "2026-08-04T07:00"'],
    ["remind me tomorrow at 5pm to call mom", "call mom", 'at: "2026-08-04T17:00"'],
    ["remind me in 2 hours to stretch", "stretch", 'after: "2h"'],
  ] as const;
  for (const [message, what, timing] of cases) {
    const expected = `[system:schedule]("${what}") {pipeline: "[system:notify_user](\\"${what}\\")", ${timing}}`;
    assert.equal(sureCode(await planned(message)), expected, message);
  }
});

test("of the two halves of the day the likelier is meant", async () => {
  for (const [message, time] of [
    ["내일 3시에 회의 알려줘", "15:00"],
    ["내일 9시에 회의 알려줘", "09:00"],
    ["remind me tomorrow at 6 to call", "18:00"],
    ["remind me tomorrow at 7 to call", "07:00"],
  ] as const)
    assert.match(sureCode(await planned(message)), new RegExp(`at: "2026-08-04T${time}"`), message);
});

test("a repetition without an hour is offered at the usual ones", async () => {
  const result = await planned("매일 뉴스 브리핑 보내줘");
  assert.equal(result.kind, "unsure");
  assert.deepEqual(
    result.proposals.map((proposal) => proposal.code),
    ["0 8 * * *", "0 12 * * *", "0 18 * * *"].map(
      (cron) => `[system:schedule]("news_briefing") {cron: "${cron}"}`,
    ),
  );
});

test("a time inside words to be sent stays in them", async () => {
  assert.equal(
    sureCode(await planned('민수에게 "내일 3시에 봐"라고 보내줘')),
    '[messenger:send]("내일 3시에 봐") {to: "민수"}',
  );
});

test("words of time in names say nothing about time", async () => {
  assert.equal(
    sureCode(await planned("매일_아침_8시.md 읽어줘")),
    '[system:read]("매일_아침_8시.md")',
  );
});

test("a message about schedules is no schedule", async () => {
  const result = await planned("매일 아침 8시 알림 꺼줘");
  assert.equal(result.kind, "unsure");
  assert.deepEqual(
    result.proposals.map((proposal) => proposal.code),
    ["[system:list_events]"],
  );
});

test("a bare thing with a time is offered as a reminder", async () => {
  const result = await planned("내일 오후 3시 회의");
  assert.equal(result.kind, "unsure");
  assert.match(
    result.proposals[0]?.code ?? "",
    /^\[system:schedule\]\("회의"\) \{pipeline: "\[system:notify_user\]/u,
  );
});

test("the past and small talk about times become nothing", async () => {
  for (const message of [
    "오늘 3시에 친구 만났어",
    "어제 8시에 잤어",
    "I woke up at 7 today",
    "매일 아침 8시에 일어나서 너무 피곤해",
  ]) {
    assert.deepEqual(await planned(message), { kind: "none" }, message);
  }
});

test("nothing is scheduled for someone who may not use the system node", async () => {
  const result = await planned("매일 아침 8시에 삼성전자 주가 알려줘", {
    allowedNodes: ["source"],
  });
  assert.doesNotMatch(JSON.stringify(result), /system:/u);
});

test("what no schedule can do is said, and nothing is run instead", async () => {
  const question = async (message: string): Promise<string | undefined> => {
    const result = await planned(message);
    return result.kind === "none" ? result.question : undefined;
  };
  assert.match(
    (await question("매일 9시에 뉴스 브리핑 보내줘 (공휴일 제외)")) ?? "",
    /^알림은 공휴일을 알지 못해서/u,
  );
  assert.match(
    (await question("send me the news briefing quarterly")) ?? "",
    /every so many months/u,
  );
  assert.match((await question("하루 세 번 뉴스 브리핑 보내줘")) ?? "", /몇 시 몇 시인지/u);
  assert.match((await question("오늘 오전 1시에 뉴스 브리핑 보내줘")) ?? "", /이미 지났어요/u);
});

test("what is to become of missed and overlapping runs is said with the schedule", async () => {
  const cases = [
    ["매일 아침 8시에 뉴스 브리핑 보내주고 놓친 건 건너뛰어 줘", 'missed: "skip"'],
    ["매일 아침 8시에 뉴스 브리핑 보내줘, 놓친 건 건너뛰고", 'missed: "skip"'],
    ["매일 아침 8시에 놓친 건 건너뛰고 뉴스 브리핑 보내줘", 'missed: "skip"'],
    ["놓친 건 한 번만 실행하고 매일 아침 8시에 뉴스 브리핑 보내줘", 'missed: "once"'],
    ["매일 아침 8시에 뉴스 브리핑 보내줘. 이전 게 아직 돌고 있으면 건너뛰어", 'overlap: "skip"'],
    [
      "매일 아침 8시에 뉴스 브리핑 보내주고, 아직 돌고 있으면 멈추고 새로 시작해",
      'overlap: "replace"',
    ],
    ["send me the news briefing every day at 8am and skip missed ones", 'missed: "skip"'],
    ["every day at 8am skip missed ones and send me the news briefing", 'missed: "skip"'],
    ["every day at 8am send me the news briefing, but skip any that were missed", 'missed: "skip"'],
    ["send me the news briefing every day at 8am and if one is missed, skip it", 'missed: "skip"'],
    [
      "send me the news briefing every day at 8am and skip it if the previous run is still going",
      'overlap: "skip"',
    ],
    [
      "send me the news briefing every day at 8am, skip missed ones and replace the run before if it is still running",
      'overlap: "replace", missed: "skip"',
    ],
  ] as const;
  for (const [message, policy] of cases)
    assert.equal(
      sureCode(await planned(message)),
      `[system:schedule]("news_briefing") {cron: "0 8 * * *", ${policy}}`,
      message,
    );
});

test("a time of the likelier half keeps the policy, and its words say it", async () => {
  const result = await planned("내일 3시에 회의 알려줘, 놓친 건 건너뛰고");
  assert.ok(result.kind === "sure");
  assert.match(result.code, /at: "2026-08-04T15:00", missed: "skip"\}$/u);
  assert.match(result.intent, /회의 · 놓친 실행은 건너뜀$/u);
});

test("words that are to be said back set no policy", async () => {
  for (const message of [
    "매일 8시에 놓친 전화 확인하라고 알려줘",
    "remind me every day at 8am to check missed calls and skip lunch",
    "매일 아침 8시에 “놓친 건 건너뛰고” 라고 알려줘",
  ])
    assert.doesNotMatch(JSON.stringify(await planned(message)), /(?:missed|overlap): /, message);
});

test("a weekend that is named alone is the one to come", async () => {
  for (const text of ["제주 날씨 주말", "주말 제주 날씨"])
    assert.doesNotMatch(JSON.stringify(await planned(text)), /system:schedule/u, text);
  assert.match(JSON.stringify(await planned("주말마다 제주 날씨 알려줘")), /cron/u);
});

test("what is told of a day is no thing to come on it", async () => {
  const told = (text: string, language: "ko" | "en" = "en") =>
    planTold(text, { language, nowMs: Date.parse("2026-11-22T10:00:00Z"), zone: "UTC" });
  for (const text of ["finally friday", "missed the bus at 7 this morning", "sunday at last"])
    assert.equal(told(text), undefined, text);
  for (const text of ["오늘 밥 못 먹음", "오늘 회의 안 들어감"])
    assert.equal(told(text, "ko"), undefined, text);
  for (const text of ["feed the cat at 6", "red wine tasting on friday at 7 pm"])
    assert.notEqual(told(text), undefined, text);
  assert.notEqual(told("내일 8시에 약 먹어야 함", "ko"), undefined);
});

test("waking and alarms are in the morning where no half of the day is named", async () => {
  const at = (text: string): string | undefined => {
    const nowMs = Date.parse("2026-11-22T10:00:00Z");
    const [first] = planTold(text, { language: "en", nowMs, zone: "UTC" }) ?? [];
    return /at: "([^"]+)"/.exec(first?.code ?? "")?.[1];
  };
  assert.equal(at("wake me up at 6:45 tomorrow"), "2026-11-23T06:45");
  assert.equal(at("내일 6시에 깨워줘"), "2026-11-23T06:00");
  assert.equal(at("내일 5시 반에 알람"), "2026-11-23T05:30");
  assert.equal(at("dentist tomorrow at 3"), "2026-11-23T15:00");
});

test("a briefing at an hour comes every day, in the morning where that is said", async () => {
  for (const [said, when] of [
    ["morning briefing at 6", "0 6 * * *"],
    ["아침 브리핑 8시에", "0 8 * * *"],
  ] as const)
    assert.ok(sureCode(await planned(said)).includes(`cron: "${when}"`), said);
});

test("what is called by particles alone is a thing to be told, and a thing with an hour is no place", async () => {
  for (const [said, title] of [
    ["내일 11시에 요가 알려줘", "요가"],
    ["내일 오후 2시에 약국 알려줘", "약국"],
    ["5분 뒤에 국 물 꺼", "국 물 꺼"],
    ["15분 뒤에 세탁기 끄라고 알려달라고", "세탁기 끄기"],
    ["내일 오전 9시 50분 경제수업 알림", "경제수업"],
  ] as const)
    assert.ok(
      JSON.stringify(await planned(said)).includes(`[system:schedule](\\"${title}\\")`),
      said,
    );
});

test("of two hours the one beside the wish to be told is when it rings", async () => {
  for (const [message, title, rings] of [
    [
      "화목 저녁 6시 유나 피아노 픽업 재현한테 부탁하라고 나한테 5시에 알려줘",
      "저녁 6시 유나 피아노 픽업 재현한테 부탁하기",
      'cron: "0 17 * * 2,4"',
    ],
    ["내일 3시에 회의 있다고 2시에 알려줘", "3시에 회의 있", "T14:00"],
    ["remind me at 5pm to collect Ann at 6pm", "collect Ann at 6pm", "T17:00"],
  ] as const) {
    const code = sureCode(await planned(message)) ?? "";
    assert.ok(code.startsWith(`[system:schedule]("${title}`), code);
    assert.ok(code.includes(rings), code);
  }
});

test("a part is left out of a briefing, and is no day", async () => {
  for (const [message, parts] of [
    ["매일 아침 6시반에 브리핑 보내줘 날씨는 빼고", '[\\"calendar\\", \\"todos\\", \\"news\\"]'],
    ["매일 아침 6시반에 뉴스 빼고 브리핑 보내줘", '[\\"weather\\", \\"calendar\\", \\"todos\\"]'],
    [
      "every day at 6:30am send me a briefing without the weather",
      '[\\"calendar\\", \\"todos\\", \\"news\\"]',
    ],
  ] as const) {
    const code = sureCode(await planned(message)) ?? "";
    assert.ok(code.includes(`{parts: ${parts}}`), code);
    assert.ok(code.endsWith('cron: "30 6 * * *"}'), code);
  }
});
