import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { ANN, openHouse, personOf } from "../support/bots-house.ts";
import { settled } from "../support/manual-clock.ts";
import { finished } from "../support/scripted-assistant.ts";

const CHAT = "telegram:1";

const STOCKS = [
  "| Company | What it makes | Price of a share today |",
  "|---|---|--:|",
  "| Acme | anvils and rockets | 120 |",
].join("\n");

const WORDS =
  /stocks[\s\S]*🖼️ Table 1: Company · What it makes · Price of a share today \(attached picture\)$/;

/** A house whose tables are drawn, with a schedule of Ann's that is due. */
async function dueHouse(context: TestContext) {
  const filesPath = mkdtempSync(join(tmpdir(), "ibl-briefing-"));
  context.after(() => rmSync(filesPath, { recursive: true }));
  const drawPicture = async (svg: string) => new TextEncoder().encode(svg);
  const house = await openHouse({ filesPath, drawPicture });
  const { id } = house.schedules.add({
    personId: personOf(house, ANN).id,
    chatId: CHAT,
    name: "stocks",
    timing: { kind: "cron", expression: "0 8 * * *" },
    zone: "UTC",
    program: '[source:search_news]("stocks")',
    planDigest: "digest",
  });
  return {
    house,
    /** Texts, and the names of files in place of their captions. */
    shown: () => house.adapter.shown.map(({ text, file = "" }) => file || text),
    async run(): Promise<void> {
      house.clock.set("2026-11-23T08:00:00Z");
      for (const due of house.schedules.claimDue(house.clock.now()))
        house.schedules.finish(due.id, await house.occurrenceRunner.run(due));
      await settled();
    },
    deliveredAs: () =>
      house.schedules
        .history(personOf(house, ANN).id)
        .filter(({ scheduleId }) => scheduleId === id)
        .map((occurrence) => occurrence.deliveredAs),
  };
}

test("a briefing has its tables as pictures, and is delivered with its words", async (context) => {
  const { house, shown, run, deliveredAs } = await dueHouse(context);
  house.assistant.onRun = () => finished(STOCKS);
  await run();
  const [picture, words, ...others] = shown();
  assert.equal(picture, "table-1.png");
  assert.match(words!, WORDS);
  assert.deepEqual(others, []);
  assert.deepEqual(deliveredAs(), ["2"]);
});

test("a briefing that waited for a press has its tables as pictures", async (context) => {
  const { house, shown, run } = await dueHouse(context);
  house.assistant.onRun = ({ origin }) => {
    const approval: Approval = house.waitingRun(personOf(house, ANN), CHAT, { origin });
    return { kind: "waiting", runId: approval.runId!, approvals: [approval] };
  };
  await run();
  house.assistant.onContinue = () => ({ kind: "run", result: finished(STOCKS) });
  await house.adapter.press(ANN, "Approve");
  await settled();
  await settled();
  const [, picture, words] = shown();
  assert.equal(picture, "table-1.png");
  assert.match(words!, WORDS);
});
