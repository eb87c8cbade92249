import { parseArgs } from "node:util";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { korean } from "../base/korean-particles.ts";
import type { Localized } from "../base/localized.ts";

/** A command line taken apart. */
export interface Arguments {
  /** `run`, or `schedule next` for commands of two words. */
  readonly command: string;
  readonly rest: readonly string[];
  readonly json: boolean;
  readonly yes: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly online: boolean;
  readonly force: boolean;
  readonly withSecrets: boolean;
  readonly now: boolean;
  readonly ai: boolean;
  readonly dryRun: boolean;
  readonly home?: string;
  readonly session?: string;
  /** Paths as they were written. */
  readonly files: readonly string[];
  readonly tz?: string;
  readonly from?: string;
  readonly count?: number;
  /** How many hits of a search. */
  readonly top?: number;
}

const TWO_WORDS: ReadonlySet<string> = new Set([
  "approvals",
  "schedule",
  "agents",
  "grants",
  "keys",
  "people",
  "examples",
  "understand",
  "tools",
]);

/** Reads the arguments after the program's name. Throws `AppError` `bad-arguments`. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = read(argv);
  if (values.home === "") throw new AppError("bad-arguments", NO_HOME);
  const isHelp = positionals[0] === "help";
  const words = isHelp ? positionals.slice(1) : positionals;
  const [first = "", second] = words;
  const hasTwo = TWO_WORDS.has(first) && second !== undefined;
  const count = wholeNumber("-n", values.number, 1000);
  const top = wholeNumber("-k", values.top, 5);
  return {
    command: hasTwo ? `${first} ${second}` : first,
    rest: words.slice(hasTwo ? 2 : 1),
    json: values.json === true,
    yes: values.yes === true,
    help: values.help === true || isHelp,
    version: values.version === true,
    online: values.online === true,
    force: values.force === true,
    withSecrets: values["with-secrets"] === true,
    now: values.now === true,
    ai: values.ai === true,
    dryRun: values["dry-run"] === true,
    files: values.file,
    ...(values.home === undefined ? {} : { home: values.home }),
    ...(values.session === undefined ? {} : { session: values.session }),
    ...(values.tz === undefined ? {} : { tz: values.tz }),
    ...(values.from === undefined ? {} : { from: values.from }),
    ...(count === undefined ? {} : { count }),
    ...(top === undefined ? {} : { top }),
  };
}

/** An empty name is one that a script forgot to fill in; the default would be some other place. */
const NO_HOME: Localized = {
  ko: "--home에 폴더 이름이 비어 있어요.",
  en: "--home needs the name of a folder; it is empty.",
};

function wholeNumber(name: string, given: string | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new AppError("bad-arguments", {
    ko: korean`${name}에는 1부터 ${most}까지의 정수를 적어 주세요. "${given}"은(는) 아니에요.`,
    en: `${name} takes a whole number from 1 to ${most}, not "${given}".`,
  });
}

function read(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        json: { type: "boolean" },
        yes: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        version: { type: "boolean" },
        online: { type: "boolean" },
        force: { type: "boolean" },
        "with-secrets": { type: "boolean" },
        now: { type: "boolean" },
        ai: { type: "boolean" },
        "dry-run": { type: "boolean" },
        home: { type: "string" },
        session: { type: "string" },
        file: { type: "string", multiple: true, default: [] },
        tz: { type: "string" },
        from: { type: "string" },
        number: { type: "string", short: "n" },
        top: { type: "string", short: "k" },
      },
    });
  } catch (error) {
    throw new AppError("bad-arguments", usageWords(error), { cause: error });
  }
}

/** Node tells in English what it cannot read, with a code (Node.js documentation, util.parseArgs and Errors). Its text names the option in quotes, a short form first. */
function usageWords(error: unknown): Localized {
  const told = messageOf(error);
  const [, option = ""] = /'(--?[^\s'=,]+)/.exec(told) ?? [];
  const takesNone = /does not take an argument/.test(told);
  const known: Readonly<Record<string, Localized>> = {
    ERR_PARSE_ARGS_UNKNOWN_OPTION: {
      ko: `"${option}" 옵션은 없어요. "-"로 시작하는 글은 "--" 뒤에 적어 주세요. --help를 보세요.`,
      en: `There is no option "${option}". Text that begins with "-" goes after "--". See --help.`,
    },
    ERR_PARSE_ARGS_INVALID_OPTION_VALUE: takesNone
      ? {
          ko: `"${option}" 옵션에는 값을 적지 않아요. --help를 보세요.`,
          en: `The option "${option}" takes no value. See --help.`,
        }
      : {
          ko: `"${option}" 옵션에는 값을 적어야 해요. --help를 보세요.`,
          en: `The option "${option}" needs a value. See --help.`,
        },
  };
  return known[codeOf(error)] ?? UNREADABLE;
}

const UNREADABLE: Localized = {
  ko: "명령줄을 읽을 수 없어요. --help를 보세요.",
  en: "The command line cannot be read. See --help.",
};
