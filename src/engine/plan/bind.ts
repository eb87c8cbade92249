import type { ErrorObject } from "ajv/dist/2020.js";
import { isJsonObject, type Json, type JsonObject, parsedJson } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Language, type Localized, oneLine } from "../../base/localized.ts";
import type { ActionDefinition, InputAdapter } from "../catalogue/catalogue.ts";
import { validatorOf } from "../catalogue/catalogue-parse.ts";
import { didYouMean } from "../language/nearest-name.ts";
import { parse } from "../language/parser.ts";
import { type Call, callsOf } from "../language/tree.ts";
import { hasReference } from "../values/resolve-references.ts";
import { bindScripts } from "./bind-script.ts";
import { propertyNames } from "./resolve.ts";
import { calledAs } from "./tool-action.ts";

/** A call's arguments put under the names that its action knows. */
export interface Binding {
  readonly params: JsonObject;
  /** Where the previous step's value goes, when it goes anywhere. */
  readonly pipe?: { readonly param: string; readonly as: InputAdapter };
  /** True where the text of the step before stands among the parameters. */
  readonly takesText?: true;
  /** Codes and sentences, all of them. */
  readonly problems: readonly BindingProblem[];
}

/** Something wrong with a call's arguments. */
interface BindingProblem {
  readonly code: string;
  readonly words: Localized;
}

/** Binds target, parameters and pipe of a call. Values that hold references are checked when they are known; a text before `>>` is given as if it stood in the call, and so is known before the run. */
export function bindCall(
  definition: ActionDefinition,
  call: Call,
  options: {
    readonly hasPrevious: boolean;
    readonly usesType: boolean;
    readonly previousText?: string | undefined;
  },
): Binding {
  const name = `[${calledAs(definition)}]`;
  const problems: BindingProblem[] = [];
  const given: Record<string, Json> = Object.create(null) as Record<string, Json>; // null prototype: keys come from the program
  for (const [key, value] of Object.entries(call.params))
    if (!(options.usesType && key === "type")) given[key] = value;
  readOldNames(definition, given);
  if (definition.tool === undefined) bindTarget(definition, call, given, problems);
  else checkToolArguments(call, problems);
  bindScripts(definition, given);
  readMode(definition, given);
  readOrder(definition, given);
  nameByProgram(definition, given);
  const input = options.hasPrevious ? freeInput(definition, given) : undefined;
  const takesText = takePreviousText(given, input, options.previousText);
  const params = coerceParams(definition, given);
  const pipe = takesText ? undefined : input;
  // With the target misplaced, what else seems to be missing would only mislead.
  const sentences = problems.length > 0 ? [] : checkParams(definition, params, pipe?.param);
  for (const sentence of sentences)
    problems.push({ code: "bad-parameters", words: joined(`${name}: `, sentence) });
  const taken = pipe === undefined ? {} : { pipe };
  return { params, ...(takesText ? { takesText } : taken), problems: withAdvice(call, problems) };
}

/** What is wrong with braces on the next line may be that they are read as a call's. */
function withAdvice({ ownLine }: Call, problems: readonly BindingProblem[]): Binding["problems"] {
  if (ownLine === undefined) return problems;
  return problems.map(({ code, words }) => ({ code, words: joined(words, " ", OWN_LINE) }));
}

const OWN_LINE: Localized = {
  en: "The braces on the next line are this call's; as a value of their own give them a name: $row = {…}.",
  ko: "다음 줄의 중괄호는 이 호출의 것이에요. 따로 값으로 쓰려면 이름을 붙이세요: $row = {…}.",
};

/** Parameters by the names of older catalogues; one that stands under both names is refused as unknown. */
function readOldNames({ also = {} }: ActionDefinition, given: Record<string, Json>): void {
  for (const [param, names] of Object.entries(also))
    for (const name of names) {
      const value = given[name];
      if (value === undefined || given[param] !== undefined) continue;
      delete given[name];
      given[param] = value;
    }
}

/** How files are opened elsewhere: `mode: "append"` is `append: true`, and the other ways are what happens without it. */
function readMode({ params }: ActionDefinition, given: Record<string, Json>): void {
  const properties = params["properties"];
  const hasAppend = isJsonObject(properties) && "append" in properties && !("mode" in properties);
  const mode = given["mode"];
  if (!hasAppend || typeof mode !== "string" || given["append"] !== undefined) return;
  const isAppend = /^(?:a|append)\+?$/i.test(mode);
  if (!isAppend && !/^(?:w|write|overwrite|replace)\+?$/i.test(mode)) return;
  delete given["mode"];
  if (isAppend) given["append"] = true;
}

