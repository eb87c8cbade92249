import assert from "node:assert/strict";
import { test } from "node:test";
import type { SerializedAXNode } from "puppeteer-core";
import { snapshotText } from "../../../src/drivers/browser/snapshot.ts";

type Sketch = Omit<SerializedAXNode, "elementHandle" | "children"> & {
  readonly children?: readonly Sketch[];
};

function tree(sketch: Sketch): SerializedAXNode {
  const { children, ...rest } = sketch;
  const elementHandle = () => Promise.resolve(null);
  return { ...rest, elementHandle, ...(children && { children: children.map(tree) }) };
}

test("widgets are numbered, states and values shown, repeated words left out", () => {
  const root = tree({
    role: "RootWebArea",
    name: "시험",
    children: [
      { role: "heading", name: "뉴스", level: 1, children: [{ role: "StaticText", name: "뉴스" }] },
      {
        role: "link",
        name: "기사 하나",
        url: "https://example.test/1",
        children: [
          { role: "StaticText", name: "기사 " },
          { role: "StaticText", name: "하나" },
        ],
      },
      {
        role: "form",
        children: [
          { role: "checkbox", name: "동의", checked: true },
          { role: "checkbox", name: "광고", checked: false },
          { role: "textbox", name: "검색", value: "a\n b", required: true },
          { role: "button", disabled: true },
        ],
      },
      { role: "link", name: "x", url: "javascript:alert(1)" },
    ],
  });
  const { text, elements, isCut } = snapshotText(root);
  assert.equal(
    text,
    [
      '- heading "뉴스" level 1',
      '- link "기사 하나" [e1] https://example.test/1',
      '- checkbox "동의" [e2] checked',
      '- checkbox "광고" [e3]',
      '- textbox "검색" [e4] value "a b" required',
      "- button [e5] disabled",
      '- link "x" [e6]',
    ].join("\n"),
  );
  assert.deepEqual([elements.get("e4")?.name, elements.size, isCut], ["검색", 6, false]);
});

test("a page without end, or without a floor, is cut and says so", () => {
  const items = Array.from({ length: 5000 }, (_, index) => ({ role: "button", name: `b${index}` }));
  const long = snapshotText(tree({ role: "RootWebArea", children: items }));
  assert.equal(long.isCut, true);
  assert.ok(long.text.length < 20_200);
  assert.match(long.text, /\[cut here: the page goes on past 20000 characters\]$/);
  let deep = tree({ role: "group", name: "floor" });
  for (let depth = 0; depth < 20_000; depth += 1) {
    deep = { role: "group", name: "g", elementHandle: deep.elementHandle, children: [deep] };
  }
  assert.equal(snapshotText(deep).isCut, true);
});

test("a page with nothing to see is empty", () => {
  assert.equal(snapshotText(null).text, "");
  assert.equal(snapshotText(tree({ role: "RootWebArea", name: "blank" })).text, "");
});
