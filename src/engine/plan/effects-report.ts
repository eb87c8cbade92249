import type { Json, JsonObject } from "../../base/json.ts";
import { filled } from "../../base/korean-particles.ts";
import type { Language, Localized } from "../../base/localized.ts";
import {
  type ActionDefinition,
  type AskingSituation,
  CARD_FLAG,
  CARD_PLACE,
  cardParams,
  type Effect,
  type Role,
} from "../catalogue/catalogue.ts";
import type { PlannedCall } from "./planned-tree.ts";
import { decidesEffect } from "./taint-of-literals.ts";

/** One parameter as a person reads it: `value` is absent when it is known only while running. */
export interface Detail {
  readonly param: string;
  readonly role?: Role;
  readonly value?: string;
  /** True when `value` is only the start of what the parameter holds; `whole` is all of it. */
  readonly isCut?: true;
  readonly whole?: string;
  /** True for words from outside. */
  readonly tainted?: true;
}

/** What one call of a program will do. */
export interface PlannedEffect {
  readonly callId: string;
  readonly node: string;
  readonly action: string;
  readonly effect: Effect;
  readonly approval: boolean;
  /** The `approve` call whose press stands for this effect too. */
  readonly coveredBy?: string;
  /** True where it asks when it is reached, with the values that it has then, and not on the plan's card. */
  readonly asksWhenReached?: true;
  /** True inside a fallback option or a branch: it may not happen. */
  readonly conditional: boolean;
  /** How often at most. */
  readonly times: number;
  /** True for a program that is only kept now and runs later, each time through the gate again. */
  readonly later: boolean;
  /** True for what gives a person's own data. */
  readonly personal?: true;
  /** Ids of the agents that act, the person's first; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** True in a program whose writer had read something from outside: no grant stands for this effect. */
  readonly tainted?: true;
  readonly details: readonly Detail[];
  readonly card: Localized;
}

/** Everything a program can do, through all branches, fallbacks, blocks and stored workflows. Nothing runs that is not in it. */
export interface Report {
  readonly effects: readonly PlannedEffect[];
  readonly recipients: readonly string[];
  readonly paths: readonly string[];
  readonly hosts: readonly string[];
  readonly commands: readonly string[];
  /** Upper bound of calls. */
  readonly maxCalls: number;
}

/** Longest preview of a value on a card, in UTF-16 units; the whole stands beside it. */
const PREVIEW_LENGTH = 200;

/** The report entry of one call. `params` are its parameters with everything known now put in; names in `runtime` are known only while running. */
export function effectOf(
  call: PlannedCall,
  facts: {
    readonly params: JsonObject;
    readonly runtime: ReadonlySet<string>;
    readonly conditional: boolean;
    readonly times: number;
    readonly later: boolean;
    readonly isDoubted: boolean;
    /** True for a call that keeps a program that waits for a press. */
    readonly keepsRisk: boolean;
    readonly situations: readonly AskingSituation[];
  },
): PlannedEffect {
  const { definition } = call;
  const names = new Set([...Object.keys(facts.params), ...facts.runtime]);
  const details = [...names].map((param): Detail => {
    const role = definition.roles[param];
    const value = facts.params[param];
    return {
      param,
      ...(role === undefined ? {} : { role }),
      ...(facts.runtime.has(param) || value === undefined ? {} : shownValue(value)),
      ...(call.tainted.includes(param) ? { tainted: true } : {}),
    };
  });
  return {
    callId: call.id,
    node: definition.node,
    action: definition.action,
    effect: definition.effect,
    approval: facts.keepsRisk || needsApproval(definition, facts) || showsTainted(call, facts),
    ...(call.coveredBy === undefined ? {} : { coveredBy: call.coveredBy }),
    conditional: facts.conditional,
    times: facts.times,
    later: facts.later,
    ...(isPersonal(definition, facts) ? { personal: true } : {}),
    ...(call.agents === undefined ? {} : { agents: call.agents }),
    ...(facts.isDoubted ? { tainted: true } : {}),
    details,
    card: cardWith(definition, details),
  };
}

/** What a call with these parameters does, in the words of its card. */
export function cardOf(definition: ActionDefinition, params: JsonObject): Localized {
  const details = Object.entries(params).map(([param, value]) => ({
    param,
    value: previewOf(value),
  }));
  return cardWith(definition, details);
}

function cardWith({ card }: ActionDefinition, details: readonly Detail[]): Localized {
  return filledWith(card, details);
}

/** A text of the catalogue with the values of a call in its places. */
export function filledWith(
  template: Localized,
  details: readonly Pick<Detail, "param" | "value">[],
): Localized {
  return {
    ko: fillCard("ko", template.ko, details),
    en: fillCard("en", template.en, details),
  };
}