/** How an order is written elsewhere: `by: "published desc"`, `by: "-published"` and `{desc: true}` are `order: "desc"`. */
function readOrder({ params }: ActionDefinition, given: Record<string, Json>): void {
  const properties = params["properties"];
  const hasOrder = isJsonObject(properties) && "by" in properties && "order" in properties;
  if (!hasOrder || given["order"] !== undefined) return;
  const { by, desc } = given;
  const [written, minus, field = "", way] = ORDERED.exec(typeof by === "string" ? by : "") ?? [];
  if (written !== undefined && (minus === "") !== (way === undefined))
    Object.assign(given, { by: field, order: orderOf(way?.toLowerCase() !== "asc") });
  else if (typeof desc === "boolean") {
    delete given["desc"];
    given["order"] = orderOf(desc);
  }
}

function orderOf(isDown: boolean): string {
  return isDown ? "desc" : "asc";
}

const ORDERED = /^\s*(-?)\s*([\p{L}_][\p{L}\p{N}_.]*)(?:\s+(asc|desc))?(?:ending)?\s*$/iu;

/** Where the value of the step before goes, unless something stands there. */
function freeInput({ input }: ActionDefinition, given: JsonObject): Binding["pipe"] {
  return input === undefined || given[input.param] !== undefined ? undefined : input;
}

/** Puts a text that stands before `>>` where it goes; false where there is none, or the action makes something else of it. */
function takePreviousText(
  given: Record<string, Json>,
  input: Binding["pipe"],
  previousText: string | undefined,
): boolean {
  if (previousText === undefined || input === undefined || input.as === "items") return false;
  given[input.param] = previousText;
  return true;
}

/** What has a schema of its parameters. */
type Described = Pick<ActionDefinition, "params">;

/** The problems of parameters against the action's schema, as sentences, each once; `ignored` names one that will be filled later, and values holding references are skipped. */
export function checkParams(
  definition: Described,
  params: JsonObject,
  ignored?: string,
): readonly Localized[] {
  const errors = errorsIn(definition.params, params);
  const sentences = new Map<string, Localized>();
  const unknown = unknownNames(errors);
  if (unknown.length > 1) {
    const sentence = unknownSentences(definition, unknown);
    sentences.set(sentence.en, sentence);
  }
  for (const error of errors) {
    if (unknown.length > 1 && isUnknownName(error)) continue;
    const isFilledLater =
      error.keyword === "required" && error.params["missingProperty"] === ignored;
    if (isFilledLater || holdsReference(params, error.instancePath)) continue;
    const sentence = sentenceOf(definition, error);
    sentences.set(sentence.en, sentence);
  }
  return [...sentences.values()];
}

/** What is wrong with a value against a JSON Schema, as sentences, each once; texts that look like references are taken as they are. */
export function checkValue(schema: JsonObject, value: Json): readonly Localized[] {
  const sentences = errorsIn(schema, value).map((error) => sentenceOf({ params: schema }, error));
  return [...new Map(sentences.map((sentence) => [sentence.en, sentence])).values()];
}

