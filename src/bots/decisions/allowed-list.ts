import { dayOnly } from "../../base/format-time.ts";
import { timeMark } from "../../base/visible-text.ts";
import { describeTiming } from "../../scheduler/ledger/describe.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { Grant, Grants } from "../../security/access/grants.ts";
import type { Person } from "../../security/access/people.ts";
import { siteOf } from "../../security/access/site-grant.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { StandingApproval, StandingApprovals } from "../../security/approvals/standing.ts";
import { shorten } from "../approvals/effects.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import { inRows, moreButton, pageNear, pageNumbers, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** What a button does: turns to a page, or takes back what stands for a schedule. */
type Wish =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "withdraw"; readonly id: string };

/** What stands for the runs of a schedule, or for acts on the pages of a site. */
type Allowed = StandingApproval | Grant;

/** The choice of every button of the list. */
const LIST = BUTTON_KINDS.standingList;

/** Longest list of recipients, files and commands, in UTF-16 units. */
const TARGETS_LENGTH = 80;

/** Shows what schedules do without asking, with a button each to have them ask again. */
export class AllowedList {
  readonly #parts: ConstructorParameters<typeof AllowedList>[0];

  constructor(parts: {
    readonly standing: StandingApprovals;
    readonly grants: Pick<Grants, "inForce" | "revoke">;
    readonly schedules: Pick<Schedules, "byId">;
    readonly outbox: Pick<Outbox, "edit">;
    readonly tokens: ButtonTokens;
  }) {
    this.#parts = parts;
  }

  /** What is in force: in private one's own, to owners everybody's; in a group what runs there. */
  message(person: Person, chat: ChatAddress, wanted = 1): OutgoingMessage {
    const { language } = person;
    const all = this.#inForce(person, chat);
    const grants = this.#parts.grants
      .inForce(chat.isPrivate ? { personId: person.id } : { chatKey: chatKey(chat) })
      .filter(({ pattern }) => siteOf(pattern) === undefined).length;
    const more = grants === 0 ? [] : [say(language, "allowedGrants", { count: grants })];
    if (all.length === 0) return { text: [say(language, "allowedNone"), ...more].join("\n") };
    const rows = rowsBeside(all.length);
    const page = pageNear(wanted, all.length, rows);
    const first = (page.at - 1) * rows;
    const shown = all.slice(first, first + rows);
    const sign = (wish: Wish): string =>
      signButton(this.#parts.tokens, { subject: subjectFor(wish, person), choice: LIST, chat });
    const withdrawals = shown.map(({ id }, index) => ({
      label: say(language, "allowedWithdraw", { index: first + index + 1 }),
      data: sign({ kind: "withdraw", id }),
    }));
    const turns = moreButton(page, language, (to) => sign({ kind: "page", page: to }));
    const lines = shown.map((each, index) => `${first + index + 1}. ${this.#words(each, person)}`);
    return {
      text: [say(language, "allowedHead"), ...lines, ...more].join("\n"),
      buttons: inRows([...withdrawals, ...turns]),
    };
  }

  /** The buttons of the list. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [LIST],
      subjectsOf: (press) => {
        const all = this.#inForce(press.person, press.event.chat);
        return wishesOf(all).map((wish) => ({
          digest: subjectFor(wish, press.person),
          run: () => this.#pressed(wish, press),
        }));
      },
      refusal: ({ person }) => say(person.language, "allowedGone"),
    },
  ];

  #pressed(wish: Wish, { event, person }: ButtonPress): string {
    const { standing, grants, outbox } = this.#parts;
    const { chat, messageId, updateId } = event;
    const isWithdrawn =
      wish.kind === "withdraw" && (standing.withdraw(wish.id) || grants.revoke(wish.id, person.id));
    const message = this.message(person, chat, wish.kind === "page" ? wish.page : 1);
    const key = `edit:allowed:${chat.platform}:${updateId}`;
    outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
    return isWithdrawn ? say(person.language, "allowedWithdrawn") : "";
  }

  /** What stands for schedules that are there, and for the pages of sites. */
  #inForce(person: Person, chat: ChatAddress): readonly Allowed[] {
    const whose = person.role === "owner" ? {} : { personId: person.id };
    const sites = this.#parts.grants
      .inForce(chat.isPrivate ? whose : { ...whose, chatKey: chatKey(chat) })
      .filter(({ pattern }) => siteOf(pattern) !== undefined);
    return [...this.#forSchedules(person, chat), ...sites];
  }

  #forSchedules(person: Person, chat: ChatAddress): readonly StandingApproval[] {
    const { standing, schedules } = this.#parts;
    const home = chatKey(chat);
    const whose = person.role === "owner" ? undefined : person.id;
    return standing.inForce(whose).filter(({ scheduleId }) => {
      const schedule = schedules.byId(scheduleId);
      const isThere = schedule !== undefined && schedule.state !== "removed";
      return isThere && (chat.isPrivate || schedule.chatId === home);
    });
  }

  #words(allowed: Allowed, reader: Person): string {
    return "scheduleId" in allowed
      ? this.#scheduleWords(allowed, reader)
      : siteWords(allowed, reader);
  }

  /** The schedule, when it comes, whom or what it reaches, how often and until when. */
  #scheduleWords(
    { scheduleId, targets, mostADay, createdAtMs, expiresAtMs }: StandingApproval,
    reader: Person,
  ): string {
    const { language } = reader;
    const schedule = this.#parts.schedules.byId(scheduleId);
    if (schedule === undefined) return "";
    const { name, timing, zone } = schedule;
    const reached = shorten(targets.join(", "), TARGETS_LENGTH);
    return say(language, "allowedLine", {
      name: escapeMarkup(name),
      when: escapeMarkup(describeTiming(timing, zone, language)),
      targets: escapeMarkup(reached),
      count: mostADay,
      until: timeMark(dayOnly(expiresAtMs, reader, createdAtMs), expiresAtMs, "D"),
    });
  }
}

/** The site, and until when. */
function siteWords({ pattern, expiresAtMs, createdAtMs, used }: Grant, reader: Person): string {
  const until = expiresAtMs ?? createdAtMs;
  return say(reader.language, "allowedSite", {
    site: escapeMarkup(siteOf(pattern) ?? ""),
    count: used,
    until: timeMark(dayOnly(until, reader, createdAtMs), until, "D"),
  });
}

function wishesOf(all: readonly Allowed[]): readonly Wish[] {
  const { pages } = pageNear(1, all.length, rowsBeside(all.length));
  return [
    ...pageNumbers(pages).map((page) => ({ kind: "page", page }) as const),
    ...all.map(({ id }) => ({ kind: "withdraw", id }) as const),
  ];
}

/** A button is one person's: in a group nobody uses the list of another. */
function subjectFor(wish: Wish, { id }: Person): string {
  const what = wish.kind === "page" ? String(wish.page) : wish.id;
  return `allowed:${id}:${wish.kind}:${what}`;
}
