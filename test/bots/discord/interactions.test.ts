import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutgoingMessage } from "../../../src/bots/platform/chat-adapter.ts";
import { MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { CHANNEL, textsOf, town } from "../../support/discord-town.ts";

test("a command is put off only after it was taken in, and its answer takes that place", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server, adapter } = bench;
    let responsesWhenTaken = -1;
    await bench.start(undefined, async () => {
      responsesWhenTaken = server.callsOf(/callback/).length;
    });
    const used = server.slash(minji, dm, "code run", { program: "[system:time]" });
    const [event] = await bench.eventCount(1);
    assert.equal(responsesWhenTaken, 0);
    assert.ok(event?.kind === "message");
    assert.deepEqual(
      [event.text, event.options, event.sender.languageTag],
      ["/code run", { program: "[system:time]" }, "ko"],
    );
    await server.waitFor(() => used.response === 5);
    const sent = await adapter.send(event.chat, { text: "지금은 3시입니다" }, { key: "reply:1" });
    assert.equal(sent.messageId, used.originalId);
    const again = await adapter.send(event.chat, { text: "지금은 3시입니다" }, { key: "reply:1" });
    assert.equal(again.messageId, used.originalId);
    const next = await adapter.send(event.chat, { text: "그리고 하나 더" }, { key: "reply:2" });
    assert.notEqual(next.messageId, used.originalId);
    assert.deepEqual(
      server.seen(dm).map(({ text }) => text),
      ["지금은 3시입니다", "그리고 하나 더"],
    );
  });
});

test("a restarted service answers in the place of the command that the last one put off", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    await bench.start();
    const used = server.slash(minji, dm, "ask", "지금 몇 시야");
    const [event] = await bench.eventCount(1);
    await server.waitFor(() => used.response === 5);
    const next = bench.another();
    const sent = await next.send(event!.chat, { text: "3시" }, { key: "reply:1" });
    assert.equal(sent.messageId, used.originalId);
  });
});

test("in a server commands show their answers to who used them alone, but for /ask and /stop", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    for (const [index, [channelId, name, flags]] of (
      [
        [CHANNEL, "settings", 64],
        [CHANNEL, "help", 64],
        [CHANNEL, "ask", 0],
        [CHANNEL, "stop", 0],
        [dm, "settings", 0],
      ] as const
    ).entries()) {
      const used = server.slash(minji, channelId, name, name === "ask" ? "지금 몇 시" : undefined);
      const event = (await bench.eventCount(index + 1))[index]!;
      assert.ok(event.kind === "message");
      await server.waitFor(() => used.response === 5);
      const message = { text: "답", repliesTo: event.messageId };
      const sent = await adapter.send(event.chat, message, { key: `reply:${index}` });
      assert.equal(sent.messageId, used.originalId);
      const shown = server.seen(channelId, minji.id).at(-1);
      assert.equal((shown?.message.flags ?? 0) & 64, flags);
      assert.equal(server.seen(channelId).includes(shown!), false);
    }
  });
});

test("/ask says the words themselves", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    await bench.start();
    bench.server.slash(minji, dm, "ask", "지금 몇 시야");
    assert.deepEqual(textsOf(await bench.eventCount(1)), ["지금 몇 시야"]);
  });
});

test("a command that was taken in too late to be put off is answered by a message of its own", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server, adapter } = bench;
    await bench.start(undefined, async () => {
      server.state.aheadMs = 4000;
    });
    const used = server.slash(minji, dm, "help");
    const [event] = await bench.eventCount(1);
    const sent = await adapter.send(event!.chat, { text: "도움말" }, { key: "help" });
    assert.equal(used.response, undefined);
    assert.deepEqual(
      server.seen(dm).map(({ id }) => id),
      [sent.messageId],
    );
  });
});

test("where the bot does not see the channel, all it says follows the command, and changes too, for fifteen minutes", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    await bench.start();
    server.state.closedChannels.set(CHANNEL, 50001);
    const used = server.slash(minji, CHANNEL, "ask", "지금 몇 시야");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    await server.waitFor(() => used.response === 5);
    const { chat, messageId: repliesTo } = event;
    const next = bench.another();
    const first = await next.send(chat, { text: "하나", repliesTo }, { key: "1" });
    const second = await next.send(chat, { text: "둘" }, { key: "2" });
    await next.edit(chat, first.messageId, { text: "하나!" });
    await next.edit(chat, second.messageId, { text: "둘!" });
    assert.equal(first.messageId, used.originalId);
    assert.deepEqual(
      server.seen(CHANNEL).map(({ text }) => text),
      ["하나!", "둘!"],
    );
    server.state.aheadMs = 16 * 60 * 1000;
    await assert.rejects(next.send(chat, { text: "늦은 말" }, { key: "3" }), {
      code: "delivery-gone",
    });
  });
});

