import assert from "node:assert/strict";
import { test } from "node:test";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import type { StoredMessage } from "../support/telegram-server-state.ts";
import { startUpstream } from "../support/upstream.ts";
import { fencesOf, readPages } from "./support/markdown.ts";

const TOKEN = "123456:test-token-of-the-readme";
const PERSON = 1001;
const HOUR_MS = 3_600_000;

/** What is said and pressed in the pictures, and by which words the answers are known. */
const SCRIPTS = {
  en: {
    name: "Jieun",
    presses: (button: string) => `(presses ${button})`,
    atEight: "(next morning, 8:00)",
    says: {
      save: "find AI news and save it to news.md",
      delete: "delete news.md",
      schedule: "send me the news briefing every day at 8am",
    },
    approve: "Approve",
    owner: /you are the owner/,
    saved: /Saved/,
    asked: /needs your approval/,
    approved: /Approved[\s\S]*→/,
  },
  ko: {
    name: "지은",
    presses: (button: string) => `(${button} 누름)`,
    atEight: "(다음 날 아침 8시)",
    says: {
      save: "AI 뉴스 찾아서 news.md로 저장해줘",
      delete: "news.md 지워줘",
      schedule: "매일 아침 8시에 뉴스 브리핑 보내줘",
    },
    approve: "승인",
    owner: /주인이에요/,
    saved: /저장했습니다/,
    asked: /승인이 필요합니다/,
    approved: /승인됨[\s\S]*→/,
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
  const lines: string[] = [];
  const shown = (pattern: RegExp): Promise<StoredMessage> =>
    telegram.waitFor(
      () => telegram.messages(PERSON).findLast((message) => pattern.test(message.text)),
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
  const press = (card: StoredMessage): void => {
    telegram.press(person, card.messageId, script.approve);
    lines.push(...spoken(script.name, script.presses(script.approve)));
  };
  try {
    const [, code] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/);
    await service.ready();
    telegram.say(person, `/claim ${code}`);
    await shown(script.owner);
    says(script.says.save);
    await answers(script.saved);
    says(script.says.delete);
    press(await answers(script.asked));
    await answers(script.approved);
    says(script.says.schedule);
    press(await answers(new RegExp(`${script.asked.source}[\\s\\S]*news_briefing`)));
    await answers(new RegExp(`${script.approved.source}[\\s\\S]*08:00`));
    await service.shiftClock(untilEightInSeoulMs() + 5000);
    lines.push(script.atEight);
    await answers(/🗞️/);
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

/** Times, sizes and days of the week differ from day to day. */
function withoutNumbers(line: string): string {
  return line
    .trimEnd()
    .replace(/\d+/g, "0")
    .replace(/\b(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat) 0\/0,/g, "Day 0/0,")
    .replace(/0일\([일월화수목금토]\)/g, "0일");
}

/** More than nothing, at most a day. */
function untilEightInSeoulMs(): number {
  const sinceMidnightMs = (Date.now() + 9 * HOUR_MS) % (24 * HOUR_MS);
  return ((31.999 * HOUR_MS - sinceMidnightMs) % (24 * HOUR_MS)) + 0.001 * HOUR_MS;
}
