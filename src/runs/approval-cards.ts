import type { Clock } from "../base/clock.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { Localized } from "../base/localized.ts";
import type { Catalogue } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { CallPicture } from "../engine/execute/call-picture.ts";
import type { SeenFile } from "../engine/execute/file-state.ts";
import type { Journal, Wait, WaitingItem } from "../engine/execute/journal.ts";
import {
  type Detail,
  filledWith,
  type PlannedEffect,
  shownValue,
} from "../engine/plan/effects-report.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { PlannedCall } from "../engine/plan/planned-tree.ts";
import { type SourcedCall, sourcesOf } from "../engine/plan/value-sources.ts";
import { type Coming, comingOf } from "../scheduler/ledger/describe.ts";
import { withWordsRead } from "../scheduler/phrases/worded-timing.ts";
import { parseTiming } from "../scheduler/timing/timing.ts";
import type { TimingContext } from "../scheduler/timing/timing-reading.ts";
import { parseTrigger } from "../scheduler/timing/trigger-reading.ts";
import { approverFor } from "../security/access/policy.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type {
  CardContent,
  CardEffect,
  CardFact,
  CardLoop,
  CommandShelter,
} from "../security/approvals/card-content.ts";
import type { KeptNote } from "../security/approvals/dry-run-result.ts";
import type { AgentNames } from "./agent-names.ts";
import { type CalledBy, deedOf, originOf, wholeText } from "./card-deeds.ts";
import type { OriginOf } from "./value-origins.ts";

/** How much a card shows of a long text in what waits for no press: its first lines, and so many UTF-16 units of them. */
const PREVIEW_LINES = 5;
const PREVIEW_LENGTH = 300;

/** What a plan's card shows besides the plan: how files are now, what came of trying the programs that are kept, and the clock and zone in which times of day are meant. */
export interface PlanSurroundings {
  readonly files: readonly SeenFile[];
  readonly kept: readonly KeptNote[];
  /** What the effects act on. Default: the card has no picture. */
  readonly picture?: CallPicture;
  readonly clock: Pick<Clock, "now">;
  readonly actor: Pick<Actor, "zone">;
  /** How the commands of the plan run; absent where it has none. */
  readonly shelter?: CommandShelter;
  /** Default: as the program names them. */
  readonly called?: CalledBy;
  /** Default: nobody knows whose a doubtful value is. */
  readonly originOf?: OriginOf;
}

type WaitSurroundings = Pick<PlanSurroundings, "shelter" | "called" | "originOf">;

/** What the card of a plan shows: every effect with its parameters, where values come from, and when schedules come due. Pure. */
export function cardOfPlan(
  plan: Plan,
  { files, kept, picture, clock, actor, shelter, called, originOf: whose }: PlanSurroundings,
): CardContent {
  const context = { nowMs: clock.now(), zone: actor.zone };
  const known = withShelter(
    withFacts(plan.report.effects, plan, { called, originOf: whose }),
    shelter,
  );
  return {
    program: plan.program,
    effects: withKept(withFiles(withTimes(known, plan, context), files), kept),
    ...(picture === undefined ? {} : { picture }),
  };
}

function withShelter(
  effects: readonly CardEffect[],
  shelter: CommandShelter | undefined,
): readonly CardEffect[] {
  if (shelter === undefined) return effects;
  return effects.map((effect) =>
    effect.details.some(({ role }) => role === "command") ? { ...effect, ...shelter } : effect,
  );
}

/** What the card of a waiting step shows: its own effects, or for an `approve` those it stands for. Pure. */
export function cardOfWait(wait: Wait, plan: Plan, around: WaitSurroundings = {}): CardContent {
  const { shelter } = around;
  if (wait.items !== undefined) return cardOfLoop(wait, wait.items, plan, around);
  const { values, node, action, prompt } = wait;
  const labels = wait.kind === "uncertain" ? ["done"] : wait.options;
  const shown = new Set(values.map((value) => value.param));
  const known = withFacts(settledDetails(effectsOfWait(wait, plan), wait), plan, around);
  const effects = known.map((effect) => {
    const { facts = [], ...rest } =
      effect.callId === wait.callId ? settledEffect(effect, wait) : effect;
    return { ...rest, facts: facts.filter(({ param }) => !shown.has(param)) };
  });
  return {
    program: plan.program,
    effects: withShelter(withFiles(effects, wait.files ?? []), shelter),
    ...(wait.standsForPlan === true ? { standsForPlan: true } : {}),
    ...(wait.isChanged === true ? { isChanged: true } : {}),
    ...(wait.picture === undefined ? {} : { picture: wait.picture }),
    values,
    node,
    action,
    prompt,
    options: labels.map((label) => ({ label })),
  };
}