/** Whether a value from outside decides where the call's effect goes, and is known now: the plan's card shows it. What runs later is on the card of the call that keeps it. */
function showsTainted(
  call: PlannedCall,
  { runtime, later }: { readonly runtime: ReadonlySet<string>; readonly later: boolean },
): boolean {
  if (later) return false;
  return call.tainted.some((param) => !runtime.has(param) && decidesEffect(call.definition, param));
}

/** Whether a call with these parameters waits for a press here; a value not known yet counts as one that does. */
function needsApproval(
  { approval, approvalIn = [], approvalWhen }: ActionDefinition,
  facts: CallFacts & { readonly situations: readonly AskingSituation[] },
): boolean {
  const waits = approval || approvalIn.some((situation) => facts.situations.includes(situation));
  return waits && (approvalWhen === undefined || mayHave(approvalWhen, facts));
}

/** Calls of one action that happen at once only while they are few wait, all of them, where a program may make more. Pure. */
export function withManyWaiting(
  effects: readonly PlannedEffect[],
  beyond: (effect: PlannedEffect) => number | undefined,
): readonly PlannedEffect[] {
  return effects.map((effect) => {
    const most = beyond(effect);
    if (effect.approval || effect.later || most === undefined) return effect;
    const { node, action } = effect;
    const same = effects.filter(
      (other) => other.node === node && other.action === action && !other.later,
    );
    const count = same.reduce((sum, { times }) => sum + times, 0);
    return count > most ? { ...effect, approval: true } : effect;
  });
}

function isPersonal({ personal }: ActionDefinition, facts: CallFacts): boolean {
  return personal === true || (personal !== undefined && mayHave(personal, facts));
}

type CallFacts = { readonly params: JsonObject; readonly runtime: ReadonlySet<string> };

/** Whether a parameter has one of these values, or will be known only while running. */
function mayHave(
  when: { readonly param: string; readonly values: readonly Json[] },
  { params, runtime }: CallFacts,
): boolean {
  const value = params[when.param];
  return runtime.has(when.param) || (value !== undefined && when.values.includes(value));
}

/** Sums entries up. */
export function reportOf(effects: readonly PlannedEffect[]): Report {
  const values = valuesByRole(effects);
  return {
    effects,
    recipients: [...(values.get("recipient") ?? [])],
    paths: [...(values.get("path") ?? [])],
    hosts: [...new Set([...(values.get("host") ?? [])].map(hostOf))],
    commands: [...(values.get("command") ?? [])],
    maxCalls: effects.reduce((sum, { later, times }) => (later ? sum : sum + times), 0),
  };
}

/** Every value that a role has, in order of first mention; "?" for those known only while running. */
function valuesByRole(effects: readonly PlannedEffect[]): ReadonlyMap<Role, ReadonlySet<string>> {
  const values = new Map<Role, Set<string>>();
  for (const { details } of effects) {
    for (const { role, value = "?" } of details) {
      if (role !== undefined) values.set(role, (values.get(role) ?? new Set()).add(value));
    }
  }
  return values;
}

/** The host of an address, or the text itself when it is none. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** A value as a detail has it: a longer one by its beginning, with the whole beside it. */
export function shownValue(value: Json): Pick<Detail, "value" | "isCut" | "whole"> {
  const whole = wholeText(value);
  const isCut = whole.length > PREVIEW_LENGTH;
  return { value: previewOf(value), ...(isCut ? { isCut, whole } : {}) };
}

/** A value as short text for a card; cut values say by how much. */
function previewOf(value: Json): string {
  const whole = wholeText(value);
  if (whole.length <= PREVIEW_LENGTH) return whole;
  return `${whole.slice(0, PREVIEW_LENGTH)}… (+${whole.length - PREVIEW_LENGTH})`;
}

/** All of a value as text: a text as it is, anything else as JSON. */
export function wholeText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Names in braces become values; what stands in square brackets is left out when none of its values is given. */
function fillCard(
  language: Language,
  template: string,
  details: readonly Pick<Detail, "param" | "value">[],
): string {
  const chosen = template.replace(/\[([^\][]*)\]/g, (_whole, part: string) => {
    const words = part.replace(CARD_FLAG, "");
    const given = details.filter(({ param }) => cardParams(part).includes(param));
    const isOff = words !== part && given.every(({ value }) => value === "false");
    return given.length === 0 || isOff ? "" : words;
  });
  return filled(language, chosen, CARD_PLACE, (name) => {
    const detail = details.find((entry) => entry.param === name);
    return detail === undefined ? "–" : (detail.value ?? `⟨${UNKNOWN[language]}⟩`);
  });
}

const UNKNOWN: Localized = {
  ko: "실행 중에 정해지는 값",
  en: "a value known only while it runs",
};
