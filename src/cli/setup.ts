import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../app/core/home.ts";
import { discordAnswers, telegramAnswers } from "../app/doctor/health-channels.ts";
import { AppError, wordsOf } from "../base/errors.ts";
import type { Language, Localized } from "../base/localized.ts";
import { type Config, parseConfig } from "../config/config.ts";
import type { CliContext } from "./command.ts";
import { askOnTerminal, askSecret, configOf } from "./context.ts";
import { EXIT } from "./output.ts";

/** What has been answered, by the name of the setting. */
type Answers = Readonly<Record<string, string>>;

/** One setting that is asked for. */
interface Question {
  readonly name: string;
  readonly ask: Localized;
  /** What is typed is not shown. Default false. */
  readonly isSecret?: boolean;
  /** Asks the platform about it; resolves to what to tell, and whether it is to be asked again. */
  readonly check?: (config: Config, nowMs: number) => Promise<Checked>;
}

interface Checked {
  readonly isRefused: boolean;
  readonly words: Localized;
}

const LANGUAGE: Question = {
  name: "IBL_LANGUAGE",
  ask: { ko: "언어, ko 나 en (Enter = 지금대로): ", en: "Language, ko or en (Enter = as now): " },
};

const TELEGRAM: Question = {
  name: "TELEGRAM_BOT_TOKEN",
  ask: {
    ko: "텔레그램 봇 토큰 (@BotFather에게서; Enter = 쓰지 않음): ",
    en: "Telegram bot token (from @BotFather; Enter = none): ",
  },
  isSecret: true,
  check: telegramAnswers,
};

const WEBHOOK: Question = {
  name: "TELEGRAM_WEBHOOK_URL",
  ask: {
    ko: "텔레그램이 메시지를 보낼 공개 주소, 예: https://bot.example.org/telegram (Enter = 이쪽에서 가져옴; docs/telegram.md): ",
    en: "Public address for Telegram to deliver to, such as https://bot.example.org/telegram (Enter = messages are fetched; docs/telegram.md): ",
  },
};

const DISCORD: Question = {
  name: "DISCORD_BOT_TOKEN",
  ask: {
    ko: "디스코드 봇 토큰 (Developer Portal, Bot, Reset Token; Enter = 쓰지 않음): ",
    en: "Discord bot token (Developer Portal, Bot, Reset Token; Enter = none): ",
  },
  isSecret: true,
  check: discordAnswers,
};

const ZONE: Question = {
  name: "IBL_TIME_ZONE",
  ask: {
    ko: "시간대, 예: Asia/Seoul (Enter = 이 컴퓨터의 시간대): ",
    en: "Time zone, such as Asia/Seoul (Enter = this machine's): ",
  },
};

const MODEL: Localized = {
  ko: "답할 모델: gemini, claude, openai, 또는 ollama/qwen3:8b처럼 (Enter = 없음, 예문으로 답함): ",
  en: "Model that answers: gemini, claude, openai, or such as ollama/qwen3:8b (Enter = none, examples answer): ",
};

const MODEL_UNKNOWN: Localized = {
  ko: "gemini, claude, openai, ollama 가운데 하나를 적어 주세요. 뒤에 /모델을 붙일 수 있어요.",
  en: "Write gemini, claude, openai or ollama; /MODEL may follow.",
};

/** A maker as people call it: its name in the settings, and the key that it asks for. */
interface Maker {
  readonly provider: string;
  readonly key?: Question;
}

const key = (name: string, from: string): Question => ({
  name,
  ask: { ko: `API 키 (${from}): `, en: `API key (from ${from}): ` },
  isSecret: true,
});

const GEMINI: Maker = {
  provider: "google",
  key: key("GEMINI_API_KEY", "aistudio.google.com"),
};
const CLAUDE: Maker = {
  provider: "anthropic",
  key: key("ANTHROPIC_API_KEY", "platform.claude.com"),
};
const OPENAI: Maker = { provider: "openai", key: key("OPENAI_API_KEY", "platform.openai.com") };
const MAKERS: Readonly<Record<string, Maker>> = {
  gemini: GEMINI,
  google: GEMINI,
  claude: CLAUDE,
  anthropic: CLAUDE,
  openai: OPENAI,
  ollama: { provider: "ollama" },
};

/** The questions of one run, with what is known so far. */
class Setup {
  readonly #context: CliContext;
  readonly #known: Answers;
  #answers: Answers = {};
  #language: Language;

  constructor(context: CliContext, config: Config) {
    this.#context = context;
    this.#known = config.environment;
    this.#language = config.language;
  }

  get answers(): Answers {
    return this.#answers;
  }

  get language(): Language {
    return this.#language;
  }

