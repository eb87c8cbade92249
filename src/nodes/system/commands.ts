import type { CommandRunner } from "../../drivers/process.ts";
import { type Handlers, optionalString, type ReadyCall, stringParam } from "../../engine/action.ts";
import { failure, type Outcome, success } from "../../engine/outcome.ts";
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
    return failure(
      "timeout",
      `The command was stopped after its time was up. ${output.slice(-500)}`.trim(),
    );
  if (result.exitCode !== 0)
    return failure(
      "command-failed",
      `The command ended with code ${result.exitCode}. ${output.slice(-1000)}`.trim(),
    );
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
