import type { Localized } from "../../base/localized.ts";
import type { CommandRunner, ProcessResult } from "../../drivers/process/process.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** Runs commands in the folder of a chat. */
export type CommandsOf = (chatKey: string) => CommandRunner;

/** How long a command may run: a little less than its call may take, so that what it wrote until then is told. */
export const COMMAND_LIMIT_MS = 115_000;

/** `run_command`: shell, Python or Node in the chat's own folder, with limits on time, output and memory. */
export function createCommandHandlers(parts: { readonly commandsOf: CommandsOf }): Handlers {
  return {
    "system:run_command": async (call) => runCommand(call, parts.commandsOf(call.actor.chatId)),
  };
}

async function runCommand(call: ReadyCall, commands: CommandRunner): Promise<Outcome> {
  const type = optionalString(call, "type");
  const language = type === "python" || type === "node" ? type : "shell";
  const result = await commands.run(language, stringParam(call, "command"), {
    signal: call.signal,
    timeoutMs: COMMAND_LIMIT_MS,
  });
  const notes = [
    ...(result.overQuotaBytes === undefined
      ? []
      : [worded(call, overQuota(result.overQuotaBytes))]),
    ...(result.truncated
      ? [worded(call, { ko: "(출력이 길어 잘렸어요)", en: "(the output was cut)" })]
      : []),
    ...(result.sandbox === "none"
      ? [
          worded(call, {
            ko: "(격리 없이 실행됨: bubblewrap이 없어요)",
            en: "(ran without a sandbox: bubblewrap is not there)",
          }),
        ]
      : []),
  ];
  const output = [result.stdout.trimEnd(), result.stderr.trimEnd()]
    .filter((part) => part !== "")
    .join("\n");
  if (result.passed !== undefined)
    return failureIn(call.actor.language, `${result.passed}-limit`, stopped(result, output));
  if (result.timedOut)
    return failureIn(call.actor.language, "timeout", {
      en: `The command was stopped after its time was up. ${output.slice(-500)}`.trim(),
      ko: `명령이 제한 시간을 넘겨 멈췄어요. ${output.slice(-500)}`.trim(),
    });
  if (result.exitCode !== 0)
    return failureIn(call.actor.language, "command-failed", {
      en: `The command ended with ${endingOf(result).en}. ${output.slice(-1000)}`.trim(),
      ko: `명령이 실패했어요 (${endingOf(result).ko}). ${output.slice(-1000)}`.trim(),
    });
  const data = {
    exit_code: result.exitCode,
    stdout: result.stdout,
    stderr: result.stderr,
    ms: result.durationMs,
  };
  const said =
    output === ""
      ? worded(call, { ko: "출력 없이 끝났어요.", en: "It ended without output." })
      : output;
  return success({ kind: "object", data, text: [said, ...notes].join("\n") }, { tainted: true });
}

const STOPPED: Readonly<Record<NonNullable<ProcessResult["passed"]>, Localized>> = {
  memory: {
    en: "The command was stopped: its processes together took more memory than they may.",
    ko: "명령의 프로세스들이 합쳐서 허용된 메모리를 넘겨 멈췄어요.",
  },
  processes: {
    en: "The command was stopped: it started more processes than it may (512 at a time).",
    ko: "명령이 한 번에 띄울 수 있는 프로세스 수(512개)를 넘겨 멈췄어요.",
  },
  folder: {
    en: "The command passed what the chat's folder may hold (its quota, or 20,000 files and folders), or left a part of it closed: nothing that it did there was kept, and the folder is as it was before.",
    ko: "명령이 대화 폴더에 둘 수 있는 만큼(할당량, 파일과 폴더 2만 개)을 넘었거나 그 일부를 잠갔어요. 폴더에 한 일은 모두 되돌려서 명령을 실행하기 전과 같아요.",
  },
};

/** Which limit of all its processes together a command passed, and what that means for the folder. */
function stopped({ passed, overQuotaBytes }: ProcessResult, output: string): Localized {
  const why = STOPPED[passed ?? "folder"];
  const left = overQuotaBytes === undefined ? { en: "", ko: "" } : overQuota(overQuotaBytes);
  const said = output.slice(-500);
  return {
    en: [why.en, left.en, said].filter((part) => part !== "").join("\n"),
    ko: [why.ko, left.ko, said].filter((part) => part !== "").join("\n"),
  };
}

function overQuota(bytes: number): Localized {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  return {
    en: `(the chat's folder holds ${size} more than its quota: nothing can be added until something is deleted)`,
    ko: `(대화의 폴더가 할당량보다 ${size} 많아요. 무언가를 지우기 전에는 더할 수 없어요)`,
  };
}

/** How a command that failed came to its end. */
function endingOf({ exitCode, signal, flooded }: ProcessResult): Localized {
  if (flooded) return { en: "a stop, as it wrote too much", ko: "출력이 너무 많아 멈춤" };
  if (exitCode === null)
    return { en: `the signal ${signal ?? "?"}`, ko: `신호 ${signal ?? "?"}로 끝남` };
  return { en: `code ${exitCode}`, ko: `코드 ${exitCode}` };
}
