import type { PlannerResult } from "../agent/planner/result.ts";
import { AppError } from "../base/errors.ts";
import { isoInZone } from "../base/format-time.ts";
import type { JsonObject } from "../base/json.ts";
import { type Localized, sentences } from "../base/localized.ts";
import type { Diagnostic, Warning } from "../engine/language/diagnostics.ts";
import { didYouMean } from "../engine/language/nearest-name.ts";
import { programJson } from "../engine/language/parse-tree.ts";
import { parse } from "../engine/language/parser.ts";
import { describeTiming } from "../scheduler/ledger/describe.ts";
import { nextDue } from "../scheduler/timing/cron.ts";
import { parseTiming } from "../scheduler/timing/timing.ts";
import { parseZone } from "../scheduler/timing/zone.ts";
import type { Approval } from "../security/approvals/approvals.ts";
import { needsOf } from "./core/readiness.ts";
import { localOwner } from "./local-owner.ts";
import type { App } from "./open-app.ts";
import { plannerOver, plannerSchedules, plannerWorkflows } from "./person-context.ts";

/** A parsed program as JSON with its warnings, or the error. */
export function describeProgram(
  code: string,
):
  | { readonly ok: true; readonly program: JsonObject; readonly warnings: readonly Warning[] }
  | { readonly ok: false; readonly error: Diagnostic } {
  const parsed = parse(code);
  if (!parsed.ok) return parsed;
  return {
    ok: true,
    program: programJson(parsed.program),
    warnings: parsed.warnings,
  };
}

/** One action as `ibl-bot actions` lists it. */
export interface ActionLine {
  readonly node: string;
  readonly action: string;
  readonly effect: string;
  readonly approval: boolean;
  readonly ready: boolean;
  /** What is missing, each with how to get it. */
  readonly needs: readonly string[];
  readonly description: string;
}

/** Every action of the catalogue by each of its names, and whether it can run here; registered tools are behind `system:tool`. */
export function listActions(parts: App): readonly ActionLine[] {
  const { actions, verbs } = parts.library.catalogue();
  const named = [...actions.values()]
    .filter(({ tool }) => tool === undefined)
    .map((definition) => ({ name: definition.action, definition }));
  const others = [...verbs].flatMap(([node, own]) =>
    [...own].flatMap(([name, { fallback }]) => {
      const definition = actions.get(`${node}:${fallback ?? ""}`);
      return definition === undefined || actions.has(`${node}:${name}`)
        ? []
        : [{ name, definition }];
    }),
  );
  return [...named, ...others].map(({ name, definition }) => {
    const needs = needsOf(definition, parts.config).map(({ how }) => how[parts.config.language]);
    return {
      node: definition.node,
      action: name,
      effect: definition.effect,
      approval: definition.approval,
      ready: needs.length === 0,
      needs,
      description: definition.description[parts.config.language],
    };
  });
}

/** What a text means to the local owner without a model. Rejects when the signal aborts. */
export function planWords(parts: App, text: string, signal: AbortSignal): Promise<PlannerResult> {
  const { actor } = localOwner(parts);
  const options = {
    language: actor.language,
    nowMs: parts.edges.clock.now(),
    zone: actor.zone,
    workflows: plannerWorkflows(parts.workflows, actor),
    schedules: plannerSchedules(parts.schedules, actor.personId),
  };
  return plannerOver(parts).plan(text, options, { personId: actor.personId, signal });
}

/** An instant as ISO text in the zone that is set. */
export function localIso(parts: App, instantMs: number): string {
  return isoInZone(instantMs, parts.config.zone);
}

/** Every schedule of every person, for the owner of the machine. */
export function listSchedules(parts: App): readonly JsonObject[] {
  return parts.schedules.list().map((schedule) => ({
    id: schedule.id,
    name: schedule.name,
    person: parts.people.nameOf(schedule.personId) ?? schedule.personId,
    chat: schedule.chatId,
    when: describeTiming(schedule.timing, schedule.zone, parts.config.language),
    zone: schedule.zone,
    program: schedule.program,
    state: schedule.state,
    next: schedule.nextDueMs === undefined ? null : isoInZone(schedule.nextDueMs, schedule.zone),
  }));
}

/** The next times of a cron expression (or of `every 30m`, an ISO date …) as ISO text with offsets, in a zone or a place such as "Paris". Throws `AppError` `bad-timing`. */
export function nextTimes(
  expression: string,
  options: { readonly zone: string; readonly fromMs: number; readonly count: number },
): readonly string[] {
  const input = /^\d+\s*[smhdw]/.test(expression)
    ? { every: expression }
    : /^\d{4}-\d{2}-\d{2}T/.test(expression)
      ? { at: expression }
      : { cron: expression };
  const named = parseZone(options.zone);
  if (!named.ok) throw new AppError("bad-timing", named.problem);
  const { zone } = named;
  const parsed = parseTiming(input, { nowMs: options.fromMs, zone });
  if (!parsed.ok) throw new AppError("bad-timing", sentences(parsed.problems));
  const times: string[] = [];
  let afterMs = options.fromMs;
  while (times.length < options.count) {
    const dueMs = nextDue(parsed.timing, zone, afterMs);
    if (dueMs === undefined) break;
    times.push(isoInZone(dueMs, zone));
    afterMs = dueMs;
  }
  return times;
}

/** An approval in one line. */
export function approvalLine(parts: App, approval: Approval): string {
  const { language } = parts.config;
  const what = approval.card.effects
    ?.filter((effect) => effect.approval && !effect.later)
    .map((effect) => effect.card[language])
    .join(", ");
  const values = approval.card.values?.map((value) => `${value.param}: ${value.value}`).join(", ");
  const account =
    approval.card.account === undefined
      ? undefined
      : `${approval.card.account.name} (${approval.card.account.platform})`;
  return (
    [approval.card.prompt, what, values, account].find(
      (part) => part !== undefined && part !== "",
    ) ?? approval.kind
  );
}

/** ` Did you mean "x"?` for a mistyped command; empty where none is near. */
export function nearCommand(name: string, names: readonly string[]): Localized {
  const near = didYouMean(name, names);
  return near === "" ? { ko: "", en: "" } : near;
}
