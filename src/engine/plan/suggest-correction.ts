import type { Catalogue } from "../catalogue/catalogue.ts";
import { verbsOf } from "../catalogue/catalogue-parse.ts";
import type { Diagnostic, Span } from "../language/diagnostics.ts";
import { endOfCall, freeName } from "../language/foreign/calls.ts";
import { formulaMeant } from "../language/foreign/formulas.ts";
import { hoistedScript, hoistedValue } from "../language/foreign/hoisted-values.ts";
import { parseFormula } from "../language/formula.ts";
import { FUNCTIONS } from "../language/formula-tree.ts";
import { formulaEnd } from "../language/lexer-text.ts";
import { nearNames } from "../language/nearest-name.ts";
import { parse } from "../language/parser.ts";
import { printExpression } from "../language/printer.ts";
import { type Call, type Expression, partsOf, type Statement } from "../language/tree.ts";
import { formOf, mendCall } from "./mend-call.ts";
import { programParam } from "./nested-program.ts";
import { actionNames, nodeNames, type ResolutionProblem, resolveCall } from "./resolve.ts";
import { toolsOf } from "./tool-action.ts";

/** Longest program that is corrected, in UTF-16 units: a person reads the whole of it on a card. */
const MAX_LENGTH = 4000;

/** Corrections of corrections: an unknown node hides an unknown action, which hides an unknown parameter. */
const MAX_ROUNDS = 5;

/** A program that cannot run, and how to find out what is wrong with another. */
export interface CorrectionRequest {
  readonly source: string;
  /** All that parsing or planning `source` had to say. */
  readonly problems: readonly Diagnostic[];
  readonly catalogue: Catalogue;
  /** Parses and plans a program; empty for one that may run. */
  readonly problemsOf: (source: string) => readonly Diagnostic[];
}

/** A program with every mistake mended; `isSure` where each has just one likely correction. */
export interface Correction {
  readonly program: string;
  readonly isSure: boolean;
}

/**
 * The person's own program with every mistake mended: what the parser mends, the one near name of an unknown node, action, type or
 * parameter, calls as they were meant, and calls that stand where a value is wanted. `undefined` unless the result parses and plans. Pure.
 */
export function correctionOf(request: CorrectionRequest): Correction | undefined {
  let { source, problems } = request;
  let isSure = true;
  if (problems.length === 0 || source.length > MAX_LENGTH) return undefined;
  for (let round = 0; round < MAX_ROUNDS && problems.length > 0; round += 1) {
    const mended = mendedOnce(source, problems, request.catalogue);
    if (mended === undefined) return undefined;
    source = mended.program;
    isSure &&= mended.isSure;
    problems = request.problemsOf(source);
  }
  return problems.length === 0 ? { program: source, isSure } : undefined;
}

/** Most problems of a program that are told with what mends them. */
const MOST_HINTS = 5;

/** The problems of a program, the first with the whole program corrected; where nothing corrects it, each with what mends its own call and would run. Pure. */
export function correctedProblems(request: CorrectionRequest): readonly Diagnostic[] {
  const corrected = correctionOf(request);
  if (corrected === undefined)
    return request.problems.map((problem, index) => withOwnHelp(request, problem, index));
  const { program, isSure } = corrected;
  return request.problems.map(({ correction: _parsed, hint: _own, ...problem }, index) =>
    index > 0 ? problem : { ...problem, hint: program, ...(isSure ? { correction: program } : {}) },
  );
}

/** A problem with what mends its call and would run, or else with the form of its action. */
function withOwnHelp(
  request: CorrectionRequest,
  { correction: _parsed, hint, ...problem }: Diagnostic,
  index: number,
): Diagnostic {
  const isTried = hint !== undefined && index < MOST_HINTS;
  if (isTried && request.problemsOf(hint).length === 0) return { ...problem, hint };
  const form = problem.form ?? formAt(request, problem);
  return form === undefined ? problem : { ...problem, form };
}

