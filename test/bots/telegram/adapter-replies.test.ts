import assert from "node:assert/strict";
import { test } from "node:test";
import { showBusyReaction } from "../../../src/bots/replies/busy-reaction.ts";
import { MINJI, withTelegram } from "../../support/telegram-server-adapter.ts";

test("a reply brings the words that it answers, or the part of them that was chosen", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    const group = server.group({ id: -100_5, title: "가족" });
    const cheolsu = server.user({ id: 8, firstName: "철수" });
    const said = server.say(cheolsu, "See you at three, at the station", { chat: group });
    const own = await adapter.send(
      { platform: "telegram", chatId: "-1005", isPrivate: false },
      { text: "**안녕**하세요" },
    );
    const place = server.say(cheolsu, "", {
      chat: group,
      extra: { location: { latitude: 37.5, longitude: 127 } },
    });
    const file = server.sendFile(
      cheolsu,
      { kind: "photo", name: "p.jpg", bytes: Buffer.alloc(9) },
      { chat: group },
    );
    server.say(MINJI, "@test_bot 이거 번역해줘", { chat: group, replyTo: said.messageId });
    server.say(MINJI, "@test_bot 여기만", {
      chat: group,
      replyTo: said.messageId,
      extra: { quote: { text: "at the station", position: 18 } },
    });
    server.say(MINJI, "무슨 말이야", { chat: group, replyTo: Number(own.messageId) });
    server.say(MINJI, "@test_bot 여기 날씨", { chat: group, replyTo: place.messageId });
    server.say(MINJI, "@test_bot 예쁘다", { chat: group, replyTo: file.messageId });
    server.say(MINJI, "@test_bot 이건?", {
      chat: group,
      extra: {
        external_reply: { origin: { type: "channel", chat: { title: "뉴스" }, message_id: 3 } },
        quote: { text: "속보", position: 0 },
      },
    });
    await start();
    const events = await eventCount(9);
    const idOf = (answered: { readonly messageId: number | string }) => ({
      messageId: String(answered.messageId),
    });
    assert.deepEqual(
      events.map((event) => (event.kind === "message" ? event.quoted : event.kind)),
      [
        undefined,
        undefined,
        undefined,
        { text: "See you at three, at the station", author: "철수", ...idOf(said) },
        { text: "at the station", author: "철수", ...idOf(said), isPart: true },
        { text: "안녕하세요", author: "Test bot", ...idOf(own) },
        { text: "[location 37.5, 127]", author: "철수", ...idOf(place) },
        undefined,
        { text: "속보", author: "뉴스" },
      ],
    );
  });
});

test("words that answer a picture or a recording ask about it; commands and what the bot sent do not", async () => {
  await withTelegram(async ({ server, start, eventCount }) => {
    const file = { name: "p.jpg", bytes: Buffer.alloc(9) };
    const photo = server.sendFile(MINJI, { ...file, kind: "photo" });
    const voice = server.sendFile(MINJI, { ...file, kind: "voice" });
    const bot = server.user({ id: 4242, firstName: "Test bot", isBot: true });
    const ours = server.sendFile(bot, { ...file, kind: "document" }, { chat: 7 });
    const answers: readonly [string, number][] = [
      ["이 사진 뭐야?", photo.messageId],
      ["받아 적어줘", voice.messageId],
      ["/stop", photo.messageId],
      ["고마워", ours.messageId],
    ];
    for (const [words, replyTo] of answers) server.say(MINJI, words, { replyTo });
    await start();
    const events = await eventCount(7);
    assert.deepEqual(
      events
        .slice(3)
        .map((event) => event.kind === "message" && event.attachments?.map(({ kind }) => kind)),
      [["photo"], ["audio"], undefined, undefined],
    );
  });
});

test("a message of a group carries a reaction while it is worked on, and none after", async () => {
  await withTelegram(async ({ server, adapter, start, eventCount }) => {
    const group = server.group({ id: -100_5, title: "가족" });
    const { messageId } = server.say(MINJI, "@test_bot 오래 걸리는 일", { chat: group });
    server.say(MINJI, "안녕");
    await start();
    const [inGroup, inPrivate] = await eventCount(2);
    assert.ok(inGroup?.kind === "message" && inPrivate?.kind === "message");
    const reaction = () =>
      server.messages(-100_5).find((message) => message.messageId === messageId)?.reaction;
    const held = server.holdNext({ method: "setMessageReaction" });
    const settle = showBusyReaction(adapter, inGroup, 0);
    showBusyReaction(adapter, inPrivate, 0)();
    await held.arrived;
    assert.equal(reaction(), "👀");
    settle();
    held.release();
    await server.waitFor(() => reaction() === undefined);
    assert.equal(server.callsOf("setMessageReaction").length, 2);

    showBusyReaction(adapter, inGroup, 60_000)();
    server.failNext({
      method: "setMessageReaction",
      status: 400,
      description: "Bad Request: REACTION_INVALID",
    });
    await adapter.noted?.(inGroup);
    await adapter.settled?.(inGroup);
    assert.equal(server.callsOf("setMessageReaction").length, 4);
  });
});
