import { digestOf } from "../../base/digest.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { Grant, Grants, WantedGrant } from "../../security/access/grants.ts";
import {
  LOCAL_PERSON_ID,
  type People,
  type Person,
  type PersonRole,
  type RoleChange,
} from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { CardContent } from "../../security/approvals/card-content.ts";
import { INTERACTIVE_LIFETIME_MS } from "../../security/approvals/lifetimes.ts";
import type { Rights } from "../../security/approvals/rights.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import type { CardSender } from "../approvals/card-sender.ts";
import { patternWords } from "../approvals/grant-words.ts";
import type { ButtonHandler, ButtonPress, ButtonSubject } from "../approvals/signed-button.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import type { Updates } from "../inbox/update-table.ts";
import { pageNear, pageNumbers, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type ChatAddress,
  chatKey,
  type OutgoingMessage,
  type PressEvent,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { chooseGrant } from "./grant-choices.ts";
import { readGrantRequest } from "./grant-request.ts";
import {
  onePerson,
  PEOPLE_PAGE_CHOICE,
  type PeopleListReader,
  peopleFound,
  peopleList,
  peopleListSubject,
  ROLE_CHOICES,
  roleFacts,
} from "./people-command.ts";
import type { PersonRemoval } from "./remove-person.ts";
import {
  GRANTS_PAGE_CHOICE,
  grantFacts,
  grantList,
  grantPageSubject,
  type ListReader,
  REVOKE_CHOICE,
} from "./rights-list.ts";

const RANK: Readonly<Record<PersonRole, number>> = { guest: 0, member: 1, owner: 2 };

/** An account of a platform, chosen from its own list: Discord's ids have 17 digits and more (docs "API Reference", Snowflakes). */
const ACCOUNT_ID = /^\d{15,}$/;

const ROLES = ["guest", "member", "owner"] as const satisfies readonly PersonRole[];

/** Shows and changes who may do what: grants and roles. Everything that widens hangs on an owner's button. */
export class AccessCommands {
  readonly #parts: ConstructorParameters<typeof AccessCommands>[0];

  constructor(parts: {
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
    readonly catalogue: () => Catalogue;
  }) {
    this.#parts = parts;
  }

  /** The grants that a person may see in a chat: in private all of their own, to owners everybody's; in a group those of the group. */
  grants(person: Person, chat: ChatAddress, page = 1): OutgoingMessage {
    const found = this.#grantsFor(person, chat);
    if (found.length === 0) return { text: say(person.language, "grantsNone") };
    return grantList(found, { ...this.#listFor(person, chat), page });
  }

  #grants({ person, chat, actor, argument }: CommandContext): CommandOutcome {
    const added = /^(?:add|추가)(?:\s+([\s\S]*))?$/i.exec(argument);
    if (added === null) return this.grants(person, chat, Number(argument) || 1);
    const names = chat.isPrivate ? this.#namesBeside(person) : [];
    const chosen = chooseGrant(added[1] ?? "", { language: person.language, names });
    if (!("request" in chosen)) return chosen;
    const request = readGrantRequest(chosen.request, {
      catalogue: this.#parts.catalogue(),
      personId: person.id,
      chatKey: actor.chatId,
      language: person.language,
    });
    if (!request.ok) return { text: request.problem };
    const approval = this.askForGrant(request.wanted, person, actor.chatId);
    return { text: "", reply: { kind: "proposals", approval } };
  }

  /** Those whom a person may send to. */
  #namesBeside({ id }: Person): readonly string[] {
    return this.#parts.people
      .all()
      .filter((other) => other.role !== "guest" && ![id, LOCAL_PERSON_ID].includes(other.id))
      .map(({ name }) => name);
  }

  #grantsFor(person: Person, chat: ChatAddress): readonly Grant[] {
    const whose = person.role === "owner" ? {} : { personId: person.id };
    return this.#parts.grants.inForce(chat.isPrivate ? whose : { chatKey: chatKey(chat) });
  }

  /** Everybody with their roles, for an owner in private, a page at a time; with other words than a page's number, those whose names hold them; with `invite` how somebody gets in. */
  people(person: Person, chat: ChatAddress, words = ""): OutgoingMessage {
    if (words === "invite") return { text: say(person.language, "peopleInvite") };
    if (person.role !== "owner") return { text: say(person.language, "peopleOwnersOnly") };
    const list = this.#peopleFor(person, chat);
    return /^\d{0,4}$/.test(words)
      ? peopleList(this.#parts.people.all(), { ...list, page: Number(words) })
      : peopleFound(this.#named(words), { ...list, name: words });
  }

  /** Those whose names hold these words. */
  #named(words: string): readonly Person[] {
    const wanted = words.normalize("NFC").toLowerCase();
    const everybody = this.#parts.people.all();
    return everybody.filter(({ name }) => name.normalize("NFC").toLowerCase().includes(wanted));
  }

  #peopleFor(reader: Person, chat: ChatAddress): PeopleListReader {
    const { people } = this.#parts;
    return { ...this.#listFor(reader, chat), accountsOf: (id) => people.accountsOf(id) };
  }

  /** Somebody, by their account on the platform or their name, with the button that gives them a role. */
  #oneRole(
    owner: Person,
    chat: ChatAddress,
    { who, role }: { readonly who: string; readonly role: string },
  ): OutgoingMessage {
    if (owner.role !== "owner") return this.people(owner, chat);
    const { people } = this.#parts;
    const person = people.find({ platform: chat.platform, externalId: who });
    if (person === undefined && ACCOUNT_ID.test(who))
      return { text: say(owner.language, "peopleNotHere") };
    const found = person === undefined ? this.#named(who) : [person];
    const list = { ...this.#peopleFor(owner, chat), role: role === "out" ? "guest" : role };
    return peopleFound(found, { ...list, name: who });
  }

  /** One person as they are now. */
  #person({ id }: Person, owner: Person, chat: ChatAddress): OutgoingMessage {
    const { people } = this.#parts;
    const now = people.get(id);
    if (now === undefined || owner.role !== "owner") return this.people(owner, chat);
    return onePerson(now, this.#peopleFor(owner, chat));
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

  readonly commands: readonly Command[] = [
    {
      name: "grants",
      usage: "/grants",
      help: "helpGrants",
      run: (context) => this.#grants(context),
    },
    {
      name: "people",
      usage: "/people",
      help: "helpPeople",
      isPersonal: () => true,
      run: ({ person, chat, argument, values }) =>
        values?.["role"] === undefined
          ? this.people(person, chat, argument)
          : this.#oneRole(person, chat, { who: argument, role: values["role"] }),
    },
  ];

  /** The buttons of the lists. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [REVOKE_CHOICE],
      subjectsOf: (press) => this.#revocation(press),
      refusal: (press) => this.#revokeRefusal(press),
    },
    {
      kinds: [GRANTS_PAGE_CHOICE],
      subjectsOf: (press) => this.#grantsPages(press),
      refusal: ({ person }) => say(person.language, "grantsOtherPage"),
    },
    {
      kinds: [PEOPLE_PAGE_CHOICE],
      subjectsOf: (press) => this.#peoplePages(press),
      refusal: ({ person }) => say(person.language, "peopleOtherPage"),
    },
    {
      kinds: Object.keys(ROLE_CHOICES),
      subjectsOf: (press) => this.#roleChanges(press),
      refusal: (press) => this.#roleRefusal(press),
    },
  ];

  /** Shows the list as it is after a press. */
  #redraw({ event: { chat, messageId, updateId } }: ButtonPress, message: OutgoingMessage): void {
    const key = `edit:rights:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message });
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

  #grantsPages(press: ButtonPress): readonly ButtonSubject[] {
    const { event, person } = press;
    const { length } = this.#grantsFor(person, event.chat);
    const { pages } = pageNear(1, length, rowsBeside(length));
    return pageNumbers(pages).map((page) => ({
      digest: grantPageSubject(page, person),
      run: () => {
        this.#redraw(press, this.grants(person, event.chat, page));
        return "";
      },
    }));
  }

  #peoplePages(press: ButtonPress): readonly ButtonSubject[] {
    const { event, person } = press;
    const { people } = this.#parts;
    const all = people.all();
    const shows = (what: string, message: () => OutgoingMessage): ButtonSubject => ({
      digest: peopleListSubject(what, person),
      run: () => {
        this.#redraw(press, message());
        return "";
      },
    });
    return [
      ...pageNumbers(pageNear(1, all.length, rowsBeside(all.length)).pages).map((page) =>
        shows(String(page), () => this.people(person, event.chat, String(page))),
      ),
      ...all.map((each) => shows(each.id, () => this.#person(each, person, event.chat))),
    ];
  }

  #revocation(press: ButtonPress): readonly ButtonSubject[] {
    const { event, person, token } = press;
    const grant = this.#parts.grants.get(`grant_${token.id}`);
    if (grant === undefined || !mayRevoke(grant, person)) return [];
    const { id, digest, chatKey: home } = grantFacts(grant, event.chat);
    return [{ id, digest, homes: [home], run: () => this.#revoke(grant, press) }];
  }

  /** The kind is that of a button of cards too. */
  #revokeRefusal({ person, token }: ButtonPress): string | undefined {
    const grant = this.#parts.grants.get(`grant_${token.id}`);
    if (grant === undefined) return undefined;
    return say(person.language, mayRevoke(grant, person) ? "pressBroken" : "grantNotYours");
  }

  #revoke({ id }: Grant, press: ButtonPress): string {
    const { event, person } = press;
    const all = this.#grantsFor(person, event.chat);
    const index = all.findIndex((grant) => grant.id === id);
    const isRevoked = this.#parts.grants.revoke(id, person.id);
    const page = Math.floor(index / rowsBeside(all.length)) + 1;
    this.#redraw(press, this.grants(person, event.chat, page));
    return say(person.language, isRevoked ? "grantRevoked" : "grantGone");
  }

  /** A button stands for a change of the role that the person had when it was drawn. */
  #roleChanges(press: ButtonPress): readonly ButtonSubject[] {
    const { event, person: owner, token } = press;
    const person = this.#parts.people.get(`person_${token.id}`);
    const to = ROLE_CHOICES[token.choice];
    if (person === undefined || to === undefined || owner.role !== "owner") return [];
    return ROLES.map((from) => {
      const facts = roleFacts({ ...person, role: from }, token.choice, event.chat);
      const run = (): string => {
        const change = { personId: person.id, from, to, by: owner.id };
        const note =
          from === person.role
            ? this.#change(change, { event, person, owner })
            : say(owner.language, "roleStale");
        this.#redraw(press, this.#person(person, owner, event.chat));
        return note;
      };
      return { id: facts.id, digest: facts.digest, homes: [facts.chatKey], run };
    });
  }

  #roleRefusal({ person: { language, role }, token }: ButtonPress): string {
    if (this.#parts.people.get(`person_${token.id}`) === undefined)
      return say(language, "pressGone");
    return say(language, role === "owner" ? "pressBroken" : "roleNotOwner");
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
    const { approvals, people } = this.#parts;
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
    return say(owner.language, isGiven ? "grantSettled" : "deedUndone");
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
    const given =
      "raises" in (approval.card.budget?.wanted ?? {}) ? "allowedMore" : "budgetSettled";
    return say(owner.language, isGiven ? given : "deedUndone");
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

function mayRevoke({ personId }: Grant, { id, role }: Person): boolean {
  return role === "owner" || personId === id;
}

/** What the one whose question reached a limit is told about the owners' answer. */
function budgetTold({ state }: Approval): TextKey {
  if (state === "approved") return "budgetToldYes";
  return state === "expired" ? "budgetToldNobody" : "budgetToldNo";
}
