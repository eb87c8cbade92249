import assert from "node:assert/strict";
import { Colleagues } from "../../../src/agent/delegation/delegate.ts";
import { DelegationTable } from "../../../src/agent/delegation/delegation-table.ts";
import type { Payer } from "../../../src/agent/models/budget.ts";
import type { ModelClient } from "../../../src/agent/models/model-client.ts";
import type { PlannerResult } from "../../../src/agent/planner/result.ts";
import type { Agent } from "../../../src/agent/roster/agent-definitions.ts";
import { AgentRegistry } from "../../../src/agent/roster/roster.ts";
import { Assistant, type Reply } from "../../../src/agent/turn/assistant.ts";
import { ModelTurns } from "../../../src/agent/turn/model-turns.ts";
import { createTurns, type Turns } from "../../../src/agent/turn/turn-table.ts";
import { allowedNodesOf, createColleagues } from "../../../src/app/node-ports.ts";
import { createIds } from "../../../src/base/ids.ts";
import type { ActionDefinition } from "../../../src/engine/catalogue/catalogue.ts";
import {
  type Actor,
  actingAs,
  type HandlerResult,
  type ReadyCall,
} from "../../../src/engine/execute/action-types.ts";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";
import { success } from "../../../src/engine/values/outcome.ts";
import { createColleagueHandlers } from "../../../src/nodes/system/delegation.ts";
import { createAskingHandlers } from "../../../src/nodes/system/notices.ts";
import { applyDecision } from "../../../src/runs/apply-decision.ts";
import { ProgramGate } from "../../../src/runs/gate.ts";
import { createPlanning } from "../../../src/runs/plan-and-judge.ts";
import type { RunRequest, RunResult } from "../../../src/runs/run-result.ts";
import { Runs } from "../../../src/runs/run-table.ts";
import { People, type Person } from "../../../src/security/access/people.ts";
import { type Approval, Approvals } from "../../../src/security/approvals/approvals.ts";
import { createButtonTokens } from "../../../src/security/approvals/button-token.ts";
import { inTransaction, openDatabase } from "../../../src/store/database.ts";
import { agentOf } from "../../support/agents.ts";
import { cautiousCatalogue } from "../../support/catalogue.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { type ScriptedAnswer, scriptedModel } from "../../support/scripted-model.ts";

/** The system agent, and colleagues in two projects. */
const AGENTS: readonly Agent[] = [
  agentOf("system/system"),
  agentOf("research/news", ["source"]),
  agentOf("research/charts", ["source", "forge"]),
  agentOf("office/writer", []),
  agentOf("office/chief", ["source", "messenger"]),
];

/** Agents over the real gate, the real tables and the shipped catalogue; models say what a test says. */
export class ColleagueWorld {
  readonly clock = new ManualClock();
  readonly database = openDatabase(":memory:");
  /** Every call that reached its handler: who acts, which action, its target. */
  readonly calls: string[] = [];
  readonly acts: Record<string, (call: ReadyCall) => HandlerResult | string> = {};
  /** What the model of each agent answers, by the agent's name. */
  readonly scripts: Record<string, ScriptedAnswer[]> = {};
  /** Who paid for each question to a model, and in which mode it was asked. */
  readonly payers: { readonly payer: Payer; readonly mode: string | undefined }[] = [];
  readonly systems: string[] = [];
  readonly workflows: Record<string, unknown> = {};
  agents: readonly Agent[] = AGENTS;
  hasModel = true;
  planned: PlannerResult = { kind: "none" };
  /** Delegations that run in the background, where a service runs. */
  readonly begun: string[] = [];
  onFault: (name: string) => void = () => undefined;
  readonly people: People;
  readonly member: Person;
  readonly other: Person;
  approvals!: Approvals;
  runs!: Runs;
  turns!: Turns;
  delegations!: DelegationTable;
  gate!: ProgramGate;
  workers!: Colleagues;
  assistant!: Assistant;
  #count = 0;

