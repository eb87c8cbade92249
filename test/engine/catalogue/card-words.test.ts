import assert from "node:assert/strict";
import { test } from "node:test";
import { type ActionDefinition, cardParams } from "../../../src/engine/catalogue/catalogue.ts";
import { cardOf } from "../../../src/engine/plan/effects-report.ts";
import { catalogueOf, DELETE_ENTRY, shippedCatalogue } from "../../support/catalogue.ts";

/** What the page itself calls an element stands on the card of an act that is looked at, not the reference by which a program finds it ("e3"). */
const FOUND_ON_PAGE: Readonly<Record<string, string>> = {
  ref: "element",
  source_ref: "source_element",
};

/** What is missing of the words of an action's card: text of its own in both languages, its target, and whatever decides where its effect goes. A program and times have a place of their own on every card. */
function missingIn({ card, description, target, roles, params, isLookedAt }: ActionDefinition) {
  const { ko, en } = card;
  const known = Object.keys((params["properties"] ?? {}) as object);
  const named = new Set(cardParams(en));
  const decisive = Object.entries(roles).filter(
    ([, role]) => role !== "code" && role !== "subject",
  );
  const wanted = new Set([
    ...(target === undefined ? [] : [(isLookedAt && FOUND_ON_PAGE[target]) || target]),
    ...decisive.map(([name]) => name),
  ]);
  return [
    ...(ko === description.ko || !/[가-힣]/.test(ko) ? ["Korean words"] : []),
    ...(en === description.en || !/[a-z]/i.test(en) ? ["English words"] : []),
    ...[...wanted].filter((name) => !named.has(name)),
    ...cardParams(ko).filter((name) => !named.has(name)),
    ...[...named].filter((name) => !cardParams(ko).includes(name) || !known.includes(name)),
  ];
}

const withEffect = [...shippedCatalogue().actions.values()].filter(
  ({ effect, approval }) => effect !== "read" || approval,
);

test("every action with an effect has a card in both languages that names its target and where its effect goes", () => {
  const missing = withEffect.map(
    (definition) => [`${definition.node}:${definition.action}`, missingIn(definition)] as const,
  );
  assert.ok(withEffect.length > 20);
  assert.deepEqual(
    missing.filter(([, words]) => words.length > 0),
    [],
  );
});

test("an action without words, or with words that name nothing, is found", () => {
  const bare = { ...DELETE_ENTRY, card: { ko: "delete", en: "delete" } };
  const vague = { ...DELETE_ENTRY, card: { ko: "지우기", en: "Delete {file}" } };
  const found = catalogueOf({ system: { delete: DELETE_ENTRY, bare, vague } }).actions;
  const missing = ["delete", "bare", "vague"].map((name) =>
    missingIn(found.get(`system:${name}`)!),
  );
  assert.deepEqual(missing, [[], ["Korean words", "path"], ["path", "file"]]);
});

test("a part in square brackets stands only where one of its values is given", () => {
  const todo = shippedCatalogue().actions.get("system:todo")!;
  const cards = [{ add: "buy milk" }, { done: 2 }, { remove: 1 }, {}].map((params) =>
    cardOf(todo, params),
  );
  assert.deepEqual(cards, [
    { ko: "할 일에 buy milk 넣기", en: "To-dos: add buy milk" },
    { ko: "할 일 2번 끝내기", en: "To-dos: tick off 2" },
    { ko: "할 일 1번 빼기", en: "To-dos: take off 1" },
    { ko: "할 일", en: "To-dos" },
  ]);
});

test("a value with brackets in it stays as it is", () => {
  const save = shippedCatalogue().actions.get("system:save_workflow")!;
  const { en } = cardOf(save, { name: "x", pipeline: '[system:time] & [a:b]("{name}")' });
  assert.equal(en, 'Save the workflow "x": [system:time] & [a:b]("{name}")');
});
