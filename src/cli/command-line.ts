import { withAdvice } from "../app/backup/database-trouble.ts";
import { versionOf } from "../app/core/version.ts";
import { nearCommand } from "../app/describe.ts";
import {
  describeAgent,
  describeAgents,
  describeGrants,
  describePeople,
  revokeGrant,
  rotateKeys,
} from "../app/local-owner.ts";
import type { ProcessEdges } from "../base/edges.ts";
import { AppError, codeOf, messageOf, wordsOf } from "../base/errors.ts";
import { joined, type Localized } from "../base/localized.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { BACKUP_COMMANDS, LIFE_COMMANDS } from "./backups.ts";
import { type CliContext, type Command, languageIn, withParts } from "./context.ts";
import { CONVERSATION_COMMANDS } from "./conversation.ts";
import { EXAMPLE_COMMANDS } from "./examples.ts";
import { createSpeaker, EXIT } from "./output.ts";
import { PROGRAM_COMMANDS } from "./programs.ts";
import { SCHEDULE_COMMANDS } from "./schedules.ts";
import { DOCTOR_COMMAND } from "./screens.ts";
import { SETUP_COMMAND } from "./setup.ts";
import { START_COMMAND } from "./start.ts";
import { TOOL_COMMANDS } from "./tools.ts";
import { UNDERSTAND_COMMANDS } from "./understand.ts";

/** Commands about who may do what. */
const RIGHTS_COMMANDS: readonly Command[] = [
  {
    name: "grants list",
    usage: "grants list",
    help: {
      ko: "미리 허락해 둔 일과 쓴 횟수 보기",
      en: "show what is allowed beforehand, and how often it was used",
    },
    run: listGrants,
  },
  {
    name: "grants revoke",
    usage: "grants revoke ID",
    help: { ko: "이 컴퓨터의 주인으로 허락 취소", en: "end a grant, as the local owner" },
    run: revoke,
  },
  {
    name: "people list",
    usage: "people list",
    help: { ko: "모든 사람과 역할 보기", en: "show everybody with their role" },
    run: listPeople,
  },
];

async function listGrants(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const grants = describeGrants(parts);
    if (context.speaker.json) context.speaker.data(grants.map((grant) => grant.json));
    else if (grants.length === 0)
      context.speaker.line({
        ko: "미리 허락해 둔 일이 없어요.",
        en: "Nothing is allowed beforehand.",
      });
    else for (const { id, text } of grants) context.speaker.line(`${id}  ${text}`);
    return EXIT.ok;
  });
}

async function revoke(context: CliContext): Promise<number> {
  const [id] = context.arguments.rest;
  if (id === undefined)
    throw new AppError("bad-arguments", {
      ko: "어느 허락인지 적어 주세요. id는 `ibl-bot grants list`에 있어요.",
      en: "Say which grant; `ibl-bot grants list` shows their ids.",
    });
  return withParts(context, (parts) => {
    const result = revokeGrant(parts, id);
    if (context.speaker.json) context.speaker.data(result);
    else if (result.ok)
      context.speaker.line({
        ko: "취소했어요. 이제 다시 물어봐요.",
        en: "Revoked. It asks again from now on.",
      });
    else context.speaker.note(result.error.message);
    return result.ok ? EXIT.ok : EXIT.failed;
  });
}

async function listPeople(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const people = describePeople(parts);
    if (context.speaker.json) context.speaker.data(people);
    else
      for (const { id, name, role, accounts } of people)
        context.speaker.line(`${id}  ${role}  ${name}  ${accounts.join(", ")}`);
    return EXIT.ok;
  });
}

/** Commands about the keys that sign buttons. */
const KEY_COMMANDS: readonly Command[] = [
  {
    name: "keys rotate",
    usage: "keys rotate [--now]",
    help: {
      ko: "새 키로 버튼에 서명, --now는 옛 버튼을 바로 끝냄",
      en: "sign buttons with a new key; --now ends every old button at once",
    },
    run: rotate,
  },
];

async function rotate(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const { open, oldUntilMs } = rotateKeys(parts, { now: context.arguments.now });
    const until = new Date(oldUntilMs).toISOString();
    if (context.speaker.json) context.speaker.data({ ok: true, open, oldUntil: until });
    else
      context.speaker.line(
        context.arguments.now
          ? {
              ko: `새 키로 버튼에 서명해요. 옛 버튼은 모두 끝났어요. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; every old one has ended. Cards drawn anew: ${open}.`,
            }
          : {
              ko: `새 키로 버튼에 서명해요. 옛 버튼은 ${until}까지 돼요. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; old ones work until ${until}. Cards drawn anew: ${open}.`,
            },
      );
    return EXIT.ok;
  });
}

/** Commands about the agents of data/agents. */
const AGENT_COMMANDS: readonly Command[] = [
  {
    name: "agents list",
    usage: "agents list",
    help: { ko: "모든 프로젝트의 에이전트 보기", en: "show the agents of every project" },
    run: listAgents,
  },
  {
    name: "agents show",
    usage: "agents show NAME",
    help: {
      ko: "에이전트 하나의 역할, 모델에게 주는 말, 노드 보기",
      en: "show an agent: its role, its words for the model, its nodes",
    },
    run: showAgent,
  },
];

async function listAgents(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const agents = describeAgents(parts);
    if (context.speaker.json) context.speaker.data(agents.map((agent) => agent.json));
    else
      for (const { id, title, description } of agents)
        context.speaker.line(`${id}  ${title}  ${description}`);
    return EXIT.ok;
  });
}

async function showAgent(context: CliContext): Promise<number> {
  const name = context.arguments.rest.join(" ");
  if (name === "")
    throw new AppError("bad-arguments", {
      ko: "어느 에이전트인지 적어 주세요. `ibl-bot agents list`로 볼 수 있어요.",
      en: "Say which agent; `ibl-bot agents list` shows them.",
    });
  return withParts(context, (parts) => {
    const { json } = describeAgent(parts, name);
    if (context.speaker.json) context.speaker.data(json);
    else
      for (const [key, value] of Object.entries(json))
        context.speaker.line(
          `${key}: ${Array.isArray(value) ? value.join(", ") : (value ?? "all")}`,
        );
    return EXIT.ok;
  });
}

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  START_COMMAND,
  SETUP_COMMAND,
  ...PROGRAM_COMMANDS,
  ...CONVERSATION_COMMANDS,
  ...RIGHTS_COMMANDS,
  ...AGENT_COMMANDS,
  ...TOOL_COMMANDS,
  ...SCHEDULE_COMMANDS,
  ...EXAMPLE_COMMANDS,
  ...UNDERSTAND_COMMANDS,
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
    const error = withAdvice(thrown);
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
