import assert from "node:assert/strict";
import { test } from "node:test";
import { becomesLines, failedLine, triedLines } from "../../../src/bots/approvals/dry-run.ts";
import type { TriedProgram } from "../../../src/security/approvals/dry-run-result.ts";

const NEWS = { ko: "뉴스를 검색한다", en: "Search the news" };
const NOTHING = { steps: [], leftOut: [], decided: [] };
const READ: TriedProgram = {
  ...NOTHING,
  kind: "done",
  steps: [{ title: NEWS, subject: "AI", ok: true, count: 7 }],
  brings: "secret words",
};

const own = { seesValues: true } as const;

function lines(tried: TriedProgram, language: "ko" | "en" = "en"): readonly string[] {
  return triedLines(tried, { ...own, language });
}

test("how a try ended is said in both languages", () => {
  const message = "It is closed.";
  const cases: readonly (readonly [TriedProgram, string, string])[] = [
    [{ ...NOTHING, kind: "done" }, "🧪 방금 해 봤어요 ✓", "🧪 Tried just now ✓"],
    [
      { ...NOTHING, kind: "failed", message },
      "🧪 방금 해 봤는데 안 됐어요: It is closed.",
      "🧪 The try failed: It is closed.",
    ],
    [
      { ...NOTHING, kind: "refused", message },
      "🧪 지금은 실행할 수 없어요: It is closed.",
      "🧪 It may not run as things are: It is closed.",
    ],
    [
      { ...NOTHING, kind: "private", message },
      "🧪 본인만 볼 내용이 있어 여기서는 해 보지 않았어요. 그 내용은 개인 대화로 가요.",
      "🧪 Not tried here: some of it is for one person alone, and comes to their private chat.",
    ],
  ];
  for (const [tried, ko, en] of cases)
    assert.deepEqual([lines(tried, "ko"), lines(tried)], [[ko], [en]]);
  assert.deepEqual(lines({ ...READ, kind: "cut", brings: "" }).slice(0, 2), [
    "🧪 Tried just now, as far as the time allowed:",
    "✓ Search the news: AI (7)",
  ]);
});

test("what was read is for who asked; anybody else is told only how it went", () => {
  const elsewhere = triedLines(READ, { language: "en", seesValues: false });
  assert.deepEqual(elsewhere, ["🧪 Tried just now ✓", "What it gave is for the one who asked."]);
  const failed = { ...READ, kind: "failed", message: "secret" } as const;
  const told = triedLines(failed, { language: "en", seesValues: false });
  assert.equal(told[0], "🧪 The try failed.");
  assert.ok(!told.join("\n").includes("secret"));
});

test("a step that failed, a condition, what was left out and what would come have lines of their own", () => {
  const tried: TriedProgram = {
    kind: "done",
    steps: [{ title: NEWS, subject: "AI", ok: false, message: "It is closed." }],
    leftOut: [
      {
        card: { ko: "나에게 알림: …", en: "Notify me: …" },
        reason: "acts",
        values: [{ param: "message", value: "one\n[two](https://example.com/2)" }],
      },
      { card: NEWS, reason: "depends", values: [] },
    ],
    decided: [
      { text: "price > 1", value: true },
      { text: "price > 9", value: false },
      { text: "empty($chart)" },
    ],
    brings: "",
  };
  assert.deepEqual(lines(tried), [
    "🧪 Tried just now:",
    "✗ Search the news: AI – It is closed.",
    "🔎 price > 1 → now: true",
    "🔎 price > 9 → now: false",
    "🔎 empty($chart) → known only when it runs",
    "⏸️ Not done: Notify me: …",
    "- message:",
    "```\none\ntwo\n```",
    "⏸️ Not tried, it needs what was not done: Search the news",
    "🗒️ Now it would bring nothing.",
  ]);
});

test("a long text is cut at a line, and markup in it is shown as it is", () => {
  const brings = Array.from({ length: 20 }, (_, index) => `line ${index} ${"x".repeat(60)}`).join(
    "\n",
  );
  const block = lines({ ...READ, brings }).at(-1) ?? "";
  assert.match(block, /^```\nline 0 x+\n(?:line \d x+\n)+…\n```$/);
  assert.ok(block.length < 500, `${block.length}`);
  const escaped = lines({
    ...READ,
    steps: [{ title: NEWS, subject: "**bold** `code`", ok: true }],
  })[1];
  assert.equal(escaped, "✓ Search the news: \\*\\*bold\\*\\* \\`code\\`");
});

test("a card says of a try only that it failed, and why to who asked", () => {
  const kinds = ["done", "failed", "cut", "refused", "private"] as const;
  const told = kinds.map((kind) =>
    failedLine({ ...NOTHING, kind, message: "It is closed" }, { ...own, language: "en" }),
  );
  const line = "⚠️ It did not work just now. It is closed.";
  assert.deepEqual(told, [[], [line], [], [line], []]);
  const failed = { ...NOTHING, kind: "failed", message: "secret" } as const;
  assert.deepEqual(failedLine(failed, { language: "ko", seesValues: false }), [
    "⚠️ 방금 해 보니 안 됐어요.",
  ]);
});

test("a briefing is shown with all that it has and when it comes", () => {
  const after = {
    name: "아침",
    kind: "feeds",
    values: { url: ["https://example.com/rss"] },
    when: { ko: "매일 오전 8시", en: "every day at 08:00" },
  };
  assert.deepEqual(becomesLines(after, "en").slice(0, 2), [
    "📋 **아침**",
    "- Feeds: https://example.com/rss",
  ]);
  assert.equal(becomesLines(after, "ko").at(-1), "- 언제: 매일 오전 8시");
});
