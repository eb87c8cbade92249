import type { Past, PastEntry } from "../../agent/turn/conversation-log.ts";
import { dateAndTime, dayOnly } from "../../base/format-time.ts";
import { oneLine } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import { type Command, usageOf } from "../commands/command.ts";
import type { Updates } from "../inbox/update-table.ts";
import { inRows, type PageOf, pageNear, pageNumbers, turnButtons } from "../markup/pagination.ts";
import { escapeMarkup, readerText } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxTable } from "../outbox/table.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** Rows of one page, and most UTF-16 units of each text in them. */
const PAST_ROWS = 5;
const MEMORY_ROWS = 8;
const ASKED_LENGTH = 160;
const ANSWERED_LENGTH = 320;

/** Memories offered to choose from, one a button. */
const MOST_OFFERED = 4;

/** Longest fact that is pinned, in UTF-16 units: it is told in every turn. */
const MAX_FACT_LENGTH = 500;

/** What a button does: another page of the past or of the memories, or forgetting one. */
const CHOICES = {
  past: BUTTON_KINDS.past,
  memories: BUTTON_KINDS.memories,
  forget: BUTTON_KINDS.forget,
} as const;

type Kind = keyof typeof CHOICES;

const KINDS = ["past", "memories", "forget"] as const satisfies readonly Kind[];

/** Shows people what was said and what is remembered of them, and forgets what they choose. */
export class MemoryCommand {
  readonly #parts: ConstructorParameters<typeof MemoryCommand>[0];

  constructor(parts: {
    readonly memories: MemoryBook;
    readonly past: Past;
    readonly tokens: ButtonTokens;
    readonly outbox: Outbox;
    /** What a message said, and what was answered to it, by its origin. */
    readonly updates: Pick<Updates, "wordsBehind">;
    readonly table: Pick<OutboxTable, "byKey">;
  }) {
    this.#parts = parts;
  }

  /** Remembers a fact for good, and tells it to the model always. */
  remember({ id, language }: Person, text: string): OutgoingMessage {
    if (text.length > MAX_FACT_LENGTH)
      return {
        text: say(language, "factTooLong", { length: text.length, limit: MAX_FACT_LENGTH }),
      };
    const { number, isNew } = this.#parts.memories.remember(id, text);
    const words = escapeMarkup(text);
    return {
      text: say(language, isNew ? "remembered" : "rememberedAlready", { number, text: words }),
    };
  }

