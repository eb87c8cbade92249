import assert from "node:assert/strict";
import { test } from "node:test";
import { discordLength } from "../../../src/bots/discord/message.ts";
import { longAnswer, measureIn } from "../../../src/bots/markup/long-answer.ts";
import { toTelegramHtml, visibleLength } from "../../../src/bots/markup/parse-markup.ts";
import { splitText } from "../../../src/bots/markup/split-text.ts";

const FOLDS = { shown: 40, folded: 400 };
const FIRST = "The first paragraph is read at once.";

test("an answer that fits is left as it is", () => {
  assert.deepEqual(longAnswer(FIRST, FOLDS), { text: FIRST, isCut: false });
});

test("marks and addresses count for nothing", () => {
  const text = `**${FIRST}** [x](https://example.com/${"long".repeat(40)})`;
  assert.deepEqual(longAnswer(text, FOLDS), { text, isCut: false });
});

const DISCORD = { shown: 1800 };
const ROOM = { maxLength: 2000, lengthOf: discordLength };

for (const [name, line] of [
  ["links", "- [a title](https://example.com/a/rather/long/address)\n"],
  ["bold words", "**bold** *words* "],
  ["stars", "2 \\* 3 = 6\n"],
  ["one bold text", "words and words "],
] as const)
  test(`a long answer with marks is one message on Discord (${name})`, () => {
    for (let count = 1; count < 160; count += 1) {
      const words = line.repeat(count).trim();
      const source = name === "one bold text" ? `**${words}**` : words;
      const { text, isCut } = longAnswer(source, DISCORD, [source], measureIn(DISCORD, ROOM));
      assert.deepEqual(splitText(text, ROOM.maxLength, discordLength), [text], `${count}`);
      const fits = visibleLength(source) <= DISCORD.shown && discordLength(source) <= 1940;
      assert.equal(isCut, !fits, `${count}`);
    }
  });

test("the rest of a long answer is one quote", () => {
  const { text, isCut } = longAnswer(`${FIRST}\n\nThe second.\n\n> Quoted.\nThe end.`, FOLDS);
  assert.equal(text, `${FIRST}\n\n> The second.\n> \n> Quoted.\n> The end.`);
  assert.equal(isCut, false);
});

test("a quote that ends what is read at once does not run into the rest", () => {
  const { text } = longAnswer(`> ${FIRST}\n\n${"The rest goes on. ".repeat(9)}`, FOLDS);
  assert.equal(toTelegramHtml(text).match(/<blockquote/g)?.length, 2);
});

test("blocks of code in the rest are lines of code", () => {
  const { text } = longAnswer(`${FIRST}\n\n\`\`\`js\nlet x = 1;\n\n> x\n\`\`\`\nThe end.`, FOLDS);
  assert.equal(text, `${FIRST}\n\n> \`let x = 1;\`\n> \n> \`> x\`\n> The end.`);
});

test("a block of code that is cut is closed and goes on in the rest", () => {
  const code = Array.from({ length: 9 }, (_, index) => `line number ${index}`);
  const { text } = longAnswer(`\`\`\`\n${code.join("\n")}\n\`\`\``, FOLDS);
  assert.match(text, /^```\nline number 0\n(?:line number \d\n)+```\n\n> `line number \d`\n/);
  assert.match(text, /> `line number 8`$/);
});

test("an answer too long to fold, and one of a platform that folds nothing, is cut", () => {
  const long = `${FIRST}\n\n${"word ".repeat(200)}`;
  assert.deepEqual(longAnswer(long, FOLDS), { text: `${FIRST}\n…`, isCut: true });
  const short = `${FIRST}\n\n${"word ".repeat(20)}`;
  assert.deepEqual(longAnswer(short, { shown: 40 }), { text: `${FIRST}\n…`, isCut: true });
});

test("a very long answer is cut in a moment", () => {
  const { text, isCut } = longAnswer("**word** ".repeat(400_000), FOLDS);
  assert.equal(isCut, true);
  assert.ok(visibleLength(text) <= 42);
});

test("of several results that are too long the beginning of each is shown, and a short one whole", () => {
  const parts = ["a", "b", "c", "d"].map((name) => `${name} `.repeat(2000)).concat("short");
  const { text, isCut } = longAnswer(parts.join("\n\n"), { shown: 1200, folded: 3500 }, parts);
  assert.equal(isCut, true);
  assert.ok(text.length < 1300, String(text.length));
  const shown = text.split("\n\n");
  assert.deepEqual(
    shown.map((part) => part[0]),
    ["a", "b", "c", "d", "s"],
  );
  assert.ok(shown.slice(0, 4).every((part) => part.length > 250 && part.endsWith("…")));
  assert.equal(shown[4], "short");
});
