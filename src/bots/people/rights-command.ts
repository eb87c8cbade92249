import { digestOf } from "../../base/digest.ts";
import type { Grant, Grants, WantedGrant } from "../../security/access/grants.ts";
import type { People, Person, PersonRole, RoleChange } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import {
  type ButtonToken,
  type ButtonTokens,
  parseButtonToken,
} from "../../security/approvals/button-token.ts";
import type { CardContent } from "../../security/approvals/card-content.ts";
import { INTERACTIVE_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { patternWords } from "../approvals/grant-words.ts";
import { resolveButton } from "../approvals/signed-button.ts";
import type { Updates } from "../inbox/update-table.ts";
import { pageNear, pageNumbers } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
  type PressEvent,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { GRANT_USAGE } from "./grant-request.ts";
import {
  PEOPLE_PAGE_CHOICE,
  PEOPLE_ROWS,
  peopleFound,
  peopleList,
  peoplePageSubject,
  ROLE_CHOICES,
  roleFacts,
} from "./people-command.ts";
import type { PersonRemoval } from "./remove-person.ts";
import {
  GRANT_ROWS,
  GRANTS_PAGE_CHOICE,
  grantFacts,
  grantList,
  grantPageSubject,
  type ListReader,
  REVOKE_CHOICE,
} from "./rights-list.ts";

/** Dependencies of `AccessCommands`. */
export interface AccessCommandsParts {
  readonly database: Database;
  readonly people: People;
  readonly approvals: Approvals;
  readonly grants: Grants;
  readonly rights: Rights;
  readonly tokens: ButtonTokens;
  readonly outbox: Outbox;
  readonly cards: CardSender;
  readonly updates: Updates;
  readonly personRemoval: PersonRemoval;
}

/** A press that has been acted on: the note for the presser, and the list as it is now. */
interface Acted {
  readonly note: string;
  readonly list?: OutgoingMessage;
}

const RANK: Readonly<Record<PersonRole, number>> = { guest: 0, member: 1, owner: 2 };

/** Shows and changes who may do what: grants and roles. Everything that widens hangs on an owner's button. */
export class AccessCommands {
  readonly #parts: AccessCommandsParts;

  constructor(parts: AccessCommandsParts) {
    this.#parts = parts;
  }

  /** The grants that a person may see in a chat: in private all of their own, to owners everybody's; in a group those of the group. */
  grants(person: Person, chat: ChatAddress, page = 1): OutgoingMessage {
    const found = this.#grantsFor(person, chat);
    if (found.length === 0)
      return { text: say(person.language, "grantsNone", { usage: GRANT_USAGE }) };
    return grantList(found, { ...this.#listFor(person, chat), page });
  }

  #grantsFor(person: Person, chat: ChatAddress): readonly Grant[] {
    const whose = person.role === "owner" ? {} : { personId: person.id };
    return this.#parts.grants.inForce(chat.isPrivate ? whose : { chatKey: chatKey(chat) });
  }

  /** Everybody with their roles, for an owner in private, a page at a time; with other words than a page's number, those whose names hold them. */
  people(person: Person, chat: ChatAddress, words = ""): OutgoingMessage {
    if (person.role !== "owner") return { text: say(person.language, "peopleOwnersOnly") };
    const { people } = this.#parts;
    const all = people.all();
    const list = {
      ...this.#listFor(person, chat),
      accountsOf: (id: string) => people.accountsOf(id),
    };
    if (/^\d{0,4}$/.test(words)) return peopleList(all, { ...list, page: Number(words) });
    const wanted = words.normalize("NFC").toLowerCase();
    const found = all.filter(({ name }) => name.normalize("NFC").toLowerCase().includes(wanted));
    return peopleFound(found, { ...list, name: words });
  }

  /** The page of everybody on which a person stands. */
  #peopleAt({ id }: Person, owner: Person, chat: ChatAddress): OutgoingMessage {
    const index = this.#parts.people.all().findIndex((each) => each.id === id);
    return this.people(owner, chat, String(Math.ceil((index + 1) / PEOPLE_ROWS)));
  }

  /** Asks the owners for a grant, on a card that says in words what it allows; the same wish has one card at a time. */
  askForGrant(wanted: WantedGrant, person: Person, key: string): Approval {
    const { approvals } = this.#parts;
    const digest = digestOf({ ...wanted, askedIn: key });
    const open = approvals
      .pending({ personId: person.id })
      .find((known) => known.kind === "access" && known.digest === digest);
    if (open !== undefined) return open;
    return approvals.request({
      kind: "access",
      personId: person.id,
      chatKey: key,
      digest,
      card: { grant: wanted },
      approver: "owner",
      lifetimeMs: INTERACTIVE_LIFETIME_MS,
    });
  }

  /** Acts on a button of a list; `undefined` when it is none. Returns the note for the presser, as plain text. */
  press(event: PressEvent, person: Person): string | undefined {
    const token = parseButtonToken(event.data);
    const acted = token === undefined ? undefined : this.#act(token, event, person);
    if (acted?.list !== undefined)
      this.#parts.outbox.edit({
        key: `edit:rights:${event.chat.platform}:${event.updateId}`,
        chatKey: chatKey(event.chat),
        messageId: event.messageId,
        message: acted.list,
      });
    return acted?.note;
  }

  /** What a decided card about a grant or a role says to the owner who decided; the one it concerns is told. */
  settle(approval: Approval, owner: Person): string {
    const { grant, role } = approval.card;
    if (grant !== undefined) return this.#settleGrant(approval, grant, owner);
    if (approval.card.budget !== undefined) return this.#settleBudget(approval, owner);
    if (role === undefined || approval.state !== "approved") return "";
    const person = this.#parts.people.get(role.personId);
    if (person === undefined || person.role !== role.to) return say(owner.language, "roleStale");
    this.#tellRole(person, approval.id);
    return this.#roleWords(person, owner);
  }

  #act(token: ButtonToken, event: PressEvent, person: Person): Acted | undefined {
    if (token.choice === REVOKE_CHOICE) return this.#pressGrant(token, event, person);
    if (token.choice === GRANTS_PAGE_CHOICE) return this.#turnGrants(token, event, person);
    if (token.choice === PEOPLE_PAGE_CHOICE) return this.#turnPeople(token, event, person);
    const role = ROLE_CHOICES[token.choice];
    return role === undefined ? undefined : this.#pressRole(token, role, event, person);
  }

  #turnGrants(token: ButtonToken, { chat }: PressEvent, person: Person): Acted {
    const { pages } = pageNear(1, this.#grantsFor(person, chat).length, GRANT_ROWS);
    const page = resolveButton(this.#parts.tokens, token, {
      items: pageNumbers(pages),
      subjectOf: (number) => grantPageSubject(number, person),
      chat,
    });
    if (page === undefined) return { note: say(person.language, "grantsOtherPage") };
    return { note: "", list: this.grants(person, chat, page) };
  }

  #turnPeople(token: ButtonToken, { chat }: PressEvent, person: Person): Acted {
    const { people, tokens } = this.#parts;
    const { pages } = pageNear(1, people.all().length, PEOPLE_ROWS);
    const page = resolveButton(tokens, token, {
      items: pageNumbers(pages),
      subjectOf: (number) => peoplePageSubject(number, person),
      chat,
    });
    if (page === undefined) return { note: say(person.language, "peopleOtherPage") };
    return { note: "", list: this.people(person, chat, String(page)) };
  }

  #pressGrant(token: ButtonToken, { chat }: PressEvent, person: Person): Acted | undefined {
    const { grants, tokens } = this.#parts;
    const { language } = person;
    const grant = grants.get(`grant_${token.id}`);
    if (grant === undefined) return undefined;
    if (person.role !== "owner" && grant.personId !== person.id)
      return { note: say(language, "grantNotYours") };
    if (!tokens.isGenuine(token, grantFacts(grant, chat)))
      return { note: say(language, "pressBroken") };
    const index = this.#grantsFor(person, chat).findIndex(({ id }) => id === grant.id);
    const isRevoked = grants.revoke(grant.id, person.id);
    const list = this.grants(person, chat, Math.ceil((index + 1) / GRANT_ROWS));
    return { note: say(language, isRevoked ? "grantRevoked" : "grantGone"), list };
  }

  #pressRole(
    token: ButtonToken,
    to: PersonRole,
    event: PressEvent,
    owner: Person,
  ): Acted | undefined {
    const { people, tokens } = this.#parts;
    const person = people.get(`person_${token.id}`);
    if (person === undefined) return undefined;
    if (owner.role !== "owner") return { note: say(owner.language, "roleNotOwner") };
    if (!tokens.isGenuine(token, roleFacts(person, token.choice, event.chat))) {
      const isOld = ["guest", "member", "owner"].some((role) =>
        // The three roles that a person can have.
        tokens.isGenuine(
          token,
          roleFacts({ ...person, role: role as PersonRole }, token.choice, event.chat),
        ),
      );
      if (!isOld) return { note: say(owner.language, "pressBroken") };
      return {
        note: say(owner.language, "roleStale"),
        list: this.#peopleAt(person, owner, event.chat),
      };
    }
    const change = { personId: person.id, from: person.role, to, by: owner.id };
    const note = this.#change(change, { event, person, owner });
    return { note, list: this.#peopleAt(person, owner, event.chat) };
  }

  /** Takes a right at once; gives one at once only where one press is enough. */
  #change(
    change: RoleChange,
    facts: { readonly event: PressEvent; readonly person: Person; readonly owner: Person },
  ): string {
    const { approvals, personRemoval } = this.#parts;
    const { event, person, owner } = facts;
    const { fourEyes, quorum } = approvals.policy;
    const isWider = RANK[change.to] > RANK[change.from];
    if (isWider && (fourEyes || quorum > 1)) return this.#askForRole(change, facts);
    const origin = `${event.chat.platform}:${event.updateId}`;
    if (change.to === "guest") return personRemoval.putOut(person, { owner, origin });
    return inTransaction(this.#parts.database, () => {
      const { people, rights, cards } = this.#parts;
      const result = isWider ? people.changeRole(change) : rights.narrow(change);
      if (result === "last-owner") return say(owner.language, "roleLastOwner");
      if (result !== "changed") return say(owner.language, "roleStale");
      const changed = { ...person, role: change.to };
      this.#tellRole(changed, origin);
      // What only owners may decide goes to those who are still owners.
      for (const open of approvals.pending({ personId: person.id })) cards.show(open);
      return this.#roleWords(changed, owner, "plain");
    });
  }

  #askForRole(
    change: RoleChange,
    facts: { readonly event: PressEvent; readonly person: Person; readonly owner: Person },
  ): string {
    const { approvals, cards, people } = this.#parts;
    const { event, person, owner } = facts;
    const { personId, from, to } = change;
    const card: CardContent = {
      role: { personId, name: people.nameOf(personId) ?? person.name, from, to },
    };
    const request = {
      kind: "access",
      personId: owner.id,
      chatKey: chatKey(event.chat),
      digest: digestOf({ ...change, origin: event.updateId }),
      card,
      approver: "owner",
      lifetimeMs: INTERACTIVE_LIFETIME_MS,
    } as const;
    const count = people.all().filter((each) => approvals.mayDecide(request, each)).length;
    const needed = approvals.needed(request);
    if (count < needed) return say(owner.language, "roleTooFew", { needed, count });
    const approval = approvals.request(request);
    approvals.decideById(approval.id, owner, { state: "approved" });
    cards.show(approval);
    return say(owner.language, "roleAsked");
  }

  #settleGrant(approval: Approval, grant: WantedGrant, owner: Person): string {
    const { people, outbox } = this.#parts;
    const isGiven = approval.state === "approved";
    const requester = people.get(approval.personId);
    if (requester !== undefined && requester.id !== approval.decidedBy) {
      const { language } = requester;
      const head = say(language, isGiven ? "grantToldYes" : "grantToldNo");
      outbox.post({
        key: `grant:${approval.id}`,
        chatKey: approval.chatKey,
        class: "reply",
        message: { text: `${head}\n- ${patternWords(grant.pattern, language)}` },
      });
    }
    return say(owner.language, isGiven ? "grantSettled" : "nothingDone");
  }

  #settleBudget(approval: Approval, owner: Person): string {
    const { people, outbox } = this.#parts;
    const isGiven = approval.state === "approved";
    const requester = people.get(approval.personId);
    if (requester !== undefined && requester.id !== approval.decidedBy)
      outbox.post({
        key: `budget:${approval.id}`,
        chatKey: approval.chatKey,
        class: "reply",
        message: { text: say(requester.language, budgetTold(approval)) },
      });
    return say(owner.language, isGiven ? "budgetSettled" : "nothingDone");
  }

  #tellRole(person: Person, origin: string): void {
    const { outbox, updates } = this.#parts;
    const [key] = updates.chatsOf(person.id);
    if (key === undefined) return;
    const { language, role } = person;
    const text = say(language, "roleTold", { role: say(language, `person_${role}`) });
    outbox.post({ key: `role:${origin}`, chatKey: key, class: "reply", message: { text } });
  }

  #roleWords({ name, role }: Person, { language }: Person, form: "plain" | "markup" = "markup") {
    const shown = form === "plain" ? name : escapeMarkup(name);
    return say(language, "roleChanged", { name: shown, role: say(language, `person_${role}`) });
  }

  #listFor(reader: Person, chat: ChatAddress): ListReader {
    const { people, tokens } = this.#parts;
    return { reader, chat, tokens, nameOf: (id) => people.nameOf(id) ?? "?" };
  }
}

/** What the one whose question reached a limit is told about the owners' answer. */
function budgetTold({ state }: Approval): TextKey {
  if (state === "approved") return "budgetToldYes";
  return state === "expired" ? "budgetToldNobody" : "budgetToldNo";
}