/** The form of the action whose call does not parse, with its target where that is a text. */
function formAt(
  { source, catalogue }: CorrectionRequest,
  { code, line, column }: Diagnostic,
): string | undefined {
  // Where a call should begin, the call before it is not the one that is meant.
  if (code === "expected-call" || parse(source).ok) return undefined;
  const before = source.split("\n").slice(0, line);
  const text = [...before.slice(0, -1), (before.at(-1) ?? "").slice(0, column + 1)].join("\n");
  const [head, node = "", action = ""] = [...text.matchAll(HEADS)].at(-1) ?? [];
  const definition = catalogue.actions.get(`${node}:${action}`.toLowerCase());
  if (head === undefined || definition === undefined) return undefined;
  const rest = source.slice(text.lastIndexOf(head) + head.length);
  const target = /^\s*\(\s*"((?:[^"\\\n]|\\.)*)"/.exec(rest)?.[1];
  const args = target === undefined ? [] : [target];
  const span = { start: 0, end: 0 };
  return formOf(definition, { kind: "call", node, action, args, params: {}, span });
}

const HEADS = /\[\s*([\p{L}_]\w*)\s*:\s*([\p{L}_]\w*)\s*\]/gu;

/** A piece of the source and what is to stand there. */
interface Replacement {
  readonly span: Span;
  readonly text: string;
}

function mendedOnce(
  source: string,
  problems: readonly Diagnostic[],
  catalogue: Catalogue,
): Correction | undefined {
  const parsed = parse(source);
  if (!parsed.ok) {
    const [problem] = problems;
    const program = problem?.correction ?? problem?.hint;
    return program === undefined
      ? undefined
      : { program, isSure: problem?.correction !== undefined };
  }
  const meant = problems.find(({ correction }) => correction !== undefined)?.correction;
  if (meant !== undefined) return { program: meant, isSure: true };
  const read = parsed.source ?? source;
  const script = scriptInstead(read, problems);
  if (script !== undefined) return { program: script, isSure: true };
  const formulas = formulaReplacements(read, problems);
  if (formulas.length > 0) return { program: replacedIn(read, formulas), isSure: true };
  const piped = withPrevious(read, parsed.program.statements, problems);
  if (piped !== undefined) return { program: piped, isSure: true };
  const calls = parsed.program.statements.flatMap(({ body, span }) =>
    placedCalls(body, false).map((placed) => ({ ...placed, statement: span })),
  );
  const replacements = calls.flatMap(({ call, hasPrevious }) =>
    replacementsOf(read, call, { catalogue, hasPrevious }),
  );
  const [hoisted] = calls.flatMap(({ call, statement }) =>
    hoistedCall(read, call, statement, catalogue),
  );
  const program =
    replacements.length === 0
      ? (hoistedValue(read) ?? hoisted ?? read)
      : replacedIn(read, replacements);
  return program === source ? undefined : { program, isSure: true };
}

/** `$prev` at the start of a statement: what the statement before gives, under its name or behind `>>`. */
function withPrevious(
  source: string,
  statements: readonly Statement[],
  problems: readonly Diagnostic[],
): string | undefined {
  if (!problems.some(({ code }) => code === "undefined-variable")) return undefined;
  const index = statements.findIndex(({ span }, at) => {
    const written = source.slice(span.start, span.end);
    return at > 0 && /\$prev\b|\{\{_prev_result\}\}/u.test(written.split(">>")[0] ?? "");
  });
  const [before, here] = [statements[index - 1], statements[index]];
  if (before === undefined || here === undefined) return undefined;
  const written = source.slice(here.span.start, here.span.end);
  const { variable } = before;
  const isPiped = variable === undefined && here.variable === undefined;
  if (variable === undefined && !isPiped) return undefined;
  const meant = isPiped
    ? written
    : written.replace(/\$prev\b|\{\{_prev_result\}\}/gu, `$${variable}`);
  const gap = isPiped ? " >> " : source.slice(before.span.end, here.span.start);
  return `${source.slice(0, before.span.end)}${gap}${meant}${source.slice(here.span.end)}`;
}

