import type { ButtonPress } from "../commands/command.ts";
import type { FolderDesk } from "../files/file-browser.ts";
import type { PeopleDesk } from "../people/admission.ts";
import type { LinkDesk } from "../people/link-accounts.ts";
import type { WelcomeDesk } from "../people/welcome.ts";
import type { Lanes } from "../platform/keyed-queue.ts";
import { runSwitch } from "../programs/switch-button.ts";
import type { WorkflowList } from "../programs/workflow-command.ts";
import type { AnswerDesk } from "../replies/answer-handler.ts";
import type { ReplyDesk } from "../replies/reply-sender.ts";
import type { BriefingDesk } from "../schedules/briefing-command.ts";
import type { ScheduleList } from "../schedules/schedule-command.ts";
import type { CommandDesk } from "./command-handler.ts";
import type { EditDesk } from "./edited-message-handler.ts";

/** Desks whose buttons begin work, not decide on it. */
export interface WorkDesks {
  readonly briefingDesk: Pick<BriefingDesk, "press">;
  readonly commandDesk: Pick<CommandDesk, "press">;
  readonly edits: Pick<EditDesk, "press">;
  readonly folderDesk: Pick<FolderDesk, "press">;
  readonly linkDesk: Pick<LinkDesk, "press">;
  readonly scheduleList: Pick<ScheduleList, "press">;
  readonly welcomeDesk: Pick<WelcomeDesk, "press">;
  readonly workflowList: Pick<WorkflowList, "press">;
}

/** Has the desk whose button it is do the work; false where it is no such button. */
export function beganWork(
  parts: WorkDesks &
    Parameters<typeof runSwitch>[0] & {
      readonly answers: AnswerDesk;
      readonly door: PeopleDesk;
      readonly lanes: Lanes;
      readonly replies: ReplyDesk;
    },
  press: ButtonPress,
): Promise<boolean> {
  const work =
    parts.folderDesk.press(press, parts.replies) ??
    parts.edits.press(press, parts) ??
    parts.scheduleList.press(press, parts.replies) ??
    parts.briefingDesk.press(press, parts.replies) ??
    parts.workflowList.press(press, parts.replies) ??
    parts.welcomeDesk.press(press, parts) ??
    parts.linkDesk.press(press, parts) ??
    parts.commandDesk.press(press);
  return work === undefined ? runSwitch(parts, press) : work.then(() => true);
}
