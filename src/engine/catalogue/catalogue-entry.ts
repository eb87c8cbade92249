import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { ApiCall } from "./api-call.ts";
import type {
  ActionDefinition,
  AskingSituation,
  Deed,
  Effect,
  Example,
  InputAdapter,
  Requirement,
  Role,
  Runs,
} from "./catalogue.ts";
import { kindOfResult, type ResultType } from "./result-type.ts";

/** An action as it stands in a file: the shape that SHARED in catalogue-schema.ts promises. */
export interface Entry {
  readonly description: Localized;
  readonly target?: string;
  readonly params?: Readonly<Record<string, JsonObject>>;
  readonly required?: readonly string[];
  readonly also?: ActionDefinition["also"] & object;
  readonly input?: { readonly param: string; readonly as: InputAdapter };
  readonly effect: Effect;
  readonly reads_without?: readonly string[];
  readonly approval?: boolean;
  readonly approval_in?: readonly AskingSituation[];
  readonly approval_beyond?: number;
  readonly standing?: boolean;
  readonly looked_at?: boolean;
  readonly approval_when?: { readonly param: string; readonly values: readonly Json[] };
  readonly personal?: NonNullable<ActionDefinition["personal"]>;
  readonly roles?: Readonly<Record<string, Role>>;
  readonly files?: ActionDefinition["files"] & object;
  readonly targets?: ActionDefinition["targets"] & object;
  readonly returns: ResultType;
  readonly taints?: boolean;
  readonly timeout?: number;
  readonly requires?: readonly string[];
  readonly owner_only?: boolean;
  /** True for what few requests need: a model is told of it with a message that it may fit, not in every turn. */
  readonly found_only?: boolean;
  /** Parameters beyond the named ones are allowed: the values of a workflow. */
  readonly extra_params?: boolean;
  readonly conditions?: readonly string[];
  readonly fields?: readonly string[];
  readonly scripts?: readonly string[];
  readonly formats?: ActionDefinition["formats"];
  readonly verbs?: readonly { readonly verb: string; readonly type?: string }[];
  readonly runs?: Runs;
  readonly continues?: boolean;
  readonly asked?: ActionDefinition["asked"];
  readonly card?: Localized;
  readonly deed?: Deed;
  readonly examples?: readonly Example[];
  readonly handler?: string;
}

/** A file of data/ibl_nodes, once its schema has accepted it. */
export interface NodeFile {
  readonly node: string;
  readonly actions: Readonly<Record<string, Entry>>;
}

const DEFAULT_TIMEOUT_MS = 60_000;

/** The effects that wait for a person unless an entry says otherwise. */
const RISKY_EFFECTS: ReadonlySet<Effect> = new Set<Effect>(["send", "execute", "device", "spend"]);

/** An action's entry with its name; `api` for one of the registry. */
export interface NamedEntry {
  readonly node: string;
  readonly action: string;
  readonly entry: Entry;
  readonly api: ApiCall | undefined;
}

/** The definition of an action, every default filled in. */
export function definitionOf({ node, action, entry, api }: NamedEntry): ActionDefinition {
  const name = `${node}:${action}`;
  return {
    node,
    action,
    description: entry.description,
    router: api === undefined ? "handler" : "api",
    handler: entry.handler ?? name,
    params: paramsOf(entry),
    effect: entry.effect,
    returns: kindOfResult(entry.returns),
    result: entry.returns,
    timeoutMs: entry.timeout === undefined ? DEFAULT_TIMEOUT_MS : entry.timeout * 1000,
    requires: (entry.requires ?? []).map(requirementOf),
    ownerOnly: entry.owner_only ?? false,
    ...textsOf(entry),
    examples: entry.examples ?? [],
    ...(entry.asked === undefined ? {} : { asked: entry.asked }),
    ...meaningOf(entry),
    ...(entry.target === undefined ? {} : { target: entry.target }),
    ...lookedAt(entry),
    ...(entry.also === undefined ? {} : { also: entry.also }),
    ...(entry.input === undefined ? {} : { input: entry.input }),
    ...(entry.runs === undefined ? {} : { runs: entry.runs }),
    ...howFound(entry, api),
  };
}

/** What is asked where, and whether a model is told of it at all times. */
function howFound(
  { found_only: isFoundOnly = false }: Entry,
  api: ApiCall | undefined,
): Pick<ActionDefinition, "api" | "isFoundOnly"> {
  if (api !== undefined) return { api, isFoundOnly: true };
  return isFoundOnly ? { isFoundOnly } : {};
}

/** The parameters whose texts are more than words. */
function textsOf({
  conditions = [],
  fields,
  scripts = [],
  formats = {},
}: Entry): Pick<ActionDefinition, "conditions" | "fields" | "scripts" | "formats"> {
  return { conditions, scripts, formats, ...(fields === undefined ? {} : { fields }) };
}

/** What is looked at before a call. */
function lookedAt({
  files,
  targets,
  looked_at: isLookedAt = false,
}: Entry): Pick<ActionDefinition, "files" | "targets" | "isLookedAt"> {
  return {
    ...(isLookedAt ? { isLookedAt } : {}),
    ...(files === undefined ? {} : { files }),
    ...(targets === undefined ? {} : { targets }),
  };
}

/** What an action means to the person who approves it. */
function meaningOf(
  entry: Entry,
): Pick<
  ActionDefinition,
  | "approval"
  | "approvalWhen"
  | "approvalIn"
  | "approvalBeyond"
  | "mayStand"
  | "readsWithout"
  | "personal"
  | "roles"
  | "taints"
  | "card"
  | "deed"
  | "continues"
> {
  return {
    approval: entry.approval ?? RISKY_EFFECTS.has(entry.effect),
    ...(entry.approval_when === undefined ? {} : { approvalWhen: entry.approval_when }),
    ...(entry.approval_in === undefined ? {} : { approvalIn: entry.approval_in }),
    ...(entry.approval_beyond === undefined ? {} : { approvalBeyond: entry.approval_beyond }),
    ...(entry.standing === true ? { mayStand: true } : {}),
    ...(entry.reads_without === undefined ? {} : { readsWithout: entry.reads_without }),
    ...(entry.personal === undefined ? {} : { personal: entry.personal }),
    roles: entry.roles ?? {},
    ...(entry.continues === undefined ? {} : { continues: entry.continues }),
    taints: entry.taints ?? false,
    card: entry.card ?? entry.description,
    ...(entry.deed === undefined ? {} : { deed: entry.deed }),
  };
}

function paramsOf(entry: Entry): JsonObject {
  return {
    type: "object",
    properties: entry.params ?? {},
    required: entry.required ?? [],
    additionalProperties: entry.extra_params ?? false,
  };
}

function requirementOf(word: string): Requirement {
  if (word.startsWith("env:")) return { kind: "env", names: word.slice(4).split("+") };
  if (word.startsWith("binary:")) return { kind: "binary", name: word.slice(7) };
  return { kind: word as "browser" | "android" | "desktop" | "model" }; // the schema's pattern allows no other word
}
