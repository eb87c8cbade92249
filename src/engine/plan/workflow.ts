import { isJsonObject, type Json, type JsonObject } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Language, type Localized } from "../../base/localized.ts";
import type { Span } from "../language/diagnostics.ts";
import { parse } from "../language/parser.ts";
import { printProgram } from "../language/printer.ts";
import type { Call, Expression, Program } from "../language/tree.ts";
import { Fault, readParams, readTexts, type WorkflowParams } from "./workflow-params.ts";

/** A stored workflow, ready to be put in the place of the call that names it. */
export type StoredWorkflow =
  | {
      readonly ok: true;
      readonly program: Program;
      readonly source: string;
      readonly params: WorkflowParams;
      /** Words in the language it was compiled for, which its program uses by name. */
      readonly texts: JsonObject;
    }
  | { readonly ok: false; readonly reason: Localized };

/** What people read of a workflow. */
interface WorkflowHead {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its titles in every language that it has one in. */
  readonly titles: readonly string[];
}

/** A workflow ready to be planned, or the reason why it cannot run. */
export interface CompiledWorkflow extends WorkflowHead {
  readonly stored: StoredWorkflow;
}

/** Nodes that came from data have no place in a text. */
const NOWHERE: Span = { start: 0, end: 0 };

/** Keys a definition may have; anything else is a slip worth telling. */
const KEYS = new Set(["name", "description", "pipeline", "steps", "params", "texts"]);

/** Keys a step may have, by its form. */
const STEP_KEYS = {
  call: new Set(["node", "action", "target", "params"]),
  parallel: new Set(["parallel"]),
  fallback: new Set(["fallback"]),
};

/** Compiles a definition in either form, `pipeline` or `steps`, for a reader of a language. Never throws: what is wrong becomes the reason. Pure. */
export function compileWorkflow(
  name: string,
  definition: unknown,
  language: Language = "en",
): CompiledWorkflow {
  const head = workflowHead(name, definition, language);
  if (!isJsonObject(definition))
    return {
      ...head,
      stored: broken({
        en: "It is not a mapping of names to values.",
        ko: "이름과 값의 짝으로 되어 있지 않아요.",
      }),
    };
  return { ...head, stored: compileBody(definition, language) };
}

/** What a reader of a language is shown of a definition, whose program is not read. Pure. */
export function workflowHead(
  name: string,
  definition: unknown,
  language: Language = "en",
): WorkflowHead {
  const { name: title, description } = isJsonObject(definition) ? definition : {};
  return {
    name,
    title: wordsOf(title, language) ?? spokenName(name),
    description: wordsOf(description, language) ?? "",
    titles: titlesOf(title),
  };
}

/** A name as people write it: `my_news` is "my news". */
function spokenName(name: string): string {
  return name.replaceAll("_", " ");
}

/** A title in every language that it is given in. */
function titlesOf(given: Json | undefined): readonly string[] {
  const titles = (["ko", "en"] as const).map((language) => wordsOf(given, language));
  return [...new Set(titles.filter((title) => title !== undefined))];
}

/** A text, or the one of a language among `{ko, en}`; what is written in one language only serves for both. */
function wordsOf(value: Json | undefined, language: Language): string | undefined {
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return undefined;
  const words = [value[language], value["en"], value["ko"]];
  return words.find((entry) => typeof entry === "string");
}

function compileBody(definition: JsonObject, language: Language): StoredWorkflow {
  const unknown = Object.keys(definition).find((key) => !KEYS.has(key));
  if (unknown !== undefined)
    return broken({
      en: `It has the unknown key "${unknown}".`,
      ko: korean`모르는 항목 "${unknown}"이(가) 있어요.`,
    });
  const declared = readParams(definition["params"]);
  if (declared instanceof Fault) return broken(declared.words);
  const texts = readTexts(definition["texts"], language);
  if (texts instanceof Fault) return broken(texts.words);
  const params = withTexts(declared, texts);
  const { pipeline, steps } = definition;
  if (typeof pipeline === "string" && steps === undefined) {
    const parsed = parse(pipeline);
    return parsed.ok
      ? { ok: true, program: parsed.program, source: parsed.source ?? pipeline, params, texts }
      : broken(joined(parsed.error.words, ` (${parsed.error.line}:${parsed.error.column})`));
  }
  if (Array.isArray(steps) && pipeline === undefined) {
    const body = sequenceOf(steps);
    if (body instanceof Fault) return broken(body.words);
    const program: Program = { statements: [{ kind: "statement", body, span: NOWHERE }] };
    return { ok: true, program, source: printProgram(program), params, texts };
  }
  return broken({
    en: 'It needs either "pipeline" (a program) or "steps" (a list), and not both.',
    ko: '"pipeline"(프로그램)과 "steps"(목록) 중 하나만 있어야 해요.',
  });
}

/** A text with the name of a parameter is its default in that language. */
function withTexts(params: WorkflowParams, texts: JsonObject): WorkflowParams {
  return Object.fromEntries(
    Object.entries(params).map(([name, param]) => {
      const absent = texts[name];
      return [name, absent === undefined ? param : { ...param, absent }];
    }),
  );
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
    return new Fault({ en: `"${place}" is empty.`, ko: korean`"${place}"이(가) 비어 있어요.` });
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
      ko: korean`${place}은(는) 단계가 아니에요. "node"와 "action"이 필요해요.`,
    });
  const { parallel, fallback } = entry;
  const form = parallel !== undefined ? "parallel" : fallback !== undefined ? "fallback" : "call";
  const unknown = Object.keys(entry).find((key) => !STEP_KEYS[form].has(key));
  if (unknown !== undefined)
    return new Fault({
      en: `${place} has the unknown key "${unknown}".`,
      ko: korean`${place}에 모르는 항목 "${unknown}"이(가) 있어요.`,
    });
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
      ko: `${place}에 "node"와 "action"이 필요해요.`,
    });
  if (params !== undefined && !isJsonObject(params))
    return new Fault({
      en: `${place}.params is not a mapping.`,
      ko: `${place}.params는 이름과 값의 짝이어야 해요.`,
    });
  if (typeof target === "object" && target !== null)
    return new Fault({
      en: `${place}.target is not a text; give what is no text under "params".`,
      ko: `${place}.target은 글이어야 해요. 글이 아닌 값은 "params"에 넣으세요.`,
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

function broken(reason: Localized): StoredWorkflow {
  return { ok: false, reason };
}
