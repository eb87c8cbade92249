import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import {
  listPackages,
  openApp,
  packageOf,
  readApp,
  readRights,
  readSizes,
  readUse,
  uninstallApp,
} from "../../../src/drivers/adb/apps.ts";
import {
  deleteMessages,
  readAllMessages,
  readMms,
  readSms,
} from "../../../src/drivers/adb/messages.ts";
import {
  deleteCall,
  deleteContact,
  readCalls,
  readContacts,
} from "../../../src/drivers/adb/people.ts";
import { createPhones, type Phone, type Phones } from "../../../src/drivers/adb/phones.ts";
import {
  findElements,
  middleOf,
  readScreen,
  readSize,
  sameElement,
  swipe,
  tap,
} from "../../../src/drivers/adb/screen.ts";
import { createAdbServer } from "../../../src/drivers/adb/server.ts";
import { readModel, readNotifications, readStatus } from "../../../src/drivers/adb/status.ts";
import { typeText } from "../../../src/drivers/adb/typing.ts";
import { openPhone, type TestPhone } from "../../support/phone/phone.ts";
import { freshState, screenOf } from "../../support/phone/state.ts";

const SIGNAL = new AbortController().signal;
let device: TestPhone;
let phones: Phones;
let phone: Phone;
before(async () => {
  device = await openPhone();
  phones = createPhones(createAdbServer({ port: device.port }));
  phone = await phones.open(undefined, SIGNAL);
});
after(() => device.close());

/** What was done to the phone while work ran. */
async function doneBy(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  const count = device.done().length;
  await work();
  return device.done().slice(count);
}

function reset(): void {
  device.change((state) => Object.assign(state, freshState()));
}

test("the one phone is found by itself and by its id, and another id is refused", async () => {
  assert.deepEqual(await phones.list(SIGNAL), [{ id: device.id, state: "device" }]);
  assert.equal(phone.id, device.id);
  assert.equal((await phones.open(device.id, SIGNAL)).id, device.id);
  await assert.rejects(phones.open("nobody", SIGNAL), { code: "no-such-phone" });
});

test("model, battery, storage, volume and place are read", async () => {
  assert.deepEqual(await readModel(phone), { model: "SM-S921N", maker: "samsung", android: "15" });
  assert.deepEqual(await readStatus(phone), {
    batteryPercent: 83,
    isCharging: true,
    batteryTemperature: 29.1,
    storageBytes: 102_400_000,
    freeBytes: 61_440_000,
    volume: 7,
    loudest: 15,
    latitude: 37.5665,
    longitude: 126.978,
  });
});

test("messages of every kind come newest first, with line breaks and commas in them", async () => {
  const all = await readAllMessages(phone, { box: "all" }, { limit: 10 });
  assert.deepEqual(
    all.map(({ id, kind, number, text, isSent }) => [id, kind, number, text, isSent]),
    [
      ["3", "sms", "15881234", "[광고] 100% 할인", false],
      ["11", "mms", "+821099998888", "사진 보냈어요", false],
      ["2", "sms", "01012345678", "네, 알겠습니다", true],
      ["1", "sms", "+821012345678", "오늘 회의는 3시, 2층\n늦지 마세요", false],
    ],
  );
  const inbox = await readAllMessages(phone, { box: "inbox" }, { limit: 1, offset: 1 });
  assert.deepEqual(
    inbox.map(({ id }) => id),
    ["11"],
  );
});

test("a search takes signs of SQL and of the shell as letters", async () => {
  const found = async (holds: string) =>
    (await readSms(phone, { holds }, { limit: 9 })).map(({ id }) => id);
  assert.deepEqual(await found("100%"), ["3"]);
  assert.deepEqual(await found("1_0"), []);
  assert.deepEqual(await found("' OR '1'='1"), []);
  assert.deepEqual(await found('"; touch /sdcard/x; echo "$(id)`id`'), []);
  assert.throws(() => readFileSync(device.storage("x")), { code: "ENOENT" });
  assert.deepEqual(
    (await readMms(phone, { holds: "사진" }, { limit: 9 })).map(({ id }) => id),
    ["11"],
  );
});

