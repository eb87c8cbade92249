import type { Language } from "../../base/localized.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, buttonIdOf } from "../approvals/signed-button.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { findReplyFile } from "../outbox/reply-files.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type OutgoingFile,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** What such a button is signed for, besides the file and the chat. */
const TOKEN_DIGEST = "answer-file";

/** What the files of answers are, by their endings. */
const KINDS: Readonly<Record<string, { readonly mediaType: string; readonly name: TextKey }>> = {
  txt: { mediaType: "text/plain", name: "replyFileName" },
  png: { mediaType: "image/png", name: "chartFileName" },
  csv: { mediaType: "text/csv", name: "tableFileName" },
};

/** A button in the chat `home` that sends the file that was written under `key`. */
export function answerFileButton(
  tokens: ButtonTokens,
  facts: { readonly key: string; readonly label: string; readonly home: string },
): Button {
  const { key, label, home } = facts;
  const token = { choice: BUTTON_KINDS.answerFile, digest: TOKEN_DIGEST, chatKey: home };
  return { label, data: tokens.sign({ ...token, id: buttonIdOf(key) }) };
}

/** Sends the files of answers that only who wants them gets: a long answer whole, the rows of a table. */
export class AnswerFiles {
  readonly #parts: ConstructorParameters<typeof AnswerFiles>[0];

  constructor(parts: {
    readonly outbox: Pick<Outbox, "post" | "hasArrived">;
    /** Absolute path of a file in a chat's folder. */
    readonly filePath: (chatKey: string, path: string) => string;
  }) {
    this.#parts = parts;
  }

  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [BUTTON_KINDS.answerFile],
      subjectsOf: (press) => [
        { id: press.token.id, digest: TOKEN_DIGEST, run: (home) => this.#send(press, home) },
      ],
      refusal: ({ person }) => say(person.language, "pressBroken"),
    },
  ];

  #send({ event: { chat }, token: { id }, person }: ButtonPress, home: string): string {
    const { outbox } = this.#parts;
    const { language } = person;
    const key = `file:${id}`;
    if (outbox.hasArrived(key)) return say(language, "replyFileSent");
    const file = this.#fileOf(chat, id, language);
    if (file === undefined) return say(language, "replyFileGone");
    outbox.post({ key, chatKey: home, class: "reply", message: { text: "", files: [file] } });
    return "";
  }

  /** A file that was written for a channel is also there for its threads. */
  #fileOf(chat: ChatAddress, id: string, language: Language): OutgoingFile | undefined {
    const { threadId: _, ...channel } = chat;
    const places = [chatKey(chat), chatKey(channel)];
    const path = places
      .map((place) => findReplyFile((name) => this.#parts.filePath(place, name), id))
      .find((found) => found !== undefined);
    const kind = KINDS[path?.split(".").at(-1) ?? ""];
    if (path === undefined || kind === undefined) return undefined;
    return { path, name: say(language, kind.name), mediaType: kind.mediaType };
  }
}
