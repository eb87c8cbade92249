import type { PlannerResult } from "../../src/agent/planner/result.ts";
import { Assistant } from "../../src/agent/turn/assistant.ts";
import type { Catalogue } from "../../src/engine/catalogue/catalogue.ts";
import { success } from "../../src/engine/values/outcome.ts";
import { createAskingHandlers } from "../../src/nodes/system/notices.ts";
import { ProgramGate } from "../../src/runs/gate.ts";

type Own = "catalogue" | "workflows" | "handlerOf" | "faultPoint" | "lease" | "gate" | "planner";

/** What a house brings. */
type Core = Omit<ConstructorParameters<typeof ProgramGate>[0], Own> &
  Omit<ConstructorParameters<typeof Assistant>[0], Own> & {
    readonly calls: string[];
    readonly planned: PlannerResult;
    readonly onFault: (name: string) => void;
  };

const ASKING = createAskingHandlers();

/** The gate and the assistant of the product over a catalogue whose every action is done at once (those that ask do ask), and whose planner says what a test says. */
export function gateOver(
  house: Core,
  catalogue: Catalogue,
): { readonly assistant: Assistant; readonly gate: ProgramGate } {
  const gate = new ProgramGate({
    ...house,
    catalogue: () => catalogue,
    workflows: { get: () => undefined, names: () => [] },
    handlerOf: ({ node, action, handler }) =>
      ASKING[handler] ??
      (async (call) => {
        house.calls.push(`${node}:${action} ${Object.values(call.params).join(" ")}`.trim());
        return success(`did ${action}`);
      }),
    faultPoint: (name) => house.onFault(name),
    lease: "lease_house",
  });
  const planner = {
    plan: () => Promise.resolve(house.planned),
    planNow: () => house.planned,
    label: (code: string) => code,
    followUp: () => undefined,
    alone: (message: string) => message,
    admitted: () => ({ kind: "run" as const }),
    hasAction: () => false,
    mended: (message: string) => message,
  };
  const assistant = new Assistant({
    ...house,
    gate,
    planner,
    workflows: () => [],
  });
  return { assistant, gate };
}
