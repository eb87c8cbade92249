import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type {
  DeliveryError,
  OutgoingFile,
  OutgoingMessage,
} from "../../../src/bots/platform/chat-adapter.ts";
import { createTelegramClient } from "../../../src/bots/telegram/client.ts";
import { createMoves } from "../../../src/bots/telegram/moves.ts";
import { createTelegramSender } from "../../../src/bots/telegram/sending.ts";
import { pngOf } from "../../support/pictures.ts";
import { RecordingLog } from "../../support/recording-log.ts";
import { MINJI, MINJIS_CHAT, TOKEN, withTelegram } from "../../support/telegram-server-adapter.ts";
import { sendWhole } from "../../support/whole-delivery.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  gif: "image/gif",
  mp4: "video/mp4",
  mp3: "audio/mpeg",
};

/** The first bytes of an MPEG-4. */
const FILM = Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0", "latin1");

/** Runs a test with a folder; the function makes a file in it. */
async function withFolder(
  run: (make: (name: string, bytes?: Buffer) => OutgoingFile) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "telegram-album-"));
  try {
    await run((name, bytes = pngOf(40, 30)) => {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const mediaType = MEDIA_TYPES[name.split(".").at(-1)!] ?? "text/plain";
      return { path, name, mediaType, caption: name };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The items of a recorded call. */
function mediaOf(call: Readonly<Record<string, unknown>> = {}) {
  return call["media"] as readonly { readonly type: string; readonly caption?: string }[]; // checked by the server's schema
}

async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  return await work.then(
    () => assert.fail("It did not fail."),
    (thrown: DeliveryError) => thrown,
  );
}

test("photos are an album of photos under one caption, and documents one of documents", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const photos = [make("a.png"), make("b.png")];
      const notes = [make("c.txt", Buffer.from("c")), make("d.txt", Buffer.from("d"))];
      for (const files of [photos, notes]) await adapter.send(MINJIS_CHAT, { text: "", files });
      const [first, second] = server.callsOf("sendMediaGroup").map(({ parameters }) => parameters);
      assert.deepEqual(Object.keys(first ?? {}).sort(), ["chat_id", "media"]);
      const kinds = [first, second].map((call) =>
        mediaOf(call).map(({ type, caption }) => [type, caption]),
      );
      assert.deepEqual(kinds, [
        [
          ["photo", "a.png\nb.png"],
          ["photo", undefined],
        ],
        [
          ["document", "c.txt\nd.txt"],
          ["document", undefined],
        ],
      ]);
      const sent = server.messages(7).slice(1);
      assert.deepEqual(
        sent.map(({ file }) => file?.bytes.length),
        [...photos.map(() => pngOf(40, 30).length), 1, 1],
      );
    });
  });
});

test("an album in a topic stays there, and one to a group that moved follows it", async () => {
  await withTelegram(async ({ server, adapter }) => {
    await withFolder(async (make) => {
      const files = [make("a.png"), make("b.png")];
      const forum = server.group({ id: -100_6, title: "포럼", isForum: true });
      server.say(MINJI, "하나", { chat: forum, threadId: 31 });
      const topic = { platform: "telegram", chatId: "-1006", threadId: "31", isPrivate: false };
      await adapter.send(topic, { text: "", files });
      assert.deepEqual(
        server.messages(-1006).map(({ threadId }) => threadId),
        [31, 31, 31],
      );
      const group = server.group({ id: -5, title: "가족", type: "group" });
      server.migrate(group, -1_000_000_000_005);
      const place = { platform: "telegram", chatId: "-5", isPrivate: false };
      await sendWhole(adapter, place, { text: "", files });
      assert.equal(server.messages(-1_000_000_000_005).length, 2);
    });
  });
});

test("with one picture that Telegram does not take, each goes alone, and that one as a file", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const files = [make("a.png"), make("fake.png", Buffer.from("no picture")), make("b.png")];
      const ids = await sendWhole(adapter, MINJIS_CHAT, { text: "", files });
      const sent = server.messages(7).slice(1);
      assert.deepEqual(
        sent.map(({ messageId }) => String(messageId)),
        ids,
      );
      assert.deepEqual(
        sent.map(({ file, text }) => [file?.kind, text]),
        [
          ["photo", "a.png"],
          ["document", "fake.png"],
          ["photo", "b.png"],
        ],
      );
      const methods = ["sendMediaGroup", "sendPhoto", "sendDocument"];
      assert.deepEqual(
        methods.map((method) => server.callsOf(method).length),
        [1, 3, 1],
      );
    });
  });
});

