import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
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
  readonly ask: string;
}

const QUESTIONS: readonly Question[] = [
  {
    name: "TELEGRAM_BOT_TOKEN",
    ask: "Telegram bot token (from @BotFather; empty = console only): ",
  },
  {
    name: "DISCORD_BOT_TOKEN",
    ask: "Discord bot token (Developer Portal, Bot, Reset Token; empty = none): ",
  },
  {
    name: "GEMINI_API_KEY",
    ask: "Gemini API key (from aistudio.google.com; empty = another model or none): ",
  },
  {
    name: "ANTHROPIC_API_KEY",
    ask: "Claude API key (from platform.claude.com; empty = none): ",
  },
  {
    name: "OPENAI_API_KEY",
    ask: "OpenAI API key (from platform.openai.com; empty = none): ",
  },
  { name: "IBL_LANGUAGE", ask: "Language, ko or en (empty = as now): " },
  { name: "IBL_TIME_ZONE", ask: "Time zone, such as Asia/Seoul (empty = as now): " },
];

async function setup(context: CliContext): Promise<number> {
  if (!context.edges.input.isTTY)
    throw new AppError(
      "bad-arguments",
      "setup asks on a terminal. Without one, write the settings to HOME/.env by hand; README.md has the table.",
    );
  const { home, environment } = configOf(context);
  const path = join(home, ".env");
  const answers: Record<string, string> = {};
  for (const question of QUESTIONS) {
    if (environment[question.name] !== undefined) {
      context.speaker.note(`✓ ${question.name} is set.`);
      continue;
    }
    const answer = await askUntilGood(context, question);
    if (answer !== "") answers[question.name] = answer;
  }
  const count = Object.keys(answers).length;
  if (count > 0) writeSettings(path, answers);
  context.speaker.note(count === 0 ? "Nothing to write." : `Wrote ${count} setting(s) to ${path}.`);
  context.speaker.note("Now: npm start");
  return EXIT.ok;
}

async function askUntilGood(context: CliContext, question: Question): Promise<string> {
  for (;;) {
    const answer = (await askOnTerminal(context, question.ask)) ?? "";
    if (answer === "") return "";
    try {
      parseConfig({ [question.name]: answer }, context.edges.workingFolder);
      return answer;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      context.speaker.note(error.message.split("\n")[1] ?? error.message);
    }
  }
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
