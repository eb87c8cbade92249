import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { escapeMarkup } from "../../../src/bots/markup/parse-markup.ts";
import { messagesOf } from "../../../src/bots/outbox/message-parts.ts";
import type { ChatAddress, DeliveryError } from "../../../src/bots/platform/chat-adapter.ts";
import { type DiscordBench, MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { listOf } from "../../support/discord-server-rules.ts";
import { allComponents } from "../../support/discord-server-state.ts";

const CHANNEL = "400000000000000001";
const HERE: ChatAddress = { platform: "discord", chatId: CHANNEL, isPrivate: false };

function town({ server }: DiscordBench): void {
  server.channel({ id: CHANNEL, guildId: "300000000000000001" });
}

/** What a send fails with. */
async function failureOf(work: Promise<unknown>): Promise<DeliveryError> {
  try {
    await work;
  } catch (thrown) {
    return thrown as DeliveryError; // send, edit and find throw nothing else
  }
  throw new Error("It did not fail.");
}

test("a card is a container in its colour with its words and buttons, and nobody is mentioned", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const buttons = [
      [
        { label: "승인", data: "1.a", style: "success" as const },
        { label: "거절", data: "1.b" },
      ],
    ];
    await adapter.send(
      HERE,
      { text: "승인이 필요해요\n@everyone <@1> **굵게**", buttons, tone: "question" },
      { key: "c" },
    );
    const [call] = server.callsOf(/^POST .*messages/);
    assert.deepEqual(
      { ...(call?.body as object), nonce: "" },
      {
        components: [
          {
            type: 17,
            accent_color: 0x5865f2,
            components: [
              { type: 10, content: "승인이 필요해요\n@everyone \\<@1\\> **굵게**" },
              {
                type: 1,
                components: [
                  { type: 2, style: 3, label: "승인", custom_id: "1.a" },
                  { type: 2, style: 2, label: "거절", custom_id: "1.b" },
                ],
              },
            ],
          },
        ],
        allowed_mentions: { parse: [] },
        flags: 32768,
        nonce: "",
        enforce_nonce: true,
      },
    );
  });
});

test("a card tells by its colour how far it reaches and how it ended; a message that grows stays plain text", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const tones = ["question", "caution", "danger", "done", "refused", "over"] as const;
    for (const tone of tones) await adapter.send(HERE, { text: "제목\n내용", tone }, { key: tone });
    const colours = server
      .callsOf(/^POST .*messages/)
      .map(({ body }) => listOf((body as { components: unknown }).components)[0]?.["accent_color"]);
    assert.equal(new Set(colours).size, tones.length);
    const stop = [[{ label: "멈추기", data: "1.s" }]];
    const { messageId } = await adapter.send(
      HERE,
      { text: "하는 중", buttons: stop },
      { key: "s" },
    );
    await adapter.edit(HERE, messageId, { text: "답\n둘째 줄 https://a.example/x" });
    const [last] = server.callsOf(/^PATCH/);
    assert.deepEqual(last?.body, {
      content: "답\n둘째 줄 <https://a.example/x>",
      embeds: [],
      components: [],
      allowed_mentions: { parse: [] },
      flags: 4,
    });
  });
});

test("whom a message names is mentioned before its words, alone, and its further parts mention nobody", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const mention = { id: MINJI.id, name: "민지" };
    await adapter.send(HERE, { text: "⏰ **집세** <@1> @everyone", mention }, { key: "m" });
    const [call] = server.callsOf(/^POST .*messages/);
    const { content, allowed_mentions } = (call?.body ?? {}) as Record<string, unknown>;
    assert.equal(content, `<@${MINJI.id}> ⏰ **집세** \\<@1\\> @everyone`);
    assert.deepEqual(allowed_mentions, { parse: [], users: [MINJI.id] });
    const parts = messagesOf(
      { class: "briefing", message: { text: "one\n\ntwo", mention } },
      { maxLength: 5 },
    );
    assert.deepEqual(parts, [{ text: "one", mention }, { text: "two" }]);
  });
});

