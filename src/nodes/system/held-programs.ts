import { canonicalJson, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { printValue } from "../../engine/language/printer.ts";
import { escapedValue } from "../../engine/language/reference.ts";
import { compileWorkflow } from "../../engine/plan/workflow.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { Workflows } from "../../store/workflows.ts";
import { failed } from "../api/upstream.ts";
import { worded } from "../localize.ts";

/** A saved program that waits for an owner's look, as it would run: `values` are its parameters with their defaults. */
export interface HeldProgram {
  readonly kind: "workflow" | "schedule";
  readonly name: string;
  readonly program: string;
  readonly values: JsonObject;
}

/** Asks the owners by the card of a program of its own, which does nothing but let the held one run. It names all of that one, so a press means just this. */
export async function askForLook(call: ReadyCall, held: HeldProgram): Promise<void> {
  const { kind, name, program, values } = held;
  const facts = Object.entries({ ...values, kind, program }).map(
    ([key, value]) => `${printValue(key)}: ${printValue(escapedValue(value))}`,
  );
  await call.askOwners?.({
    source: `[system:let_run](${printValue(escapedValue(name))}) {${facts.join(", ")}}`,
    actor: call.actor,
    origin: `${call.effectKey}/look/${kind}/${name}`,
  });
}

/** Why a held program does not run. */
export const HELD: Localized = {
  en: "it holds text from outside and waits for an owner's look. Save it again in your own words, or ask for a review once more.",
  ko: "밖에서 온 글이 들어 있어 주인의 확인을 기다려요. 직접 다시 저장하거나 확인을 다시 부탁해 주세요.",
};

/** What stands in the place of a value that a workflow gets only when it runs. */
const GIVEN_LATER = "⟨given when it runs⟩";

/** True when what a call keeps must wait for an owner: it holds text from outside, and no owner has seen it. What an owner keeps stood on a card that an owner pressed. */
export function mustBeHeld(call: ReadyCall): boolean {
  return call.tainted && !call.actor.isOwner;
}

/** What is said of a program that was kept and must wait. */
export function heldNote(call: ReadyCall): string {
  return worded(call, {
    en: "It holds text from outside, so it runs only after an owner has looked at it; the owners were asked.",
    ko: "밖에서 온 글이 들어 있어 주인이 확인한 뒤에만 실행돼요. 주인에게 요청했어요.",
  });
}

/** `review` shows the owners what waits for their look, `let_run` is what their button does. */
export function createHeldHandlers(parts: {
  readonly workflows: Workflows;
  readonly schedules: Schedules;
}): Handlers {
  return {
    "system:review": async (call) => review(parts, call),
    "system:let_run": async (call) => letRun(parts, call),
  };
}

/** Every program of a person that waits for an owner's look. */
function heldOf(
  { workflows, schedules }: Parameters<typeof createHeldHandlers>[0],
  { personId, language }: ReadyCall["actor"],
): readonly HeldProgram[] {
  const kept = workflows.list(personId).filter((record) => record.isHeld);
  const due = schedules.list(personId).filter((schedule) => schedule.isHeld);
  return [
    ...kept.flatMap(({ name, definition }) => heldWorkflow(name, definition, language) ?? []),
    ...due.map(({ name, program }) => ({ kind: "schedule" as const, name, program, values: {} })),
  ];
}

/** A workflow as the owners see it; `undefined` for one that cannot run at all. */
export function heldWorkflow(
  name: string,
  definition: unknown,
  language: Language,
): HeldProgram | undefined {
  const { stored } = compileWorkflow(name, definition, language);
  if (!stored.ok) return undefined;
  const values = Object.fromEntries(
    Object.entries(stored.params).map(([param, { absent }]) => [param, absent ?? GIVEN_LATER]),
  );
  return {
    kind: "workflow",
    name,
    program: stored.source,
    values: { ...stored.texts, ...values },
  };
}

async function review(
  parts: Parameters<typeof createHeldHandlers>[0],
  call: ReadyCall,
): Promise<Outcome> {
  const name = optionalString(call, "name");
  const held = heldOf(parts, call.actor).filter(
    (entry) => name === undefined || entry.name === name,
  );
  for (const entry of held) await askForLook(call, entry);
  const names = held.map((entry) => `- ${entry.name}`).join("\n");
  const asked = {
    en: `The owners were asked to look at:\n${names}`,
    ko: `주인에게 확인을 요청했어요:\n${names}`,
  };
  const none = { en: "Nothing waits for an owner's look.", ko: "확인을 기다리는 것이 없어요." };
  return success(worded(call, held.length === 0 ? none : asked), { tainted: held.length > 0 });
}

function letRun(parts: Parameters<typeof createHeldHandlers>[0], call: ReadyCall): Outcome {
  const { name, kind, program, ...values } = call.params;
  const { personId } = call.actor;
  const shown = canonicalJson({
    kind: kind ?? "workflow",
    name: name ?? "",
    program: program ?? "",
    values,
  });
  const held = heldOf(parts, call.actor).find((entry) => canonicalJson(entry) === shown);
  if (held === undefined)
    return failed(
      "changed-meanwhile",
      worded(call, {
        en: `"${stringParam(call, "name")}" no longer waits as it stood on the card, so nothing was changed.`,
        ko: korean`"${stringParam(call, "name")}"은(는) 카드에 보인 그대로 기다리고 있지 않아 아무것도 바꾸지 않았어요.`,
      }),
    );
  if (held.kind === "workflow") parts.workflows.release(personId, held.name);
  else parts.schedules.release(held.name, personId);
  return success(
    worded(call, {
      en: `"${held.name}" may run now.`,
      ko: korean`이제 "${held.name}"을(를) 실행할 수 있어요.`,
    }),
  );
}
