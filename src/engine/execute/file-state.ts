import { canonicalJson, isJsonObject, type JsonObject } from "../../base/json.ts";
import type { ActionDefinition, FileTouch } from "../catalogue/catalogue.ts";

/** What stands at a path of a chat's folder. `mark` differs whenever the content does. */
export type FileState =
  | { readonly kind: "none" }
  | {
      readonly kind: "file";
      readonly sizeBytes: number;
      readonly mediaType: string;
      /** Unix milliseconds. */
      readonly changedAtMs: number;
      readonly mark: string;
    }
  | {
      readonly kind: "folder";
      readonly files: number;
      readonly sizeBytes: number;
      /** True when there is more than was counted. */
      readonly isCut: boolean;
      readonly mark: string;
    };

/** What a call does to a file, and how that file is. */
export interface SeenFile {
  readonly callId: string;
  readonly param: string;
  readonly touch: FileTouch;
  readonly state: FileState;
}

/** Looks at a path of the chat that a program runs for; a path that leads nowhere, or outside, has nothing. */
export type LookAtFile = (path: string) => Promise<FileState>;

/** A call with its parameters as far as they are known. */
export interface LookedCall {
  readonly id: string;
  readonly definition: ActionDefinition;
  readonly params: JsonObject;
}

/** How the files are that a call takes or writes over; those whose paths are not known, and those that it would not write over, are left out. */
export async function filesOf(call: LookedCall, look: LookAtFile): Promise<readonly SeenFile[]> {
  const seen: SeenFile[] = [];
  for (const [param, touch] of Object.entries(call.definition.files ?? {})) {
    const path = call.params[param];
    if (typeof path !== "string" || (touch === "replaces" && !mayReplace(call))) continue;
    const state = touch === "takes" ? await look(path) : await replacedAt(path, call, look);
    seen.push({ callId: call.id, param, touch, state });
  }
  return seen;
}

/** True when files are as they were: time alone does not count. */
export function areSame(before: readonly SeenFile[], now: readonly SeenFile[]): boolean {
  return canonicalJson(marksOf(before)) === canonicalJson(marksOf(now));
}

/** What tells files from what they were, for a digest. */
export function marksOf(files: readonly SeenFile[]): readonly JsonObject[] {
  return files.map(({ param, state }) => ({
    param,
    kind: state.kind,
    mark: state.kind === "none" ? "" : state.mark,
  }));
}

/** An action with `overwrite` replaces nothing without it, and one that is told to `append` only adds. */
function mayReplace({ definition, params }: LookedCall): boolean {
  const { properties } = definition.params;
  const asksFirst = isJsonObject(properties) && properties["overwrite"] !== undefined;
  return asksFirst ? params["overwrite"] === true : params["append"] !== true;
}

/** What goes into a folder keeps its own name there. */
async function replacedAt(path: string, call: LookedCall, look: LookAtFile): Promise<FileState> {
  const state = path.endsWith("/") ? ({ kind: "folder" } as const) : await look(path);
  if (state.kind !== "folder") return state;
  const taken = Object.entries(call.definition.files ?? {}).find(([, touch]) => touch === "takes");
  const source = taken === undefined ? undefined : call.params[taken[0]];
  const name = typeof source === "string" ? source.split("/").findLast((part) => part !== "") : "";
  const inside = name ? await look(`${path.replace(/\/+$/, "")}/${name}`) : undefined;
  return inside ?? { kind: "none" };
}
