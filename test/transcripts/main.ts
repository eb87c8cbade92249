// Plays transcripts and prints what they show: `npm run -s transcripts -- [--differences|--open] [--press] [NAME…] [telegram|discord|console]`.

import { labelsOf } from "../acceptance/record.ts";
import { startUpstream } from "../support/upstream.ts";
import { drawn } from "./compare.ts";
import { allTalks, judged, OPEN_PATH, PLATFORMS, writeOpen } from "./judge.ts";
import { type Platform, playTalk } from "./play.ts";

const words = process.argv.slice(2);
const has = (flag: string): boolean => words.includes(flag);
const platforms = PLATFORMS.filter((each) => has(each));
const names = words.filter(
  (word) => !word.startsWith("--") && !PLATFORMS.includes(word as Platform),
);
const talks = allTalks().filter(
  ({ name }) => names.length === 0 || names.some((each) => name.startsWith(each)),
);
const upstream = await startUpstream();
const open: string[] = [];
for (const platform of platforms.length === 0 ? PLATFORMS : platforms)
  for (const talk of talks) {
    const played = await playTalk(talk, platform, upstream, has("--press") ? labelsOf : undefined);
    const results = judged(talk, platform, played);
    open.push(...results.filter(({ differences }) => differences.length > 0).map(({ key }) => key));
    if (has("--open")) continue;
    process.stdout.write(`\n######## ${talk.name} ${platform}\n`);
    for (const [index, { name, steps }] of played.entries()) {
      const differences = results[index]?.differences ?? [];
      if (has("--differences")) {
        if (differences.length > 0) process.stdout.write(`== ${name}\n${differences.join("\n")}\n`);
        continue;
      }
      process.stdout.write(`\n== ${name}${differences.length > 0 ? "   (otherwise)" : ""}\n`);
      for (const { step, shown, note, reactions, problem } of steps) {
        process.stdout.write(
          `>> ${JSON.stringify(step.act)}${problem === undefined ? "" : ` PROBLEM ${problem}`}\n`,
        );
        for (const one of shown)
          process.stdout.write(`(${one.to}${one.isNew ? "" : ", edited"})\n${drawn(one)}\n`);
        if (note !== "") process.stdout.write(`(toast) ${note}\n`);
        if (reactions.length > 0) process.stdout.write(`(reaction) ${reactions.join(" ")}\n`);
      }
    }
  }
if (has("--open")) {
  writeOpen(open, {
    names: talks.map(({ name }) => name),
    platforms: platforms.length === 0 ? PLATFORMS : platforms,
  });
  process.stdout.write(`${open.length} situations are in ${OPEN_PATH}\n`);
}
await upstream.close();
