import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { BUTTON_KINDS } from "../../src/security/approvals/button-kinds.ts";
import { Town, type TownOptions } from "../support/town.ts";

const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };
const CAT: Sender = { id: "3", name: "Cat", languageTag: "en" };

const SENDS = '[messenger:send]("hi") {to: "Ben"}';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A program that makes a schedule for every day at eight. */
function daily(program: string, name = "daily"): string {
  return `/ibl [system:schedule](${JSON.stringify(name)}) {cron: "0 8 * * *", pipeline: ${JSON.stringify(program)}}`;
}

/** Ann, an owner, with Ben and Cat, members, all of whom can be reached, on the evening before the first run. */
async function openScene(context: TestContext, options: TownOptions = {}) {
  const scene = { onFault: (_name: string): void => undefined };
  const town = new Town({ ...options, faultPoint: (name) => scene.onFault(name) });
  context.after(() => town.close());
  town.clock.set("2026-11-22T20:00:00Z");
  const ann = town.admit(ANN, "owner");
  const ben = town.admit(BEN, "member");
  const cat = town.admit(CAT, "member");
  await town.start();
  const labels = (sender: Sender): readonly string[] =>
    town.adapter.shown
      .filter(({ chatKey }) => chatKey === `telegram:${sender.id}`)
      .at(-1)
      ?.buttons.flat()
      .map(({ label }) => label) ?? [];
  /** What a time brings: how many cards, and how many messages to Ben. */
  const at = async (iso: string): Promise<{ cards: number; sent: number }> => {
    const sentTo = () => town.adapter.texts(`telegram:${BEN.id}`).filter(isSent).length;
    const before = { cards: town.parts.approvals.pending().length, sent: sentTo() };
    town.clock.set(iso);
    await town.tick();
    return {
      cards: town.parts.approvals.pending().length - before.cards,
      sent: sentTo() - before.sent,
    };
  };
  /** Makes the schedule due once more at this moment. */
  const dueNow = (): void => {
    town.parts.database
      .prepare("UPDATE schedules SET state = 'active', next_due_ms = ?")
      .run(town.clock.now());
  };
  return { town, scene, ann, ben, cat, labels, at, dueNow };
}

function isSent(text: string): boolean {
  return text.startsWith("✉️ **");
}

/** The schedule is made, and its runs were allowed with it. */
async function openAllowed(context: TestContext, options: TownOptions = {}) {
  const opened = await openScene(context, options);
  await opened.town.say(ANN, daily(SENDS));
  await opened.town.press(ANN, "Every day");
  return opened;
}

const DONE = { cards: 0, sent: 1 };
const ASKED = { cards: 1, sent: 0 };

test("one card names what a schedule does, when and how often, and its press stands for every run", async (context) => {
  const { town, at, labels } = await openScene(context);
  const [card, ...others] = await town.say(ANN, daily(SENDS));
  assert.equal(
    card,
    "**Send to Ben every day at 8 AM?**\n> hi\nAt most once a day, 90 days, without asking",
  );
  assert.deepEqual(others, []);
  assert.deepEqual(labels(ANN), ["Every day", "Ask each time", "Don't"]);
  await town.press(ANN, "Every day");
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), DONE);
  assert.deepEqual(await at("2026-11-24T08:00:01Z"), DONE);
});

test("asked each time, every run has the usual card", async (context) => {
  const { town, at, labels } = await openScene(context);
  await town.say(ANN, daily(SENDS));
  await town.press(ANN, "Ask each time");
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), ASKED);
  assert.deepEqual(labels(ANN).slice(0, 2), ["Send", "Don't"]);
  assert.deepEqual(await at("2026-11-24T08:00:01Z"), ASKED);
});

test("what comes once is allowed once", async (context) => {
  const { town, at, labels, dueNow } = await openScene(context);
  const once = `/ibl [system:schedule]("once") {at: "2026-11-23T08:00", pipeline: ${JSON.stringify(SENDS)}}`;
  assert.deepEqual(await town.say(ANN, once), [
    "**Send to Ben [tomorrow 8 AM](time:1795420800:F)?**\n> hi\nOnce, without asking",
  ]);
  assert.deepEqual(labels(ANN), ["Send", "Ask me then", "Don't"]);
  await town.press(ANN, "Send");
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), DONE);
  dueNow();
  assert.equal((await at("2026-11-23T08:00:31Z")).sent, 0);
});

test("denied, there is no schedule and nothing stands", async (context) => {
  const { town, ann } = await openScene(context);
  await town.say(ANN, daily(SENDS));
  await town.press(ANN, "Don't");
  assert.deepEqual(town.parts.schedules.list(ann), []);
  assert.deepEqual(town.parts.standing.inForce(), []);
});

