import assert from "node:assert/strict";
import { ToolRegistry } from "../../../src/agent/tools/registry.ts";
import { joinTools, toolHandler } from "../../../src/app/core/tools.ts";
import { AppError } from "../../../src/base/errors.ts";
import { dayIn } from "../../../src/base/format-time.ts";
import { createIds } from "../../../src/base/ids.ts";
import { createRedactor } from "../../../src/base/log.ts";
import type { ActionDefinition } from "../../../src/engine/catalogue/catalogue.ts";
import type {
  ActionHandler,
  Actor,
  HandlerResult,
  ReadyCall,
} from "../../../src/engine/execute/action-types.ts";
import { compileWorkflow } from "../../../src/engine/plan/workflow.ts";
import { success } from "../../../src/engine/values/outcome.ts";
import { createAskingHandlers } from "../../../src/nodes/system/notices.ts";
import { createWorkflowHandlers, type RunProgram } from "../../../src/nodes/system/workflows.ts";
import { applyDecision } from "../../../src/runs/apply-decision.ts";
import { ProgramGate } from "../../../src/runs/gate.ts";
import { LargeValueFolder } from "../../../src/runs/large-values.ts";
import {
  createPlanning,
  type Planning,
  type PlanningEnvironment,
} from "../../../src/runs/plan-and-judge.ts";
import type { PictureOfCall } from "../../../src/runs/plan-context.ts";
import type { RunRequest, RunResult } from "../../../src/runs/run-result.ts";
import { Runs } from "../../../src/runs/run-table.ts";
import type { KeptOf } from "../../../src/runs/stored-programs.ts";
import { Grants } from "../../../src/security/access/grants.ts";
import { People, type Person } from "../../../src/security/access/people.ts";
import {
  type Approval,
  type ApprovalPolicy,
  Approvals,
  ONE_PRESS,
  type PressResult,
} from "../../../src/security/approvals/approvals.ts";
import {
  type ButtonTokens,
  createButtonTokens,
} from "../../../src/security/approvals/button-token.ts";
import { Rights } from "../../../src/security/approvals/rights.ts";
import { StandingApprovals } from "../../../src/security/approvals/standing.ts";
import { Budgets } from "../../../src/security/limits/budgets.ts";
import { inTransaction } from "../../../src/store/database.ts";
import { Workflows } from "../../../src/store/workflows.ts";
import { ASKING_ENTRIES, catalogueOf, DELETE_ENTRY } from "../../support/catalogue.ts";
import { freshDatabase } from "../../support/fresh-database.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { pressCard } from "../../support/press-card.ts";

/** What the service is configured to keep to itself. */
export const SECRET = "token-of-a-test";

const TEXT = { type: "string", minLength: 1 };
const RUN = {
  target: "workflow",
  params: { workflow: TEXT, pipeline: TEXT },
  extra_params: true,
  roles: { workflow: "code", pipeline: "code" },
  runs: { program: "pipeline", workflow: "workflow", when: "now" },
};

/** A few actions of every effect; `web` gives what comes from outside. */
export const GATE_CATALOGUE = catalogueOf({
  system: {
    time: { card: { ko: "시각", en: "The time" } },
    list: { returns: "list", card: { ko: "목록", en: "The list" } },
    ...ASKING_ENTRIES,
    write: {
      target: "path",
      params: { path: TEXT, content: { type: "string" } },
      required: ["path"],
      input: { param: "content", as: "text" },
      effect: "write",
      roles: { path: "path" },
      card: { ko: "{path} 쓰기", en: "Write {path}: {content}" },
    },
    delete: DELETE_ENTRY,
    run_command: {
      target: "command",
      params: { command: TEXT },
      required: ["command"],
      effect: "execute",
      roles: { command: "command" },
      card: { ko: "{command}", en: "Run {command}" },
    },
    open_door: { effect: "device", card: { ko: "문 열기", en: "Open the door" } },
    keep: {
      target: "name",
      params: { name: TEXT, pipeline: TEXT },
      effect: "write",
      approval: true,
      roles: { pipeline: "code" },
      runs: { program: "pipeline", when: "later" },
      card: { ko: "{name} 두기", en: "Keep {name}" },
    },
    tool: { target: "name", params: { name: TEXT }, required: ["name"], extra_params: true },
    run: { ...RUN, handler: "system:run_pipeline" },
    run_pipeline: RUN,
  },
  source: {
    web: {
      target: "query",
      params: { query: TEXT },
      taints: true,
      card: { ko: "{query} 찾기", en: "Search {query}" },
    },
  },
  messenger: {
    send: {
      target: "message",
      params: { message: TEXT, to: TEXT },
      required: ["message", "to"],
      input: { param: "message", as: "text" },
      effect: "send",
      roles: { to: "recipient" },
      card: { ko: "{to}에게", en: "To {to}" },
    },
  },
});

/** What a process does no more once it was killed. */
export class Killed extends Error {}

