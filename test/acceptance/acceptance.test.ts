import assert from "node:assert/strict";
import { test } from "node:test";
import { breachesOf } from "./breaches.ts";
import type { PlatformCall, RecordedAct, RecordedStep, Recording, Shown } from "./record.ts";
import { isRefusal, leadsOn } from "./refusals.ts";
import { lengthBreaches } from "./shape.ts";
import { commandBreaches } from "./times.ts";

const PLAIN: Shown = {
  id: "1",
  to: "owner",
  text: "⏰ **call the dentist** · {tomorrow 3 PM}",
  rows: [["Undo", "Change"]],
  edits: 0,
  editsNow: 0,
  files: [],
  isReply: true,
  isPublic: false,
  isNew: true,
  isAlone: false,
  mentions: [],
};
const CARD: Partial<Shown> = { id: "2", text: "**Send to Ben?**", rows: [["Send:g", "Don't"]] };
const SAID: RecordedAct = { kind: "say", by: "owner", text: "remind me to call the dentist" };
const PRESSED: RecordedAct = { kind: "press", by: "owner", label: "Undo" };

function step(
  act: RecordedAct,
  shown: readonly Partial<Shown>[],
  facts: Partial<Pick<RecordedStep, "calls" | "things" | "note">> = {},
): RecordedStep {
  const things = { before: "a", after: "a" };
  const all = shown.map((one) => ({ ...PLAIN, ...one }));
  return { act, shown: all, note: "", reactions: [], calls: [], things, ...facts };
}

function talk(
  steps: readonly RecordedStep[],
  facts: Partial<Recording> & { readonly situation?: string } = {},
): Recording {
  const { situation = "a situation", ...rest } = facts;
  return {
    name: "talk.en",
    platform: "telegram",
    language: "en",
    place: "private",
    names: { owner: "Tom", guest: "Ben" },
    secrets: [],
    foreign: ["list.txt"],
    situations: [{ name: situation, steps }],
    ...rest,
  };
}

const shows = (text: string, one: Partial<Shown> = {}): Recording =>
  talk([step(SAID, [{ text, ...one }])]);
const called = (call: PlatformCall): Recording => talk([step(SAID, [{}], { calls: [call] })]);
const refused = "I didn't get that. Could you put it differently?";
const refusal = step({ ...SAID, text: "blorp" }, [{ text: refused, rows: [] }]);

function filesWith(text: string): string {
  return JSON.stringify({ files: [["/files/list.txt", Buffer.from(text).toString("base64")]] });
}

