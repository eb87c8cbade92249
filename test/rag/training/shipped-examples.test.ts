import assert from "node:assert/strict";
import { after, test } from "node:test";
import { checkCode } from "../../../src/app/local-owner.ts";
import { gapsIn, materialOf } from "../../../src/rag/training/material.ts";
import { shippedCatalogue } from "../../support/catalogue.ts";
import { partsAt } from "../../support/parts.ts";
import { temporaryHome } from "../../support/service.ts";
import { materialFrom, shippedMaterial, shippedShelf } from "../../support/usage-examples.ts";

const home = temporaryHome();
const parts = partsAt(home.path);
after(async () => {
  await parts.close();
  home.remove();
});

test("every program of the shipped and generated examples parses and plans", () => {
  const codes = [...new Set(parts.library.material().examples.map(({ code }) => code))];
  const wrong = codes.flatMap((code) => {
    const planned = checkCode(parts, code);
    return planned.ok ? [] : [{ code, problems: planned.problems.map(({ message }) => message) }];
  });
  assert.deepEqual(wrong, []);
  assert.ok(codes.length > 150);
});

test("every action has at least eight hand-written examples, and every operator twenty", () => {
  const written = shippedMaterial().examples.filter(({ source }) => source === "shipped");
  assert.deepEqual(gapsIn(shippedCatalogue(), written), []);
});

test("an action or operator with too few is named with what it has", () => {
  const one = materialFrom([["지금 몇 시", "[system:time]"]]).examples;
  const gaps = gapsIn(shippedCatalogue(), one);
  assert.deepEqual(
    gaps.find(({ name }) => name === "system:time"),
    { name: "system:time", count: 1, least: 8 },
  );
  assert.deepEqual(
    gaps.find(({ name }) => name === "??"),
    { name: "??", count: 0, least: 20 },
  );
});

test("every action has examples in Korean and in English", () => {
  const korean = shippedMaterial().examples.filter(({ intent }) =>
    /\p{Script=Hangul}/u.test(intent),
  );
  const english = shippedMaterial().examples.filter(({ intent }) => /^[a-z]/iu.test(intent));
  const names = [...shippedCatalogue().actions.values()]
    .filter(({ tool }) => tool === undefined)
    .map(({ node, action }) => `[${node}:${action}]`);
  const missing = names.filter(
    (name) =>
      !korean.some(({ code }) => code.includes(name)) ||
      !english.some(({ code }) => code.includes(name)),
  );
  assert.deepEqual(missing, []);
});

test("the same data gives the same material, generated examples and all, and other data another", () => {
  const again = materialOf(shippedCatalogue(), shippedShelf(), "shipped");
  assert.deepEqual(again, shippedMaterial());
  const less = materialOf(shippedCatalogue(), { ...shippedShelf(), hints: [] }, "less");
  assert.notEqual(less.digest, again.digest);
  const sources = new Set(again.examples.map(({ source }) => source));
  assert.deepEqual([...sources].sort(), ["shipped", "synthetic", "synthetic_v3"]);
});

test("no labelled request of the measurement stands among what is learned", async () => {
  const { readLabelled } = await import("../../support/labelled.ts");
  const bare = (text: string): string => text.toLowerCase().replace(/[\s\p{P}]/gu, "");
  const { examples, smallTalk } = shippedMaterial();
  const learned = new Set([...examples.map(({ intent }) => intent), ...smallTalk].map(bare));
  const shared = ["tune", "tune-2", "report"].flatMap((half) =>
    readLabelled(half).filter(({ text }) => learned.has(bare(text))),
  );
  assert.deepEqual(
    shared.map(({ text }) => text),
    [],
  );
});
