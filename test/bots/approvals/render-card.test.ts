import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardView } from "../../../src/bots/approvals/card-view.ts";
import { cardDetails, renderCard } from "../../../src/bots/approvals/render-card.ts";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import type { PlannedEffect } from "../../../src/engine/plan/effects-report.ts";
import type { ApprovalKind } from "../../../src/security/approvals/approval-table.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import type { CardEffect } from "../../../src/security/approvals/card-content.ts";

const READER: CardView = {
  language: "en",
  zone: "Asia/Seoul",
  deciderName: "Ann",
  offersAgain: false,
  maxLength: 4096,
  button: (choice) => `data-${choice}`,
};

const DELETE: PlannedEffect = {
  callId: "1",
  node: "system",
  action: "delete",
  effect: "write",
  approval: true,
  conditional: false,
  times: 1,
  later: false,
  details: [],
  card: { ko: "notes.md 삭제", en: "Delete notes.md" },
};

function approval(facts: Partial<Approval> = {}): Approval {
  return {
    id: "ap_1",
    kind: "plan",
    personId: "person_ann",
    chatKey: "telegram:1",
    digest: "digest",
    card: { program: '[system:delete]("notes.md")', effects: [DELETE] },
    approver: "requester",
    state: "pending",
    createdAtMs: Date.parse("2026-11-23T00:00:00Z"),
    expiresAtMs: Date.parse("2026-11-23T00:30:00Z"),
    ...facts,
  };
}

const labels = (card: Approval): readonly string[] =>
  (renderCard(card, READER).buttons ?? []).flat().map(({ label, data }) => `${label} ${data}`);

test("a pending plan says what will happen, the program, and until when, in the reader's zone", () => {
  assert.equal(
    renderCard(approval(), READER).text,
    [
      "🔐 **This needs your approval**",
      "1. Delete notes.md",
      "```ibl",
      '[system:delete]("notes.md")',
      "```",
      "⏳ until Mon 11/23, 09:30",
    ].join("\n"),
  );
});

test("a card tells at a glance how far it reaches, and how it ended", () => {
  const toneOf = (facts: Partial<Approval>) => renderCard(approval(facts), READER).tone;
  assert.equal(toneOf({}), "caution");
  const sends = { effects: [DELETE, { ...DELETE, effect: "send" as const }] };
  assert.equal(toneOf({ card: sends }), "danger");
  const sendsFreely = { effects: [{ ...DELETE, effect: "send" as const, approval: false }] };
  assert.equal(toneOf({ card: sendsFreely }), "caution");
  assert.equal(toneOf({ kind: "question", card: { prompt: "Which file?" } }), "question");
  assert.equal(toneOf({ state: "approved" }), "done");
  assert.equal(toneOf({ state: "denied" }), "refused");
  assert.equal(toneOf({ state: "expired" }), "over");
});

test("an open question that words answer offers a form, where the platform has one", () => {
  const words = approval({ kind: "question", card: { prompt: "Which file?" } });
  assert.deepEqual(renderCard(words, READER).form, { label: "✍️ Answer" });
  const draft = { kind: "morning", name: "Morning", values: {}, timing: {} };
  const buttons = { followUp: { kind: "briefing", draft, coming: [] } } as const;
  assert.equal(renderCard(approval({ kind: "question", card: buttons }), READER).form, undefined);
  const card = { prompt: "Which file?" };
  const decided = approval({ kind: "question", card, state: "answered" });
  assert.equal(renderCard(decided, READER).form, undefined);
  assert.equal(renderCard(approval({ kind: "plan" }), READER).form, undefined);
});

test("every kind of card has its own buttons, and a decided one has none", () => {
  const options = [{ label: "md" }, { label: "pdf" }];
  const cases: readonly (readonly [ApprovalKind, readonly string[]])[] = [
    ["plan", ["Approve data-y", "Deny data-n", "Deny, say why data-r"]],
    ["value", ["Approve data-y", "Deny data-n", "Deny, say why data-r"]],
    ["approval", ["Approve data-y", "Deny data-n", "Deny, say why data-r"]],
    ["uncertain", ["Run it again data-y", "It is done data-1", "Leave it data-n"]],
    ["question", ["md data-1", "pdf data-2", "Skip data-n"]],
    ["proposal", ["1. md data-1", "2. pdf data-2", "None of these data-n"]],
    ["access", ["Let in data-y", "Deny data-n"]],
  ];
  for (const [kind, expected] of cases) {
    const card = { prompt: "notes", options };
    assert.deepEqual(labels(approval({ kind, card })), expected, kind);
    assert.deepEqual(labels(approval({ kind, card, state: "denied" })), [], kind);
  }
});

