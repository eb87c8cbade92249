import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aboutForm, answerForm, componentsOf } from "../../../src/bots/discord/components.ts";
import { lookOf } from "../../../src/bots/discord/message.ts";
import type { Button } from "../../../src/bots/platform/chat-adapter.ts";
import { checkMessage, checkModal, listOf } from "../../support/discord-server-rules.ts";

/** Data of all buttons and options, in the order shown. */
function dataOf(rows: readonly object[]): readonly string[] {
  return listOf(rows)
    .flatMap((row) => listOf(row["components"]))
    .flatMap((entry) =>
      entry["type"] === 3
        ? listOf(entry["options"]).map(({ value }) => String(value))
        : [String(entry["custom_id"])],
    );
}

/** Rows of so many buttons each, whose data is as long as the product's ever is. */
function rowsOf(lengths: readonly number[]): readonly (readonly Button[])[] {
  let count = 0;
  return lengths.map((length) =>
    Array.from({ length }, () => {
      count += 1;
      return { label: `값 ${count}`.repeat(20), data: String(count).padStart(64, "x") };
    }),
  );
}

test("a button has the colour of what it does, and one of a row at most", () => {
  const style = (each?: Button["style"]): Button => ({
    label: "x",
    data: "y",
    ...(each !== undefined && { style: each }),
  });
  const rows = componentsOf(
    {
      buttons: [
        [style("primary"), style()],
        [style("success"), style("danger")],
      ],
    },
    "en",
  );
  const styles = listOf(rows).flatMap((row) =>
    listOf(row["components"]).map((one) => one["style"]),
  );
  assert.deepEqual(styles, [1, 2, 3, 2], "one of a row");
});

test("however many buttons a message has, up to a hundred, each is there and Discord takes it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 }),
      fc.boolean(),
      (lengths, hasForm) => {
        const buttons = rowsOf(lengths);
        const form = hasForm ? { form: { label: "✍️ 답" } } : {};
        const look = lookOf({ text: "무엇을 할까요?", buttons, ...form }, "ko");
        assert.deepEqual(checkMessage({ ...look }, false), []);
        const wanted = [
          ...(hasForm ? ["ibl:form"] : []),
          ...buttons.flat().map(({ data }) => data),
        ];
        assert.deepEqual([...dataOf(look.components)].sort(), wanted.sort());
      },
    ),
    { numRuns: 300 },
  );
});

test("up to four buttons stay buttons, more are a menu, and a long list leaves its way out beside the menu", () => {
  const types = (lengths: readonly number[]) =>
    listOf(componentsOf({ buttons: rowsOf(lengths) }, "ko")).map((row) =>
      listOf(row["components"]).map(({ type }) => type),
    );
  assert.deepEqual(types([2, 1]), [[2, 2], [2]]);
  assert.deepEqual(types(Array.from({ length: 30 }, () => 1)), [[3], [3], [2]]);
  assert.deepEqual(types([2, 2, 2, 2, 2, 2]), [[3]]);
});

test("a form fits Discord's limits, whatever it quotes", () => {
  const long = "가".repeat(9000);
  checkModal(answerForm(long, long) as Record<string, unknown>);
  const form = aboutForm({
    customId: "ibl:about:1234567890123456789",
    title: long,
    question: long,
    quotedLabel: long,
    quoted: long,
  }) as Record<string, unknown>;
  checkModal(form);
  assert.ok(String(form["custom_id"]).length <= 100);
});

test("a menu says in the language of its chat that one is to be chosen", () => {
  const placeholders = (language: "ko" | "en") =>
    listOf(componentsOf({ buttons: rowsOf(Array.from({ length: 30 }, () => 1)) }, language))
      .flatMap((row) => listOf(row["components"]))
      .flatMap(({ placeholder }) => (placeholder === undefined ? [] : [placeholder]));
  assert.deepEqual(placeholders("ko"), ["하나를 고르세요", "하나를 고르세요"]);
  assert.deepEqual(placeholders("en"), ["Choose one", "Choose one"]);
});

test("a form holds the present value, and none that it cannot hold whole", () => {
  const prefilled = (value: string) => {
    const form = answerForm("title", "label", value) as Record<string, unknown>;
    checkModal(form);
    const [label] = listOf(form["components"]);
    return (label!["component"] as Record<string, unknown>)["value"];
  };
  assert.equal(prefilled("notes.md"), "notes.md");
  assert.equal(prefilled("가".repeat(4000)), "가".repeat(4000));
  assert.equal(prefilled("가".repeat(4001)), undefined);
  assert.equal(prefilled(""), undefined);
});
