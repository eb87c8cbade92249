import { quoteIbl } from "../../agent/planner/code.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import { dateAndTime } from "../../base/format-time.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { sizeWords } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { pageNear, pageNumbers, turnButtons } from "../markup/pagination.ts";
import { codeSpan, escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
} from "../platform/chat-adapter.ts";
import type { RunPressed } from "../programs/run-button-program.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say } from "../texts/say.ts";

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
  | { readonly kind: "send" | "delete"; readonly file: FolderFile };

/** The choice of every button of the list. */
const FOLDER = BUTTON_KINDS.folder;

/** Files of one page: with two buttons each and two for the pages, every button has a key on a terminal. */
const PAGE_ROWS = 4;

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
    const isCut = files.length > PAGE_ROWS;
    const shown = files.slice(0, PAGE_ROWS);
    return view(shown, { page: 1, isCut, person, chat, sign: this.#signer(chat) });
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
    if (wish.kind === "page") {
      await acknowledge("");
      const { page } = wish;
      const message = view(files, { page, isCut, person, chat, sign: this.#signer(chat) });
      const key = `edit:files:${chat.platform}:${event.updateId}`;
      const { messageId } = event;
      this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
      return;
    }
    const note = wish.kind === "send" ? "folderSending" : "folderDeleting";
    await acknowledge(say(person.language, note));
    if (wish.kind === "send") {
      const message = this.#sent(wish.file, person, chatKey(chat));
      this.#parts.replies.answer(origin, chatKey(chat), message);
      // The file goes the way of any program: through the gate, with its card.
    } else await this.#parts.runPressed(press, deletion(wish.file));
  }

  #sent({ path, sizeBytes }: FolderFile, { language }: Person, key: string): OutgoingMessage {
    const { outbox, filePath } = this.#parts;
    const limitBytes = outbox.maxFileBytes(key) ?? Number.POSITIVE_INFINITY;
    const facts = { path: codeSpan(path), size: sizeWords(sizeBytes) };
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

function deletion({ path }: FolderFile): string {
  return `[system:delete](${quoteIbl(path)})`;
}

/** Files whose path has these words in it. */
function named(files: readonly FolderFile[], words: string): readonly FolderFile[] {
  const wanted = words.toLowerCase();
  return files.filter(({ path }) => path.toLowerCase().includes(wanted));
}

function wishesOf(files: readonly FolderFile[]): readonly Wish[] {
  const { pages } = pageNear(1, files.length, PAGE_ROWS);
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...files.flatMap((file) => [
      { kind: "send", file } as const,
      { kind: "delete", file } as const,
    ]),
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
  const page = pageNear(facts.page, files.length, PAGE_ROWS);
  const { at, pages } = page;
  const first = (at - 1) * PAGE_ROWS;
  const shown = files.slice(first, first + PAGE_ROWS).map((file, index) => ({
    file,
    number: first + index + 1,
  }));
  const size = sizeWords(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0));
  const lines = shown.map(
    ({ file, number }) =>
      `${number}. ${codeSpan(file.path)} ${sizeWords(file.sizeBytes)}, ${dateAndTime(file.modifiedAtMs, person)}`,
  );
  const buttons = (kind: "send" | "delete", mark: string): readonly Button[] =>
    shown.map(({ file, number }) => ({ label: `${mark} ${number}`, data: sign({ kind, file }) }));
  const turns = turnButtons(page, language, (to) => sign({ kind: "page", page: to }));
  return {
    text: [
      say(language, "folderHead", { count: files.length, size, page: at, pages }),
      ...lines,
      ...(facts.isCut ? [say(language, "folderCut")] : []),
    ].join("\n"),
    buttons: [
      buttons("send", "📤"),
      buttons("delete", "🗑️"),
      ...(turns.length === 0 ? [] : [turns]),
    ],
  };
}
