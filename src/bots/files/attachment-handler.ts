import type { TranscriberFor } from "../../agent/models/transcriber.ts";
import { asksByForm } from "../../agent/planner/small-talk-replies.ts";
import type { Assistant } from "../../agent/turn/assistant.ts";
import type { TurnFile } from "../../agent/turn/turn-context.ts";
import { AppError, isAbort, wordsOf } from "../../base/errors.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import {
  type ButtonHandler,
  type ButtonPress,
  buttonIdOf,
  homeOf,
} from "../approvals/signed-button.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import type { ArrivedFile, Attachments } from "../inbox/attachment-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Admission } from "../people/admission.ts";
import {
  type Button,
  type ChatAddress,
  type ChatEvent,
  chatKey,
} from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { type AnswerHandler, pathsText } from "../replies/answer-handler.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import { say, type TextKey } from "../texts/say.ts";
import type { AttachmentDownload, Inbox } from "./attachment-download.ts";
import { asksOfFile, asksToKeep, namingFile, receivedWords } from "./received-file.ts";

/** What is to be answered of a message with files. */
export interface Words {
  /** What was typed, and what was said in voice messages; never empty. */
  readonly text: string;
  readonly files: readonly TurnFile[];
}

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** What a button under a file asks for. */
const CHOICES = {
  [BUTTON_KINDS.describeFile]: { label: "pictureDescribe", ask: "askDescribe" },
  [BUTTON_KINDS.readFile]: { label: "pictureReadText", ask: "askReadText" },
  [BUTTON_KINDS.summarizeFile]: { label: "fileSummarize", ask: "askSummarize" },
  [BUTTON_KINDS.keepFile]: { label: "fileKeepOnly", ask: undefined },
} as const satisfies Record<string, { readonly label: TextKey; readonly ask: TextKey | undefined }>;

type Choice = keyof typeof CHOICES;

/** What the buttons are bound to, besides the message and the chat. */
const TOKEN_DIGEST = "files";

/** Most buttons that stand in one row under a file. */
const BUTTONS_IN_ROW = 3;

/** Most of a transcript that is shown, in UTF-16 units. */
const SHOWN_TRANSCRIPT = 3000;

/** Turns attachments into words to answer: downloads them, transcribes speech, reads text; asks what to do with files that came without words. */
export class AttachmentHandler {
  readonly #parts: ConstructorParameters<typeof AttachmentHandler>[0];

  constructor(parts: {
    readonly assistant: Assistant;
    readonly attachments: Attachments;
    readonly inbox: Inbox;
    readonly attachmentDownload: AttachmentDownload;
    readonly answers: AnswerHandler;
    readonly chatQueue: KeyedQueue;
    readonly replies: ReplySender;
    readonly admission: Admission;
    readonly tokens: ButtonTokens;
    /** Absent where nothing can write speech down. */
    readonly transcriberFor: TranscriberFor | undefined;
    readonly addressOf: (chatKey: string) => ChatAddress | undefined;
  }) {
    this.#parts = parts;
  }

  /** The one file that came last in a chat, until its sender speaks of something else; a restart forgets it. */
  readonly #lately = new Map<string, { readonly personId: string; readonly path: string }>();

  /** Words said right after a file came, its name in the place of "this", where no model sees what they are about. */
  aboutLatest(text: string, { chatId, personId }: Actor): string {
    const last = this.#lately.get(chatId);
    if (last === undefined || last.personId !== personId) return text;
    if (asksOfFile(text)) return namingFile(text, last.path);
    this.#lately.delete(chatId);
    return text;
  }

  /** Takes the files of a message in and tells what went wrong with them; `undefined` where all that can be said of them was said. */
  async take(
    event: MessageEvent,
    facts: { readonly origin: string; readonly actor: Actor },
    signal: AbortSignal,
  ): Promise<Words | undefined> {
    const arrived = await this.#parts.attachmentDownload.bringIn(event, facts, signal);
    this.#tellProblems(arrived, facts);
    const saved = arrived.filter(({ state }) => state === "saved");
    const { said, told, files } = await this.#open(saved, facts.actor, signal);
    const text = [event.text, ...said].filter((part) => part.trim() !== "").join("\n");
    const { hasModel } = this.#parts.assistant;
    const { personId, chatId } = facts.actor;
    const [only, second] = files;
    if (only !== undefined && second === undefined && !hasModel)
      this.#lately.set(chatId, { personId, path: only.path });
    const about = this.#about(text, files);
    const isOnlyKept = !hasModel && files.length > 0 && this.#asksNothing(text, about, facts.actor);
    if (text !== "" && !isOnlyKept) return { text: about, files: [...told, ...files] };
    if (files.length > 0) this.#offer(files, facts);
    return undefined;
  }

