import type { Clock } from "../base/clock.ts";
import type { Database, Statement } from "../store/database.ts";
import { type ApprovalPolicy, type Decidable, mayDecide, ONE_PRESS } from "./approvers.ts";
import { type ButtonToken, type ButtonTokens, parseButtonToken } from "./button-token.ts";
import type { CardContent } from "./card-content.ts";
import type { Person } from "./people.ts";
import { Votes } from "./votes.ts";

export type ApprovalKind =
  | "plan"
  | "value"
  | "uncertain"
  | "approval"
  | "question"
  | "proposal"
  | "access";
export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "answered"
  | "expired"
  | "cancelled";

/** The choice of a button that approves and grants what its card offers, and the answer by which its row remembers that. */
export const GRANT_CHOICE = "h";
export const GRANT_ANSWER = "granted";

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
  readonly decidedBy?: string;
  readonly decidedAtMs?: number;
  /** What happened after the decision, as the card shows it. */
  readonly outcomeText?: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

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

export type PressResult =
  | { readonly ok: true; readonly approval: Approval }
  | { readonly ok: false; readonly reason: PressRefusal; readonly approval?: Approval };

/** What a press or a typed answer decides. */
export type Decision =
  | { readonly state: "approved" | "denied"; readonly isGrant?: boolean }
  | { readonly state: "answered"; readonly answer: string };

interface Row {
  readonly id: string;
  readonly kind: ApprovalKind;
  readonly person_id: string;
  readonly chat_key: string;
  readonly run_id: string | null;
  readonly step_key: string | null;
  readonly digest: string;
  readonly card_json: string;
  readonly approver: "requester" | "owner";
  readonly state: ApprovalState;
  readonly answer: string | null;
  readonly decided_by: string | null;
  readonly decided_at_ms: number | null;
  readonly outcome_text: string | null;
  readonly created_at_ms: number;
  readonly expires_at_ms: number;
}

/** What is asked of a person, before it has a row. */
export interface ApprovalRequest {
  readonly kind: ApprovalKind;
  readonly personId: string;
  readonly chatKey: string;
  readonly runId?: string;
  readonly stepKey?: string;
  readonly digest: string;
  readonly card: CardContent;
  readonly approver: "requester" | "owner";
  readonly lifetimeMs: number;
}

export interface ApprovalsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly tokens: ButtonTokens;
  /** Default: one press by anybody who may. */
  readonly policy?: ApprovalPolicy;
}

/** Owner of the table approvals. Nothing is kept in memory: a restart between card and press changes nothing. */
export class Approvals {
  /** Who must press. */
  readonly policy: ApprovalPolicy;
  readonly #votes: Votes;
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #tokens: ButtonTokens;
  readonly #byId: Statement<[string], Row>;
  readonly #twin: Statement<[string, string | null, string], Row>;
  readonly #insert: Statement<unknown[], Row>;
  readonly #claim: Statement<
    [ApprovalState, string | null, string, number, string, string, number],
    Row
  >;
  readonly #expire: Statement<[number, number], Row>;
  readonly #cancelRun: Statement<[number, string], Row>;
  readonly #cancelPerson: Statement<[number, string], Row>;
  readonly #latest: Statement<[string, string], Row>;
  readonly #setOutcome: Statement<[string, string]>;
  readonly #pending: Statement<[string | null, string | null, string | null, string | null], Row>;
  readonly #unsettled: Statement<[], Row>;

