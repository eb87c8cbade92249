import { EventEmitter } from "node:events";
import type { Clock } from "../../base/clock.ts";
import { type Database, inTransaction, type Statement } from "../../store/database.ts";
import { type Columns, json, type Parameters, plain, Table } from "../../store/table.ts";
import type { Person } from "../access/people.ts";
import { BUTTON_KINDS } from "./button-kinds.ts";
import type { ButtonToken, ButtonTokens } from "./button-token.ts";
import { type CardContent, isSuggestion } from "./card-content.ts";
import {
  type ApprovalKind,
  type ApprovalState,
  accepts,
  answerOf,
  type Decision,
  decisionOf,
  isOpenToRequester,
} from "./decision.ts";

/** One thing that waits for a person, or waited. */
export interface Approval {
  readonly id: string;
  readonly kind: ApprovalKind;
  /** Who asked. */
  readonly personId: string;
  readonly chatKey: string;
  readonly runId?: string;
  readonly stepKey?: string;
  readonly digest: string;
  readonly card: CardContent;
  readonly approver: "requester" | "owner";
  readonly state: ApprovalState;
  readonly answer?: string;
  /** The message that decided it; absent where a button did. */
  readonly answerOrigin?: string;
  readonly decidedBy?: string;
  readonly decidedAtMs?: number;
  /** Why it was denied, in the words of the one who did. */
  readonly reason?: string;
  /** Who had the same thing asked anew after it expired. */
  readonly askedAgainBy?: string;
  /** The approval whose card asks this question. */
  readonly parentId?: string;
  /** What happened after the decision, as the card shows it. */
  readonly outcomeText?: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

const COLUMNS: Columns<Approval> = {
  id: plain(),
  kind: plain(),
  personId: plain(),
  chatKey: plain(),
  runId: plain(),
  stepKey: plain(),
  digest: plain(),
  card: json("card_json"),
  approver: plain(),
  state: plain(),
  answer: plain(),
  answerOrigin: plain(),
  decidedBy: plain(),
  decidedAtMs: plain(),
  reason: plain(),
  askedAgainBy: plain(),
  parentId: plain(),
  outcomeText: plain(),
  createdAtMs: plain(),
  expiresAtMs: plain(),
};

/** Why a press did nothing. */
export type PressRefusal =
  | "wrong-answer"
  | "not-admitted"
  | "unknown"
  | "not-yours"
  | "forged"
  | "answered"
  | "expired"
  /** It was counted, and more people must press. */
  | "more-needed";

/** What a press came to: it decided, or why it did nothing, with the row where there is one. */
export type PressResult =
  | { readonly ok: true; readonly approval: Approval }
  | { readonly ok: false; readonly reason: PressRefusal; readonly approval?: Approval };

/** What is asked of a person, before it has a row; it is open for `lifetimeMs`. */
export type ApprovalRequest = Pick<
  Approval,
  | "kind"
  | "personId"
  | "chatKey"
  | "runId"
  | "stepKey"
  | "digest"
  | "card"
  | "approver"
  | "parentId"
> & { readonly lifetimeMs: number };

/** What becomes of approvals, for those who show them; told in the transaction of the change, so that what a listener stores is kept or taken back with it. */
export interface ApprovalEvents {
  /** A row was written. `isAlone` where nothing else will be said of what it is about. */
  requested: [approval: Approval, how: { readonly isAlone?: boolean }];
  /** It was decided, voted on, ended, explained or carried out. `isControl` marks what went wrong with a decision. */
  changed: [id: string, how: { readonly isControl?: boolean }];
}

/** Owner of the table approvals. Nothing is kept in memory: a restart between card and press changes nothing. */
export class Approvals {
  /** Who must press. */
  readonly policy: ApprovalPolicy;
  readonly #events = new EventEmitter<ApprovalEvents>();
  /** Subscribes to what becomes of approvals. */
  readonly on: EventEmitter<ApprovalEvents>["on"] = this.#events.on.bind(this.#events);
  readonly #database: Database;
  readonly #votes: Votes;
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #tokens: ButtonTokens;
  readonly #table: Table<Approval>;

  constructor({
    database,
    clock,
    newId,
    tokens,
    policy = ONE_PRESS,
  }: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    readonly tokens: ButtonTokens;
    /** Default: one press by anybody who may. */
    readonly policy?: ApprovalPolicy;
  }) {
    this.policy = policy;
    this.#database = database;
    this.#votes = new Votes({ database });
    this.#clock = clock;
    this.#newId = newId;
    this.#tokens = tokens;
    this.#table = new Table(database, "approvals", COLUMNS);
  }

