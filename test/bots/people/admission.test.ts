import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { ANN, BEN, CHO, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";
import type { EventFacts } from "../../support/recording-adapter.ts";
import { answer } from "../../support/scripted-assistant.ts";

const CHOS = "telegram:3";
const MINUTE_MS = 60_000;

/** Cho writes; what the bot said back since. */
async function choSays(house: House, text: string, facts: EventFacts = {}): Promise<string> {
  const before = house.adapter.texts(CHOS).length;
  await house.adapter.say(CHO, text, facts);
  await settled();
  return house.adapter.texts(CHOS).slice(before).join("\n");
}

/** A house that nobody has claimed. */
async function openUnclaimed(): Promise<House> {
  const house = await openHouse();
  house.database.exec(
    "DELETE FROM identities WHERE platform = 'telegram'; DELETE FROM people WHERE id IN (SELECT person_id FROM chats); DELETE FROM chats;",
  );
  return house;
}

test("the first one with the code becomes the owner and is greeted", async () => {
  const house = await openUnclaimed();
  const code = house.people.newClaimCode();
  assert.match(await choSays(house, "안녕"), /^아직 주인이 없어요/);
  assert.match(await choSays(house, `/claim ${code.toLowerCase()}`), /Cho님이 주인이에요/);
  const owner = personOf(house, CHO);
  assert.deepEqual([owner.role, owner.language], ["owner", "ko"]);
  assert.deepEqual(house.updates.chatsOf(owner.id), [CHOS]);
});

test("Telegram's start button with the code claims too, and a code works once", async () => {
  const house = await openUnclaimed();
  const code = house.people.newClaimCode();
  await house.adapter.say(BEN, `/start ${code}`);
  await settled();
  assert.equal(personOf(house, BEN).role, "owner");
  assert.match(await choSays(house, `/claim ${code}`), /맞지 않거나 이미 쓰였어요/);
  assert.equal(personOf(house, CHO), undefined);
});

test("a forwarded code claims nothing", async () => {
  const house = await openUnclaimed();
  const code = house.people.newClaimCode();
  const said = await choSays(house, `/claim ${code}`, { isForwarded: true });
  assert.match(said, /^아직 주인이 없어요/);
  assert.equal(personOf(house, CHO), undefined);
});

test("five wrong codes within an hour lock the account's claims for an hour", async () => {
  const house = await openUnclaimed();
  const code = house.people.newClaimCode();
  const at = (minutes: number): EventFacts => ({ sentAtMs: minutes * MINUTE_MS });
  for (let count = 0; count < 4; count += 1)
    assert.match(await choSays(house, "/claim AAAA-AAAA", at(count)), /맞지 않거나/);
  assert.match(await choSays(house, "/claim AAAA-AAAA", at(4)), /한 시간 동안 받지 않아요/);
  assert.match(await choSays(house, `/claim ${code}`, at(5)), /한 시간 동안/);
  assert.equal(personOf(house, CHO), undefined);
  await house.adapter.say(BEN, "/claim BBBB-BBBB", at(6));
  await settled();
  assert.match(house.adapter.texts("telegram:2").at(-1)!, /wrong or was used/);
  assert.match(await choSays(house, `/claim ${code}`, at(64)), /주인이에요/);
});

test("wrong codes that are far apart do not lock", async () => {
  const house = await openUnclaimed();
  for (let count = 0; count < 8; count += 1) {
    const said = await choSays(house, "/claim AAAA-AAAA", { sentAtMs: count * 20 * MINUTE_MS });
    assert.match(said, /맞지 않거나/);
  }
});

test("a stranger learns how to ask, the owner gets one card, and both are notified of the admission", async () => {
  const house = await openHouse();
  assert.match(await choSays(house, "hello"), /주인에게 물어봤어요/);
  assert.match(await choSays(house, "hello?"), /아직 주인의 답을/);
  assert.deepEqual(house.assistant.turns, []);
  assert.equal(house.adapter.texts("telegram:1").length, 1);
  assert.match(
    house.adapter.withButton("Let in").text,
    /^👋 \*\*Cho\*\* would like in\nTelegram · ID …3 · “hello”$/,
  );
  await house.adapter.press(ANN, "Let in");
  await settled();
  assert.match(house.adapter.texts("telegram:1").join(), /^✅ Cho is in · \[.*\]\(time:.*\)$/);
  assert.match(house.adapter.texts(CHOS).at(-1)!, /^들어오셨어요 🎉/);
  const cho = personOf(house, CHO);
  assert.deepEqual([cho.role, cho.language], ["member", "ko"]);
  assert.deepEqual(house.updates.chatsOf(cho.id), [CHOS]);
  house.assistant.onAnswer = () => answer("Hi");
  assert.equal(await choSays(house, "hello"), "Hi");
});

test("a refused stranger is notified and stays without access", async () => {
  const house = await openHouse();
  await choSays(house, "hello");
  await house.adapter.press(ANN, "Deny");
  await settled();
  assert.match(
    house.adapter.texts(CHOS).at(-1)!,
    /^이번엔 안 된대요\. .+ 뒤에 다시 물어봐 주세요\.$/,
  );
  assert.match(house.adapter.texts("telegram:1").join(), /^✖️ Cho was not let in · Ann$/);
  assert.equal(personOf(house, CHO), undefined);
});

test("an access request expires after a week and the person is notified", async () => {
  const house = await openHouse();
  await choSays(house, "hello");
  house.clock.set("2026-11-30T00:00:00Z");
  house.dispatcher.expireApprovals();
  await settled();
  await house.clock.advance(1000);
  assert.match(house.adapter.texts(CHOS).at(-1)!, /^주인이 답하지 않았어요/);
  assert.match(house.adapter.texts("telegram:1").join(), /^⌛ No answer, so Cho is not in\.$/);
});

test("a member's press on the owner's card admits nobody", async () => {
  const house = await openHouse();
  await choSays(house, "hello");
  await house.adapter.press(BEN, "Let in");
  await house.adapter.press(CHO, "Let in");
  await settled();
  assert.deepEqual(house.adapter.notes, ["That's for an owner.", "아직 이 봇을 쓸 수 없어요."]);
  assert.equal(personOf(house, CHO), undefined);
  assert.equal(house.adapter.withButton("Let in").chatKey, "telegram:1");
});

test("a stranger in a group is not answered, whatever they write", async () => {
  const house = await openHouse();
  const chat = { platform: "telegram", chatId: "-5", isPrivate: false };
  const code = house.people.newClaimCode();
  await house.adapter.say(CHO, `/claim ${code}`, { chat });
  await settled();
  assert.deepEqual(house.adapter.calls, []);
  assert.equal(personOf(house, CHO), undefined);
});

test("a stranger whose platform tells no language is spoken to in the local owner's", async () => {
  const house = await openHouse();
  house.people.change("person_local", { language: "ko" });
  await house.adapter.say({ id: "9", name: "Dia" }, "hello");
  await settled();
  assert.match(house.adapter.texts("telegram:9").join(), /주인에게 물어봤어요/);
});

const OTHER_BEN: Sender = {
  id: "7714821",
  name: "ben\u200b ",
  username: "ben_h",
  languageTag: "en",
};

test("who asks to come in is shown with user name, platform and the end of the id, and a warning where the name is taken", async () => {
  const house = await openHouse();
  await house.adapter.say({ ...BEN, username: "ben_k" }, "/help");
  await house.adapter.say(OTHER_BEN, "hello");
  await settled();
  const { text } = house.adapter.withButton("Let in");
  const [head, account, warning] = text.split("\n");
  assert.match(head ?? "", /^👋 \*\*ben\S* ?\*\* @ben\\?_h would like in$/);
  assert.equal(account, "Telegram · ID …4821 · “hello”");
  assert.match(
    warning ?? "",
    /^⚠️ Someone of the same name is in already: \*\*Ben\*\* @ben\\?_k \(Telegram · ID …2\)$/,
  );
  await choSays(house, "hello");
  const card = house.adapter.shown.findLast(({ text: each }) => each.includes("Cho"))!;
  assert.doesNotMatch(card.text, /⚠️/);
});

test("people of one name are told apart in the list and in what its buttons open", async () => {
  const house = await openHouse();
  await house.adapter.say({ ...BEN, username: "ben_k" }, "/help");
  const ben = { ...OTHER_BEN, name: "Ben" };
  await house.adapter.say(ben, "hello");
  await settled();
  await house.adapter.press(ANN, "Let in");
  await settled();
  await house.adapter.say({ ...ben, username: "ben_new" }, "/help");
  await house.adapter.say(ANN, "/people ben");
  await settled();
  const list = house.adapter.withButton("2");
  assert.match(list.text, /1\. \*\*Ben\*\* @ben\\?_k · member · Telegram · ID …2/);
  assert.match(list.text, /2\. \*\*Ben\*\* @ben\\?_new · member · Telegram · ID …4821/);
  await house.adapter.press(ANN, "2");
  await settled();
  assert.match(house.adapter.withButton("Put out").text, /@ben\\?_new/);
  assert.equal(house.people.nameOf(personOf(house, ANN).id), "Ann");
});
