import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, MINJI, refused, withServer } from "./telegram-server-call.ts";

test("updates come until an offset confirms them, at most as many as the limit", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    for (const text of ["하나", "둘", "셋"]) server.say(MINJI, text);
    const texts = ({ result }: Answer): string[] =>
      (result as { message: { text: string } }[]).map((update) => update.message.text);
    assert.deepEqual(texts(await call("getUpdates")), ["하나", "둘", "셋"]);
    assert.deepEqual(texts(await call("getUpdates", { limit: 2 })), ["하나", "둘"]);
    assert.deepEqual(texts(await call("getUpdates", { offset: 1002 })), ["둘", "셋"]);
    assert.deepEqual(server.pendingUpdates(), [1002, 1003]);
    assert.deepEqual(texts(await call("getUpdates", { offset: -1 })), ["셋"]);
    assert.deepEqual(texts(await call("getUpdates", { offset: 1004 })), []);
  });
});

test("a poll without updates waits for the next one, and for no longer than its timeout", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    const polling = call("getUpdates", { timeout: 30 });
    await server.waitFor(() => server.callsOf("getUpdates").length === 1);
    const { updateId } = server.say(MINJI, "안녕");
    const { result } = await polling;
    assert.equal((result as { update_id: number }[])[0]?.update_id, updateId);
    const startMs = performance.now();
    assert.deepEqual(await call("getUpdates", { offset: 1002, timeout: 1 }), {
      ok: true,
      result: [],
    });
    assert.ok(performance.now() - startMs > 900);
  });
});

test("a second waiting poll ends the first with a conflict, and a webhook forbids polls", async () => {
  await withServer(async (server, call) => {
    const first = call("getUpdates", { timeout: 30 });
    await server.waitFor(() => server.callsOf("getUpdates").length === 1);
    const second = call("getUpdates", { timeout: 30 });
    assert.deepEqual(
      await first,
      refused(
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
      ),
    );
    server.user(MINJI);
    server.say(MINJI, "안녕");
    assert.equal((await second).ok, true);
    await call("setWebhook", { url: "https://example.org/hook" });
    assert.deepEqual(
      await call("getUpdates"),
      refused(
        409,
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
      ),
    );
    assert.deepEqual((await call("getWebhookInfo")).result, {
      url: "https://example.org/hook",
      has_custom_certificate: false,
      pending_update_count: 1,
    });
    await call("deleteWebhook");
    assert.equal((await call("getUpdates")).ok, true);
  });
});

test("types that are not asked for are not queued, and the list stays until another is sent", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    await call("getUpdates", { allowed_updates: ["callback_query"] });
    assert.equal(server.say(MINJI, "안녕").updateId, undefined);
    await call("getUpdates");
    assert.equal(server.say(MINJI, "안녕").updateId, undefined);
    await call("getUpdates", { allowed_updates: [] });
    assert.equal(server.say(MINJI, "안녕").updateId, 1001);
  });
});

test("confirmed updates come again and batches turn around when the script says so", async () => {
  await withServer(async (server, call) => {
    server.user(MINJI);
    server.say(MINJI, "하나");
    await call("getUpdates", { offset: 1002 });
    server.repeatUpdate(1001);
    server.say(MINJI, "둘");
    server.reverseNextBatch();
    const { result } = await call("getUpdates", { offset: 1002 });
    assert.deepEqual(
      (result as { update_id: number }[]).map((update) => update.update_id),
      [1002, 1001],
    );
  });
});
