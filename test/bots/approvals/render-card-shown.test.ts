/*
 * What a reader sees of a card, and not what its source says: the texts that leave for Telegram and Discord are laid out by Chromium
 * as a client lays them out, and read back by where each letter stands on the screen.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Browser, launch, type Page } from "puppeteer-core";
import {
  exactText,
  inWrittenOrder,
  mixedAlphabets,
  visibleText,
} from "../../../src/base/visible-text.ts";
import type { CardView } from "../../../src/bots/approvals/card-view.ts";
import { renderCard } from "../../../src/bots/approvals/render-card.ts";
import { renderMessage } from "../../../src/bots/console/message.ts";
import { aboutForm, answerForm } from "../../../src/bots/discord/components.ts";
import { displayedText, lookOf } from "../../../src/bots/discord/message.ts";
import { toTelegramHtml } from "../../../src/bots/markup/parse-markup.ts";
import type { OutgoingMessage } from "../../../src/bots/platform/chat-adapter.ts";
import { keyboardOf } from "../../../src/bots/telegram/rendering.ts";
import { findChromium } from "../../../src/drivers/browser/browser.ts";
import type { Role } from "../../../src/engine/catalogue/catalogue.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import type { CardEffect } from "../../../src/security/approvals/card-content.ts";
import { processorMs } from "../../support/processor-time.ts";

const READER: CardView = {
  language: "en",
  zone: "UTC",
  deciderName: "Ann",
  offersAgain: false,
  maxLength: 4096,
  button: (choice) => `data-${choice}`,
};

const EFFECT: CardEffect = {
  callId: "1",
  node: "system",
  action: "run_command",
  effect: "execute",
  approval: true,
  conditional: false,
  times: 1,
  later: false,
  details: [],
  card: { ko: "실행", en: "Run" },
};

/** A card with one value, on its own line or told in the sentence of its effect. */
function cardWith(value: string, role: Role, isTold = false): Approval {
  const told = { card: { ko: `실행 ${value}`, en: `Run ${value}` } };
  const effect: CardEffect = isTold
    ? { ...EFFECT, ...told, details: [{ param: role, role, value }] }
    : { ...EFFECT, facts: [{ param: role, role, value }] };
  return {
    id: "ap_1",
    kind: "plan",
    personId: "person_ann",
    chatKey: "telegram:1",
    digest: "digest",
    card: { effects: [effect] },
    approver: "requester",
    state: "pending",
    createdAtMs: 0,
    expiresAtMs: 1_800_000,
  };
}

let browser: Browser;
let page: Page;

before(async () => {
  const executablePath = findChromium();
  assert.ok(executablePath !== undefined, "Install Chromium first: apt-get install chromium.");
  browser = await launch({ executablePath, args: ["--no-sandbox"] });
  page = await browser.newPage();
  await page.setViewport({ width: 400, height: 2000 });
});

after(() => browser.close());

/** The letters of a page in the order of their places, row by row; those without ink or out of sight are not there. */
async function seen(html: string): Promise<string> {
  await page.setContent(
    `<meta charset="utf-8"><div dir="auto" style="white-space:pre-wrap;overflow-wrap:anywhere;font:14px monospace">${html}</div><style>pre{white-space:pre-wrap;unicode-bidi:plaintext}</style>`,
  );
  return (await page.evaluate(LETTERS_BY_PLACE)) as string; // the expression below gives a text
}

/** Runs in the page. */
const LETTERS_BY_PLACE = `(() => {
  const letters = [];
  const walker = document.createTreeWalker(document.querySelector("div"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    let at = 0;
    for (const letter of node.data) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + letter.length);
      at += letter.length;
      const box = range.getBoundingClientRect();
      if (box.width > 0 && letter.trim() !== "") letters.push({ letter, x: box.left, y: Math.round((box.top + box.bottom) / 10) });
    }
  }
  letters.sort((left, right) => left.y - right.y || left.x - right.x);
  return letters.map(({ letter }) => letter).join("");
})()`;