test("a press by somebody else, in another chat, or signed for a card that offers no such thing gives nothing", async (context) => {
  const { town, at } = await openScene(context);
  await town.say(ANN, daily(SENDS));
  const card = town.adapter.withButton("Every day");
  const data = card.buttons.flat()[0]?.data ?? "";
  await town.press(BEN, "Every day", { message: card });
  await town.adapter.pressData(BEN, data);
  await town.adapter.pressData(ANN, data, {
    chat: { platform: "telegram", chatId: "3", isPrivate: true },
  });
  await town.quiet();
  assert.deepEqual(town.parts.standing.inForce(), []);
  await town.press(ANN, "Ask each time", { message: card });
  await town.press(ANN, "Every day", { message: card });
  assert.deepEqual(town.parts.standing.inForce(), []);
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), ASKED);
  const [run] = town.parts.approvals.pending();
  assert.ok(run);
  const own = town.parts.approvals.button(run, BUTTON_KINDS.standing, run.chatKey);
  await town.adapter.pressData(ANN, own, { messageId: card.messageId });
  await town.quiet();
  assert.equal(town.parts.approvals.get(run.id)?.state, "pending");
});

test("whatever changes of the schedule makes the next run ask", async (context) => {
  for (const change of [
    "program = replace(program, 'hi', 'pay up')",
    "program = replace(program, 'Ben', 'Cat')",
    `spec = replace(spec, '0 8', '0 9')`,
    "zone_named = 1",
    "nodes_json = '[]'",
  ]) {
    const { town, dueNow, at } = await openAllowed(context);
    town.parts.database.prepare(`UPDATE schedules SET ${change}`).run();
    town.clock.set("2026-11-23T09:00:00Z");
    dueNow();
    const { cards, sent } = await at("2026-11-23T09:00:01Z");
    assert.equal(sent, 0, change);
    assert.ok(cards <= 1, change);
  }
});

test("another time that was set in words asks again, and so does an earlier program that was put back", async (context) => {
  const { town, at } = await openAllowed(context);
  await town.say(ANN, '/ibl [system:update]("daily") {config: {cron: "0 9 * * *"}}');
  assert.deepEqual(await at("2026-11-23T09:00:01Z"), ASKED);
});

test("the same schedule of somebody else, and a second one of the same words, ask for themselves", async (context) => {
  const { town, at } = await openAllowed(context);
  await town.say(CAT, daily(SENDS));
  await town.press(CAT, "Ask each time");
  await town.say(ANN, daily(SENDS, "again"));
  await town.press(ANN, "Ask each time");
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), { cards: 2, sent: 1 });
});

test("a second run of the day asks, also after the clock was set back", async (context) => {
  const { town, at, dueNow } = await openAllowed(context);
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), DONE);
  dueNow();
  assert.deepEqual(await at("2026-11-23T08:00:31Z"), ASKED);
  assert.deepEqual(await at("2026-11-24T08:00:01Z"), DONE);
  town.clock.set("2026-11-23T10:00:00Z");
  dueNow();
  assert.deepEqual(await at("2026-11-23T10:00:01Z"), ASKED);
  town.clock.set("2026-11-20T10:00:00Z");
  dueNow();
  assert.deepEqual(await at("2026-11-20T10:00:01Z"), ASKED);
});

test("what somebody sets off by hand is no run that was allowed", async (context) => {
  const { town, at } = await openAllowed(context);
  await town.say(ANN, '/ibl [system:run_now]("daily")');
  assert.deepEqual(await at("2026-11-22T20:01:00Z"), ASKED);
});

test("after 90 days it asks, and the clock set back brings nothing back", async (context) => {
  const { town, at, dueNow, ann } = await openAllowed(context);
  town.clock.set(new Date(town.clock.now() + 91 * DAY_MS).toISOString());
  dueNow();
  assert.deepEqual(await at(new Date(town.clock.now() + 1000).toISOString()), ASKED);
  town.clock.set("2026-11-25T08:00:00Z");
  dueNow();
  assert.deepEqual(await at("2026-11-25T08:00:01Z"), ASKED);
  assert.deepEqual(town.parts.standing.inForce(ann), []);
});

/** What stood from the evening of November 22 is over when the run of the morning after its 90 days comes. */
const FIRST_AFTER = "2027-02-21T08:00:01Z";