  /** The row with an id; `undefined` for one that does not exist. */
  get(id: string): Approval | undefined {
    return this.#table.one("SELECT * FROM approvals WHERE id = ?", id);
  }

  /** Writes the row before any card is sent. The same wait of the same run gets the row it already has. */
  request(facts: ApprovalRequest): Approval {
    return inTransaction(this.#database, () => this.#request(facts));
  }

  #request(facts: ApprovalRequest): Approval {
    const { runId, stepKey, digest, lifetimeMs } = facts;
    const twin = this.#table.one(
      "SELECT * FROM approvals WHERE run_id = ? AND step_key IS ? AND digest = ? AND state = 'pending'",
      runId,
      stepKey,
      digest,
    );
    if (twin !== undefined) return twin;
    const id = this.#newId("ap");
    const createdAtMs = this.#clock.now();
    const expiresAtMs = createdAtMs + lifetimeMs;
    this.#table.insert({ ...facts, id, state: "pending", createdAtMs, expiresAtMs });
    const approval = this.get(id) as Approval; // just inserted
    this.#events.emit("requested", approval, {});
    return approval;
  }

  /** Tells of a request once more: nobody else brings its card to whom it is for. */
  announce(approval: Approval): void {
    this.#events.emit("requested", approval, { isAlone: true });
  }

  /** The data of a button for one choice, bound to the chat where it hangs. */
  button(approval: Approval, choice: string, chatKey: string): string {
    return this.#tokens.sign({
      id: bareId(approval.id),
      choice,
      digest: approval.digest,
      chatKey,
    });
  }

  /** The approval that a button names, if the presser may press it. Whoever asks still checks that the button is genuine. */
  pressable({ id, choice }: Pick<ButtonToken, "id" | "choice">, person: Person): PressResult {
    if (person.role === "guest") return { ok: false, reason: "not-admitted" };
    const approval = this.get(`ap_${id}`);
    if (approval === undefined) return { ok: false, reason: "unknown" };
    const isAllowed = isOpenToRequester(choice)
      ? this.maySee(approval, person)
      : this.mayDecide(approval, person) &&
        (choice !== BUTTON_KINDS.grant || person.role === "owner");
    return isAllowed ? { ok: true, approval } : { ok: false, reason: "not-yours" };
  }

  /** Decides as a genuine button of someone who may press it says: expiry and one compare-and-set. */
  press(approval: Approval, choice: string, person: Person): PressResult {
    const decision = this.#decisionOf(approval, choice);
    if (decision === undefined) return { ok: false, reason: "forged" };
    return this.#decide(approval, person, decision);
  }

  /** A decision that is no button: the local owner's command line, a key at the card's own prompt, or typed words for a question or a refusal. */
  decideById(id: string, person: Person, decision: Decision): PressResult {
    const approval = this.get(id);
    if (approval === undefined) return { ok: false, reason: "unknown" };
    if (!this.mayDecide(approval, person)) return { ok: false, reason: "not-yours", approval };
    if (!accepts(approval.kind, decision)) return { ok: false, reason: "wrong-answer", approval };
    return this.#decide(approval, person, decision);
  }

  /** Ends what is past its time; each row is returned once. */
  expireDue(): readonly Approval[] {
    const nowMs = this.#clock.now();
    return this.#changed(() =>
      this.#table.many(
        "UPDATE approvals SET state = 'expired', decided_at_ms = ? WHERE state = 'pending' AND expires_at_ms <= ? RETURNING *",
        nowMs,
        nowMs,
      ),
    );
  }

  /** Cancels what a run still waits for. */
  cancelRun(runId: string): readonly Approval[] {
    return this.#changed(() =>
      this.#cancel("run_id", runId).map((row) => this.#withQuestions(row)),
    );
  }

  /** Takes a pending approval back because a person put another in its place; `undefined` when it was decided before. */
  replace(id: string, by: Pick<Person, "id">): Approval | undefined {
    const nowMs = this.#clock.now();
    const [approval] = this.#changed(() =>
      this.#table
        .many(
          `UPDATE approvals SET state = 'cancelled', decided_by = @by, decided_at_ms = @nowMs
           WHERE id = @id AND state = 'pending' AND expires_at_ms > @nowMs RETURNING *`,
          { id, by: by.id, nowMs },
        )
        .map((row) => this.#withQuestions(row)),
    );
    return approval;
  }

  /** Notes that a person has an expired approval asked anew; `undefined` when someone did before, or when it did not expire. */
  askAgain(id: string, by: Person): Approval | undefined {
    const [row] = this.#changed(() =>
      this.#table.many(
        `UPDATE approvals SET asked_again_by = ?
         WHERE id = ? AND state = 'expired' AND asked_again_by IS NULL RETURNING *`,
        by.id,
        id,
      ),
    );
    return row;
  }

  /** Keeps why an approval was denied; the first reason counts. Gives the approval as it is then. */
  explain(id: string, reason: string): Approval | undefined {
    const [approval] = this.#changed(() => {
      const sql =
        "UPDATE approvals SET reason = ? WHERE id = ? AND state = 'denied' AND reason IS NULL";
      this.#table.run(sql, reason, id);
      return [this.get(id)].filter((row) => row !== undefined);
    });
    return approval;
  }

  /** Notes that something else was said while a question was open: from then on only a button or a reply answers it. Why something was denied is not waited for any longer. */
  passBy(id: string): void {
    this.#table.run(
      `UPDATE approvals SET card_json = json_set(card_json, '$.isPassedBy', json('true')),
         expires_at_ms = CASE card_json ->> '$.followUp.kind' WHEN 'reason' THEN MIN(expires_at_ms, ?) ELSE expires_at_ms END
       WHERE id = ? AND state = 'pending'`,
      this.#clock.now(),
      id,
    );
  }

  /** The questions that the card of an approval asks and has not done with, oldest first. */
  questionsOf(id: string): readonly Approval[] {
    return this.#where(
      "parent_id = ? AND state <> 'cancelled' AND outcome_text IS NULL ORDER BY created_at_ms, rowid",
      id,
    );
  }

  /** True when the message of this origin was taken as an answer or a refusal. */
  isAnswer(origin: string): boolean {
    return this.#table.has("SELECT 1 FROM approvals WHERE answer_origin = ?", origin);
  }

  /** Cancels everything that a person asked for and that still waits. */
  cancelPerson(personId: string): readonly Approval[] {
    return this.#changed(() => this.#cancel("person_id", personId));
  }

  /** The newest row of a kind about the same thing, whatever became of it. */
  latest(kind: ApprovalKind, digest: string): Approval | undefined {
    return this.#table.one(
      "SELECT * FROM approvals WHERE kind = ? AND digest = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT 1",
      kind,
      digest,
    );
  }

  /** Whether a person may answer, under the policy in force. */
  mayDecide(approval: Decidable, person: Person): boolean {
    return mayDecide(approval, person, this.policy);
  }

  /** Whether a person may read all of what is asked: who may decide it, and who asked. */
  maySee(approval: Approval, person: Person): boolean {
    return person.id === approval.personId || this.mayDecide(approval, person);
  }

  /** How many different people must approve. */
  needed({ kind }: Pick<Approval, "kind">): number {
    return kind === "question" || kind === "proposal" ? 1 : this.policy.quorum;
  }

  /** Who has approved so far, where more than one must. */
  votesOf(approval: Approval): readonly string[] {
    return this.needed(approval) === 1 ? [] : this.#votes.of(approval.id);
  }

  /** Takes back what a person approved on cards that still wait, since they may no longer. */
  forgetVotes(personId: string): void {
    this.#votes.forget(personId);
  }

  /** Who stands for an approval: all who pressed where more than one must, else who decided. */
  approversOf(approval: Approval): readonly string[] {
    const { decidedBy } = approval;
    if (decidedBy === undefined) return [];
    return [...new Set([...this.votesOf(approval), decidedBy])];
  }

  /** Whether a card may carry the button that approves and grants. Where several must press, a grant has a card of its own. */
  offersGrant({ kind, card }: Pick<Approval, "kind" | "card">): boolean {
    const isRun = kind === "plan" || kind === "value";
    return isRun && (card.offers ?? []).length > 0 && this.policy.quorum === 1;
  }

  /** Keeps what happened after the decision. `isControl` marks what went wrong with it. */
  setOutcome(id: string, text: string, how: { readonly isControl?: boolean } = {}): void {
    inTransaction(this.#database, () => {
      this.#table.run("UPDATE approvals SET outcome_text = ? WHERE id = ?", text, id);
      this.#events.emit("changed", id, how);
    });
  }

  /** What waits, oldest first; of one person, of one run, or of everybody. */
  pending(
    filter: { readonly personId?: string; readonly runId?: string } = {},
  ): readonly Approval[] {
    return this.#where(
      `state = 'pending' AND (@personId IS NULL OR person_id = @personId) AND (@runId IS NULL OR run_id = @runId)
       ORDER BY created_at_ms, rowid`,
      { personId: filter.personId, runId: filter.runId },
    );
  }

  /** What waits for a decision, oldest first: without suggestions, and without questions that something else was said after. */
  waiting(filter: { readonly personId?: string } = {}): readonly Approval[] {
    return this.pending(filter).filter(
      (approval) =>
        !isSuggestion(approval) &&
        !(approval.card.isPassedBy === true && approval.card.followUp !== undefined),
    );
  }

  /** What was said yes to in a run, whatever kind it is, oldest first. */
  decidedOf(runId: string): readonly Approval[] {
    return this.#where(
      "run_id = ? AND state IN ('approved', 'answered') ORDER BY decided_at_ms, rowid",
      runId,
    );
  }

  /** What people allowed of a run beforehand, in the order of their presses. */
  approvedOf(runId: string): readonly Approval[] {
    return this.#where(
      "run_id = ? AND state = 'approved' AND kind IN ('plan', 'approval') ORDER BY decided_at_ms, rowid",
      runId,
    );
  }

  /** What was decided and has no outcome yet, oldest decision first: work for a restarted process. */
  unsettled(): readonly Approval[] {
    return this.#where(
      `state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NULL
       ORDER BY decided_at_ms, rowid`,
    );
  }

  /** Whether the press on a card may stand for what a schedule does in its runs. */
  offersStanding({ kind, card }: Pick<Approval, "kind" | "card">): boolean {
    return kind === "plan" && card.standing !== undefined;
  }

  #decisionOf(approval: Approval, choice: string): Decision | undefined {
    if (choice === BUTTON_KINDS.standing)
      return this.offersStanding(approval) ? { state: "approved", isStanding: true } : undefined;
    if (choice !== BUTTON_KINDS.grant) return decisionOf(approval, choice);
    return this.offersGrant(approval) ? { state: "approved", isGrant: true } : undefined;
  }

  /** The one compare-and-set: of any number of presses at most one gets the row. */
  #decide(approval: Approval, person: Person, decision: Decision): PressResult {
    return inTransaction(this.#database, () => this.#claim(approval, person, decision));
  }

  #claim(approval: Approval, person: Person, decision: Decision): PressResult {
    const nowMs = this.#clock.now();
    const answer = answerOf(decision);
    if (decision.state === "approved" && !this.#isEnough(approval, person, { answer, nowMs })) {
      this.#events.emit("changed", approval.id, {});
      return { ok: false, reason: "more-needed", approval };
    }
    const { id, digest } = approval;
    const row = this.#table.one(
      `UPDATE approvals SET state = @state, answer = @answer, answer_origin = @origin, reason = @reason,
         decided_by = @by, decided_at_ms = @nowMs
       WHERE id = @id AND digest = @digest AND state = 'pending' AND expires_at_ms > @nowMs RETURNING *`,
      {
        state: decision.state,
        answer: decision.state === "approved" ? this.#agreedAnswer(approval, answer) : answer,
        origin: decision.state === "approved" ? undefined : decision.origin,
        reason: decision.state === "denied" ? decision.reason : undefined,
        by: person.id,
        nowMs,
        id,
        digest,
      },
    );
    if (row !== undefined) {
      this.#withQuestions(row);
      this.#events.emit("changed", id, {});
      return { ok: true, approval: row };
    }
    const current = this.get(approval.id) ?? approval;
    return { ok: false, reason: refusalOf(current), approval: current };
  }

  /** Counts one person's approval. False while more people must press a card that is still open. */
  #isEnough(
    approval: Approval,
    person: Person,
    { answer, nowMs }: { readonly answer: string | null; readonly nowMs: number },
  ): boolean {
    if (this.needed(approval) === 1) return true;
    this.#votes.add(approval, { personId: person.id, answer }, nowMs);
    const isOpen = approval.state === "pending" && approval.expiresAtMs > nowMs;
    return !isOpen || this.votesOf(approval).length >= this.needed(approval);
  }

  /** Of several people's presses only what all of them meant holds; else the least, that it may happen. */
  #agreedAnswer(approval: Approval, answer: string | null): string | null {
    if (this.needed(approval) === 1) return answer;
    const answers = this.#votes.answersOf(approval.id);
    return answers.every((each) => each === answer) ? answer : null;
  }

  /** Changes rows and tells of each, all or nothing. */
  #changed(change: () => readonly Approval[]): readonly Approval[] {
    return inTransaction(this.#database, () => {
      const rows = change();
      for (const { id } of rows) this.#events.emit("changed", id, {});
      return rows;
    });
  }

  #where(condition: string, ...parameters: Parameters): readonly Approval[] {
    return this.#table.many(`SELECT * FROM approvals WHERE ${condition}`, ...parameters);
  }

  #cancel(column: "run_id" | "person_id", value: string): readonly Approval[] {
    return this.#table.many(
      `UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE ${column} = ? AND state = 'pending' RETURNING *`,
      this.#clock.now(),
      value,
    );
  }

  /** What a card asked about itself has no meaning once it is over. */
  #withQuestions(over: Approval): Approval {
    this.#table.run(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE parent_id = ? AND state = 'pending'",
      this.#clock.now(),
      over.id,
    );
    return over;
  }
}

