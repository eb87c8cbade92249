import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { timeMark, toTelegramHtml } from "../../../src/bots/markup/parse-markup.ts";
import { PlatformNotes } from "../../../src/bots/platform/adapter-state.ts";
import { createTelegramAdapter } from "../../../src/bots/telegram/adapter.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import {
  MINJI,
  MINJIS_CHAT,
  type TelegramBench,
  TOKEN,
  withTelegram,
} from "../../support/telegram-server-adapter.ts";
import { kindOf, problemOf } from "../../support/telegram-server-problems.ts";
import { editWhole, sendWhole } from "../../support/whole-delivery.ts";

/** The head of a PNG that says to be so many pixels wide and high. */
function png(width: number, height: number, sizeBytes = 64): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  bytes.write("89504e470d0a1a0a0000000d49484452", 0, "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

async function withFile(bytes: Buffer, run: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "telegram-"));
  try {
    const path = join(folder, "stored");
    await writeFile(path, bytes);
    await run(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function shown({ server }: TelegramBench) {
  const message = server.messages(7).at(-1)!;
  return { text: message.text, entities: message.entities, buttons: message.buttons };
}

test("a button leaves with its colour, and a time with the words for it", async () => {
  await withTelegram(async (bench) => {
    bench.server.say(MINJI, "안녕");
    await bench.adapter.send(MINJIS_CHAT, {
      text: `⏰ ${timeMark("내일 [3시]", 1_764_000_000_000)}`,
      buttons: [
        [
          { label: "보내기", data: "a", style: "success" },
          { label: "아니요", data: "b" },
        ],
      ],
    });
    assert.deepEqual(shown(bench), {
      text: "⏰ 내일 [3시]",
      entities: [{ type: "date_time", offset: 2, length: 7, unix_time: 1_764_000_000 }],
      buttons: [
        [
          { text: "보내기", callback_data: "a", style: "success" },
          { text: "아니요", callback_data: "b" },
        ],
      ],
    });
  });
});

test("whom a message names is mentioned before its words, also where they leave plain", async () => {
  await withTelegram(async (bench) => {
    const { server, adapter } = bench;
    server.say(MINJI, "안녕");
    const message = { text: "⏰ **집세**", mention: { id: "7", name: "민지 <b>" } };
    await adapter.send(MINJIS_CHAT, message);
    assert.deepEqual(shown(bench), {
      text: "@민지 <b> ⏰ 집세",
      entities: [
        { type: "text_link", offset: 0, length: 7, url: "tg://user?id=7" },
        { type: "bold", offset: 10, length: 2 },
      ],
      buttons: [],
    });
    await adapter.send(MINJIS_CHAT, { ...message, inForm: { isPlain: true } });
    assert.equal(shown(bench).text, "@민지 <b> ⏰ 집세");
  });
});

test("light markup arrives as formatted text with buttons, and links are not unfolded", async () => {
  await withTelegram(async (bench) => {
    const { server, adapter } = bench;
    server.say(MINJI, "안녕");
    const { messageId } = await adapter.send(MINJIS_CHAT, {
      text: "**삭제**할까요? `notes.md` <b>\n```ts\na < b\n```\n[문서](https://example.org/a?b=1&c=2) 👨‍👩‍👧",
      buttons: [
        [
          { label: "승인 ✅", data: "a".repeat(64) },
          { label: "거절", data: "d" },
        ],
      ],
    });
    assert.equal(server.messages(7).at(-1)?.messageId, Number(messageId));
    assert.deepEqual(shown(bench), {
      text: "삭제할까요? notes.md <b>\na < b\n문서 👨‍👩‍👧",
      entities: [
        { type: "bold", offset: 0, length: 2 },
        { type: "code", offset: 7, length: 8 },
        { type: "pre", offset: 20, length: 5, language: "ts" },
        { type: "text_link", offset: 26, length: 2, url: "https://example.org/a?b=1&c=2" },
      ],
      buttons: [
        [
          { text: "승인 ✅", callback_data: "a".repeat(64) },
          { text: "거절", callback_data: "d" },
        ],
      ],
    });
    assert.deepEqual(server.callsOf("sendMessage")[0]?.parameters["link_preview_options"], {
      prefer_small_media: true,
    });
  });
});

test("several links, and those of a card, show nothing of what is behind them", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await adapter.send(MINJIS_CHAT, { text: "[가](https://a.example) https://b.example" });
    await adapter.send(MINJIS_CHAT, { text: "https://a.example 를 열까요?", tone: "danger" });
    for (const { parameters } of server.callsOf("sendMessage"))
      assert.deepEqual(parameters["link_preview_options"], { is_disabled: true });
  });
});

