import { digestOf } from "../../base/digest.ts";
import { cardOf, wholeText } from "../plan/effects-report.ts";
import type { PlannedCall } from "../plan/planned-tree.ts";
import { decidesEffect } from "../plan/taint-of-literals.ts";
import type { DelegatedWork, Expansion, Suspension } from "./action-types.ts";
import { marksOf, type SeenFile } from "./file-state.ts";
import type { StepRecord, Wait, WaitingItem } from "./journal.ts";
import type { Settled } from "./settle-params.ts";

/** What a wait for a settled call starts from. */
export interface WaitingCall {
  readonly key: string;
  readonly call: PlannedCall;
  readonly settled: Settled;
  /** How the files are that it takes or writes over. */
  readonly files: readonly SeenFile[];
  /** True when they are not what a person allowed. */
  readonly isChanged: boolean;
  /** True where others read along: a tainted path is shown there even to be read. */
  readonly isInGroup: boolean;
  /** True for a folder where no more than files was allowed. */
  readonly isBeyond: boolean;
  /** True for a call that no press on the plan stands for. */
  readonly asksWhenReached: boolean;
  /** What tells what it acts on from what it was. */
  readonly mark?: string;
  /** The site at which it acts, where acts there may be allowed once and for all. */
  readonly site?: string;
  /** Digests of the calls that a press on several allowed. */
  readonly allowedTogether: ReadonlySet<string>;
}

/** The wait that must come before a call, if any: for values nobody has seen, or for an effect cut off by a crash. */
export function waitBefore(waiting: WaitingCall, record: StepRecord | undefined): Wait | undefined {
  const { call, settled, isChanged, isBeyond, asksWhenReached, allowedTogether } = waiting;
  const { effect, continues } = call.definition;
  const isCutOff = record?.state === "started" && effect !== "read" && continues !== true;
  const isSeenAnew = isCutOff || isChanged || isBeyond || asksWhenReached;
  const unseen = unseenValues(waiting);
  const values = isSeenAnew ? rolesOf(call, settled) : unseen;
  if (!isCutOff && !asksWhenReached && values.length === 0) return undefined;
  const digest = valuesDigest(waiting);
  if (record?.allowed === digest) return undefined;
  if (!isCutOff && allowedTogether.has(digest)) return undefined;
  const kind = isCutOff ? "uncertain" : "value";
  const isPlans = asksWhenReached && !isCutOff && !isChanged && !isBeyond && unseen.length === 0;
  return {
    ...blankWait(waiting),
    ...(isChanged ? { isChanged } : {}),
    ...(isPlans ? { standsForPlan: true } : {}),
    kind,
    values,
    digest,
  };
}

/** The one wait for several calls, each of which would wait by itself. */
export function waitForAll(key: string, waits: readonly [Wait, ...Wait[]]): Wait {
  const [{ callId, node, action }] = waits;
  const items = waits.map(
    (wait): WaitingItem => ({
      key: wait.key,
      callId: wait.callId,
      node: wait.node,
      action: wait.action,
      values: wait.values,
      digest: wait.digest,
      ...(wait.card === undefined ? {} : { card: wait.card }),
      ...(wait.told === undefined ? {} : { told: wait.told }),
      ...(wait.files === undefined ? {} : { files: wait.files }),
      ...(wait.picture === undefined ? {} : { picture: wait.picture }),
    }),
  );
  const digest = digestOf({ loop: key, items: items.map((item) => item.digest) });
  const isPlans = waits.every(({ standsForPlan }) => standsForPlan === true);
  const plans = isPlans ? { standsForPlan: true as const } : {};
  const facts = { key, callId, node, action, items, digest, ...plans };
  return { ...facts, kind: "value", prompt: "", options: [], values: [] };
}

/** The wait that a handler asked for. */
export function waitOfSuspension(waiting: WaitingCall, suspension: Suspension): Wait {
  const { suspend, prompt, options, resume } = suspension;
  return {
    ...blankWait(waiting),
    kind: suspend,
    prompt,
    options: options ?? [],
    digest: valuesDigest(waiting),
    ...(resume === undefined ? {} : { resume }),
  };
}

/** The wait for an effect of which its handler does not know whether it happened. */
export function waitOfUncertain(waiting: WaitingCall): Wait {
  const values = rolesOf(waiting.call, waiting.settled);
  return { ...blankWait(waiting), kind: "uncertain", values, digest: valuesDigest(waiting) };
}

/** The wait for work elsewhere that waits for a person. */
export function waitOfDelegatedWork(waiting: WaitingCall, { waitsFor }: DelegatedWork): Wait {
  return {
    ...blankWait(waiting),
    kind: "errand",
    options: waitsFor,
    digest: valuesDigest(waiting),
  };
}

/** The wait before a program that became known only now, unless a person has allowed just that program for this call. */
export function waitOfExpansion(
  waiting: WaitingCall,
  expansion: Expansion,
  record: StepRecord | undefined,
): Wait | undefined {
  if (expansion.isHarmless === true) return undefined;
  const { key, call, settled } = waiting;
  const digest = digestOf({ key, params: settled.params, program: expansion.digest });
  if (record?.allowed === digest) return undefined;
  const { runs } = call.definition;
  const param = runs?.program ?? runs?.steps ?? "program";
  const tainted = [param, runs?.workflow ?? param].some((name) => settled.taintedParams.has(name));
  const named = rolesOf(call, settled).filter((value) => value.param !== param);
  const program = { param, role: "code", value: expansion.program, tainted } as const;
  return { ...blankWait(waiting), kind: "value", values: [...named, program], digest };
}

function blankWait({
  key,
  call,
  settled,
  files,
  site,
}: WaitingCall): Omit<Wait, "kind" | "digest"> {
  const { definition } = call;
  const { node, action } = definition;
  const told = Object.entries(settled.params).map(([name, value]) => [name, wholeText(value)]);
  return {
    key,
    callId: call.id,
    node,
    action,
    prompt: "",
    options: [],
    values: [],
    card: cardOf(definition, settled.params),
    told: Object.fromEntries(told),
    ...(files.length === 0 ? {} : { files }),
    ...(site === undefined ? {} : { site }),
  };
}

function valuesDigest({ key, settled, files, mark }: WaitingCall): string {
  const looked = files.length === 0 ? {} : { files: marksOf(files) };
  const found = mark === undefined ? {} : { mark };
  return digestOf({ key, params: settled.params, ...looked, ...found });
}

/** Values that decide an effect and are tainted, or that nobody could see before the run. A literal from outside stood on the plan's card; what decides no effect is told by `decidesEffect`. */
function unseenValues({ call, settled, isInGroup }: WaitingCall): Wait["values"] {
  const { definition, tainted: literals, runtimeRoles } = call;
  if (definition.runs?.when === "now") return [];
  return rolesOf(call, settled).filter(({ param, tainted }) => {
    const isOnPlan = literals.includes(param) && !runtimeRoles.includes(param);
    if (isOnPlan) return false;
    if (!decidesEffect(definition, param)) return tainted && isInGroup;
    return tainted || runtimeRoles.includes(param);
  });
}

function rolesOf(call: PlannedCall, settled: Settled): Wait["values"] {
  return Object.entries(call.definition.roles).flatMap(([param, role]) => {
    const value = settled.params[param];
    if (value === undefined || value === null) return [];
    return [
      {
        param,
        role,
        value: typeof value === "string" ? value : JSON.stringify(value),
        tainted: settled.taintedParams.has(param),
      },
    ];
  });
}
