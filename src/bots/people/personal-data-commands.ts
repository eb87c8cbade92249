import { sizeWords } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { ErasePerson } from "./erase-person.ts";
import { type StatusReport, wordStatus, wordWholeStatus } from "./status-command.ts";

/** Everything of a person in one file. */
export type PersonalExport =
  | {
      readonly kind: "ready";
      readonly path: string;
      /** The name under which it is sent. */
      readonly name: string;
      readonly rows: number;
      readonly files: number;
      readonly zipBytes: number;
      /** Size of the files, where they did not fit and are not in it. */
      readonly missingFileBytes?: number;
    }
  /** Even without files it cannot be sent. */
  | { readonly kind: "too-large"; readonly zipBytes: number };

/** What the commands about a person's data ask for. */
export interface PersonalData {
  readonly forgetting: Pick<ErasePerson, "ask">;
  readonly status: (request: {
    readonly person: Person;
    readonly chatKey: string;
    readonly isPrivate: boolean;
  }) => Promise<StatusReport>;
  /** Makes the file; `limitBytes` is the most that can be sent, without which everything fits. */
  readonly exportOf: (
    person: Person,
    options: { readonly limitBytes: number | undefined; readonly signal: AbortSignal },
  ) => Promise<PersonalExport>;
  /** Largest file that can be sent to a chat, in bytes. */
  readonly maxFileBytes: (chatKey: string) => number | undefined;
}

/** What an owner asks `/status` for to see all of the service. */
const WHOLE = /^(?:service|서비스)$/iu;

/** The commands about what the bot has of a person. */
export function personalDataCommands(data: PersonalData): readonly Command[] {
  return [
    {
      name: "status",
      usage: "/status",
      help: "helpStatus",
      run: async ({ person, actor, isPrivate, argument }) => {
        const report = await data.status({ person, chatKey: actor.chatId, isPrivate });
        const isWhole = report.service !== undefined && WHOLE.test(argument.trim());
        if (isWhole) return { text: wordWholeStatus(report, person) };
        return { text: wordStatus(report, person), suggestions: statusNext(report, person) };
      },
    },
    {
      name: "export",
      usage: "/export",
      help: "helpExport",
      isPersonal: () => true,
      run: (context) => exportAll(data, context),
    },
    {
      name: "forget_me",
      usage: "/forget_me",
      help: "helpForget",
      isPersonal: () => true,
      run: ({ person, actor }) => data.forgetting.ask(person, actor.chatId),
    },
  ];
}

/** What somebody may look at next. */
function statusNext(
  { own, service }: StatusReport,
  { language }: Person,
): NonNullable<CommandOutcome["suggestions"]> {
  const offer = (label: TextKey, says: TextKey) => ({
    label: say(language, label),
    says: say(language, says),
  });
  return [
    ...(own?.next === undefined ? [] : [offer("statusReminders", "statusRemindersWords")]),
    ...(own === undefined || own.pendingApprovals === 0
      ? []
      : [offer("statusApprovals", "statusApprovalsWords")]),
    ...(service === undefined ? [] : [offer("statusWhole", "statusWholeWords")]),
  ];
}

async function exportAll(data: PersonalData, context: CommandContext): Promise<CommandOutcome> {
  const { person, actor, run } = context;
  const { language } = person;
  const limitBytes = data.maxFileBytes(actor.chatId);
  const made = await run((signal) => data.exportOf(person, { limitBytes, signal }));
  const limit = sizeWords(limitBytes ?? 0);
  if (made.kind === "too-large")
    return { text: say(language, "exportTooLarge", { size: sizeWords(made.zipBytes), limit }) };
  const { rows, files, missingFileBytes, path, name } = made;
  const lines = [say(language, "exportReady", { rows, files })];
  if (missingFileBytes !== undefined)
    lines.push(say(language, "exportWithoutFiles", { files: sizeWords(missingFileBytes), limit }));
  return { text: lines.join("\n"), files: [{ path, name, mediaType: "application/zip" }] };
}
