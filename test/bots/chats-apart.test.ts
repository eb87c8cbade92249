import assert from "node:assert/strict";
import { test } from "node:test";
import { openHome } from "../../src/app/core/home.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createIds } from "../../src/base/ids.ts";
import { People } from "../../src/security/access/people.ts";
import { openDatabase } from "../../src/store/database.ts";
import { startModelServer } from "../support/model-server.ts";
import { ollamaDialect } from "../support/model-server-ollama.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";

const TOKEN = "4242:AAchats-apart_of-nobody";
const ANN = { id: 1, firstName: "Ann", languageCode: "en" };
const BEN = { id: 2, firstName: "Ben", languageCode: "en" };

/** Lets Ann and Ben in. */
function admitBoth(homePath: string): void {
  const database = openDatabase(openHome(homePath).databasePath);
  let count = 0;
  const randomBytes = (sizeBytes: number): Uint8Array => {
    count += 1;
    return new Uint8Array(sizeBytes).fill(count);
  };
  const people = new People({
    database,
    clock: systemClock,
    newId: createIds(randomBytes),
    randomBytes,
    defaults: { language: "en", zone: "UTC" },
  });
  for (const { id, firstName } of [ANN, BEN])
    people.admit(
      { platform: "telegram", externalId: String(id) },
      { role: "owner", name: firstName },
    );
  database.close();
}

test("while a model says nothing in one chat, the real service answers in another", async () => {
  const home = temporaryHome();
  const server = await startTelegramServer({ token: TOKEN });
  const model = await startModelServer(ollamaDialect("slow"), ({ body }) =>
    JSON.stringify(body["messages"]).includes("Ann asks")
      ? { fault: "silence" }
      : { text: "Here you are." },
  );
  server.user(ANN);
  server.user(BEN);
  admitBoth(home.path);
  const service = new ServiceProcess(home.path, {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: server.url,
    OLLAMA_BASE_URL: model.origin,
    IBL_MODEL: "ollama/slow",
  });
  try {
    await service.ready();
    server.say(ANN, "Ann asks something long.");
    await model.request(1);
    server.say(BEN, "Ben asks something short.");
    const heard = (): boolean =>
      server.messages(BEN.id).some(({ text }) => /Here you are/.test(text));
    await server.waitFor(heard, 15_000);
    assert.ok(!server.messages(ANN.id).some(({ text }) => /Here you are/.test(text)));
  } finally {
    await service.kill();
    await model.close();
    await server.close();
    home.remove();
  }
});
