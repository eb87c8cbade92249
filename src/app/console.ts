import type { ProcessEdges } from "../base/edges.ts";
import { createIds } from "../base/ids.ts";
import { createConsoleAdapter } from "../bots/console/adapter.ts";
import type { ChatAdapter } from "../bots/platform/chat-adapter.ts";
import { localOwner } from "./local-owner.ts";
import type { Parts } from "./open-app.ts";

/** The console chat of the local owner on the process's own streams. */
export function openConsole(
  parts: Parts,
  edges: ProcessEdges,
  options: {
    readonly isTerminal: boolean;
    readonly useColour: boolean;
    readonly onEnd: () => void;
  },
): ChatAdapter {
  return createConsoleAdapter({
    input: edges.input,
    output: edges.output,
    language: localOwner(parts).person.language,
    newId: createIds(edges.randomBytes),
    clock: edges.clock,
    ...options,
  });
}
