import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { MINJI, MINJIS_CHAT, TOKEN, withTelegram } from "../../support/telegram-server-adapter.ts";

const TAKEN = { status: "fulfilled", value: undefined } as const;

async function unused(): Promise<void> {
  throw new Error("What came together is not handed over one by one.");
}

test("a private message becomes an event with all that Telegram tells of it", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    await start();
    const { messageId, updateId } = server.say(MINJI, "안녕 👨‍👩‍👧 <b>");
    assert.deepEqual(await eventCount(1), [
      {
        kind: "message",
        updateId: String(updateId),
        chat: MINJIS_CHAT,
        sender: { id: "7", name: "민지 김", languageTag: "ko" },
        text: "안녕 👨‍👩‍👧 <b>",
        messageId: String(messageId),
        sentAtMs: 1_700_000_000_000,
        isAddressed: true,
      },
    ]);
  });
});

test("a press becomes an event, also on a message the bot can no longer see", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    server.say(MINJI, "안녕");
    const data = "v1.0123456789.a.".padEnd(64, "x");
    const { messageId } = await adapter.send(MINJIS_CHAT, {
      text: "카드",
      buttons: [[{ label: "승인", data }]],
    });
    const first = server.press(MINJI, Number(messageId), "승인");
    const second = server.press(MINJI, Number(messageId), "승인", { isInaccessible: true });
    await start();
    const events = await eventCount(3);
    const press = (pressId: string, updateId: number | undefined) => ({
      kind: "press",
      updateId: String(updateId),
      chat: MINJIS_CHAT,
      sender: { id: "7", name: "민지 김", languageTag: "ko" },
      data,
      messageId,
      pressId,
    });
    assert.deepEqual(events.slice(1), [
      press(first.pressId, first.updateId),
      press(second.pressId, second.updateId),
    ]);
  });
});

test("in a group the bot is addressed by mention, reply or command, and its name is taken out of the text", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    const group = server.group({ id: -100_5, title: "가족" });
    const place = { platform: "telegram", chatId: "-1005", isPrivate: false, title: "가족" };
    const own = await adapter.send(place, { text: "안녕하세요" });
    const cases: [string, string, boolean, { replyTo?: number }?][] = [
      ["그냥 이야기", "그냥 이야기", false],
      ["@Test_Bot 지금 몇 시야", "지금 몇 시야", true],
      ["지금 몇 시야 @test_bot", "지금 몇 시야 @test_bot", true],
      ["@other_bot 지금 몇 시야", "@other_bot 지금 몇 시야", false],
      ["/help@test_bot 표", "/help 표", true],
      ["/help", "/help", true],
      ["/help@other_bot", "/help@other_bot", false],
      ["메일은 a@test_bot", "메일은 a@test_bot", false],
      ["고마워", "고마워", true, { replyTo: Number(own.messageId) }],
    ];
    for (const [said, , , options] of cases) server.say(MINJI, said, { chat: group, ...options });
    await start();
    const events = await eventCount(cases.length);
    assert.deepEqual(
      events.map(
        (event) => event.kind === "message" && [event.text, event.isAddressed, event.chat],
      ),
      cases.map(([, text, isAddressed]) => [text, isAddressed, place]),
    );
  });
});

test("a person mentioned by link, another bot and an anonymous administrator are told apart", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const chat = server.group({ id: -100_5, title: "가족" });
    const robot = server.user({ id: 99, firstName: "Robot", isBot: true });
    const anonymous = server.user({ id: 1_087_968_824, firstName: "Group", isBot: true });
    const entities = [
      {
        type: "text_mention",
        offset: 0,
        length: 3,
        user: { id: 4242, is_bot: true, first_name: "Test bot" },
      },
    ];
    server.say(MINJI, "봇아 안녕", { chat, extra: { entities } });
    server.say(robot, "/help", { chat });
    server.say(anonymous, "/help", {
      chat,
      extra: { sender_chat: { id: -100_5, type: "supergroup", title: "가족" } },
    });
    await start();
    const events = await eventCount(3);
    assert.deepEqual(
      events.map(
        (event) =>
          event.kind === "message" && [event.sender.id, event.sender.name, event.isAddressed],
      ),
      [
        ["7", "민지 김", true],
        ["99", "Robot", false],
        ["-1005", "가족", true],
      ],
    );
  });
});

