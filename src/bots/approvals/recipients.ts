import type { People, Person } from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { Updates } from "../inbox/update-table.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { OutboxTable } from "../outbox/table.ts";

/** What routes are found from. */
export interface CardRoutesParts {
  readonly approvals: Approvals;
  readonly people: People;
  readonly updates: Updates;
  readonly outbox: Outbox;
  readonly table: OutboxTable;
}

/** Where a card that could not be delivered goes on to. */
export type NextPlace =
  /** Somebody has it, or will. */
  | { readonly kind: "alive" }
  /** `failedName`: who could not be reached. */
  | { readonly kind: "chat"; readonly chatKey: string; readonly failedName: string }
  | { readonly kind: "nobody" };

/** Finds the chats of those who may answer an approval. Keeps nothing. */
export class CardRoutes {
  readonly #parts: CardRoutesParts;

  constructor(parts: CardRoutesParts) {
    this.#parts = parts;
  }

  /** The chats a card belongs in: where it was asked, if the one who asked may decide it; the private chats of the owners, if they must or if one press is not enough. A question stays where it was asked. */
  homesOf(approval: Approval): readonly string[] {
    const { approvals, people } = this.#parts;
    const { kind, personId, chatKey } = approval;
    const requester = people.get(personId);
    const isAccess = kind === "access";
    const isOwn = !isAccess && requester !== undefined && approvals.mayDecide(approval, requester);
    const own = isOwn || kind === "question" || kind === "proposal" ? [chatKey] : [];
    if (isOwn && approvals.needed(approval) === 1) return own;
    const others = people
      .owners()
      .filter((owner) => isAccess || owner.id !== personId)
      .filter((owner) => approvals.mayDecide(approval, owner))
      .flatMap((owner) => this.#chatsOf(owner).slice(0, 1));
    return [...new Set([...own, ...others])];
  }

  /** Where the card of a pending approval goes when nobody has it: the next chat, not tried yet, of someone who may answer. */
  next(approval: Approval): NextPlace {
    const { outbox, table, people, updates } = this.#parts;
    const cards = table.withPrefix(`card:${approval.id}:`);
    const isAlive = cards.some(
      (card) =>
        card.state === "sent" ||
        ((card.state === "pending" || card.state === "sending") && outbox.mayReach(card.chatKey)),
    );
    if (isAlive) return { kind: "alive" };
    const tried = new Set(cards.map((card) => card.chatKey));
    const chatKey = this.#approversOf(approval)
      .flatMap((person) => this.#chatsOf(person))
      .find((key) => !tried.has(key) && outbox.mayReach(key));
    if (chatKey === undefined) return { kind: "nobody" };
    const failedKey = cards.at(-1)?.chatKey ?? approval.chatKey;
    const failed = people.get(updates.personIn(failedKey) ?? approval.personId);
    return { kind: "chat", chatKey, failedName: failed?.name ?? "?" };
  }

  /** The one who asked first, then owners, the oldest first; of them those who may answer. */
  #approversOf(approval: Approval): readonly Person[] {
    const { approvals, people } = this.#parts;
    const requester = people.get(approval.personId);
    const everyone = [...(requester === undefined ? [] : [requester]), ...people.owners()];
    return everyone.filter(
      (person, index) =>
        everyone.indexOf(person) === index && approvals.mayDecide(approval, person),
    );
  }

  /** A person's own chats: those that this process delivers to first, and of them the latest. */
  #chatsOf(person: Person): readonly string[] {
    const { updates, outbox } = this.#parts;
    const keys = updates.chatsOf(person.id);
    const reached = keys.filter((key) => outbox.mayReach(key));
    return [...reached, ...keys.filter((key) => !reached.includes(key))];
  }
}
