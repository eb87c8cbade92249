// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts hold templates of their own
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { createComputeHandlers } from "../../../../src/nodes/system/compute/handlers.ts";
import { openProgramHouse, type ProgramHouse } from "../../../support/program-house.ts";
import { failureOf, run } from "../../../support/ready-call.ts";

let house: ProgramHouse;

before(async () => {
  house = await openProgramHouse();
});

after(() => house.close());

/** What a program says, which must go well and need no press. */
async function told(program: string): Promise<string> {
  const { envelope, pressed } = await house.perform(program);
  assert.equal(envelope.ok, true, envelope.text);
  assert.deepEqual(pressed, []);
  return envelope.text;
}

const HANDLERS = createComputeHandlers();

test("a program hands values to a script by name, by pipe and as the names it knows", async () => {
  assert.equal(
    await told(
      '[system:compute]("return rows.map(r => `${r.n}!`).join()") {rows: [{n: 1}, {n: 2}]}',
    ),
    "1!,2!",
  );
  assert.equal(
    await told('$rows = [4, 5]\n$x = [system:compute]("sum($rows)")\n[system:compute]("$x + 1")'),
    "10",
  );
  assert.equal(
    await told(
      '$a = [{n: 3}]\n[system:take](1) {items: "$a"} >> [system:compute]("return input[0].n * 2")',
    ),
    "6",
  );
  assert.equal(await told('[system:compute]("const $y = 2; return `$y ${$y} $z`")'), "$y 2 $z");
});

test("what stands in the templates of a script is the script's own", async () => {
  assert.equal(
    await told(
      '$days = [1, 2]\n[system:compute]("""return $days.map(d => `2026-${String(d).padStart(2, \'0\')}${d > 1 && d < 3 ? `-${[d].join()}` : \'\'}`).join()""")',
    ),
    "2026-01,2026-02-2",
  );
  const kept =
    '[system:run_pipeline]() {pipeline: """[system:compute]("return `n${String(3).padStart(2, \'0\')}`")"""}';
  assert.equal(await told(kept), "n03");
});

test("a result keeps its kind for the steps that follow", async () => {
  assert.equal(
    await told(
      '$n = [system:compute]("return 40 + 2")\n[if: $n > 41] { [system:write]("n.txt") {content: "$n"} } [else] { [system:time] }',
    ).then(() => told('[system:read]("n.txt")')),
    "42",
  );
  assert.match(
    await told(
      '$o = [system:compute]("return {name: 1, rows: [{a: 2}]}")\n[system:sum]("a") {items: "$o.rows"}',
    ),
    /2$/,
  );
});

test("what came from outside stays from outside, and a script needs no card in a schedule", async () => {
  writeFileSync(house.filePath("outside.csv"), "name,price\nApple,3\nPear,10");
  const { envelope } = await house.perform(
    '[system:read]("outside.csv") >> [system:compute]("return sum(records(input), \'price\')")',
  );
  assert.equal(envelope.text, "13");
  assert.equal(envelope.tainted, true);
  const scheduled = await house.perform(
    `[system:schedule]("nightly") {time: "03:00", pipeline: '[system:compute]("return now()")'}`,
  );
  assert.equal(scheduled.envelope.ok, true, scheduled.envelope.text);
});

test("a failure names the line of the script and what helps, in both languages", async () => {
  const english = failureOf(
    await run(
      HANDLERS,
      "system:compute",
      { script: "const a = 1;\nreturn price * a" },
      { language: "en" },
    ),
  );
  assert.deepEqual(english, {
    code: "script-error",
    message:
      'The script line 2, “return price * a”: ReferenceError: price is not defined. Write a variable as $price in the script too, or hand it over by name: {price: "$price"}',
    retryable: false,
  });
  const korean = failureOf(await run(HANDLERS, "system:compute", { script: "return a +;" }));
  assert.equal(korean.code, "bad-script");
  assert.match(korean.message, /^스크립트 1번째 줄 “return a \+;”: /);
  const fetched = failureOf(
    await run(
      HANDLERS,
      "system:compute",
      { script: "fetch('https://example.com')" },
      { language: "en" },
    ),
  );
  assert.match(fetched.message, /A script has no network, no files/);
  const ofText = failureOf(
    await run(
      HANDLERS,
      "system:compute",
      { script: "return input.map((row) => row.a)", input: "a,b\n1,2" },
      { language: "en" },
    ),
  );
  assert.match(ofText.message, /Here input is a text; records\(input\) gives the rows/);
});

test("a name that no script can use, a value that nothing gives and inputs beyond the limit are refused", async () => {
  const codeFor = async (params: Parameters<typeof run>[2]): Promise<string> =>
    failureOf(await run(HANDLERS, "system:compute", { script: "return 1", ...params })).code;
  assert.equal(await codeFor({ "a-b": 1 }), "bad-parameters");
  assert.equal(await codeFor({ return: 1 }), "bad-parameters");
  assert.equal(await codeFor({ "a){}evil(": 1 }), "bad-parameters");
  assert.equal(await codeFor({ rows: "$rows" }), "undefined-variable");
  assert.equal(await codeFor({ rows: "x".repeat(8_000_001) }), "inputs-too-large");
  assert.equal(
    await codeFor({ script: "let a = 1; for (let i = 0; i < 40; i += 1) a = [a]; return a" }),
    "result-too-deep",
  );
});

test("an endless script and one that no interrupt reaches are ended, and the service goes on meanwhile", async () => {
  let beats = 0;
  const heart = setInterval(() => {
    beats += 1;
  }, 20);
  const begun = performance.now();
  const outcomes = await Promise.all(
    ["for (;;);", "return (new Array(1e9) + '').length"].map((script) =>
      run(HANDLERS, "system:compute", { script }),
    ),
  );
  clearInterval(heart);
  assert.deepEqual(
    outcomes.map((outcome) => failureOf(outcome).code),
    ["script-too-slow", "script-too-slow"],
  );
  assert.ok(performance.now() - begun < 20_000);
  assert.ok(beats > 40, `${beats} beats`);
});

test("a stop ends a script at once", async () => {
  const stop = new AbortController();
  const reason = new Error("stopped");
  const running = run(HANDLERS, "system:compute", { script: "for (;;);" }, { signal: stop.signal });
  setTimeout(() => stop.abort(reason), 50);
  await assert.rejects(running, reason);
});

test("the same call of the same run gives the same random numbers", async () => {
  const call = () => run(HANDLERS, "system:compute", { script: "return Math.random()" });
  assert.deepEqual(await call(), await call());
});

test("an object is told by its fields, and each list of records in it as a table", async () => {
  assert.equal(
    await told(
      "[system:compute](\"return {rows: [{n: 1, sq: 1}, {n: 2, sq: 4}], total: 2, names: ['a', 'b'], one: [{n: 1}]}\")",
    ),
    '- total: 2\n- names: a, b\n- one: [{"n":1}]\n\n**rows** (2)\n\n| n | sq |\n| --- | --- |\n| 1 | 1 |\n| 2 | 4 |',
  );
});

test("of a table that is saved the rows are told", async () => {
  const rows = "[{a: 1, b: 2}, {a: 3, b: 4}]";
  assert.match(
    await told(`$r = ${rows}\n[system:file]("told-rows.csv") {content: "$r"}`),
    /\*\*told-rows\.csv\*\*에 2행을 적었어요$/,
  );
  assert.match(
    await told(`$r = ${rows}\n[system:file]("told-rows.csv") {content: "$r"}`),
    /\*\*told-rows\.csv\*\*에 2행을 새로 썼어요\. 앞 내용은 남겨 뒀어요\.$/,
  );
});