test("a topic is a place of its own; a thread of replies and a topic's opening message are not", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    const forum = server.group({ id: -100_6, title: "포럼", isForum: true });
    const opener = await adapter.send(
      { platform: "telegram", chatId: "-1006", isPrivate: false },
      { text: "주제" },
    );
    server.say(MINJI, "하나", { chat: forum, threadId: 31 });
    server.say(MINJI, "둘", { chat: forum, extra: { message_thread_id: 77 } });
    const service = {
      message_id: Number(opener.messageId),
      from: { id: 4242, is_bot: true, first_name: "b" },
      forum_topic_created: { name: "주제" },
    };
    server.say(MINJI, "셋", { chat: forum, threadId: 31, extra: { reply_to_message: service } });
    await start();
    const events = await eventCount(3);
    assert.deepEqual(
      events.map((event) => event.kind === "message" && [event.chat.threadId, event.isAddressed]),
      [
        ["31", false],
        [undefined, false],
        ["31", false],
      ],
    );
    const sent = await adapter.send(events[0]!.chat, { text: "답" });
    assert.equal(
      server.messages(-100_6).find((message) => String(message.messageId) === sent.messageId)
        ?.threadId,
      31,
    );
  });
});

test("what is neither text nor a file is noted in brackets, and forwarded words are marked", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const extras: Record<string, unknown>[] = [
      { sticker: { emoji: "👍" } },
      { location: { latitude: 37.5, longitude: 127 } },
      { contact: { first_name: "철수", phone_number: "+82101" } },
      { poll: { question: "점심?", options: [{ text: "밥" }, { text: "면" }] } },
    ];
    for (const extra of extras) server.say(MINJI, "", { extra });
    server.say(MINJI, "송금해줘", {
      extra: { forward_origin: { type: "user", sender_user: { first_name: "사기꾼" } } },
    });
    await start();
    const events = await eventCount(5);
    assert.deepEqual(
      events.map((event) => event.kind === "message" && event.text),
      [
        "[sticker 👍]",
        "[location 37.5, 127]",
        '[contact "철수" +82101]',
        '[poll "점심?": 밥 / 면]',
        "[forwarded from 사기꾼]\n송금해줘",
      ],
    );
  });
});

test("service messages and updates that cannot be read are passed over and confirmed", async () => {
  await withTelegram(async ({ server, start, eventCount, log }) => {
    server.say(MINJI, "", { extra: { pinned_message: {} } });
    server.pushUpdate("message", {
      message_id: 5,
      from: { id: 7, first_name: "민지" },
      text: "어디?",
    });
    server.block(MINJI);
    server.say(MINJI, "끝");
    await start();
    const [event] = await eventCount(1);
    assert.equal(event?.kind === "message" && event.text, "끝");
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(log, [
      "info Telegram answers.",
      "error An update from Telegram could not be read and is passed over.",
      "info The bot's place in a chat changed.",
    ]);
  });
});

test("an update is confirmed only when its event has been taken in", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const first = server.say(MINJI, "하나");
    const second = server.say(MINJI, "둘");
    let takeIn = (): void => {};
    await start(
      () =>
        new Promise((resolve) => {
          takeIn = resolve;
        }),
    );
    await eventCount(1);
    assert.deepEqual(server.pendingUpdates(), [first.updateId, second.updateId]);
    takeIn();
    await eventCount(2);
    assert.equal(server.callsOf("getUpdates").length, 1);
    takeIn();
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(server.callsOf("getUpdates")[1]?.parameters["offset"], 1003);
  });
});

test("an event that is not taken in comes again, twice if need be, and holds back the ones behind it", async () => {
  await withTelegram(async ({ server, start, eventCount, clock, log }) => {
    for (const text of ["하나", "둘", "셋"]) server.say(MINJI, text);
    let refusals = 2;
    await start(async (event) => {
      if (event.kind !== "message" || event.text !== "둘" || refusals === 0) return;
      refusals -= 1;
      throw new Error("disk full");
    });
    const firstWait = await clock.nextWait();
    assert.deepEqual(server.pendingUpdates(), [1001, 1002, 1003]);
    firstWait.end();
    const secondWait = await clock.nextWait();
    assert.deepEqual(server.pendingUpdates(), [1002, 1003]);
    secondWait.end();
    const events = await eventCount(5);
    assert.deepEqual(
      events.map((event) => event.updateId),
      ["1001", "1002", "1002", "1002", "1003"],
    );
    assert.deepEqual([firstWait.delayMs, secondWait.delayMs], [1_000, 2_000]);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(log, [
      "info Telegram answers.",
      "error A message from Telegram could not be taken in. Trying again.",
      "info Messages arrive from Telegram again.",
    ]);
  });
});

