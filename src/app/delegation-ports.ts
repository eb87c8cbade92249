import type { DelegationTable } from "../agent/delegation/delegation-table.ts";
import { SYSTEM_AGENT } from "../agent/roster/agent-definitions.ts";
import { type AgentRegistry, intersection } from "../agent/roster/roster.ts";
import type { Json } from "../base/json.ts";
import {
  actingAs,
  type Expansion,
  type HandlerResult,
  type ReadyCall,
} from "../engine/execute/action-types.ts";
import { escapedValue } from "../engine/language/reference.ts";
import { TEXT_NAME } from "../engine/plan/builder.ts";
import { nestingFault } from "../engine/plan/nested-program.ts";
import { compileWorkflow } from "../engine/plan/workflow.ts";
import { failureIn, type Outcome, success } from "../engine/values/outcome.ts";
import type { ColleagueRequest, Colleagues } from "../nodes/system/delegation-port.ts";
import type { AllowedNodes, Planning } from "../runs/plan-and-judge.ts";
import type { Runs } from "../runs/run-table.ts";
import { NOTHING_SAID } from "../security/access/quoted-by-person.ts";

/** The nodes that agents reach here: what all of them may, and what the settings allow. */
export function allowedNodesOf(
  agentRegistry: AgentRegistry,
  configured: () => readonly string[] | undefined,
): AllowedNodes {
  return (agents) => intersection([configured(), agentRegistry.allowedNodes(agents)]);
}

/** What is joined so that agents can ask each other. */
export interface ColleagueParts {
  readonly agentRegistry: AgentRegistry;
  readonly errands: DelegationTable;
  readonly runs: Runs;
  readonly planning: Pick<Planning, "expand">;
}

/** Joins what programs ask of agents with those who answer. */
export function createColleagues(parts: ColleagueParts): Colleagues {
  const { agentRegistry } = parts;
  return {
    all: () => agentRegistry.all(),
    find: (call, name) => {
      const acting = call.actor.agents?.at(-1) ?? SYSTEM_AGENT;
      const found = agentRegistry.find(name ?? acting, acting.slice(0, acting.indexOf("/")));
      if (!("fault" in found)) return found;
      return failureIn(call.actor.language, found.fault.code, found.fault.words);
    },
    ask: (call, request) => ask(parts, call, request),
    runSteps: (call, name, steps) => runSteps(parts, call, name, steps),
  };
}

async function ask(
  parts: ColleagueParts,
  call: ReadyCall,
  request: ColleagueRequest,
): Promise<HandlerResult> {
  const { agentRegistry, errands, runs } = parts;
  const { actor, effectKey, runId = effectKey, tainted, taintedParams = [] } = call;
  const { message, context } = request;
  const asked = agentRegistry.ask(request.name, actor.agents, request.reach);
  if (!asked.ok) return failureIn(actor.language, asked.fault.code, asked.fault.words);
  const isSaid = !tainted || !taintedParams.some((name) => name === "message" || name === "query");
  const errand = errands.ask({
    origin: effectKey,
    runId,
    personId: actor.personId,
    chatKey: actor.chatId,
    agents: asked.agents,
    message,
    ...(context === undefined ? {} : { context }),
    isTainted: tainted,
    said: [...(runs.get(runId)?.ownWords ?? []), ...(isSaid ? [message] : [])],
    reports: !request.waits && errands.mayHand,
  });
  if (errand.reports) {
    errands.hand(errand.id);
    const title = asked.agent.title[actor.language];
    return success(
      actor.language === "ko"
        ? `${title}에게 맡겼습니다. 끝나면 이 대화에 보고가 옵니다.`
        : `Handed to ${title}. The report comes to this chat when it is done.`,
    );
  }
  const step = await errands.answered(errand.id, { actor, signal: call.signal });
  if (step.kind === "ended") return step.outcome;
  return { suspend: "errand", waitsFor: step.approvals.map(({ id }) => id) };
}

/** Steps that became known only now: what stands in them is text, and refers to nothing. */
function runSteps(
  { agentRegistry, planning }: ColleagueParts,
  call: ReadyCall,
  name: string,
  steps: readonly Json[],
): Expansion | Outcome {
  const { actor, effectKey } = call;
  const within = call.within ?? [];
  const asked = agentRegistry.ask(name, actor.agents, "all");
  const fault = asked.ok ? nestingFault(undefined, within) : asked.fault;
  if (!asked.ok || fault !== undefined)
    return failureIn(actor.language, fault?.code ?? "refused", fault?.words ?? { ko: "", en: "" });
  const { stored } = compileWorkflow("steps", { steps: steps.map(escapedValue) }, actor.language);
  if (!stored.ok) return failureIn(actor.language, "bad-parameters", stored.reason);
  const expanded = planning.expand(stored.source, actingAs(actor, asked.agents), {
    prefix: `${effectKey}/`,
    constants: {},
    within: [...within, TEXT_NAME],
    ...(call.tainted ? { said: NOTHING_SAID } : {}),
  });
  if (!expanded.ok) return expanded.outcome;
  const { inner, plan } = expanded;
  return { expand: inner, program: plan.program, digest: plan.digest };
}