function telegramHtml({ text }: OutgoingMessage): string {
  return toTelegramHtml(text);
}

function discordHtml(message: OutgoingMessage): string {
  const look = lookOf(message, "en");
  return ("content" in look ? [look.content ?? ""] : displayedText(look.components))
    .join("\n")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/\\([\\*_~`|[\]])/g, "$1")
    .replaceAll(/```\w*\n([\s\S]*?)\n```/g, "<pre>$1</pre>");
}

function consoleHtml(message: OutgoingMessage): string {
  const terminal = { columns: Number.POSITIVE_INFINITY, useColour: false };
  return renderMessage(message, terminal, { hasKeys: true })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

const PLATFORMS = { telegram: telegramHtml, discord: discordHtml, console: consoleHtml };

const withoutBlanks = (text: string): string => text.replace(/\s/g, "");

const HIDING: readonly (readonly [name: string, value: string, shown: string])[] = [
  ["an override", "ls \u202Efr- mr ;\u202C # x", "ls ⟨U+202E⟩fr- mr ;⟨U+202C⟩ # x"],
  ["an isolate", "ls #\u2067; rm -rf x\u2069", "ls #⟨U+2067⟩; rm -rf x⟨U+2069⟩"],
  ["a mark", "ls \u200F# rm", "ls ⟨U+200F⟩# rm"],
  ["no width", "r\u200Bm -r\u2060f\uFEFF x", "r⟨U+200B⟩m -r⟨U+2060⟩f⟨U+FEFF⟩ x"],
  ["tags", "ls \u{E0072}\u{E006D}", "ls ⟨U+E0072⟩⟨U+E006D⟩"],
  [
    "letters without ink",
    "a\u3164b\u115Fc\u1160d\uFFA0e\u2800f",
    "a⟨U+3164⟩b⟨U+115F⟩c⟨U+1160⟩d⟨U+FFA0⟩e⟨U+2800⟩f",
  ],
  ["controls", "ls\u0008\u001b[8mrm", "ls⟨U+0008⟩⟨U+001B⟩[8mrm"],
  ["forms beside no picture", "rm\uFE0F\u{E0100}", "rm⟨U+FE0F⟩⟨U+E0100⟩"],
  ["a blank that is no space", "rm\u00A0-rf\u3000x", "rm⟨U+00A0⟩-rf⟨U+3000⟩x"],
  ["a gap", `ls${" ".repeat(600)}; rm -rf x`, "ls␣×600; rm -rf x"],
  ["a gap of tabs", `ls${"\t".repeat(16)}; rm -rf x`, "ls␣×16; rm -rf x"],
  ["a heap of marks", `ls e${"\u0301".repeat(500)}; rm`, `ls e${"\u0301".repeat(4)}⟨+496⟩; rm`],
  ["empty lines", `ls${"\n".repeat(300)}rm -rf x`, "ls⏎×299rm -rf x"],
];

for (const [platform, render] of Object.entries(PLATFORMS))
  for (const [name, value, shown] of HIDING)
    test(`on ${platform}, ${name} hides and moves nothing of a command`, async () => {
      for (const isTold of [false, true]) {
        const card = renderCard(cardWith(value, "command", isTold), READER);
        const text = await seen(render(card));
        const expected = isTold ? shown.replace(/⏎×299/, "⏎⏎×299⏎") : shown;
        assert.ok(text.includes(withoutBlanks(expected)), `${isTold}: ${text}`);
      }
    });

test("a command with letters from right to left is shown in its true order as well", async () => {
  const value = "\u05D0; rm -rf \u05D1 1 \u05D2 # ls";
  for (const [platform, render] of Object.entries(PLATFORMS)) {
    const text = await seen(render(renderCard(cardWith(value, "command"), READER)));
    const ordered = "⟨U+05D0⟩;rm-rf⟨U+05D1⟩1⟨U+05D2⟩#ls";
    assert.ok(text.includes(ordered), `${platform}: ${text}`);
  }
});

test("a name of lookalike letters is marked, and an address shows the host that is asked for", async () => {
  const cases: readonly (readonly [string, Role, RegExp | undefined])[] = [
    ["https://p\u0430ypal.com/x", "host", /Latin,Cyrillic.*xn--pypal-4ve\.com/],
    ["https://\u0430\u0440\u0440\u04CF\u0435.com", "host", /xn--80ak6aa92e\.com/],
    ["https://bank.com@evil.com/", "host", /infull:evil\.com/],
    ["http://evil.com\\@bank.com", "host", /infull:evil\.com/],
    [`https://bank.com:${"x".repeat(3000)}@evil.com/`, "host", /infull:evil\.com/],
    ["https://example.com:8443/@mina?to=bank.com", "host", undefined],
    ["p\u0430yroll.md", "path", /Latin,Cyrillic/],
    ["M\u03B9na", "recipient", /Latin,Greek/],
    ["https://example.com/가", "host", undefined],
    ["отчёт.md", "path", undefined],
    ["AI보고서 삼성.md", "path", undefined],
    ["민아", "recipient", undefined],
  ];
  for (const [value, role, pattern] of cases)
    for (const isTold of [false, true]) {
      const text = await seen(telegramHtml(renderCard(cardWith(value, role, isTold), READER)));
      if (pattern === undefined) assert.doesNotMatch(text, /⚠️|⚠/, value);
      else assert.match(text, pattern);
    }
});

