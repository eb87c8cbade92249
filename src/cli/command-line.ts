import { versionOf } from "../app/core/version.ts";
import type { ProcessEdges } from "../base/edges.ts";
import { AppError, codeOf, messageOf, wordsOf } from "../base/errors.ts";
import { joined, type Localized } from "../base/localized.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import type { CliContext, Command } from "./command.ts";
import { COMMANDS } from "./command-list.ts";
import { languageIn } from "./language.ts";
import { createSpeaker, EXIT } from "./output.ts";

/** Runs one command line to its end; resolves to the exit code. Never throws for what a person typed or configured. */
export async function runCommandLine(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  edges: ProcessEdges,
): Promise<number> {
  const asksJson = argv.includes("--json");
  const language = languageIn(argv, environment, edges);
  const speaker = createSpeaker(edges, { json: asksJson, language });
  const stopping = new AbortController();
  edges.onStopRequest(() =>
    stopping.abort(
      new AppError("aborted", {
        en: "The process was asked to end.",
        ko: "서비스를 끝내라는 신호를 받았어요.",
      }),
    ),
  );
  const code = await commandCode(argv, { environment, edges, speaker, signal: stopping.signal });
  const lost = await speaker.printed();
  if (lost === undefined) return code;
  speaker.note({
    ko: `결과를 다 쓰지 못했어요(${codeOf(lost)}).`,
    en: `The result could not be written in full (${codeOf(lost)}).`,
  });
  return code === EXIT.ok ? EXIT.failed : code;
}

/** The exit code of one command; what it throws is told. */
async function commandCode(
  argv: readonly string[],
  around: Omit<CliContext, "arguments">,
): Promise<number> {
  const { speaker } = around;
  try {
    return await runCommand({ arguments: parseArguments(argv), ...around });
  } catch (thrown) {
    const error = await advised(thrown);
    const code = error instanceof AppError ? error.code : "internal";
    if (speaker.json) speaker.data({ ok: false, error: { code, message: messageOf(error) } });
    else
      speaker.note(
        error instanceof AppError
          ? wordsOf(error, speaker.language)
          : {
              ko: `안에서 문제가 생겼어요: ${messageOf(error)}`,
              en: `Something went wrong inside: ${messageOf(error)}`,
            },
      );
    return code === "bad-arguments" || code === "bad-timing" ? EXIT.refused : EXIT.failed;
  }
}

/** An error with what to do next, where it is known. */
async function advised(error: unknown): Promise<unknown> {
  if (error instanceof AppError) return error;
  const { withAdvice } = await import("../app/backup/database-trouble.ts");
  return withAdvice(error);
}

async function runCommand(context: CliContext): Promise<number> {
  const { arguments: given, speaker } = context;
  if (given.version) {
    const version = versionOf(context.edges.root);
    if (speaker.json) speaker.data({ version });
    else speaker.line(version);
    return EXIT.ok;
  }
  if (given.help) {
    speaker.line(given.command === "" ? programHelp(COMMANDS) : await helpOf(given));
    return EXIT.ok;
  }
  if (given.command !== "") {
    const run = await (await commandNamed(given)).load();
    return run(context);
  }
  if (speaker.json) throw new AppError("bad-arguments", NO_COMMAND);
  speaker.line(programHelp(COMMANDS));
  return EXIT.failed;
}

const NO_COMMAND: Localized = {
  ko: "명령을 적어 주세요. --help를 보세요.",
  en: "Name a command. See --help.",
};

async function helpOf(given: Arguments): Promise<Localized> {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${given.command} `));
  return group.length > 0 ? groupHelp(group) : commandHelp(await commandNamed(given));
}

async function commandNamed(given: Arguments): Promise<Command> {
  const command = COMMANDS.find((entry) => entry.name === given.command);
  if (command !== undefined) return command;
  const { nearCommand } = await import("../app/describe.ts");
  const near = nearCommand(
    given.command,
    COMMANDS.map((entry) => entry.name),
  );
  throw new AppError("bad-arguments", {
    ko: `"${given.command}" 명령은 없어요.${near.ko} --help를 보세요.`,
    en: `There is no command "${given.command}".${near.en} See --help.`,
  });
}

/** What `--help` says of the program: every command with what it does. */
function programHelp(commands: readonly Command[]): Localized {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.flatMap(({ usage, help }) => [`\n  ${usage.padEnd(width)}  `, help]);
  return joined(PURPOSE, "\n\n", USAGE, "ibl-bot COMMAND [options]\n", ...lines, "\n", OPTIONS);
}

/** What `COMMAND --help` says of one command. */
function commandHelp({ usage, help }: Command): Localized {
  return joined(USAGE, `ibl-bot ${usage}\n\n  `, help, "\n", OPTIONS);
}

/** What `GROUP --help` says of commands of two words, such as `approvals`. */
function groupHelp(commands: readonly Command[]): Localized {
  const width = Math.max(...commands.map((command) => command.usage.length));
  const lines = commands.flatMap(({ usage, help }) => [`\n  ${usage.padEnd(width)}  `, help]);
  return joined(USAGE, "ibl-bot COMMAND\n", ...lines, "\n", OPTIONS);
}

const PURPOSE: Localized = {
  ko: "ibl-bot: 무엇을 할지 보여 주고, 하기 전에 물어보는 채팅 봇.",
  en: "ibl-bot: a chatbot that shows what it will do and asks before it does it.",
};

const USAGE: Localized = { ko: "쓰는 법: ", en: "Usage: " };

const OPTIONS: Localized = {
  ko: [
    "",
    "  --json             표준 출력에 JSON 값 하나 (이름은 영어)",
    "  --home DIR         모든 것을 두는 폴더 (기본은 ./var, 또는 IBL_HOME)",
    '  CODE와 TEXT에 "-"를 적으면 표준 입력에서 읽어요. 언어는 IBL_LANGUAGE, LC_ALL, LANG을 따러요.',
  ].join("\n"),
  en: [
    "",
    "  --json             one JSON value on standard output",
    "  --home DIR         where everything is kept (default ./var, or IBL_HOME)",
    '  CODE and TEXT may be "-" to read standard input. IBL_LANGUAGE, LC_ALL and LANG choose the language.',
  ].join("\n"),
};