  constructor({ database, clock, newId, tokens, policy = ONE_PRESS }: ApprovalsParts) {
    this.policy = policy;
    this.#votes = new Votes({ database });
    this.#clock = clock;
    this.#newId = newId;
    this.#tokens = tokens;
    this.#byId = database.prepare("SELECT * FROM approvals WHERE id = ?");
    this.#twin = database.prepare(
      "SELECT * FROM approvals WHERE run_id = ? AND step_key IS ? AND digest = ? AND state = 'pending'",
    );
    this.#insert = database.prepare(
      `INSERT INTO approvals (id, kind, person_id, chat_key, run_id, step_key, digest, card_json, approver, state, created_at_ms, expires_at_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) RETURNING *`,
    );
    this.#claim = database.prepare(
      `UPDATE approvals SET state = ?, answer = ?, decided_by = ?, decided_at_ms = ?
       WHERE id = ? AND digest = ? AND state = 'pending' AND expires_at_ms > ? RETURNING *`,
    );
    this.#expire = database.prepare(
      "UPDATE approvals SET state = 'expired', decided_at_ms = ? WHERE state = 'pending' AND expires_at_ms <= ? RETURNING *",
    );
    this.#cancelRun = database.prepare(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE run_id = ? AND state = 'pending' RETURNING *",
    );
    this.#cancelPerson = database.prepare(
      "UPDATE approvals SET state = 'cancelled', decided_at_ms = ? WHERE person_id = ? AND state = 'pending' RETURNING *",
    );
    this.#latest = database.prepare(
      "SELECT * FROM approvals WHERE kind = ? AND digest = ? ORDER BY created_at_ms DESC, rowid DESC LIMIT 1",
    );
    this.#setOutcome = database.prepare("UPDATE approvals SET outcome_text = ? WHERE id = ?");
    this.#pending = database.prepare(
      `SELECT * FROM approvals WHERE state = 'pending' AND (? IS NULL OR person_id = ?) AND (? IS NULL OR run_id = ?)
       ORDER BY created_at_ms, rowid`,
    );
    this.#unsettled = database.prepare(
      `SELECT * FROM approvals WHERE state IN ('approved', 'denied', 'answered', 'expired') AND outcome_text IS NULL
       ORDER BY decided_at_ms, rowid`,
    );
  }

  /** The row with an id; `undefined` for one that does not exist. */
  get(id: string): Approval | undefined {
    const row = this.#byId.get(id);
    return row === undefined ? undefined : approvalOf(row);
  }

  /** Writes the row before any card is sent. The same wait of the same run gets the row it already has. */
  request(facts: ApprovalRequest): Approval {
    const { runId = null, stepKey = null, digest } = facts;
    const twin = runId === null ? undefined : this.#twin.get(runId, stepKey, digest);
    if (twin !== undefined) return approvalOf(twin);
    const nowMs = this.#clock.now();
    const row = this.#insert.get(
      this.#newId("ap"),
      facts.kind,
      facts.personId,
      facts.chatKey,
      runId,
      stepKey,
      digest,
      JSON.stringify(facts.card),
      facts.approver,
      nowMs,
      nowMs + facts.lifetimeMs,
    );
    return approvalOf(row as Row); // RETURNING gives the row just inserted
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

  /** Checks a pressed button in order: presser, row, genuineness with digest, expiry, then one compare-and-set. `person` is undefined for someone not admitted. */
  press(data: string, person: Person | undefined, chatKey: string): PressResult {
    if (person === undefined || person.role === "guest")
      return { ok: false, reason: "not-admitted" };
    const token = parseButtonToken(data);
    if (token === undefined) return { ok: false, reason: "forged" };
    const approval = this.get(`ap_${token.id}`);
    if (approval === undefined) return { ok: false, reason: "unknown" };
    const isOwners = token.choice === GRANT_CHOICE && person.role !== "owner";
    if (isOwners || !this.mayDecide(approval, person)) return { ok: false, reason: "not-yours" };
    const decision = this.#genuineDecision(token, approval, chatKey);
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
    return this.#expire.all(nowMs, nowMs).map(approvalOf);
  }

  /** Cancels what a run still waits for. */
  cancelRun(runId: string): readonly Approval[] {
    return this.#cancelRun.all(this.#clock.now(), runId).map(approvalOf);
  }

  /** Cancels everything that a person asked for and that still waits. */
  cancelPerson(personId: string): readonly Approval[] {
    return this.#cancelPerson.all(this.#clock.now(), personId).map(approvalOf);
  }

  /** The newest row of a kind about the same thing, whatever became of it. */
  latest(kind: ApprovalKind, digest: string): Approval | undefined {
    const row = this.#latest.get(kind, digest);
    return row === undefined ? undefined : approvalOf(row);
  }

  /** Whether a person may answer, under the policy in force. */
  mayDecide(approval: Decidable, person: Person): boolean {
    return mayDecide(approval, person, this.policy);
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

  /** Keeps what happened after the decision. */
  setOutcome(id: string, text: string): void {
    this.#setOutcome.run(text, id);
  }

  /** What waits, oldest first; of one person, of one run, or of everybody. */
  pending(
    filter: { readonly personId?: string; readonly runId?: string } = {},
  ): readonly Approval[] {
    const { personId = null, runId = null } = filter;
    return this.#pending.all(personId, personId, runId, runId).map(approvalOf);
  }

  /** What was decided and has no outcome yet, oldest decision first: work for a restarted process. */
  unsettled(): readonly Approval[] {
    return this.#unsettled.all().map(approvalOf);
  }

  #genuineDecision(token: ButtonToken, approval: Approval, chatKey: string): Decision | undefined {
    const { id, choice } = token;
    const facts = { id, choice, digest: approval.digest, chatKey };
    if (!this.#tokens.isGenuine(token, facts)) return undefined;
    if (choice === GRANT_CHOICE)
      return this.offersGrant(approval) ? { state: "approved", isGrant: true } : undefined;
    return decisionOf(approval, choice);
  }

  /** Whether a card may carry the button that approves and grants. Where several must press, a grant has a card of its own. */
  offersGrant({ kind, card }: Pick<Approval, "kind" | "card">): boolean {
    return kind === "plan" && (card.offers ?? []).length > 0 && this.policy.quorum === 1;
  }

  /** The one compare-and-set: of any number of presses at most one gets the row. */
  #decide(approval: Approval, person: Person, decision: Decision): PressResult {
    const nowMs = this.#clock.now();
    if (decision.state === "approved" && this.needed(approval) > 1) {
      this.#votes.add(approval, person.id, nowMs);
      const isOpen = approval.state === "pending" && approval.expiresAtMs > nowMs;
      if (isOpen && this.votesOf(approval).length < this.needed(approval))
        return { ok: false, reason: "more-needed", approval };
    }
    const row = this.#claim.get(
      decision.state,
      answerOf(decision),
      person.id,
      nowMs,
      approval.id,
      approval.digest,
      nowMs,
    );
    if (row !== undefined) return { ok: true, approval: approvalOf(row) };
    const current = this.get(approval.id) ?? approval;
    return { ok: false, reason: refusalOf(current), approval: current };
  }
}

