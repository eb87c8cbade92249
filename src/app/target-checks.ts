import { createOpenOrigins } from "../drivers/http/address-guard.ts";
import type { TargetChecks } from "../engine/execute/target-check.ts";
import type { Contacts } from "../nodes/contacts-port.ts";
import { createRecipientChecks } from "../nodes/messenger/recipients.ts";
import { createAddressTargetCheck } from "../nodes/source/address-target.ts";
import { createFileTargetChecks } from "../nodes/system/file-targets.ts";
import type { FilesOf } from "../nodes/system/files.ts";
import { createNamedTargetChecks } from "../nodes/system/named-targets.ts";
import { createEventTargetChecks } from "../nodes/system/schedules/event-targets.ts";
import { TrustedFiles } from "../nodes/system/trusted-files.ts";
import type { Planning } from "../runs/plan-and-judge.ts";

import { eventPlanning } from "./event-planning.ts";
import type { Core } from "./open-core.ts";

/** What values in programs are checked with before anything runs. */
export function createTargetChecks(
  { stores, config, edges }: Pick<Core, "stores" | "config" | "edges">,
  joined: {
    readonly contacts: Contacts;
    readonly filesOf: FilesOf;
    readonly planning: Pick<Planning, "compile">;
  },
): TargetChecks {
  const { database, schedules, workflows, agentRegistry } = stores;
  const { clock } = edges;
  const origins = createOpenOrigins({ allowOrigins: config.allowOrigins, serviceOrigins: {} });
  return {
    ...createRecipientChecks(joined.contacts),
    ...createFileTargetChecks({ filesOf: joined.filesOf, trusted: new TrustedFiles(database) }),
    ...createEventTargetChecks(eventPlanning({ schedules, clock, planning: joined.planning })),
    ...createNamedTargetChecks({
      workflows,
      agentFault(name, { agents }) {
        const project = agents?.at(-1)?.split("/")[0];
        const found = agentRegistry.find(name, project);
        return "fault" in found ? found.fault : undefined;
      },
    }),
    ...createAddressTargetCheck({ isOpen: (origin) => origins.isOpen(origin) }),
  };
}
