import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import type { Approvals } from "../../security/approvals/approvals.ts";
import type { BudgetReach, Spender } from "../../security/limits/budgets.ts";
import type { CardSender } from "../approvals/card-sender.ts";

/** Shortest time in which owners may answer: a day may end soon after the question. */
const SHORTEST_MS = 60_000;

/** Asks the owners whether more of the model may be used. */
export class BudgetRequest {
  readonly #parts: ConstructorParameters<typeof BudgetRequest>[0];

  constructor(parts: {
    readonly approvals: Approvals;
    readonly cards: CardSender;
    readonly clock: Clock;
  }) {
    this.#parts = parts;
  }

  /** Puts a card to the owners about a soft limit, one for each scope and day; `denied` where they have said no today. */
  ask(reach: BudgetReach, spender: Spender): "asked" | "denied" {
    const { approvals, cards, clock } = this.#parts;
    const { scope, subject, resetsAtMs: untilMs } = reach;
    const wanted = { scope, subject, untilMs };
    const digest = digestOf({ budget: wanted });
    const last = approvals.latest("access", digest)?.state;
    if (last === "denied") return "denied";
    if (last === "pending") return "asked";
    const approval = approvals.request({
      kind: "access",
      personId: spender.personId,
      chatKey: spender.chatKey,
      digest,
      card: { budget: { reach, wanted } },
      approver: "owner",
      lifetimeMs: Math.max(SHORTEST_MS, untilMs - clock.now()),
    });
    cards.show(approval);
    return "asked";
  }
}