function replacedIn(source: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((left, right) => right.span.start - left.span.start)
    .reduce(
      (text, { span, text: name }) => text.slice(0, span.start) + name + text.slice(span.end),
      source,
    );
}

/** A name that stands as mere text: `{x.title}` or a word alone. */
const UNMARKED = /^(?:\{[\p{L}_][^{}\n]*\}|[\p{L}_][\p{L}\p{M}\p{N}_]*(?=\s*[),}\n]))/u;

/** What problems tell of `${…}` and what other languages write in it, as it is written here. */
function formulaReplacements(
  source: string,
  problems: readonly Diagnostic[],
): readonly Replacement[] {
  const lines = source.split("\n");
  const found = new Map<number, Replacement>();
  for (const { code, line, column } of problems) {
    if (!/^(?:bad-expression|unknown-function|type-mismatch)$/.test(code)) continue;
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const start = before + column - 1;
    const replacement = formulaReplacement(source, start);
    if (replacement !== undefined) found.set(start, replacement);
  }
  return [...found.values()];
}

/** The first `${…}` that is a script, worked out before. */
function scriptInstead(source: string, problems: readonly Diagnostic[]): string | undefined {
  const problem = problems.find(({ code }) => code === "bad-expression");
  if (problem === undefined) return undefined;
  const lines = source.split("\n").slice(0, problem.line - 1);
  const start = lines.reduce((sum, each) => sum + each.length + 1, 0) + problem.column - 1;
  const inner = source.slice(start + 2, formulaEnd(source, start) - 1);
  return parseFormula(formulaMeant(inner)).ok ? undefined : hoistedScript(source, start);
}

function formulaReplacement(source: string, start: number): Replacement | undefined {
  const [unmarked = ""] = UNMARKED.exec(source.slice(start)) ?? [];
  if (unmarked !== "") {
    const text = unmarked.startsWith("{") ? `$${unmarked}` : `"$${unmarked}"`;
    return { span: { start, end: start + unmarked.length }, text };
  }
  const end = formulaEnd(source, start);
  const inner = source.slice(start + 2, end - 1);
  const meant = withNearFunctions(formulaMeant(inner));
  return end > start && meant !== inner
    ? { span: { start, end }, text: `\${${meant}}` }
    : undefined;
}

/** A formula with the one near function in the place of each that there is not. */
function withNearFunctions(formula: string): string {
  return formula.replace(/(?<![\p{L}\p{N}_.$])([\p{L}_]\w*)(?=\()/gu, (name) => {
    if (Object.hasOwn(FUNCTIONS, name)) return name;
    return onlyNear(name, Object.keys(FUNCTIONS)) ?? name;
  });
}

/** The calls of an expression, and whether a step stands before them. */
function placedCalls(
  expression: Expression,
  hasPrevious: boolean,
): readonly { readonly call: Call; readonly hasPrevious: boolean }[] {
  if (expression.kind === "call") return [{ call: expression, hasPrevious }];
  return partsOf(expression).flatMap((part, index) =>
    placedCalls(part, hasPrevious || (expression.kind === "sequence" && index > 0)),
  );
}

const CALL_HEAD = String.raw`\[\s*[\p{L}_][\p{L}\p{N}_]*\s*:\s*[\p{L}_][\p{L}\p{N}_]*\s*\]`;
/** A call in the parentheses, in a list of its own, or in the braces of a text. */
const INNER_CALL = new RegExp(String.raw`(?:\$[({]\s*)?(?=${CALL_HEAD})`, "giu");

/** The program with a call that stands where a value is wanted in a statement before; none where no value is a call. */
function hoistedCall(
  source: string,
  call: Call,
  statement: Span,
  catalogue: Catalogue,
): readonly string[] {
  const { places } = call;
  const definition = catalogue.actions.get(`${call.node}:${call.action}`.toLowerCase());
  // What is looked at or run by itself later is a program of its own: its calls stay in it.
  const programs = new Set(
    definition === undefined ? [] : [programParam(definition), definition.runs?.watch],
  );
  const spans = [
    ...(places?.args ?? []),
    ...[...(places?.params ?? [])].flatMap(([key, span]) => (programs.has(key) ? [] : [span])),
  ];
  const [found] = spans.flatMap((span) => innerCalls(source, span, catalogue));
  if (found === undefined) return [];
  const { start, inner, stop, isInText } = found;
  const name = freeName(source);
  // What else stands in the braces stays there.
  const closing = /^\s*[)}]/.exec(source.slice(stop))?.[0] ?? "";
  const isPart = source.startsWith("${", start) && closing === "";
  const close = isInText ? closing.length : 0;
  const line = source.lastIndexOf("\n", call.span.start - 1) + 1;
  const at = Math.max(statement.start, line);
  const hoisted = `$${name} = ${source.slice(inner, stop).replaceAll('\\"', '"')}\n`;
  const marked = isPart ? `\${${name}` : `$${name}`;
  const value = isInText ? marked : `"$${name}"`;
  return [
    `${source.slice(0, at)}${hoisted}${source.slice(at, start)}${value}${source.slice(stop + close)}`,
  ];
}

