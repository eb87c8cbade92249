import assert from "node:assert/strict";
import { test } from "node:test";
import { ANNS, asked, last, press, write } from "../support/cards-house.ts";

/** A program whose one value waits to be typed anew. */
async function editing(params: string, before = "") {
  const house = await asked(`${before}[system:pick] {${params}}`);
  await press(house, "Edit");
  return house;
}

/** The program of the card that waits. */
const waiting = (house: Awaited<ReturnType<typeof asked>>): string | undefined =>
  house.approvals.pending().find(({ kind }) => kind === "plan")?.card.program;

test("a list is shown and typed a line each, or between commas, and its card is a new one", async () => {
  for (const typed of ["Ann\nBob, the second", "Ann, Bob", '["Ann", "Bob"]']) {
    const house = await editing('names: ["Ben", "Cho"]');
    assert.match(last(house), /names\. It is now:\n```\nBen\nCho\n```\nWrite one on each line/);
    const old = house.adapter.withButton("Approve");
    await write(house, typed);
    const second = typed.includes("\n") ? "Bob, the second" : "Bob";
    assert.equal(waiting(house), `[system:pick] {names: ["Ann", "${second}"]}`);
    await house.adapter.press({ id: "1", name: "Ann" }, "Approve", { message: old });
    assert.match(house.adapter.notes.at(-1) ?? "", /^✏️ Changed by Ann, /);
    await press(house, "Approve");
    assert.deepEqual(house.calls, [`system:pick Ann,${second}`]);
  }
});

test("numbers of a list stay numbers, and one that the action does not take is told with what is expected", async () => {
  const house = await editing("counts: [1, 2]");
  await write(house, "3, 40");
  assert.match(house.adapter.texts(ANNS).join("\n"), /It cannot run with that value[\s\S]*counts/);
  await write(house, "3, many");
  await write(house, "3, 4");
  assert.equal(waiting(house), "[system:pick] {counts: [3, 4]}");
});

test("an object is typed as in a program; what is none is told, and the card stays", async () => {
  const house = await editing('options: {size: 1, note: "a"}');
  assert.match(last(house), /\{size: 1, note: "a"\}\n```\nWrite it as in a program/);
  for (const wrong of ["size 2", "[1]", '{size: 2}} >> [system:delete]("a.md") {a: {b: 1}']) {
    await write(house, wrong);
    assert.match(house.adapter.texts(ANNS).join("\n"), /cannot be read as names and values/);
    assert.equal(waiting(house), '[system:pick] {options: {size: 1, note: "a"}}');
  }
  await write(house, "{size: 2}");
  assert.equal(waiting(house), "[system:pick] {options: {size: 2}}");
});

test("a condition is typed as it is read; a wrong one is told, and the card stays", async () => {
  const house = await editing('where: "price > 1"');
  assert.match(last(house), /Write a condition, such as/);
  await write(house, "price >");
  assert.match(house.adapter.texts(ANNS).join("\n"), /It cannot run with that value/);
  await write(house, 'price >= 2 and name contains "A"');
  await press(house, "Approve");
  assert.deepEqual(house.calls, ['system:pick price >= 2 and name contains "A"']);
});

test("no value that nobody sees comes in by a list, an object or a condition", async () => {
  const before = '$hit = [source:search]("x")\n';
  for (const [params, typed, label] of [
    ['names: ["a"]', '["$hit"]', "names: a"],
    ["options: {a: 1}", "{a: $hit}", "options: {a: 1}"],
    ['where: "price > 1"', "price > $hit", "where: price > 1"],
  ] as const) {
    const house = await editing(params, before);
    await press(house, label);
    await write(house, typed);
    assert.match(house.adapter.texts(ANNS).join("\n"), /"hit" names a value known only/, typed);
  }
});

test("a condition keeps the values of the program that it had", async () => {
  const house = await editing('where: "price > $hit"', '$hit = [source:search]("x")\n');
  await press(house, "where: price > $hit");
  await write(house, "price >= $hit");
  assert.match(waiting(house) ?? "", /where: "price >= \$hit"/);
});
