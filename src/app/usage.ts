import { toPlainText } from "../bots/markup/parse-markup.ts";
import { type NamedUse, type UsageReport, wordUsage } from "../bots/people/usage-report.ts";
import type { Config } from "../config/config.ts";
import type { Person } from "../security/access/people.ts";
import type { Stores } from "./core/stores.ts";
import { mainModelName } from "./model-clients.ts";

/** What someone has used and may use: in private their own with their schedules' part, in a group that of the group alone; the service's whole for owners in private. */
export function usageOf(
  { stores, config }: { readonly stores: Stores; readonly config: Config },
  asked: { readonly person: Person; readonly chatKey: string; readonly isPrivate: boolean },
): UsageReport {
  const { person, chatKey, isPrivate } = asked;
  const { budgets, rates, schedules } = stores;
  const all = budgets.useOf({ personId: person.id, chatKey });
  const own = all.filter(({ scope }) => {
    if (scope === "service") return isPrivate && person.role === "owner";
    return scope === "chat" || isPrivate;
  });
  const jobs = isPrivate ? schedules.list(person.id) : [];
  const used = jobs.flatMap(({ id, name }): readonly NamedUse[] =>
    budgets
      .useOf({ personId: person.id, chatKey, scheduleId: id })
      .filter((use) => use.scope === "schedule" && use.used > 0)
      .map((use) => ({ ...use, name })),
  );
  const model = mainModelName(config);
  return {
    rates: isPrivate ? rates.useOf(person.id) : [],
    budgets: [...own, ...used],
    askPercent: budgets.rules.askPercent,
    ...(model === undefined
      ? {}
      : { model: { name: model, hasPrice: config.modelPrices[model] !== undefined } }),
  };
}

/** The report as plain text for a terminal. */
export function usageText(report: UsageReport, person: Person): string {
  return toPlainText(wordUsage(report, person));
}