/** What each rule must find, one thing in each talk. */
const BROKEN: readonly (readonly [string, RegExp, Recording])[] = [
  ...[
    '[system:time]("Seoul")',
    "```ibl\nx\n```",
    "due 2026-11-23",
    "now in Asia/Seoul",
    "set OPENAI_API_KEY",
    "run_0a1b2c3d failed",
    "4096 bytes",
    "12 KB",
    "in inbox/photo.jpg",
    "http://127.0.0.1:80",
    "calls save_event",
    "every 0 8 * * *",
  ].map((text): readonly [string, RegExp, Recording] => [text, /^rule 1: /, shows(text)]),
  [
    "a long refusal",
    /^rule 2: a long refusal/,
    shows(`There's no such file, ${"and ".repeat(30)}`),
  ],
  [
    "five buttons",
    /^rule 3: more than four/,
    shows("x", {
      rows: [
        ["1", "2", "3"],
        ["4", "5"],
      ],
    }),
  ],
  ["three rows", /^rule 3: more than two rows/, shows("x", { rows: [["1"], ["2"], ["3"]] })],
  ["a long label", /^rule 3: a long label/, shows("x", { rows: [["a".repeat(25)]] })],
  ["a cut label", /^rule 3: a cut label/, shows("x", { rows: [["Open minu…"]] })],
  ["a file from nowhere", /^rule 3: a value/, shows("x", { rows: [["Open other.txt"]] })],
  ["two alike", /^rule 3: two buttons/, shows("x", { rows: [["Open", "Open"]] })],
  ["a card", /^rule 4: a card in/, talk([step(SAID, [CARD])], { name: "lists.en" })],
  ["two cards", /^rule 4: two cards/, talk([step(SAID, [CARD, { ...CARD, id: "3" }])])],
  ["sent", /^rule 4: something was sent/, talk([step(SAID, [{ to: "guest", text: "✉️ **Tom**" }])])],
  ["two answers", /^rule 5: more than one/, talk([step(SAID, [{}, { id: "2" }])])],
  [
    "a reminder twice",
    /^rule 5: two messages about/,
    talk([step({ kind: "wait", by: "owner" }, [{}, { id: "2" }])]),
  ],
  [
    "two edits",
    /^rule 6: edited more than once/,
    talk([step(PRESSED, [{ isNew: false, editsNow: 2 }])]),
  ],
  [
    "two edited",
    /^rule 6: two messages edited/,
    talk([
      step(
        PRESSED,
        [1, 2].map((id) => ({ id: String(id), text: `task ${id}`, isNew: false, editsNow: 1 })),
      ),
    ]),
  ],
  [
    "progress",
    /^rule 6: progress/,
    talk([step(SAID, [{ text: "⏳ Looking", isNew: false, editsNow: 7 }])]),
  ],
  [
    "a suggestion edited",
    /^rule 6: a suggestion/,
    talk([step(PRESSED, [{ text: "Did you mean this?", isNew: false, editsNow: 1 }])]),
  ],
  ["in vain", /^rule 6: an edit/, called({ kind: "edited in vain", afterMs: 5, text: "" })],
  ["known before", /^rule 7: /, talk([step(PRESSED, [{ text: "There's no **a.md**." }])])],
  ["again", /^rule 8: /, talk([refusal, step({ ...SAID, text: "thanks" }, []), refusal])],
  [
    "not undone",
    /^rule 9: not as it was/,
    talk([
      step(SAID, [{}], { things: { before: "a", after: "b" } }),
      step(PRESSED, [{ text: "↩️ Undone", isNew: false, rows: [] }], {
        things: { before: "b", after: "c" },
      }),
    ]),
  ],
  [
    "undone twice",
    /^rule 9: a second press/,
    talk([step({ ...PRESSED, isLate: true }, [], { things: { before: "a", after: "b" } })]),
  ],
  ["Korean", /^rule 10: 끝 in/, shows("끝")],
  [
    "English",
    /^rule 10: file, saved in/,
    talk([step({ ...SAID, text: "적어줘" }, [{ text: "file saved", rows: [] }])], {
      language: "ko",
    }),
  ],
  [
    "a forgotten fact",
    /^rule 12: not found/,
    talk(
      [
        step(SAID, [{ text: "🧠 Got it: the pin is ▓4821▓" }]),
        step({ ...SAID, text: "what's the pin?" }, [{ text: "It's ▓1111▓." }]),
      ],
      { situation: "12 found by three phrasings" },
    ),
  ],
  [
    "a fact asked for once",
    /^rule 12: asked in 1 ways/,
    talk(
      [
        step({ ...SAID, kind: "send" }, [{ text: "🧠 Got it: my passport is upstairs" }]),
        step({ ...SAID, text: "where is my passport?" }, [{ text: "It's upstairs." }]),
      ],
      { situation: "12 found by three phrasings" },
    ),
  ],
  ...(
    [
      ["replaced", "tofu", "kimchi"],
      ["left out", "tofu", "tofu"],
    ] as const
  ).map(([name, before, after]): readonly [string, RegExp, Recording] => [
    `a line that is ${name}`,
    /^rule 13: an addition/,
    talk([
      step(SAID, [{ text: "📄 Added to **list.txt**: kimchi" }], {
        things: { before: filesWith(before), after: filesWith(after) },
      }),
    ]),
  ]),
  ["a long address", /^rule 14: /, shows(`see https://example.com/${"a".repeat(30)}`)],
  [
    "no reply",
    /^rule 15: an answer/,
    talk([step(SAID, [{ isPublic: true, isReply: false }])], { place: "group" }),
  ],
  [
    "a secret",
    /^rule 15: shows a secret/,
    talk([step(SAID, [{ text: "it is 4821", isPublic: true }])], {
      place: "group",
      secrets: ["4821"],
    }),
  ],
  [
    "nobody called",
    /^rule 15: calls others/,
    talk([step({ kind: "wait", by: "owner" }, [{ isPublic: true }])], { place: "group" }),
  ],
  [
    "the reader's clock",
    /^rule 16: an absolute time/,
    talk([step(SAID, [{ text: "due Nov 22, 3 PM" }])], { platform: "discord" }),
  ],
  [
    "no colour",
    /^rule 3: a card without/,
    talk([step(SAID, [{ ...CARD, rows: [["Send", "Don't"]] }])], { platform: "discord" }),
  ],
  [
    "two colours",
    /^rule 3: two coloured/,
    talk([step(SAID, [{ ...CARD, rows: [["Send:g", "Don't:r"]] }])], { platform: "discord" }),
  ],
  [
    "yes",
    /^rule 17: a word said yes/,
    talk([
      step(SAID, [CARD]),
      step({ ...SAID, text: "yes" }, [], { things: { before: "a", after: "b" } }),
    ]),
  ],
  [
    "no",
    /^rule 17: no closed/,
    talk([step(SAID, [CARD]), step({ ...SAID, text: "no" }, [{ text: "Okay." }])]),
  ],
  [
    "asked each time",
    /^rule 18: 1 cards/,
    talk([step({ kind: "wait", by: "owner" }, [CARD])], { situation: "41 a run does not ask" }),
  ],
  ["who", /^rule 19: /, shows("👋 **Ben** would like in\nTelegram · “hi”")],
  ["slow", /^rule 20: nothing/, called({ kind: "message", afterMs: 4000, text: "done" })],
  ["early", /^rule 20: progress/, called({ kind: "message", afterMs: 900, text: "⏳ Looking" })],
];

