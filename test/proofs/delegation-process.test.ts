/*
 * What is done here: the real service, a process of its own, talks with a Bot API and a Gemini on loopback. Its assistant hands
 * work to a colleague in the background, and it kills itself by SIGKILL when the colleague has ended and nothing was brought. A
 * new process is started on the same HOME. Exactly one report arrives, and the model of the chat reads it once in the next turn.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type GeminiRequest, startGeminiServer } from "../support/gemini-server.ts";
import { calling, saying } from "../support/gemini-shapes.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { PROOF_LIMIT_MS } from "./support/sizes.ts";

const TOKEN = "123456:test-token-of-the-delegation";
const ALICE = { id: 1001, firstName: "Alice", languageCode: "en" };
const FOUND = "Tea is up twelve percent.";
const HAND = '[system:agent_ask]("research/news") {message: "find stories on tea"}';

/** The assistant hands work over once; the news desk always finds the same. */
function answerTo({ body }: GeminiRequest) {
  if (/You are News desk/.test(JSON.stringify(body["systemInstruction"]))) return saying(FOUND);
  const contents = JSON.stringify(body["contents"]);
  if (contents.includes("what did it find")) return saying("It found something.");
  return contents.includes("functionResponse") ? saying("I have asked.") : calling(HAND);
}

test("killed by SIGKILL before a report is brought and started again, the service brings it once", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const telegram = await startTelegramServer({ token: TOKEN });
  const gemini = await startGeminiServer(answerTo);
  const home = temporaryHome();
  const environment = {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    GEMINI_API_KEY: "test-key-of-the-delegation",
    GEMINI_BASE_URL: gemini.origin,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    await telegram.close();
    await gemini.close();
    home.remove();
  });
  // A note that something may not have arrived quotes it.
  const told = (words: string): number =>
    telegram.messages(ALICE.id).filter(({ text }) => text.includes(words) && !text.startsWith("❔"))
      .length;
  // The kill may come while the answer leaves: then a note that it may not have arrived quotes it, beside it or alone.
  const isAnswered = (): boolean =>
    telegram.messages(ALICE.id).some(({ text }) => text.includes("I have asked."));
  const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, 60_000);
  telegram.user(ALICE);
  telegram.say(ALICE, `/claim ${code}`);
  await telegram.waitFor(() => told("You're the owner") === 1, 60_000);

  await service.dieAt("delegation-ended");
  telegram.say(ALICE, "have the news desk look for tea");
  assert.equal(await service.ended(), "SIGKILL");
  assert.equal(told(FOUND), 0);

  service = new ServiceProcess(home.path, environment);
  await telegram.waitFor(() => told(FOUND) === 1 && isAnswered(), 60_000);
  telegram.say(ALICE, "what did it find");
  await telegram.waitFor(() => told("It found something.") === 1, 60_000);
  const contents = JSON.stringify(gemini.requests.at(-1)?.body["contents"]);
  assert.equal(contents.split(FOUND).length, 2, contents);

  await service.kill();
  service = new ServiceProcess(home.path, environment);
  await service.prints(/"msg":"ready"/, 60_000);
  telegram.say(ALICE, "what did it find after all");
  await telegram.waitFor(() => told("It found something.") === 2, 60_000);
  assert.equal(told(FOUND), 1);
});
