import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { openProgramHouse, type ProgramHouse } from "../../../support/program-house.ts";

const FILES = {
  "prices.json": JSON.stringify({
    total: 2,
    items: [
      { name: "가", price: 3 },
      { name: "나", price: 10 },
    ],
  }),
  "prices.csv": "이름,가격\n가,3\n나,10\n다,2\n",
  "log.jsonl": '{"n": 1}\n{"n": 3}\n{"n": 2}\n',
  "shopping.md": "- 우유\n- 계란\n- 우유\n- 빵\n",
};

let house: ProgramHouse;

before(async () => {
  house = await openProgramHouse();
  for (const [name, text] of Object.entries(FILES)) writeFileSync(house.filePath(name), text);
});

after(() => house.close());

for (const [source, text] of [
  ['[system:read]("prices.json") >> [system:filter]("price > 5")', "1. 나 (price: 10)"],
  [
    '[system:read]("prices.csv") >> [system:sort]("가격") {order: "desc"} >> [system:take](1)',
    "1. 이름: 나 · 가격: 10",
  ],
  ['[system:read]("log.jsonl") >> [system:sort]("n") >> [system:take](2)', "1. n: 1\n2. n: 2"],
  [
    '[system:read]("shopping.md") >> [system:dedup] >> [system:sort] >> [system:take](2)',
    "- 계란\n- 빵",
  ],
  [
    '$p = [system:read]("prices.json")\n$q = [system:read]("prices.csv")\n[system:merge]("$p") {items: "$q"} >> [system:take](4)',
    "1. 이름: 가 · 가격: 3\n2. 이름: 나 · 가격: 10\n3. 이름: 다 · 가격: 2\n4. 가 (price: 3)",
  ],
  [
    '$p = [system:read]("prices.csv") >> [system:filter]("가격 < 5")\n[each: $r in $p] { [system:take](1) {items: "$r.이름: $r.가격원"} }',
    "가: 3원\n다: 2원",
  ],
] as const) {
  test(`${source.split("\n").at(-1)} works on what a file holds`, async () => {
    const { envelope } = await house.perform(source);
    assert.equal(envelope.ok, true, JSON.stringify(envelope));
    assert.ok(envelope.text.endsWith(text), envelope.text);
  });
}

test("lines stay lines through several words, also on their way into a file", async () => {
  const { envelope } = await house.perform(
    '[system:read]("shopping.md") >> [system:dedup] >> [system:sort] >> [system:file]("sorted.md")\n[system:read]("sorted.md")',
  );
  assert.equal(envelope.value, "- 계란\n- 빵\n- 우유");
});