test("the run that comes when its 90 days are over offers 90 more, bound as before, for one press", async (context) => {
  const { town, at, labels, dueNow } = await openAllowed(context);
  assert.deepEqual(await at("2027-02-20T08:00:01Z"), DONE);
  assert.deepEqual(await at(FIRST_AFTER), ASKED);
  const card = town.adapter.withButton("Every day");
  assert.equal(
    card.text,
    "**Send to Ben every day at 8 AM?**\n> hi\nThe 90 days are over. At most once a day, 90 more, without asking",
  );
  assert.deepEqual(labels(ANN), ["Every day", "Just this time", "Don't"]);
  await town.press(BEN, "Every day", { message: card });
  assert.deepEqual(town.parts.standing.inForce(), []);
  await town.press(ANN, "Every day", { message: card });
  assert.match(town.adapter.texts("telegram:1").join("\n"), /✅ Sent to Ben · /);
  assert.equal(town.parts.standing.inForce().length, 1);
  dueNow();
  assert.deepEqual(await at("2027-02-21T08:00:31Z"), ASKED);
  assert.deepEqual(await at("2027-02-22T08:00:01Z"), DONE);
  assert.deepEqual(await at("2027-05-21T08:00:01Z"), DONE);
  town.parts.database.prepare("UPDATE schedules SET program = replace(program, 'hi', 'ho')").run();
  assert.deepEqual(await at("2027-05-22T08:00:01Z"), ASKED);
  assert.equal(labels(ANN).includes("Just this time"), false);
});

test("just this time, and denied, the next run offers it again; withdrawn or changed, none does", async (context) => {
  for (const [label, sent] of [
    ["Just this time", 1],
    ["Don't", 0],
  ] as const) {
    const { town, at } = await openAllowed(context);
    const before = town.adapter.texts("telegram:2").filter(isSent).length;
    await at(FIRST_AFTER);
    await town.press(ANN, label);
    assert.equal(town.adapter.texts("telegram:2").filter(isSent).length - before, sent);
    assert.deepEqual(town.parts.standing.inForce(), []);
    assert.deepEqual(await at("2027-02-22T08:00:01Z"), ASKED);
    assert.equal(town.adapter.withButton("Every day").chatKey, "telegram:1");
  }
  for (const change of [
    "UPDATE standing_approvals SET ended_because = 'withdrawn', ended_at_ms = 1",
    "UPDATE schedules SET program = replace(program, 'Ben', 'Cat')",
    "UPDATE schedules SET tainted = 1",
  ]) {
    const { town, at, labels } = await openAllowed(context);
    town.parts.database.prepare(change).run();
    await at(FIRST_AFTER);
    assert.equal(labels(ANN).includes("Just this time"), false, change);
  }
});

test("a schedule that was changed while the card was open gets nothing by its press", async (context) => {
  const { town, at } = await openAllowed(context);
  assert.deepEqual(await at(FIRST_AFTER), ASKED);
  town.parts.database.prepare("UPDATE schedules SET spec = replace(spec, '0 8', '0 9')").run();
  await town.press(ANN, "Every day");
  assert.deepEqual(town.parts.standing.inForce(), []);
});

test("who was put out has nothing that stands, also when they are let in again", async (context) => {
  const { town, at, cat, ann } = await openScene(context);
  await town.say(CAT, daily(SENDS));
  await town.press(CAT, "Every day");
  assert.equal(town.parts.standing.inForce(cat).length, 1);
  const { rights, database } = town.parts;
  const change = (from: "member" | "guest", to: "member" | "guest") =>
    database.transaction(() => rights.narrow({ personId: cat, from, to, by: ann }))();
  change("member", "guest");
  change("guest", "member");
  assert.deepEqual(town.parts.standing.inForce(cat), []);
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), ASKED);
});

test("a name that means another person now asks, and one that means nobody is told", async (context) => {
  const { town, at, ben } = await openAllowed(context);
  town.parts.database.prepare("UPDATE people SET role = 'guest' WHERE id = ?").run(ben);
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), { cards: 0, sent: 0 });
  town.admit({ id: "4", name: "Ben", languageTag: "en" }, "member");
  assert.deepEqual(await at("2026-11-24T08:00:01Z"), ASKED);
  assert.deepEqual(town.adapter.texts("telegram:4").filter(isSent), []);
});

test("a run that was cut off goes on without a card, and sends once", async (context) => {
  for (const name of ["run-created", "step-before-start", "step-finished", "occurrence-ran"]) {
    const { town, scene, at } = await openAllowed(context);
    let isDead = false;
    scene.onFault = (point) => {
      if (point === name && !isDead) town.parts.database.close();
      isDead ||= point === name;
      if (isDead) throw new Error("killed");
    };
    await at("2026-11-23T08:00:01Z").catch(() => undefined);
    assert.ok(isDead, name);
    scene.onFault = () => undefined;
    await town.again({ isKilled: true });
    for (const due of town.parts.schedules.unfinished())
      town.parts.schedules.finish(due.id, await town.parts.occurrenceRunner.run(due));
    await town.quiet();
    const told = town.adapter.texts(`telegram:${BEN.id}`).filter(isSent);
    assert.equal(told.length, 1, name);
    const uses = town.parts.database.prepare("SELECT COUNT(*) FROM standing_uses").pluck().get();
    assert.equal(uses, 1, name);
    assert.deepEqual(town.parts.approvals.pending(), [], name);
  }
});

