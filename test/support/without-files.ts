import type { Clock } from "../../src/base/clock.ts";
import type { Log } from "../../src/base/log.ts";
import { AttachmentDownload, type Inbox } from "../../src/bots/files/attachment-download.ts";
import { Attachments } from "../../src/bots/inbox/attachment-table.ts";
import type { Updates } from "../../src/bots/inbox/update-table.ts";
import { Albums } from "../../src/bots/inbox/update-writer.ts";
import type { RunningWork } from "../../src/bots/replies/running-work.ts";
import type { Database } from "../../src/store/database.ts";

/** What a router needs for files, in a house whose chats have no folders. */
export function withoutFiles(
  house: {
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly runningWork: RunningWork;
    readonly updates: Updates;
  },
  faultPoint: (name: string) => void,
) {
  const { database, clock, log, runningWork, updates } = house;
  const attachments = new Attachments({ database, clock });
  const none = (): Promise<never> => Promise.reject(new Error("This house has no files."));
  const inbox: Inbox = { receive: none, digest: none, bytes: none, read: none };
  return {
    albums: new Albums({ updates, clock }),
    inbox,
    attachmentDownload: new AttachmentDownload({
      attachments,
      inbox,
      runningWork,
      clock,
      log,
      faultPoint,
    }),
    transcriberFor: undefined,
  };
}
