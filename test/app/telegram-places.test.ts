import assert from "node:assert/strict";
import { test } from "node:test";
import type { App } from "../../src/app/open-app.ts";
import { startService } from "../../src/app/service.ts";
import { partsAt } from "../support/parts.ts";
import { temporaryHome } from "../support/service.ts";
import { startTelegramServer, type TelegramServer } from "../support/telegram-server.ts";

const TOKEN = "4242:AAsecret-token_of-nobody";
/** Messages keep the pace that Telegram asks for, by the real clock. */
const PATIENCE_MS = 20_000;
const ANN = { id: 7, firstName: "Ann", languageCode: "en" };

interface Place {
  readonly telegram: TelegramServer;
  readonly parts: App;
  readonly log: readonly string[];
  /** What the bot said in a chat. */
  readonly said: (chatId: number) => readonly string[];
  /** State of a message in the outbox once it has left for good, and how often that was tried. */
  readonly outcome: (key: string) => Promise<string | undefined>;
}

/** The whole service in this process, on Telegram over real sockets, with Ann as its owner. */
async function withService(run: (place: Place) => Promise<void>): Promise<void> {
  const telegram = await startTelegramServer({ token: TOKEN });
  const home = temporaryHome();
  const log: string[] = [];
  const settings = {
    IBL_LANGUAGE: "en",
    IBL_TIME_ZONE: "UTC",
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
  };
  const parts = partsAt(home.path, settings, { write: (line) => void log.push(line) });
  telegram.user(ANN);
  const account = { platform: "telegram", externalId: "7" };
  parts.people.admit(account, { role: "owner", name: "Ann", language: "en" });
  const service = await startService(parts, { announce: async () => undefined });
  try {
    await run({
      telegram,
      parts,
      log,
      said: (chatId) =>
        telegram
          .messages(chatId)
          .filter(({ from }) => from.isBot === true)
          .map(({ text }) => text),
      async outcome(key) {
        await parts.outbox.settled(key, PATIENCE_MS);
        return parts.database
          .prepare<[string], { readonly row: string }>(
            "SELECT state || ' ' || attempts AS row FROM outbox WHERE key = ?",
          )
          .get(key)?.row;
      },
    });
  } finally {
    await service.stop();
    await telegram.close();
    home.remove();
  }
}

test("a briefing for someone who blocked the bot is tried once, and told of when they are back", async () => {
  await withService(async ({ telegram, parts, log, said, outcome }) => {
    telegram.say(ANN, "what time is it");
    await telegram.waitFor(() => said(7).length === 1, PATIENCE_MS);
    telegram.block(ANN);
    for (const key of ["briefing:one", "briefing:two"]) {
      const message = { text: "🗞️ news" };
      parts.outbox.post({ key, chatKey: "telegram:7", class: "briefing", message });
      assert.equal(await outcome(key), "failed 1");
    }
    assert.equal(log.filter((line) => line.includes("A message was not delivered")).length, 2);
    telegram.unblock(ANN);
    telegram.say(ANN, "what time is it");
    await telegram.waitFor(() => said(7).length === 3, PATIENCE_MS);
    telegram.say(ANN, "what time is it");
    await telegram.waitFor(() => said(7).length === 4, PATIENCE_MS);
    const notes = said(7).filter((text) => text.startsWith("📭"));
    assert.equal(notes.length, 1);
    assert.match(
      notes[0]!,
      /^📭 This chat was blocked from .* on, so reminders didn't reach you\.$/,
    );
  });
});

test("whose schedule writes to a group that is out of reach hears of it in private, once until it can be reached again", async () => {
  await withService(async ({ telegram, parts, said, outcome }) => {
    const forum = telegram.group({ id: -100_6, title: "forum", isForum: true });
    telegram.say(ANN, "what time is it");
    telegram.say(ANN, "/help", { chat: forum, threadId: 31 });
    await telegram.waitFor(() => said(-100_6).length === 1 && said(7).length === 1, PATIENCE_MS);
    const [ann] = parts.people.owners().filter(({ name }) => name === "Ann");
    parts.schedules.add({
      personId: ann!.id,
      chatId: "telegram:-1006:31",
      name: "morning news",
      timing: { kind: "cron", expression: "0 8 * * *" },
      zone: "UTC",
      program: "[system:time]",
      planDigest: "digest",
    });
    forum.threadIds.delete(31);
    for (const key of ["briefing:one", "briefing:two"]) {
      const message = { text: "🗞️ news" };
      parts.outbox.post({ key, chatKey: "telegram:-1006:31", class: "briefing", message });
      assert.equal(await outcome(key), "failed 1");
    }
    await telegram.waitFor(() => said(7).length === 2, PATIENCE_MS);
    assert.equal(
      said(7)[1],
      "📭 A message could not be sent to a group on Telegram. I can't write to that chat.\nWhat goes there: “morning news”. Let the bot write there again, or turn them off.",
    );
  });
});