/** Why a row could not be had: its time is over, whether or not that was written down yet, or someone was first. */
function refusalOf({ state }: Approval): PressRefusal {
  return state === "pending" || state === "expired" ? "expired" : "answered";
}

/** Whether a decision that is no button fits a kind of card: questions and proposals are answered, everything else is approved; all can be denied. Grants are given by buttons alone. */
function accepts(kind: ApprovalKind, decision: Decision): boolean {
  if (decision.state === "denied") return true;
  if ("isGrant" in decision && decision.isGrant === true) return false;
  const takesWords = kind === "question" || kind === "proposal";
  if (decision.state === "approved") return !takesWords;
  return takesWords || kind === "uncertain";
}

function answerOf(decision: Decision): string | null {
  if (decision.state === "answered") return decision.answer;
  return decision.isGrant === true ? GRANT_ANSWER : null;
}

/** What a choice letter means for a kind of card; `undefined` for a letter the card does not have. */
function decisionOf(approval: Approval, choice: string): Decision | undefined {
  if (choice === "y" && approval.kind !== "question" && approval.kind !== "proposal")
    return { state: "approved" };
  if (choice === "n") return { state: "denied" };
  const option = approval.card.options?.[Number(choice) - 1];
  return option === undefined
    ? undefined
    : { state: "answered", answer: option.code ?? option.label };
}

/** `ap_…` without its prefix, as it stands in a button. */
function bareId(id: string): string {
  return id.slice("ap_".length);
}

function approvalOf(row: Row): Approval {
  return {
    id: row.id,
    kind: row.kind,
    personId: row.person_id,
    chatKey: row.chat_key,
    ...(row.run_id === null ? {} : { runId: row.run_id }),
    ...(row.step_key === null ? {} : { stepKey: row.step_key }),
    digest: row.digest,
    card: JSON.parse(row.card_json) as CardContent, // written by request() only
    approver: row.approver,
    state: row.state,
    ...(row.answer === null ? {} : { answer: row.answer }),
    ...(row.decided_by === null ? {} : { decidedBy: row.decided_by }),
    ...(row.decided_at_ms === null ? {} : { decidedAtMs: row.decided_at_ms }),
    ...(row.outcome_text === null ? {} : { outcomeText: row.outcome_text }),
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}