/** Why a row could not be had: its time is over, whether or not that was written down yet, or someone was first. */
function refusalOf({ state }: Approval): "answered" | "expired" {
  return state === "pending" || state === "expired" ? "expired" : "answered";
}

/** `ap_…` without its prefix, as it stands in a button. */
function bareId(id: string): string {
  return id.slice("ap_".length);
}

/** Who must press before something is allowed. */
export interface ApprovalPolicy {
  /** True when the one who asked may not also approve. */
  readonly fourEyes: boolean;
  /** How many different people must approve; one denial always denies. */
  readonly quorum: number;
}

/** One press by anybody who may: the policy of a bot that one person owns. */
export const ONE_PRESS: ApprovalPolicy = { fourEyes: false, quorum: 1 };

/** What decides who may answer a card. */
interface Decidable {
  readonly kind: string;
  readonly personId: string;
  readonly approver: "requester" | "owner";
  readonly card: Pick<CardContent, "account">;
}

/** Whether a person may answer: for an owner's matter any owner, else the one who asked or any owner; questions only the one who was asked; nobody what they asked for themselves where four eyes are wanted. */
export function mayDecide(
  approval: Decidable,
  person: Person,
  policy: ApprovalPolicy = ONE_PRESS,
): boolean {
  if (person.role === "guest") return false;
  if (approval.kind === "question" || approval.kind === "proposal")
    return person.id === approval.personId;
  // A stranger's wish to come in has the local owner's name on it, who did not ask for it.
  const isOwnWish = person.id === approval.personId && approval.card.account === undefined;
  if (policy.fourEyes && isOwnWish) return false;
  if (person.role === "owner") return true;
  return (
    approval.approver === "requester" && person.role === "member" && person.id === approval.personId
  );
}

