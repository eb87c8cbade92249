import assert from "node:assert/strict";
import { test } from "node:test";
import { openConsoleFor } from "../support/console-session.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";

const CLAIM = "I have saved it to notes.md.";
const AGAIN = "It is saved in notes.md now.";
const NOTE = "⚠️ Note: nothing was saved or changed for this message.";

test("on the terminal only the corrected answer is shown, not the claim before it", async (t) => {
  let count = 0;
  const gemini = await startGeminiServer(() => {
    count += 1;
    return saying(count === 1 ? CLAIM : AGAIN);
  });
  const town = new Town({
    environment: { GEMINI_API_KEY: "test-key-of-the-drafts", GEMINI_BASE_URL: gemini.origin },
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
  });
  const { outbox, dispatcher } = town.parts;
  const session = await openConsoleFor(t, {
    language: "en",
    columns: 100,
    onEvent: (event) => dispatcher.receive(event),
  });
  outbox.start(session.adapter, { recover: true });
  dispatcher.attach(session.adapter, { recover: true });
  await session.type("save tea please\r");
  await town.quiet();
  await session.type("");
  const screen = session.screen();
  assert.ok(screen.includes(`${AGAIN}\n\n${NOTE}`), screen);
  assert.ok(!screen.includes(CLAIM), screen);
  assert.equal(screen.split(AGAIN).length, 2, screen);
  assert.ok(!screen.includes("… "), screen);
});
