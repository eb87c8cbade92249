import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Town } from "../support/town.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };
const MINSU = { id: "2", name: "민수", languageTag: "ko" };

async function openScene(context: TestContext) {
  const town = new Town();
  context.after(() => town.parts.close());
  town.admit(ANN, "owner");
  town.admit(MINSU, "owner");
  await town.start();
  town.clock.set("2026-11-22T10:00:00Z");
  /** What a program answers, every card pressed. */
  const answer = async (who: typeof ANN, code: string): Promise<string> =>
    (await town.run(who, code)).at(-1) ?? "";
  return { town, answer };
}

const NOTICE = `pipeline: '[system:notify_user]("물")'`;

test("whoever schedules is told the rule and the next times in words", async (context) => {
  const { answer } = await openScene(context);
  const code = `[system:schedule]("water") {${NOTICE}, cron: "0 8 * * 1-5"}`;
  assert.match(
    await answer(ANN, code),
    /^🔁 \*\*water\*\* · weekdays 8 AM, first \[tomorrow\]\(time:\d+:D\)$/,
  );
  assert.match(
    await answer(MINSU, code),
    /^🔁 \*\*water\*\* · (?:평일 오전 8시, 처음은 \[내일\]|weekdays 8 AM, first \[tomorrow\])\(time:\d+:D\)$/,
  );
});

test("a day of next year is told with its year", async (context) => {
  const { answer } = await openScene(context);
  const said = await answer(ANN, `[system:schedule]("far") {${NOTICE}, cron: "0 8 22 11 *"}`);
  assert.match(said, /first \[Nov 22, 2027\]/);
});

test("what is switched off or waits for something else tells no times", async (context) => {
  const { answer } = await openScene(context);
  const off = `[system:create]("off") {${NOTICE}, config: {cron: "0 8 * * *"}, enabled: false}`;
  assert.match(await answer(ANN, off), /🗑 \*\*off\*\* reminder is off \(every day at 8 AM\)\.$/);
  const watched = `[system:create]("hot") {type: "condition", watch: "[system:time]", condition: "exists(iso)", config: {every: "10m"}, ${NOTICE}}`;
  assert.match(await answer(ANN, watched), /🔔 \*\*hot\*\* · when “exists\(iso\)” turns true/);
  assert.doesNotMatch(await answer(ANN, '[system:get_event]("hot")'), /11\/22/);
});

test("no answer about schedules shows a time as a machine writes it", async (context) => {
  const { town, answer } = await openScene(context);
  await answer(ANN, `[system:schedule]("water") {${NOTICE}, cron: "0 8 * * 1-5"}`);
  town.clock.set("2026-11-23T08:00:01Z");
  await town.tick();
  for (const code of [
    "[system:list_events]",
    "[system:list_events] {days: 3}",
    '[system:manage_events]("list") {year: 2026, month: 12}',
    '[system:get_event]("water")',
    "[system:status]",
    "[system:history]",
    '[system:manage_events]("list")',
    '[system:update]("water") {config: {at: "2026-11-22T08:00"}}',
    '[system:update]("water") {config: {cron: "0 9 * * *"}}',
  ]) {
    const said = await answer(ANN, code);
    assert.match(said, /(?:Mon|Tue|Wed) (?:11|12)\/\d+, 0[89]:00|[89] AM/, code);
    assert.doesNotMatch(said, /\d{4}-\d\d-\d\dT|cron "/, code);
  }
});
