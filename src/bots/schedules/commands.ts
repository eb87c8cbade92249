import type { Command } from "../commands/command.ts";
import type { BriefingCommand } from "./briefing-command.ts";
import type { ScheduleList } from "./schedule-command.ts";

/** The commands about briefings and schedules. */
export function scheduleCommands({
  briefingCommand,
  scheduleList,
}: {
  readonly briefingCommand: BriefingCommand;
  readonly scheduleList: ScheduleList;
}): readonly Command[] {
  return [
    {
      name: "briefing",
      usage: "/briefing",
      takesText: true,
      help: "helpBriefing",
      run: ({ person, chat, argument }) => briefingCommand.command(person, chat, argument),
    },
    {
      name: "schedule",
      usage: "/schedule",
      takesText: true,
      help: "helpSchedule",
      run: ({ person, chat, argument }) => scheduleList.command(person, chat, argument),
    },
  ];
}