test("a decided card begins with who decided and when, and ends with what happened", () => {
  const decidedAtMs = Date.parse("2026-11-23T00:05:00Z");
  const first = (facts: Partial<Approval>): string | undefined =>
    renderCard(approval({ decidedAtMs, ...facts }), READER).text.split("\n")[0];
  assert.equal(first({ state: "approved" }), "✅ **Approved** — Ann, Mon 11/23, 09:05");
  assert.equal(first({ state: "denied" }), "🚫 **Denied** — Ann, Mon 11/23, 09:05");
  assert.equal(first({ state: "answered", answer: "pdf" }), "✅ **pdf** — Ann, Mon 11/23, 09:05");
  assert.equal(first({ state: "expired" }), "⌛ **Nobody answered in time, so it was not done**");
  assert.equal(first({ state: "cancelled" }), "✖️ **Cancelled**");
  const done = approval({ state: "approved", decidedAtMs, outcomeText: "Deleted." });
  assert.match(renderCard(done, READER).text, /→ Deleted\.$/);
});

test("what was allowed and has no outcome yet is said to be going on; a refusal is not", () => {
  assert.match(renderCard(approval({ state: "approved" }), READER).text, /Working…$/);
  assert.doesNotMatch(renderCard(approval({ state: "denied" }), READER).text, /Working/);
  const silent = approval({ state: "approved", outcomeText: "" });
  assert.doesNotMatch(renderCard(silent, READER).text, /Working|→/);
});

test("a chosen proposal is named by what it means, not by its program", () => {
  const options = [{ label: "the time", code: "[system:time]" }];
  const chosen = approval({
    kind: "proposal",
    card: { options },
    state: "answered",
    answer: "[system:time]",
  });
  assert.match(renderCard(chosen, READER).text, /^✅ \*\*the time\*\*/);
});

test("a value card shows the actual value whole and says that it came from outside", () => {
  const values = [
    { param: "to", role: "recipient", value: "eve@example.com", tainted: true },
  ] as const;
  const { text } = renderCard(approval({ kind: "value", card: { values } }), READER);
  assert.match(text, /recipient:\n```\neve@example\.com\n```\n {2}⚠️ this value came from outside/);
});

test("reads are left out, what runs later stands apart, and how often is said", () => {
  const effects: readonly PlannedEffect[] = [
    { ...DELETE, effect: "read", approval: false, card: { ko: "보기", en: "Look" } },
    { ...DELETE, times: 5, conditional: true },
    { ...DELETE, later: true, card: { ko: "보내기", en: "Send it" } },
  ];
  const { text } = renderCard(approval({ card: { effects } }), READER);
  assert.doesNotMatch(text, /Look/);
  assert.match(text, /1\. Delete notes\.md — only if needed, up to 5 times/);
  assert.match(text, /Later, each time it runs:\n- Send it \(asks again then\)/);
});

test("what others wrote cannot become markup", () => {
  const prompt = "**ok** [click](http://evil)";
  const { text } = renderCard(approval({ kind: "question", card: { prompt } }), READER);
  assert.match(text, /^💬 \\\*\\\*ok\\\*\\\* \\\[click\\\]\(http:\/\/evil\)/);
});

test("a long program stands behind the details button, which sends all of it", () => {
  const program = `[system:delete]("${"x".repeat(60_000)}")`;
  const card = approval({ card: { program, effects: [DELETE] } });
  const { text } = renderCard(card, READER);
  assert.doesNotMatch(text, /```/);
  assert.deepEqual(labels(card).slice(2), ["Deny, say why data-r", "Details data-d"]);
  assert.ok(cardDetails(card, READER).includes(program));
});

test("an effect says each parameter: content by its first lines and length, results by their step, and what is from outside", () => {
  const effects: readonly CardEffect[] = [
    {
      ...DELETE,
      callId: "1",
      effect: "read",
      approval: false,
      card: { ko: "뉴스 찾기", en: "Search the news for AI" },
    },
    {
      ...DELETE,
      callId: "2",
      card: { ko: "보내기", en: "Send a mail" },
      facts: [
        { param: "to", role: "recipient", value: "eve@example.com" },
        { param: "body", value: "Hello\nBob", whole: { characters: 1234, lines: 40 } },
        {
          param: "news",
          from: { callId: "1", title: { ko: "뉴스", en: "News search" } },
          tainted: true,
        },
        { param: "amount", value: "3" },
        { param: "later" },
      ],
    },
  ];
  assert.equal(
    renderCard(approval({ card: { effects } }), READER).text,
    [
      "🔐 **This needs your approval**",
      "1. 👁 Search the news for AI",
      "2. Send a mail",
      "   recipient: eve@example.com",
      "   body (1234 characters, 40 lines):",
      "```",
      "Hello",
      "Bob…",
      "```",
      "   news: the result of step 1 (News search) ⚠️ from outside",
      "   amount: 3",
      "   later: known only while it runs",
      "⏳ until Mon 11/23, 09:30",
    ].join("\n"),
  );
});