  /** Words that want a file kept, or say what it is. */
  #asksNothing(text: string, about: string, actor: Actor): boolean {
    const { assistant } = this.#parts;
    const asks = asksByForm(text) || asksOfFile(text) || assistant.isRequest(about, actor);
    return asksToKeep(text) || !asks;
  }

  /** Words that came with one file name it, where no model sees that they came together. */
  #about(text: string, [file, second]: readonly TurnFile[]): string {
    const { hasModel } = this.#parts.assistant;
    return hasModel || file === undefined || second !== undefined
      ? text
      : namingFile(text, file.path);
  }

  /** The buttons under a file. */
  readonly buttons: readonly ButtonHandler[] = Object.entries(CHOICES).map(([choice, { ask }]) => ({
    kinds: [choice],
    subjectsOf: (press) => {
      const { event, token } = press;
      const [file] = this.#filesUnder(token.id, event.chat);
      if (file === undefined) return [];
      const homes = homeOf(event.chat, file.chatKey);
      const run = () => this.#pressed(file, ask, press);
      return [{ id: token.id, digest: TOKEN_DIGEST, homes, run }];
    },
    refusal: ({ person }) => say(person.language, "pressBroken"),
  }));

  /** Answers what the button asks for, after the messages that came before it; the same press does it once. */
  async #pressed(
    { chatKey: key, origin }: ArrivedFile,
    ask: TextKey | undefined,
    { event, person, acknowledge }: ButtonPress,
  ): Promise<void> {
    await acknowledge(say(person.language, ask === undefined ? "fileKept" : "fileAtWork"));
    if (ask === undefined) return;
    await this.#parts.chatQueue.add(key, () =>
      this.#answer(origin, { ask, person, key, chat: event.chat }),
    );
  }

  /** `said` is what the person said; `told` are recordings of others, which the person was shown in writing; `files` is all else. */
  async #open(saved: readonly ArrivedFile[], actor: Actor, signal: AbortSignal) {
    const said: string[] = [];
    const told: TurnFile[] = [];
    const files: TurnFile[] = [];
    for (const file of saved) {
      if (!isSpeech(file)) {
        files.push(await this.#read(file, signal));
        continue;
      }
      const spoken = (await this.#hear(file, actor, signal)) ?? "";
      if (file.kind === "voice") said.push(spoken);
      else if (spoken !== "") told.push(spokenFile(file, spoken));
    }
    return { said, told, files };
  }

  #filesUnder(buttonId: string, chat: ChatAddress): readonly ArrivedFile[] {
    const { attachments } = this.#parts;
    const origin = attachments
      .origins(chatKey(chat))
      .find((candidate) => buttonIdOf(offerKey(candidate)) === buttonId);
    return origin === undefined ? [] : attachments.savedOf(origin);
  }

  async #answer(
    origin: string,
    wanted: {
      readonly ask: TextKey;
      readonly person: Person;
      readonly key: string;
      readonly chat: ChatAddress;
    },
  ): Promise<void> {
    const { addressOf, answers, attachments, admission } = this.#parts;
    const { ask, person, key } = wanted;
    const { signal } = new AbortController();
    const files: TurnFile[] = [];
    for (const file of attachments.savedOf(origin)) files.push(await this.#read(file, signal));
    await answers.answer({
      origin: `${offerKey(origin)}:${ask}:${person.id}`,
      actor: admission.actor(person, key),
      chat: addressOf(key) ?? wanted.chat,
      text: say(person.language, ask),
      files,
    });
  }

  #tellProblems(
    arrived: readonly ArrivedFile[],
    { origin, actor }: { readonly origin: string; readonly actor: Actor },
  ): void {
    const texts = arrived.flatMap(({ problem }) =>
      problem === undefined
        ? []
        : [say(actor.language, "fileProblem", { message: escapeMarkup(problem[actor.language]) })],
    );
    const text = [...new Set(texts)].join("\n");
    this.#parts.replies.post(`file-problem:${origin}`, actor.chatId, { text });
  }

  /** What is said in a recording, which the person is shown; `undefined` where that cannot be known, and then the person was told. */
  async #hear(file: ArrivedFile, actor: Actor, signal: AbortSignal): Promise<string | undefined> {
    const { attachments, inbox, replies, transcriberFor } = this.#parts;
    const tell = (key: TextKey, values: Readonly<Record<string, string>> = {}): void => {
      const text = say(actor.language, key, { ...values, paths: pathsText([file]) });
      replies.post(`heard:${file.origin}:${file.id}`, actor.chatId, { text });
    };
    if (transcriberFor === undefined) {
      tell("voiceNeedsSetting");
      return undefined;
    }
    try {
      const heard =
        file.transcript ??
        (await this.#transcribe(transcriberFor, {
          file,
          actor,
          signal,
          bytes: await inbox.bytes(file.chatKey, file.path),
        }));
      const { transcript = "" } = attachments.heard(file.id, heard);
      if (transcript === "") tell("voiceSilent");
      else tell("voiceHeard", { text: escapeMarkup(shortened(transcript)) });
      return transcript;
    } catch (error) {
      if (signal.aborted || isAbort(error) || !(error instanceof AppError)) throw error;
      tell("voiceTrouble", { message: escapeMarkup(wordsOf(error, actor.language)) });
      return undefined;
    }
  }

  async #transcribe(
    transcriberFor: TranscriberFor,
    work: {
      readonly file: ArrivedFile;
      readonly actor: Actor;
      readonly bytes: Uint8Array;
      readonly signal: AbortSignal;
    },
  ): Promise<string> {
    const { personId, chatId, zone } = work.actor;
    const payer = { personId, chatKey: chatId, zone };
    const recording = { mediaType: work.file.mediaType, bytes: work.bytes };
    return (await transcriberFor(payer).transcribe(recording, work.signal)).text;
  }

  async #read(file: ArrivedFile, signal: AbortSignal): Promise<TurnFile> {
    if (file.transcript !== undefined && file.transcript !== "")
      return spokenFile(file, file.transcript);
    const facts = factsOf(file);
    return { ...facts, content: await this.#parts.inbox.read(file.chatKey, facts, signal) };
  }

  #offer(
    files: readonly TurnFile[],
    { origin, actor }: { readonly origin: string; readonly actor: Actor },
  ): void {
    const { assistant, replies, tokens } = this.#parts;
    const { hasModel } = assistant;
    const { text, suggests } = receivedWords(files, actor, { hasModel });
    const choices = hasModel ? choicesFor(files) : [];
    const own = choices.map((choice) => this.#button(choice, origin, actor));
    const next = suggestionButtons(tokens, suggests, actor.chatId).flat();
    const buttons = [own, next].filter((row) => row.length > 0);
    const isOneRow = own.length + next.length <= BUTTONS_IN_ROW;
    const rows = isOneRow && buttons.length > 0 ? [[...own, ...next]] : buttons;
    replies.post(offerKey(origin), actor.chatId, {
      text,
      ...(rows.length > 0 && { buttons: rows }),
    });
  }

  #button(choice: Choice, origin: string, { language, chatId }: Actor): Button {
    const facts = { id: buttonIdOf(offerKey(origin)), choice, digest: TOKEN_DIGEST };
    const data = this.#parts.tokens.sign({ ...facts, chatKey: chatId });
    const style = choice === BUTTON_KINDS.summarizeFile ? { style: "primary" as const } : {};
    return { label: say(language, CHOICES[choice].label), data, ...style };
  }
}

function offerKey(origin: string): string {
  return `files:${origin}`;
}

function choicesFor(files: readonly TurnFile[]): readonly Choice[] {
  if (files.some(({ content }) => content.kind === "picture"))
    return [BUTTON_KINDS.describeFile, BUTTON_KINDS.readFile, BUTTON_KINDS.keepFile];
  return files.some(({ content }) => content.kind === "text") ? [BUTTON_KINDS.summarizeFile] : [];
}

function isSpeech({ kind, mediaType }: ArrivedFile): boolean {
  return (
    mediaType.startsWith("audio/") ||
    ((kind === "voice" || kind === "audio") && mediaType.startsWith("video/"))
  );
}

function factsOf({ path, mediaType, sizeBytes, digest }: ArrivedFile): Omit<TurnFile, "content"> {
  return { path, mediaType, sizeBytes, digest };
}

function spokenFile(file: ArrivedFile, text: string): TurnFile {
  return { ...factsOf(file), content: { kind: "text", text, isCut: false } };
}

function shortened(text: string): string {
  return text.length <= SHOWN_TRANSCRIPT ? text : `${text.slice(0, SHOWN_TRANSCRIPT)}…`;
}
