import { quoteIbl } from "../../agent/planner/code.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import { dayOnly } from "../../base/format-time.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold, largeSize, shownPath, sizeWords, timeMark } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { inRows, moreButton, pageNear, pageNumbers, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { RunPressed } from "../programs/run-button-program.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say, type TextKey } from "../texts/say.ts";

/** A file of a chat. */
export interface FolderFile {
  /** From the chat's folder down. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

/** Files of a chat, at most 1,000 of them, in any order; `isCut` when it has more. */
export type ListFiles = (
  chatKey: string,
) => Promise<{ readonly files: readonly FolderFile[]; readonly isCut: boolean }>;

/** What a button does; a page is told by its number. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "show" | "read" | "send" | "delete"; readonly file: FolderFile };

/** The choice of every button of the list. */
const FOLDER = BUTTON_KINDS.folder;

/** Most files that are shown where several fit. */
const MOST_FOUND = 4;

const WISH = /^(?:(send|get|보내기|받기)|(delete|remove|지우기|삭제))\s+(\S[\s\S]*)$/iu;

/** Shows the files of a chat, sends one back, and has one deleted through the gate. */
export class FileBrowser {
  readonly #parts: ConstructorParameters<typeof FileBrowser>[0];

  constructor(parts: {
    readonly listFiles: ListFiles;
    /** Absolute path of a file in a chat's folder. */
    readonly filePath: (chatKey: string, path: string) => string;
    readonly assistant: Pick<Assistant, "runProgram">;
    readonly runPressed: RunPressed;
    readonly replies: Pick<ReplySender, "answer">;
    readonly outbox: Pick<Outbox, "edit" | "maxFileBytes">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** `/files`, alone, with a page, with words of a name, or with `send NAME` or `delete NAME`. */
  async command(context: CommandContext): Promise<CommandOutcome> {
    const { person, actor, chat, argument, origin } = context;
    const words = argument.normalize("NFC");
    const { files, isCut } = await this.#list(actor.chatId);
    const [, send, remove, name = ""] = WISH.exec(words) ?? [];
    if (send === undefined && remove === undefined) {
      const isPage = /^\d{0,4}$/.test(words);
      if (!isPage) return this.#found(named(files, words), words, { person, chat });
      return view(files, { page: Number(words), isCut, person, chat, sign: this.#signer(chat) });
    }
    const near = named(files, name);
    const exact =
      files.find(({ path }) => path === name) ?? (near.length === 1 ? near[0] : undefined);
    if (exact === undefined) return this.#found(near, name, { person, chat });
    if (send !== undefined) return this.#sent(exact, person, actor.chatId);
    const code = deletion(exact);
    const result = await context.run((signal) =>
      this.#parts.assistant.runProgram({ origin: `${origin}/0`, actor, code, signal }),
    );
    return { text: "", reply: { kind: "run", result } };
  }

  /** Those that were looked for, to choose from. */
  #found(
    files: readonly FolderFile[],
    words: string,
    { person, chat }: Pick<CommandContext, "person" | "chat">,
  ): CommandOutcome {
    const { language } = person;
    if (files.length === 0)
      return { text: say(language, "folderNothing", { text: escapeMarkup(words) }) };
    const [only] = files;
    const sign = this.#signer(chat);
    if (only !== undefined && files.length === 1) return oneFile(only, { person, sign });
    const shown = files.slice(0, MOST_FOUND);
    return view(shown, { page: 1, isCut: files.length > MOST_FOUND, person, chat, sign });
  }

  readonly commands: readonly Command[] = [
    {
      name: "files",
      usage: "/files",
      help: "helpFiles",
      run: (context) => this.command(context),
    },
  ];

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [FOLDER],
      subjectsOf: async (press) => {
        const list = await this.#list(chatKey(press.event.chat));
        return wishesOf(list.files).map((wish) => ({
          digest: subjectOf(wish),
          run: () => this.#pressed(wish, list, press),
        }));
      },
      refusal: ({ person }) => say(person.language, "folderGone"),
    },
  ];

  async #pressed(
    wish: Wish,
    { files, isCut }: { readonly files: readonly FolderFile[]; readonly isCut: boolean },
    press: ButtonPress,
  ): Promise<void> {
    const { event, person, origin, acknowledge } = press;
    const { chat } = event;
    await acknowledge("");
    const sign = this.#signer(chat);
    switch (wish.kind) {
      case "page":
        this.#redraw(press, view(files, { page: wish.page, isCut, person, chat, sign }));
        return;
      case "show":
        this.#redraw(press, oneFile(wish.file, { person, sign }));
        return;
      case "send": {
        const message = this.#sent(wish.file, person, chatKey(chat));
        this.#parts.replies.answer(origin, chatKey(chat), message);
        return;
      }
      // What is read or deleted goes the way of any program: through the gate.
      case "read":
        await this.#parts.runPressed(press, reading(wish.file));
        return;
      case "delete":
        await this.#parts.runPressed(press, deletion(wish.file));
    }
  }

  #redraw({ event: { chat, messageId, updateId } }: ButtonPress, message: OutgoingMessage): void {
    const key = `edit:files:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
  }

  #sent({ path, sizeBytes }: FolderFile, { language }: Person, key: string): OutgoingMessage {
    const { outbox, filePath } = this.#parts;
    const limitBytes = outbox.maxFileBytes(key) ?? Number.POSITIVE_INFINITY;
    const facts = { path: `**${escapeMarkup(shownPath(path))}**`, size: sizeWords(sizeBytes) };
    if (sizeBytes > limitBytes)
      return { text: say(language, "folderTooLarge", { ...facts, limit: sizeWords(limitBytes) }) };
    const name = path.split("/").at(-1) ?? path;
    const file = { path: filePath(key, path), name, mediaType: mediaTypeOfName(name) };
    return { text: say(language, "folderSent", facts), files: [file] };
  }

  async #list(key: string) {
    const { files, isCut } = await this.#parts.listFiles(key);
    const newest = [...files].sort(
      (left, right) => right.modifiedAtMs - left.modifiedAtMs || (left.path < right.path ? -1 : 1),
    );
    return { files: newest, isCut };
  }

  #signer(chat: ChatAddress): (wish: Wish) => string {
    return (wish) =>
      signButton(this.#parts.tokens, { subject: subjectOf(wish), choice: FOLDER, chat });
  }
}

function reading({ path }: FolderFile): string {
  return `[system:read](${quoteIbl(path)})`;
}

function deletion({ path }: FolderFile): string {
  return `[system:delete](${quoteIbl(path)})`;
}

/** Files whose path has these words in it. */
function named(files: readonly FolderFile[], words: string): readonly FolderFile[] {
  const wanted = words.toLowerCase();
  return files.filter(({ path }) => path.toLowerCase().includes(wanted));
}

function wishesOf(files: readonly FolderFile[]): readonly Wish[] {
  const { pages } = pageNear(1, files.length, rowsBeside(files.length));
  const kinds = ["show", "read", "send", "delete"] as const;
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...files.flatMap((file) => kinds.map((kind) => ({ kind, file }))),
  ];
}

function subjectOf(wish: Wish): string {
  return `files:${wish.kind}:${wish.kind === "page" ? wish.page : wish.file.path}`;
}

/** One page of files with its buttons. */
function view(
  files: readonly FolderFile[],
  facts: {
    readonly page: number;
    readonly isCut: boolean;
    readonly person: Person;
    readonly chat: ChatAddress;
    readonly sign: (wish: Wish) => string;
  },
): { readonly text: string; readonly buttons?: readonly (readonly Button[])[] } {
  const { person, sign } = facts;
  const { language } = person;
  if (files.length === 0) return { text: say(language, "folderEmpty") };
  const rows = rowsBeside(files.length);
  const page = pageNear(facts.page, files.length, rows);
  const first = (page.at - 1) * rows;
  const shown = files.slice(first, first + rows);
  const opens = shown.map((file, index) => ({
    label: String(first + index + 1),
    data: sign({ kind: "show", file }),
  }));
  const more = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
  return {
    text: [
      say(language, "folderHead", { count: files.length }),
      ...shown.map((file, index) => `${first + index + 1}. ${lineOf(file, person)}`),
      ...(facts.isCut ? [say(language, "folderCut")] : []),
    ].join("\n"),
    buttons: inRows([...opens, ...more]),
  };
}

/** A file with what can be done with it. */
function oneFile(
  file: FolderFile,
  { person, sign }: { readonly person: Person; readonly sign: (wish: Wish) => string },
): OutgoingMessage {
  const { language } = person;
  const button = (key: TextKey, wish: Wish): Button => ({
    label: say(language, key),
    data: sign(wish),
  });
  return {
    text: `📄 ${lineOf(file, person)}`,
    buttons: inRows([
      button("folderRead", { kind: "read", file }),
      button("folderGet", { kind: "send", file }),
      button("folderDelete", { kind: "delete", file }),
      button("scheduleBack", { kind: "page", page: 1 }),
    ]),
  };
}

function lineOf({ path, sizeBytes, modifiedAtMs }: FolderFile, person: Person): string {
  const day = timeMark(dayOnly(modifiedAtMs, person, modifiedAtMs), modifiedAtMs, "D");
  const facts = [largeSize(sizeBytes), day].filter((fact) => fact !== "");
  return `${bold(shownPath(path))} · ${facts.join(", ")}`;
}