/** The card of several calls: an effect each, and all of them as one deed where they are of one kind. */
function cardOfLoop(
  wait: Wait,
  items: readonly WaitingItem[],
  plan: Plan,
  around: WaitSurroundings,
): CardContent {
  const { items: _items, ...blank } = wait;
  const effects = items.flatMap((item) =>
    (cardOfWait({ ...blank, ...item }, plan, around).effects ?? []).map((effect) => ({
      ...effect,
      stepKey: item.key,
    })),
  );
  const loop = loopOf(effects, items, plan, around.called);
  const picture = items.find((item) => item.picture !== undefined)?.picture;
  return {
    program: plan.program,
    effects,
    ...(wait.standsForPlan === true ? { standsForPlan: true } : {}),
    ...(loop === undefined
      ? {
          values: items
            .flatMap(({ values }) => values)
            .filter(({ role }) => effects.length === 0 || role === "code"),
        }
      : { loop }),
    ...(picture === undefined ? {} : { picture }),
    node: wait.node,
    action: wait.action,
    prompt: "",
    // What lets each be asked about by itself.
    options: loop?.mayBeSingle === true ? [{ label: "" }] : [],
  };
}

/** The deed of calls of one action, each to something else; nothing where the catalogue has no words for several. */
function loopOf(
  effects: readonly CardEffect[],
  items: readonly WaitingItem[],
  plan: Plan,
  called: CalledBy = (name) => name,
): CardLoop | undefined {
  const [first] = effects;
  const isSame = effects.every(
    ({ node, action }) => node === first?.node && action === first.action,
  );
  const found = sourcesOf(plan.statements).find(({ call }) => call.id === first?.callId);
  const many = found?.call.definition.deed?.many;
  if (first?.deed === undefined || many === undefined || !isSame) return undefined;
  const names = new Set(items.map(({ told = {} }) => told[many.names]));
  if (names.size < items.length) return undefined;
  const count = { param: "count", value: String(items.length) };
  const say = (text: Localized): Localized => filledWith(text, [count]);
  const facts = effects.map(({ deed }) => deed?.facts ?? []);
  const own = facts.map((each) => each.filter(({ param }) => param !== many.names));
  const isCommon = (fact: CardFact): boolean =>
    own.every((each) => each.some((other) => isEqualFact(fact, other)));
  const { effect } = first;
  const isAddress = found?.call.definition.roles[many.names] === "host";
  const nameOf = isAddress ? shortAddress : called;
  return {
    deed: {
      ...first.deed,
      ask: say(many.ask),
      verb: say(many.verb),
      done: many.done,
      facts: (own[0] ?? []).filter(isCommon),
      outside: effects.flatMap(({ deed }) => deed?.outside ?? []),
    },
    items: items.map(({ told = {} }, index) => ({
      name: nameOf(told[many.names] ?? "?"),
      facts: (own[index] ?? []).filter((fact) => !isCommon(fact)),
    })),
    ...(effect === "send" ? { mayBeSingle: true } : {}),
  };
}

/** An address as it is told from others: its host and where it leads there, no longer than is read. The host is whole. */
export function shortAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { hostname, pathname, search } = new URL(address);
  const path = `${pathname}${search}`.replace(/^\/$/, "");
  const room = Math.max(0, ADDRESS_LENGTH - hostname.length);
  return path.length <= room ? `${hostname}${path}` : `${hostname}${path.slice(0, room)}…`;
}

/** The most of an address that is read, in UTF-16 units. */
const ADDRESS_LENGTH = 40;

function isEqualFact(one: CardFact, other: CardFact): boolean {
  return one.param === other.param && one.value === other.value;
}

/** The waiting call's parameters with the values that they have now, and those that were found when it was reached. */
function settledDetails(
  effects: readonly PlannedEffect[],
  { callId, told = {}, values }: Wait,
): readonly PlannedEffect[] {
  const tainted = new Set(values.filter((value) => value.tainted).map(({ param }) => param));
  return effects.map((effect) => {
    if (effect.callId !== callId) return effect;
    const details = effect.details.map((detail): Detail => {
      const value = told[detail.param];
      if (value === undefined) return detail;
      const { param, role } = detail;
      return {
        param,
        ...(role === undefined ? {} : { role }),
        ...shownValue(value),
        ...(tainted.has(param) ? { tainted: true } : {}),
      };
    });
    const known = new Set(details.map(({ param }) => param));
    const found = Object.entries(told)
      .filter(([param]) => !known.has(param))
      .map(([param, value]): Detail => {
        const role = values.find((each) => each.param === param)?.role;
        return { param, ...(role === undefined ? {} : { role }), ...shownValue(value) };
      });
    return { ...effect, details: [...details, ...found] };
  });
}