test("an answer names the message that it answers, and stands by itself where that is gone", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await adapter.send(MINJIS_CHAT, { text: "네", repliesTo: "1" });
    assert.deepEqual(server.callsOf("sendMessage")[0]?.parameters["reply_parameters"], {
      message_id: 1,
      allow_sending_without_reply: true,
    });
  });
});

test("a long quote opens at a touch, a short one is there", () => {
  assert.equal(toTelegramHtml("> 짧은 말"), "<blockquote>짧은 말</blockquote>");
  assert.match(toTelegramHtml("> 1\n> 2\n> 3\n> 4\n> 5"), /^<blockquote expandable>1\n/);
});

test("a text of 4,096 visible units is sent, one more is refused", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const text = `**${"가".repeat(4_000)}** [${"&".repeat(95)}](https://example.org/${"a".repeat(500)})`;
    await adapter.send(MINJIS_CHAT, { text });
    assert.equal(server.messages(7).at(-1)?.text.length, adapter.maxTextLength);
    assert.deepEqual(await problemOf(adapter.send(MINJIS_CHAT, { text: `${text}!` })), {
      kind: "refused",
      retryAfterMs: 0,
      message: "Telegram refuses this message: Bad Request: message is too long.",
    });
  });
});

test("where Telegram cannot read the formatting, it takes the same words without", async () => {
  await withTelegram(async (bench) => {
    const { server, adapter, log } = bench;
    server.say(MINJI, "안녕");
    server.failNext({
      method: "sendMessage",
      status: 400,
      description: "Bad Request: can't parse entities: Unsupported start tag",
    });
    await sendWhole(adapter, MINJIS_CHAT, {
      text: "**굵게** [a](https://b.kr)",
      buttons: [[{ label: "예", data: "y" }]],
    });
    assert.deepEqual(shown(bench), {
      text: "굵게 a (https://b.kr)",
      entities: [],
      buttons: [[{ text: "예", callback_data: "y" }]],
    });
    assert.deepEqual(log, ["warn Telegram could not read the formatting of a text."]);
  });
});

test("pictures go as photos and other files as documents, byte for byte, under their own names", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const sent = async (bytes: Buffer, name: string, mediaType: string): Promise<unknown[]> => {
      await withFile(bytes, async (path) => {
        const [messageId] = await sendWhole(adapter, MINJIS_CHAT, {
          text: "**그림**",
          files: [{ path, name, mediaType }],
          buttons: [[{ label: "좋아요", data: "l" }]],
        });
        assert.equal(server.messages(7).at(-1)?.messageId, Number(messageId));
      });
      const { file, text, entities, buttons } = server.messages(7).at(-1)!;
      assert.ok(file);
      assert.ok(file.bytes.equals(bytes));
      assert.deepEqual([text, entities.length, buttons.length], ["그림", 1, 1]);
      return [file.kind, file.name];
    };
    assert.deepEqual(await sent(png(640, 480), "차트.png", "image/png"), ["photo", "차트.png"]);
    assert.deepEqual(
      await sent(Buffer.from("a\r\n--b\r\n"), '월간 보고; "최종".pdf', "application/pdf"),
      ["document", "월간 보고_ _최종_.pdf"],
    );
    const large = png(640, 480, 10 * 1024 * 1024 + 1);
    assert.deepEqual(await sent(large, "large.png", "image/png"), ["document", "large.png"]);
    assert.deepEqual(await sent(png(9_000, 400), "panorama.png", "image/png"), [
      "document",
      "panorama.png",
    ]);
    assert.deepEqual(await sent(Buffer.from("no picture"), "fake.jpg", "image/jpeg"), [
      "document",
      "fake.jpg",
    ]);
  });
});

