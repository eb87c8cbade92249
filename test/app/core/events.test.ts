import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { chatFolder } from "../../../src/app/core/home.ts";
import { createRechecker } from "../../../src/app/event-planning.ts";
import type { Sender } from "../../../src/bots/platform/chat-adapter.ts";
import { Town } from "../../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const GROUP = { platform: "telegram", chatId: "-7", isPrivate: false };

interface Scene {
  readonly town: Town;
  readonly ann: string;
  /** Makes something as Ann, pressing every card. */
  make(code: string): Promise<readonly string[]>;
  /** What became of the due times of a schedule, oldest first. */
  record(name: string): readonly string[];
}

async function openScene(context: TestContext): Promise<Scene> {
  const town = new Town();
  context.after(() => town.parts.close());
  const ann = town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  return {
    town,
    ann,
    make: (code) => town.run(ANN, code),
    record(name) {
      const { schedules } = town.parts;
      const { id } = schedules.get(name, ann)!;
      return [...schedules.history(ann, { scheduleId: id, limit: 100 })]
        .reverse()
        .map(({ state, cause }) => `${cause.split(":").slice(0, 2).join(":")} ${state}`);
    },
  };
}

/** Someone writes to Ann's chat or a group; then the clock ticks. */
async function hears(
  { town }: Scene,
  sender: Sender,
  text: string,
  facts: Parameters<Town["say"]>[2] = {},
): Promise<readonly string[]> {
  const key = facts.chat === undefined ? `telegram:${sender.id}` : `telegram:${facts.chat.chatId}`;
  const before = town.adapter.texts(key).length;
  await town.say(sender, text, { sentAtMs: town.clock.now(), ...facts });
  await town.tick();
  return town.adapter.texts(key).slice(before);
}

test("a message with a keyword sets its schedule off once, and its text is the first step's input", async (context) => {
  const scene = await openScene(context);
  const { town, ann } = scene;
  await scene.make(
    '[system:create]("parcels") {type: "message", config: {keyword: "Parcel"}, pipeline: "[system:notify_user]() {title: \\"Post\\"}"}',
  );
  assert.equal(
    town.parts.schedules.get("parcels", ann)?.program,
    '[system:event] >> [system:notify_user]() {title: "Post"}',
  );
  const texts = await hears(scene, ANN, "the parcel is here", { updateId: "900" });
  assert.ok(
    texts.some((text) => text.includes("**Post**") && text.includes("the parcel is here")),
    texts.join("\n---\n"),
  );
  await hears(scene, ANN, "the parcel is here", { updateId: "900" });
  await hears(scene, ANN, "nothing of the sort");
  await hears(scene, BEN, "a parcel in another chat");
  assert.deepEqual(scene.record("parcels"), ["event:message ran"]);
});

test("what came with an event is from outside: it never becomes a path without a press", async (context) => {
  const scene = await openScene(context);
  await scene.make(
    `[system:create]("note") {type: "message", config: {keyword: "note"}, pipeline: '$m = [system:event]\n[system:write] {path: "$m.text", content: "x"}'}`,
  );
  await hears(scene, ANN, "note.md");
  assert.deepEqual(scene.record("note"), ["event:message waiting"]);
});

test("in a group a schedule made there hears everyone, and `from` narrows it", async (context) => {
  const scene = await openScene(context);
  const { town } = scene;
  await town.say(
    ANN,
    '/ibl [system:create]("boss") {type: "message", config: {from: "ben"}, pipeline: "[system:notify_user]"}',
    { chat: GROUP },
  );
  await hears(scene, ANN, "hello all", { chat: GROUP, isAddressed: false });
  assert.deepEqual(scene.record("boss"), []);
  await hears(scene, BEN, "hello all", { chat: GROUP, isAddressed: false });
  assert.deepEqual(scene.record("boss"), ["event:message ran"]);
});

