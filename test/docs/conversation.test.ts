import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import type { StoredMessage } from "../support/telegram-server-state.ts";
import { startUpstream } from "../support/upstream.ts";
import { fencesOf, readPages } from "./support/markdown.ts";

const TOKEN = "123456:test-token-of-the-readme";
const PERSON = 1001;
const GUEST = 1002;
const HOUR_MS = 3_600_000;

/** What is said and pressed in the pictures, and by which words the answers are known. */
const SCRIPTS = {
  en: {
    name: "Jieun",
    guest: "Mina",
    presses: (button: string) => `(presses ${button})`,
    atThree: "(the next day, 3 PM)",
    owner: /you're the owner/i,
    letIn: "Let in",
    isIn: /You're in/,
    steps: [
      ["weather in Busan", /^Busan/],
      ["remind me tomorrow at 3pm to call the dentist", /^⏰ call the dentist ·/],
      ["find AI news and save it to news.md", /Saved/],
      ["delete news.md", /Deleted/, "Undo", /Undone/],
      ["message Mina that I am running late", /Send to Mina\?/, "Send", /Sent to Mina/],
    ],
    fired: /^⏰ call the dentist$/,
  },
  ko: {
    name: "지은",
    guest: "민수",
    presses: (button: string) => `(${button} 누름)`,
    atThree: "(다음 날 오후 3시)",
    owner: /주인이에요/,
    letIn: "들이기",
    isIn: /들어오셨어요/,
    steps: [
      ["내일 부산에 비 와?", /부산은 내일/],
      ["내일 오후 3시에 병원 전화하라고 알려줘", /^⏰ 병원 전화하기 ·/],
      ["AI 뉴스 찾아서 news.md로 저장해줘", /적었어요/],
      ["news.md 지워줘", /지웠어요/, "되돌리기", /되돌렸어요/],
      ["민수에게 '늦을 것 같아' 보내줘", /민수에게 보낼까요\?/, "보내기", /민수에게 보냈어요/],
    ],
    fired: /^⏰ 병원 전화하기$/,
  },
} as const;

for (const [path, language] of [
  ["README.md", "en"],
  ["README.ko.md", "ko"],
] as const) {
  test(`the conversation in ${path} is what the service says, line by line`, {
    timeout: 60_000,
  }, async () => {
    const page = readPages().find((entry) => entry.path === path)!;
    const picture = fencesOf(page).find((fence) => fence.info.includes("conversation"))!.text;
    const played = await play(language);
    const left = played.map(withoutNumbers);
    for (const line of picture.trimEnd().split("\n")) {
      if (line.trim() === "…") continue;
      const found = left.indexOf(withoutNumbers(line));
      assert.ok(
        found >= 0,
        `"${line}" is not said, or not there. The service says:\n\n${played.join("\n")}`,
      );
      left.splice(0, found + 1);
    }
  });
}

/** Plays the conversation against the real process; the lines are those of the picture. */
async function play(language: "en" | "ko"): Promise<readonly string[]> {
  const script = SCRIPTS[language];
  const telegram = await startTelegramServer({ token: TOKEN });
  const upstream = await startUpstream();
  const home = temporaryHome();
  const service = new ServiceProcess(home.path, {
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    ...upstream.environment,
  });
  const person = telegram.user({ id: PERSON, firstName: script.name, languageCode: language });
  const guest = telegram.user({ id: GUEST, firstName: script.guest, languageCode: language });
  const lines: string[] = [];
  const shown = (pattern: RegExp, chat = PERSON): Promise<StoredMessage> =>
    telegram.waitFor(
      () => telegram.messages(chat).findLast((message) => pattern.test(message.text)),
      20_000,
    );
  const says = (text: string): void => {
    telegram.say(person, text);
    lines.push(...spoken(script.name, text));
  };
  const answers = async (pattern: RegExp): Promise<StoredMessage> => {
    const message = await shown(pattern);
    const buttons = message.buttons.map((row) => row.map(({ text }) => `[${text}]`).join(" "));
    lines.push(...spoken("bot", [message.text, ...buttons].join("\n")));
    return message;
  };
  const press = (card: StoredMessage, button: string): void => {
    telegram.press(person, card.messageId, button);
    lines.push(...spoken(script.name, script.presses(button)));
  };
  try {
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    await service.ready();
    telegram.say(person, `/claim ${code}`);
    await shown(script.owner);
    telegram.say(guest, "/start");
    const asked = await shown(new RegExp(script.guest));
    telegram.press(person, asked.messageId, script.letIn);
    await shown(script.isIn, GUEST);
    for (const [words, answer, button, outcome] of script.steps) {
      says(words);
      const message = await answers(answer);
      if (button === undefined) continue;
      press(message, button);
      await answers(outcome);
    }
    await service.shiftClock(untilTomorrowAtThreeInSeoulMs() + 5000);
    lines.push(script.atThree);
    await answers(script.fired);
    return lines;
  } finally {
    await service.stop();
    await telegram.close();
    await upstream.close();
    home.remove();
  }
}

/** A name in a column of eight, then what is said; further lines stand below. */
function spoken(name: string, text: string): readonly string[] {
  const width = /[가-힣]/.test(name) ? 8 - name.length : 8;
  const [first = "", ...rest] = text.split("\n");
  return [
    `${name.padEnd(width)}${first}`,
    ...rest.map((line) => `${" ".repeat(8)}${line}`.trimEnd()),
  ];
}

/** Times and numbers differ from day to day. */
function withoutNumbers(line: string): string {
  return line
    .trimEnd()
    .replace(/\d+/g, "0")
    .replace(/0 [AP]M/g, "0 PM");
}

function untilTomorrowAtThreeInSeoulMs(): number {
  const sinceMidnightMs = (Date.now() + 9 * HOUR_MS) % (24 * HOUR_MS);
  return (24 + 15) * HOUR_MS - sinceMidnightMs;
}
