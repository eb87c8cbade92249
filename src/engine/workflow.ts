import { isJsonObject, type Json, type JsonObject } from "../base/json.ts";
import { joined, type Localized } from "../base/words.ts";
import type { Span } from "./diagnostics.ts";
import { parse } from "./parser.ts";
import { printProgram } from "./printer.ts";
import type { Call, Expression, Program } from "./tree.ts";

/** A stored workflow, ready to be put in the place of the call that names it. */
export type StoredWorkflow =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly source: string;
      readonly params: Readonly<Record<string, { readonly absent?: Json }>>;
    }
  | { readonly ok: false; readonly reason: Localized };

/** A workflow ready to be planned, or the reason why it cannot run. */
export interface CompiledWorkflow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly stored: StoredWorkflow;
}

/** Nodes that came from data have no place in a text. */
const NOWHERE: Span = { start: 0, end: 0 };

/** Keys a definition may have; anything else is a slip worth telling. */
const KEYS = new Set(["name", "description", "pipeline", "steps", "params"]);

/** Compiles a definition in either form, `pipeline` or `steps`. Never throws: what is wrong becomes the reason. Pure. */
export function compileWorkflow(name: string, definition: unknown): CompiledWorkflow {
  if (!isJsonObject(definition))
    return {
      name,
      title: name,
      description: "",
      stored: broken({
        en: "It is not a mapping of names to values.",
        ko: "이름과 값의 짝으로 되어 있지 않습니다.",
      }),
    };
  const title = typeof definition["name"] === "string" ? definition["name"] : name;
  const description =
    typeof definition["description"] === "string" ? definition["description"] : "";
  return { name, title, description, stored: compileBody(definition) };
}

/** Why a part of a definition cannot be read. */
class Fault {
  readonly words: Localized;

  constructor(words: Localized) {
    this.words = words;
  }
}

function compileBody(definition: JsonObject): StoredWorkflow {
  const unknown = Object.keys(definition).find((key) => !KEYS.has(key));
  if (unknown !== undefined)
    return broken({
      en: `It has the unknown key "${unknown}".`,
      ko: `모르는 항목 "${unknown}"이(가) 있습니다.`,
    });
  const params = readParams(definition["params"]);
  if (params instanceof Fault) return broken(params.words);
  const { pipeline, steps } = definition;
  if (typeof pipeline === "string" && steps === undefined) {
    const parsed = parse(pipeline);
    return parsed.ok
      ? { ok: true, program: parsed.program, source: pipeline, params }
      : broken(joined(parsed.error.words, ` (${parsed.error.line}:${parsed.error.column})`));
  }
  if (Array.isArray(steps) && pipeline === undefined) {
    const body = sequenceOf(steps);
    if (body instanceof Fault) return broken(body.words);
    const program: Program = { statements: [{ kind: "statement", body, span: NOWHERE }] };
    return { ok: true, program, source: printProgram(program), params };
  }
  return broken({
    en: 'It needs either "pipeline" (a program) or "steps" (a list), and not both.',
    ko: '"pipeline"(프로그램)과 "steps"(목록) 중 하나만 있어야 합니다.',
  });
}

function sequenceOf(steps: readonly Json[]): Expression | Fault {
  const parts = expressionsOf(steps, "steps");
  if (parts instanceof Fault) return parts;
  const [only] = parts;
  return parts.length === 1 && only !== undefined
    ? only
    : { kind: "sequence", steps: parts, span: NOWHERE };
}

function expressionsOf(entries: readonly Json[], place: string): readonly Expression[] | Fault {
  if (entries.length === 0)
    return new Fault({ en: `"${place}" is empty.`, ko: `"${place}"이(가) 비어 있습니다.` });
  const result: Expression[] = [];
  for (const [index, entry] of entries.entries()) {
    const expression = expressionOf(entry, `${place}[${index}]`);
    if (expression instanceof Fault) return expression;
    result.push(expression);
  }
  return result;
}

/** A step: a call, `parallel: […]` or `fallback: […]`. */
function expressionOf(entry: Json, place: string): Expression | Fault {
  if (!isJsonObject(entry))
    return new Fault({
      en: `${place} is not a step: it needs "node" and "action".`,
      ko: `${place}은(는) 단계가 아닙니다. "node"와 "action"이 필요합니다.`,
    });
  const { parallel, fallback } = entry;
  if (Array.isArray(parallel)) {
    const branches = expressionsOf(parallel, `${place}.parallel`);
    return branches instanceof Fault ? branches : { kind: "parallel", branches, span: NOWHERE };
  }
  if (Array.isArray(fallback)) {
    const options = expressionsOf(fallback, `${place}.fallback`);
    return options instanceof Fault ? options : { kind: "fallback", options, span: NOWHERE };
  }
  return callOf(entry, place);
}

function callOf(entry: JsonObject, place: string): Call | Fault {
  const { node, action, target, params } = entry;
  if (typeof node !== "string" || typeof action !== "string")
    return new Fault({
      en: `${place} needs "node" and "action".`,
      ko: `${place}에 "node"와 "action"이 필요합니다.`,
    });
  if (params !== undefined && !isJsonObject(params))
    return new Fault({
      en: `${place}.params is not a mapping.`,
      ko: `${place}.params는 이름과 값의 짝이어야 합니다.`,
    });
  const args = target === undefined || target === null ? [] : [String(target)];
  return {
    kind: "call",
    node: node.toLowerCase(),
    action: action.toLowerCase(),
    args,
    params: params ?? {},
    span: NOWHERE,
  };
}

type Params = Record<string, { readonly absent?: Json }>;

/** Parameters: a mapping `name: default`, or a list of `{name, type, default}`. */
function readParams(value: Json | undefined): Params | Fault {
  if (value === undefined) return {};
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, absent]) => [name, paramOf(absent)]),
    );
  if (!Array.isArray(value))
    return new Fault({
      en: '"params" is neither a mapping nor a list.',
      ko: '"params"는 이름과 값의 짝이나 목록이어야 합니다.',
    });
  const params: Params = {};
  for (const entry of value) {
    if (!isJsonObject(entry) || typeof entry["name"] !== "string")
      return new Fault({
        en: 'Every parameter in "params" needs a "name".',
        ko: '"params"의 매개변수마다 "name"이 있어야 합니다.',
      });
    params[entry["name"]] = paramOf(entry["default"]);
  }
  return params;
}

function paramOf(absent: Json | undefined): { readonly absent?: Json } {
  return absent === undefined || absent === null ? {} : { absent };
}

function broken(reason: Localized): StoredWorkflow {
  return { ok: false, reason };
}
