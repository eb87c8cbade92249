import { dayAndTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import { amountWords } from "../../security/limits/budget-words.ts";
import type { BudgetUse } from "../../security/limits/budgets.ts";
import type { RateUse } from "../../security/limits/rate-limits.ts";
import type { Command } from "../commands/command.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

/** What of the model a scope has used today; a schedule has its name. */
export interface NamedUse extends BudgetUse {
  readonly name?: string;
}

/** What someone has used, as far as they may know. */
export interface UsageReport {
  readonly rates: readonly RateUse[];
  readonly budgets: readonly NamedUse[];
  /** From this share of a limit on an owner is asked; 100 asks never. */
  readonly askPercent: number;
  /** Absent where there is none. */
  readonly model?: { readonly name: string; readonly hasPrice: boolean };
}

/** The report in words. Pure. */
export function wordUsage(
  { rates, budgets, askPercent, model }: UsageReport,
  reader: { readonly language: Language; readonly zone: string },
): string {
  const { language } = reader;
  const [first] = budgets;
  const told =
    model === undefined
      ? [say(language, "usageNoModel")]
      : [
          ...budgets.map((use) => budgetLine(use, language)),
          ...(first === undefined
            ? []
            : [
                say(language, "usageReset", {
                  time: timeMark(dayAndTime(first.resetsAtMs, reader), first.resetsAtMs),
                }),
              ]),
          ...(askPercent === 100 ? [] : [say(language, "usageAsks", { percent: askPercent })]),
          ...(model.hasPrice ? [] : [say(language, "usageNoPrice")]),
        ];
  return [
    say(language, "usageHead"),
    ...rates.map((use) => rateLine(use, language)),
    "",
    ...told,
  ].join("\n");
}

function rateLine({ kind, lastMinute, lastHour, limits }: RateUse, language: Language): string {
  return say(language, "usageRate", {
    kind: say(language, `usage_${kind}`),
    minute: lastMinute,
    minutes: limits.perMinute ?? "∞",
    hour: lastHour,
    hours: limits.perHour ?? "∞",
  });
}

function budgetLine({ scope, unit, used, limit, name }: NamedUse, language: Language): string {
  const facts = {
    scope: say(language, `usage_${scope}`, { name: escapeMarkup(name ?? "") }),
    used: escapeMarkup(amountWords(used, unit, language)),
  };
  if (limit === undefined) return say(language, "usageFree", facts);
  return say(language, "usageLimited", {
    ...facts,
    limit: escapeMarkup(amountWords(limit, unit, language)),
    percent: Math.floor((used / limit) * 100),
  });
}

/** The command that shows what was used and what the limits are. */
export function usageCommand(
  usage: (asked: {
    readonly person: Person;
    readonly chatKey: string;
    readonly isPrivate: boolean;
  }) => UsageReport,
): Command {
  return {
    name: "usage",
    usage: "/usage",
    help: "helpUsage",
    run: ({ person, actor, isPrivate }) => {
      const report = usage({ person, chatKey: actor.chatId, isPrivate });
      return { text: wordUsage(report, person) };
    },
  };
}
