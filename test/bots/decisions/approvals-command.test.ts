import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { settled } from "../../support/manual-clock.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };

/** So many programs of Ann's that wait for her, asked in her private chat or in `chatKey`. */
async function houseWith(count: number, chatKey = "telegram:1"): Promise<House> {
  const house = await openHouse();
  house.clock.set("2026-11-21T10:00:00Z");
  for (let index = 1; index <= count; index += 1)
    house.waitingRun(personOf(house, ANN), chatKey, {
      kind: "approval",
      origin: `test:${index}`,
      card: { prompt: `Water plant ${index}?` },
    });
  return house;
}

async function says(house: House, text: string): Promise<void> {
  await house.adapter.say(ANN, text);
  await settled();
}

async function presses(house: House, label: string, who = ANN): Promise<void> {
  await house.adapter.press(who, label);
  await settled();
}

function shown(house: House) {
  const message = house.adapter.shown.at(-1)!;
  return {
    lines: message.text.split("\n"),
    labels: message.buttons.map((row) => row.map(({ label }) => label).join(" ")),
  };
}

test("one approval comes as its card alone, and several as a list that turns in place", async () => {
  const house = await houseWith(1);
  const before = house.adapter.shown.length;
  await says(house, "/approvals");
  assert.equal(house.adapter.shown.length, before + 1);
  assert.match(shown(house).lines[0] ?? "", /Water plant 1\?/);
  const many = await houseWith(6);
  await says(many, "/approvals");
  const { lines, labels } = shown(many);
  assert.equal(lines[0], "✋ Waiting for you: 6");
  assert.match(
    lines[1] ?? "",
    /^1\. .*Water plant 1\?.* · until \[Sat, Nov 21, 10:01 AM\]\(time:\d+:f\)$/,
  );
  assert.deepEqual(labels, ["1 2", "3 More"]);
  const count = many.adapter.shown.length;
  await presses(many, "More");
  assert.match(shown(many).lines[1] ?? "", /^4\. .*Water plant 4/);
  assert.deepEqual(shown(many).labels, ["4 5", "6 Back to the first"]);
  assert.equal(many.adapter.shown.length, count);
});

test("a press brings the card with working buttons, and the list follows what was decided", async () => {
  const house = await houseWith(7);
  await says(house, "/approvals 3");
  await presses(house, "7");
  assert.equal(house.adapter.notes.at(-1), "Its card is below.");
  assert.match(shown(house).lines.join("\n"), /Water plant 7/);
  await presses(house, "Approve");
  assert.deepEqual(
    house.approvals.pending().map(({ card }) => card.prompt?.at(-2)),
    ["1", "2", "3", "4", "5", "6"],
  );
  await presses(house, "7");
  assert.equal(house.adapter.notes.at(-1), "It was decided since, or its time is over.");
});

test("in a group a list's buttons work only for the person who asked for it", async () => {
  const house = await houseWith(6, "telegram:-5");
  await house.adapter.say(ANN, "/approvals", { chat: GROUP });
  await settled();
  const before = shown(house);
  await presses(house, "More", BEN);
  assert.deepEqual(shown(house), before);
  assert.equal(house.adapter.notes.at(-1), "It was decided since, or its time is over.");
  await presses(house, "More");
  assert.match(shown(house).lines[1] ?? "", /^4\. /);
});