function withFiles(
  effects: readonly CardEffect[],
  files: readonly SeenFile[],
): readonly CardEffect[] {
  return effects.map((effect) => {
    const own = files.filter(({ callId }) => callId === effect.callId);
    return own.length === 0 ? effect : { ...effect, files: own };
  });
}

/** An effect with the values that it has now, in the place of those that were not known before it ran. */
function settledEffect(effect: CardEffect, { card, told = {} }: Wait): CardEffect {
  const { facts = [] } = effect;
  return {
    ...effect,
    ...(card === undefined ? {} : { card, times: 1, conditional: false }),
    facts: facts.flatMap((fact): readonly CardFact[] => {
      const value = told[fact.param];
      if (fact.value !== undefined || value === undefined) return [fact];
      if (card?.en.includes(value) === true) return [];
      const { from: _source, ...rest } = fact;
      return [{ ...rest, value }];
    }),
  };
}

/** Who may answer a waiting step. Pure; an unknown action is an owner's matter. */
export function approverOfWait(
  wait: Wait,
  plan: Plan,
  catalogue: Catalogue,
): "requester" | "owner" {
  if (wait.kind === "question") return "requester";
  if (wait.kind === "approval") return approverFor(effectsOfWait(wait, plan));
  const known = (wait.items ?? [wait]).map(({ node, action }) =>
    catalogue.actions.get(`${node}:${action}`),
  );
  const definitions = known.filter((definition) => definition !== undefined);
  return definitions.length < known.length ? "owner" : approverFor(definitions);
}

/** The effects that a waiting step's answer lets happen. Pure. */
export function effectsOfWait(wait: Wait, plan: Plan): readonly PlannedEffect[] {
  if (wait.kind === "question") return [];
  if (wait.kind === "approval") return effectsCoveredBy(wait.callId, plan);
  const calls = new Set((wait.items ?? [wait]).map(({ callId }) => callId));
  return plan.report.effects.filter((effect) => calls.has(effect.callId));
}

/** The effects that the press on an `approve` stands for. Pure. */
export function effectsCoveredBy(callId: string, plan: Plan): readonly PlannedEffect[] {
  return plan.report.effects.filter((effect) => effect.coveredBy === callId);
}

/** Who acts, for a card: all that ask each other for its effects, the person's agent first. Pure. */
export function agentsOn(
  effects: readonly PlannedEffect[],
  agents: readonly string[] = [],
  agentRegistry: Pick<AgentNames, "titles"> | undefined,
): Pick<CardContent, "agents"> {
  const ids = [...new Set([...agents, ...effects.flatMap((effect) => effect.agents ?? [])])];
  const titles = agentRegistry?.titles(ids) ?? [];
  return titles.length === 0 ? {} : { agents: titles };
}

/** Whether a wait was answered while the rest of its program was still running. */
export function isAnswered(journal: Journal, approvals: Approvals): (wait: Wait) => boolean {
  return ({ kind, key, digest, options }) => {
    if (kind === "errand") return options.some((id) => approvals.get(id)?.state !== "pending");
    const record = journal.find(key);
    return record?.state === "finished" || record?.allowed === digest;
  };
}

/** What work elsewhere waits for. */
export function askedElsewhere(waits: readonly Wait[], approvals: Approvals): readonly Approval[] {
  return waits.flatMap(({ kind, options }) =>
    kind === "errand" ? options.flatMap((id) => approvals.get(id) ?? []) : [],
  );
}

function withKept(
  effects: readonly CardEffect[],
  kept: readonly KeptNote[],
): readonly CardEffect[] {
  const notes = new Map(kept.map(({ callId, ...note }) => [callId, note]));
  return effects.map((effect) =>
    effect.later ? effect : { ...effect, ...notes.get(effect.callId) },
  );
}

function withTimes(
  effects: readonly CardEffect[],
  plan: Plan,
  context: TimingContext,
): readonly CardEffect[] {
  const calls = new Map(sourcesOf(plan.statements).map(({ call }) => [call.id, call]));
  return effects.map((effect) => {
    const call = calls.get(effect.callId);
    if (call === undefined || effect.later) return effect;
    const entry = entryOnCard(call, context);
    return entry === undefined
      ? { ...effect, ...timesOnCard(call, context) }
      : withoutTimes({ ...effect, ...entry });
  });
}

/** Parameters that say what an entry of the calendar is and when it comes. */
const ENTRY_TIMES = new Set(
  "type date time month day lunar at repeat weekdays interval before timezone".split(" "),
);

/** An effect whose rule tells all that these parameters say. */
function withoutTimes(effect: CardEffect): CardEffect {
  const others = (all: readonly CardFact[]): readonly CardFact[] =>
    all.filter(({ param }) => !ENTRY_TIMES.has(param));
  const { facts, deed } = effect;
  return {
    ...effect,
    ...(facts === undefined ? {} : { facts: others(facts) }),
    ...(deed === undefined ? {} : { deed: { ...deed, facts: others(deed.facts) } }),
  };
}

