import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardView } from "../../../src/bots/approvals/card-view.ts";
import { cardDetails, cardProgram, renderCard } from "../../../src/bots/approvals/render-card.ts";
import { visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import type { CardEffect } from "../../../src/security/approvals/card-content.ts";
import type { ApprovalKind } from "../../../src/security/approvals/decision.ts";

const READER: CardView = {
  language: "en",
  zone: "Asia/Seoul",
  deciderName: "Ann",
  offersAgain: false,
  maxLength: 4096,
  button: (choice) => `data-${choice}`,
};

const DELETE: CardEffect = {
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

const SEND: CardEffect = {
  ...DELETE,
  node: "messenger",
  action: "send",
  effect: "send",
  card: { ko: "민아에게 보내기: 늦을 것 같아", en: "Send to Mina: Running late" },
  deed: {
    ask: { ko: "민아에게 보낼까요?", en: "Send to Mina?" },
    verb: { ko: "보내기", en: "Send" },
    done: { ko: "민아에게 보냈어요", en: "Sent to Mina" },
    undone: { ko: "안 보냈어요", en: "Not sent" },
    facts: [{ param: "message", value: "Running late" }],
    unsure: {
      say: { ko: "민아에게 갔는지 확실하지 않아요.", en: "I'm not sure it reached Mina." },
      again: { ko: "다시 보내기", en: "Send again" },
      did: { ko: "갔어요", en: "It did" },
    },
  },
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

test("the card of one effect is its question, its whole text as a quote and a button with its verb", () => {
  const card = approval({ card: { program: "[messenger:send]", effects: [SEND] } });
  assert.deepEqual(renderCard(card, READER), {
    text: "**Send to Mina?**\n> Running late",
    tone: "danger",
    buttons: [
      [
        { label: "Send", data: "data-y", style: "success" },
        { label: "Don't", data: "data-n" },
      ],
      [{ label: "⋯", data: "data-d", isQuiet: true }],
    ],
  });
  const korean = renderCard(card, { ...READER, language: "ko" });
  assert.equal(korean.text, "**민아에게 보낼까요?**\n> Running late");
  assert.equal(korean.buttons?.[0]?.[0]?.label, "보내기");
});

test("an effect without words of its own is asked by its sentence, and a program is never on the card", () => {
  assert.equal(renderCard(approval(), READER).text, "**Do this?**\nDelete notes.md");
  assert.deepEqual(labels(approval()), ["Do it data-y", "Don't data-n", "⋯ data-d"]);
});

test("several effects are one card with a line each", () => {
  const effects = [SEND, { ...DELETE, callId: "2" }];
  const card = approval({ card: { effects } });
  assert.equal(
    renderCard(card, READER).text,
    "**Do these 2 things?**\n1. Send to Mina: Running late\n2. Delete notes.md",
  );
  assert.equal(labels(card)[0], "Do all 2 data-y");
});

test("what was done is one line with the time and the quote; what failed never says that it was done", () => {
  const done = approval({
    state: "approved",
    decidedAtMs: Date.parse("2026-11-23T00:05:00Z"),
    outcomeText: "",
    card: { effects: [SEND] },
  });
  const time = "[9:05 AM](time:1795392300:t)";
  assert.equal(renderCard(done, READER).text, `✅ Sent to Mina · ${time}\n> Running late`);
  const steps = [{ key: "1", state: "failed" }];
  const failed = { ...done, outcomeText: "No chat." };
  assert.equal(renderCard(failed, { ...READER, steps }).text, "⚠️ Not sent\nNo chat.");
  assert.equal(renderCard(failed, { ...READER, steps: [] }).text, "⚠️ Not sent\nNo chat.");
  const rounds = ["2#0:1", "2#1:1"].map((key, index) => ({
    key,
    state: index ? "failed" : "done",
  }));
  const ofRound = (stepKey: string) => ({ ...done, kind: "value" as const, stepKey });
  assert.match(renderCard(ofRound("2#0:1"), { ...READER, steps: rounds }).text, /^✅ Sent to Mina/);
  assert.match(renderCard(ofRound("2#1:1"), { ...READER, steps: rounds }).text, /^⚠️ Not sent/);
  const denied = approval({ state: "denied", card: { effects: [SEND] } });
  assert.equal(renderCard(denied, READER).text, "✖️ Not sent · Ann");
  const expired = approval({ state: "expired", card: { effects: [SEND] } });
  assert.equal(renderCard(expired, READER).text, "⌛ No answer, so not sent.");
});

test("of several effects each says what was done in words of the past, and what was not", () => {
  const details = [{ param: "to", role: "recipient" as const, value: "Bo" }];
  const toBo = {
    ...SEND,
    callId: "2",
    details,
    deed: { ...SEND.deed!, done: { ko: "보에게 보냈어요", en: "Sent to Bo" } },
  };
  const several = approval({
    state: "approved",
    decidedAtMs: Date.parse("2026-11-23T00:05:00Z"),
    outcomeText: "",
    card: { effects: [SEND, toBo, { ...DELETE, callId: "3" }] },
  });
  const time = "[9:05 AM](time:1795392300:t)";
  const drawn = (states: readonly string[], language: "en" | "ko" = "en") => {
    const steps = states.map((state, index) => ({ key: String(index + 1), state }));
    return renderCard(several, { ...READER, language, steps }).text.split("\n");
  };
  assert.deepEqual(drawn(["done", "done", "done"]), [
    `✅ Done · ${time}`,
    "✅ Sent to Mina",
    "> Running late",
    "✅ Sent to Bo",
    "> Running late",
    "✅ Done: Delete notes.md",
  ]);
  assert.deepEqual(drawn(["done", "failed", "failed"]), [
    `✅ 1 of 3 done · ${time}`,
    "✅ Sent to Mina",
    "> Running late",
    "⚠️ Not sent: Bo",
    "⚠️ Not done: Delete notes.md",
  ]);
  assert.deepEqual(drawn(["done", "failed", "failed"], "ko").slice(1), [
    "✅ 민아에게 보냈어요",
    "> Running late",
    "⚠️ 안 보냈어요: Bo",
    "⚠️ 안 했어요: notes.md 삭제",
  ]);
});

test("one deed done to several things counts those that it happened to, and names the others", () => {
  const { deed } = SEND;
  const effects = ["Ann", "Bo", "Cy"].map((name, index) => ({
    ...SEND,
    callId: "1",
    stepKey: `${index}:1`,
    deed: { ...deed!, done: { ko: `${name}에게 보냈어요`, en: `Sent to ${name}` } },
  }));
  const many = { ko: "{count}명에게 보냈어요", en: "Sent to {count} people" };
  const items = ["Ann", "Bo", "Cy"].map((name) => ({ name, facts: [] }));
  const sent = approval({
    kind: "value",
    state: "approved",
    decidedAtMs: Date.parse("2026-11-23T00:05:00Z"),
    outcomeText: "",
    card: { effects, loop: { deed: { ...deed!, facts: [], done: many }, items } },
  });
  const drawn = (...states: readonly string[]) => {
    const steps = states.map((state, index) => ({ key: `${index}:1`, state }));
    return renderCard(sent, { ...READER, steps }).text.replace(/ · .*/u, "");
  };
  assert.equal(drawn("done", "done", "done"), "✅ Sent to 3 people");
  assert.equal(drawn("done", "failed", "done"), "✅ Sent to 2 people\n⚠️ Not sent: Bo");
  assert.equal(drawn("failed", "done", "failed"), "✅ Sent to Bo\n⚠️ Not sent: Ann\n⚠️ Not sent: Cy");
});

test("an answered question names who answered, but not in their own private chat", () => {
  const answered = approval({
    kind: "question",
    state: "answered",
    answer: "Tom",
    decidedAtMs: Date.parse("2026-11-23T00:05:00Z"),
    outcomeText: "",
    card: { prompt: "Whom?" },
  });
  assert.match(renderCard(answered, READER).text, /^✅ Tom · Ann, /);
  assert.match(renderCard(answered, { ...READER, isDecider: true }).text, /^✅ Tom · \[9:05 AM\]/);
});

test("after a crash the card asks whether it happened", () => {
  const unsure = approval({ kind: "uncertain", card: { effects: [SEND] } });
  assert.match(renderCard(unsure, READER).text, /^\*\*I'm not sure it reached Mina\.\*\*/);
  assert.deepEqual(labels(unsure), ["Send again data-y", "It did data-1"]);
});

test("a value that text from outside decided says where it was read", () => {
  const deed = { ...SEND.deed!, outside: [{ role: "recipient", from: "search" }] } as const;
  const { text } = renderCard(approval({ card: { effects: [{ ...SEND, deed }] } }), READER);
  assert.equal(text, "**Send to Mina?**\n> Running late\n⚠️ From search results, not you.");
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
    ["plan", ["Do it data-y", "Don't data-n"]],
    ["value", ["Do it data-y", "Don't data-n"]],
    ["approval", ["Do it data-y", "Don't data-n"]],
    ["uncertain", ["Do it again data-y", "It did data-1"]],
    ["question", ["md data-1", "pdf data-2", "Skip data-n"]],
    ["proposal", ["md data-1", "pdf data-2"]],
    ["access", ["Let in data-y", "Refuse data-n"]],
  ];
  for (const [kind, expected] of cases) {
    const card = { prompt: "notes", options };
    assert.deepEqual(labels(approval({ kind, card })), expected, kind);
    assert.deepEqual(labels(approval({ kind, card, state: "denied" })), [], kind);
  }
});

test("what was allowed and has no outcome yet is said to be going on; a refusal is not", () => {
  assert.equal(renderCard(approval({ state: "approved" }), READER).text, "⏳ On it");
  const denied = renderCard(approval({ state: "denied" }), READER);
  assert.equal(denied.text, "✖️ Not done · Ann");
});

test("a chosen proposal is named by what it means, not by its program", () => {
  const options = [{ label: "the time", code: "[system:time]" }];
  const chosen = approval({
    kind: "proposal",
    card: { options },
    state: "answered",
    answer: "[system:time]",
  });
  assert.match(renderCard(chosen, READER).text, /^✅ the time · Ann/);
});

test("a value card shows the actual value whole and says that it came from outside", () => {
  const values = [
    { param: "to", role: "recipient", value: "eve@example.com", tainted: true },
  ] as const;
  const { text } = renderCard(approval({ kind: "value", card: { values } }), READER);
  assert.equal(text, "**Do this?**\nrecipient:\n`eve@example.com`\n⚠️ From outside, not you.");
});

test("reads are left out, what runs later stands apart, and how often is said", () => {
  const effects: readonly CardEffect[] = [
    { ...DELETE, effect: "read", approval: false, card: { ko: "보기", en: "Look" } },
    { ...DELETE, times: 5, conditional: true },
    { ...DELETE, later: true, card: { ko: "보내기", en: "Send it" } },
  ];
  const { text } = renderCard(approval({ card: { effects } }), READER);
  assert.doesNotMatch(text, /Look/);
  assert.match(text, /Delete notes\.md\nonly if needed, up to 5 times/);
  assert.match(text, /Later, each time:\n- Send it/);
});

test("what others wrote cannot become markup", () => {
  const prompt = "**ok** [click](http://evil)";
  const { text } = renderCard(approval({ kind: "question", card: { prompt } }), READER);
  assert.match(text, /^💬 \\\*\\\*ok\\\*\\\* \\\[click\\\]\(http:\/\/evil\)/);
});

test("the program stands behind a button of what the details button tells, which sends all of it", () => {
  const program = `[system:delete]("${"x".repeat(60_000)}")`;
  const card = approval({ card: { program, effects: [DELETE] } });
  const { text } = renderCard(card, READER);
  assert.doesNotMatch(text, /```/);
  assert.deepEqual(labels(card).slice(2), ["⋯ data-d"]);
  const details = cardDetails(card, READER);
  assert.doesNotMatch(details.text, /\[system:/);
  assert.deepEqual(
    details.buttons?.flat().map(({ label, data }) => `${label} ${data}`),
    ["How? data-hw"],
  );
  const { text: how } = cardProgram(card, READER);
  assert.ok(how.includes(program));
  assert.equal(how.split("\n")[1], DELETE.card.en);
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
      "**Do this?**",
      "Send a mail",
      "recipient:",
      "> eve@example.com",
      "body:",
      "> Hello",
      "> Bob",
      "news:",
      "> the result of “Search the news for AI”",
      "⚠️ From outside, not you.",
      "amount:",
      "> 3",
      "later:",
      "> known only while it runs",
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
  assert.equal(asked.buttons, undefined);
});

test("a refusal shows its reason, and a card that another took the place of who changed it", () => {
  const denied = approval({ state: "denied", reason: "not *that* file" });
  assert.equal(renderCard(denied, READER).text, "✖️ Not done · Ann\n> not \\*that\\* file");
  const changed = approval({ state: "cancelled", decidedBy: "person_ann" });
  assert.equal(renderCard(changed, READER).text, "✏️ Edited · Ann");
});

test("someone else's wish is shown under their name", () => {
  const { text } = renderCard(approval(), { ...READER, requesterName: "Ben" });
  assert.match(text, /^\*\*Do this\?\*\*\nDelete notes\.md\n🙋 Asked by Ben$/);
});

test("a card whose effects do not fit is cut to the limit, and its details say all", () => {
  const effects = Array.from({ length: 300 }, (_, index) => ({
    ...DELETE,
    card: { ko: `파일 ${index} 삭제`, en: `Delete file ${index} of the folder of last year` },
  }));
  const card = approval({ card: { program: "[system:list]", effects } });
  const { text, buttons } = renderCard(card, READER);
  assert.ok(visibleLength(text) <= READER.maxLength);
  assert.match(text, /… \(\+\d+\)\nToo long for one message\. /);
  assert.deepEqual(
    buttons?.flat().map(({ label }) => label),
    ["See all", "Don't"],
  );
  assert.match(cardDetails(card, READER).text, /300\. Delete file 299/);
  const seen = renderCard(card, { ...READER, hasSeenAll: true });
  assert.match(seen.text, /Shortened\. All of it is in the messages I sent\./);
  assert.equal(seen.buttons?.[0]?.[0]?.label, "Do all 300");
});

test("a long value is cut on the card and whole in the details", () => {
  const value = `rm ${"a".repeat(5000)} && rm -rf ~`;
  const values = [{ param: "command", role: "command", value, tainted: false }] as const;
  const card = approval({ kind: "value", card: { values } });
  assert.ok(visibleLength(renderCard(card, READER).text) <= READER.maxLength);
  assert.ok(cardDetails(card, READER).text.includes(value));
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
