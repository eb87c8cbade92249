import assert from "node:assert/strict";
import { test } from "node:test";
import { KEEPING } from "../../../src/app/core/retention.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../src/base/json.ts";
import type { ActionDefinition } from "../../../src/engine/catalogue/catalogue.ts";
import type { Actor } from "../../../src/engine/execute/action-types.ts";
import type { Database } from "../../../src/store/database.ts";
import { readyCall } from "../../support/ready-call.ts";
import { Town } from "../../support/town.ts";

/** Tables whose rows are one person's wherever they write. Files and what is known of them are a chat's. */
const PERSONAL_TABLES = [
  ...KEEPING.filter(({ owned = "" }) => owned.includes("@person")).map(({ table }) => table),
  "people",
];

/** Actions that read such a table and give nothing of it that was not in the call, with why they do. */
const GIVES_NOTHING: Readonly<Record<string, string>> = {
  "messenger:send": "It looks up the recipient whom the call names.",
  "messenger:send_file": "It looks up the recipient whom the call names.",
  "system:agent_ask": "It keeps account of the work that it hands on, whose own calls are judged.",
  "system:agent_ask_sync":
    "It keeps account of the work that it hands on, whose own calls are judged.",
  "system:delegate": "It keeps account of the work that it hands on, whose own calls are judged.",
  "system:delegate_project":
    "It keeps account of the work that it hands on, whose own calls are judged.",
  "system:delegate_workflow": "It runs the workflow, whose own calls are judged.",
  "system:delete_workflow": "It deletes the workflow that the call names.",
  "system:create": "It looks whether a schedule of that name exists, and shows the one it made.",
  "system:delete": "It keeps a copy of the file that the call names.",
  "system:edit": "It keeps a copy of the file that the call names.",
  "system:restore": "It puts back the file that the call names, which lies in the chat's folder.",
  "source:save_health": "It counts the person's records, and shows the one it made.",
  "source:skill_add":
    "It looks for a how-to of the name that the call gives, and shows the one it made.",
  "source:save": "It looks for a place of the name that the call gives, and shows the one it made.",
  "system:annotate":
    "It looks for the note on the folder that the call names, and shows the one it made.",
  "system:undo": "It puts back files of the chat's folder, and names those alone.",
  "system:delete_event": "It deletes the schedule that the call names.",
  "system:disable": "It switches off the schedule that the call names.",
  "system:enable": "It switches on the schedule that the call names.",
  "system:let_run": "It allows the program that the call holds.",
  "system:run_pipeline": "It runs the workflow, whose own calls are judged.",
  "system:run_now": "It has the schedule that the call names run where it reports.",
  "system:save_event": "It looks whether an entry of that name exists, and shows the one it made.",
  "system:schedule": "It looks whether a schedule of that name exists, and shows the one it made.",
  "system:update": "It changes the schedule that the call names, and shows when it runs.",
};

test("every action that gives what is in a person's table is marked as personal", async (t) => {
  const town = new Town();
  t.after(() => town.close());
  town.admit({ id: "1", name: "Ann" }, "owner");
  await town.start();
  const { people, admission } = town.parts;
  const actor = admission.actor(people.owners()[0]!, "telegram:1");
  const definitions = [...town.parts.library.catalogue().actions.values()];
  const calls = definitions.map((definition) => paramsFor(town, actor, definition));
  const read = recordReads(town.parts.database);
  const unmarked: string[] = [];
  const needless: string[] = [];
  for (const [index, definition] of definitions.entries()) {
    const name = `${definition.node}:${definition.action}`;
    const readOnce = async (): Promise<readonly string[]> => {
      const before = read.length;
      for (const params of calls[index]!) await callOnce(town, definition, { actor, params });
      return personalTablesIn(read.slice(before));
    };
    const once = await readOnce();
    // The service reads by itself now and then: what a call reads, it reads each time.
    const isExcused = GIVES_NOTHING[name] !== undefined;
    const isMarked = definition.personal !== undefined;
    const isSure = once.length === 0 || isExcused || isMarked;
    const again = isSure ? once : await readOnce();
    const tables = once.filter((table) => again.includes(table));
    if (tables.length > 0 && !isMarked && !isExcused) unmarked.push(`${name} reads ${tables}`);
    if (isExcused && (isMarked || tables.length === 0)) needless.push(name);
  }
  assert.deepEqual([unmarked, needless], [[], []]);
});

