import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type LoopbackUpstream, startUpstream } from "../support/upstream.ts";
import { allTalks, judged, PLATFORMS, readOpen } from "./judge.ts";
import { playTalk } from "./play.ts";

/** A test for each transcript of a language on each platform. */
export function testTalks(language: "ko" | "en"): void {
  let upstream: LoopbackUpstream;

  before(async () => {
    upstream = await startUpstream();
  });

  after(async () => {
    await upstream.close();
  });

  const open = readOpen();

  for (const talk of allTalks().filter(({ name }) => name.endsWith(`.${language}`)))
    for (const platform of PLATFORMS)
      test(`${talk.name} on ${platform} shows what its transcript says`, {
        timeout: 240_000,
      }, async () => {
        const played = await playTalk(talk, platform, upstream.environment);
        const results = judged(talk, platform, played);
        const wrong = results
          .filter(({ key, differences }) => differences.length > 0 && !open.has(key))
          .map(({ key, differences }) => `${key}\n${differences.join("\n")}`);
        assert.equal(wrong.join("\n\n"), "");
        const held = results.filter(
          ({ key, differences }) => differences.length === 0 && open.has(key),
        );
        assert.deepEqual(
          held.map(({ key }) => key),
          [],
          "no longer open",
        );
      });
}