test("what can be told before is not uploaded together: a large photo, too much in all, buttons, both kinds", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const log = new RecordingLog();
      const large = make("large.png");
      truncateSync(large.path, 10 * 1024 * 1024 + 1);
      const buttons = [[{ label: "좋아요", data: "l" }]];
      const two = [make("a.png"), make("b.png")];
      const messages: readonly OutgoingMessage[] = [
        { text: "", files: [make("c.png"), large] },
        { text: "", files: two, buttons },
        { text: "", files: [make("d.png"), make("d.txt")] },
      ];
      for (const message of messages) {
        const refused = await failureOf(adapter.send(MINJIS_CHAT, message));
        assert.deepEqual([refused.kind, refused.instead?.length], ["refused", 2]);
      }
      const halves = ["a.txt", "b.txt"].map((name) => make(name, Buffer.alloc(60)));
      const sender = createTelegramSender({
        load: () => createTelegramClient({ token: TOKEN, apiRoot: server.url }),
        log,
        timeoutMs: 5000,
        maxFileBytes: 100,
        moves: createMoves({ log }),
      });
      const both = await failureOf(sender.send(MINJIS_CHAT, { text: "", files: halves }));
      assert.deepEqual([both.kind, both.instead?.length], ["refused", 2]);
      assert.equal(server.callsOf("sendMediaGroup").length, 0);
      await sendWhole(adapter, MINJIS_CHAT, messages[1]!);
      const shown = server.messages(7).slice(1);
      assert.deepEqual(
        shown.map((message) => message.buttons.length),
        [0, 1],
      );
    });
  });
});

test("an album of which Telegram took a part is unknown, and one that it cannot format leaves plain", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const files = [make("a.png"), make("b.png")];
      const failWith = (description: string): void =>
        server.failNext({ method: "sendMediaGroup", status: 400, description });
      failWith(
        'Bad Request: failed to send message #2 with the error message "Too Many Requests: retry after 8"',
      );
      const partly = await failureOf(adapter.send(MINJIS_CHAT, { text: "", files }));
      assert.deepEqual([partly.kind, partly.instead], ["unknown", undefined]);
      failWith("Bad Request: can't parse entities: Unsupported start tag");
      await sendWhole(adapter, MINJIS_CHAT, { text: "**둘**", files });
      assert.equal(server.messages(7)[1]?.text, "둘\na.png\nb.png");
      failWith("Bad Request: group send failed");
      assert.equal((await sendWhole(adapter, MINJIS_CHAT, { text: "", files })).length, 2);
    });
  });
});

test("videos stand among photos, audio and documents with their like, and each moving picture alone", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const names = ["a.png", "1.gif", "b.mp4", "c.mp3", "d.txt", "e.mp3", "f.txt", "2.gif"];
      const files = names.map((name) => make(name, name.endsWith("mp4") ? FILM : undefined));
      const groups = adapter.together!(files);
      assert.deepEqual(
        groups.map((group) => group.map(({ name }) => name)),
        [["a.png", "b.mp4"], ["1.gif"], ["2.gif"], ["c.mp3", "e.mp3"], ["d.txt", "f.txt"]],
      );
      for (const group of groups) await adapter.send(MINJIS_CHAT, { text: "", files: group });
      const kinds = server
        .messages(7)
        .flatMap(({ file }) => (file === undefined ? [] : [file.kind]));
      assert.deepEqual(kinds, [
        "photo",
        "video",
        "animation",
        "animation",
        "audio",
        "audio",
        "document",
        "document",
      ]);
    });
  });
});

test("with one video that is none, each goes alone, and that one as a file that is not looked into", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFolder(async (make) => {
      const files = [make("a.png"), make("fake.mp4", Buffer.from("no film")), make("b.mp4", FILM)];
      await sendWhole(adapter, MINJIS_CHAT, { text: "", files });
      const sent = server
        .messages(7)
        .flatMap(({ file }) => (file === undefined ? [] : [file.kind]));
      assert.deepEqual(sent, ["photo", "document", "video"]);
      const [call] = server.callsOf("sendDocument");
      assert.equal(call?.parameters["disable_content_type_detection"], true);
    });
  });
});