test("after fifteen minutes a command is answered by a message of its own", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    const used = server.slash(minji, dm, "help");
    const [event] = await bench.eventCount(1);
    await server.waitFor(() => used.response === 5);
    server.state.aheadMs = 16 * 60 * 1000;
    const sent = await adapter.send(event!.chat, { text: "늦은 답" }, { key: "late" });
    assert.notEqual(sent.messageId, used.originalId);
    assert.equal(server.seen(dm).at(-1)?.text, "늦은 답");
  });
});

test("a command that nobody will answer stops to show thinking, and who used it is told why", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    const used = server.slash(minji, CHANNEL, "help");
    const [event] = await bench.eventCount(1);
    await adapter.passOver?.(event!);
    assert.deepEqual(server.seen(CHANNEL), []);
    assert.equal(used.notes.length, 1);
    assert.match(used.notes[0]!, /주인이 들여보낸 사람/);
  });
});

test("a message can be asked about: a form quotes it, and its words are data beside the question", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    await bench.start();
    const told = server.say(minji, CHANNEL, "내일 3시에 회의합니다");
    const opened = server.about(minji, told.id);
    await server.waitFor(() => opened.modal !== undefined);
    assert.equal(opened.modal?.title, "물어보기");
    server.submit(opened, { "ibl:words": "일정에 넣어줘" });
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    assert.deepEqual(
      [event.text, event.quoted],
      ["일정에 넣어줘", { text: "내일 3시에 회의합니다", author: "민지" }],
    );
  });
});

test("a press whose acknowledgement Discord did not take any more is told as one", async () => {
  await withDiscord(async (bench) => {
    const { server, adapter, events } = bench;
    const minji = server.user(MINJI);
    const dm = server.dm(minji);
    await bench.start();
    server.say(minji, dm, "안녕");
    const [message] = await bench.eventCount(1);
    const buttons = [[{ label: "승인", data: "1.a" }]];
    const { messageId } = await adapter.send(message!.chat, { text: "?", buttons }, { key: "k" });
    server.failNext({ path: /callback/, status: 404, code: 10062 });
    server.press(minji, messageId, "승인");
    await bench.eventCount(2);
    const press = events[1];
    assert.ok(press?.kind === "press");
    await assert.rejects(adapter.acknowledge(press.pressId, "done"), { code: "press-unanswered" });
  });
});

const QUIET_CARD: OutgoingMessage = {
  text: "📨",
  buttons: [[{ label: "나만 보기", data: "1.J", isQuiet: true }]],
};

test("what a press is for one person alone is shown to them where others read along, and to nobody else", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    const chat = { platform: "discord", chatId: CHANNEL, isPrivate: false };
    const { messageId } = await adapter.send(chat, QUIET_CARD, { key: "line" });
    const used = server.press(minji, messageId, "나만 보기");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "press");
    assert.equal(event.data, "1.J");
    await server.waitFor(() => used.response === 5);
    await adapter.acknowledge(event.pressId);
    const next = bench.another();
    const [first, second] = [{ text: "비밀 하나" }, { text: "비밀 둘" }];
    const sent = await next.send(chat, { ...first, onlyFor: event.pressId }, { key: "a" });
    const again = await next.send(chat, { ...first, onlyFor: event.pressId }, { key: "a" });
    await next.send(chat, { ...second, onlyFor: event.pressId }, { key: "b" });
    assert.deepEqual([sent.messageId, again.messageId], [used.originalId, used.originalId]);
    await next.edit(chat, sent.messageId, { text: "비밀!", onlyFor: sent.messageId });
    const texts = (userId?: string) => server.seen(CHANNEL, userId).map(({ text }) => text);
    assert.deepEqual(texts(), ["📨"]);
    assert.deepEqual(texts(minji.id), ["📨", "비밀!", "비밀 둘"]);
    server.state.aheadMs = 16 * 60 * 1000;
    await assert.rejects(
      next.send(chat, { text: "비밀 셋", onlyFor: event.pressId }, { key: "c" }),
      { code: "delivery-gone" },
    );
    await assert.rejects(next.edit(chat, sent.messageId, { text: "늦음", onlyFor: "1" }), {
      code: "delivery-gone",
    });
    await assert.rejects(next.send(chat, { text: "비밀", onlyFor: "999" }, { key: "d" }), {
      code: "delivery-gone",
    });
    assert.deepEqual(texts(), ["📨"]);
  });
});

test("who presses for what another alone may see is told so, in the place of thinking", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    await bench.start();
    const chat = { platform: "discord", chatId: CHANNEL, isPrivate: false };
    const { messageId } = await adapter.send(chat, QUIET_CARD, { key: "line" });
    const used = server.press(minji, messageId, "나만 보기");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "press");
    await adapter.acknowledge(event.pressId, "지은님만 볼 수 있어요.");
    assert.deepEqual(used.notes, ["지은님만 볼 수 있어요."]);
    assert.equal(server.seen(CHANNEL, minji.id).length, 1);
  });
});