test("the end of a schedule sets off the one that waits for it, and none comes round to itself", async (context) => {
  const scene = await openScene(context);
  await scene.make('[system:schedule]("first") {pipeline: "[system:time]", every: "1h"}');
  await scene.make(
    '[system:create]("second") {type: "run", config: {of: "first", outcome: "ok"}, pipeline: "[system:notify_user]"}',
  );
  await scene.make(
    '[system:create]("never") {type: "run", config: {of: "first", outcome: "failed"}, pipeline: "[system:notify_user]"}',
  );
  await scene.make('[system:run_now]("first")');
  await scene.town.tick();
  await scene.town.tick();
  assert.deepEqual(scene.record("second"), ["event:run ran"]);
  assert.deepEqual(scene.record("never"), []);
  const refused = await scene.make(
    '[system:create]("itself") {type: "run", config: {of: "itself"}, pipeline: "[system:time]"}',
  );
  assert.ok(
    refused.some((text) => text.includes("would set itself off")),
    refused.join("\n"),
  );
});

test("a workflow or switch that is run by hand sets off what waits for its end, by its outcome and once", async (context) => {
  const scene = await openScene(context);
  const { town } = scene;
  await scene.make('[system:save_workflow]("tidy") {pipeline: "[system:time]"}');
  const broken =
    '[system:write]("a.txt") {content: "x"}\n[system:move]("a.txt") {destination: "b.txt"}\n[system:read]("a.txt")';
  await scene.make(`[system:save_workflow]("broken") {pipeline: '${broken}'}`);
  await town.say(ANN, "/switches add leave [system:time]");
  for (const [name, of, outcome] of [
    ["after tidy", "tidy", "ok"],
    ["tidy failed", "tidy", "failed"],
    ["after broken", "broken", "failed"],
    ["after leave", "switch:leave", "any"],
  ])
    await scene.make(
      `[system:create]("${name}") {type: "run", config: {of: "${of}", outcome: "${outcome}"}, pipeline: "[system:notify_user]"}`,
    );
  await scene.make('[system:run_pipeline]("tidy")');
  await scene.make('[system:run]("broken")');
  await scene.make('[system:run]("switch:leave")');
  await town.tick();
  await town.tick();
  assert.deepEqual(scene.record("after tidy"), ["event:run ran"]);
  assert.deepEqual(scene.record("tidy failed"), []);
  assert.deepEqual(scene.record("after broken"), ["event:run ran"]);
  assert.deepEqual(scene.record("after leave"), ["event:run ran"]);
});

