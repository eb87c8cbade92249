import assert from "node:assert/strict";
import { test } from "node:test";
import type { KnownThings } from "../../../src/agent/things/said.ts";
import { readThing, readUntold } from "../../../src/agent/things/things.ts";

const MEMORIES = [
  { id: 3, content: "i parked on level b3 spot 41", about: /park/iu },
  { id: 4, content: "민호 생일 3월 14일", about: /민호 생일/u },
];

const KNOWN: KnownThings = {
  todos: [
    "우유 사기",
    "계란",
    "엄마한테 전화하기",
    "milk",
    "pay rent",
    "send the report to Ann",
  ].map((content, index) => ({ number: index + 1, content })),
  doneTodos: [
    { number: 7, content: "두부" },
    { number: 8, content: "tofu" },
  ],
  files: ["장보기.txt", "list.txt", "inbox/memo.txt", "minutes.txt", "inbox/지출.csv"],
  folders: ["old"],
  found: (words) => MEMORIES.filter(({ about }) => about.test(words)),
  toldOf: (fact) => MEMORIES.filter(({ about }) => about.test(fact)),
  recalls: (words) => /locker|와이파이/iu.test(words),
  nearMemories: () => [],
};

function shown(message: string, known = KNOWN): string {
  const plan = readThing(message, known) ?? readUntold(message, known);
  if (plan === undefined) return "";
  if (plan.kind === "program") return plan.code;
  return [plan.words.en, ...plan.offers.map(({ label }) => `[${label.en}]`)].join(" ");
}

test("a new value takes the place of the old one, and what is said of the old one is not kept", () => {
  const held = [
    { id: 1, content: "studio alarm code 7719" },
    { id: 2, content: "와이파이 비번은 1234" },
  ];
  const found = (words: string) =>
    held.filter(({ content }) => words.split(" ").every((word) => content.includes(word)));
  const known: KnownThings = {
    ...KNOWN,
    found,
    toldOf: () => [],
    recalls: (words) => found(words).length > 0,
  };
  const saved = '[source:memory_delete] {id: 1} >> [source:save_memory]("studio alarm code 7791")';
  const korean = '[source:memory_delete] {id: 2} >> [source:save_memory]("와이파이 비번은 5678")';
  for (const [message, code] of [
    ["ok the alarm code is 7791 now, forget the old one", saved],
    ["the alarm code is 7791, forget the old code", saved],
    ["alarm code is now 7791", saved],
    ["sorry its 7791 not 7719", saved],
    ["와이파이 비번 이제 5678이야", korean],
    ["와이파이 비번은 5678이야, 예전 거는 잊어줘", korean],
    ["1234 아니고 5678이야", korean],
    ["forget the 7719 one", '[source:memory_delete]("7719")'],
    ["the meeting is 3pm now", ""],
    ["it's 3pm not 2pm", ""],
  ] as const)
    assert.equal(shown(message, known), code, message);
});

test("a table that is called by the words of its name is drawn", () => {
  const known = { ...KNOWN, files: ["inbox/glaze_recipes.csv", "inbox/students_nov.txt"] };
  const bars = '[system:read]("inbox/glaze_recipes.csv") >> [forge:bar]';
  for (const [message, code] of [
    ["can you make a bar chart out of the glaze recipes file", bars],
    ["make a bar chart of glaze recipes", bars],
    ["bar chart of glaze_recipes.csv", bars],
    ["glaze recipes 파일로 막대그래프 그려줘", bars],
    ["a chart of the recipes file please", bars.replace("bar", "chart")],
    ["draw a chart of recipes", ""],
    ["draw a chart of my to-dos", ""],
  ] as const)
    assert.equal(shown(message, known), code, message);
});

test("an event with a time that is not to be forgotten is no memory", () => {
  assert.equal(shown("dont forget i have the dentist wed at quarter past 11"), "");
  assert.equal(
    shown("don't forget the spare key is under the mat"),
    '[source:save_memory]("the spare key is under the mat")',
  );
});

test("a file is made by a name without an ending, and is added to by it", () => {
  const known = { ...KNOWN, files: ["packing list.txt"] };
  const added = (content: string) =>
    `[system:write]("packing list.txt") {content: "${content}", append: true}`;
  for (const [message, code] of [
    [
      "write a file called trip with tent, torch",
      '[system:write]("trip.txt") {content: "tent, torch"}',
    ],
    ["make a new file named trip: tent", '[system:write]("trip.txt") {content: "tent"}'],
    [
      "캠핑짐 파일 만들어서 텐트, 랜턴 적어줘",
      '[system:write]("캠핑짐.txt") {content: "텐트, 랜턴"}',
    ],
    ["여행 준비라는 파일 만들고 여권 넣어줘", '[system:write]("여행 준비.txt") {content: "여권"}'],
    ["create a file called packing list with socks", added("socks")],
    ["add a bug net to the packing list file", added("a bug net")],
    ["packing list 파일에 양말도 추가해줘", added("양말")],
    ["make a file", ""],
  ] as const)
    assert.equal(shown(message, known), code, message);
});

