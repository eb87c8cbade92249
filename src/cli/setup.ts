import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
import type { Language, Localized } from "../base/words.ts";
import { parseConfig } from "../config.ts";
import { askOnTerminal, type CliContext, type Command, configOf } from "./context.ts";
import { EXIT } from "./output.ts";

/** Asks for what is missing. */
export const SETUP_COMMAND: Command = {
  name: "setup",
  usage: "setup",
  help: "ask for what is missing and write HOME/.env",
  run: setup,
};

interface Question {
  readonly name: string;
  /** Asked only where this setting is there. */
  readonly after?: string;
  readonly ask: Localized;
}

const QUESTIONS: readonly Question[] = [
  {
    name: "IBL_LANGUAGE",
    ask: { ko: "언어, ko 나 en (비우면 지금대로): ", en: "Language, ko or en (empty = as now): " },
  },
  {
    name: "TELEGRAM_BOT_TOKEN",
    ask: {
      ko: "텔레그램 봇 토큰 (@BotFather에게서; 비우면 쓰지 않음): ",
      en: "Telegram bot token (from @BotFather; empty = none): ",
    },
  },
  {
    name: "TELEGRAM_WEBHOOK_URL",
    after: "TELEGRAM_BOT_TOKEN",
    ask: {
      ko: "텔레그램이 메시지를 보낼 공개 주소, 예: https://bot.example.org/telegram (비우면 이쪽에서 가져옴; docs/telegram.md): ",
      en: "Public address for Telegram to deliver to, such as https://bot.example.org/telegram (empty = messages are fetched; docs/telegram.md): ",
    },
  },
  {
    name: "DISCORD_BOT_TOKEN",
    ask: {
      ko: "디스코드 봇 토큰 (Developer Portal, Bot, Reset Token; 비우면 쓰지 않음): ",
      en: "Discord bot token (Developer Portal, Bot, Reset Token; empty = none): ",
    },
  },
  {
    name: "GEMINI_API_KEY",
    ask: {
      ko: "Gemini API 키 (aistudio.google.com; 비우면 다른 모델이나 없음): ",
      en: "Gemini API key (from aistudio.google.com; empty = another model or none): ",
    },
  },
  {
    name: "ANTHROPIC_API_KEY",
    ask: {
      ko: "Claude API 키 (platform.claude.com; 비우면 없음): ",
      en: "Claude API key (from platform.claude.com; empty = none): ",
    },
  },
  {
    name: "OPENAI_API_KEY",
    ask: {
      ko: "OpenAI API 키 (platform.openai.com; 비우면 없음): ",
      en: "OpenAI API key (from platform.openai.com; empty = none): ",
    },
  },
  {
    name: "IBL_MODEL",
    ask: {
      ko: "답할 모델, 예: ollama/qwen3:8b (비우면 키가 있는 첫 모델, 없으면 예문): ",
      en: "Model that answers, such as ollama/qwen3:8b (empty = the first with a key, else examples): ",
    },
  },
  {
    name: "IBL_TIME_ZONE",
    ask: {
      ko: "시간대, 예: Asia/Seoul (비우면 지금대로): ",
      en: "Time zone, such as Asia/Seoul (empty = as now): ",
    },
  },
];

async function setup(context: CliContext): Promise<number> {
  if (!context.edges.input.isTTY)
    throw new AppError("bad-arguments", NO_TERMINAL[configOf(context).language]);
  const config = configOf(context);
  const { home, environment } = config;
  let { language } = config;
  const path = join(home, ".env");
  const answers: Record<string, string> = {};
  for (const question of QUESTIONS) {
    const answer = await answerTo(context, question, { ...environment, ...answers }, language);
    if (answer === "ko" || answer === "en") language = answer;
    if (answer !== "") answers[question.name] = answer;
  }
  const count = Object.keys(answers).length;
  if (count > 0) writeSettings(path, answers);
  context.speaker.note(count === 0 ? NOTHING[language] : written(count, path)[language]);
  context.speaker.note(NOW[language]);
  return EXIT.ok;
}

/** Empty where there is nothing to ask, or nothing was said. */
async function answerTo(
  context: CliContext,
  question: Question,
  known: Readonly<Record<string, string>>,
  language: Language,
): Promise<string> {
  if (known[question.name] !== undefined) {
    context.speaker.note(`✓ ${question.name}: ${IS_SET[language]}`);
    return "";
  }
  const isMeant = question.after === undefined || known[question.after] !== undefined;
  return isMeant ? await askUntilGood(context, question, known) : "";
}

async function askUntilGood(
  context: CliContext,
  question: Question,
  known: Readonly<Record<string, string>>,
): Promise<string> {
  const { language } = parseConfig(known, context.edges.workingFolder);
  for (;;) {
    const answer = (await askOnTerminal(context, question.ask[language])) ?? "";
    if (answer === "") return "";
    try {
      parseConfig({ ...known, [question.name]: answer }, context.edges.workingFolder);
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.speaker.note(error.message.split("\n")[1] ?? error.message);
    }
  }
}

const NO_TERMINAL: Localized = {
  ko: "setup은 터미널에서 물어봅니다. 터미널이 없으면 HOME/.env에 직접 적으세요. 표는 README.ko.md에 있습니다.",
  en: "setup asks on a terminal. Without one, write the settings to HOME/.env by hand; README.md has the table.",
};
const IS_SET: Localized = { ko: "이미 있습니다.", en: "is set." };
const NOTHING: Localized = { ko: "적을 것이 없습니다.", en: "Nothing to write." };
const NOW: Localized = { ko: "이제 이렇게 하세요: npm start", en: "Now: npm start" };

function written(count: number, path: string): Localized {
  return {
    ko: `설정 ${count}개를 ${path}에 적었습니다.`,
    en: `Wrote ${count} setting(s) to ${path}.`,
  };
}

/** Adds settings to the file, whole or not at all, readable by its owner only. */
function writeSettings(path: string, answers: Readonly<Record<string, string>>): void {
  mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
  const before = existsSync(path) ? readFileSync(path, "utf8").replace(/\n*$/, "\n") : "";
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const draft = `${path}.new`;
  writeFileSync(draft, `${before}${lines.join("\n")}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