test("a file sets its schedule off once it has come to rest, and what the schedule writes does not", async (context) => {
  const scene = await openScene(context);
  const { town, ann } = scene;
  const put = (name: string, text: string): void => {
    const path = join(chatFolder(town.parts.home, "telegram:1"), name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const look = async (): Promise<void> => {
    await town.parts.folderTriggers.look();
    await town.tick();
  };
  put("old.txt", "there before");
  await scene.make(
    '[system:create]("inbox") {type: "file", config: {pattern: "*.txt", change: "any"}, pipeline: "[system:event] >> [system:file](\\"seen.txt\\")"}',
  );
  await look();
  put("new.txt", "one");
  put("new.md", "not asked for");
  await look();
  assert.deepEqual(scene.record("inbox"), []);
  await look();
  assert.deepEqual(scene.record("inbox"), ["event:file ran"]);
  for (let count = 0; count < 3; count += 1) await look();
  assert.deepEqual(scene.record("inbox"), ["event:file ran"]);
  const [row] = town.parts.schedules.history(ann, { limit: 1 });
  assert.deepEqual(row?.input, {
    kind: "file",
    text: "new.txt",
    name: "new.txt",
    path: "new.txt",
    change: "created",
  });
});

test("a condition is learnt at the first look, fires when it turns true, and rests after that", async (context) => {
  const scene = await openScene(context);
  const { town, ann } = scene;
  const shelf = join(chatFolder(town.parts.home, "telegram:1"), "shelf.txt");
  mkdirSync(dirname(shelf), { recursive: true });
  const looks = async (text: string, minutes: number): Promise<number> => {
    writeFileSync(shelf, text);
    const before = town.adapter.texts("telegram:1").length;
    await town.clock.advance(minutes * 60_000);
    await town.tick();
    return town.adapter.texts("telegram:1").length - before;
  };
  writeFileSync(shelf, "in stock");
  const make = (watch: string): Promise<readonly string[]> =>
    scene.make(
      `[system:create]("shelf") {type: "condition", watch: '${watch}', condition: '$prev contains "in stock"', config: {every: "5m", cooldown: "30m"}, pipeline: '[system:notify_user]'}`,
    );
  const refused = await make('[system:write]("a.md") {content: "x"}');
  assert.match(refused.join("\n"), /may only read/);
  await make('[system:read]("shelf.txt")');
  assert.equal(await looks("in stock", 5), 0);
  assert.equal(await looks("sold out", 5), 0);
  assert.ok((await looks("again in stock", 5)) > 0);
  assert.equal(await looks("sold out", 5), 0);
  assert.equal(await looks("in stock, but it just was", 5), 0);
  assert.equal(await looks("sold out", 30), 0);
  assert.ok((await looks("in stock", 5)) > 0);
  const ran = scene.record("shelf").filter((line) => line.endsWith("ran"));
  assert.deepEqual(ran, ["time ran", "look ran", "time ran"]);
  const fired = town.parts.schedules.history(ann, { limit: 1 })[0]?.input;
  assert.equal(fired?.["text"], "in stock");
});

test("a condition on a field that what is watched does not give is refused when it is made, wherever the field stands", async (context) => {
  const { town, ann, make } = await openScene(context);
  const watching = (condition: string): Promise<readonly string[]> =>
    make(
      `[system:create]("heat") {type: "condition", watch: '[source:weather]("Seoul")', condition: '${condition}', config: {every: "1h"}, pipeline: '[system:notify_user]("hot")'}`,
    );
  const wrong = [
    "temp > 30",
    "$prev.temp > 30",
    "30 < temp",
    "round(temp) > 30",
    "temp * 2 > 60",
    "place == Seoul and temp > 30",
    "count($prev.dates) > 3",
  ];
  for (const condition of wrong) {
    const told = (await watching(condition)).join("\n");
    assert.match(told, /gives place, temperature, .*; there is no "(?:temp|dates)"\./, condition);
  }
  assert.deepEqual(town.parts.schedules.list(ann), []);
  const right = [
    "temperature > 30",
    "30 < temperature and place == Seoul",
    "$prev.days.0.high > 30",
    "round(temperature) > feels_like",
  ];
  for (const condition of right) await watching(condition);
  assert.equal(town.parts.schedules.list(ann).length, right.length);
});

test("a wish for a schedule with a condition looks at it: what holds is told, what does not is said so", async (context) => {
  const { town, make } = await openScene(context);
  const shelf = join(chatFolder(town.parts.home, "telegram:1"), "shelf.txt");
  mkdirSync(dirname(shelf), { recursive: true });
  const wished = async (text: string): Promise<string> => {
    writeFileSync(shelf, text);
    const before = town.adapter.texts("telegram:1").length;
    await town.clock.advance(60_000);
    await make('[system:run_now]("shelf")');
    await town.tick();
    return town.adapter.texts("telegram:1").slice(before).join("\n");
  };
  writeFileSync(shelf, "sold out");
  await make(
    `[system:create]("shelf") {type: "condition", watch: '[system:read]("shelf.txt")', condition: '$prev contains "in stock"', config: {every: "1h"}, pipeline: '[system:notify_user]("go and buy")'}`,
  );
  const unmet = await wished("sold out");
  assert.match(unmet, /Checking \*\*shelf\*\* now/);
  assert.match(unmet, /\*\*shelf\*\*: it doesn't hold now, so I left it\.\n> sold out/);
  assert.doesNotMatch(unmet, /go and buy/);
  assert.match(await wished("in stock"), /go and buy/);
  assert.match(await wished("in stock"), /go and buy/, "as often as it is wished for");
});

test("the card of a schedule with a condition says what is looked at", async (context) => {
  const { town } = await openScene(context);
  for (const condition of ["temperature > 30", "$prev contains 'hot'"]) {
    const before = town.adapter.texts("telegram:1").length;
    await town.say(
      ANN,
      `/ibl [system:create]("heat") {type: "condition", watch: '[source:weather]("Seoul")', condition: "${condition}", config: {every: "1h"}, pipeline: '[system:run_command]("date")'}`,
    );
    const card = town.adapter.texts("telegram:1").slice(before).join("\n");
    assert.match(card, /Watches: Weather: Seoul/);
    assert.ok(card.includes(condition.slice(0, 5)), card);
  }
});

test("a calendar entry is listed in its month and told as long before as was asked", async (context) => {
  const scene = await openScene(context);
  const { town } = scene;
  town.clock.set("2026-11-23T00:00:00Z");
  const [made] = await scene.make(
    '[system:manage_events]("add") {title: "Mum", type: "birthday", month: 12, day: 1, time: "09:00", before: "1d", timezone: "UTC"}',
  );
  assert.match(
    made ?? "",
    /🎂 \*\*Mum\*\* · every year on 1 December at 9 AM, first .*, told 1 day before/,
  );
  const [month] = await scene.make('[system:manage_events]("list") {year: 2026, month: 12}');
  assert.match(month ?? "", /Mum/);
  town.clock.set("2026-11-30T09:00:00Z");
  const before = town.adapter.texts("telegram:1").length;
  await town.tick();
  assert.match(
    town.adapter.texts("telegram:1").slice(before).join("\n"),
    /🎂 \*\*Mum\*\* · \[tomorrow 9 AM\].* \(in 1 day\)/,
  );
});

test("a schedule never goes beyond the nodes that it was made with, whatever is allowed later", async (context) => {
  const scene = await openScene(context);
  const { town, ann } = scene;
  const added = town.parts.schedules.add({
    personId: ann,
    chatId: "telegram:1",
    name: "narrow",
    timing: { kind: "webhook" },
    zone: "UTC",
    program: '[source:search_memory]("x")',
    planDigest: "",
    nodes: ["stream"],
  });
  town.parts.schedules.runNow(added.id, ann);
  await town.tick();
  const [row] = town.parts.schedules.history(ann);
  assert.equal(row?.state, "failed");
  assert.match(row?.summary ?? "", /not allowed to do that here/);
});

test("a schedule whose program cannot be planned any more is paused and goes on when it can, each told once", async (context) => {
  const scene = await openScene(context);
  const { town, ann } = scene;
  await scene.make('[system:schedule]("hourly") {pipeline: "[system:time]", every: "1h"}');
  const { parts } = town;
  let catalogue = parts.library.catalogue();
  let isPlannable = true;
  const gone = { en: "There is no such action.", ko: "그런 동작이 없습니다." };
  const refused = { ok: false, problems: [{ words: gone }] } as unknown as ReturnType<
    typeof parts.gate.compile
  >;
  const recheck = createRechecker({
    ...parts,
    clock: town.clock,
    library: { catalogue: () => catalogue },
    gate: {
      compile: (source, actor) => (isPlannable ? parts.gate.compile(source, actor) : refused),
    },
  });
  const told = async (): Promise<readonly string[]> => {
    const before = town.adapter.texts("telegram:1").length;
    catalogue = { ...catalogue };
    recheck();
    recheck();
    await town.quiet();
    return town.adapter.texts("telegram:1").slice(before);
  };
  assert.deepEqual(await told(), []);
  isPlannable = false;
  assert.match((await told()).join("\n"), /hourly\*\* is paused.*There is no such action/);
  assert.equal(parts.schedules.get("hourly", ann)?.state, "disabled");
  assert.deepEqual(await told(), []);
  isPlannable = true;
  assert.match((await told()).join("\n"), /hourly\*\* can be done again and goes on/);
  assert.equal(parts.schedules.get("hourly", ann)?.state, "active");
});
