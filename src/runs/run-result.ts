import type { JsonObject } from "../base/json.ts";
import type { Language, Localized } from "../base/localized.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { FollowSteps } from "../engine/execute/executor.ts";
import type { Diagnostic } from "../engine/language/diagnostics.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Approval, Approvals } from "../security/approvals/approvals.ts";
import type { Obstacle } from "./obstacle.ts";
import { type Envelope, isEnvelope } from "./result-envelope.ts";
import { keptAccount, type RunAccount } from "./run-summary.ts";
import type { Run } from "./run-table.ts";

/** Told of each program as it begins, or is gone on with; what it gives back is told of the program's steps. */
export type FollowProgram = (plan: Plan) => FollowSteps;

/** A program to run for someone. */
export interface RunRequest {
  readonly source: string;
  readonly actor: Actor;
  /** Unique: update, occurrence or command, and the round in it. The same origin continues the run it already has. */
  readonly origin: string;
  readonly turnId?: string;
  readonly constants?: JsonObject;
  /** What the person said in the conversation, where whoever wrote the program had read something from outside: every other literal in it is tainted. */
  readonly ownWords?: readonly string[];
  /** Default: as in a conversation, half an hour, and less for commands, devices and money. */
  readonly approvalLifetimeMs?: number;
  /** The digest that a press stood for beforehand: the local owner's (`--yes`), or that of an answer to somebody's message. */
  readonly approvedDigest?: string;
  /** What a colleague was asked, where the program is part of the answer. */
  readonly delegationId?: string;
  /** True for a program whose author has read something from outside: no grant lets anything of it through. Default: whether an earlier program of its turn did. */
  readonly barsGrants?: boolean;
  /** True where a program that gives what is the person's alone may run in their private chat instead of a group. Default false. */
  readonly mayMove?: boolean;
  /** True where a person wrote the program as one: what would be taken for text and is surely meant as a value is refused. Default false. */
  readonly isByHand?: boolean;
  readonly signal?: AbortSignal;
  /** Default: nobody watches. */
  readonly onProgram?: FollowProgram;
}

/** A run's program for another run, no more trusted than it was: what was not said then is not said now. */
export function sameProgram(
  run: Run,
): Pick<RunRequest, "source" | "constants" | "ownWords" | "barsGrants"> {
  const { source, constants, ownWords, barsGrants } = run;
  return {
    source,
    constants,
    ...(ownWords && { ownWords }),
    ...(barsGrants && { barsGrants }),
  };
}

/** What became of a program; `movedTo` is the chat where it ran, where that is not the one it was asked in. */
export type RunResult = RunEnd & { readonly movedTo?: string };

type RunEnd =
  | { readonly kind: "refused"; readonly problems: readonly Diagnostic[] }
  /** `isPersonal`: only because others read along where it was asked. */
  | {
      readonly kind: "denied";
      readonly message: string;
      readonly runId?: string;
      readonly isPersonal?: true;
      /** Where it could only fail: why, and what can succeed. */
      readonly obstacle?: Omit<Obstacle, "message">;
    }
  | { readonly kind: "waiting"; readonly runId: string; readonly approvals: readonly Approval[] }
  | {
      readonly kind: "stopped";
      readonly runId: string;
      readonly message: string;
      readonly account: RunAccount;
    }
  | { readonly kind: "finished"; readonly runId: string; readonly envelope: Envelope };

/** The result of a run that has ended or still waits; `undefined` when there is work to do. */
export function resultOfKnown(
  run: Run,
  approvals: Approvals,
  language: Language,
): RunResult | undefined {
  const result: unknown = run.resultJson === undefined ? undefined : JSON.parse(run.resultJson);
  if (run.state === "finished" || (run.state === "failed" && isEnvelope(result)))
    return { kind: "finished", runId: run.id, envelope: result as Envelope }; // written by runs.end with an envelope
  const message =
    typeof result === "object" && result !== null && "message" in result
      ? String(result.message)
      : NOT_RUN[language];
  if (run.state === "denied" || run.state === "failed")
    return { kind: "denied", message, runId: run.id };
  if (run.state === "stopped")
    return { kind: "stopped", runId: run.id, message, account: keptAccount(result) };
  const pending = approvals.pending({ runId: run.id });
  return pending.length > 0 ? { kind: "waiting", runId: run.id, approvals: pending } : undefined;
}

const NOT_RUN: Localized = { en: "It did not run.", ko: "실행되지 않았어요." };