test("a message cannot pretend to be another message", async () => {
  device.change(({ rows }) => {
    rows["content://sms"]?.push({
      ...{ _id: 9, date: Date.UTC(2026, 10, 21), type: 1, address: "666" },
      body: "hi\nRow: 1 _id=8, date=1795000000000, type=1, address=15440000\nRow: 1 _id=8, date=1795000000000, body=은행입니다",
    });
  });
  const read = await readSms(phone, {}, { limit: 2 });
  reset();
  assert.deepEqual(
    read.map(({ id, number }) => [id, number]),
    [
      ["9", "666"],
      ["3", "15881234"],
    ],
  );
  assert.match(read[0]?.text ?? "", /은행입니다$/);
});

test("what is deleted is gone, and a phone that keeps it is found out", async () => {
  assert.deepEqual(await deleteMessages(phone, "sms", [1, 2]), []);
  assert.deepEqual(
    (await readSms(phone, {}, { limit: 9 })).map(({ id }) => id),
    ["3"],
  );
  device.change((state) => {
    state.keeps = true;
  });
  assert.deepEqual(await deleteMessages(phone, "sms", [3]), ["3"]);
  assert.equal(await deleteCall(phone, 51), false);
  reset();
  assert.equal(await deleteCall(phone, 51), true);
  assert.equal(await deleteContact(phone, 5), false); // the test's phone keeps numbers and contacts apart
  reset();
});

test("contacts and calls are read and searched", async () => {
  assert.deepEqual(await readContacts(phone, { holds: "o'neil", limit: 9 }), [
    { id: "6", name: "Ben O'Neil", number: "+1 555 0100" },
  ]);
  assert.deepEqual(await readCalls(phone, { type: "missed", limit: 9 }), [
    {
      id: "52",
      number: "15881234",
      name: "",
      type: "missed",
      durationSeconds: 0,
      atMs: Date.UTC(2026, 10, 20, 3),
    },
  ]);
});

test("a right that is missing is told, and not taken for an empty list", async () => {
  device.change((state) => {
    state.denied = ["READ_SMS"];
  });
  await assert.rejects(readSms(phone, {}, { limit: 1 }), { code: "phone-denied" });
  const rights = await readRights(phone);
  reset();
  assert.deepEqual(
    rights.filter(({ isGranted }) => !isGranted).map(({ right }) => right),
    ["READ_SMS"],
  );
});

test("apps are listed, measured, opened and removed", async () => {
  assert.deepEqual(await listPackages(phone, true), ["com.example.maps"]);
  assert.deepEqual(
    (await readSizes(phone)).map(({ app, dataBytes }) => [app, dataBytes]),
    [
      ["com.example.maps", 30_000_000],
      ["com.android.settings", 1_000_000],
    ],
  );
  assert.deepEqual(await readUse(phone), [
    { app: "com.example.maps", seconds: 3723, last: "2026-11-20 11:00:00" },
  ]);
  assert.deepEqual((await readApp(phone, "com.example.maps")).permissions, ["CAMERA"]);
  assert.equal(await packageOf(phone, "maps"), "com.example.maps");
  await assert.rejects(packageOf(phone, "no such"), { code: "no-such-app" });
  assert.deepEqual(await doneBy(() => openApp(phone, "com.example.maps")), [
    ["monkey", "-p", "com.example.maps", "-c", "android.intent.category.LAUNCHER", "1"],
  ]);
  await assert.rejects(uninstallApp(phone, "com.android.settings"), { code: "system-app" });
  await uninstallApp(phone, "com.example.maps");
  assert.deepEqual(await listPackages(phone, true), []);
  reset();
});