  /** Forgets the one memory that a text names; of several, asks which. */
  forget(person: Person, chat: ChatAddress, text: string): OutgoingMessage {
    const { memories } = this.#parts;
    const { id, language } = person;
    const named = memories.named(id, text);
    const [only] = named;
    if (only !== undefined && named.length === 1)
      return { text: this.#forgetOne(person, only.number) };
    const offered = (only === undefined ? memories.search(id, text, MOST_OFFERED) : named).slice(
      0,
      MOST_OFFERED,
    );
    const asked = escapeMarkup(text);
    if (offered.length === 0) return { text: say(language, "nothingToForget", { text: asked }) };
    const head = say(language, only === undefined ? "forgetNear" : "forgetWhich", {
      text: asked,
      count: named.length,
    });
    const choices = offered.map(({ number }) => ({
      label: say(language, "forgetNumber", { number }),
      data: this.#sign("forget", { number }, person, chat),
    }));
    return {
      text: [head, ...offered.map((each) => memoryLine(each, person))].join("\n"),
      buttons: inRows(choices),
    };
  }

  /** The memories with these words, or a page of all. */
  list(
    person: Person,
    chat: ChatAddress,
    facts: { readonly words?: string; readonly page?: number },
  ) {
    const { memories } = this.#parts;
    const { id, language } = person;
    const { words = "", page = 1 } = facts;
    if (words !== "") {
      const found = memories.search(id, words, MEMORY_ROWS * 2);
      const head = say(language, found.length === 0 ? "noMemoryLike" : "memoriesLike", {
        text: escapeMarkup(words),
        count: found.length,
      });
      return { text: [head, ...found.map((each) => memoryLine(each, person))].join("\n") };
    }
    const { all, pinned } = memories.count(id);
    if (all === 0) return { text: say(language, "noMemories") };
    const { at, pages } = pageNear(page, all, MEMORY_ROWS);
    const rows = memories.page(id, (at - 1) * MEMORY_ROWS, MEMORY_ROWS);
    const head = say(language, "memoriesHead", { count: all, pinned, page: at, pages });
    return {
      text: [head, ...rows.map((each) => memoryLine(each, person))].join("\n"),
      ...this.#pageButtons("memories", { at, pages }, person, chat),
    };
  }

  /** A page of what was said in a chat, newest first, to be read in `chat`. Default: the first of that very chat. */
  history(person: Person, chat: ChatAddress, saidIn = chatKey(chat), page = 1): OutgoingMessage {
    const { past } = this.#parts;
    const place = { personId: person.id, chatKey: saidIn };
    const count = past.count(place);
    if (count === 0) return { text: say(person.language, "noPast") };
    const { at, pages } = pageNear(page, count, PAST_ROWS);
    const entries = past.page(place, (at - 1) * PAST_ROWS, PAST_ROWS);
    const head = say(person.language, "pastHead", { page: at, pages });
    return {
      text: [head, ...entries.map((entry) => this.#entryText(entry, person))].join("\n\n"),
      ...this.#pageButtons("past", { at, pages }, person, chat, saidIn),
    };
  }

  readonly commands: readonly Command[] = [
    {
      name: "history",
      usage: "/history",
      help: "helpHistory",
      isPersonal: () => true,
      run: ({ person, chat, askedIn }) => this.history(person, chat, askedIn),
    },
    {
      name: "remember",
      usage: "/remember TEXT",
      help: "helpRemember",
      run: (context) =>
        context.argument === ""
          ? usageOf(context, say(context.person.language, "rememberUsage"))
          : this.remember(context.person, context.argument),
    },
    {
      name: "memory",
      usage: "/memory",
      help: "helpMemory",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => this.list(person, chat, { words: argument }),
    },
    {
      name: "forget",
      usage: "/forget 3",
      help: "helpForgetMemory",
      isPersonal: () => true,
      run: (context) =>
        context.argument === ""
          ? usageOf(context, "/forget 3")
          : this.forget(context.person, context.chat, context.argument),
    },
  ];

  /** The buttons of these lists. */
  readonly buttons: readonly ButtonHandler[] = KINDS.map((kind) => ({
    kinds: [CHOICES[kind]],
    subjectsOf: (press) =>
      this.#itemsOf(kind, press.event.chat, press.person).map((item) => ({
        digest: subjectOf(kind, item, press.person),
        run: () => this.#show(kind, item, press),
      })),
    refusal: ({ person }) => say(person.language, "pressBroken"),
  }));