test("more buttons than fit become a menu, and choosing an option is a press with its data", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const minji = server.user(MINJI);
    const buttons = Array.from({ length: 10 }, (_, index) => [
      { label: `값 ${index}`, data: `1.${index}` },
    ]);
    await bench.start();
    const { messageId } = await adapter.send(
      HERE,
      { text: "무엇을 바꿀까요?", buttons },
      { key: "m" },
    );
    const used = server.press(minji, messageId, "값 3");
    const [event] = await bench.eventCount(1);
    assert.equal(event?.kind === "press" && event.data, "1.3");
    await server.waitFor(() => used.response === 6);
    server.press(minji, messageId, "값 9");
    const [, last] = await bench.eventCount(2);
    assert.equal(last?.kind === "press" && last.data, "1.9");
  });
});

test("a press is acknowledged after it was taken in, a note comes to its presser alone, and only once", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const minji = server.user(MINJI);
    await bench.start();
    const { messageId } = await adapter.send(
      HERE,
      { text: "카드", buttons: [[{ label: "예", data: "1.y" }]] },
      { key: "p" },
    );
    const used = server.press(minji, messageId, "예");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "press");
    await adapter.acknowledge(event.pressId, `이 버튼은 ${escapeMarkup("*지은*")}님 것입니다`);
    await adapter.acknowledge(event.pressId, "다시");
    assert.equal(used.response, 6);
    assert.deepEqual(used.notes, ["이 버튼은 \\*지은\\*님 것입니다"]);
    await adapter.acknowledge("123456789012345678", "너무 늦은 것");
  });
});

test("a question opens a form, and what is typed in it comes as a message", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const minji = server.user(MINJI);
    await bench.start();
    const { messageId } = await adapter.send(
      HERE,
      {
        text: "왜 거절하시나요?",
        buttons: [[{ label: "이유 없음", data: "1.n" }]],
        form: { label: "✍️ 답 쓰기" },
      },
      { key: "q" },
    );
    const opened = server.press(minji, messageId, "✍️ 답 쓰기");
    await server.waitFor(() => opened.modal !== undefined);
    assert.equal(opened.modal?.title, "✍️ 답 쓰기");
    const sent = server.submit(opened, { "ibl:words": "아직 이릅니다" });
    const [event] = await bench.eventCount(1);
    assert.equal(event?.kind === "message" && event.text, "아직 이릅니다");
    await server.waitFor(() => sent.response === 6);
  });
});

test("the same key is one message, however often its answer is lost", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    server.dropAnswer({ path: /^POST .*messages/, times: 2 });
    const send = () => adapter.send(HERE, { text: "한 번" }, { key: "reply:update:discord:1" });
    assert.equal((await failureOf(send())).kind, "unknown");
    assert.equal(
      (
        await failureOf(
          bench.another().send(HERE, { text: "한 번" }, { key: "reply:update:discord:1" }),
        )
      ).kind,
      "unknown",
    );
    const { messageId } = await send();
    assert.deepEqual(
      server.seen(CHANNEL).map(({ id }) => id),
      [messageId],
    );
  });
});

test("a message that may have arrived is found among the latest by its look, and one that has not is not", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const sinceMs = Date.now();
    server.dropAnswer({ path: /^POST .*messages/ });
    const message = { text: "제목\n내용 *별*", buttons: [[{ label: "예", data: "1.y" }]] };
    await failureOf(adapter.send(HERE, message, { key: "k" }));
    const facts = { key: "k", sinceMs };
    assert.equal(await adapter.find?.(HERE, message, facts), server.seen(CHANNEL)[0]?.id);
    assert.equal(
      await adapter.find?.(HERE, { text: "다른 글" }, { key: "other", sinceMs }),
      undefined,
    );
  });
});

