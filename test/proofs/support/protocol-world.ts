import assert from "node:assert/strict";
import { applyDecision } from "../../../src/agent/decisions.ts";
import type { Run } from "../../../src/agent/runs.ts";
import type { ApprovalState } from "../../../src/security/approval-table.ts";
import type { Approval } from "../../../src/security/approvals.ts";
import type { Person } from "../../../src/security/people.ts";
import { inTransaction } from "../../../src/store/database.ts";
import { GateWorld, Killed } from "../../agent/support/gate-world.ts";
import type { Matter, ModelEvent, Place, Presser, Told } from "./protocol-model.ts";

/** How each matter is asked, and the call by which its effect is known. */
const PROGRAMS: Readonly<Record<Matter, { readonly source: string; readonly call: RegExp }>> = {
  own: { source: '[system:delete]("a.md")', call: /^delete a\.md$/ },
  owners: { source: "[system:open_door]", call: /^open_door$/ },
  question: {
    source:
      '$a = [system:ask_user]("Which?") {options: ["left"]}\n[system:write]("b.md") {content: "$a"}',
    call: /^write b\.md left$/,
  },
};

/** Actions whose effects can be cut off. */
const ACTIONS = ["system:delete", "system:open_door", "system:write"];

const HALF_HOUR_MS = 30 * 60 * 1000;

/** Where a request really is, as far as the model speaks of it. */
export interface Observed {
  readonly place: Place;
  readonly effects: number;
}

/** The real gate and the real approvals, made to do what the model's events say. */
export class ProtocolWorld {
  readonly #world = new GateWorld();
  readonly #matters: readonly Matter[];
  readonly #people: Readonly<Record<Presser, Person | undefined>>;
  readonly #asked: number[];

  constructor(matters: readonly Matter[]) {
    this.#matters = matters;
    this.#asked = matters.map(() => 0);
    const { people, owner, member } = this.#world;
    const account = { platform: "telegram", externalId: "5" };
    const other = people.admit(account, { role: "member", name: "Dan" });
    this.#people = { owner, requester: member, other, stranger: undefined };
  }

  /** Makes an event happen; gives what a presser was told. */
  async act(event: ModelEvent): Promise<Told | undefined> {
    switch (event.kind) {
      case "restart":
        this.#world.restart();
        return undefined;
      case "wait":
        await this.#world.clock.advance(HALF_HOUR_MS);
        return undefined;
      case "sweep":
        this.#sweep();
        return undefined;
      case "press":
        return this.#press(event);
      case "ask":
        return this.#ask(event.request);
      case "cancel":
        this.#cancel(this.#runOf(event.request)!);
        return undefined;
      case "carryOut":
      case "recover":
        await this.#goOn(event.request);
        return undefined;
      case "dieBefore":
      case "dieAfter":
        return this.#die(event.request, event.kind);
    }
  }

  /** Where every request is now. */
  observe(): readonly Observed[] {
    return this.#matters.map((matter, index) => ({
      place: this.#placeOf(index),
      effects: this.#world.calls.filter((call) => PROGRAMS[matter].call.test(call)).length,
    }));
  }

  async #ask(index: number): Promise<undefined> {
    const count = (this.#asked[index] ?? 0) + 1;
    this.#asked[index] = count;
    const { source } = PROGRAMS[this.#matters[index]!];
    const result = await this.#world.run(source, { origin: `update:${index}.${count}` });
    assert.equal(result.kind, "waiting", JSON.stringify(result));
  }

  #sweep(): void {
    const { approvals, database } = this.#world;
    inTransaction(database, () => {
      for (const approval of approvals.expireDue()) applyDecision(this.#world, approval);
    });
  }

  #press({ request, by, token, choice }: Extract<ModelEvent, { kind: "press" }>): Told {
    const { approvals, database } = this.#world;
    const [card, earlier] = this.#cardsOf(request);
    const old = earlier ?? { ...card!, digest: "another plan" };
    const pressed = token === "right" ? card! : old;
    const data = approvals.button(pressed, choice, pressed.chatKey);
    const result = inTransaction(database, () => {
      const found = approvals.press(data, this.#people[by], pressed.chatKey);
      if (found.ok) applyDecision(this.#world, found.approval);
      return found;
    });
    if (result.ok) return "ok";
    const { reason } = result;
    if (reason === "unknown" || reason === "wrong-answer" || reason === "more-needed")
      throw new Error(`Told "${reason}".`);
    return reason;
  }

  /** What a stop does to a run that waits. */
  #cancel(run: Run): void {
    const { approvals, database, runs } = this.#world;
    inTransaction(database, () => {
      approvals.cancelRun(run.id);
      runs.end(run.id, "stopped", { message: "Stopped." });
    });
  }

  async #goOn(index: number): Promise<void> {
    const { gate, member } = this.#world;
    await gate.resume(this.#runOf(index)!.id, { actor: this.#world.actor(member) });
  }

  /** Dies after the effect's journal row and before the effect, or after the effect and before its outcome is written. */
  async #die(index: number, when: "dieBefore" | "dieAfter"): Promise<undefined> {
    const world = this.#world;
    if (when === "dieBefore") world.killAt = "step-started";
    else
      for (const action of ACTIONS)
        world.acts[action] = () => {
          world.killIn = 1;
          return "done";
        };
    await assert.rejects(this.#goOn(index), Killed);
    for (const action of ACTIONS) delete world.acts[action];
    world.restart();
  }

  #runOf(index: number): Run | undefined {
    return this.#world.runs.find(`update:${index}.${this.#asked[index]}`);
  }

  /** The cards of a request, the latest first, those of earlier askings too. */
  #cardsOf(index: number): readonly Approval[] {
    const ids = this.#world.database
      .prepare<[string], { id: string }>(
        `SELECT approvals.id FROM approvals JOIN runs ON runs.id = run_id WHERE origin LIKE ?
         ORDER BY approvals.rowid DESC`,
      )
      .all(`update:${index}.%`);
    return ids.flatMap(({ id }) => this.#world.approvals.get(id) ?? []);
  }

  #placeOf(index: number): Place {
    const run = this.#runOf(index);
    if (run === undefined) return "none";
    if (run.state === "finished") return "done";
    if (run.state !== "running" && run.state !== "waiting") return "over";
    if (this.#isCutOff(run)) return "cut";
    return this.#placeOfCard(this.#cardsOf(index)[0]!);
  }

  #isCutOff({ id }: Run): boolean {
    return (
      this.#world.database
        .prepare("SELECT 1 FROM steps WHERE run_id = ? AND state = 'started' AND effect <> 'read'")
        .get(id) !== undefined
    );
  }

  #placeOfCard({ kind, state, expiresAtMs }: Approval): Place {
    const isLate = state === "pending" && expiresAtMs <= this.#world.clock.now();
    const [asked, unsure] = PLACES[isLate ? "late" : state];
    return kind === "uncertain" ? unsure : asked;
  }
}

/** What the state of a card means, and of one that asks what became of an effect. */
const PLACES: Readonly<Record<ApprovalState | "late", readonly [Place, Place]>> = {
  pending: ["waiting", "unsure"],
  late: ["late", "unsureLate"],
  approved: ["allowed", "again"],
  answered: ["allowed", "takenAsDone"],
  denied: ["refused", "left"],
  expired: ["refused", "left"],
  cancelled: ["over", "over"],
};
