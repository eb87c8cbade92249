import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as nextRound } from "node:timers/promises";
import { systemClock } from "../../../src/base/clock.ts";
import { Updates } from "../../../src/bots/inbox/update-table.ts";
import { UpdateWriter } from "../../../src/bots/inbox/update-writer.ts";
import { MINJI, withDiscord } from "../../support/discord-server-adapter.ts";
import { CHANNEL, GUILD, THREAD, textsOf, town } from "../../support/discord-town.ts";
import { freshDatabase } from "../../support/fresh-database.ts";

test("a direct message becomes an event with the platform's own ids", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    await bench.start();
    const { id } = bench.server.say(minji, dm, "지금 몇 시야");
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    assert.deepEqual(
      { ...event, sentAtMs: 0 },
      {
        kind: "message",
        updateId: id,
        chat: { platform: "discord", chatId: dm, isPrivate: true },
        sender: { id: MINJI.id, name: "민지", username: "민지" },
        text: "지금 몇 시야",
        messageId: id,
        sentAtMs: 0,
        isAddressed: true,
      },
    );
    assert.ok(Math.abs(event.sentAtMs - Date.now()) < 60_000);
  });
});

test("in a server only what mentions or answers the bot is taken, without its name, and a thread is a place of its own", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    await bench.start();
    server.say(minji, CHANNEL, "모두 안녕");
    server.say(minji, CHANNEL, "/help", { mentions: true });
    server.say(minji, THREAD, "여기서는?", { mentions: true });
    const events = await bench.eventCount(2);
    assert.deepEqual(
      events.map(({ chat }) => chat).sort((left, right) => left.chatId.localeCompare(right.chatId)),
      [
        { platform: "discord", chatId: CHANNEL, isPrivate: false },
        { platform: "discord", chatId: CHANNEL, threadId: THREAD, isPrivate: false },
      ],
    );
    assert.deepEqual(textsOf(events).sort(), ["/help", "여기서는?"]);
  });
});

test("who mentions the bot's own role means the bot; another role, and everyone, is nobody", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    server.state.applicationFlags = 1 << 19;
    await bench.start();
    server.say(minji, CHANNEL, "모두 모여", { everyone: true });
    server.say(minji, CHANNEL, "운영진 여러분", { roles: ["600000000000000999"] });
    server.say(minji, CHANNEL, "몇 시야", { roles: [server.botRole(GUILD)] });
    server.say(minji, CHANNEL, "/help", { roles: [server.botRole(GUILD)] });
    assert.deepEqual(textsOf(await bench.eventCount(2)), ["몇 시야", "/help"]);
    assert.equal(server.callsOf(/^GET .*roles/).length, 1);
  });
});

test("the bot's own role is known again among what was said while nobody listened", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    server.state.applicationFlags = 1 << 19;
    await bench.start();
    server.say(minji, CHANNEL, "하나", { mentions: true });
    await bench.eventCount(1);
    await adapter.stop();
    server.gateway.forgetSessions();
    server.say(minji, CHANNEL, "운영진", { roles: ["600000000000000999"], isDelivered: false });
    server.say(minji, CHANNEL, "둘", { roles: [server.botRole(GUILD)], isDelivered: false });
    await bench.start(bench.another());
    assert.deepEqual(textsOf(await bench.eventCount(2)), ["하나", "둘"]);
  });
});

test("a reply to the bot is read where the Message Content intent is on", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server, adapter } = bench;
    server.state.applicationFlags = 1 << 19;
    await bench.start();
    assert.deepEqual(server.gateway.log[0], "identify 0/1 intents 37376");
    const chat = { platform: "discord", chatId: CHANNEL, isPrivate: false };
    const { messageId } = await adapter.send(chat, { text: "물어보세요" }, { key: "a" });
    server.say(minji, CHANNEL, "그럼 부산은", { repliesTo: messageId });
    assert.deepEqual(textsOf(await bench.eventCount(1)), ["그럼 부산은"]);
  });
});

test("without it no privileged intent is asked for, and the log says what works and what does not", async () => {
  await withDiscord(async (bench) => {
    await bench.start();
    assert.equal(bench.server.gateway.log[0], "identify 0/1 intents 4608");
    assert.match(
      await bench.logged(/Message Content intent is off/),
      /mentions and slash commands work/,
    );
  });
});

test("forwarded words are marked", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    await bench.start();
    const told = server.say(minji, dm, "원래 글");
    server.say(minji, dm, "", { forwardOf: told.id });
    const events = await bench.eventCount(2);
    assert.deepEqual(textsOf(events), ["원래 글", "[forwarded]\n원래 글"]);
    assert.equal(events[1]?.kind === "message" && events[1].isForwarded, true);
  });
});

test("what a message answers comes with it as data, with who wrote it", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    server.state.applicationFlags = 1 << 19;
    await bench.start();
    const jun = server.user({ id: "200000000000000008", name: "준" });
    const told = server.say(jun, CHANNEL, "모레 3시에 회의");
    server.say(minji, CHANNEL, "일정에 넣어줘", { mentions: true, repliesTo: told.id });
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    assert.deepEqual(
      [event.text, event.quoted],
      ["일정에 넣어줘", { text: "모레 3시에 회의", author: "준", messageId: told.id }],
    );
    const picture = { name: "a.png", bytes: Buffer.from("png"), type: "image/png" };
    const shown = server.say(minji, dm, "", { files: [picture] });
    server.say(minji, dm, "이게 뭐야", { repliesTo: shown.id });
    const [, , about] = await bench.eventCount(3);
    assert.ok(about?.kind === "message");
    assert.equal(about.quoted, undefined);
    assert.deepEqual(
      about.attachments?.map(({ name }) => name),
      ["a.png"],
    );
  });
});

