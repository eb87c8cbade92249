import { dayAndTime } from "../../base/format-time.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { shorten } from "../approvals/effects.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandOutcome } from "../commands/command.ts";
import { inRows, moreButton, pageNear, pageNumbers, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup, toPlainText } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";
import type { AllowedList } from "./allowed-list.ts";

/** What a button does: turns to a page, or has a card shown again. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "open"; readonly approval: Approval };

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.approvalList;

/** What is asked for to see what does not wait. */
const ALLOWED = /^(?:allowed|허락)$/i;

/** Longest words about one, in UTF-16 units. */
const LINE_LENGTH = 160;

/** Shows what waits for a person's decision: one as its card, several a page at a time. */
export class ApprovalList {
  readonly #parts: ConstructorParameters<typeof ApprovalList>[0];

  constructor(parts: {
    readonly approvals: Approvals;
    readonly cards: Pick<CardSender, "draw" | "showAgain">;
    readonly outbox: Pick<Outbox, "edit">;
    readonly tokens: ButtonTokens;
    readonly allowed: AllowedList;
  }) {
    this.#parts = parts;
    this.buttons = [...this.#own, ...parts.allowed.buttons];
  }

  /** `/approvals`, alone or with a page: what waits; `allowed`: what does not. In a group only what was asked there. */
  command(person: Person, chat: ChatAddress, argument: string): CommandOutcome {
    if (ALLOWED.test(argument.trim())) return this.#parts.allowed.message(person, chat);
    const open = this.#open(person, chat);
    const { language } = person;
    if (open.length === 0) return { text: say(language, "noApprovals") };
    if (open.length === 1) return { text: "", cards: open };
    return this.#page(open, Number(argument) || 1, person, chat);
  }

  readonly commands: readonly Command[] = [
    {
      name: "approvals",
      usage: "/approvals",
      help: "helpApprovals",
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
  ];

  /** The buttons of both lists. */
  readonly buttons: readonly ButtonHandler[];

  readonly #own: readonly ButtonHandler[] = [
    {
      kinds: [LIST],
      subjectsOf: (press) => {
        const open = this.#open(press.person, press.event.chat);
        return wishesOf(open).map((wish) => ({
          digest: subjectFor(wish, press.person),
          run: () => this.#pressed(wish, open, press),
        }));
      },
      refusal: ({ person }) => say(person.language, "approvalOver"),
    },
  ];

  #pressed(wish: Wish, open: readonly Approval[], { event, person }: ButtonPress): string {
    const { chat, messageId, updateId } = event;
    const { cards, outbox } = this.#parts;
    const home = chatKey(chat);
    if (wish.kind === "open") {
      cards.showAgain(wish.approval, home, `${chat.platform}:${updateId}`);
      return say(person.language, "approvalShown");
    }
    const message = this.#page(open, wish.page, person, chat);
    const key = `edit:approvals:${chat.platform}:${updateId}`;
    outbox.edit({ key, chatKey: home, messageId, message });
    return "";
  }

  #open(person: Person, chat: ChatAddress): readonly Approval[] {
    const { approvals } = this.#parts;
    const home = chatKey(chat);
    return approvals
      .waiting()
      .filter((approval) => approvals.mayDecide(approval, person))
      .filter((approval) => chat.isPrivate || approval.chatKey === home);
  }

  #page(
    open: readonly Approval[],
    wanted: number,
    person: Person,
    chat: ChatAddress,
  ): OutgoingMessage {
    const { language } = person;
    const rows = rowsBeside(open.length);
    const page = pageNear(wanted, open.length, rows);
    const first = (page.at - 1) * rows;
    const shown = open.slice(first, first + rows);
    const sign = (wish: Wish): string =>
      signButton(this.#parts.tokens, { subject: subjectFor(wish, person), choice: LIST, chat });
    const opens = shown.map((approval, index) => ({
      label: String(first + index + 1),
      data: sign({ kind: "open", approval }),
    }));
    const more = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
    const lines = shown.map((approval, index) => {
      const { expiresAtMs } = approval;
      const time = timeMark(dayAndTime(expiresAtMs, person), expiresAtMs);
      const until = say(language, "approvalUntil", { time });
      return `${first + index + 1}. ${this.#words(approval, chat)} · ${until}`;
    });
    return {
      text: [say(language, "approvalsPage", { count: open.length }), ...lines].join("\n"),
      buttons: inRows([...opens, ...more]),
    };
  }

  /** The beginning of its card: what is asked, and by whom or about what. */
  #words(approval: Approval, chat: ChatAddress): string {
    const { text } = this.#parts.cards.draw(approval, chatKey(chat));
    const lines = toPlainText(text)
      .split("\n")
      .filter((line) => line.trim() !== "");
    return escapeMarkup(shorten(lines.slice(0, 2).join(" — "), LINE_LENGTH));
  }
}

function wishesOf(open: readonly Approval[]): readonly Wish[] {
  const { pages } = pageNear(1, open.length, rowsBeside(open.length));
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...open.map((approval) => ({ kind: "open", approval }) as const),
  ];
}

/** A button is one person's: in a group nobody turns the list of another. */
function subjectFor(wish: Wish, { id }: Person): string {
  const what = wish.kind === "page" ? String(wish.page) : wish.approval.id;
  return `approvals:${id}:${wish.kind}:${what}`;
}