function withFacts(
  effects: readonly PlannedEffect[],
  plan: Plan,
  around: {
    readonly called?: CalledBy | undefined;
    readonly originOf?: OriginOf | undefined;
  },
): readonly CardEffect[] {
  const calls = new Map(sourcesOf(plan.statements).map((found) => [found.call.id, found]));
  return effects.map((effect) => {
    const found = calls.get(effect.callId);
    if (found === undefined) return effect;
    const facts = factsOf(effect, found);
    return {
      ...effect,
      ...deedOf(effect.details, found, {
        ...around,
        within: plan.report.effects.filter(({ callId }) => callId.startsWith(`${found.call.id}/`)),
      }),
      ...(facts.length === 0 ? {} : { facts }),
    };
  });
}

/** The parameters that the effect's sentence leaves out, cuts short, or does not know yet; of what waits for a press each is whole. */
function factsOf({ approval, details }: PlannedEffect, found: SourcedCall): readonly CardFact[] {
  const { definition } = found.call;
  const silent = new Set(definition.deed?.silent);
  return details.flatMap((detail): readonly CardFact[] => {
    const { param, role, value } = detail;
    if (silent.has(param)) return [];
    const named = { param, ...(role === undefined ? {} : { role }) };
    if (value === undefined) return [{ ...named, ...originOf(param, found) }];
    const isTold = definition.card.en.includes(`{${param}}`);
    const text = wholeText(detail, found.call);
    if (isTold && text.length <= value.length) return [];
    const shown = approval ? { value: text } : previewOf(text);
    return [{ ...named, ...doubtOf(param, found), ...shown }];
  });
}

/** That a value is made from text from outside. */
function doubtOf(param: string, { tainted }: SourcedCall): Pick<CardFact, "tainted"> {
  return tainted.has(param) ? { tainted: true } : {};
}

function previewOf(text: string): Pick<CardFact, "value" | "whole"> {
  const lines = text.split("\n");
  const start = lines.slice(0, PREVIEW_LINES).join("\n");
  const cut = start.length <= PREVIEW_LENGTH ? start : wholeCharacters(start, PREVIEW_LENGTH);
  if (cut.length === text.length) return { value: text };
  return { value: cut, whole: { characters: [...text].length, lines: lines.length } };
}

/** At most `length` units from the start, never half a character. */
function wholeCharacters(text: string, length: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}

/** Calls that make a schedule or change when one is due. */
const SCHEDULING = new Set([
  "system:schedule",
  "system:create",
  "system:update",
  "system:manage_events",
]);

/** The rule by which the schedule that a call makes or changes comes, in words, and its next three times, as far as they are known before it runs; nothing of any other call. */
function timesOnCard({ definition, params }: PlannedCall, context: TimingContext): Partial<Coming> {
  if (!SCHEDULING.has(`${definition.node}:${definition.action}`)) return {};
  const { config } = params;
  const input: JsonObject = { ...params, ...(isJsonObject(config) ? config : {}) };
  const { timezone } = input;
  const zone = typeof timezone === "string" ? timezone : context.zone;
  const asked = { ...context, zone };
  const parsed = parseTiming(withWordsRead(input, asked), asked);
  if (!parsed.ok || isLookedAt(input)) return {};
  return comingOf(parsed.timing, zone, context.nowMs);
}

/** What a new entry of the calendar is and when it comes, as a rule; nothing of what is not all known before it runs, or changes another. */
function entryOnCard(
  { definition, params }: PlannedCall,
  context: TimingContext,
): Coming | undefined {
  if (definition.node !== "system" || definition.action !== "save_event") return undefined;
  const { type, timezone, ...config } = params;
  // Without a day it changes an entry that is there.
  if (!["at", "date", "month", "day", "lunar", "weekdays"].some((name) => name in config))
    return undefined;
  const zone = typeof timezone === "string" ? timezone : context.zone;
  const asked = { ...context, zone };
  const input = withWordsRead({ ...config, entry: type ?? "other" }, asked);
  const parsed = parseTrigger("entry", input, asked);
  if (!parsed.ok) return undefined;
  const { rule } = comingOf(parsed.timing, zone, context.nowMs);
  const unsigned = (text: string): string => text.replace(/^\P{L}+/u, "");
  const words =
    rule === undefined ? {} : { rule: { ko: unsigned(rule.ko), en: unsigned(rule.en) } };
  return { ...words, comingMs: [] };
}

/** The times of a condition are when it is looked at, not when anything comes of it. */
function isLookedAt({ type, watch }: JsonObject): boolean {
  return watch !== undefined || type === "condition";
}
