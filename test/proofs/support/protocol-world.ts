import assert from "node:assert/strict";
import type { MessagePlanner } from "../../../src/agent/planner/message-planner.ts";
import { Assistant } from "../../../src/agent/turn/assistant.ts";
import type { CardSender } from "../../../src/bots/approvals/card-sender.ts";
import { ReopenRequest } from "../../../src/bots/decisions/ask-again.ts";
import { EditCard } from "../../../src/bots/decisions/edit-card.ts";
import { FollowUpQuestions } from "../../../src/bots/decisions/follow-up-questions.ts";
import type { Admission } from "../../../src/bots/people/admission.ts";
import type { ErasePerson } from "../../../src/bots/people/erase-person.ts";
import type { ReplySender } from "../../../src/bots/replies/reply-sender.ts";
import type { ReminderButtons } from "../../../src/bots/schedules/reminder-buttons.ts";
import { applyDecision, applyReason } from "../../../src/runs/apply-decision.ts";
import type { Run } from "../../../src/runs/run-table.ts";
import type { Person } from "../../../src/security/access/people.ts";
import type { Approval, PressResult } from "../../../src/security/approvals/approvals.ts";
import { parseButtonToken } from "../../../src/security/approvals/button-token.ts";
import type { ApprovalState } from "../../../src/security/approvals/decision.ts";
import { inTransaction, type Statement } from "../../../src/store/database.ts";
import { GateWorld, Killed } from "../../agent/support/gate-world.ts";
import type {
  Matter,
  ModelEvent,
  Place,
  Presser,
  RequestState,
  Rules,
  Told,
} from "./protocol-model.ts";

