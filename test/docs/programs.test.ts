import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, beforeEach, test } from "node:test";
import { openProgramHouse, type ProgramHouse } from "../support/program-house.ts";
import { fencesOf, readPages } from "./support/markdown.ts";

const programs = readPages()
  .filter(({ path }) => ["docs/language.md", "docs/language.ko.md"].includes(path))
  .flatMap(fencesOf)
  .filter(({ info }) => info[0] === "ibl" && !info.includes("example-error"));

let house: ProgramHouse;

before(async () => {
  house = await openProgramHouse();
});

beforeEach(() => {
  for (const name of ["news.md", "old.md"]) writeFileSync(house.filePath(name), "어제의 소식");
  writeFileSync(house.filePath("prices.csv"), "name,price\nApple,3\nPear,10");
});

after(() => house.close());

test("both guides to the language show programs", () => {
  assert.ok(programs.length >= 40);
});

for (const { page, line, text } of programs) {
  test(`${page}:${line} runs to its end`, async () => {
    const source = text.replaceAll("https://example.com", house.upstream.origins.pages);
    const { envelope } = await house.perform(source);
    assert.equal(envelope.ok, true, JSON.stringify(envelope));
  });
}
