import assert from "node:assert/strict";
import { test } from "node:test";
import { cautiousData } from "../support/cautious-data.ts";
import { MINJI } from "../support/discord-server-adapter.ts";
import { openDiscordService } from "../support/discord-service.ts";

const SEOA = { id: "200000000000000008", name: "서아", locale: "ko" };

/** The whole service on Discord, with Minji as its owner. */
async function openTown() {
  const service = await openDiscordService({ data: cautiousData() });
  const { discord, dm } = service;
  const shown = (pattern: RegExp) =>
    discord.waitFor(() =>
      discord
        .seen(dm)
        .findLast(({ text, message }) => message.author.id !== MINJI.id && pattern.test(text)),
    );
  return { ...service, shown };
}

test("the form that changes the time of a schedule holds the present one, and its words answer its own card", async () => {
  const { discord, town, minji, dm, shown, close } = await openTown();
  try {
    const { id: personId } = town.parts.people.find({
      platform: "discord",
      externalId: MINJI.id,
    })!;
    town.parts.schedules.add({
      personId,
      chatId: `discord:${dm}`,
      name: "뉴스",
      timing: { kind: "cron", expression: "30 8 * * 1-5" },
      zone: "Asia/Seoul",
      program: "[system:time]()",
      planDigest: "digest",
    });
    discord.say(minji, dm, "/schedule 뉴스");
    const detail = await shown(/평일 오전 8시 30분/);
    discord.press(minji, detail.id, "바꾸기");
    const question = await shown(/언제로 바꿀까요/);
    discord.say(minji, dm, '/ibl [system:ask_user]("어느 색?")');
    const colour = await shown(/어느 색/);
    // A form is filled in once the bot knows which message its card is.
    await town.parts.outbox.flush(5000);
    assert.deepEqual(question.labels, [
      "다르게…",
      "오전 6시 30분",
      "오전 7시 30분",
      "오전 9시 30분",
      "오전 10시 30분",
      "오전 11시 30분",
      "오후 8시 30분",
    ]);
    const opened = discord.press(minji, question.id, "다르게…");
    await discord.waitFor(() => opened.modal !== undefined);
    assert.match(JSON.stringify(opened.modal), /"value":"평일 오전 8시 30분"/);
    discord.submit(opened, { "ibl:words": "평일 오전 9시" });
    await shown(/바꿀까요\?[\s\S]*평일 오전 9시/);
    assert.doesNotMatch(discord.seen(dm).find(({ id }) => id === colour.id)!.text, /✅/);
    const closed = discord.submit(opened, { "ibl:words": "평일 오전 10시" });
    await discord.waitFor(() => closed.response === 6);
    await shown(/이미 끝났/);
  } finally {
    await close();
  }
});

test("the form that edits a card holds its words; what comes back asks anew, once, and nobody else's form counts", async () => {
  const { discord, town, minji, dm, shown, close } = await openTown();
  try {
    const { people, updates, outbox } = town.parts;
    const seoa = discord.user(SEOA);
    const person = people.admit(
      { platform: "discord", externalId: SEOA.id },
      { role: "member", name: SEOA.name, language: "ko" },
    );
    const theirs = discord.dm(seoa);
    updates.remember({ platform: "discord", chatId: theirs, isPrivate: true }, person.id);
    const heard = () => discord.seen(theirs).map(({ text }) => text);

    discord.say(minji, dm, '/ibl [messenger:send]("늦을 것 같아") {to: "서아"}');
    const card = await shown(/보낼까요\?[\s\S]*늦을 것 같아/);
    assert.deepEqual(card.labels, ["보내기", "안 할래요", "고치기", "⋯"]);
    await outbox.flush(5000);
    const opened = discord.press(minji, card.id, "고치기");
    await discord.waitFor(() => opened.modal !== undefined);
    assert.match(JSON.stringify(opened.modal), /"value":"늦을 것 같아"/);

    discord.submit({ ...opened, user: seoa }, { "ibl:words": "안 갈래" });
    await shown(/민지님만 고칠 수 있어요/);

    discord.submit(opened, { "ibl:words": "10분 늦을 것 같아" });
    const anew = await shown(/보낼까요\?[\s\S]*10분 늦을 것 같아/);
    assert.equal(anew.id, card.id);
    await outbox.flush(5000);
    assert.doesNotMatch(heard().join("\n"), /늦을/);
    discord.press(minji, anew.id, "보내기");
    await discord.waitFor(() => heard().some((text) => text.endsWith("> 10분 늦을 것 같아")));

    const late = discord.submit(
      { ...opened, fromMessageId: anew.id },
      { "ibl:words": "한 시간 늦을 것 같아" },
    );
    await discord.waitFor(() => late.response !== undefined);
    await shown(/이미 끝났/);
    assert.doesNotMatch(heard().join("\n"), /한 시간/);
  } finally {
    await close();
  }
});