test("the list shows each with a button that withdraws it, to its person and to owners alone", async (context) => {
  const { town, at } = await openAllowed(context);
  assert.deepEqual(await town.say(BEN, "/approvals allowed"), ["Nothing is done without asking."]);
  const [list = ""] = await town.say(ANN, "/approvals allowed");
  assert.match(
    list,
    /\n1\. \*\*daily\*\* · every day at 8 AM → Ben · up to 1 a day, until \[Feb 20\]\(time:\d+:D\)$/,
  );
  const message = town.adapter.withButton("Withdraw 1");
  await town.press(BEN, "Withdraw 1", { message });
  assert.equal(town.parts.standing.inForce().length, 1);
  await town.press(ANN, "Withdraw 1", { message });
  assert.deepEqual(town.parts.standing.inForce(), []);
  assert.deepEqual(await at("2026-11-23T08:00:01Z"), ASKED);
});

test("a command stands for its owner where its whole text is known; what is known only while it runs does not stand", async (context) => {
  const { town, labels } = await openScene(context);
  const offers = async (sender: Sender, program: string, name: string): Promise<boolean> => {
    await town.say(sender, daily(program, name));
    return labels(sender).includes("Every day");
  };
  assert.equal(await offers(ANN, '[system:run_command]("ls")', "a"), true);
  assert.equal(await offers(ANN, '$x = [system:time]\n[system:run_command]("ls $x")', "b"), false);
  assert.equal(await offers(CAT, '[system:run_command]("ls")', "c"), false);
  assert.equal(
    await offers(ANN, '$x = [system:time]\n[messenger:send]("hi") {to: "$x"}', "d"),
    false,
  );
  assert.equal(await offers(ANN, '[system:delete_event]("daily")', "e"), false);
  assert.equal(await offers(ANN, '[system:delete]("a.txt")', "f"), true);
  assert.equal(await offers(ANN, `${daily(SENDS, "inner").slice(5)}`, "g"), false);
  const toAll =
    '$all = [messenger:list]\n[each: $one in $all] { [messenger:send]("hi") {to: "$one.name"} }';
  assert.equal(await offers(ANN, toAll, "h"), false);
  assert.equal(await offers(ANN, `${SENDS}\n${toAll}`, "i"), false);
});

test("a standing approval to delete a file does not delete a folder that came in its place", async (context) => {
  const { town, at } = await openScene(context);
  await town.say(ANN, daily('[system:delete]("tmp")'));
  await town.press(ANN, "Every day");
  await town.run(ANN, '[system:write]("tmp/a.txt") {content: "a"}');
  const { cards } = await at("2026-11-23T08:00:01Z");
  assert.equal(cards, 1);
});

test("where two must press, both must have meant every run", async (context) => {
  const environment = { IBL_APPROVAL_QUORUM: "2" };
  for (const [second, isGiven] of [
    ["Every day", true],
    ["Ask each time", false],
  ] as const) {
    const { town, at } = await openScene(context, { environment });
    const dan: Sender = { id: "9", name: "Dan", languageTag: "en" };
    town.admit(dan, "owner");
    await town.say(ANN, daily(SENDS));
    const cards = town.adapter.shown.filter(({ buttons }) =>
      buttons.flat().some(({ label }) => label === "Every day"),
    );
    const [own] = cards.filter(({ chatKey }) => chatKey === "telegram:1");
    const [others] = cards.filter(({ chatKey }) => chatKey === "telegram:9");
    assert.ok(own && others);
    await town.press(ANN, "Every day", { message: own });
    assert.deepEqual(town.parts.standing.inForce(), []);
    await town.press(dan, second, { message: others });
    assert.equal(town.parts.standing.inForce().length, isGiven ? 1 : 0);
    assert.equal((await at("2026-11-23T08:00:01Z")).sent, isGiven ? 1 : 0);
  }
});

test("what one press gave does not stand where two must press now, or where nobody may press for themselves", async (context) => {
  for (const key of ["IBL_APPROVAL_QUORUM", "IBL_APPROVAL_FOUR_EYES"]) {
    const environment: Record<string, string> = {};
    const { town, at } = await openAllowed(context, { environment });
    town.admit({ id: "9", name: "Dan", languageTag: "en" }, "owner");
    environment[key] = key.endsWith("QUORUM") ? "2" : "yes";
    await town.again();
    assert.deepEqual(await at("2026-11-23T08:00:01Z"), ASKED, key);
  }
});
