import type { Person } from "../../security/access/people.ts";
import type { Command } from "../commands/command.ts";
import { type UsageReport, wordUsage } from "./usage-report.ts";

/** What the command about use and limits works with. */
export interface BudgetCommandParts {
  readonly usage: (asked: {
    readonly person: Person;
    readonly chatKey: string;
    readonly isPrivate: boolean;
  }) => UsageReport;
}

/** The command that shows what was used and what the limits are. */
export function budgetCommands(parts: BudgetCommandParts): readonly Command[] {
  return [
    {
      name: "usage",
      usage: "/usage",
      help: "helpUsage",
      run: ({ person, actor, isPrivate }) => {
        const report = parts.usage({ person, chatKey: actor.chatId, isPrivate });
        return { text: wordUsage(report, person) };
      },
    },
  ];
}
