import type { Json, JsonObject } from "../../base/json.ts";
import type { Span } from "./diagnostics.ts";
import {
  type Cell,
  listOf,
  onlyOf,
  type RawAssigned,
  type RawCall,
  type RawEach,
  type RawFallback,
  type RawIf,
  type RawNamed,
  type RawObject,
  type RawPair,
  type RawParallel,
  type RawPrimary,
  type RawSeedCall,
  type RawSequence,
  type RawStatement,
  type RawSteps,
  type RawTarget,
  type RawValue,
} from "./parse-cells.ts";
import { parseReference } from "./reference.ts";
import { type Prepared, rewriteSeedCall } from "./repairs.ts";
import type { StringToken } from "./token.ts";
import type { Call, Each, Expression, If, Literal, Program, Statement } from "./tree.ts";

/** Builds the tree from what the grammar built, once for each node; spans count in the original. */
export function buildProgram(
  statements: Cell<RawStatement>,
  { text, toOriginal }: Prepared,
): Program {
  return { statements: new TreeBuilder(text, toOriginal).statements(statements) };
}

/** A record without a prototype, so that no key of a program means anything to JavaScript. */
function emptyRecord(): Record<string, Json> {
  return Object.create(null);
}

class TreeBuilder {
  private readonly text: string;
  private readonly toOriginal: Prepared["toOriginal"];

  constructor(text: string, toOriginal: Prepared["toOriginal"]) {
    this.text = text;
    this.toOriginal = toOriginal;
  }

  statements(cell: Cell<RawStatement>): Statement[] {
    return listOf(cell).map((raw) => this.statement(raw));
  }

  private statement({ onError, body: raw }: RawStatement): Statement {
    const { start, ...named } =
      "kind" in raw && raw.kind === "named" ? this.named(raw) : this.unnamed(raw);
    const { end } = named.body.span;
    return {
      kind: "statement",
      ...(onError === null ? {} : { onError: onError.data }),
      ...named,
      span: { start: onError === null ? start : this.toOriginal(onError.start), end },
    };
  }

  private unnamed(raw: RawAssigned): { readonly body: Expression; readonly start: number } {
    const body = this.assigned(raw);
    return { body, start: body.span.start };
  }

  /** One name is that of the statement; several are those of its branches. */
  private named({
    branches: cell,
  }: RawNamed): Pick<Statement, "variable" | "variables" | "body"> & { readonly start: number } {
    const branches = listOf(cell).map(({ assign, assigned }) => {
      return { variable: assign.data, body: this.assigned(assigned), start: assign.start };
    });
    const [first] = branches;
    if (first === undefined) throw new Error("A list of the grammar has no first item.");
    const start = this.toOriginal(first.start);
    if (branches.length === 1) return { variable: first.variable, body: first.body, start };
    const bodies = branches.map((branch) => branch.body);
    const body = { kind: "parallel", branches: bodies, span: around(bodies) } as const;
    return { variables: branches.map(({ variable }) => variable), body, start };
  }

  private assigned(raw: RawAssigned): Expression {
    if ("type" in raw) return this.literal(raw);
    if ("kind" in raw && raw.kind !== "piped") return this.literal(raw);
    return this.steps(raw);
  }

  private steps(raw: RawSteps): Expression {
    if (!("kind" in raw)) return this.sequence(raw);
    const steps = [
      this.literal(raw.value),
      ...listOf(raw.sequence).map((step) => this.parallel(step)),
    ];
    return { kind: "sequence", steps, span: around(steps) };
  }

  private literal(raw: RawValue): Literal {
    return { kind: "value", value: jsonOf(raw), span: this.span(raw.start, raw.end) };
  }

  private sequence(cell: RawSequence): Expression {
    const single = onlyOf(cell);
    if (single !== undefined) return this.parallel(single);
    const steps = listOf(cell).map((raw) => this.parallel(raw));
    return { kind: "sequence", steps, span: around(steps) };
  }

  private parallel(cell: RawParallel): Expression {
    const single = onlyOf(cell);
    if (single !== undefined) return this.fallback(single);
    const branches = listOf(cell).map((raw) => this.fallback(raw));
    return { kind: "parallel", branches, span: around(branches) };
  }

  private fallback(cell: RawFallback): Expression {
    const single = onlyOf(cell);
    if (single !== undefined) return this.primary(single);
    const options = listOf(cell).map((raw) => this.primary(raw));
    return { kind: "fallback", options, span: around(options) };
  }

  private primary(raw: RawPrimary | RawValue): Expression {
    if ("type" in raw) return this.literal(raw);
    switch (raw.kind) {
      case "object":
      case "array":
        return this.literal(raw);
      case "group":
        return this.steps(raw.steps);
      case "call":
        return this.call(raw);
      case "seedCall":
        return this.seedCall(raw);
      case "if":
        return this.if(raw);
      case "each":
        return this.each(raw);
    }
  }