/** The schema was compiled before: no catalogue and no registry takes one that is not good. */
function errorsIn(schema: JsonObject, value: Json): readonly ErrorObject[] {
  const validate = validatorOf(schema, { isGood: true });
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Numbers written as text become numbers, and the other way round, only where the schema says so. */
export function coerceParams(definition: ActionDefinition, params: JsonObject): JsonObject {
  return coerce(definition.params, params) as JsonObject; // an object stays an object
}

/** The parentheses of a tool hold its name alone. */
function checkToolArguments({ args: [, second] }: Call, problems: BindingProblem[]): void {
  if (second === undefined) return;
  problems.push({
    code: "extra-arguments",
    words: {
      en: "[system:tool] takes the name of the tool alone in parentheses; its input stands in braces.",
      ko: "[system:tool]의 괄호에는 도구 이름만 쓰고, 입력은 중괄호 안에 써요.",
    },
  });
}

function bindTarget(
  definition: ActionDefinition,
  call: Call,
  given: Record<string, Json>,
  problems: BindingProblem[],
): void {
  const [first, second] = call.args;
  if (first === undefined) return;
  const name = `[${definition.node}:${definition.action}]`;
  if (definition.target === undefined) {
    problems.push({
      code: "unexpected-target",
      words: {
        en: `${name} takes nothing in parentheses.`,
        ko: korean`${name}은(는) 괄호 안에 아무것도 받지 않아요.`,
      },
    });
    return;
  }
  if (second !== undefined) {
    problems.push({
      code: "extra-arguments",
      words: {
        en: `${name} takes one value in parentheses, its "${definition.target}"; name the others.`,
        ko: korean`${name}은(는) 괄호 안에 값 하나("${definition.target}")만 받아요. 나머지는 이름을 붙여 쓰세요.`,
      },
    });
    return;
  }
  if (given[definition.target] !== undefined) {
    problems.push({
      code: "target-twice",
      words: {
        en: `${name} has "${definition.target}" both in parentheses and in braces.`,
        ko: korean`${name}의 "${definition.target}"을(를) 소괄호와 중괄호에 두 번 썼어요.`,
      },
    });
    return;
  }
  given[definition.target] = first;
}

function coerce(schema: JsonObject, value: Json): Json {
  if (isJsonObject(value)) return coerceObject(schema, value);
  if (Array.isArray(value)) {
    const items = schema["items"];
    return isJsonObject(items) ? value.map((item) => coerce(items, item)) : value;
  }
  const list = listMeant(schema["type"], value);
  return list === undefined ? coerceScalar(schema["type"], value) : coerce(schema, list);
}

/** The list that a text spells, where a list or a text may stand: `(["a", "b"])`. */
function listMeant(type: Json | undefined, value: Json): readonly Json[] | undefined {
  const takesBoth = Array.isArray(type) && type.includes("array");
  if (!takesBoth || typeof value !== "string" || !/^\[.*\]$/s.test(value)) return undefined;
  const list = parsedJson(value);
  return Array.isArray(list) ? list : undefined;
}

function coerceObject(schema: JsonObject, value: JsonObject): JsonObject {
  const properties = schema["properties"];
  const result: Record<string, Json> = Object.create(null) as Record<string, Json>; // null prototype: keys come from the program
  for (const [key, member] of Object.entries(value)) {
    const own = isJsonObject(properties) ? properties[key] : undefined;
    result[key] = isJsonObject(own) ? coerce(own, member) : member;
  }
  return result;
}

function coerceScalar(type: Json | undefined, value: Json): Json {
  if (
    (type === "number" || type === "integer") &&
    typeof value === "string" &&
    /^-?\d+(\.\d+)?$/.test(value)
  )
    return Number(value);
  if (type === "string" && (typeof value === "number" || typeof value === "boolean"))
    return String(value);
  if (type === "boolean" && (value === "true" || value === "false")) return value === "true";
  return value;
}

/** Whether the value at (or above) a JSON pointer is text with references in it. */
function holdsReference(params: JsonObject, pointer: string): boolean {
  let value: Json | undefined = params;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof value === "string") break;
    value = Array.isArray(value)
      ? value[Number(part)]
      : isJsonObject(value)
        ? value[part]
        : undefined;
  }
  return typeof value === "string" && hasReference(value);
}

/** What a parameter does wrong against its schema, as a sentence. */
function sentenceOf(definition: Described, error: ErrorObject): Localized {
  const path = error.instancePath.split("/").slice(1).join(".");
  const unknown = error.params["additionalProperty"];
  if (typeof unknown === "string") return unknownSentence(definition, path, unknown);
  const missing = error.params["missingProperty"];
  if (typeof missing === "string") return missingSentence(definition, path, missing);
  const subject =
    path === ""
      ? { en: "The parameters", ko: "매개변수는" }
      : { en: `"${path}"`, ko: korean`"${path}"은(는)` };
  return joined(subject, " ", demandOf(error));
}

/** What the schema asks of a value: `must be a number.` */
function demandOf({ keyword, params, message }: ErrorObject): Localized {
  const limit = String(params["limit"]);
  const allowed = params["allowedValues"];
  if (Array.isArray(allowed)) {
    const list = allowed.map((value) => `"${String(value)}"`).join(", ");
    return { en: `must be one of ${list}.`, ko: `다음 중 하나여야 해요: ${list}.` };
  }
  switch (keyword) {
    case "type":
      return typeDemand(params["type"]);
    case "minimum":
      return { en: `must be at least ${limit}.`, ko: `${limit} 이상이어야 해요.` };
    case "maximum":
      return { en: `must be at most ${limit}.`, ko: `${limit} 이하여야 해요.` };
    case "minLength":
      return {
        en: `must be at least ${limit} characters long.`,
        ko: `${limit}자 이상이어야 해요.`,
      };
    case "maxLength":
      return { en: `must be at most ${limit} characters long.`, ko: `${limit}자 이하여야 해요.` };
    case "minItems":
      return {
        en: `must have at least ${limit} entries.`,
        ko: `항목이 ${limit}개 이상이어야 해요.`,
      };
    case "maxItems":
      return {
        en: `must have at most ${limit} entries.`,
        ko: `항목이 ${limit}개 이하여야 해요.`,
      };
    default:
      return {
        en: `${message ?? "is not as expected"}.`,
        ko: `형식이 맞지 않아요 (${message ?? keyword}).`,
      };
  }
}