test("what a person keeps is marked as personal, and what is a chat's is not", async (t) => {
  const town = new Town();
  t.after(() => town.close());
  const marked = [...town.parts.library.catalogue().actions.values()]
    .filter(({ personal }) => personal !== undefined)
    .map(({ node, action }) => `${node}:${action}`);
  for (const name of [
    "source:search_memory",
    "system:todo",
    "messenger:list",
    "system:list_events",
  ])
    assert.ok(marked.includes(name), name);
  assert.ok(
    !marked.some((name) => /:(read|list|find|grep|time)$/.test(name) && /^system/.test(name)),
  );
});

/** The text of every statement that gives rows from now on. */
function recordReads(database: Database): readonly string[] {
  const read: string[] = [];
  const prototype = Object.getPrototypeOf(database.prepare("SELECT 1")) as Record<string, unknown>;
  for (const method of ["get", "all", "iterate"]) {
    const original = prototype[method] as (
      this: { source: string },
      ...values: unknown[]
    ) => unknown;
    prototype[method] = function (this: { source: string }, ...values: unknown[]) {
      read.push(this.source);
      return original.apply(this, values);
    };
  }
  return read;
}

function personalTablesIn(statements: readonly string[]): readonly string[] {
  const named = statements.flatMap((sql) =>
    [...sql.matchAll(/\b(?:FROM|JOIN)\s+([a-z_]+)/gi)].map(([, table = ""]) => table),
  );
  return PERSONAL_TABLES.filter((table) => named.includes(table));
}

/** Runs the handler of an action; nothing gets as far as the network, and what was read until then counts. */
async function callOnce(
  town: Town,
  definition: ActionDefinition,
  { actor, params }: { readonly actor: Actor; readonly params: JsonObject },
): Promise<void> {
  const { node, action } = definition;
  const call = readyCall(`${node}:${action}`, params, { signal: AbortSignal.abort() });
  try {
    await town.parts.handlerOf(definition)?.({ ...call, actor });
  } catch {}
}

/** Parameters for calls of an action: those of its examples, and those that its schema wants. */
function paramsFor(
  { parts }: Town,
  actor: Actor,
  { params, node, action, examples }: ActionDefinition,
): JsonObject[] {
  const planned = examples.flatMap(({ code }) => {
    const result = parts.gate.compile(code, actor);
    if (!result.ok) return [];
    return callsIn(JSON.parse(JSON.stringify(result.plan.statements)), node, action);
  });
  const properties = params["properties"];
  const required = Array.isArray(params["required"]) ? params["required"] : [];
  const least = Object.fromEntries(
    required.map((name) => {
      const schema = isJsonObject(properties) ? properties[String(name)] : undefined;
      return [String(name), valueFor(isJsonObject(schema) ? schema : {})];
    }),
  );
  return [...planned, {}].map((given) => ({ ...least, ...given }));
}

function valueFor(schema: JsonObject): Json {
  const choices = schema["enum"];
  if (Array.isArray(choices)) return choices[0] ?? "notes";
  if (schema["type"] === "integer" || schema["type"] === "number") return 1;
  return schema["type"] === "array" ? [] : "notes";
}

/** The parameters of every call of an action in a plan. */
function callsIn(plan: Json, node: string, action: string): JsonObject[] {
  if (Array.isArray(plan)) return plan.flatMap((entry) => callsIn(entry, node, action));
  if (!isJsonObject(plan)) return [];
  const { definition, params } = plan;
  const isIt =
    isJsonObject(definition) && definition["node"] === node && definition["action"] === action;
  const own = isIt && isJsonObject(params) ? [params] : [];
  return [...own, ...Object.values(plan).flatMap((entry) => callsIn(entry, node, action))];
}
