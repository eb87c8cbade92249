import type { Clock } from "../../base/clock.ts";
import { AppError, wordsOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { type Actor, actingAs } from "../../engine/execute/action-types.ts";
import { failure, failureIn, type Outcome, success, textOf } from "../../engine/values/outcome.ts";
import type { ProgramGate } from "../../runs/gate.ts";
import type { AllowedNodes } from "../../runs/plan-and-judge.ts";
import type { RunResult } from "../../runs/run-result.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { MessagePlanner } from "../planner/message-planner.ts";
import type { PlannerWorkflow } from "../planner/result.ts";
import { SYSTEM_AGENT } from "../roster/agent-definitions.ts";
import type { AgentRegistry } from "../roster/roster.ts";
import type { ModelTurns, Report } from "../turn/assistant.ts";
import { productWords } from "../turn/history.ts";
import { askedText, reportedText } from "../turn/tool-result.ts";
import type { NewReport, Turn, Turns } from "../turn/turn-table.ts";
import type {
  Delegation,
  DelegationStep,
  DelegationTable,
  DelegationWork,
} from "./delegation-table.ts";

/** Answers delegations: runs the asked agent, limited to what every agent in the chain may use. */
export class Colleagues {
  readonly #parts;
  readonly #busy = new Map<string, Promise<DelegationStep>>();

  constructor(parts: {
    readonly clock: Clock;
    readonly gate: ProgramGate;
    readonly delegations: DelegationTable;
    readonly runs: Runs;
    readonly turns: Turns;
    readonly agentRegistry: AgentRegistry;
    readonly planner: MessagePlanner;
    readonly workflows: (actor: Actor) => readonly PlannerWorkflow[];
    readonly allowedNodes: AllowedNodes;
    readonly faultPoint: (name: string) => void;
    /** Absent where none is configured: examples answer. */
    readonly model?: ModelTurns;
  }) {
    this.#parts = parts;
    parts.delegations.on("asked", (id, work, answer) => answer(this.work(id, work)));
  }

  /** Answers a delegation, or resumes its answer. Concurrent calls with the same id share one answer; an ended delegation keeps its outcome. Throws on abort, and `TypeError` for an id that is not there. */
  work(id: string, work: DelegationWork): Promise<DelegationStep> {
    const busy = this.#busy.get(id);
    if (busy !== undefined) return busy;
    const step = this.#work(id, work).finally(() => this.#busy.delete(id));
    this.#busy.set(id, step);
    return step;
  }

  /** The same for who brings the answer to a chat. */
  async report(id: string, work: DelegationWork): Promise<Report> {
    const step = await this.work(id, work);
    const agents = this.#parts.delegations.get(id)?.agents ?? [];
    const [agent = { id: "?", title: { ko: "?", en: "?" } }] = this.#parts.agentRegistry.titles(
      agents.slice(-1),
    );
    const facts = { kind: "report", delegationId: id, agent } as const;
    return step.kind === "ended"
      ? { ...facts, outcome: step.outcome, approvals: [] }
      : { ...facts, approvals: step.approvals };
  }

  /** Adds the outcome of an ended delegation to the conversation that asked. Idempotent. */
  tell(id: string): void {
    const delegation = this.#parts.delegations.get(id);
    if (delegation?.outcome === undefined) return;
    this.#parts.turns.addReport(reportTurn(delegation, delegation.outcome));
  }

  async #work(id: string, work: DelegationWork): Promise<DelegationStep> {
    const { delegations, agentRegistry, faultPoint } = this.#parts;
    const delegation = delegations.get(id);
    if (delegation === undefined) throw new TypeError(`There is no delegation "${id}".`);
    if (delegation.outcome !== undefined) return { kind: "ended", outcome: delegation.outcome };
    const actor = actingAs(work.actor, delegation.agents);
    const step =
      agentRegistry.acting(delegation.agents) === undefined
        ? ended(failureIn(actor.language, "unknown-agent", goneWords(delegation)))
        : await this.#answer(delegation, { ...work, actor });
    if (step.kind === "waiting") return step;
    delegations.end(id, step.outcome);
    faultPoint("delegation-ended");
    return step;
  }

  /** By the model where it can be used, else by examples. What was begun is gone on with by the same. */
  async #answer(delegation: Delegation, work: DelegationWork): Promise<DelegationStep> {
    const { model, turns, runs } = this.#parts;
    const origin = `${delegation.origin}/answer`;
    const isPlanned = runs.find(`${origin}/0`) !== undefined;
    if (model === undefined || isPlanned) return this.#byExamples(delegation, work);
    try {
      const { id, isTainted, said } = delegation;
      const asked = { delegationId: id, isTainted, said };
      const answer = await model.answer({ ...work, origin, text: askedText(delegation), asked });
      if (answer.kind === "waiting") return answer;
      const turn = turns.find(origin);
      const isUnanswered = turn?.state === "failed" && runs.ofTurn(turn.id).length === 0;
      return isUnanswered
        ? await this.#byExamples(delegation, work)
        : ended(this.#outcome(turn, turn?.reply ?? answer.text));
    } catch (error) {
      if (!(error instanceof AppError) || !error.code.startsWith("model-")) throw error;
      return this.#byExamples(delegation, work, error);
    }
  }

  #outcome(turn: Turn | undefined, text: string): Outcome {
    const tainted = turn === undefined || this.#parts.turns.isTainted(turn.id);
    if (turn?.state === "done") return success(text, { tainted });
    const failed = failure("colleague-stopped", text);
    return tainted ? { ...failed, tainted: true } : failed;
  }

  /** `trouble` is why the model could not be used. */
  async #byExamples(
    delegation: Delegation,
    work: DelegationWork,
    trouble?: AppError,
  ): Promise<DelegationStep> {
    const { gate, runs } = this.#parts;
    const { actor, signal, onProgram } = work;
    const origin = `${delegation.origin}/answer/0`;
    const source = runs.find(origin)?.source ?? (await this.#plan(delegation, actor, trouble));
    if (typeof source !== "string") return ended(source);
    const result = await gate.run({
      source,
      actor,
      origin,
      delegationId: delegation.id,
      ...(delegation.isTainted ? { ownWords: delegation.said } : {}),
      ...(signal === undefined ? {} : { signal }),
      ...(onProgram === undefined ? {} : { onProgram }),
    });
    return result.kind === "waiting" ? result : ended(outcomeOf(result, actor));
  }

  /** A program for the message, or why there is none: what was handed along only a model can read. */
  async #plan(
    delegation: Delegation,
    actor: Actor,
    trouble: AppError | undefined,
  ): Promise<string | Outcome> {
    const { planner, workflows, clock, allowedNodes } = this.#parts;
    const { language, zone } = actor;
    const why: Localized | "" =
      trouble === undefined
        ? ""
        : { ko: ` ${wordsOf(trouble, "ko")}`, en: ` ${wordsOf(trouble, "en")}` };
    if (delegation.context !== undefined)
      return failureIn(language, "colleague-needs-model", joined(NEEDS_MODEL, why));
    const nodes = allowedNodes(actor.agents);
    const options = {
      language,
      zone,
      nowMs: clock.now(),
      workflows: workflows(actor),
      ...(nodes === undefined ? {} : { allowedNodes: ["system", ...nodes] }),
    };
    const plan = await planner.plan(delegation.message, options, { personId: actor.personId });
    if (plan.kind === "sure") return plan.code;
    const near =
      plan.kind === "none"
        ? ""
        : joined(NEAREST, plan.proposals.map(({ intent }) => `"${intent}"`).join(", "));
    return failureIn(language, "not-understood", joined(notUnderstood(delegation), why, near));
  }
}

