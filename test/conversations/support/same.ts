import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { breachesOf } from "../../acceptance/breaches.ts";
import type { Recording } from "../../acceptance/record.ts";
import { lengthBreaches } from "../../acceptance/shape.ts";
import { type LoopbackUpstream, startUpstream } from "../../support/upstream.ts";
import type { PlatformName } from "./channel.ts";
import type { Conversation } from "./conversation.ts";
import { differencesOf } from "./dump.ts";
import { type Performance, perform } from "./perform.ts";
import { missingOn, shownDifferences } from "./shown.ts";

/** One test for each conversation: it is held on every platform, must be the same, and is held to the rules for all talks. */
export function testSame(talks: readonly Conversation[]): void {
  let upstream: LoopbackUpstream;
  const recordings: Recording[] = [];
  before(async () => {
    upstream = await startUpstream();
  });
  after(async () => {
    await upstream.close();
  });
  for (const talk of talks)
    test(`${talk.language}: ${talk.name}, the same on Telegram, on Discord and in the console`, {
      timeout: 120_000,
    }, async () => {
      const telegram = await perform(talk, "telegram", upstream);
      recordings.push(telegram.recording);
      for (const platform of ["discord", "console"] as const) {
        const other = await perform(talk, platform, upstream);
        recordings.push(other.recording);
        const differences = compared(talk, platform, telegram, other);
        assert.ok(differences.length === 0, `${platform}:\n${differences.join("\n")}`);
      }
      const broken = recordings.filter(({ name }) => name === talk.name).flatMap(brokenBy);
      assert.equal(broken.join("\n\n"), "");
    });

  test("half of all cards and answers are short", () => {
    assert.deepEqual(lengthBreaches(recordings), []);
  });
}

/** What in a conversation breaks a rule for all talks. */
function brokenBy(recording: Recording): readonly string[] {
  return breachesOf(recording).map(({ rule, text }) => `${recording.platform}: ${rule}:\n${text}`);
}

/** What is not the same on Telegram and another platform and was not said to differ there. */
export function compared(
  { differs = [], place = "private" }: Conversation,
  platform: PlatformName,
  telegram: Performance,
  other: Performance,
): readonly string[] {
  const isLeftOut = (what: string): boolean =>
    differs.some((each) => each.on === platform && each.what === what);
  const differences = differencesOf(telegram.dump, other.dump, isLeftOut);
  if (isLeftOut("shown")) return differences;
  const owner =
    platform === "console"
      ? missingOn(other.shown.owner[0]?.text ?? "", telegram.shown.owner)
      : shownDifferences(telegram.shown.owner, other.shown.owner);
  // In a group both have the same before them.
  if (place === "group") return [...differences, ...owner];
  return [...differences, ...owner, ...shownDifferences(telegram.shown.guest, other.shown.guest)];
}
