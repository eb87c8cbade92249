import assert from "node:assert/strict";
import { test } from "node:test";
import { cautiousData } from "../support/cautious-data.ts";
import { MINJI } from "../support/discord-server-adapter.ts";
import { openDiscordService } from "../support/discord-service.ts";

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
    const label = question.labels.find((each) => each.startsWith("✍️")) ?? "";
    const opened = discord.press(minji, question.id, label);
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