const CASES: readonly (readonly [string, string])[] = [
  ["i need to buy sunscreen and flip flops", '[system:todo]("sunscreen, flip flops")'],
  ["또 뭐 사야 하더라", "[system:todo]"],
  ["뭐 더 사야되지", "[system:todo]"],
  ["whats left to buy?", "[system:todo]"],
  ["what else do i need to get", "[system:todo]"],
  ["add milk and bread pls", '[system:todo]("milk, bread")'],
  ["add milk, eggs and oat bread to my shopping list", '[system:todo]("milk, eggs, oat bread")'],
  ["need milk, eggs and that oat bread", '[system:todo]("milk, eggs, oat bread")'],
  [
    "add dog food and call the plumber about the boiler to my list",
    '[system:todo]("dog food\\ncall the plumber about the boiler")',
  ],
  ["할일 우유 계란 두부 추가해줘", '[system:todo]("우유, 계란, 두부")'],
  ["기저귀 물티슈 분유 장보기에 넣어줘", '[system:todo]("기저귀, 물티슈, 분유")'],
  ["장볼거 적어줘 우유 계란", '[system:todo]("우유, 계란")'],
  ["장보기 목록에 저지방 우유 추가해줘", '[system:todo]("저지방 우유")'],
  ["할일에 엄마 생일 선물 추가", '[system:todo]("엄마 생일 선물")'],
  ["할일에서 계란 지우고 쌀, 대파 넣어줘", '[system:todo] {remove: 2}\n[system:todo]("쌀, 대파")'],
  ["할일 2번은 빼고 대신 대파 넣어줘", '[system:todo] {remove: 2}\n[system:todo]("대파")'],
  ["할일 전부 지워줘", "[system:todo] {todos: []}"],
  ["clear my to-do list", "[system:todo] {todos: []}"],
  ["두부 안샀어 다시 체크 풀어줘", "[system:todo] {reopen: 7}"],
  ["uncheck the tofu", "[system:todo] {reopen: 8}"],
  ["chuck bleach on my list of things to do", '[system:todo]("bleach")'],
  ["add to my list: bleach", '[system:todo]("bleach")'],
  ["할일에 커튼 빨기 하나 더", '[system:todo]("커튼 빨기")'],
  ["ok number 3 on my to do list is sorted", "[system:todo] {done: 3}"],
  ["할일 4번은 방금 끝냈음요", "[system:todo] {done: 4}"],
  ["할일 1번하고 2번 둘 다 했어", "[system:todo] {done: 1}\n[system:todo] {done: 2}"],
  ["item 2 on my list can go", "[system:todo] {remove: 2}"],
  ["2번 할 일은 없던 걸로 하자 목록에서 빼", "[system:todo] {remove: 2}"],
  ["오늘 할일 청소 장보기 숙제", '[system:todo]("청소, 장보기, 숙제")'],
  ["할일 조카 선물 사기", ""],
  ["need rice, eggs and the jam Theo eats", '[system:todo]("rice, eggs, jam Theo eats")'],
  ["the pin for the shed is 8810", '[source:save_memory]("the pin for the shed is 8810")'],
  ["옥상 비번 7754야", '[source:save_memory]("옥상 비번 7754")'],
  ["forget the locker code, we moved out", '[source:memory_delete]("locker code")'],
  ["make me a note: plumber - Thursday, Joe", '[source:save_memory]("plumber - Thursday, Joe")'],
  ["show my notes about the locker", '[source:search_memory]("the locker")'],
  ["지금 뭐 사야 돼", "[system:todo]"],
  ["got the milk already, there was some left", "[system:todo] {done: 4}"],
  ["할일에 빨래 넣어줘", '[system:todo]("빨래")'],
  ["우유 추가", '[system:todo]("우유")'],
  ["whats left to do", "[system:todo]"],
  ["할 일 뭐 남았어?", "[system:todo]"],
  ["살거 뭐 남았지?", "[system:todo]"],
  ["open the mi nutes", '[system:read]("minutes.txt")'],
  ["살거 휴지랑 물티슈", '[system:todo]("휴지, 물티슈")'],
  ["알람은 됐고 할일에만 여권 갱신 넣어줘", '[system:todo]("여권 갱신")'],
  ["im in cork not seoul btw", '[source:save_memory]("my city is cork")'],
  ["set my location to kenmare", '[source:save_memory]("my city is kenmare")'],
  ["나 지금 강릉이야 서울 아니고", '[source:save_memory]("사는 도시는 강릉")'],
  ["bought milk", "[system:todo] {done: 4}"],
  ["paid the rent!", "[system:todo] {done: 5}"],
  ["done with the report", "[system:todo] {done: 6}"],
  ["milk done", "[system:todo] {done: 4}"],
  ["우유 샀어", "[system:todo] {done: 1}"],
  ["우유는 샀어요", "[system:todo] {done: 1}"],
  ["우유샀음", "[system:todo] {done: 1}"],
  ["우유 사왔어", "[system:todo] {done: 1}"],
  ["엄마한테 전화 했어", "[system:todo] {done: 3}"],
  ["계란 체크해줘", "[system:todo] {done: 2}"],
  ["take milk off the list", "[system:todo] {remove: 4}"],
  ["계란 빼줘", "[system:todo] {remove: 2}"],
  ["remember that Ben likes jazz", '[source:save_memory]("Ben likes jazz")'],
  ["생신은 음력 말고 양력 5월 2일 기억해", '[source:save_memory]("생신은 음력 말고 양력 5월 2일")'],
  ["사물함은 17번이야 잊지마", '[source:save_memory]("사물함은 17번이야")'],
  ["locker number?", '[source:search_memory]("locker number")'],
  ["와이파이 비번 뭐였지", '[source:search_memory]("와이파이 비번 뭐였지")'],
  ["what was the gate code?", "You haven't told me that. [Tell you now]"],
  ["현관 비번 뭐였지", "You haven't told me that. [Tell you now]"],
  ["forget the locker number", '[source:memory_delete]("locker number")'],
  ["나에 대해 뭐 기억해?", "[source:recent]"],
  ["can you save tofu, leeks to list.txt", '[system:write]("list.txt") {content: "tofu, leeks"}'],
  ["add kimchi in list.txt please", '[system:write]("list.txt") {content: "kimchi", append: true}'],
  ["장보기.txt에 김치도 더해줘", '[system:write]("장보기.txt") {content: "김치", append: true}'],
  ["두부를 장보기.txt에 저장해줘", '[system:write]("장보기.txt") {content: "두부"}'],
  ["add rice to memo.txt", '[system:write]("inbox/memo.txt") {content: "rice", append: true}'],
  [
    "change milk to soy milk in list.txt",
    '[system:edit]("list.txt") {old: "milk", new: "soy milk"}',
  ],
  ["delete the minutes", '[system:delete]("minutes.txt")'],
  ["old 폴더 지워줘", '[system:delete]("old")'],
  ["장보기.txt 다시 보여줘", '[system:read]("장보기.txt")'],
  ["show 장보기.txt again", '[system:read]("장보기.txt")'],
  ["장보기에 뭐 있어?", '[system:read]("장보기.txt")'],
  ["open meeting.txt", "There's no **meeting.txt**. [Open memo.txt] [Files]"],
  ["list.txt", "What should I do with **list.txt**? [Open] [Add] [Delete]"],
  ["what files do i have", "[system:list]"],
  ["notes.md에 회의 요약 적어줘", '[system:write]("notes.md") {content: "회의 요약"}'],
  [
    "notes.md에 회의 요약 추가해줘",
    '[system:write]("notes.md") {content: "회의 요약", append: true}',
  ],
  ["notes.md 복구해줘", '[system:restore]("notes.md")'],
  ["restore notes.md", '[system:restore]("notes.md")'],
  [
    "write down meeting notes: budget is 4k, sara does the deck, next call thurs",
    '[source:save_memory]("meeting notes: budget is 4k, sara does the deck, next call thurs")',
  ],
  [
    "어제 회의 얘기 메모해줘: 워크숍은 가평",
    '[source:save_memory]("어제 회의 얘기: 워크숍은 가평")',
  ],
  ["지출.csv 차트로 그려줘", '[system:read]("inbox/지출.csv") >> [forge:chart]'],
  ["inbox/지출.csv로 막대 차트 그려줘", '[system:read]("inbox/지출.csv") >> [forge:bar]'],
  ["메모 우유랑 계란 지워줘", ""],
  [
    "stick a new passport photo onto the end of notes.md",
    '[system:write]("notes.md") {content: "a new passport photo", append: true}',
  ],
  ["할일 지운거 되돌려줘", ""],
  ["양파랑 당근 추가해줘", '[system:todo]("양파, 당근")'],
  ["치즈랑 꿀 사야됨 적어놔", '[system:todo]("치즈, 꿀")'],
  ["장보기에 참치 김치 추가해줘", '[system:todo]("참치, 김치")'],
  ["wipe everything off my list", "[system:todo] {todos: []}"],
  ["장볼거 싹 다 비워줘", "[system:todo] {todos: []}"],
  ["forget the milk, we have plenty", "[system:todo] {remove: 4}"],
  ["계란은 메추리알로 바꿔줘", '[system:todo] {rename: 2, to: "메추리알"}'],
  ["우유 샀고 계란도 샀음", "[system:todo] {done: 2}\n[system:todo] {done: 1}"],
  ["i got the milk too", "[system:todo] {done: 4}"],
  ["내가 뭐 기억하라고 했지?", "[source:recent]"],
  ["what do you have stored about me", "[source:recent]"],
  ["inbox/memo.txt can u summarise this", '[system:read]("inbox/memo.txt") >> [system:summarize]'],
  [
    "민호 생일 3월 15일이야 기억해",
    '[source:memory_delete] {id: 4} >> [source:save_memory]("민호 생일 3월 15일이야")',
  ],
  [
    "민호 생일 아니고 15일이야",
    '[source:memory_delete] {id: 4} >> [source:save_memory]("민호 생일 3월 15일")',
  ],
  ["민호 생일 지워줘", "[source:memory_delete] {id: 4}"],
  [
    "moved the car, now its on b1 spot 12",
    '[source:memory_delete] {id: 3} >> [source:save_memory]("i parked on b1 spot 12")',
  ],
  ["forget where i parked", "Forget **i parked on level b3 spot 41**? [Forget it]"],
  ["택배 12월 1일 온다고 기억해줘", '[source:save_memory]("택배 12월 1일 온다")'],
  ["회사 노트북 비번 qwer12!? 기억해", '[source:save_memory]("회사 노트북 비번 qwer12!?")'],
  ["wifi password is bluewhale77", '[source:save_memory]("wifi password is bluewhale77")'],
];

