import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { joinTools, openToolFiles, openTools } from "../../src/app/core/tools.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createLog } from "../../src/base/log.ts";
import type { ActionDefinition, Catalogue } from "../../src/engine/catalogue/catalogue.ts";
import {
  type CatalogueSource,
  parseCatalogue,
} from "../../src/engine/catalogue/catalogue-parse.ts";
import { readDataFolder } from "../../src/store/data-files.ts";

const DATA = fileURLToPath(new URL("../../data", import.meta.url));

/** Entries of one node; each gets a description, a `read` effect and a text result unless it says otherwise. */
export type Entries = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const TEXT = { type: "string", minLength: 1 };

/** Actions that ask a person in the middle of a program. */
export const ASKING_ENTRIES: Entries = {
  ask_user: {
    target: "question",
    params: { question: TEXT, options: { type: "array", items: TEXT } },
    required: ["question"],
  },
  approve: { target: "description", params: { description: TEXT }, required: ["description"] },
};

/** An action whose effect needs a press. */
export const DELETE_ENTRY: Entries[string] = {
  target: "path",
  params: { path: TEXT },
  required: ["path"],
  effect: "write",
  approval: true,
  roles: { path: "path" },
  card: { ko: "{path} 지우기", en: "Delete {path}" },
};

let shipped: Catalogue | undefined;

/** The catalogue that the product ships, with the tools that it ships; read once. */
export function shippedCatalogue(): Catalogue {
  shipped ??= joinTools(
    goodCatalogue([...sourcesIn("ibl_nodes", "node"), ...sourcesIn("api_registry", "registry")]),
    shippedTools(),
  );
  return shipped;
}

function shippedTools(): readonly ActionDefinition[] {
  const registry = openTools({ clock: systemClock });
  const log = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });
  openToolFiles([DATA], registry, log, { watch: false });
  return registry.getDefinitions();
}

/** The actions under which a cautious operator is asked besides, in the catalogue that the product ships. */
const CAUTIOUS: ReadonlySet<string> = new Set([
  ...["system:delete", "system:delete_workflow", "system:schedule", "system:create"],
  ...["system:update", "system:delete_event", "system:manage_events", "system:enable"],
  ...["system:run_now", "system:change_briefing", "source:memory_delete"],
]);

/** The shipped catalogue with deletions and schedules that wait for a press, as tests of cards and presses need some. */
export function cautiousCatalogue(): Catalogue {
  const catalogue = shippedCatalogue();
  const actions = new Map(
    [...catalogue.actions].map(([name, definition]) => [
      name,
      CAUTIOUS.has(name) ? { ...definition, approval: true } : definition,
    ]),
  );
  return { ...catalogue, actions };
}

/** A catalogue of these nodes. */
export function catalogueOf(nodes: Readonly<Record<string, Entries>>): Catalogue {
  return goodCatalogue(Object.entries(nodes).map(([node, entries]) => nodeSource(node, entries)));
}

/** A node file as it was read; the line of a path is 10 for each of its keys. */
export function nodeSource(node: string, entries: Entries): CatalogueSource {
  const words = { ko: node, en: node };
  const actions = Object.entries(entries).map(([name, entry]) => [
    name,
    { description: words, effect: "read", returns: "text", ...entry },
  ]);
  return {
    file: `ibl_nodes/${node}.yaml`,
    kind: "node",
    value: { node, description: words, actions: Object.fromEntries(actions) },
    lineOf: (path) => path.length * 10,
  };
}

function goodCatalogue(sources: readonly CatalogueSource[]): Catalogue {
  const parsed = parseCatalogue(sources);
  assert.deepEqual(parsed.problems, []);
  assert.ok(parsed.ok);
  return parsed.catalogue;
}

function sourcesIn(folder: string, kind: CatalogueSource["kind"]): readonly CatalogueSource[] {
  const { files, problems } = readDataFolder([DATA], folder);
  assert.deepEqual(problems, []);
  return files.map((file) => ({ ...file, kind }));
}