test("what one poll brings is handed over as one, and confirmed once all of it was taken in", async () => {
  await withTelegram(async ({ server, adapter }) => {
    const jun = server.user({ id: 8, firstName: "준" });
    server.holdUpdates(true);
    server.say(MINJI, "하나");
    server.say(jun, "둘");
    server.say(MINJI, "", { extra: { pinned_message: {} } });
    server.say(MINJI, "셋");
    server.holdUpdates(false);
    let handed: readonly string[] = [];
    let takeIn = (): void => {};
    await new Promise<void>((resolve) => {
      void adapter.start(unused, async (events) => {
        handed = events.map(({ updateId }) => updateId);
        resolve();
        await new Promise<void>((taken) => {
          takeIn = taken;
        });
        return events.map(() => TAKEN);
      });
    });
    assert.deepEqual(handed, ["1001", "1002", "1004"]);
    assert.deepEqual(server.pendingUpdates(), [1001, 1002, 1003, 1004]);
    takeIn();
    await server.waitFor(() => server.pendingUpdates().length === 0);
  });
});

test("what came behind one that was not taken in comes a second time with it, taken in or not", async () => {
  await withTelegram(async ({ server, adapter, clock }) => {
    const jun = server.user({ id: 8, firstName: "준" });
    for (const person of [MINJI, MINJI, jun]) server.say(person, "안녕");
    const handed: string[][] = [];
    await adapter.start(unused, async (events) => {
      handed.push(events.map(({ updateId }) => updateId));
      const isFirst = handed.length === 1;
      return events.map(({ updateId }) =>
        isFirst && updateId === "1002"
          ? { status: "rejected", reason: new Error("disk full") }
          : TAKEN,
      );
    });
    (await clock.nextWait()).end();
    await server.waitFor(() => server.pendingUpdates().length === 0);
    assert.deepEqual(handed, [
      ["1001", "1002", "1003"],
      ["1002", "1003"],
    ]);
  });
});

test("a process killed while it takes an event in loses nothing: the next one gets the same update", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const { updateId } = server.say(MINJI, "지워줘");
    const script = fileURLToPath(
      new URL("../../support/telegram-server-stuck-bot.ts", import.meta.url),
    );
    const child = spawn(process.execPath, ["--import", "tsx", script, TOKEN, server.url], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    assert.equal(line, String(updateId));
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await start();
    assert.equal((await eventCount(1))[0]?.updateId, String(updateId));
  });
});

test("duplicates are handed on, and a batch out of order comes in order", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    server.say(MINJI, "하나");
    await start();
    await eventCount(1);
    await server.waitFor(() => server.pendingUpdates().length === 0);
    server.holdUpdates(true);
    server.repeatUpdate(1001);
    server.say(MINJI, "둘");
    server.say(MINJI, "셋");
    server.reverseNextBatch();
    server.holdUpdates(false);
    const events = await eventCount(4);
    assert.deepEqual(
      events.map((event) => event.updateId),
      ["1001", "1001", "1002", "1003"],
    );
    await server.waitFor(() => server.pendingUpdates().length === 0);
  });
});

test("stopping waits for the event under way, hands on no other, and confirms what was taken in", async () => {
  await withTelegram(async ({ server, adapter, start, events, eventCount }) => {
    server.say(MINJI, "하나");
    server.say(MINJI, "둘");
    let takeIn = (): void => {};
    await start(
      () =>
        new Promise((resolve) => {
          takeIn = resolve;
        }),
    );
    await eventCount(1);
    let isStopped = false;
    const stopping = adapter.stop().then(() => {
      isStopped = true;
    });
    assert.equal(isStopped, false);
    takeIn();
    await stopping;
    assert.equal(events.length, 1);
    assert.deepEqual(server.pendingUpdates(), [1002]);
  });
});

test("stopping ends a waiting poll at once, and a stopped adapter starts again", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    await start();
    await assert.rejects(start(), { code: "adapter-started" });
    await server.waitFor(() => server.callsOf("getUpdates").length === 1);
    const startMs = performance.now();
    await adapter.stop();
    assert.ok(performance.now() - startMs < 10_000);
    server.say(MINJI, "다시");
    await start();
    await eventCount(1);
  });
});