/** How each matter is asked, and the call by which its effect is known. */
const PROGRAMS: Readonly<Record<Matter, { readonly source: string; readonly call: RegExp }>> = {
  own: { source: '[system:delete]("a.md")', call: /^delete (?<file>a\.md)$/ },
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

const REASON = "because of the moon";

/** Where a request really is, as far as the model speaks of it. */
export type Observed = Pick<RequestState, "place" | "effects" | "why">;

type Press = Extract<ModelEvent, { kind: "press" }>;

/** The real gate, approvals and `FollowUpQuestions`, made to do what the model's events say. */
export class ProtocolWorld {
  readonly #world: GateWorld;
  readonly #matters: readonly Matter[];
  readonly #people: Readonly<Record<Presser, Person | undefined>>;
  readonly #requester: Person;
  /** Ids of the runs of each request, in their order. */
  readonly #runs: string[][];
  readonly #changes: Statement<[], unknown>;
  readonly #cards: Statement<[string], { readonly id: string }>;
  readonly #cutOff: Statement<[string]>;
  #desk: FollowUpQuestions;
  #asking: ReopenRequest;
  #seen: { readonly at: string; readonly places: readonly Observed[] } | undefined;

  constructor(matters: readonly Matter[], rules: Rules) {
    const { needed: quorum } = rules;
    this.#world = new GateWorld({}, { policy: { quorum, fourEyes: quorum > 1 } });
    this.#matters = matters;
    this.#runs = matters.map(() => []);
    const { owner, member } = this.#world;
    const admit = (id: string, role: Person["role"]): Person =>
      this.#world.people.admit({ platform: "telegram", externalId: id }, { role, name: `P${id}` });
    const [second, third] =
      quorum > 1 ? [admit("6", "owner"), admit("7", "owner")] : [undefined, undefined];
    this.#requester = quorum > 1 ? admit("8", "owner") : member;
    const people = { owner, second, third, requester: this.#requester };
    this.#people = { ...people, other: admit("5", "member"), stranger: undefined };
    [this.#desk, this.#asking] = this.#newDesks();
    const { database } = this.#world;
    this.#changes = database.prepare("SELECT total_changes()").pluck();
    this.#cards = database.prepare(
      "SELECT id FROM approvals WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY rowid DESC",
    );
    this.#cutOff = database.prepare(
      "SELECT 1 FROM steps WHERE run_id = ? AND state = 'started' AND effect <> 'read'",
    );
  }

  /** Gives back its memory: thousands of worlds are made, and what SQLite holds is not seen by the collector. */
  close(): void {
    this.#world.database.close();
  }

  /** Makes an event happen; gives what a presser was told. */
  async act(event: ModelEvent): Promise<Told | undefined> {
    switch (event.kind) {
      case "restart":
        this.#restart();
        return undefined;
      case "wait":
        this.#world.clock.set(new Date(this.#world.clock.now() + HALF_HOUR_MS).toISOString());
        return undefined;
      case "sweep":
        await this.#sweep();
        return undefined;
      case "press":
        return this.#press(event);
      case "ask":
        return this.#ask(event.request);
      case "tell":
        return this.#explain(event.request);
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

  /** Where every request is now. While no row has changed and no time has passed, it is where it was. */
  observe(): readonly Observed[] {
    const seenAt = `${this.#changes.get()} ${this.#world.clock.now()} ${this.#world.calls.length}`;
    if (this.#seen?.at !== seenAt) this.#seen = { at: seenAt, places: this.#look() };
    return this.#seen.places;
  }

  #look(): readonly Observed[] {
    return this.#matters.map((matter, index) => ({
      place: this.#placeOf(index),
      effects: this.#effectsOf(matter, index),
      why: this.#whyOf(index),
    }));
  }

  /** How often it happened; with another file than the one that stands in its program now, it must not have. */
  #effectsOf(matter: Matter, index: number): number {
    const found = this.#world.calls
      .map((call) => PROGRAMS[matter].call.exec(call))
      .filter((match) => match !== null);
    const program = this.#runOf(index)?.program ?? "";
    for (const [call, file = ""] of found) assert.ok(program.includes(file), `${call}: ${program}`);
    return found.length;
  }

  async #ask(index: number): Promise<undefined> {
    const { source } = PROGRAMS[this.#matters[index]!];
    const origin = `update:${index}`;
    const result = await this.#world.run(source, { origin, as: this.#requester });
    assert.equal(result.kind, "waiting", JSON.stringify(result));
    this.#runs[index]!.push(this.#world.runs.find(origin)!.id);
  }

  async #sweep(): Promise<void> {
    const { approvals, database } = this.#world;
    const expired = inTransaction(database, () => {
      const rows = approvals.expireDue();
      for (const approval of rows) applyDecision(this.#world, approval);
      return rows;
    });
    for (const approval of expired)
      if (approval.card.followUp !== undefined) await this.#desk.carryOut(approval);
  }

  async #press(event: Press): Promise<Told> {
    const { approvals } = this.#world;
    const [card, earlier] = this.#cardsOf(event.request);
    const old = earlier ?? { ...card!, digest: "another plan" };
    const { chatKey } = card!;
    const data = approvals.button(event.token === "right" ? card! : old, event.choice, chatKey);
    const person = this.#people[event.by];
    const token = parseButtonToken(data)!; // signed above
    if (person === undefined) return "not-admitted";
    const found = approvals.pressable(token, person);
    if (!found.ok) return toldOf(found);
    const { approval } = found;
    const { id, choice } = token;
    const { digest } = approval;
    if (!this.#world.tokens.isGenuine(token, { id, choice, digest, chatKey })) return "forged";
    if (event.choice === "w") return this.#askAgain(approval, event.request, person);
    const result = this.#decide(() => approvals.press(approval, choice, person));
    return result.ok ? "ok" : toldOf(result);
  }

  #decide(press: () => PressResult): PressResult {
    return inTransaction(this.#world.database, () => {
      const result = press();
      if (result.ok) applyDecision(this.#world, result.approval);
      return result;
    });
  }

  /** Answers the card of a refusal with the reason. */
  #explain(index: number): Told {
    const { approvals, database } = this.#world;
    inTransaction(database, () => {
      const denied = approvals.explain(this.#cardsOf(index)[0]!.id, REASON);
      applyReason(this.#world, denied!);
    });
    return "ok";
  }

  async #askAgain(approval: Approval, index: number, person: Person): Promise<Told> {
    const work = this.#asking.ask(approval, person);
    if (work === undefined) return "answered";
    await work();
    this.#runs[index]!.push(this.#world.runs.find(`again:${approval.id}`)!.id);
    return "ok";
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
    const { gate } = this.#world;
    await gate.resume(this.#runOf(index)!.id, { actor: this.#world.actor(this.#requester) });
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
    this.#restart();
  }

  #restart(): void {
    this.#world.restart();
    [this.#desk, this.#asking] = this.#newDesks();
  }

  /** The handlers of a process, without a platform. */
  #newDesks(): [FollowUpQuestions, ReopenRequest] {
    const world = this.#world;
    const { clock, gate, approvals, people } = world;
    const nothing = (): undefined => undefined;
    const planner = {} as MessagePlanner; // nobody plans words here
    const assistant = new Assistant({ clock, gate, approvals, planner, workflows: () => [] });
    // The handlers call nothing else of these.
    const cards = { show: nothing } as unknown as CardSender;
    const admission = {
      person: (id: string) => people.get(id),
      actor: (person: Person) => world.actor(person),
    } as unknown as Admission;
    const replies = { draw: async () => undefined, reply: nothing } as unknown as ReplySender;
    const forgetting = {} as ErasePerson;
    const shared = { ...world, people, assistant, cards, admission, replies, forgetting };
    const editing = new EditCard(shared);
    // No question here is about a schedule.
    const schedules = { get: nothing };
    const reminders = {} as ReminderButtons;
    const relayed = { send: async () => "" };
    return [
      new FollowUpQuestions({ ...shared, editing, relayed, schedules, reminders }),
      new ReopenRequest(shared),
    ];
  }

  #runOf(index: number): Run | undefined {
    return this.#world.runs.get(this.#runs[index]!.at(-1) ?? "");
  }

  /** The cards of a request, the latest first, those of earlier askings too. */
  #cardsOf(index: number): readonly Approval[] {
    const ids = this.#cards.all(JSON.stringify(this.#runs[index]));
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
    return this.#cutOff.get(id) !== undefined;
  }

  #placeOfCard({ kind, state, expiresAtMs }: Approval): Place {
    const isLate = state === "pending" && expiresAtMs <= this.#world.clock.now();
    const [asked, unsure] = PLACES[isLate ? "late" : state];
    return kind === "uncertain" ? unsure : asked;
  }

  /** Whether a refusal has a reason, as the card and the result of the run say it. */
  #whyOf(index: number): Observed["why"] {
    const [card] = this.#cardsOf(index);
    const result = this.#runOf(index)?.resultJson ?? "";
    assert.equal(result.includes(REASON), card?.reason === REASON, result);
    if (card?.reason === REASON) return "told";
    return card?.state === "denied" && card.kind === "plan" ? "open" : "none";
  }
}

function toldOf({ reason }: Extract<PressResult, { ok: false }>): Told {
  if (reason === "unknown" || reason === "wrong-answer") throw new Error(`Told "${reason}".`);
  return reason;
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
