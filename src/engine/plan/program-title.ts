import type { Json } from "../../base/json.ts";
import { oneLine } from "../../base/localized.ts";
import type { ActionDefinition } from "../catalogue/catalogue.ts";
import { parse } from "../language/parser.ts";
import { callsOf } from "../language/tree.ts";

/** Longest title that is made of a program, in UTF-16 units. */
const LONGEST_TITLE = 60;

/** Calls whose words say best what a program is about. */
const TELLING: ReadonlySet<string> = new Set(["notify_user", "send_notify", "ask_user"]);

/** Gives what is kept for later a name made of its program, where the program is there and the name is not. */
export function nameByProgram(definition: ActionDefinition, given: Record<string, Json>): void {
  const { runs, targets = {} } = definition;
  const name = Object.keys(targets).find((param) => targets[param]?.is === "new_schedule");
  const required = definition.params["required"];
  if (name === undefined || runs?.program === undefined || given[name] !== undefined) return;
  const isRequired = Array.isArray(required) && required.includes(name);
  const source = given[runs.program];
  const title = isRequired && typeof source === "string" ? titleOf(source) : undefined;
  if (title !== undefined) given[name] = title;
}

/** What a program tells or asks the person, else its first action; `undefined` where it cannot be read. */
function titleOf(source: string): string | undefined {
  const parsed = parse(source);
  if (!parsed.ok) return undefined;
  const calls = parsed.program.statements.flatMap(({ body }) => callsOf(body));
  const words = calls
    .filter(({ action }) => TELLING.has(action))
    .map(({ args, params }) => args[0] ?? params["message"] ?? params["question"])
    .find((text) => typeof text === "string" && text.trim() !== "");
  if (typeof words === "string") return oneLine(words, LONGEST_TITLE);
  const [first] = calls;
  return first === undefined ? undefined : `${first.node}:${first.action}`;
}
