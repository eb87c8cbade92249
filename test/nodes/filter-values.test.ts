import assert from "node:assert/strict";
import { test } from "node:test";
import { commandLine, temporaryHome } from "../support/service.ts";

const ITEMS = '[{name: "a", owner: "kim"}, {name: "b", owner: "lee"}]';

test("a value in a condition is compared, and can never change what the condition means", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const run = async (owner: string): Promise<unknown> => {
    const program = `$who = [system:write]("who.txt") {content: ${JSON.stringify(owner)}} >> [system:read]("who.txt"); [system:filter]("owner == $who") {items: ${ITEMS}}`;
    const result = await commandLine(home.path, ["run", program, "--json"]);
    const envelope = JSON.parse(result.output) as { value: { name: string }[] };
    return envelope.value.map((item) => item.name);
  };
  assert.deepEqual(await run("lee"), ["b"]);
  assert.deepEqual(await run("x' or owner != 'x"), []);
});

test("a condition that cannot be read is refused before anything runs", async (t) => {
  const home = temporaryHome();
  t.after(() => home.remove());
  const result = await commandLine(home.path, [
    "check",
    '[system:filter]("owner == ") {items: []}',
    "--json",
  ]);
  assert.equal(result.code, 2);
  assert.equal(
    (JSON.parse(result.output) as { error: { code: string } }).error.code,
    "bad-condition",
  );
});
