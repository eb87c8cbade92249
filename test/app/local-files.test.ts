import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { askText } from "../../src/app/local-owner.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";

test("a file of this machine goes along with a question of the command line, under a free name in the local chat's folder", async (t) => {
  const gemini = await startGeminiServer([saying("three")]);
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-local-"));
  const environment = { GEMINI_API_KEY: "key-of-a-test", GEMINI_BASE_URL: gemini.origin };
  const town = await new Town({ environment }).start();
  t.after(async () => {
    await town.close();
    await gemini.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, "my numbers.txt");
  writeFileSync(path, "1 + 2");
  const ask = (file: string) =>
    askText(town.parts, "what is the sum?", {
      files: [file],
      note: () => undefined,
      answer: async () => undefined,
      signal: new AbortController().signal,
      onStep: () => undefined,
    });
  assert.equal((await ask(path)).text, "three");
  await ask(path);
  const inbox = join(town.homePath, "files", "console_local", "inbox");
  assert.equal(readFileSync(join(inbox, "my_numbers.txt"), "utf8"), "1 + 2");
  assert.equal(readFileSync(join(inbox, "my_numbers-2.txt"), "utf8"), "1 + 2");
  assert.match(
    JSON.stringify(gemini.requests[0]?.body["contents"]),
    /inbox\/my_numbers\.txt[^⟦]*1 \+ 2/,
  );
  await assert.rejects(ask(folder), { code: "bad-arguments" });
  await assert.rejects(ask(join(folder, "none")), { code: "bad-arguments" });
});
