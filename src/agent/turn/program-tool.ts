import { AppError } from "../../base/errors.ts";
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import { filesMadeBy } from "../../runs/made-files.ts";
import { onlyReads } from "../../runs/only-reads.ts";
import { extraOf } from "../../runs/plan-and-judge.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import {
  joinAccounts,
  keptAccount,
  type RunAccount,
  summarizeRun,
} from "../../runs/run-summary.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import type { TurnRequest } from "./assistant.ts";
import { type AnswerFault, faultOfAnswer, type JournalFacts } from "./check-claims.ts";
import { type ToolOutcome, toolOutcomeOf } from "./tool-result.ts";
import type { Turn, Turns } from "./turn-table.ts";

/** A program as the model called for it. */
interface ProgramCall {
  readonly code: string;
  readonly callId: string;
}

/** What came of it: words for the model, and the cards that wait for a person. */
export interface ProgramOutcome {
  readonly tool: ToolOutcome;
  readonly approvals: readonly Approval[];
}

/** Code of the error that ends a turn's work in a group, since it goes on in private. */
export const FOR_PRIVATE = "for-private";

/** Runs in the same chat that a claim about what was done before may rest on. */
const EARLIER_RUNS = 40;

/** The programs of turns that a language model answers: how they run, and what they did. */
export class TurnPrograms {
  readonly #parts;

  constructor(parts: {
    readonly gate: ProgramGate;
    readonly turns: Turns;
    readonly runs: Runs;
    readonly catalogue: () => Catalogue;
  }) {
    this.#parts = parts;
  }

  /** Runs a program through the gate; `origin` is its own. Throws `AppError` `for-private` where it reads what is the person's alone and a group is listening. */
  async run(
    turn: Turn,
    { actor, signal, onProgram }: Pick<TurnRequest, "actor" | "signal" | "onProgram">,
    call: ProgramCall & { readonly origin: string },
  ): Promise<ProgramOutcome> {
    const { gate } = this.#parts;
    const ownWords = this.#ownWords(turn, call.callId);
    const result = await gate.run({
      source: call.code,
      actor,
      origin: call.origin,
      turnId: turn.id,
      ...(turn.delegationId === undefined ? {} : { delegationId: turn.delegationId }),
      ...(ownWords === undefined ? {} : { ownWords }),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgram === undefined ? {} : { onProgram }),
    });
    const isForPrivate = result.kind === "denied" && result.isPersonal === true;
    if (
      isForPrivate &&
      turn.delegationId === undefined &&
      actor.inGroup?.privateChatId !== undefined
    )
      throw new AppError(FOR_PRIVATE, result.message);
    return {
      tool: toolOutcomeOf(result),
      approvals: result.kind === "waiting" ? result.approvals : [],
    };
  }

  /** Whether a program may run beside others; one that is refused does nothing at all. */
  onlyReads(turn: Turn, actor: Actor, { code, callId }: ProgramCall): boolean {
    const ownWords = this.#ownWords(turn, callId);
    const extra = extraOf(ownWords === undefined ? {} : { ownWords });
    const planned = this.#parts.gate.compile(code, actor, extra);
    return !planned.ok || onlyReads(planned.plan.report);
  }

  /** What is wrong with an answer, held against what the turn's programs did, and for what it says of before, those of the chat. */
  faultOf(
    turn: Turn,
    text: string,
    { language }: Pick<Actor, "language">,
  ): AnswerFault | undefined {
    const { runs, catalogue } = this.#parts;
    const journal = (): JournalFacts => ({
      turn: runs.ofTurn(turn.id).flatMap((run) => runs.steps(run.id)),
      before: runs
        .latest(turn.personId, turn.chatKey, EARLIER_RUNS)
        .filter((run) => run.turnId !== turn.id)
        .flatMap((run) => runs.steps(run.id)),
      catalogue: catalogue(),
    });
    return faultOfAnswer(text, journal, language);
  }

  /** What the programs of a turn that was stopped did and did not. */
  account(turnId: string): RunAccount {
    const { runs, catalogue } = this.#parts;
    const accounts = runs
      .ofTurn(turnId)
      .map((run) =>
        run.state === "stopped"
          ? keptAccount(JSON.parse(run.resultJson ?? "{}"))
          : summarizeRun(runs.steps(run.id), catalogue()),
      );
    return joinAccounts(accounts);
  }

  /** The files that a turn's programs made. */
  filesOf(turnId: string): Envelope["files"] {
    return filesMadeBy(this.#parts.runs.ofTurn(turnId));
  }

  /** What the person said and typed, where the model had read something from outside before it wrote a call. */
  #ownWords(turn: Turn, callId: string): readonly string[] | undefined {
    const { turns, runs } = this.#parts;
    const messages = turns.wordsIfTainted(turn, callId);
    if (messages === undefined) return undefined;
    return [...messages, ...runs.typedAnswers(turn, turns.sessionStart(turn))];
  }
}