  constructor() {
    const { database, clock } = this;
    const defaults = { language: "en", zone: "UTC" } as const;
    const newId = createIds(this.#randomBytes);
    this.people = new People({ database, clock, newId, randomBytes: this.#randomBytes, defaults });
    const admit = (externalId: string): Person =>
      this.people.admit({ platform: "telegram", externalId }, { role: "member", name: externalId });
    this.member = admit("1");
    this.other = admit("2");
    this.restart();
  }

  /** A new process over the same database. */
  restart(): void {
    const { database, clock } = this;
    const newId = createIds(this.#randomBytes);
    const tokens = createButtonTokens({ database, clock, randomBytes: this.#randomBytes });
    this.approvals = new Approvals({ database, clock, newId, tokens });
    this.runs = new Runs({ database, clock, newId });
    this.turns = createTurns({ database, clock, newId });
    this.delegations = new DelegationTable({ database, clock, newId });
    const agentRegistry = new AgentRegistry(() => this.agents);
    const allowedNodes = allowedNodesOf(agentRegistry, () => undefined);
    const faultPoint = (name: string): void => this.onFault(name);
    const catalogue = cautiousCatalogue;
    const planned = {
      people: this.people,
      agentRegistry,
      allowedNodes,
      catalogue,
      workflows: {
        get: (name: string) =>
          this.workflows[name] === undefined
            ? undefined
            : compileWorkflow(name, this.workflows[name]).stored,
        names: () => Object.keys(this.workflows),
      },
    };
    const planning = createPlanning(planned);
    this.delegations.on("handed", (id) => void this.begun.push(id));
    const colleagues = createColleagues({ ...this, agentRegistry, planning });
    const real = { ...createAskingHandlers(), ...createColleagueHandlers({ colleagues }) };
    this.gate = new ProgramGate({
      ...this,
      ...planned,
      faultPoint,
      lease: "lease_1",
      handlerOf: (definition) => real[definition.handler] ?? this.#recorded(definition),
    });
    const parts = {
      ...this,
      agentRegistry,
      allowedNodes,
      catalogue,
      faultPoint,
      planner: {
        plan: () => Promise.resolve(this.planned),
        planNow: () => this.planned,
        label: (code: string) => code,
        followUp: () => undefined,
        alone: (message: string) => message,
        admitted: () => ({ kind: "run" as const }),
        hasAction: () => false,
        mended: (message: string) => message,
      },
      workflows: () => [],
    };
    const model = this.hasModel
      ? { model: new ModelTurns({ ...parts, modelFor: (payer, mode) => this.#model(payer, mode) }) }
      : {};
    this.workers = new Colleagues({ ...parts, ...model });
    this.assistant = new Assistant({ ...parts, ...model, colleagues: this.workers });
  }

  /** Runs a program of the member under an agent; the system agent unless said. */
  run(
    source: string,
    request: Partial<RunRequest> & { readonly as?: string } = {},
  ): Promise<RunResult> {
    const { as, ...rest } = request;
    const actor = this.actor(this.member, as);
    return this.gate.run({ source, origin: "update:1", actor, ...rest });
  }

  actor(person: Person, agent?: string): Actor {
    const { id: personId, language, zone } = person;
    const actor = { personId, chatId: `telegram:${person.name}`, language, zone, isOwner: false };
    return actingAs(actor, agent === undefined ? undefined : [agent]);
  }

  /** The one card that something waits for. */
  cardOf(result: RunResult): Approval {
    assert.ok(result.kind === "waiting", JSON.stringify(result));
    assert.equal(result.approvals.length, 1);
    return result.approvals[0]!;
  }

  /** Presses a card and goes on with all that hangs on it. */
  async press(approval: Approval, state: "approved" | "denied"): Promise<Reply | undefined> {
    const decided = inTransaction(this.database, () => {
      const result = this.approvals.decideById(approval.id, this.member, { state });
      assert.ok(result.ok, JSON.stringify(result));
      applyDecision(this, result.approval);
      return result.approval;
    });
    return this.assistant.continueAfter(decided, { actor: this.actor(this.member) });
  }

  #recorded({ node, action, target }: ActionDefinition) {
    return async (call: ReadyCall): Promise<HandlerResult> => {
      const who = call.actor.agents?.at(-1) ?? "-";
      const what = target === undefined ? "" : ` ${String(call.params[target] ?? "")}`;
      this.calls.push(`${who} ${node}:${action}${what}`);
      const result = this.acts[`${node}:${action}`]?.(call) ?? `did ${action}`;
      return typeof result === "string" ? success(result) : result;
    };
  }

  #model(payer: Payer, mode: string | undefined): ModelClient {
    return {
      ...scriptedModel("unused"),
      send: async (request, signal) => {
        this.payers.push({ payer, mode });
        this.systems.push(request.system);
        const name = /You are (\S+) desk/.exec(request.system)?.[1] ?? "";
        const answer = this.scripts[name]?.shift();
        assert.ok(answer !== undefined, `nothing is scripted for "${name}"`);
        return scriptedModel(answer).send(request, signal);
      },
    };
  }

  readonly #randomBytes = (sizeBytes: number): Uint8Array => {
    this.#count += 1;
    const bytes = new Uint8Array(sizeBytes);
    new DataView(bytes.buffer).setUint32(sizeBytes - 4, this.#count * 2_654_435_761);
    return bytes;
  };
}
