import type { ButtonPress } from "../commands/command.ts";
import type { FileBrowser } from "../files/file-browser.ts";
import type { Admission } from "../people/admission.ts";
import type { AccountLinking } from "../people/link-accounts.ts";
import type { Welcome } from "../people/welcome.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { runSwitch } from "../programs/switch-button.ts";
import type { WorkflowList } from "../programs/workflow-command.ts";
import type { AnswerHandler } from "../replies/answer-handler.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { BriefingCommand } from "../schedules/briefing-command.ts";
import type { ScheduleList } from "../schedules/schedule-command.ts";
import type { CommandHandler } from "./command-handler.ts";
import type { EditedMessageHandler } from "./edited-message-handler.ts";

/** Desks whose buttons begin work, not decide on it. */
export interface WorkButtonHandlers {
  readonly briefingCommand: Pick<BriefingCommand, "press">;
  readonly commandHandler: Pick<CommandHandler, "press">;
  readonly edits: Pick<EditedMessageHandler, "press">;
  readonly fileBrowser: Pick<FileBrowser, "press">;
  readonly accountLinking: Pick<AccountLinking, "press">;
  readonly scheduleList: Pick<ScheduleList, "press">;
  readonly welcome: Pick<Welcome, "press">;
  readonly workflowList: Pick<WorkflowList, "press">;
}

/** Has the desk whose button it is do the work; false where it is no such button. */
export function beganWork(
  parts: WorkButtonHandlers &
    Parameters<typeof runSwitch>[0] & {
      readonly answers: AnswerHandler;
      readonly admission: Admission;
      readonly chatQueue: KeyedQueue;
      readonly replies: ReplySender;
    },
  press: ButtonPress,
): Promise<boolean> {
  const work =
    parts.fileBrowser.press(press, parts.replies) ??
    parts.edits.press(press, parts) ??
    parts.scheduleList.press(press, parts.replies) ??
    parts.briefingCommand.press(press, parts.replies) ??
    parts.workflowList.press(press, parts.replies) ??
    parts.welcome.press(press, parts) ??
    parts.accountLinking.press(press, parts) ??
    parts.commandHandler.press(press);
  return work === undefined ? runSwitch(parts, press) : work.then(() => true);
}