for (const [message, plan] of CASES)
  test(`what is said of one's own things is read: ${message}`, () => {
    assert.equal(shown(message), plan);
  });

test("what is said after an addition or the list belongs to it", () => {
  const after = (said: string, ...before: string[]) => {
    const plan = readThing(said, KNOWN, before);
    return plan?.kind === "program" ? plan.code : "";
  };
  assert.equal(after("and eggs", "add rice"), '[system:todo]("eggs")');
  assert.equal(after("also dog food", "add rice", "and eggs"), '[system:todo]("dog food")');
  assert.equal(after("대파도", "쌀 추가"), '[system:todo]("대파")');
  assert.equal(after("and eggs", "weather in Busan"), "");
  assert.equal(after("also what's the time", "add rice"), "");
  assert.equal(after("1번 삭제", "할일 보여줘"), "[system:todo] {remove: 1}");
  assert.equal(after("1번 삭제", "알림 보여줘"), "");
});

test("what is going to be told is asked for, not kept", () => {
  const plan = readThing("노트북 비번 알려줄게 기억해", KNOWN);
  assert.match(plan?.kind === "program" ? plan.code : "", /ask_user.*노트북 비번”에 대해 뭐라고/u);
});

test("all files are deleted by one program, which asks by itself", () => {
  assert.match(
    shown("delete all my files"),
    /^\[each: \$file in \["[^\]]+"\], max: 100\] \{ \[system:delete\]\("\$file"\) \}$/u,
  );
});

const OTHERS = [
  "spilled milk",
  "우유 쏟았어",
  "save the news to list.txt",
  "save this to list.txt",
  "don't delete list.txt",
  "장보기.txt 지우지 마",
  "if it rains delete list.txt",
  "delete list.txt, never mind",
  "delete list.txt and send milk to Mina",
  "what was the weather yesterday",
  "remind me to buy milk at 5",
  "add a reminder for tomorrow",
  "forget it",
  "민수한테 우유 샀다고 전해줘",
  "what's the capital of france",
];

for (const message of OTHERS)
  test(`a message about anything else is left to others: ${message}`, () => {
    assert.equal(shown(message), "");
  });

test("nothing is read for somebody of whom nothing may be known", () => {
  assert.equal(readThing("add milk", undefined), undefined);
});
