import { matchesGlob } from "../../base/glob.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition, Role } from "../../engine/catalogue/catalogue.ts";
import type { Detail, PlannedEffect } from "../../engine/plan/effects-report.ts";

/** What a grant can name. Commands and programs are seen by a person every time. */
export type TargetRole = Exclude<Role, "command" | "code" | "subject">;

/** What one parameter of a granted call must be: `is` this value, or `like` this glob; both normalised. */
export interface GrantTarget {
  readonly param: string;
  readonly role: TargetRole;
  readonly kind: "is" | "like";
  readonly value: string;
}

/** The calls that a grant stands for: one action, and what each of its recipients, files and addresses may be. */
export interface GrantPattern {
  readonly node: string;
  readonly action: string;
  /** What the action does, for people. */
  readonly title: Localized;
  /** At least one; a call with another set of such parameters is not meant. */
  readonly targets: readonly GrantTarget[];
  /** Other parameters whose value may become known only while the program runs. */
  readonly open: readonly string[];
  /** True where the targets are all that the action takes, so that nothing else is left to be anything. */
  readonly isWhole?: true;
}

/** A planned call as grants see it. */
export interface GrantCall {
  readonly node: string;
  readonly action: string;
  readonly targets: readonly {
    readonly param: string;
    readonly role: TargetRole;
    readonly value: string;
  }[];
  readonly open: readonly string[];
}

/** Whether calls of an action can be granted at all: it neither executes, moves a device nor spends, runs no program, is no owner's alone, and has a target that a pattern can name. */
export function isGrantable(definition: ActionDefinition): boolean {
  const { approval, approvalIn, effect, ownerOnly, roles, runs } = definition;
  const named = Object.values(roles);
  const isMild = effect === "read" || effect === "write" || effect === "send";
  return (
    (approval || approvalIn !== undefined) &&
    isMild &&
    !ownerOnly &&
    runs === undefined &&
    named.length > 0 &&
    named.every(isTarget)
  );
}

/** A planned effect as a call that a grant may cover; `undefined` when a target is not wholly known yet or no grant may ever name it. Pure. */
export function grantCallOf(effect: PlannedEffect): GrantCall | undefined {
  const { node, action, details } = effect;
  if (effect.effect === "execute" || effect.effect === "device" || effect.effect === "spend")
    return undefined;
  const named = details.filter((detail) => detail.role !== undefined);
  const targets = named.flatMap(targetOf);
  if (targets.length === 0 || targets.length !== named.length) return undefined;
  const open = details
    .filter(({ role, value }) => role === undefined && value === undefined)
    .map(({ param }) => param);
  return { node, action, targets, open };
}

/** A pattern for an action, with what people need to be told of it. Pure. */
export function patternFor(
  { node, action, description: title, params }: ActionDefinition,
  named: Pick<GrantPattern, "targets" | "open">,
): GrantPattern {
  const { properties } = params;
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  const isWhole =
    params["additionalProperties"] === false &&
    names.every((name) => named.targets.some(({ param }) => param === name));
  return { node, action, title, ...named, ...(isWhole ? { isWhole } : {}) };
}

/** The narrowest pattern that a call of an action fits: its very targets. Pure. */
export function patternOf(call: GrantCall, definition: ActionDefinition): GrantPattern {
  const targets = call.targets.map((target) => ({ ...target, kind: "is" as const }));
  return patternFor(definition, { targets, open: call.open });
}

/** Whether a pattern stands for a call: the same action, every target named and fitting, and nothing known only while running but what it names. Pure. */
export function covers(pattern: GrantPattern, call: GrantCall): boolean {
  if (pattern.node !== call.node || pattern.action !== call.action) return false;
  if (pattern.targets.length !== call.targets.length) return false;
  const fits = call.targets.every((target) => {
    const wanted = pattern.targets.find(({ param }) => param === target.param);
    return wanted !== undefined && wanted.role === target.role && fitsTarget(wanted, target.value);
  });
  return fits && call.open.every((param) => pattern.open.includes(param));
}

/** Whether a pattern stands for folders too, with all that is in them: its paths are named, or end in `**`. Pure. */
export function coversFolders({ targets }: GrantPattern): boolean {
  return targets.every(
    ({ role, kind, value }) => role !== "path" || kind === "is" || /(?:^|\/)\*\*$/.test(value),
  );
}

/** Characters that cannot be seen or that change how others are read: a value with one is never granted. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** A value in the one form in which it is compared; `undefined` for one that no grant can name, such as a path that leaves its folder. Letters keep their case except where the world does not tell it apart (recipients, hosts). */
export function normalTarget(role: TargetRole, text: string): string | undefined {
  const value = text.normalize("NFC");
  if (UNSEEN.test(value) || /^\s*[[{]/.test(value) || value.includes("\\")) return undefined;
  switch (role) {
    case "path":
      return normalPath(value);
    case "recipient":
      return value.trim() === "" ? undefined : value.trim().toLowerCase();
    case "host":
      return normalHost(value);
  }
}

/** A glob in normal form; `undefined` for one that names nothing (only wildcards) or too much (`*.com`). */
export function normalGlob(role: TargetRole, text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  if (role !== "host") return normalTarget(role, text);
  const glob = text.toLowerCase();
  return /^[a-z0-9*?.-]*\.?[a-z0-9-]+\.[a-z0-9-]+(:\d+)?$/.test(glob) ? glob : undefined;
}

/** True for text that holds a wildcard. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text);
}

function isTarget(role: Role): role is TargetRole {
  return role === "recipient" || role === "path" || role === "host";
}

function targetOf({ param, role, value, isCut }: Detail): GrantCall["targets"] {
  if (role === undefined || !isTarget(role) || value === undefined || isCut === true) return [];
  const normal = normalTarget(role, value);
  return normal === undefined ? [] : [{ param, role, value: normal }];
}

function fitsTarget({ kind, role, value: wanted }: GrantTarget, value: string): boolean {
  if (kind === "is") return value === wanted;
  return role === "path" ? fitsPath(value, wanted) : matchesGlob(value, wanted);
}

/** `*` stays inside one name; `**` as the last name stands for everything below. That only files are meant where it is not the last shows when the call begins (`coversFolders`). */
function fitsPath(path: string, glob: string): boolean {
  const names = path.split("/");
  const globs = glob.split("/");
  const isDeep = globs.at(-1) === "**";
  const heads = isDeep ? globs.slice(0, -1) : globs;
  const isLong = isDeep ? names.length > heads.length : names.length === heads.length;
  return isLong && heads.every((head, index) => matchesGlob(names[index] ?? "", head));
}

/** A path inside the chat's folder without `.` and doubled slashes, as the file driver reads it. */
function normalPath(text: string): string | undefined {
  if (/^(?:[/~]|[A-Za-z]:)/.test(text)) return undefined;
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  return names.length === 0 || names.includes("..") ? undefined : names.join("/");
}

/** Host and port as the network reads them: lower case, international names in their ASCII form. */
function normalHost(text: string): string | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const { protocol, username, password, host } = new URL(address);
  const isPlain = username === "" && password === "" && host !== "";
  return isPlain && /^https?:$/.test(protocol) ? host : undefined;
}
