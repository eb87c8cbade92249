import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { partsAt } from "../support/parts.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { ShiftedClock } from "../support/shifted-clock.ts";
import type { ServerChannel } from "./support/channel.ts";
import { openDiscord } from "./support/channel-discord.ts";
import { openTelegram } from "./support/channel-telegram.ts";
import { type Dump, differencesOf, dumpOf } from "./support/dump.ts";

/** Processes start slowly on a busy machine. */
const PATIENCE_MS = 90_000;

const NAMES = { owner: "지은", guest: "민수" };
const OWNER = { who: "owner", place: "private", isTwice: false } as const;

/** Absolute times in words: two talks are not held in the same minute. */
const TIMES = /\d{1,2}월 \d{1,2}일\(.\) \d{1,2}:\d{2}|(?<=\[)\d{1,2}:\d{2}(?=\]\(time)/g;

/** What a death leaves behind on purpose, and times. */
const LEFT_OUT: ReadonlySet<string> = new Set(["updates.attempts", "approvals.expires_at_ms"]);

/** Everything in the database of a HOME that no process has open, and what the owner let in there before is called. */
function openHome(home: string, channel: ServerChannel) {
  const parts = partsAt(home, { IBL_TIME_ZONE: "Asia/Seoul" }, { clock: channel.clock });
  const { platform, externalId, chatId } = channel.account("owner");
  return {
    async admit(): Promise<void> {
      const facts = { role: "owner", name: NAMES.owner, language: "ko" } as const;
      const person = parts.people.admit({ platform, externalId }, facts);
      parts.updates.remember({ platform, chatId, isPrivate: true }, person.id);
      await parts.close();
    },
    async dump(): Promise<Dump> {
      const person = parts.people.find({ platform, externalId });
      const dump = dumpOf(parts.database, [
        [home, "HOME"],
        [`${platform}:${chatId}`, `${platform}:owner`],
        [person?.id ?? "nobody", "person-owner"],
        [platform, "platform"],
        [`:${platform}:`, ":platform:"],
      ]);
      await parts.close();
      return JSON.parse(JSON.stringify(dump).replaceAll(TIMES, "a time")) as Dump; // as it was written
    },
  };
}

/** One talk with the real process; with `isKilled` it dies four times in it: over a message, while it tries a program, over a card that waits, and over a press. */
async function talk(channel: ServerChannel, isKilled: boolean): Promise<Dump> {
  const home = temporaryHome();
  await openHome(home.path, channel).admit();
  let service = new ServiceProcess(home.path, channel.environment);
  const begin = async (): Promise<void> => {
    await service.prints(/"msg":"ready"/, PATIENCE_MS);
    await channel.connected();
  };
  const again = async (): Promise<void> => {
    service = new ServiceProcess(home.path, channel.environment);
    await begin();
  };
  const dying = async (point: string, work: () => void): Promise<void> => {
    if (isKilled) await service.dieAt(point);
    work();
    if (!isKilled) return;
    assert.equal(await service.ended(), "SIGKILL");
    await again();
  };
  const reads = (pattern: RegExp) =>
    channel.until(
      () => channel.seen("owner", "private").some(({ text }) => pattern.test(text)),
      PATIENCE_MS,
    );
  try {
    await begin();
    await dying("update-stored", () => channel.say(OWNER, "할 일에 우유 사기 추가해줘"));
    await reads(/우유 사기\S* 넣었어요/);
    channel.say(OWNER, '/ibl [system:write]("notes.md") {content: "메모"}');
    await reads(/notes\.md\S*에 적었어요/);
    const program = `[system:schedule]("메모 읽기") {pipeline: '[system:read]("notes.md") & [system:run_command]("ls")', cron: "0 8 * * *"}`;
    await dying("dry-run", () => channel.say(OWNER, `/ibl ${program}`));
    await reads(/매일 오전 8시, 이 컴퓨터에서 실행할까요/);
    channel.say(OWNER, "/schedule");
    await reads(/아직 알림이 없어요/);
    channel.press(OWNER, "안 할래요");
    await reads(/✖️ 예약하지 않았어요/);
    channel.say(OWNER, '/ibl [system:run_command]("rm notes.md")');
    await reads(/실행할까요/);
    if (isKilled) {
      await service.kill();
      await again();
    }
    await dying("approval-claimed", () => channel.press(OWNER, "실행"));
    await reads(/✅ 실행했어요/);
    channel.say(OWNER, "할 일 보여줘");
    await channel.until(
      () => channel.seen("owner", "private").filter(({ text }) => /우유/.test(text)).length > 1,
      PATIENCE_MS,
    );
    assert.equal(await service.stop(), 0);
    const folder = channel.account("owner");
    const note = join(home.path, "files", `${folder.platform}_${folder.chatId}`, "notes.md");
    assert.equal(existsSync(note), false);
    return await openHome(home.path, channel).dump();
  } finally {
    await service.kill();
    home.remove();
  }
}

for (const [name, open] of [
  ["Telegram", openTelegram],
  ["Discord", openDiscord],
] as const)
  test(`a talk on ${name} in which the service is killed four times ends as one in which it is not`, {
    timeout: 600_000,
  }, async () => {
    const perform = async (isKilled: boolean): Promise<Dump> => {
      const options = { clock: new ShiftedClock(), language: "ko", names: NAMES } as const;
      const channel = await open(options);
      try {
        return await talk(channel, isKilled);
      } finally {
        await channel.close();
      }
    };
    const [plain, killed] = [await perform(false), await perform(true)];
    assert.deepEqual(
      differencesOf(plain, killed, (what) => LEFT_OUT.has(what)),
      [],
    );
  });
