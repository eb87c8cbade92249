import assert from "node:assert/strict";
import { test } from "node:test";
import { fileForOneself } from "../../../src/agent/things/file-sending.ts";
import { type KnownThings, NO_THINGS } from "../../../src/agent/things/said.ts";
import { readThing } from "../../../src/agent/things/things.ts";

const KNOWN: KnownThings = {
  ...NO_THINGS,
  files: ["inbox/plan.pdf", "inbox/photo.jpg", "pricelist.csv"],
  others: ["Ben", "지은"],
};
const SENT: KnownThings = { ...KNOWN, sent: ["inbox/plan.pdf"] };

function sent(path: string, to: string): string {
  return `[messenger:send_file]("${path}") {to: "${to}"}`;
}

for (const [message, known, code] of [
  ["send plan.pdf to ben", KNOWN, sent("inbox/plan.pdf", "Ben")],
  ["send ben plan.pdf", KNOWN, sent("inbox/plan.pdf", "Ben")],
  ["give it to ben", SENT, sent("inbox/plan.pdf", "Ben")],
  ["keep this and give it to ben", SENT, sent("inbox/plan.pdf", "Ben")],
  ["share this file with Ben please", SENT, sent("inbox/plan.pdf", "Ben")],
  ["send ben the price list", KNOWN, sent("pricelist.csv", "Ben")],
  ["send ben the picture", KNOWN, sent("inbox/photo.jpg", "Ben")],
  ["이거 지은이한테 보내줘", SENT, sent("inbox/plan.pdf", "지은")],
  ["지은이한테 이거 좀 전달해 주세요", SENT, sent("inbox/plan.pdf", "지은")],
  ["지은이한테 보내줘", SENT, sent("inbox/plan.pdf", "지은")],
  ["plan.pdf 지은이에게 보내줘", KNOWN, sent("inbox/plan.pdf", "지은")],
  ["send plan.pdf to zed", KNOWN, sent("inbox/plan.pdf", "zed")],
] as const)
  test(`a file goes to somebody: ${message}`, () => {
    assert.deepEqual(readThing(message, known), { kind: "program", code });
  });

test("to whom a file goes is asked where nobody is named", () => {
  const plan = readThing("send plan.pdf", KNOWN);
  assert.deepEqual(plan, {
    kind: "program",
    code: '$to = [system:ask_user]("Who should get plan.pdf?") {options: ["Ben", "지은"]}\n[messenger:send_file]("inbox/plan.pdf") {to: "$to"}',
  });
});

test("which file is meant is asked where none is named", () => {
  const plan = readThing("send ben a file", KNOWN);
  const labels = plan?.kind === "ask" ? plan.offers.map(({ label }) => label.en) : [];
  assert.deepEqual(labels, ["plan.pdf", "photo.jpg", "pricelist.csv"]);
});

for (const message of [
  "give the van to ben",
  "send it to ben",
  "tell ben that i'll send it",
  "지은이한테 늦는다고 보내줘",
])
  test(`no file is meant: ${message}`, () => {
    const plan = readThing(message, KNOWN);
    assert.equal(plan?.kind === "program" && plan.code.includes("send_file"), false);
  });

for (const [message, path] of [
  ["send me menu.pdf", "menu.pdf"],
  ["메뉴.txt 보내줘", "메뉴.txt"],
  ["나한테 메뉴.txt 보내줘", "메뉴.txt"],
  ["send menu.pdf to ben", undefined],
] as const)
  test(`a file is wanted back: ${message}`, () => {
    assert.equal(fileForOneself(message), path);
  });
