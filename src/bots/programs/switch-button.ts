import type { ButtonPress } from "../commands/command.ts";
import { say } from "../texts/say.ts";
import { type PressedProgramParts, runPressed } from "./run-button-program.ts";
import type { SwitchCommand } from "./switch-command.ts";

/** Runs the switch behind a button, through the gate as if its program were typed; false where the button is none of a switch. */
export async function runSwitch(
  parts: PressedProgramParts & { readonly switchCommand: Pick<SwitchCommand, "press"> },
  { event, person, origin, acknowledge }: ButtonPress,
): Promise<boolean> {
  const found = parts.switchCommand.press(event.data, person, event.chat);
  if (found === undefined) return false;
  if ("note" in found) {
    await acknowledge(found.note);
    return true;
  }
  await acknowledge(say(person.language, "switchRuns", { name: found.name }));
  await runPressed(parts, { chat: event.chat, person, origin }, found.program);
  return true;
}
