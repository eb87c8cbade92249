import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { runCode } from "../../../src/app/local-owner.ts";
import { openPhone, type TestPhone } from "../../support/phone/phone.ts";
import { freshState, screenOf } from "../../support/phone/state.ts";
import { openProgramHouse, type ProgramHouse } from "../../support/program-house.ts";

let device: TestPhone;
let house: ProgramHouse;
before(async () => {
  device = await openPhone();
  house = await openProgramHouse({}, {}, { ANDROID_ADB_SERVER_PORT: String(device.port) });
});
after(async () => {
  await house.close();
  await device.close();
});

/** Runs a program with a press on every card; gives its text, the code of its failure, the cards and what was done to the phone. */
async function performed(source: string) {
  const count = device.done().length;
  const { envelope, pressed } = await house.perform(source);
  const [statement] = envelope.statements;
  return {
    text: statement?.ok === true ? (statement.text ?? "") : "",
    code: statement?.error?.code,
    value: envelope.value,
    pressed,
    done: device.done().slice(count),
  };
}

function reset(): void {
  device.change((state) => Object.assign(state, freshState()));
}

/** What only reads asks nobody, and says what it found. */
const READING: readonly (readonly [string, RegExp])[] = [
  ["[interface:devices]", /SM-S921N.*✅/],
  ["[interface:list]", /SM-S921N/],
  ["[interface:android_info]", /samsung SM-S921N.*Android 15[\s\S]*83% ⚡ · 29\.1°C/],
  ["[interface:get]", /Android 15/],
  ['[interface:get]() {type: "status"}', /🔊 7\/15[\s\S]*37\.5665, 126\.978/],
  ["[interface:manager]", /메시지, 통화, 연락처를 볼 수 있어요/],
  ['[interface:read]() {type: "sms"}', /15881234[\s\S]*100% 할인[\s\S]*2층 ⏎ 늦지 마세요/],
  ['[interface:read]() {type: "mms"}', /821099998888.*사진 보냈어요/],
  ['[interface:read] {box: "all"}', /사진 보냈어요[\s\S]*→.*네, 알겠습니다/],
  ['[interface:search]("회의")', /오늘 회의는 3시/],
  ['[interface:search]("o\'neil") {type: "contacts"}', /Ben O'Neil/],
  ['[interface:search]("보내기") {type: "ui"}', /Button "보내기" \[e3\]/],
  ['[interface:list]() {type: "contacts"}', /김민지[\s\S]*010-1234-5678/],
  ['[interface:list]() {type: "apps"}', /com\.example\.maps · 152\.\d MB · 1시간 2분/],
  ['[interface:list]() {type: "notifications"}', /민지.*저녁에 봐 \(7시\)/],
  ['[interface:get]() {type: "call_log"}', /15881234.*부재중[\s\S]*김민지.*받음/],
  ['[interface:get]("com.example.maps") {type: "app"}', /3\.1\.4[\s\S]*CAMERA/],
  ['[interface:get]() {type: "app_sizes"}', /com\.example\.maps: 152/],
  ['[interface:get]() {type: "app_usage"}', /com\.example\.maps: 1시간 2분/],
  ['[interface:get]() {type: "screen"}', /1080 × 2400 · 420 dpi/],
  ['[interface:get]() {type: "hierarchy"}', /EditText "보낼 글" \[e2\] ✎/],
  ["[interface:list_apps]", /^- com\.example\.maps$/],
  ["[interface:permissions]", /✅ 메시지/],
  ['[interface:delete_mms]("사진")', /아직 지우지 않았어요[\s\S]*사진 보냈어요/],
];

for (const [source, found] of READING)
  test(`${source} reads and asks nobody`, async () => {
    const { text, code, pressed, done } = await performed(source);
    assert.equal(code, undefined);
    assert.match(text, found);
    assert.deepEqual([pressed, done], [[], []]);
  });

/** What acts asks, with a picture, and does just that. */
const ACTING: readonly (readonly [string, readonly (readonly string[])[]])[] = [
  ["[interface:control] {x: 5, y: 6}", [["input", "tap", "5", "6"]]],
  [
    '[interface:control]() {type: "swipe", x1: 1, y1: 2, x2: 3, y2: 4}',
    [["input", "swipe", "1", "2", "3", "4", "300"]],
  ],
  ['[interface:control]("홈") {type: "key"}', [["input", "keyevent", "KEYCODE_HOME"]]],
  [
    '[interface:control]() {type: "long_press", x: 5, y: 6}',
    [["input", "swipe", "5", "6", "5", "6", "1000"]],
  ],
  ['[interface:control]("보내기") {type: "find_tap"}', [["input", "tap", "1000", "2200"]]],
  [
    '[interface:control]("maps") {type: "open_app"}',
    [["monkey", "-p", "com.example.maps", "-c", "android.intent.category.LAUNCHER", "1"]],
  ],
  ['[interface:type_text]("hi there")', [["input", "text", "hi%sthere"]]],
  ['[interface:send]("hi") {type: "text"}', [["input", "text", "hi"]]],
  [
    '[interface:call]("010-1234-5678")',
    [["am", "start", "-a", "android.intent.action.CALL", "-d", "tel:01012345678"]],
  ],
  ["[interface:end_call]", [["input", "keyevent", "KEYCODE_ENDCALL"]]],
  [
    '[interface:delete]("3")',
    [["content", "delete", "--uri", "content://sms", "--where", "_id IN (3)"]],
  ],
  [
    '[interface:delete]("51") {type: "call_log"}',
    [["content", "delete", "--uri", "content://call_log/calls", "--where", "_id=51"]],
  ],
  [
    '[interface:delete]() {type: "messages", sms_ids: ["1"], mms_ids: ["11"]}',
    [
      ["content", "delete", "--uri", "content://sms", "--where", "_id IN (1)"],
      ["content", "delete", "--uri", "content://mms", "--where", "_id IN (11)"],
    ],
  ],
  [
    '[interface:delete]("사진") {type: "mms", dry_run: false}',
    [["content", "delete", "--uri", "content://mms", "--where", "_id IN (11)"]],
  ],
  ['[interface:uninstall]("com.example.maps")', [["pm", "uninstall", "com.example.maps"]]],
];

for (const [source, done] of ACTING)
  test(`${source} asks with a card, and does that`, async () => {
    const result = await performed(source);
    reset();
    assert.deepEqual([result.code, result.pressed.length], [undefined, 1]);
    assert.deepEqual(result.done, done);
  });

test("a text is written in the phone's app, sent by its button and found among what was sent", async () => {
  const { text, pressed } = await performed(
    '[interface:send]("010-1234-5678") {message: "곧 도착해요"}',
  );
  const sent = device.state().rows["content://sms"]?.at(-1);
  reset();
  assert.match(text, /01012345678.*번호로 문자를 보냈어요/);
  assert.equal(pressed.length, 1);
  assert.deepEqual([sent?.["address"], sent?.["body"]], ["01012345678", "곧 도착해요"]);
});

test("the card of a tap shows the screen with the place marked", async () => {
  let picture: Buffer | undefined;
  const count = device.done().length;
  await runCode(house.parts, "[interface:tap] {x: 540, y: 1200}", {
    answer: async ({ card }) => {
      picture = card.picture && readFileSync(card.picture.path);
      return { state: "denied" };
    },
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  assert.ok(picture !== undefined);
  assert.equal(picture.readUInt32BE(20), 1280); // as tall as is looked at
  assert.deepEqual(device.done().slice(count), []);
});

test("a reference of the screen is tapped while it is there, and refused when it is not", async () => {
  await performed("[interface:hierarchy]");
  const there = await performed('[interface:tap] {ref: "e3"}');
  assert.deepEqual(there.done, [["input", "tap", "1000", "2200"]]);
  device.change((state) => {
    state.ui = screenOf([{ text: "취소", class: "android.widget.Button", bounds: "[0,0][10,10]" }]);
  });
  const gone = await performed('[interface:tap] {ref: "e3"}');
  reset();
  assert.deepEqual([gone.code, gone.done], ["stale-reference", []]);
});

test("a file of the chat goes to the phone and one of the phone into the chat, and no path leads elsewhere", async () => {
  writeFileSync(house.filePath("note.txt"), "메모");
  const put = await performed('[interface:send]("note.txt") {type: "file"}');
  assert.equal(put.pressed.length, 1);
  assert.equal(readFileSync(device.storage("Download/note.txt"), "utf8"), "메모");
  const got = await performed(
    '[interface:pull_file]("/sdcard/Download/note.txt") {local_path: "back.txt"}',
  );
  assert.equal(got.code, undefined);
  assert.equal(readFileSync(house.filePath("back.txt"), "utf8"), "메모");
  for (const path of ["/etc/passwd", "/sdcard/../etc/passwd", "note.txt"])
    assert.equal((await performed(`[interface:pull_file]("${path}")`)).code, "phone-path");
});

test("pictures of the screen are shown, and kept where that is asked", async () => {
  assert.equal((await performed("[interface:android_screenshot]")).code, undefined);
  const kept = await performed("[interface:capture]");
  assert.match(String((kept.value as { path?: string }).path), /^phone-\d{14}\.png$/);
});

test("rights that the phone keeps back are asked for and given", async () => {
  device.change((state) => {
    state.denied = ["READ_SMS"];
  });
  assert.equal((await performed("[interface:sms_list]")).code, "phone-denied");
  assert.match((await performed("[interface:permissions]")).text, /❌ 메시지/);
  assert.match((await performed("[interface:grant_permissions]")).text, /볼 수 있어요/);
  assert.equal((await performed("[interface:sms_list]")).code, undefined);
  reset();
});

test("without a phone every action says how to connect one", async () => {
  await device.unplug();
  for (const source of [
    "[interface:sms_list]",
    "[interface:hierarchy]",
    "[interface:tap] {x: 1, y: 2}",
  ]) {
    const { code } = await performed(source);
    assert.ok(code === "no-phone" || code === "phone-gone", `${source}: ${code}`);
  }
});
