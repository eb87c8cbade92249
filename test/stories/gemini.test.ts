import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, refusing, saying } from "../support/gemini-shapes.ts";
import { commandLine, temporaryHome } from "../support/service.ts";

const KEY = "test-key-of-the-story";

test("with a model, its one tool writes, waits for a press, and the turn goes on with the result", async (t) => {
  const gemini = await startGeminiServer([
    calling('[system:write]("old/notes.md") {content: "회의"}', "call-1"),
    calling('[system:delete]("old")', "call-2"),
    saying("old를 지웠어요."),
  ]);
  const home = temporaryHome();
  t.after(async () => {
    await gemini.close();
    home.remove();
  });
  const environment = { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.origin };
  const file = join(home.path, "files", "console_local", "old", "notes.md");

  const asked = await commandLine(home.path, ["ask", "메모를 만들었다가 지워줘", "--json"], {
    environment,
  });
  assert.equal(asked.code, 3, asked.errors);
  assert.equal(existsSync(file), true);
  const { waiting } = JSON.parse(asked.output) as { waiting: { id: string }[] };
  assert.equal(gemini.requests.length, 2);
  assert.deepEqual(
    (gemini.requests[0]!.body["tools"] as { functionDeclarations: { name: string }[] }[]).flatMap(
      (tool) => tool.functionDeclarations.map(({ name }) => name),
    ),
    ["execute_ibl"],
  );

  const approved = await commandLine(home.path, ["approvals", "approve", waiting[0]!.id], {
    environment,
  });
  assert.equal(approved.code, 0, approved.errors);
  assert.equal(existsSync(file), false);
  assert.equal(gemini.requests.length, 3);
  assert.match(JSON.stringify(gemini.requests[2]!.body["contents"]), /functionResponse.*지웠어요/);
  for (const result of [asked, approved])
    assert.doesNotMatch(`${result.output}${result.errors}`, new RegExp(KEY));
});

test("a key that is refused is told without the key, and examples answer instead", async (t) => {
  const gemini = await startGeminiServer([refusing(400, "INVALID_ARGUMENT", "API key not valid.")]);
  const home = temporaryHome();
  t.after(async () => {
    await gemini.close();
    home.remove();
  });
  const environment = { GEMINI_API_KEY: KEY, GEMINI_BASE_URL: gemini.origin };
  const asked = await commandLine(home.path, ["ask", "지금 몇 시야"], { environment });
  assert.match(asked.output, /요일 오[전후] \d+:\d+(?:이에요|예요)/);
  assert.match(asked.errors, /Gemini|model|key/i);
  assert.doesNotMatch(`${asked.output}${asked.errors}`, new RegExp(KEY));
});