  /** Asks for one setting where it is missing; true when it was given now. */
  async ask(question: Question): Promise<boolean> {
    if (this.#known[question.name] !== undefined) {
      this.#note({
        ko: `✓ ${question.name}: ${IS_SET.ko}`,
        en: `✓ ${question.name}: ${IS_SET.en}`,
      });
      return false;
    }
    for (;;) {
      const answer = await this.#type(question);
      if (answer === "") return false;
      if (await this.#takes(question, { [question.name]: answer })) return true;
    }
  }

  /** Asks which model answers, and for its key. */
  async askModel(): Promise<void> {
    const { models } = this.#config();
    if (models !== undefined) {
      const { provider, model } = models.modes.default;
      const name = model === undefined ? provider : `${provider}/${model}`;
      this.#note({ ko: `✓ 모델: ${name}`, en: `✓ model: ${name}` });
      return;
    }
    for (;;) {
      const answer = await this.#type({ name: "IBL_MODEL", ask: MODEL });
      if (answer === "") return;
      const [name = "", ...rest] = answer.split("/");
      const maker = MAKERS[name.toLowerCase()];
      if (maker === undefined) this.#note(MODEL_UNKNOWN);
      else if (await this.#askKey(maker, rest.join("/"))) return;
    }
  }

  /** True when the maker can be used now; without its key it cannot. */
  async #askKey({ provider, key: question }: Maker, model: string): Promise<boolean> {
    const isNamed = model !== "" || question === undefined;
    const named = isNamed
      ? { IBL_MODEL: model === "" ? provider : `${provider}/${model}` }
      : undefined;
    if (question === undefined) return this.#takes({ name: "IBL_MODEL", ask: MODEL }, { ...named });
    for (;;) {
      const answer = await this.#type(question);
      if (answer === "") return false;
      if (await this.#takes(question, { ...named, [question.name]: answer })) return true;
    }
  }

  /** Keeps an answer that can be; tells why another cannot. */
  async #takes({ name, check }: Question, given: Answers): Promise<boolean> {
    try {
      const config = this.#config(given);
      const checked = await check?.(config, this.#context.edges.clock.now());
      if (checked !== undefined) this.#note(checked.words);
      if (checked?.isRefused === true) return false;
      this.#answers = { ...this.#answers, ...given };
      if (name === LANGUAGE.name) this.#language = config.language;
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const words = wordsOf(error, this.#language);
      this.#note(words.split("\n")[1] ?? words);
      return false;
    }
  }

  async #type({ ask, isSecret = false }: Question): Promise<string> {
    const question = ask[this.#language];
    const asked = isSecret ? askSecret : askOnTerminal;
    return (await asked(this.#context, question)) ?? "";
  }

  #config(more: Answers = {}): Config {
    const known = { ...this.#known, ...this.#answers, ...more };
    return parseConfig(known, this.#context.edges.workingFolder);
  }

  #note(words: Localized | string): void {
    this.#context.speaker.note(typeof words === "string" ? words : words[this.#language]);
  }
}

/** The command `setup`. */
export async function setup(context: CliContext): Promise<number> {
  if (!context.edges.input.isTTY) throw new AppError("bad-arguments", NO_TERMINAL);
  const config = configOf(context);
  const questions = new Setup(context, config);
  await questions.ask(LANGUAGE);
  const hasNewChannel = await questions.ask(TELEGRAM);
  // Who has just given a first token wants to begin: the rest is asked when setup runs again.
  if (!hasNewChannel) {
    if (config.telegram !== undefined) await questions.ask(WEBHOOK);
    await questions.ask(DISCORD);
  }
  await questions.askModel();
  await questions.ask(ZONE);
  const { answers, language } = questions;
  const path = join(config.home, ".env");
  const count = Object.keys(answers).length;
  if (count > 0) writeSettings(path, answers);
  context.speaker.note(count === 0 ? NOTHING[language] : written(count, path)[language]);
  context.speaker.note(NOW[language]);
  return EXIT.ok;
}

const NO_TERMINAL: Localized = {
  ko: "setup은 터미널에서 물어봐요. 터미널이 없으면 HOME/.env에 직접 적으세요. 표는 README.ko.md에 있어요.",
  en: "setup asks on a terminal. Without one, write the settings to HOME/.env by hand; README.md has the table.",
};
const IS_SET: Localized = { ko: "이미 있어요.", en: "is set." };
const NOTHING: Localized = { ko: "적을 것이 없어요.", en: "Nothing to write." };
const NOW: Localized = { ko: "이제 이렇게 하세요: npm start", en: "Now: npm start" };

function written(count: number, path: string): Localized {
  return {
    ko: `설정 ${count}개를 ${path}에 적었어요.`,
    en: `Wrote ${count} setting(s) to ${path}.`,
  };
}

/** Adds settings to the file, whole or not at all, readable by its owner only. */
function writeSettings(path: string, answers: Readonly<Record<string, string>>): void {
  makeFolder(dirname(path));
  const before = existsSync(path) ? readFileSync(path, "utf8").replace(/\n*$/, "\n") : "";
  const lines = Object.entries(answers).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const draft = `${path}.new`;
  writeFileSync(draft, `${before}${lines.join("\n")}\n`, { mode: 0o600 });
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}
