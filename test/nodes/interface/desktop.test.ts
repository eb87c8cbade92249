import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { runCode } from "../../../src/app/local-owner.ts";
import { openProgramHouse, type ProgramHouse } from "../../support/program-house.ts";
import { openScreen, type TestScreen } from "../../support/screen.ts";

let screen: TestScreen;
let house: ProgramHouse;
let server: ProgramHouse;
before(async () => {
  screen = await openScreen();
  house = await openProgramHouse({}, {}, { ...screen.environment });
  server = await openProgramHouse();
});
after(async () => {
  await house.close();
  await server.close();
  await screen.close();
});

async function performed(source: string, where = house) {
  const { envelope, pressed } = await where.perform(source);
  const [statement] = envelope.statements;
  const text = statement?.ok === true ? (statement.text ?? "") : "";
  return { text, code: statement?.error?.code, pressed };
}

test("what only looks asks nobody", async () => {
  await screen.question("Look here");
  await screen.copy("복사한 글");
  const seen = [
    ['[interface:get] {type: "desktop_screen"}', /^1280 × 720$/],
    ["[interface:cursor_position]", /^\(\d+, \d+\)$/],
    ['[interface:list] {type: "windows"}', /Look here.*\d+ × \d+/],
    ["[interface:desktop_clipboard]", /복사한 글/],
    ["[interface:desktop_screenshot] {region: {x: 0, y: 0, width: 50, height: 40}}", /png/],
  ] as const;
  for (const [source, found] of seen) {
    const { text, code, pressed } = await performed(source);
    assert.deepEqual([code, pressed], [undefined, []], source);
    assert.match(text, found);
  }
});

test("what acts asks with a picture of the screen, and then does it", async () => {
  const { typed } = await screen.terminal("Notes");
  let picture: Buffer | undefined;
  const run = (source: string) =>
    runCode(house.parts, source, {
      answer: async ({ card }) => {
        picture = card.picture && readFileSync(card.picture.path);
        return { state: "approved" };
      },
      signal: new AbortController().signal,
      onStep: () => undefined,
    });
  await run("[interface:desktop_click] {x: 200, y: 150}");
  assert.deepEqual([picture?.readUInt32BE(16), picture?.readUInt32BE(20)], [1280, 720]);
  assert.equal(
    (await performed('[interface:desktop_type]("회의 3시") {interval: 0.05}')).code,
    undefined,
  );
  const enter = await performed('[interface:desktop_key]("enter") {screenshot_after: true}');
  assert.deepEqual([enter.code, enter.pressed.length], [undefined, 1]);
  while (!typed().endsWith("\n")) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(typed(), "회의 3시\n");
  for (const source of [
    "[interface:mouse_move] {x: 1, y: 2}",
    "[interface:desktop_drag] {start_x: 1, start_y: 2, end_x: 30, end_y: 40}",
    '[interface:control] {type: "desktop_scroll", direction: "up"}',
  ])
    assert.equal((await performed(source)).code, undefined, source);
  assert.match((await performed("[interface:cursor_position]")).text, /^\(30, 40\)$/);
});

test("on a server every action says in one sentence that there is no screen", async () => {
  for (const source of [
    "[interface:desktop_screenshot]",
    "[interface:desktop_screen_info]",
    "[interface:cursor_position]",
    "[interface:desktop_click] {x: 1, y: 2}",
    '[interface:desktop_type]("x")',
    '[interface:desktop_key]("enter")',
  ])
    assert.equal((await performed(source, server)).code, "no-screen", source);
});
