import { versionOf } from "../app/core/version.ts";
import { withAdvice } from "../app/database-trouble.ts";
import { nearCommand } from "../app/describe.ts";
import type { ProcessEdges } from "../base/edges.ts";
import { AppError, codeOf, messageOf, wordsOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import { AGENT_COMMANDS } from "./agents.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { BACKUP_COMMANDS } from "./backups.ts";
import { type CliContext, type Command, languageIn } from "./context.ts";
import { CONVERSATION_COMMANDS } from "./conversation.ts";
import { EXAMPLE_COMMANDS } from "./examples.ts";
import { commandHelp, groupHelp, programHelp } from "./help.ts";
import { KEY_COMMANDS } from "./keys.ts";
import { createSpeaker, EXIT } from "./output.ts";
import { LIFE_COMMANDS } from "./personal-data.ts";
import { PROGRAM_COMMANDS } from "./programs.ts";
import { RIGHTS_COMMANDS } from "./rights.ts";
import { SCHEDULE_COMMANDS } from "./schedules.ts";
import { DOCTOR_COMMAND } from "./screens.ts";
import { SETUP_COMMAND } from "./setup.ts";
import { START_COMMAND } from "./start.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  START_COMMAND,
  SETUP_COMMAND,
  ...PROGRAM_COMMANDS,
  ...CONVERSATION_COMMANDS,
  ...RIGHTS_COMMANDS,
  ...AGENT_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...EXAMPLE_COMMANDS,
  ...KEY_COMMANDS,
  DOCTOR_COMMAND,
  ...LIFE_COMMANDS,
  ...BACKUP_COMMANDS,
];

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
        ko: "서비스를 끝내라는 신호를 받았습니다.",
      }),
    ),
  );
  const code = await commandCode(argv, { environment, edges, speaker, signal: stopping.signal });
  const lost = await speaker.printed();
  if (lost === undefined) return code;
  speaker.note({
    ko: `결과를 다 쓰지 못했습니다(${codeOf(lost)}).`,
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
    const error = withAdvice(thrown);
    const code = error instanceof AppError ? error.code : "internal";
    if (speaker.json) speaker.data({ ok: false, error: { code, message: messageOf(error) } });
    else
      speaker.note(
        error instanceof AppError
          ? wordsOf(error, speaker.language)
          : {
              ko: `안에서 문제가 생겼습니다: ${messageOf(error)}`,
              en: `Something went wrong inside: ${messageOf(error)}`,
            },
      );
    return code === "bad-arguments" || code === "bad-timing" ? EXIT.refused : EXIT.failed;
  }
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
    speaker.line(given.command === "" ? programHelp(COMMANDS) : helpOf(given));
    return EXIT.ok;
  }
  if (given.command !== "") return commandNamed(given).run(context);
  if (speaker.json) throw new AppError("bad-arguments", NO_COMMAND);
  speaker.line(programHelp(COMMANDS));
  return EXIT.failed;
}

const NO_COMMAND: Localized = {
  ko: "명령을 적어 주세요. --help를 보세요.",
  en: "Name a command. See --help.",
};

function helpOf(given: Arguments): Localized {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${given.command} `));
  return group.length > 0 ? groupHelp(group) : commandHelp(commandNamed(given));
}

function commandNamed(given: Arguments): Command {
  const command = COMMANDS.find((entry) => entry.name === given.command);
  if (command !== undefined) return command;
  const near = nearCommand(
    given.command,
    COMMANDS.map((entry) => entry.name),
  );
  throw new AppError("bad-arguments", {
    ko: `"${given.command}" 명령은 없습니다.${near.ko} --help를 보세요.`,
    en: `There is no command "${given.command}".${near.en} See --help.`,
  });
}