test("a video, a moving picture and a recording are shown as such, and what is none of it is a file", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const kindOfSent = async (bytes: Buffer, name: string, mediaType: string): Promise<unknown> => {
      await withFile(bytes, async (path) => {
        await sendWhole(adapter, MINJIS_CHAT, { text: "영상", files: [{ path, name, mediaType }] });
      });
      return server.messages(7).at(-1)?.file?.kind;
    };
    const film = Buffer.from("\0\0\0\x18ftypmp42\0\0\0\0", "latin1");
    assert.equal(await kindOfSent(film, "a.mp4", "video/mp4"), "video");
    assert.equal(await kindOfSent(Buffer.from("GIF89a"), "a.gif", "image/gif"), "animation");
    assert.equal(await kindOfSent(Buffer.from("ID3"), "a.mp3", "audio/mpeg"), "audio");
    assert.equal(await kindOfSent(Buffer.from("OggS"), "a.ogg", "audio/ogg"), "document");
    assert.equal(await kindOfSent(Buffer.from("no film"), "fake.mp4", "video/mp4"), "document");
  });
});

test("a file without text has no caption", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    await withFile(Buffer.from("x"), async (path) => {
      await adapter.send(MINJIS_CHAT, {
        text: "",
        files: [{ path, name: "a.txt", mediaType: "text/plain" }],
      });
    });
    assert.equal("caption" in server.callsOf("sendDocument")[0]!.parameters, false);
  });
});

test("a file that cannot be read, and a text too long beside a file, are refused before anything is sent", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const file = { path: join(tmpdir(), "does-not-exist"), name: "a.txt", mediaType: "text/plain" };
    assert.deepEqual(await problemOf(adapter.send(MINJIS_CHAT, { text: "", files: [file] })), {
      kind: "refused",
      retryAfterMs: 0,
      message: '"a.txt" cannot be read (ENOENT).',
    });
    assert.equal(
      await kindOf(adapter.send(MINJIS_CHAT, { text: "", files: [{ ...file, path: tmpdir() }] })),
      "refused",
    );
    const text = "가".repeat(adapter.maxCaptionLength + 1);
    assert.match(
      (await problemOf(adapter.send(MINJIS_CHAT, { text, files: [file] }))).message,
      /at most 1024 characters/,
    );
    assert.equal(server.messages(7).length, 1);
  });
});

test("a group that became a supergroup is followed once, told, and known from then on", async () => {
  await withTelegram(async ({ server, adapter, log }) => {
    const group = server.group({ id: -5, title: "가족", type: "group" });
    const address = { platform: "telegram", chatId: "-5", isPrivate: false };
    server.migrate(group, -1_000_000_000_005);
    for (const text of ["하나", "둘"]) await sendWhole(adapter, address, { text });
    const { messageId } = await adapter.send(address, { text: "셋" });
    await adapter.edit(address, messageId, { text: "넷" });
    assert.deepEqual(
      server.messages(-1_000_000_000_005).map((message) => message.text),
      ["하나", "둘", "넷"],
    );
    assert.equal(server.callsOf("sendMessage").length, 4);
    assert.deepEqual(log, ["info A group became a supergroup with a new id."]);
  });
});

test("a group that became a supergroup stays the chat that it was, also for a process that begins later", async () => {
  const memory = new PlatformNotes(freshDatabase(), systemClock).of("telegram");
  await withTelegram(
    async ({ server, start, eventCount }) => {
      const group = server.group({ id: -5, title: "가족", type: "group" });
      const place = { platform: "telegram", chatId: "-5", isPrivate: false };
      const supergroup = server.migrate(group, -1_000_000_000_005);
      await start();
      server.say(MINJI, "@test_bot 안녕", { chat: supergroup });
      assert.deepEqual((await eventCount(1))[0]?.chat, { ...place, title: "가족" });

      const later = createTelegramAdapter({
        token: TOKEN,
        apiRoot: server.url,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
        memory,
      });
      await later.send(place, { text: "하나" });
      await later.typing(place);
      assert.deepEqual(
        server.messages(-1_000_000_000_005).map(({ text }) => text),
        ["@test_bot 안녕", "하나"],
      );
      assert.equal(server.callsOf("sendMessage").length, 1);
      assert.equal(server.callsOf("sendChatAction")[0]?.parameters["chat_id"], -1_000_000_000_005);
    },
    { memory },
  );
});