for (const [name, rule, broken] of BROKEN)
  test(`${name}: found by ${rule.source}`, () => {
    const found = breachesOf(broken).map((breach) => breach.rule);
    assert.ok(
      found.some((each) => rule.test(each)),
      JSON.stringify(found),
    );
  });

test("a talk that breaks no rule is let be", () => {
  const undone = { text: "↩️ Undone: **call the dentist**", rows: [], isNew: false, editsNow: 1 };
  const kept = talk([
    step(SAID, [{}], { things: { before: "a", after: "b" } }),
    step(PRESSED, [undone], { things: { before: "b", after: "a" } }),
    step({ ...SAID, text: "send Ben “hi”" }, [CARD]),
    step({ ...SAID, text: "yes" }, [{ text: "Words approve nothing.", rows: [] }]),
  ]);
  for (const platform of ["telegram", "discord", "console"] as const)
    assert.deepEqual(breachesOf({ ...kept, platform }), []);
});

test("what two presses, a card in two places and a language for good bring is let be", () => {
  const settled = { text: "✅ Ran", rows: [], isNew: false, editsNow: 1 };
  const both = [1, 2].map((id) => ({ ...settled, id: String(id) }));
  const pressed = (shown: readonly Partial<Shown>[], isTwice: boolean): Recording =>
    talk([step({ ...PRESSED, label: "Run", isTwice }, shown)]);
  assert.deepEqual(breachesOf(pressed(both, false)), []);
  assert.deepEqual(breachesOf(pressed([{ ...settled, editsNow: 2 }], true)), []);
  const korean = step({ ...SAID, text: "/language ko" }, [
    { text: "이제 한국어로 말할게요.", rows: [] },
  ]);
  const help = step({ ...SAID, text: "/help" }, [{ text: "그냥 말로 시키세요.", rows: [] }]);
  assert.deepEqual(breachesOf(talk([korean, help])), []);
});

test("long cards and answers are found where half of them are so", () => {
  const long = shows("one\ntwo\nthree\nfour\nfive");
  assert.equal(lengthBreaches([long, long, shows("short")]).length, 1);
  assert.deepEqual(lengthBreaches([long, shows("short"), shows("short")]), []);
  const card = talk([step(SAID, [{ ...CARD, text: "a\nb\nc\nd\ne\nf" }])]);
  assert.equal(lengthBreaches([card]).length, 1);
});

test("a refusal is known by its first sentence, and what it offers leads on", () => {
  for (const text of [
    refused,
    "There's no **a.md**.",
    "**회의.txt**는 없어요.",
    "음악은 아직 못 해요.",
  ])
    assert.ok(isRefusal(text), text);
  for (const text of ["📄 Saved **a.md**: there's no milk", "Nothing is running."])
    assert.ok(!isRefusal(text), text);
  assert.ok(!leadsOn([], ""), "nothing happens");
  assert.ok(!leadsOn([{ ...PLAIN, text: refused }], ""));
  assert.ok(leadsOn([PLAIN], ""));
});

test("too many commands, and free text alone, are found", () => {
  const text = { name: "what", type: 3 };
  const many = Array.from({ length: 15 }, (_, index) => ({ name: `c${index}` }));
  assert.equal(commandBreaches(many).length, 1);
  assert.deepEqual(commandBreaches([{ name: "do", options: [text] }]), [
    "/do takes free text alone",
  ]);
  const ask = { name: "ask", options: [text] };
  assert.deepEqual(commandBreaches([ask, { name: "menu", type: 3 }]), []);
});