test("limits are never waited for: the outbox hears how long", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    await adapter.send(HERE, { text: "null" }, { key: "0" });
    server.failNext({ path: /^POST .*messages/, status: 429, retryAfterSeconds: 2 });
    const limited = await failureOf(adapter.send(HERE, { text: "하나" }, { key: "1" }));
    assert.equal(limited.kind, "rate-limited");
    assert.ok(
      limited.retryAfterMs >= 1500 && limited.retryAfterMs <= 2200,
      `${limited.retryAfterMs}`,
    );
    const ahead = await failureOf(adapter.send(HERE, { text: "둘" }, { key: "2" }));
    assert.equal(ahead.kind, "rate-limited");
    assert.equal(server.callsOf(/^POST .*messages/).length, 2);
  });
});

test("a global limit holds every channel", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const other = server.channel({ id: "400000000000000002", guildId: "300000000000000001" });
    server.failNext({
      path: /^POST .*messages/,
      status: 429,
      retryAfterSeconds: 3,
      isGlobal: true,
    });
    assert.equal(
      (await failureOf(adapter.send(HERE, { text: "하나" }, { key: "1" }))).kind,
      "rate-limited",
    );
    const elsewhere = await failureOf(
      adapter.send({ ...HERE, chatId: other }, { text: "둘" }, { key: "2" }),
    );
    assert.equal(elsewhere.kind, "rate-limited");
    assert.ok(elsewhere.retryAfterMs > 2000);
  });
});

test("every refusal is named for what to do next", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const cases = [
      { status: 403, code: 50013, kind: "gone" },
      { status: 403, code: 50001, kind: "gone" },
      { status: 403, code: 50007, kind: "gone" },
      { status: 404, code: 10003, kind: "gone" },
      { status: 404, code: 10008, kind: "refused" },
      { status: 400, code: 30046, kind: "refused" },
      { status: 400, code: 50035, kind: "refused" },
      { status: 500, code: 0, kind: "unknown" },
      { status: 401, code: 0, kind: "unreachable" },
    ];
    for (const { status, code, kind } of cases) {
      server.failNext({ path: /^PATCH .*messages/, status, code });
      const failure = await failureOf(adapter.edit(HERE, "500000000000000000", { text: "새 글" }));
      assert.equal(failure.kind, kind, `${status} ${code}`);
      assert.ok(failure.words?.ko, `${status} ${code} has Korean words`);
    }
    await server.goDown();
    // A connection that was kept open ends without saying whether anything was read.
    await failureOf(adapter.send(HERE, { text: "x" }, { key: "x" }));
    assert.equal(
      (await failureOf(adapter.send(HERE, { text: "x" }, { key: "x" }))).kind,
      "unreachable",
    );
    await server.comeUp();
  });
});

test("an edit replaces card, text and buttons", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const { messageId } = await adapter.send(
      HERE,
      { text: "묻기\n본문", buttons: [[{ label: "예", data: "1.y" }]], tone: "danger" },
      { key: "e" },
    );
    await adapter.edit(HERE, messageId, { text: "승인됨\n지웠습니다", tone: "done" });
    const [shown] = server.seen(CHANNEL);
    assert.equal(shown?.text, "승인됨\n지웠습니다");
    assert.deepEqual(shown?.labels, []);
    const plain = await failureOf(adapter.edit(HERE, messageId, { text: "끝" }));
    assert.deepEqual(plain.instead, [{ text: "끝", tone: "over" }]);
    for (const message of plain.instead ?? []) await adapter.edit(HERE, messageId, message);
    assert.equal(server.seen(CHANNEL)[0]?.text, "끝");
  });
});

test("a plain message becomes a card, with nothing of its content left", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const { messageId } = await adapter.send(HERE, { text: "하는 중" }, { key: "p" });
    await adapter.edit(HERE, messageId, { text: "보낼까요?", tone: "danger" });
    const [shown] = server.seen(CHANNEL);
    assert.deepEqual([shown?.text, shown?.message.content], ["보낼까요?", ""]);
  });
});

