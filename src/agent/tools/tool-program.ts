import type { Json, JsonObject } from "../../base/json.ts";
import { parse } from "../../engine/language/parser.ts";
import { printProgram } from "../../engine/language/printer.ts";
import type { Program, Statement } from "../../engine/language/tree.ts";
import { TOOL_ACTION } from "../../engine/plan/tool-action.ts";
import type { ToolDefinition } from "./definition.ts";

/** The input under which the result of its own program comes back to a tool, to be checked. */
export const PROGRAM_RESULT = "program_result";

/** One tool of a run; `given` is its result where the call brings it. */
export interface Piece {
  readonly definition: ToolDefinition;
  readonly given?: Json;
}

/** A program with the values that it uses by name. */
export interface ProgramInPlace {
  readonly source: string;
  readonly constants: JsonObject;
}

/** Under which names those that depend on a tool are handed its result. */
export function producedNames({ produces, name }: ToolDefinition): readonly string[] {
  return produces.length === 0 ? [name] : produces;
}

/** The tools of a run that are needed with these inputs, in order: what comes with the call is not made, nor what only that would need. */
export function piecesOf(order: readonly ToolDefinition[], input: JsonObject): readonly Piece[] {
  const last = order.at(-1);
  if (last === undefined) return [];
  const needed = new Set(PROGRAM_RESULT in input ? [] : last.dependencies);
  const pieces: Piece[] = [{ definition: last }];
  for (const definition of order.slice(0, -1).reverse()) {
    if (!needed.has(definition.name)) continue;
    const given = givenIn(definition, input);
    pieces.unshift({ definition, ...(given === undefined ? {} : { given }) });
    const before = given === undefined ? definition.dependencies : [];
    for (const each of before) needed.add(each);
  }
  return pieces;
}

function givenIn(definition: ToolDefinition, input: JsonObject): Json | undefined {
  const name = producedNames(definition).find((each) => input[each] !== undefined);
  return name === undefined ? undefined : input[name];
}

/** The program that must run before a tool can: one that brings an input, or the tool among its dependencies that is a program. It ends in the same call with what it has brought; `undefined` when there is none. */
export function programBefore(
  pieces: readonly Piece[],
  input: JsonObject,
): ProgramInPlace | undefined {
  const tool = pieces.at(-1)?.definition;
  if (tool === undefined) return undefined;
  for (const { definition, given } of pieces) {
    if (given !== undefined) continue;
    const source = sourceFor(definition, input);
    if (source !== undefined) {
      const { [source.instead]: _taken, ...rest } = input;
      return calledWith(tool, source.program, { constants: input, rest, as: source.param });
    }
    const [produced] = producedNames(definition);
    if (definition !== tool && definition.body?.kind === "program" && produced !== undefined) {
      const own = programOf(toolCall(definition.name, input));
      return calledWith(tool, own, { constants: input, rest: input, as: produced });
    }
  }
  return undefined;
}

/** The tool's own program, whose result comes back to the tool; `undefined` when it has none or that has been done. */
export function ownProgram(
  tool: ToolDefinition,
  inputs: JsonObject,
  input: JsonObject,
): ProgramInPlace | undefined {
  if (tool.body?.kind !== "program" || PROGRAM_RESULT in input) return undefined;
  return calledWith(tool, programOf(tool.body.source), {
    constants: inputs,
    rest: {},
    as: PROGRAM_RESULT,
  });
}

/** A program that brings an input which the call leaves out. */
function sourceFor(
  { config }: ToolDefinition,
  input: JsonObject,
): { readonly param: string; readonly instead: string; readonly program: Program } | undefined {
  for (const [param, programs] of Object.entries(config.sources)) {
    const instead = Object.keys(programs).find((name) => input[name] !== undefined);
    const source = instead === undefined ? undefined : programs[instead];
    if (input[param] === undefined && instead !== undefined && source !== undefined)
      return { param, instead, program: programOf(source) };
  }
  return undefined;
}

/** A program, then the tool with its result besides the rest of the inputs. */
function calledWith(
  tool: ToolDefinition,
  { statements }: Program,
  {
    constants,
    rest,
    as,
  }: { readonly constants: JsonObject; readonly rest: JsonObject; readonly as: string },
): ProgramInPlace {
  const last = statements.at(-1);
  const variable = last?.variable ?? last?.variables?.[0] ?? as;
  const named = last?.variables === undefined && last !== undefined ? [{ ...last, variable }] : [];
  const before = named.length === 0 ? statements : [...statements.slice(0, -1), ...named];
  const call = programOf(toolCall(tool.name, rest, { [as]: `$${variable}` })).statements;
  return {
    source: printProgram({ statements: [...before, ...call] as readonly Statement[] }),
    constants,
  };
}

/** A call of a tool with values by their names. */
function toolCall(name: string, input: JsonObject, more: JsonObject = {}): string {
  const params = Object.fromEntries(Object.keys(input).map((each) => [each, `$${each}`]));
  const { node, action } = TOOL_ACTION;
  const object = JSON.stringify({ ...params, ...more });
  return `[${node}:${action}](${JSON.stringify(name)}) ${object}`;
}

/** The tree of a program that was read before. */
function programOf(source: string): Program {
  const parsed = parse(source);
  return parsed.ok ? parsed.program : { statements: [] };
}
