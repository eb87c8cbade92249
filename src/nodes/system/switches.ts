import type { Handlers, ReadyCall } from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import type { Switches } from "../../store/switches.ts";
import { worded } from "../localize.ts";

/** `list_switches`: the person's commands at one tap. */
export function createSwitchHandlers(parts: {
  readonly switches: Pick<Switches, "list">;
}): Handlers {
  return { "system:list_switches": async (call) => list(call, parts.switches) };
}

function list(call: ReadyCall, switches: Pick<Switches, "list">): Outcome {
  const items = switches.list(call.actor.personId).map(({ name, program }) => ({ name, program }));
  const none = worded(call, {
    en: "There is no switch yet. /switches add NAME PROGRAM makes one.",
    ko: "스위치가 아직 없어요. /switches add 이름 프로그램 으로 만들 수 있어요.",
  });
  const text = items.map(
    ({ name, program }) => `- **${name}** \`${program.replaceAll("`", "'")}\``,
  );
  return success({ kind: "list", items, text: text.length === 0 ? none : text.join("\n") });
}