function missingSentence(definition: Described, path: string, missing: string): Localized {
  const what = whatIs(definition, path, missing);
  return path === ""
    ? { en: `It needs "${missing}"${what}.`, ko: `"${missing}"${what} 값이 필요해요.` }
    : {
        en: `"${path}" needs "${missing}"${what}.`,
        ko: `"${path}"에 "${missing}"${what} 값이 필요해요.`,
      };
}

function unknownSentence(definition: Described, path: string, unknown: string): Localized {
  if (path !== "")
    return {
      en: `"${path}" has no member "${unknown}".`,
      ko: `"${path}"에 "${unknown}" 항목은 없어요.`,
    };
  return joined(
    {
      en: `It has no parameter "${unknown}".`,
      ko: korean`"${unknown}"(이)라는 매개변수는 없어요.`,
    },
    didYouMean(unknown, propertyNames(definition)) || knownNames(definition),
  );
}

/** The names that an action has no parameter for. */
function unknownNames(errors: readonly ErrorObject[]): readonly string[] {
  return errors.filter(isUnknownName).map(({ params }) => String(params["additionalProperty"]));
}

function isUnknownName({ instancePath, params }: ErrorObject): boolean {
  return instancePath === "" && typeof params["additionalProperty"] === "string";
}

function unknownSentences(definition: Described, names: readonly string[]): Localized {
  const list = (all: readonly string[]): string => all.map((name) => `"${name}"`).join(", ");
  return joined(
    { en: `It has no parameters ${list(names)}.`, ko: `${list(names)} 매개변수는 없어요.` },
    knownNames(definition),
  );
}

function knownNames(definition: Described): Localized {
  const list = propertyNames(definition)
    .map((entry) => `"${entry}"`)
    .join(", ");
  return list === ""
    ? { en: " It takes none.", ko: " 받는 매개변수가 없어요." }
    : { en: ` It takes ${list}.`, ko: ` 받는 매개변수: ${list}.` };
}

function whatIs(definition: Described, path: string, name: string): string {
  const properties = definition.params["properties"];
  const property = path === "" && isJsonObject(properties) ? properties[name] : undefined;
  const description = isJsonObject(property) ? property["description"] : undefined;
  return typeof description === "string" ? ` (${description})` : "";
}

const TYPE_WORDS: Readonly<Record<string, Localized>> = {
  string: { en: "text", ko: "글" },
  number: { en: "a number", ko: "숫자" },
  integer: { en: "a whole number", ko: "정수" },
  boolean: { en: "true or false", ko: "true 나 false" },
  array: { en: "a list", ko: "목록" },
  object: { en: "an object", ko: "객체" },
};

function typeDemand(type: unknown): Localized {
  const names = (Array.isArray(type) ? type : [type]).map(String);
  const words = (language: Language): readonly string[] =>
    names.map((name) => TYPE_WORDS[name]?.[language] ?? name);
  return {
    en: `must be ${words("en").join(" or ")}.`,
    ko: `${words("ko").join(" 또는 ")}이어야 해요.`,
  };
}

/** Longest title that is made of a program, in UTF-16 units. */
const LONGEST_TITLE = 60;

/** Calls whose words say best what a program is about. */
const TELLING: ReadonlySet<string> = new Set(["notify_user", "send_notify", "ask_user"]);

/** Gives what is kept for later a name made of its program, where the program is there and the name is not. */
function nameByProgram(definition: ActionDefinition, given: Record<string, Json>): void {
  const { runs, targets = {} } = definition;
  const name = Object.keys(targets).find((param) => targets[param]?.is === "new_schedule");
  const required = definition.params["required"];
  if (name === undefined || runs?.program === undefined || given[name] !== undefined) return;
  const isRequired = Array.isArray(required) && required.includes(name);
  const source = given[runs.program];
  const title = isRequired && typeof source === "string" ? titleOf(source) : undefined;
  if (title !== undefined) given[name] = title;
}

/** What a program tells or asks the person, else its first action; `undefined` where it cannot be read. */
function titleOf(source: string): string | undefined {
  const parsed = parse(source);
  if (!parsed.ok) return undefined;
  const calls = parsed.program.statements.flatMap(({ body }) => callsOf(body));
  const words = calls
    .filter(({ action }) => TELLING.has(action))
    .map(({ args, params }) => args[0] ?? params["message"] ?? params["question"])
    .find((text) => typeof text === "string" && text.trim() !== "");
  if (typeof words === "string") return oneLine(words, LONGEST_TITLE);
  const [first] = calls;
  return first === undefined ? undefined : `${first.node}:${first.action}`;
}
