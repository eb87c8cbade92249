import type { AnswerDesk } from "./answer-desk.ts";
import type { BriefingDesk } from "./briefing-desk.ts";
import type { CommandDesk } from "./command-desk.ts";
import type { EditDesk } from "./edit-desk.ts";
import type { FolderDesk } from "./folder-desk.ts";
import type { Lanes } from "./lanes.ts";
import type { LinkDesk } from "./link-desk.ts";
import type { PeopleDesk } from "./people-desk.ts";
import type { ReplyDesk } from "./reply-desk.ts";
import type { ScheduleList } from "./schedule-list.ts";
import { runSwitch, type SwitchPress } from "./switch-press.ts";
import type { WelcomeDesk } from "./welcome-desk.ts";
import type { WorkflowList } from "./workflow-list.ts";

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
  press: SwitchPress,
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