  private call({ head, target, object }: RawCall): Call {
    const { node, action, nodeSpan, actionSpan } = head.data;
    const params = emptyRecord();
    const paramSpans = new Map<string, Span>();
    const texts = this.target(target, params, paramSpans);
    if (object !== null) this.pairs(object.pairs, params, paramSpans);
    const start = target?.end ?? head.end;
    const end = object?.end ?? start;
    const isOwnLine = object !== null && this.text.slice(start, object.start).includes("\n");
    const ownLine = isOwnLine ? { ownLine: this.literal(object) } : {};
    const places = {
      node: this.span(nodeSpan.start, nodeSpan.end),
      action: this.span(actionSpan.start, actionSpan.end),
      args: texts.map((text) => this.span(text.start, text.end)),
      params: paramSpans,
    };
    const args = texts.map(({ data }) => data);
    const span = this.span(head.start, end);
    return { kind: "call", node, action, args, params, ...ownLine, span, places };
  }

  private seedCall({ head, target }: RawSeedCall): Call {
    const params = emptyRecord();
    const args = this.target(target, params, new Map()).map(({ data }) => data);
    const span = this.span(head.start, target.end);
    return { kind: "call", ...rewriteSeedCall(head.data, args, params), span };
  }

  /** Gathers the parameters that stand in a target; gives the texts there. */
  private target(
    target: RawTarget | null,
    params: Record<string, Json>,
    spans: Map<string, Span>,
  ): readonly StringToken[] {
    const texts: StringToken[] = [];
    if (target === null) return texts;
    for (const arg of listOf(target.args)) {
      if ("type" in arg) texts.push(arg);
      else if (arg.kind === "object") this.pairs(arg.pairs, params, spans);
      else this.pair(arg, params, spans);
    }
    return texts;
  }

  private pairs(cell: Cell<RawPair>, params: Record<string, Json>, spans: Map<string, Span>): void {
    for (const pair of listOf(cell)) this.pair(pair, params, spans);
  }

  private pair(pair: RawPair, params: Record<string, Json>, spans: Map<string, Span>): void {
    const { key, value } = pair;
    params[key.data] = jsonOf(value);
    spans.set(key.data, this.span(key.start, value.end));
  }

  private if(raw: RawIf): If {
    const branches = [{ head: raw.head, body: raw.body }, ...listOf(raw.elseIfs)];
    const last = raw.otherwise ?? branches.at(-1)?.body ?? raw.body;
    return {
      kind: "if",
      branches: branches.map(({ head, body }) => ({
        condition: head.data,
        body: this.statements(body.statements),
        span: this.span(head.start, body.end),
      })),
      otherwise: raw.otherwise === null ? null : this.statements(raw.otherwise.statements),
      span: this.span(raw.head.start, last.end),
    };
  }

  private each({ head, source, tail, body }: RawEach): Each {
    return {
      kind: "each",
      ...head.data,
      source: this.source(source),
      ...tail.data,
      body: this.statements(body.statements),
      span: this.span(head.start, body.end),
    };
  }

  private source(raw: RawEach["source"]): Each["source"] {
    if ("type" in raw && raw.type === "range") return { kind: "range", ...raw.data };
    const source = this.assigned(raw);
    const { value } = source.kind === "value" ? source : { value: null };
    return typeof value === "string" && parseReference(value) !== undefined ? value : source;
  }

  private span(start: number, end: number): Span {
    return { start: this.toOriginal(start), end: this.toOriginal(end) };
  }
}

function jsonOf(value: RawValue): Json {
  if ("type" in value) return value.data;
  if (value.kind === "array") return listOf(value.values).map(jsonOf);
  return recordOf(value);
}

function recordOf(object: RawObject): Json {
  const record = emptyRecord();
  for (const { key, value } of listOf(object.pairs)) record[key.data] = jsonOf(value);
  return record;
}

/** From the first to the last of at least one expression. */
function around(expressions: readonly Expression[]): Span {
  const start = expressions[0]?.span.start ?? 0;
  return { start, end: expressions.at(-1)?.span.end ?? start };
}

/** The tree as plain JSON, without places: what `ibl-bot parse --json` prints under `program`. */
export function programJson(program: Program): JsonObject {
  return { statements: program.statements.map(statementJson) };
}

function statementJson({ kind, variable, variables, onError, body }: Statement): Json {
  return {
    kind,
    ...(variable === undefined ? {} : { variable }),
    ...(variables === undefined ? {} : { variables }),
    ...(onError === undefined ? {} : { onError }),
    body: expressionJson(body),
  };
}

function expressionJson(expression: Expression): Json {
  const { kind } = expression;
  switch (kind) {
    case "call": {
      const { node, action, args, params } = expression;
      return { kind, node, action, args, params };
    }
    case "sequence":
      return { kind, steps: expression.steps.map(expressionJson) };
    case "parallel":
      return { kind, branches: expression.branches.map(expressionJson) };
    case "fallback":
      return { kind, options: expression.options.map(expressionJson) };
    case "if": {
      const branches = expression.branches.map(({ condition, body }) => {
        return { condition, body: body.map(statementJson) };
      });
      return { kind, branches, otherwise: expression.otherwise?.map(statementJson) ?? null };
    }
    case "value":
      return { kind, value: expression.value };
    case "each": {
      const { span: _span, source, body, ...rest } = expression;
      return { ...rest, source: sourceJson(source), body: body.map(statementJson) };
    }
  }
}

function sourceJson(source: Each["source"]): Json {
  if (typeof source === "string") return source;
  return source.kind === "range" ? { ...source } : expressionJson(source);
}