/** Lets a killed process be. */
export async function survive(work: () => Promise<RunResult>): Promise<RunResult | "killed"> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Killed) return "killed";
    throw error;
  }
}

/** What an action does in a test; `undefined` for "done". */
export type Act = (call: ReadyCall) => HandlerResult | string | Promise<HandlerResult | string>;

/** How a world differs from that of a bot with no settings. */
export interface WorldOptions {
  readonly spillPath?: string;
  readonly policy?: ApprovalPolicy;
  /** True: what `keep` would keep is tried before it is asked about. */
  readonly tries?: boolean;
  readonly allowedNodes?: readonly string[];
  /** Takes pictures for cards. Default: they have none. */
  readonly pictureOf?: PictureOfCall;
}

/** The one gate over a database in memory, with an owner and a member. It outlives its processes: `restart` is a new one over the same database. */
export class GateWorld {
  readonly clock = new ManualClock();
  readonly database = freshDatabase();
  /** Every call that reached its handler. */
  readonly calls: string[] = [];
  /** What `[node:action]` does; the rest is "done". */
  readonly acts: Record<string, Act> = {};
  /** Fault points still to pass before the process is killed. */
  killIn = Number.POSITIVE_INFINITY;
  /** Name of the fault point at which the process is killed. */
  killAt: string | undefined;
  passed: string[] = [];
  readonly people: People;
  readonly owner: Person;
  readonly member: Person;
  approvals!: Approvals;
  tokens!: ButtonTokens;
  grants!: Grants;
  rights!: Rights;
  runs!: Runs;
  gate!: ProgramGate;
  readonly workflows: Workflows;
  /** Empty until a test registers something. */
  readonly tools = new ToolRegistry();
  readonly #options: WorldOptions;
  #randomCount = 0;

  constructor(workflows: Readonly<Record<string, unknown>> = {}, options: WorldOptions = {}) {
    const { database, clock } = this;
    this.#options = options;
    const shipped = new Map(Object.entries(workflows));
    this.workflows = new Workflows({ database, clock, shipped: () => shipped });
    this.people = new People({
      database,
      clock,
      newId: this.#newId,
      randomBytes: this.#randomBytes,
      defaults: { language: "en", zone: "Asia/Seoul" },
    });
    this.owner = this.people.admit(account("1"), { role: "owner", name: "Ann" });
    this.member = this.people.admit(account("2"), { role: "member", name: "Ben" });
    this.restart();
  }