test("an expired card offers to ask again where that may be, and says who did", () => {
  const card = approval({ state: "expired" });
  const offering = { ...READER, offersAgain: true };
  assert.deepEqual(renderCard(card, offering).buttons, [[{ label: "Ask again", data: "data-w" }]]);
  assert.equal(renderCard(card, READER).buttons, undefined);
  const asked = renderCard(
    { ...card, askedAgainBy: "person_ann" },
    { ...READER, againName: "Ann" },
  );
  assert.match(asked.text, /^⌛.*\n🔁 Asked again by Ann\./);
});

test("a refusal shows its reason, and a card that another took the place of who changed it", () => {
  const denied = approval({ state: "denied", reason: "not *that* file" });
  assert.match(renderCard(denied, READER).text, /^🚫.*\n💬 Reason: not \\\*that\\\* file\n/);
  const changed = approval({ state: "cancelled", decidedBy: "person_ann" });
  assert.match(renderCard(changed, READER).text, /^✏️ \*\*Changed\*\* by Ann/);
});

test("someone else's wish is shown under their name", () => {
  const { text } = renderCard(approval(), { ...READER, requesterName: "Ben" });
  assert.match(text, /^🔐.*\n🙋 Ben asks for this\./);
});

test("a card whose effects do not fit is cut to the limit, and its details say all", () => {
  const effects = Array.from({ length: 300 }, (_, index) => ({
    ...DELETE,
    card: { ko: `파일 ${index} 삭제`, en: `Delete file ${index} of the folder of last year` },
  }));
  const card = approval({ card: { program: "[system:list]", effects } });
  const { text, buttons } = renderCard(card, READER);
  assert.ok(visibleLength(text) <= READER.maxLength);
  assert.match(text, /… \(\+\d+\)\n📄 Too long for one message\. .*\n⏳ until/);
  assert.deepEqual(
    buttons?.flat().map(({ label }) => label),
    ["📄 See all", "Deny"],
  );
  assert.match(cardDetails(card, READER), /300\. Delete file 299/);
  const seen = renderCard(card, { ...READER, hasSeenAll: true });
  assert.match(seen.text, /📄 Shortened\. All of it is in the messages that were sent\./);
  assert.equal(seen.buttons?.[0]?.[0]?.label, "Approve");
});

test("a long value is cut on the card and whole in the details", () => {
  const value = `rm ${"a".repeat(5000)} && rm -rf ~`;
  const values = [{ param: "command", role: "command", value, tainted: false }] as const;
  const card = approval({ kind: "value", card: { values } });
  assert.ok(visibleLength(renderCard(card, READER).text) <= READER.maxLength);
  assert.ok(cardDetails(card, READER).includes(value));
});

test("whatever a card holds, it never goes over the limit", () => {
  const long = "가나다 ".repeat(5000);
  const options = Array.from({ length: 20 }, () => ({ label: long, code: long }));
  for (const kind of ["question", "proposal", "approval", "uncertain"] as const)
    for (const state of ["pending", "denied"] as const) {
      const card = approval({ kind, state, card: { prompt: long, options, program: long } });
      const { text } = renderCard(card, { ...READER, maxLength: 500 });
      assert.ok(visibleLength(text) <= 500, `${kind} ${state} ${visibleLength(text)}`);
    }
});

test("button labels are short", () => {
  const card = approval({ kind: "question", card: { options: [{ label: "y".repeat(100) }] } });
  assert.equal(labels(card)[0], `${"y".repeat(39)}… data-1`);
});