/** Calls of known actions that stand in a value: where they start with the sign before them, and where the call itself does. */
function innerCalls(
  source: string,
  { start, end }: Span,
  catalogue: Catalogue,
): readonly { start: number; inner: number; stop: number; isInText: boolean }[] {
  return [...source.slice(start, end).matchAll(INNER_CALL)].flatMap((match) => {
    const from = start + match.index;
    const inner = from + match[0].length;
    const stop = endOfCall(source, inner) ?? inner;
    const isInText = match[0] !== "";
    const [, node = "", action = ""] = NAMES_IN_HEAD.exec(source.slice(inner)) ?? [];
    const isCall = stop <= end && catalogue.actions.has(`${node}:${action}`);
    return isCall && (isInText || !/["'`]/.test(source.charAt(from - 1)))
      ? [{ start: from, inner, stop, isInText }]
      : [];
  });
}

const NAMES_IN_HEAD = /^\[\s*(\S+?)\s*:\s*(\S+?)\s*\]/u;

function replacementsOf(
  source: string,
  call: Call,
  { catalogue, hasPrevious }: { readonly catalogue: Catalogue; readonly hasPrevious: boolean },
): readonly Replacement[] {
  const resolution = resolveCall(catalogue, call);
  const texts = textReplacements(source, call);
  if (texts.length > 0) return texts;
  const mended = mendCall(catalogue, call, hasPrevious);
  if (mended !== undefined)
    return renamed(source, call, mended) ?? [{ span: call.span, text: printExpression(mended) }];
  const replacement = resolution.ok
    ? undefined
    : nameReplacement(source, call, resolution.problem, catalogue);
  return replacement === undefined ? [] : [replacement];
}

/** The names that are other in a call as it was meant; `undefined` where more is. */
function renamed(source: string, call: Call, mended: Call): readonly Replacement[] | undefined {
  const { places } = call;
  const keys = Object.keys(call.params);
  const meant = Object.keys(mended.params);
  const isSame =
    call.args === mended.args &&
    keys.length === meant.length &&
    keys.every((key) => {
      const other = meant.find((name) => mended.params[name] === call.params[key]);
      return other !== undefined;
    });
  if (places === undefined || !isSame) return undefined;
  const names = [
    replacing(source, places.node, call.node, mended.node),
    replacing(source, places.action, call.action, mended.action),
    ...keys
      .filter((key) => !meant.includes(key))
      .map((key) => {
        const free = meant.find(
          (name) => !keys.includes(name) && mended.params[name] === call.params[key],
        );
        return replacing(source, keySpan(source, places.params.get(key), key), key, free);
      }),
  ];
  const changes = names.filter((one) => one !== undefined);
  const spans = new Set(changes.map(({ span }) => span.start));
  return spans.size === names.length
    ? changes.filter(({ span, text }) => source.slice(span.start, span.end).toLowerCase() !== text)
    : undefined;
}

/** What other languages put into texts for a value: `${{ … }}`, `{{ $n * 2 }}`. */
function textReplacements(source: string, { span }: Call): readonly Replacement[] {
  const found: Replacement[] = [];
  for (const match of source.slice(span.start, span.end).matchAll(FOREIGN_VALUE)) {
    const start = span.start + match.index;
    const inner = formulaMeant((match[1] ?? match[2] ?? "").trim());
    found.push({ span: { start, end: start + match[0].length }, text: `\${${inner}}` });
  }
  for (const match of source.slice(span.start, span.end).matchAll(SEMICOLON)) {
    const start = span.start + match.index;
    found.push({ span: { start, end: start + 1 }, text: "," });
  }
  return found;
}

/** What sets other values apart in an object without quotes. */
const SEMICOLON = /(?<=:\s*[^"'{}[\]\n;]*);(?=\s*[\p{L}_]\w*\s*:)/gu;

const FOREIGN_VALUE = /\$\{\{([^{}\n]+)\}\}|\{\{([^{}\n]*\$[^{}\n]*[-+*/%(][^{}\n]*)\}\}/gu;

function nameReplacement(
  source: string,
  call: Call,
  { code }: ResolutionProblem,
  catalogue: Catalogue,
): Replacement | undefined {
  const { places, node, action } = call;
  if (places === undefined) return undefined;
  switch (code) {
    case "unknown-node":
      return replacing(source, places.node, node, onlyNear(node, nodeNames(catalogue)));
    case "unknown-action":
      return actionReplacement(source, call, catalogue);
    case "unknown-type": {
      const types = Object.keys(verbsOf(catalogue, node).get(action)?.routes ?? {});
      const type = String(call.params["type"]);
      return replacing(
        source,
        valueSpan(source, places.params.get("type"), type),
        type,
        onlyNear(type, types),
      );
    }
    case "unknown-tool": {
      const [name] = call.args;
      if (typeof name !== "string") return undefined;
      const tools = action === "call" ? catalogue.apiTools : toolsOf(catalogue);
      const near = onlyNear(name, tools.keys());
      return replacing(source, keySpan(source, places.args[0], name), name, near);
    }
    case "missing-type":
    case "missing-tool":
      return undefined;
  }
}

/** The one near action of the node, or the one other node that has the action by this very name; not when there are both. */
function actionReplacement(
  source: string,
  { places, node, action }: Call,
  catalogue: Catalogue,
): Replacement | undefined {
  const near = nearNames(action, actionNames(catalogue, node), 2);
  const others = catalogue.nodes.filter((other) => catalogue.actions.has(`${other}:${action}`));
  if (near.length + others.length !== 1) return undefined;
  return near.length === 1
    ? replacing(source, places?.action, action, near[0])
    : replacing(source, places?.node, node, others[0]);
}

function onlyNear(name: string, candidates: Iterable<string>): string | undefined {
  const near = nearNames(name, candidates, 2);
  return near.length === 1 ? near[0] : undefined;
}

/** Replaces a name only where it really stands: inside text that was unwrapped, places are near but not exact. */
function replacing(
  source: string,
  span: Span | undefined,
  name: string,
  text: string | undefined,
): Replacement | undefined {
  if (span === undefined || text === undefined) return undefined;
  const written = source.slice(span.start, span.end);
  return written.toLowerCase() === name.toLowerCase() ? { span, text } : undefined;
}

/** Where the key of a parameter stands, without its quotes. */
function keySpan(source: string, param: Span | undefined, name: string): Span | undefined {
  if (param === undefined) return undefined;
  const start = source.startsWith(name, param.start) ? param.start : param.start + 1;
  return { start, end: start + name.length };
}

/** Where a parameter's value stands, without its quotes. */
function valueSpan(source: string, param: Span | undefined, value: string): Span | undefined {
  if (param === undefined) return undefined;
  const offset = source.slice(param.start, param.end).lastIndexOf(value);
  const start = param.start + offset;
  return offset < 0 ? undefined : { start, end: start + value.length };
}
