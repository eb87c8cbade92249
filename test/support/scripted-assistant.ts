import type { ProgramRequest, Reply, TurnRequest } from "../../src/agent/turn/assistant.ts";
import type { Briefing } from "../../src/agent/turn/briefing-turn.ts";
import type { Envelope } from "../../src/runs/result-envelope.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";

/** An assistant that does what a test says: it echoes, and its programs finish with their own code. */
export class ScriptedAssistant {
  hasModel = true;
  readonly turns: TurnRequest[] = [];
  readonly programs: ProgramRequest[] = [];
  readonly continued: Approval[] = [];
  readonly remembered: Briefing[] = [];
  onAnswer: (request: TurnRequest) => Reply | Promise<Reply> = ({ text }) => answer(`echo ${text}`);
  onExample: (request: TurnRequest) => Reply = ({ text }) => answer(`by example ${text}`);
  onRun: (request: ProgramRequest) => RunResult | Promise<RunResult> = ({ code }) =>
    finished(`ran ${code}`);
  onContinue: (
    approval: Approval,
    request: Omit<TurnRequest, "origin" | "text">,
  ) => Reply | undefined | Promise<Reply | undefined> = (approval) => ({
    kind: "run",
    result: finished(`${approval.state} ${approval.answer ?? ""}`.trimEnd()),
  });

  async answer(request: TurnRequest): Promise<Reply> {
    this.turns.push(request);
    return this.onAnswer(request);
  }

  offerFor(): object {
    return {};
  }

  isRequest(): boolean {
    return false;
  }

  remember(briefing: Briefing): void {
    this.remembered.push(briefing);
  }

  async answerWithoutModel(request: TurnRequest): Promise<Reply> {
    this.turns.push(request);
    return this.onExample(request);
  }

  async runProgram(request: ProgramRequest): Promise<RunResult> {
    this.programs.push(request);
    return this.onRun(request);
  }

  async continueAfter(
    approval: Approval,
    request: Omit<TurnRequest, "origin" | "text">,
  ): Promise<Reply | undefined> {
    this.continued.push(approval);
    return this.onContinue(approval, request);
  }
}

/** A model's answer. */
export function answer(text: string): Reply {
  return { kind: "answer", text, approvals: [] };
}

/** A run that ended well with a text. */
export function finished(text: string, facts: Partial<Envelope> = {}): RunResult {
  const envelope: Envelope = {
    ok: true,
    partial: false,
    value: text,
    text,
    statements: [],
    files: [],
    warnings: [],
    tainted: false,
    ...facts,
  };
  return { kind: "finished", runId: "run_x", envelope };
}