test("an edit replaces text and buttons, takes buttons away, and an unchanged message is success", async () => {
  await withTelegram(async (bench) => {
    const { server, adapter } = bench;
    server.say(MINJI, "안녕");
    const { messageId } = await adapter.send(MINJIS_CHAT, {
      text: "카드",
      buttons: [[{ label: "승인", data: "a" }]],
    });
    await adapter.edit(MINJIS_CHAT, messageId, {
      text: "**카드**",
      buttons: [[{ label: "거절", data: "d" }]],
    });
    assert.deepEqual(shown(bench), {
      text: "카드",
      entities: [{ type: "bold", offset: 0, length: 2 }],
      buttons: [[{ text: "거절", callback_data: "d" }]],
    });
    await adapter.edit(MINJIS_CHAT, messageId, { text: "끝" });
    await adapter.edit(MINJIS_CHAT, messageId, { text: "끝" });
    assert.deepEqual(shown(bench), { text: "끝", entities: [], buttons: [] });
    assert.equal(server.messages(7).at(-1)?.edits.length, 2);
    assert.equal(await kindOf(adapter.edit(MINJIS_CHAT, "999", { text: "x" })), "refused");
    server.failNext({ method: "editMessageText", status: 429, retryAfter: 2 });
    assert.deepEqual(
      (await problemOf(adapter.edit(MINJIS_CHAT, messageId, { text: "y" }))).retryAfterMs,
      2_000,
    );
  });
});

test("an edit of a message with a file changes its caption, twice if need be", async () => {
  await withTelegram(async (bench) => {
    const { server, adapter } = bench;
    server.say(MINJI, "안녕");
    await withFile(Buffer.from("x"), async (path) => {
      const file = { path, name: "a.txt", mediaType: "text/plain" };
      const { messageId } = await adapter.send(MINJIS_CHAT, { text: "전", files: [file] });
      for (const text of ["후", "후"]) await editWhole(adapter, MINJIS_CHAT, messageId, { text });
      assert.equal(shown(bench).text, "후");
    });
  });
});

test("a press is acknowledged with a note of at most 200 units, and one that is too old is let be", async () => {
  await withTelegram(async ({ server, adapter }) => {
    server.say(MINJI, "안녕");
    const { messageId } = await adapter.send(MINJIS_CHAT, {
      text: "카드",
      buttons: [[{ label: "승인", data: "a" }]],
    });
    const { pressId } = server.press(MINJI, Number(messageId), "승인");
    await adapter.acknowledge(pressId);
    await adapter.acknowledge(pressId, `**받음** ${"👨‍👩‍👧‍👦".repeat(30)}`);
    const [first, second] = server.answersTo(pressId);
    assert.deepEqual(first, { showAlert: false });
    assert.equal(second?.text, `받음 ${"👨‍👩‍👧‍👦".repeat(17)}`);
    server.expirePress(pressId);
    await adapter.acknowledge(pressId, "늦음");
    server.failNext({ method: "answerCallbackQuery", status: 429, retryAfter: 1 });
    assert.equal(await kindOf(adapter.acknowledge(pressId)), "rate-limited");
  });
});

test("typing is shown where the talk is, and of its failures only being asked to wait is of interest", async () => {
  await withTelegram(async ({ server, adapter }) => {
    await adapter.typing(MINJIS_CHAT);
    const forum = server.group({ id: -100_6, title: "포럼", isForum: true });
    server.say(MINJI, "하나", { chat: forum, threadId: 31 });
    await adapter.typing({
      platform: "telegram",
      chatId: "-1006",
      threadId: "31",
      isPrivate: false,
    });
    assert.deepEqual(server.callsOf("sendChatAction").at(-1)?.parameters, {
      chat_id: -1006,
      message_thread_id: 31,
      action: "typing",
    });
    server.failNext({ method: "sendChatAction", status: 429, retryAfter: 7 });
    assert.equal(await kindOf(adapter.typing(MINJIS_CHAT)), "rate-limited");
    await server.goDown();
    await adapter.typing(MINJIS_CHAT);
  });
});