test("a card shows its files, and its words fit whatever comes with them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-discord-"));
  try {
    await withDiscord(async (bench) => {
      town(bench);
      const { adapter, server } = bench;
      const path = join(folder, "a.png");
      writeFileSync(path, "png");
      const picture = { path, name: "a.png", mediaType: "image/png" };
      const text = { path, name: "b.txt", mediaType: "text/plain" };
      const mention = { id: MINJI.id, name: "민지" };
      const message = {
        text: "가".repeat(5000),
        tone: "done",
        files: [picture, text],
        mention,
      } as const;
      await adapter.send(HERE, message, { key: "f" });
      const all = allComponents(server.seen(CHANNEL)[0]?.message.components ?? []);
      assert.deepEqual(
        all.map(({ type }) => type),
        [17, 10, 12, 13],
      );
      assert.ok(all[1]?.content?.startsWith(`<@${MINJI.id}> `));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a file is sent with its text; one of more than 20 MB, or none, is refused before anything leaves", async () => {
  const folder = mkdtempSync(join(tmpdir(), "ibl-discord-"));
  try {
    await withDiscord(async (bench) => {
      town(bench);
      const { adapter, server } = bench;
      const path = join(folder, "a.txt");
      writeFileSync(path, "안녕");
      const file = { path, name: 'b"ad\\name.txt', mediaType: "text/plain" };
      await adapter.send(HERE, { text: "파일", files: [file] }, { key: "f" });
      const [{ message } = { message: undefined }] = server.seen(CHANNEL);
      assert.deepEqual(message?.attachments, [
        { filename: "b_ad_name.txt", size: 6, text: "안녕" },
      ]);
      truncateSync(path, 20 * 1024 * 1024 + 1);
      const large = await failureOf(adapter.send(HERE, { text: "", files: [file] }, { key: "g" }));
      assert.deepEqual([large.kind, /20 MB/.test(large.message)], ["refused", true]);
      const missing = { ...file, path: join(folder, "none") };
      assert.equal(
        (await failureOf(adapter.send(HERE, { text: "", files: [missing] }, { key: "h" }))).kind,
        "refused",
      );
      assert.equal(server.seen(CHANNEL).length, 1);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("of the failures of typing only being asked to wait is of interest", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    server.failNext({ path: /typing$/, status: 500 });
    await adapter.typing(HERE);
    server.failNext({ path: /typing$/, status: 429, retryAfterSeconds: 7 });
    const problem = await failureOf(adapter.typing(HERE));
    assert.equal(problem.kind, "rate-limited");
    assert.ok(problem.retryAfterMs >= 7000);
  });
});

test("a thread is written to, and typing shows there", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const thread = server.thread({ id: "500000000000000001", parentId: CHANNEL });
    const there = { ...HERE, threadId: thread };
    await adapter.send(there, { text: "여기" }, { key: "t" });
    await adapter.typing(there);
    await adapter.typing({ ...HERE, chatId: "499999999999999999" });
    assert.equal(server.seen(thread).length, 1);
    assert.equal(server.callsOf(new RegExp(`^POST /channels/${thread}/typing`)).length, 1);
  });
});

test("what people wrote is taken away where the bot may manage messages, and nowhere else", async () => {
  await withDiscord(async (bench) => {
    town(bench);
    const { adapter, server } = bench;
    const minji = server.user(MINJI);
    const kept = server.say(minji, CHANNEL, "내 열쇠는 …");
    assert.equal((await failureOf(adapter.delete!(HERE, kept.id))).kind, "refused");
    server.state.managed.add(CHANNEL);
    await adapter.delete!(HERE, kept.id);
    assert.deepEqual(server.seen(CHANNEL), []);
  });
});
