import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { allTexts, say } from "../../../src/bots/texts/say.ts";

/** Each place once: Korean names a person again where English has a pronoun. */
const places = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? ""))].sort();

/** What only Korean tells: the verb behind how often ("Every day" is "매일 보내기"), and whose eyes an answer is for. */
function placesOfKorean(key: string): readonly string[] {
  if (key === "heldForOne") return ["name"];
  return key.startsWith("standing_") ? ["verb"] : [];
}

test("every sentence stands in both languages with the same places", () => {
  for (const [key, text] of Object.entries(allTexts())) {
    assert.notEqual(text.ko, "", key);
    assert.notEqual(text.en, "", key);
    const more = placesOfKorean(key).filter((place) => !text.en.includes(`{${place}}`));
    assert.deepEqual(places(text.ko), [...more, ...places(text.en)].sort(), key);
    assert.doesNotMatch(text.en, /\p{Script=Hangul}/u, key);
  }
});

test("no two files of sentences use the same name", async () => {
  const folder = join(import.meta.dirname, "../../../src/bots/texts");
  const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && name !== "say.ts");
  const named: string[] = [];
  for (const file of files) {
    const module: Record<string, object> = await import(pathToFileURL(join(folder, file)).href);
    named.push(...Object.values(module).flatMap((texts) => Object.keys(texts)));
  }
  assert.deepEqual(
    named.filter((name, index) => named.indexOf(name) !== index),
    [],
  );
  assert.deepEqual(named.sort(), Object.keys(allTexts()).sort());
});

test("every sentence is said somewhere", () => {
  const folder = join(import.meta.dirname, "../../../src");
  const source = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !dirname(path).endsWith(join("bots", "texts")))
    .map((path) => readFileSync(join(folder, path), "utf8"))
    .join("\n");
  // A sentence is named whole, or by a family and its member: "press_owner" by `press_${who}`.
  const isNamed = (key: string): boolean =>
    source.includes(`"${key}"`) || source.includes(`\`${key.split("_")[0]}_\${`);
  assert.deepEqual(
    Object.keys(allTexts()).filter((key) => !isNamed(key)),
    [],
  );
});

test("a place is filled once, and what fills it is not read again", () => {
  assert.equal(say("en", "cardQuestion", { prompt: "{prompt} {who}" }), "💬 {prompt} {who}");
});

test("a place without a value stays as it is", () => {
  assert.match(say("ko", "zoneSet"), /\{place\}/);
});