test("the bot's name alone calls it, and brings the message that it answers", async () => {
  await withDiscord(async (bench) => {
    const { minji } = town(bench);
    const { server } = bench;
    server.state.applicationFlags = 1 << 19;
    await bench.start();
    const told = server.say(minji, CHANNEL, "내일 비가 올까");
    server.say(minji, CHANNEL, "", { mentions: true, repliesTo: told.id });
    const [event] = await bench.eventCount(1);
    assert.ok(event?.kind === "message");
    assert.deepEqual([event.text, event.quoted?.text], ["@ibl", "내일 비가 올까"]);
  });
});

test("an edit comes under the id of its message, once; a preview of a link and a deletion are none", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    await bench.start();
    const { id } = server.say(minji, dm, "서울 날씨 https://a.example");
    const [begun] = await bench.eventCount(1);
    bench.updates.begin(begun!);
    server.preview(id);
    server.rewrite(id, "부산 날씨");
    server.preview(id);
    const other = server.say(minji, dm, "지울 말");
    server.takeBack(other.id);
    server.gateway.push("MESSAGE_UPDATE", { id, channel_id: dm });
    server.say(minji, dm, "끝");
    const events = await bench.eventCount(4);
    assert.deepEqual(textsOf(events), [
      "서울 날씨 https://a.example",
      "부산 날씨",
      "지울 말",
      "끝",
    ]);
    const [first, edit] = events;
    assert.ok(first?.kind === "message" && edit?.kind === "message");
    assert.deepEqual([edit.isEdited, edit.messageId], [true, id]);
    assert.equal(edit.sentAtMs, first.sentAtMs);
    assert.ok(edit.editedAtMs !== undefined && edit.editedAtMs >= edit.sentAtMs - 1);
    assert.deepEqual(
      bench.log.filter((line) => /could not be read/.test(line)),
      [],
    );
  });
});

test("a message that is edited before its turn began is asked as it reads now", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server, updates } = bench;
    await bench.start();
    const { id } = server.say(minji, dm, "서울 날씨");
    await bench.eventCount(1);
    server.rewrite(id, "부산 날씨");
    server.say(minji, dm, "끝");
    await bench.eventCount(2);
    assert.deepEqual(textsOf(updates.open("discord").map(({ event }) => event)), [
      "부산 날씨",
      "끝",
    ]);
  });
});

test("an event that is handed out twice is taken in once", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    await bench.start();
    server.say(minji, dm, "한 번만");
    await bench.eventCount(1);
    server.gateway.repeatLast();
    server.say(minji, dm, "다음");
    assert.deepEqual(textsOf(await bench.eventCount(2)), ["한 번만", "다음"]);
  });
});

test("order is kept in a channel while an event cannot be taken in, and other channels go on", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    const jun = server.user({ id: "200000000000000008", name: "준" });
    let failures = 2;
    await bench.start(undefined, async (event) => {
      const isFirst = event.kind === "message" && event.text === "하나";
      if (isFirst && failures > 0) {
        failures -= 1;
        throw new Error("the disk is full");
      }
    });
    server.say(minji, dm, "하나");
    server.say(minji, dm, "둘");
    server.say(jun, server.dm(jun), "옆에서");
    const events = await bench.eventCount(3);
    assert.deepEqual(textsOf(events), ["옆에서", "하나", "둘"]);
    assert.match(await bench.logged(/could not be taken in/), /the disk is full/);
  });
});

test("what many people say at once goes down together", async () => {
  await withDiscord(async (bench) => {
    const { server } = bench;
    const people = Array.from({ length: 40 }, (_, index) =>
      server.user({ id: String(200000000000000100n + BigInt(index)), name: `${index}` }),
    );
    const channels = people.map((person) => server.dm(person));
    const database = freshDatabase();
    const updates = new Updates({ database, clock: systemClock });
    const updateWriter = new UpdateWriter({ database, updates });
    let stored = 0;
    const rounds = new Set<Promise<void>>();
    let round: Promise<void> | undefined;
    await bench.start(undefined, async (event) => {
      await (await updateWriter.store(event)).onDisk;
      stored += 1;
      round ??= nextRound().then(() => {
        round = undefined;
      });
      rounds.add(round);
    });
    for (const [index, person] of people.entries()) server.say(person, channels[index]!, "안녕");
    await server.waitFor(() => stored === people.length);
    assert.ok(rounds.size < 10, `${rounds.size} rounds`);
  });
});

test("what Discord sends that cannot be read is logged and passed over", async () => {
  await withDiscord(async (bench) => {
    const { minji, dm } = town(bench);
    const { server } = bench;
    await bench.start();
    server.gateway.push("MESSAGE_CREATE", { id: 7 });
    server.gateway.push("INTERACTION_CREATE", null);
    server.say(minji, dm, "아직 있어?");
    assert.deepEqual(textsOf(await bench.eventCount(1)), ["아직 있어?"]);
    await bench.logged(/could not be read/);
  });
});
