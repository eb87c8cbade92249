import assert from "node:assert/strict";
import { test } from "node:test";
import { planTimedTelling } from "../../../src/agent/planner/schedule.ts";
import { planTelling, tellAlso } from "../../../src/agent/planner/tell.ts";

const OPTIONS = { language: "en", nowMs: 0, zone: "UTC" } as const;

/** To whom and what; nothing where it is not about telling somebody. */
function told(text: string, allowedNodes?: readonly string[]): string | undefined {
  const planned = planTelling(text, {
    ...OPTIONS,
    ...(allowedNodes === undefined ? {} : { allowedNodes }),
  });
  return planned?.kind === "sure" ? planned.code : undefined;
}

test("words in quotes are sent as they stand", () => {
  for (const said of [
    'tell Bob "I am late"',
    'send "I am late" to Bob',
    'message Bob: "I am late"',
    'text Bob exactly this: "I am late"',
  ])
    assert.equal(told(said), '[messenger:send]("I am late") {to: "Bob"}', said);
  for (const said of [
    '지은에게 "곧 가"라고 보내줘',
    '지은한테 "곧 가" 전해줘',
    "지은에게 '곧 가' 보내줘",
    "지은에게 ‘곧 가’라고 전해줘",
    '지은 씨한테 이 문장 그대로 보내 "곧 가"',
  ])
    assert.equal(told(said), '[messenger:send]("곧 가") {to: "지은"}', said);
  assert.equal(told("tell Bob 'I'm late'"), '[messenger:send]("I\'m late") {to: "Bob"}');
  assert.equal(told('write "done" to status.txt'), undefined);
});

test("what is told may stand behind the wish to tell it", () => {
  assert.equal(
    told("지은한테 전해줄래 나 오늘 야근이라고"),
    '[messenger:send]("나 오늘 야근이야") {to: "지은"}',
  );
  assert.equal(told("지은한테 말해줘 좀 늦는다고"), '[messenger:send]("좀 늦어") {to: "지은"}');
});

test("reported speech is a message in the words of direct speech", () => {
  const cases = [
    ["tell Bob I'll be late", "I'll be late", "Bob"],
    ["tell Bob tea or coffee?", "tea or coffee?", "Bob"],
    ["Please tell bob that dinner is at 7.", "Dinner is at 7", "bob"],
    ["send bob a message saying dinner is at 7", "Dinner is at 7", "bob"],
    ["send a text to Kim that we moved to room 4", "We moved to room 4", "Kim"],
    ["let Ana know the parcel came", "The parcel came", "Ana"],
    ["text Joe saying on my way", "On my way", "Joe"],
    ["could you tell Ana we're at the door", "We're at the door", "Ana"],
    ["유진한테 늦을 것 같다고 전해줘", "늦을 것 같아", "유진"],
    ["태호에게 곧 도착한다고 말해 줄래?", "곧 도착해", "태호"],
    ["선우님한테 회의는 4시라고 알려줘", "회의는 4시야", "선우"],
    ["저녁은 먹었다고 엄마한테 전해줘", "저녁은 먹었어", "엄마"],
    ["내일 만나자고 지아한테 전해주세요", "내일 만나자", "지아"],
    ["하나한테 못 간다고 전해줘", "못 가", "하나"],
    ["하나한테 10분 늦는다고 톡 하나만", "10분 늦어", "하나"],
    ["하나한테 지금 나온다고 카톡 보내줘", "지금 나와", "하나"],
  ];
  for (const [said = "", words, name] of cases)
    assert.equal(told(said), `[messenger:send]("${words}") {to: "${name}"}`, said);
});

test("reported speech to somebody who is known is in the same words", () => {
  for (const verb of ["message", "text", "dm", "ping"])
    for (const link of ["that", "saying"]) {
      const planned = planTelling(`${verb} Mina ${link} I am late`, {
        ...OPTIONS,
        people: ["Mina"],
      });
      assert.equal(
        planned?.kind === "sure" && planned.code,
        '[messenger:send]("I am late") {to: "Mina"}',
        `${verb} ${link}`,
      );
    }
});

