import { parseArgs } from "node:util";
import { AppError, codeOf, messageOf } from "../base/errors.ts";
import { korean } from "../base/particles.ts";
import type { Localized } from "../base/words.ts";

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
]);

/** Reads the arguments after the program's name. Throws `AppError` `bad-arguments`. */
export function parseArguments(argv: readonly string[]): Arguments {
  const { values, positionals } = read(argv);
  const [first = "", second] = positionals;
  const hasTwo = TWO_WORDS.has(first) && second !== undefined;
  const count = wholeNumber("-n", values.number, 1000);
  const top = wholeNumber("-k", values.top, 5);
  return {
    command: hasTwo ? `${first} ${second}` : first,
    rest: positionals.slice(hasTwo ? 2 : 1),
    json: values.json === true,
    yes: values.yes === true,
    help: values.help === true,
    version: values.version === true,
    online: values.online === true,
    force: values.force === true,
    withSecrets: values["with-secrets"] === true,
    now: values.now === true,
    ai: values.ai === true,
    files: values.file,
    ...(values.home === undefined ? {} : { home: values.home }),
    ...(values.session === undefined ? {} : { session: values.session }),
    ...(values.tz === undefined ? {} : { tz: values.tz }),
    ...(values.from === undefined ? {} : { from: values.from }),
    ...(count === undefined ? {} : { count }),
    ...(top === undefined ? {} : { top }),
  };
}

function wholeNumber(name: string, given: string | undefined, most: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new AppError("bad-arguments", {
    ko: korean`${name}에는 1부터 ${most}까지의 정수를 적어 주세요. "${given}"은(는) 아닙니다.`,
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

/** Node tells in English what it cannot read, with a code (Node.js documentation, util.parseArgs and Errors). */
function usageWords(error: unknown): Localized {
  const told = messageOf(error);
  const [, option = ""] = /'([^']+)'/.exec(told) ?? [];
  const inKorean: Readonly<Record<string, string>> = {
    ERR_PARSE_ARGS_UNKNOWN_OPTION: korean`"${option}"(이)라는 옵션은 없습니다.`,
    ERR_PARSE_ARGS_INVALID_OPTION_VALUE: `"${option}" 옵션의 값이 없거나 맞지 않습니다.`,
  };
  return {
    ko: `${inKorean[codeOf(error)] ?? "명령줄을 읽을 수 없습니다."} --help를 보세요.`,
    en: `${told} See --help.`,
  };
}
