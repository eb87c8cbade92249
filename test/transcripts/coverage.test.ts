import assert from "node:assert/strict";
import { test } from "node:test";
import { allTalks, readOpen } from "./judge.ts";
import { readTalk } from "./talk.ts";

/** How many situations the specification of what a person sees numbers. */
const SITUATIONS = 70;

for (const language of ["ko", "en"] as const)
  for (const platform of ["telegram", "discord"] as const)
    test(`each of the ${SITUATIONS} situations has a ${language} talk on ${platform}`, () => {
      const named = allTalks()
        .filter(({ name }) => name.endsWith(`.${language}`))
        .map(({ name, text }) => readTalk(name, text, platform))
        .filter(({ platforms }) => platforms.includes(platform))
        .flatMap(({ situations }) => situations)
        .filter(({ steps }) =>
          steps.some(
            ({ expected, note, reaction }) =>
              expected.length > 0 || note !== undefined || reaction !== undefined,
          ),
        )
        .map(({ name }) => Number(/^\d+/.exec(name)?.[0]));
      const missing = Array.from({ length: SITUATIONS }, (_, index) => index + 1).filter(
        (number) => !named.includes(number),
      );
      assert.deepEqual(missing, []);
    });

test("what is listed as open stands in a talk", () => {
  const known = new Set(
    allTalks().flatMap(({ name, text }) =>
      ["telegram", "discord", "console"].flatMap((platform) =>
        readTalk(name, text, platform).situations.map((each) => `${name} ${platform} ${each.name}`),
      ),
    ),
  );
  assert.deepEqual(
    [...readOpen()].filter((key) => !known.has(key)),
    [],
  );
});
