import assert from "node:assert/strict";
import { test } from "node:test";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { ANN, BEN, type House, openHouse, personOf } from "../../support/bots-house.ts";
import { catalogueOf } from "../../support/catalogue.ts";
import { presses, says } from "../../support/list-talk.ts";

const GROUP = { platform: "telegram", chatId: "-5", isPrivate: false };
const CATALOGUE = catalogueOf({
  system: {
    time: {},
    run_pipeline: { target: "workflow", params: { workflow: { type: "string" } } },
  },
});
const KEPT = { isTainted: false };

/** Ann's workflows, each of which tells the time. */
async function houseWith(...names: readonly string[]): Promise<House> {
  const house = await openHouse({ catalogue: CATALOGUE });
  for (const name of names) save(house, name, {});
  return house;
}

function save(house: House, name: string, definition: Readonly<Record<string, string>>): void {
  const body = { pipeline: "[system:time]", description: `tells ${name}`, ...definition };
  house.workflows.save(personOf(house, ANN).id, name, body, KEPT);
}

test("workflows are listed a page at a time, and the list turns in place", async () => {
  const house = await houseWith("a", "b", "c", "d", "e", "f");
  const first = await says(house, "/workflows");
  assert.equal(first.lines[0], "⚙️ **Workflows** (6)");
  assert.equal(first.lines[1], "1. **a** ✍️ · tells a");
  assert.equal(first.lines.length, 4);
  assert.deepEqual(first.labels, ["1 2", "3 More"]);
  const count = house.adapter.shown.length;
  const second = await presses(house, "More");
  assert.deepEqual(second.lines.slice(1), [
    "4. **d** ✍️ · tells d",
    "5. **e** ✍️ · tells e",
    "6. **f** ✍️ · tells f",
  ]);
  assert.deepEqual(second.labels, ["4 5", "6 Back to the first"]);
  assert.equal(house.adapter.shown.length, count);
  assert.deepEqual((await says(house, "/workflows 2")).lines, second.lines);
});

test("one workflow is shown by what it does, its program to who asks how, and a press runs it", async () => {
  const house = await houseWith("clock");
  await says(house, "/workflows");
  const { lines, labels } = await presses(house, "1");
  assert.deepEqual(lines, ["**clock** ✍️", "tells clock"]);
  assert.deepEqual(labels, ["▶ Run How? All"]);
  const how = await presses(house, "How?");
  assert.deepEqual(how.lines.slice(-3), ["```ibl", "[system:time]", "```"]);
  assert.deepEqual(how.labels, ["▶ Run All"]);
  await presses(house, "▶ Run");
  assert.equal(house.adapter.notes.at(-1), "▶️ clock");
  assert.deepEqual(house.calls, ["system:run_pipeline clock"]);
});

test("a workflow that cannot run says why and has no button to run", async () => {
  const house = await houseWith();
  save(house, "broken", { pipeline: "[system:tim" });
  house.workflows.save(
    personOf(house, ANN).id,
    "city",
    { params: { town: { type: "text" } }, pipeline: "[system:time]" },
    KEPT,
  );
  house.workflows.save(
    personOf(house, ANN).id,
    "held",
    { pipeline: "[system:time]" },
    {
      ...KEPT,
      isHeld: true,
    },
  );
  const { lines } = await says(house, "/workflows");
  assert.match(lines[1] ?? "", /\*\*broken\*\* ✍️ · ✗ /);
  const city = await says(house, "/workflows city");
  assert.ok(city.lines.includes("Say with it what it is about, such as an address."));
  assert.deepEqual(city.labels, ["How? All"]);
  const held = await says(house, "/workflows held");
  assert.ok(held.lines.includes("✗ waits for an owner's look"));
  assert.deepEqual(held.labels, ["How? All"]);
});

test("a button does nothing for somebody else, nor after its workflow was changed", async () => {
  const house = await houseWith("clock");
  await says(house, "/workflows clock", { chat: GROUP });
  await presses(house, "Show me", BEN);
  assert.equal(house.adapter.notes.at(-1), "That's for Ann only.");
  await presses(house, "Show me");
  await presses(house, "▶ Run", BEN);
  assert.match(house.adapter.notes.at(-1) ?? "", /changed or deleted since/);
  save(house, "clock", { pipeline: "[system:time] >> [system:time]" });
  await presses(house, "▶ Run");
  assert.match(house.adapter.notes.at(-1) ?? "", /changed or deleted since/);
  assert.deepEqual(house.calls, []);
});

test("a long program is cut where a button opens it, which is said", async () => {
  const house = await houseWith();
  const pipeline = Array.from({ length: 400 }, () => "[system:time]").join("\n");
  save(house, "long", { pipeline });
  await says(house, "/workflows");
  const { lines } = await (async () => {
    await presses(house, "1");
    return presses(house, "How?");
  })();
  assert.ok(lines.includes("The program is long, so only its beginning is here."));
  assert.ok(visibleLength(lines.join("\n")) <= 4096);
});

test("words of a name or a title find one, and none that nobody has", async () => {
  const house = await houseWith("morning", "evening");
  save(house, "brief", { name: "News of the day" });
  assert.match((await says(house, "/workflows even")).lines[0] ?? "", /^\*\*evening\*\*/);
  assert.match(
    (await says(house, "/workflows news of")).lines[0] ?? "",
    /^\*\*News of the day\*\*/,
  );
  assert.match((await says(house, "/workflows ning")).lines[0] ?? "", /^⚙️ \*\*Workflows\*\* \(2\)/);
  assert.deepEqual((await says(house, "/workflows lunch")).lines, [
    "There is no workflow “lunch”.",
  ]);
});