  #show(kind: Kind, item: Item, { event, person }: ButtonPress): string {
    const message = this.#pressed(kind, item, event.chat, person);
    this.#parts.outbox.edit({
      key: `edit:memory:${event.chat.platform}:${event.updateId}`,
      chatKey: chatKey(event.chat),
      messageId: event.messageId,
      message,
    });
    return "";
  }

  #pressed(
    kind: Kind,
    { number, saidIn }: Item,
    chat: ChatAddress,
    person: Person,
  ): OutgoingMessage {
    switch (kind) {
      case "past":
        return this.history(person, chat, saidIn, number);
      case "memories":
        return this.list(person, chat, { page: number });
      case "forget":
        return { text: this.#forgetOne(person, number) };
    }
  }

  #forgetOne({ id, language }: Person, number: number): string {
    const gone = this.#parts.memories.forget(id, number);
    if (gone === undefined) return say(language, "forgottenAlready", { number });
    return say(language, "forgotten", { number, text: escapeMarkup(gone.text) });
  }

  /** In private there may stand lists of what was said in any chat; in a group only of that one. */
  #itemsOf(kind: Kind, chat: ChatAddress, { id }: Person): readonly Item[] {
    const { memories, past } = this.#parts;
    const all = memories.count(id).all;
    if (kind === "forget") return memories.page(id, 0, all).map(({ number }) => ({ number }));
    if (kind === "memories")
      return pageNumbers(Math.ceil(all / MEMORY_ROWS)).map((number) => ({ number }));
    const places = chat.isPrivate ? past.places(id) : [chatKey(chat)];
    return places.flatMap((saidIn) => {
      const count = past.count({ personId: id, chatKey: saidIn });
      return pageNumbers(Math.ceil(count / PAST_ROWS)).map((number) => ({ number, saidIn }));
    });
  }

  #pageButtons(
    kind: "past" | "memories",
    page: PageOf,
    person: Person,
    chat: ChatAddress,
    saidIn?: string,
  ): Pick<OutgoingMessage, "buttons"> {
    const where = saidIn === undefined ? {} : { saidIn };
    const row = turnButtons(page, person.language, (number) =>
      this.#sign(kind, { number, ...where }, person, chat),
    );
    return row.length === 0 ? {} : { buttons: [row] };
  }

  /** What was said and answered. Of a program the words that it was made of: the program itself is for who asks for it. */
  #entryText({ atMs, asked, answered, state, origin }: PastEntry, person: Person): string {
    const { updates, table } = this.#parts;
    const said = origin === undefined ? asked : (updates.wordsBehind(origin) ?? "");
    const shown = origin === undefined ? undefined : table.byKey(`reply:${origin}`)?.message.text;
    const reply = answered ?? readerText(shown ?? "");
    const answer =
      reply === ""
        ? say(person.language, STATES[state] ?? "pastDone")
        : escapeMarkup(oneLine(reply, ANSWERED_LENGTH));
    const words = escapeMarkup(oneLine(said, ASKED_LENGTH));
    return `${timeMark(dateAndTime(atMs, person), atMs)} · ${words}\n→ ${answer}`;
  }

  #sign(kind: Kind, item: Item, person: Person, chat: ChatAddress): string {
    const subject = subjectOf(kind, item, person);
    return signButton(this.#parts.tokens, { subject, choice: CHOICES[kind], chat });
  }
}

/** A page or memory by its number; for a page of what was said, in which chat. */
interface Item {
  readonly number: number;
  readonly saidIn?: string;
}

function subjectOf(kind: Kind, { number, saidIn }: Item, { id }: Person): string {
  return `memory:${kind}:${id}:${number}${saidIn === undefined ? "" : `:${saidIn}`}`;
}

function memoryLine({ number, shown, isPinned, atMs }: Remembered, person: Person): string {
  const words = oneLine(shown, ASKED_LENGTH);
  return `${number}. ${words}${isPinned ? " 📌" : ""} (${timeMark(dayOnly(atMs, person, atMs), atMs, "D")})`;
}

const STATES: Readonly<Record<string, TextKey>> = {
  running: "pastRunning",
  waiting: "pastWaiting",
  failed: "pastFailed",
  denied: "pastDenied",
  stopped: "pastStopped",
};

/** Something that a person had remembered. */
export interface Remembered {
  /** Counts the memories of the person. */
  readonly number: number;
  readonly text: string;
  /** The text in light markup, what is secret in it hidden. */
  readonly shown: string;
  /** True where the model is always told. */
  readonly isPinned: boolean;
  readonly atMs: number;
}

/** What people have remembered; each sees their own alone. */
export interface MemoryBook {
  /** Keeps a text and pins it; one that is kept already is only pinned. */
  remember(personId: string, text: string): { readonly number: number; readonly isNew: boolean };
  count(personId: string): { readonly all: number; readonly pinned: number };
  /** Pinned ones first, then newest first. */
  page(personId: string, offset: number, limit: number): readonly Remembered[];
  /** With any of the words, best first. */
  search(personId: string, words: string, limit: number): readonly Remembered[];
  /** Those that a text names: by number, by its very words, or else by holding all of its words. */
  named(personId: string, text: string): readonly Remembered[];
  /** Forgets one; `undefined` where there is none of that number. */
  forget(personId: string, number: number): Remembered | undefined;
}