  /** A new process over the same database. */
  restart(): void {
    const { database, clock } = this;
    this.tokens = createButtonTokens({ database, clock, randomBytes: this.#randomBytes });
    this.killIn = Number.POSITIVE_INFINITY;
    this.killAt = undefined;
    const newId = this.#newId;
    const { spillPath, policy = ONE_PRESS } = this.#options;
    this.approvals = new Approvals({ database, clock, newId, tokens: this.tokens, policy });
    this.grants = new Grants({ database, clock, newId });
    const dayOf = (atMs: number) => dayIn("UTC", atMs);
    const budgets = new Budgets({ database, clock, newId, dayOf });
    const standing = new StandingApprovals({ database, clock, newId });
    this.rights = new Rights({ ...this, standing, budgets });
    const spill = spillPath === undefined ? {} : { spill: new LargeValueFolder(spillPath) };
    const redact = createRedactor([SECRET]);
    this.runs = new Runs({ database, clock, newId: this.#newId, redact, ...spill });
    this.gate = this.#newGate();
  }

  /** Runs a program for the member, unless said. */
  run(
    source: string,
    request: Partial<RunRequest> & { readonly as?: Person } = {},
  ): Promise<RunResult> {
    const { as = this.member, ...rest } = request;
    return this.gate.run({ source, origin: "update:1", actor: this.actor(as), ...rest });
  }

  /** Presses a card's button and writes what it means, as the router does. */
  press(approval: Approval, choice: string, person: Person = this.member): PressResult {
    const data = this.approvals.button(approval, choice, approval.chatKey);
    return inTransaction(this.database, () => {
      const result = pressCard(this, data, person, approval.chatKey);
      if (result.ok) {
        applyDecision(this, result.approval);
        this.rights.apply(result.approval);
      }
      return result;
    });
  }

  /** Presses the one card that a run waits for, and goes on with it. */
  async answer(
    result: RunResult,
    choice: string,
    person: Person = this.member,
  ): Promise<RunResult> {
    const pressed = this.press(this.cardOf(result), choice, person);
    assert.ok(pressed.ok, JSON.stringify(pressed));
    return this.resume(result);
  }

  /** Ends every card past its time and goes on with the run. */
  async expire(result: RunResult): Promise<RunResult> {
    inTransaction(this.database, () => {
      for (const approval of this.approvals.expireDue()) applyDecision(this, approval);
    });
    return this.resume(result);
  }

  /** Goes on with a run. */
  resume(result: RunResult, as: Person = this.member): Promise<RunResult> {
    assert.ok("runId" in result && result.runId !== undefined, JSON.stringify(result));
    return this.gate.resume(result.runId, { actor: this.actor(as) });
  }

  /** The one card that a run waits for. */
  cardOf(result: RunResult): Approval {
    assert.ok(result.kind === "waiting", JSON.stringify(result));
    assert.equal(result.approvals.length, 1);
    return result.approvals[0]!;
  }

  /** Who a program runs for. */
  actor(person: Person): Actor {
    return {
      personId: person.id,
      chatId: "telegram:2",
      language: person.language,
      zone: person.zone,
      isOwner: person.role === "owner",
    };
  }

  #newGate(): ProgramGate {
    const { database, clock, people, workflows, runs, approvals, grants } = this;
    const { allowedNodes, tries, pictureOf } = this.#options;
    const planned = {
      people,
      ...(allowedNodes === undefined ? {} : { allowedNodes: () => allowedNodes }),
      catalogue: () => joinTools(GATE_CATALOGUE, this.tools.getDefinitions()),
      workflows: {
        get: (name, { personId, language }) => {
          const record = workflows.get(personId, name);
          return record && compileWorkflow(name, record.definition, language).stored;
        },
        names: (personId: string) => workflows.list(personId).map((record) => record.name),
      },
    } satisfies PlanningEnvironment;
    const planning = createPlanning(planned);
    return new ProgramGate({
      ...planned,
      database,
      clock,
      runs,
      approvals,
      grants,
      ...(tries === true ? { keptOf } : {}),
      ...(pictureOf === undefined ? {} : { pictureOf }),
      handlerOf: (definition) => this.#handler(definition, planning),
      faultPoint: this.#faultPoint,
      lease: "lease_1",
    });
  }

  #handler({ handler: name, params, tool }: ActionDefinition, planning: Planning): ActionHandler {
    if (tool !== undefined) return toolHandler(this.tools, tool);
    const real = {
      ...createAskingHandlers(),
      ...createWorkflowHandlers({
        workflows: this.workflows,
        runnable: this.workflows,
        checkWorkflow: () => undefined,
        turnOf: ({ effectKey }) => effectKey,
        runProgram: (call, program) => expand(planning, call, program),
      }),
    }[name];
    if (real !== undefined) return real;
    return async (call) => {
      const values = Object.keys(params["properties"]!).map((param) => call.params[param]);
      this.calls.push([call.action, ...values].join(" ").trim());
      const result = (await this.acts[name]?.(call)) ?? "done";
      return typeof result === "string" ? success(result) : result;
    };
  }

  readonly #faultPoint = (name: string): void => {
    this.passed.push(name);
    this.killIn = name === this.killAt ? 0 : this.killIn - 1;
    if (this.killIn <= 0) throw new Killed(name);
  };

  readonly #randomBytes = (sizeBytes: number): Uint8Array => {
    this.#randomCount += 1;
    const bytes = new Uint8Array(sizeBytes);
    new DataView(bytes.buffer).setUint32(sizeBytes - 4, this.#randomCount * 2_654_435_761);
    return bytes;
  };

  readonly #newId = createIds((sizeBytes) => this.#randomBytes(sizeBytes));
}

function account(externalId: string): { readonly platform: string; readonly externalId: string } {
  return { platform: "telegram", externalId };
}

function expand(
  planning: Planning,
  call: ReadyCall,
  program: Parameters<RunProgram>[1],
): ReturnType<RunProgram> {
  const { source, constants, within } = program;
  const prefix = `${call.effectKey}/`;
  const expanded = planning.expand(source, call.actor, { prefix, constants, within });
  if (!expanded.ok) return expanded.outcome;
  const { inner, plan } = expanded;
  return { expand: inner, program: plan.program, digest: plan.digest };
}

/** What a call of `keep` would keep. */
const keptOf: KeptOf = ({ action }, { pipeline: source }) =>
  action === "keep" && typeof source === "string" ? { program: { source } } : undefined;

/** A stop as `/stop` makes it. */
export function stopped(): AppError {
  return new AppError("aborted", "Stopped by /stop.");
}

/** What a run came to, in short: the value of a good program, or why its statements failed. */
export function words(result: RunResult): string {
  switch (result.kind) {
    case "finished": {
      const { ok, partial, value, statements } = result.envelope;
      const errors = statements.flatMap(({ error }) =>
        error === undefined ? [] : [error.message],
      );
      if (!ok) return `failed: ${errors.join(" ")}`;
      return `${partial ? "partial" : "ok"}: ${typeof value === "string" ? value : JSON.stringify(value)}`;
    }
    case "waiting":
      return `waiting: ${result.approvals.map(({ kind }) => kind).join(", ")}`;
    case "refused":
      return `refused: ${result.problems.map(({ message }) => message).join(" ")}`;
    default:
      return `${result.kind}: ${result.message}`;
  }
}
