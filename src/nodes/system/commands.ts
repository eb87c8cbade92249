import type { Localized } from "../../base/words.ts";
import type { CommandRunner, ProcessResult } from "../../drivers/process.ts";
import { type Handlers, optionalString, type ReadyCall, stringParam } from "../../engine/action.ts";
import { failureIn, type Outcome, success } from "../../engine/outcome.ts";
import { worded } from "../wording.ts";

/** Runs commands in the folder of a chat. */
export type CommandsOf = (chatKey: string) => CommandRunner;

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
  });
  const notes = [
    ...(result.truncated
      ? [worded(call, { ko: "(출력이 길어 잘렸습니다)", en: "(the output was cut)" })]
      : []),
    ...(result.sandbox === "none"
      ? [
          worded(call, {
            ko: "(격리 없이 실행됨: bubblewrap이 없습니다)",
            en: "(ran without a sandbox: bubblewrap is not there)",
          }),
        ]
      : []),
  ];
  const output = [result.stdout.trimEnd(), result.stderr.trimEnd()]
    .filter((part) => part !== "")
    .join("\n");
  if (result.timedOut)
    return failureIn(call.actor.language, "timeout", {
      en: `The command was stopped after its time was up. ${output.slice(-500)}`.trim(),
      ko: `명령이 제한 시간을 넘겨 멈췄습니다. ${output.slice(-500)}`.trim(),
    });
  if (result.exitCode !== 0)
    return failureIn(call.actor.language, "command-failed", {
      en: `The command ended with ${endingOf(result).en}. ${output.slice(-1000)}`.trim(),
      ko: `명령이 실패했습니다 (${endingOf(result).ko}). ${output.slice(-1000)}`.trim(),
    });
  const data = {
    exit_code: result.exitCode,
    stdout: result.stdout,
    stderr: result.stderr,
    ms: result.durationMs,
  };
  const said =
    output === ""
      ? worded(call, { ko: "출력 없이 끝났습니다.", en: "It ended without output." })
      : output;
  return success({ kind: "object", data, text: [said, ...notes].join("\n") }, { tainted: true });
}

/** How a command that failed came to its end. */
function endingOf({ exitCode, signal, flooded }: ProcessResult): Localized {
  if (flooded) return { en: "a stop, as it wrote too much", ko: "출력이 너무 많아 멈춤" };
  if (exitCode === null)
    return { en: `the signal ${signal ?? "?"}`, ko: `신호 ${signal ?? "?"}로 끝남` };
  return { en: `code ${exitCode}`, ko: `코드 ${exitCode}` };
}