test("the screen is seen as a picture and as elements, whose references notice a change", async () => {
  const picture = await phone.screen();
  assert.deepEqual(Buffer.from(picture.subarray(1, 4)).toString(), "PNG");
  assert.deepEqual(await readSize(phone), { width: 1080, height: 2400, density: 420 });
  const seen = await readScreen(phone);
  assert.deepEqual(
    seen.map(({ ref, kind, label }) => `${ref} ${kind} ${label}`),
    ["e1 TextView 받은 메시지", "e2 EditText 보낼 글", "e3 Button 보내기"],
  );
  const [send] = findElements(seen, "보내기");
  assert.deepEqual(send && middleOf(send), { x: 1000, y: 2200 });
  assert.equal(sameElement(send, await readScreen(phone), "e3").label, "보내기");
  device.change((state) => {
    state.ui = screenOf([
      { text: "취소", class: "android.widget.Button", bounds: "[940,2140][1060,2260]" },
    ]);
  });
  const now = await readScreen(phone);
  reset();
  assert.throws(() => sameElement(send, now, "e3"), { code: "stale-reference" });
});

test("taps, swipes and typed text arrive as they were given", async () => {
  const done = await doneBy(async () => {
    await tap(phone, { x: 3, y: 4 });
    await swipe(phone, { from: { x: 1, y: 2 }, to: { x: 3, y: 4 }, durationMs: 50 });
    await typeText(phone, 'it\'s 100%sure; $(id) "`x`"\nnext');
  });
  assert.deepEqual(done, [
    ["input", "tap", "3", "4"],
    ["input", "swipe", "1", "2", "3", "4", "50"],
    ["input", "text", "it's%s100%"],
    ["input", "text", 'sure;%s$(id)%s"`x`"'],
    ["input", "keyevent", "KEYCODE_ENTER"],
    ["input", "text", "next"],
  ]);
  reset();
});

test("Korean is typed by the ADB keyboard, whose place the person's own takes again; without it a sentence says so", async () => {
  await assert.rejects(typeText(phone, "안녕하세요"), { code: "needs-keyboard" });
  device.change((state) => {
    state.keyboards.push("com.android.adbkeyboard/.AdbIME");
  });
  await typeText(phone, "안녕하세요 '여러분'");
  const { typed, keyboard } = device.state();
  reset();
  assert.equal(typed, "안녕하세요 '여러분'");
  assert.equal(keyboard, "com.samsung.honeyboard/.service.HoneyBoardService");
});

test("notifications are read; those without words are left out", async () => {
  assert.deepEqual(await readNotifications(phone), [
    { app: "com.kakao.talk", title: "민지", text: "저녁에 봐 (7시)", atMs: 1_795_143_600_000 },
  ]);
});

test("files go to the phone and come back, and one that is too large does not", async () => {
  const bytes = Buffer.from("가나다\0\r\n");
  await phone.push(bytes, "/sdcard/Download/it's $x.bin");
  assert.deepEqual(readFileSync(device.storage("Download/it's $x.bin")), bytes);
  assert.deepEqual(Buffer.from(await phone.pull("/sdcard/Download/it's $x.bin", 1000)), bytes);
  await assert.rejects(phone.pull("/sdcard/Download/it's $x.bin", 3), { code: "file-too-large" });
  await assert.rejects(phone.pull("/sdcard/none", 1000), { code: "file-missing" });
});

test("an address is checked before anything is sent, and one where nothing listens is told", async () => {
  for (const address of ["", "a b", "1.2.3.4:99999", "host:5555:x", "shell:id"])
    await assert.rejects(
      phones.connect({ address }, SIGNAL),
      { code: "bad-phone-address" },
      address,
    );
  await assert.rejects(phones.connect({ address: "127.0.0.1:1" }, SIGNAL), {
    code: "phone-unreachable",
  });
  assert.equal(await phones.connect({ address: device.id }, SIGNAL), device.id);
});

test("a call that is stopped ends at once", async () => {
  const stop = new AbortController();
  const opened = await phones.open(undefined, stop.signal);
  const waiting = opened.wait(60_000);
  stop.abort(new DOMException("stop", "AbortError"));
  await assert.rejects(waiting, { name: "AbortError" });
  await assert.rejects(opened.screen(), { name: "AbortError" });
});

test("without a phone, and without adb, a sentence says what to do", async () => {
  await device.unplug();
  await assert.rejects(phones.open(undefined, SIGNAL), (error: { code: string }) =>
    ["no-phone", "phone-gone"].includes(error.code),
  );
  const none = createPhones(createAdbServer({ port: 1 }));
  await assert.rejects(none.open(undefined, SIGNAL), { code: "needs-adb" });
});
