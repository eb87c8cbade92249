import { digestOf } from "../../base/digest.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import { storedOf } from "../../nodes/system/workflows.ts";
import { compileFor, type PlanSources } from "../../runs/plan-and-judge.ts";
import { LOCAL_PERSON_ID } from "../../security/access/people.ts";
import type { Library } from "./data-library.ts";
import type { Stores } from "./stores.ts";

/** What programs are planned against. */
export interface PlannedAgainst {
  readonly library: Pick<Library, "catalogue">;
  readonly stores: Pick<Stores, "workflows" | "agentRegistry">;
}

/** The digest of a program as it would be planned for a person (default: the local owner) today; `undefined` when it would not. */
export function programDigest(
  { library, stores }: PlannedAgainst,
  code: string,
  personId = LOCAL_PERSON_ID,
): string | undefined {
  const actor: Actor = {
    personId,
    chatId: "examples",
    language: "en",
    zone: "UTC",
    isOwner: true,
  };
  const parts: PlanSources = {
    catalogue: () => library.catalogue(),
    workflows: {
      get: (name, { personId: owner, language }) => {
        const record = stores.workflows.get(owner, name);
        return record === undefined ? undefined : storedOf(record, language);
      },
      names: (owner) => stores.workflows.list(owner).map((record) => record.name),
    },
    agentRegistry: stores.agentRegistry,
  };
  const planned = compileFor(parts, code, actor, {});
  return planned.ok ? digestOf(planned.plan.program) : undefined;
}