test("one of two people is told with a particle that sets them apart", () => {
  assert.equal(
    told("세라한테는 우산 안 챙겨도 된다고 해줘"),
    '[messenger:send]("우산 안 챙겨도 돼") {to: "세라"}',
  );
  assert.equal(
    told("태오한테 두부 좀 사다달라고 전해줘"),
    '[messenger:send]("두부 좀 사다 줘") {to: "태오"}',
  );
});

test("what tells the person themselves, names nobody, or comes again is read elsewhere", () => {
  for (const said of [
    "tell me I'll be fine",
    "tell me the weather",
    "tell Bob a joke",
    "tell everyone it is late",
    "every day at 8 tell Bob I am up",
    "tell Bob I am up every day at 8",
    "tell Bob the train is late and tell Eve to wait",
    "태오한테 버스 놓쳤다고 말해주고 세라한테 먼저 먹으라고 전해줘",
    "what does Bob say",
    "나한테 약 먹으라고 말해줘",
    "유진한테 전화하라고 전해줘",
    "매일 8시에 유진한테 일어났다고 전해줘",
  ])
    assert.equal(told(said), undefined, said);
  assert.equal(told("tell Bob I'll be late", ["system"]), undefined);
});

test("what somebody is to be told at a time is a schedule that sends, apart from its times", () => {
  const regular = (text: string): string | undefined => {
    const planned = planTimedTelling(text, { ...OPTIONS, people: ["Ben", "지은"] });
    if (planned?.kind !== "sure") return undefined;
    const { pipeline, cron } =
      /pipeline: "(?<pipeline>.*)", cron: "(?<cron>.*)"/u.exec(planned.code)?.groups ?? {};
    return `${cron} ${pipeline?.replaceAll('\\"', '"')}`;
  };
  const sends = (cron: string, words: string, name: string): string =>
    `${cron} [messenger:send]("${words}") {to: "${name}"}`;
  for (const [text, cron, words, name] of [
    ["매일 8시에 민호에게 약 먹으라고 전해줘", "0 8 * * *", "약 먹어", "민호"],
    ["민호한테 매일 아침 8시에 약 먹으라고 전해줘", "0 8 * * *", "약 먹어", "민호"],
    ["매주 월요일 아침 9시에 민호한테 회의 있다고 보내줘", "0 9 * * 1", "회의 있어", "민호"],
    ["평일 아침 7시에 민호에게 일어나라고 전해줘", "0 7 * * 1-5", "일어나", "민호"],
    ['매일 저녁 8시에 민호에게 "늦지 마"라고 보내줘', "0 20 * * *", "늦지 마", "민호"],
    ["every day at 8 tell Ben to take his pills", "0 8 * * *", "Take your pills", "Ben"],
    ["tell Ben every friday at 5pm to water the plants", "0 17 * * 5", "Water the plants", "Ben"],
    ["every day at 8 text Ben good morning", "0 8 * * *", "good morning", "Ben"],
    ['on weekdays at 7 am message Ben "wake up"', "0 7 * * 1-5", "wake up", "Ben"],
    ["every monday at 9 let Ben know rent is due", "0 9 * * 1", "Rent is due", "Ben"],
  ] as const)
    assert.equal(regular(text), sends(cron, words, name), text);
  for (const text of [
    "매일 8시에 나한테 약 먹으라고 알려줘",
    "매일 8시에 엄마한테 약 먹으라고 알려줘",
    "매일 8시에 지은한테 전화하라고 알려줘",
    "every day at 8 remind Zoe to stretch",
    "매일 8시에 서울 날씨 알려줘",
    "every day at 8 tell me the weather",
    "every day at 8 send Ben the weather in Seoul",
    "tell Ben every day is good",
  ])
    assert.equal(regular(text), undefined, text);
  const once = planTimedTelling("remind ben at 5pm to buy milk", { ...OPTIONS, people: ["Ben"] });
  assert.equal(
    once?.kind === "sure" && once.code,
    String.raw`[system:schedule]("Buy milk") {pipeline: "[messenger:send](\"Buy milk\") {to: \"Ben\"}", at: "1970-01-01T17:00"}`,
  );
});

test("what somebody who is known is to do is asked of them", () => {
  const known = (text: string): string | undefined => {
    const planned = planTelling(text, { ...OPTIONS, people: ["Ben"] });
    return planned?.kind === "sure" ? planned.code : undefined;
  };
  assert.equal(known("remind ben to buy milk"), '[messenger:send]("Buy milk") {to: "Ben"}');
  assert.equal(known("ask Ben to call his mum"), '[messenger:send]("Call your mum") {to: "Ben"}');
  assert.equal(known("remind Zoe to buy milk"), undefined);
  assert.equal(known("remind me to buy milk"), undefined);
});

