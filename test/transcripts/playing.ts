import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { labelsOf, type Recording, type Shown } from "../acceptance/record.ts";
import { isRefusal, leadsOn } from "../acceptance/refusals.ts";
import { lengthBreaches } from "../acceptance/shape.ts";
import { type LoopbackUpstream, startUpstream } from "../support/upstream.ts";
import { drawn } from "./compare.ts";
import { allTalks, judged, readOpen, recordingOf } from "./judge.ts";
import { type Platform, playTalk } from "./play.ts";

/** A test for each transcript of a language on a platform: together they are longer than a file may take. */
export function testTalks(language: "ko" | "en", platform: Platform): void {
  const talks = allTalks().filter(({ name }) => name.endsWith(`.${language}`));
  let upstream: LoopbackUpstream;

  before(async () => {
    upstream = await startUpstream();
  });

  after(async () => {
    await upstream.close();
  });

  const open = readOpen();
  const recordings: Recording[] = [];
  /** The lines of the last steps that showed a refusal with buttons, by talk. */
  const refusedLast = new Map<string, number>();

  for (const talk of talks)
    test(`${talk.name} on ${platform} shows what its transcript says`, {
      timeout: 240_000,
    }, async () => {
      const played = await playTalk(talk, platform, upstream);
      recordings.push(recordingOf(talk, platform, played));
      for (const { step, shown } of played.flatMap(({ steps }) => steps))
        if (shown.some((one) => offeredBy(one).length > 0)) refusedLast.set(talk.name, step.line);
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

  if (platform === "console") return;

  for (const talk of talks)
    test(`${talk.name} on ${platform}: what a refusal offers works`, {
      timeout: 240_000,
    }, async () => {
      const line = refusedLast.get(talk.name);
      if (line === undefined) return;
      const played = await playTalk(talk, platform, upstream, offeredBy, line);
      const wrong = played.flatMap(({ steps }) =>
        steps
          .filter(({ step, shown, note }) => step.line === 0 && !leadsOn(shown, note))
          .map(({ act, shown, note }) => `[${act.label}]: ${shown.map(drawn).join("\n")}${note}`),
      );
      assert.equal(wrong.join("\n\n"), "");
    });

  test("half of all cards and answers are short", () => {
    assert.deepEqual(lengthBreaches(recordings), []);
  });
}

/** Where a service does not answer, or an operator has to set a key first, a talk says by itself what [Retry] brings once that is so. */
const NO_ANSWER = /isn't answering|답하지 않아요|needs a key|키가 필요해요/;

/** Buttons below a refusal. */
function offeredBy(one: Shown): readonly string[] {
  if (!isRefusal(one.text) || NO_ANSWER.test(one.text)) return [];
  return labelsOf(one).filter((label) => !label.startsWith("✍️ "));
}