/** Owner of the table approval_votes: who has approved a card that needs more than one person. */
class Votes {
  readonly #add: Statement<[string, number, string | null, string, string, number]>;
  readonly #of: Statement<[string], { readonly person_id: string; readonly answer: string | null }>;
  readonly #forget: Statement<[string]>;

  constructor({ database }: { readonly database: Database }) {
    this.#add = database.prepare(
      `INSERT OR IGNORE INTO approval_votes (approval_id, person_id, voted_at_ms, answer)
       SELECT id, ?, ?, ? FROM approvals WHERE id = ? AND digest = ? AND state = 'pending' AND expires_at_ms > ?`,
    );
    this.#of = database.prepare(
      "SELECT person_id, answer FROM approval_votes WHERE approval_id = ? ORDER BY voted_at_ms, rowid",
    );
    this.#forget = database.prepare(
      `DELETE FROM approval_votes WHERE person_id = ?
       AND approval_id IN (SELECT id FROM approvals WHERE state = 'pending')`,
    );
  }

  /** Counts a person's approval of a card that still waits; a second one by the same person counts nothing. */
  add(
    approval: { readonly id: string; readonly digest: string },
    { personId, answer }: { readonly personId: string; readonly answer: string | null },
    nowMs: number,
  ): void {
    this.#add.run(personId, nowMs, answer, approval.id, approval.digest, nowMs);
  }

  /** What those who have approved a card said with it, in that order. */
  answersOf(approvalId: string): readonly (string | null)[] {
    return this.#of.all(approvalId).map((row) => row.answer);
  }

  /** Who has approved a card so far, in that order. */
  of(approvalId: string): readonly string[] {
    return this.#of.all(approvalId).map((row) => row.person_id);
  }

  /** Takes back what a person approved on cards that still wait. */
  forget(personId: string): void {
    this.#forget.run(personId);
  }
}