test("a name of several words is whole", () => {
  const people = ["auntie May"];
  const planned = planTelling("tell Auntie May the cake is ready", { ...OPTIONS, people });
  const code = planned?.kind === "sure" ? planned.code : undefined;
  assert.equal(code, '[messenger:send]("The cake is ready") {to: "auntie May"}');
});

test("what was told is told to somebody else as well, in its own words", () => {
  const last = '[messenger:send]("dinner is at 7") {to: "Ann"}';
  const options = { ...OPTIONS, people: ["Bob", "재현"] };
  for (const said of ["to bob too", "tell Bob the same", "and tell bob as well"])
    assert.equal(
      tellAlso(said, last, options),
      '[messenger:send]("dinner is at 7") {to: "Bob"}',
      said,
    );
  for (const said of ["재현이한테도", "재현이한테도 똑같이 전해줘"])
    assert.equal(tellAlso(said, last, options), '[messenger:send]("dinner is at 7") {to: "재현"}');
  assert.equal(tellAlso("me too", last, options), undefined);
  assert.equal(tellAlso("to bob too", '[source:weather]("Seoul")', options), undefined);
});

test("a question is put to somebody as it is asked", () => {
  const put = (said: string): string | undefined => {
    const planned = planTelling(said, { ...OPTIONS, people: ["Bob", "민호"] });
    return planned?.kind === "sure" ? planned.code : undefined;
  };
  for (const [said, words] of [
    ["민호에게 오늘 애들 데려올 수 있냐고 물어봐줘", "오늘 애들 데려올 수 있어?"],
    ["민호한테 몇 시에 오냐고 물어봐줘", "몇 시에 와?"],
    ["민호한테 밥 먹었냐고 물어봐", "밥 먹었어?"],
    ["민호에게 회의가 언제냐고 좀 물어봐줘", "회의가 언제야?"],
    ["민호한테 괜찮냐고 물어봐줘요", "괜찮아?"],
  ] as const)
    assert.equal(put(said), `[messenger:send]("${words}") {to: "민호"}`, said);
  assert.equal(
    put("send bob: can you pick up the kids today?"),
    '[messenger:send]("can you pick up the kids today?") {to: "Bob"}',
  );
});

test("what was told is told to somebody else instead", () => {
  const last = '[messenger:send]("dinner is at 7") {to: "Ann"}';
  const options = { ...OPTIONS, people: ["Bob", "재현"] };
  for (const said of [
    "don't message Ann, message Bob instead",
    "no, don't tell ann, tell bob",
    "send it to bob instead",
    "to Bob, not Ann",
    "tell bob instead of ann",
  ])
    assert.equal(
      tellAlso(said, last, options),
      '[messenger:send]("dinner is at 7") {to: "Bob"}',
      said,
    );
  for (const said of [
    "민호 말고 재현이한테 보내줘",
    "민호한테 말고 재현한테",
    "아니 민호 말고 재현이한테 전해줘",
  ])
    assert.equal(
      tellAlso(said, last, options),
      '[messenger:send]("dinner is at 7") {to: "재현"}',
      said,
    );
  for (const said of ["don't message Ann", "send it to Bob", "tell me instead", "오늘 말고 내일"])
    assert.equal(tellAlso(said, last, options), undefined, said);
});

test("a file is given to somebody at a time", () => {
  const nowMs = Date.parse("2026-11-22T01:00:00Z");
  const options = { ...OPTIONS, nowMs, people: ["Bob", "지은"] };
  for (const [said, name] of [
    ["send menu.pdf to bob at 5pm", "Bob"],
    ["menu.pdf 지은한테 오후 5시에 보내줘", "지은"],
  ] as const) {
    const planned = planTimedTelling(said, options);
    assert.equal(
      planned?.kind === "sure" && planned.code,
      `[system:schedule]("menu.pdf") {pipeline: "[messenger:send_file](\\"menu.pdf\\") {to: \\"${name}\\"}", at: "2026-11-22T17:00"}`,
    );
  }
});