test("a long value stands whole on its card, where one message takes it", async () => {
  const value = `${"echo all is well && ".repeat(40)}rm -rf /`;
  for (const render of Object.values(PLATFORMS)) {
    const card = renderCard(cardWith(value, "command"), READER);
    assert.ok((await seen(render(card))).includes(withoutBlanks(value)));
    assert.equal(card.buttons?.[0]?.[0]?.label, "Do it");
  }
});

test("pictures, Korean in single letters and ordinary words stay as they are", () => {
  const plain =
    "👩‍👩‍👧 ❤️ 1️⃣ 👍🏽 🇰🇷 ☺︎ 🏴‍☠️ 👁️‍🗨️ 🧑🏻‍❤️‍💋‍🧑🏿 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} ㅋㅋ ㅠㅠ café naïve\n\t① م";
  assert.equal(visibleText(plain), plain);
  assert.equal(visibleText("한글 메모".normalize("NFD")), "한글 메모");
  assert.equal(visibleText("a\r\nb"), "a\nb");
  assert.equal(visibleText("👍\uFE0F\uFE0F\u200D"), "👍\uFE0F⟨U+FE0F⟩⟨U+200D⟩");
});

test("buttons, menus and forms hide nothing", () => {
  const label = "a\u202Ecod.exe";
  const buttons = [[{ label, data: "1.a" }]];
  assert.ok(JSON.stringify(keyboardOf({ text: "", buttons })).includes("a⟨U+202E⟩cod.exe"));
  assert.ok(JSON.stringify(lookOf({ text: "x", buttons }, "en").components).includes("⟨U+202E⟩"));
  assert.ok(!JSON.stringify(answerForm(label, label, "x\u202Ey")).includes("\u202E"));
  const about = { customId: "a", title: label, question: label, quotedLabel: label, quoted: label };
  assert.ok(!JSON.stringify(aboutForm(about)).includes("\u202E"));
});

test("time to write out what is hidden grows with the text, not faster", async () => {
  for (const piece of [
    "\u202E",
    " ",
    " \n",
    "👩‍",
    "1\uFE0F",
    "\u{1F3F4}\u{E0067}",
    "\u1100\u1161",
  ]) {
    const took = async (count: number): Promise<number> => {
      const text = piece.repeat(count);
      const write = () => [exactText(text), inWrittenOrder(text), mixedAlphabets(text)];
      const times = [];
      for (let round = 0; round < 3; round += 1) times.push(await processorMs(write));
      return Math.min(...times);
    };
    const [once, twice] = [await took(20_000), await took(40_000)];
    assert.ok(twice < once * 3 + 60, `${JSON.stringify(piece)}: ${once} ms, ${twice} ms`);
  }
});