function ended(outcome: Outcome): DelegationStep {
  return { kind: "ended", outcome };
}

function outcomeOf(result: Exclude<RunResult, { kind: "waiting" }>, { language }: Actor): Outcome {
  switch (result.kind) {
    case "finished": {
      const { ok, text, tainted } = result.envelope;
      if (ok) return success(text, { tainted });
      const failed = failure("colleague-failed", text);
      return tainted ? { ...failed, tainted: true } : failed;
    }
    case "refused":
      return failure("refused", result.problems.map(({ words }) => words[language]).join(" "));
    case "denied":
    case "stopped":
      return failure(result.kind, result.message);
  }
}

function askedOne({ agents }: Delegation): string {
  return agents.at(-1) ?? "?";
}

function goneWords(delegation: Delegation): Localized {
  const id = askedOne(delegation);
  return {
    en: `The agent "${id}" is not declared any more.`,
    ko: korean`동료 "${id}"은(는) 이제 없어요.`,
  };
}

function notUnderstood(delegation: Delegation): Localized {
  const id = askedOne(delegation);
  return {
    en: `"${id}" did not understand what was asked, so nothing was done.`,
    ko: korean`"${id}"이(가) 부탁을 알아듣지 못해 아무것도 하지 않았어요.`,
  };
}

const NEAREST: Localized = { en: " Nearest: ", ko: " 비슷한 것: " };

const NEEDS_MODEL: Localized = {
  en: "Without a language model a colleague cannot work on a result that is handed over, so nothing was done. Say everything in the message.",
  ko: "언어 모델이 없으면 동료가 넘겨받은 결과를 다룰 수 없어 아무것도 하지 않았어요. 부탁하는 말에 모두 적어 주세요.",
};

/** What the person does with a report before the conversation goes on. */
const READ = "(The report went to the chat as it is; the person can read it.)";

/** What a colleague brought whom nobody waited for, as a turn of the conversation between the person and the agent that began it. Pure. */
function reportTurn(delegation: Delegation, outcome: Outcome): NewReport {
  const { id, agents, message, personId, chatKey } = delegation;
  const [first = SYSTEM_AGENT] = agents;
  const agent = agents.at(-1) ?? "?";
  const reply = outcome.ok ? textOf(outcome.value) : outcome.failure.message;
  const isTainted = delegation.isTainted || outcome.tainted === true;
  const text = reportedText({ agent, message, report: reply, isOk: outcome.ok, isTainted });
  return {
    personId,
    chatKey,
    origin: `errand:${id}/report`,
    input: `${agent}: ${message}`,
    ...(first === SYSTEM_AGENT ? {} : { agents: [first] }),
    state: outcome.ok ? "done" : "failed",
    reply,
    isTainted,
    messages: [
      {
        role: "user",
        content: [{ type: "text", text, ...(isTainted ? { tainted: true } : {}) }],
      },
      productWords(READ),
    ],
  };
}
