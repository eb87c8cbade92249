import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { createWebhookListener, renewSecret } from "../../src/app/webhooks.ts";
import { Town } from "../support/town.ts";
import { signWebhook } from "../support/webhook-signature.ts";

const ANN = { id: "1", name: "Ann", languageTag: "en" };

/** A port of this machine that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test("a webhook is given its secret once, takes signed requests while it is on, and each message once", async (context) => {
  const port = await freePort();
  const town = new Town({ environment: { IBL_WEBHOOK_PORT: String(port) } });
  context.after(() => town.parts.close());
  const ann = town.admit(ANN, "owner");
  await town.start();
  const { parts } = town;
  const listener = createWebhookListener({ ...parts, clock: town.clock });
  context.after(() => listener.close());
  await listener.adapt();
  await assert.rejects(fetch(`http://127.0.0.1:${port}/hooks/x`, { method: "POST" }));

  const told = await town.run(
    ANN,
    '[system:create]("build") {type: "webhook", pipeline: "[system:notify_user]"}',
  );
  const [, address = ""] = /Address: (\S+)/.exec(told.join("\n")) ?? [];
  const [, secret = ""] = /Secret: `(whsec_\S+)`/.exec(told.join("\n")) ?? [];
  assert.equal(address, `http://127.0.0.1:${port}/hooks/${parts.schedules.get("build", ann)?.id}`);
  for (const table of ["outbox", "runs", "steps", "messages", "turns"]) {
    const rows = parts.database.prepare(`SELECT * FROM ${table}`).all();
    assert.equal(JSON.stringify(rows).includes(secret), false, table);
  }
  assert.equal(town.log.join("\n").includes(secret), false);

  await listener.adapt();
  const post = async (id: string, text: string, key = secret): Promise<number> => {
    const body = Buffer.from(text);
    const sentAtMs = town.clock.now();
    const answer = await fetch(address, {
      method: "POST",
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(sentAtMs / 1000)),
        "webhook-signature": signWebhook(key, { id, sentAtMs, body }),
      },
      body,
    });
    return answer.status;
  };
  assert.equal(await post("msg_1", "the build is green"), 202);
  await town.clock.advance(60_000);
  assert.equal(await post("msg_1", "the build is green"), 202);
  await town.tick();
  const record = (): readonly string[] => parts.schedules.history(ann).map(({ state }) => state);
  assert.deepEqual(record(), ["ran"]);
  assert.ok(town.adapter.texts("telegram:1").some((text) => text.includes("the build is green")));

  const renewed = renewSecret(parts, "build").secret;
  assert.equal(await post("msg_2", "{}"), 401);
  assert.equal(await post("msg_2", "{}", renewed), 202);
  parts.schedules.disable("build", ann);
  assert.equal(await post("msg_3", "{}", renewed), 401);
  await listener.adapt();
  await assert.rejects(post("msg_3", "{}", renewed));
});