test("what is for a topic that was deleted or closed, or a group where the bot may not write, is not tried again", async () => {
  await withService(async ({ telegram, parts, said, outcome }) => {
    const forum = telegram.group({ id: -100_6, title: "forum", isForum: true });
    telegram.say(ANN, "/help", { chat: forum, threadId: 31 });
    await telegram.waitFor(() => said(-100_6).length === 1, PATIENCE_MS);
    forum.threadIds.delete(31);
    const post = async (key: string): Promise<void> => {
      const message = { text: "late answer" };
      parts.outbox.post({ key, chatKey: "telegram:-1006:31", class: "reply", message });
      assert.equal(await outcome(key), "failed 1");
    };
    await post("reply:deleted");
    for (const description of [
      "Bad Request: TOPIC_CLOSED",
      "Bad Request: not enough rights to send text messages to the chat",
    ]) {
      forum.threadIds.add(31);
      telegram.failNext({ method: "sendMessage", status: 400, description });
      await post(`reply:${description}`);
    }
    telegram.say(ANN, "/help", { chat: forum, threadId: 31 });
    await telegram.waitFor(() => said(-100_6).length === 2, PATIENCE_MS);
  });
});

test("a group that becomes a supergroup keeps its conversation and files, and what waits for it arrives there", async () => {
  await withService(async ({ telegram, parts, said, outcome }) => {
    const group = telegram.group({ id: -5, title: "family", type: "group" });
    telegram.say(ANN, "/help", { chat: group });
    await telegram.waitFor(() => said(-5).length === 1, PATIENCE_MS);
    // The message leaves before the news of the move arrives.
    telegram.holdUpdates(true);
    const supergroup = telegram.migrate(group, -1_000_000_000_005);
    const message = { text: "for the family" };
    parts.outbox.post({ key: "reply:late", chatKey: "telegram:-5", class: "reply", message });
    // Once to the old id, which names the new one, and once there.
    assert.equal(await outcome("reply:late"), "sent 2");
    telegram.holdUpdates(false);
    telegram.say(ANN, "/help", { chat: supergroup });
    await telegram.waitFor(() => said(supergroup.id).length === 2, PATIENCE_MS);
    const chats = parts.database
      .prepare<[], { readonly chat_key: string }>("SELECT chat_key FROM chats ORDER BY chat_key")
      .all();
    assert.deepEqual(
      chats.map((chat) => chat.chat_key),
      ["telegram:-5"],
    );
  });
});

test("topics of a private chat are conversations of their own", async () => {
  await withService(async ({ telegram, parts, said }) => {
    telegram.say(ANN, "what time is it in Paris", { threadId: 12 });
    await telegram.waitFor(() => said(7).length === 1, PATIENCE_MS);
    const { threadId } = telegram.messages(7).findLast(({ from }) => from.isBot === true)!;
    assert.equal(threadId, 12);
    assert.deepEqual(parts.updates.address("telegram:7:12"), {
      platform: "telegram",
      chatId: "7",
      threadId: "12",
      isPrivate: true,
    });
  });
});

test("a changed message is offered with a button that answers it once, and runs nothing by itself", async () => {
  await withService(async ({ telegram, parts, said }) => {
    const { messageId } = telegram.say(ANN, "what time is it in Paris");
    await telegram.waitFor(() => said(7).length === 1, PATIENCE_MS);
    telegram.change(ANN, messageId, "what time is it in Tokyo");
    await telegram.waitFor(() => said(7).length === 2, PATIENCE_MS);
    const note = telegram.messages(7).at(-1)!;
    assert.equal(note.text, "✏️ You changed a message that I had taken up already.");
    const presses = [1, 2].map(() => telegram.press(ANN, note.messageId, "Answer it as edited"));
    await telegram.waitFor(
      () => presses.every(({ pressId }) => telegram.answersTo(pressId)[0]),
      PATIENCE_MS,
    );
    await telegram.waitFor(() => said(7).length === 3, PATIENCE_MS);
    assert.match(said(7)[2]!, /Tokyo/);
    await parts.dispatcher.drained();
    const runs = parts.database.prepare<[], { readonly n: number }>(
      "SELECT COUNT(*) AS n FROM runs",
    );
    assert.equal(runs.get()?.n, 2);
    const open = parts.database.prepare("SELECT update_id FROM updates WHERE state = 'received'");
    assert.deepEqual(open.all(), []);
  });
});
