import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardView } from "../../src/bots/approvals/card-view.ts";
import { effectLines } from "../../src/bots/approvals/effects.ts";
import { cardOfPlan } from "../../src/runs/approval-cards.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import { goodPlan } from "../engine/support/stage.ts";
import { cautiousCatalogue } from "../support/catalogue.ts";

const CATALOGUE = cautiousCatalogue();

/** A Sunday, ten past two in the afternoon in Seoul. */
const NOW_MS = Date.parse("2026-11-22T14:10:30+09:00");

/** The line of the card that tells the next times, read by somebody in `zone`. */
function timesOn(source: string, zone = "Asia/Seoul", language: "ko" | "en" = "en") {
  return linesOn(source, zone, language).find((line) => line.includes("🗓️"));
}

/** The lines of the card about its effects, read by somebody in `zone`. */
function linesOn(source: string, zone: string, language: "ko" | "en", said = true) {
  const plan = goodPlan(source, {
    catalogue: CATALOGUE,
    ...(said ? {} : { said: () => false }),
  });
  const surroundings = {
    files: [],
    kept: [],
    clock: { now: () => NOW_MS },
    actor: { zone },
  };
  const card = cardOfPlan(plan, surroundings);
  const approval = { kind: "plan", card } as Approval; // what effectLines looks at
  const reader = { language, zone, maxLength: 4096 } as CardView; // what the lines of effects look at
  return effectLines(approval, reader, 200);
}

const NOTICE = 'pipeline: "[system:notify_user](\\"hi\\")"';

test("a card of a schedule tells its rule in words and its next time by the reader's clock", () => {
  assert.equal(
    timesOn(`[system:schedule]("x") {${NOTICE}, cron: "0 8 * * 1-5"}`),
    "🗓️ weekdays 8 AM. Next: [Mon, Nov 23, 8 AM](time:1795388400:f)",
  );
  assert.equal(
    timesOn(`[system:schedule]("x") {${NOTICE}, cron: "0 8 * * 1#1"}`, "Europe/Berlin"),
    "🗓️ every month on the first Monday at 8 AM. Next: [Mon, Dec 7, 8 AM](time:1796626800:f)",
  );
  assert.equal(
    timesOn(`[system:schedule]("x") {${NOTICE}, after: "20m"}`, "Asia/Seoul", "ko"),
    "🗓️ 다음 시각: [11월 22일(일) 오후 2시 30분](time:1795325430:f)",
  );
});

test("a named zone decides when, and the reader's zone how it is told", () => {
  assert.equal(
    timesOn(
      `[system:create]("x") {${NOTICE}, config: {repeat: daily, time: "08:00", timezone: "Europe/Berlin"}}`,
    ),
    "🗓️ every day at 8 AM. Next: [Sun, Nov 22, 4 PM](time:1795330800:f)",
  );
});

test("what has no times of its own, or none that are known, tells none", () => {
  for (const source of [
    `[system:create]("x") {type: "message", config: {keyword: "a"}, ${NOTICE}}`,
    `[system:create]("x") {type: "condition", watch: "[system:time]", condition: "exists(text)", config: {every: "10m"}, ${NOTICE}}`,
    '[system:update]("x") {name: "y"}',
    `$t = [system:time]\n[system:schedule]("x") {${NOTICE}, at: "$t"}`,
  ])
    assert.equal(timesOn(source), undefined, source);
});

test("a card of a calendar entry tells it as its result does, and no parameter by its name", () => {
  const [ask, ...lines] = linesOn(
    '[system:save_event]("Exam") {type: "reminder", date: "2026-12-18", before: "2d"}',
    "Asia/Seoul",
    "ko",
    false,
  );
  assert.equal(ask, "**“Exam”을 달력에 적을까요?**");
  assert.deepEqual(lines.slice(1), ["🗓️ 알림, 2026년 12월 18일(금) 오전 9시, 2일 전에 알림"]);
  const changed = linesOn('[system:save_event]("Exam") {time: "10:00"}', "Asia/Seoul", "en", false);
  assert.match(changed.join("\n"), /10:00/);
});
