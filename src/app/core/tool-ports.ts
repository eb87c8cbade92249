import type { ToolContext, ToolHandler, ToolPorts } from "../../agent/tools/tool.ts";
import { isJsonObject } from "../../base/json.ts";
import type { ReadyCall } from "../../engine/execute/action-types.ts";
import { TEXT_NAME } from "../../engine/plan/plan-position.ts";
import { TOOL_ACTION } from "../../engine/plan/tool-action.ts";
import { failure } from "../../engine/values/outcome.ts";
import { ANALYSES } from "../../nodes/analysis/analyses.ts";
import { AnalysisThread } from "../../nodes/analysis/analysis-thread.ts";
import { type ReportParts, writeDashboard, writeReport } from "../../nodes/analysis/report.ts";
import { createComputeHandlers, objectText } from "../../nodes/system/compute/handlers.ts";
import type { Words } from "../../nodes/system/text/port.ts";
import type { RunProgram } from "../../nodes/system/workflows.ts";

/** The names of the functions that definitions of tools may name as their handlers. */
export const TOOL_HANDLER_NAMES: readonly string[] = [...Object.keys(ANALYSES), "report"];

/** Joins what the bodies of declared tools reach. */
export function createToolPorts(parts: {
  readonly words: Words | undefined;
  readonly runProgram: RunProgram;
  readonly reports: ReportParts;
}): ToolPorts {
  const { words, runProgram, reports } = parts;
  const compute = createComputeHandlers()["system:compute"];
  return {
    handlers: withReports(analysisHandlers(new AnalysisThread()), reports),
    ...(words === undefined
      ? {}
      : {
          complete: ({ instruction, text }, call) => {
            const { language } = call.actor;
            return words.complete({ instruction, text, language, call }, call.signal);
          },
        }),
    async compute(script, inputs, context) {
      const result = await compute?.(callOf(context, { ...inputs, script }));
      return result !== undefined && "ok" in result ? result : failure("script-error", "");
    },
    expand: (program, context) => {
      const within = [...(context.within ?? []), TEXT_NAME];
      return runProgram(callOf(context, {}), { ...program, within });
    },
    textOf: (data, { actor }) => objectText({ actor }, data),
  };
}

function analysisHandlers(thread: AnalysisThread): ToolPorts["handlers"] {
  return Object.fromEntries(Object.keys(ANALYSES).map((name) => [name, analysed(thread, name)]));
}

/** What ends in a file is drawn and written by the process itself. */
function withReports(handlers: ToolPorts["handlers"], reports: ReportParts): ToolPorts["handlers"] {
  return {
    ...handlers,
    report: ({ input }, context) => writeReport(reports, input, context),
    async dashboard(order, context) {
      const figures = await handlers["dashboard"]?.(order, context);
      if (figures === undefined || "ok" in figures || !isJsonObject(figures.output))
        return figures ?? failure("no-data", "");
      return writeDashboard(reports, figures.output, context);
    },
  };
}

function analysed(thread: AnalysisThread, analysis: string): ToolHandler {
  return async ({ input, settings }, { actor, moment, signal }) => {
    const { language } = actor;
    const order = { analysis, input, settings, language, nowMs: moment?.nowMs ?? 0 };
    const answer = await thread.run(order, signal);
    return "problem" in answer ? failure(answer.code, answer.problem) : answer;
  };
}

/** The call of a tool as a call of an action, with parameters of its own. */
function callOf(context: ToolContext, params: ReadyCall["params"]): ReadyCall {
  const { ports: _ports, ...call } = context;
  return { ...TOOL_ACTION, ...call, params, values: {} };
}
