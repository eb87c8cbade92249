import type { Json, JsonObject } from "../../../base/json.ts";
import { parse } from "../../../engine/language/parser.ts";
import { printProgram } from "../../../engine/language/printer.ts";
import {
  type Call,
  callsOf,
  type Expression,
  type Statement,
} from "../../../engine/language/tree.ts";
import { composed } from "../../../rag/text/normalize.ts";
import { isAsking } from "./asking.ts";
import type { Cues } from "./cues.ts";
import { isPredicate, type Reading, readingOf, valueFor } from "./fill.ts";
import type { Framing } from "./frame-planner.ts";
import { findMentions, isWhen, type Mention } from "./mentions.ts";
import { chained, findSteps, type Step, withoutSteps } from "./steps.ts";

/** What looks things up or changes what came of it: saying it again with another value harms nobody. */
const REPEATED =
  /^(?:source:(?!save_memory|memory_delete|search_memory|recent)\w+|forge:\w+|stream:\w+|system:(?:time|read|list|find|grep|week|translate|summarize|filter|sort|take|select|dedup|brief|list_events))$/u;

/** Agrees to what was offered, before it says how. */
const ASSENT =
  /^(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please|응|어|그래|좋아|ㅇㅇ|네(?!\s?(?:문장|개|줄|건|편)))[\s,.!]+/iu;
/** Says which way is not wanted any more, before the one that is. */
const NOT_BUT = /(?:^|(?<=\s))\S+\s?(?:말고|대신에?)\s+/u;

/** Settles for another value: "hmm, Turin then". */
const THEN = /^(?:(?:hm+|ah|oh|right|ok(?:ay)?)[\s,.]+)*(?<what>\S+(?:\s\S+)?)\s+then[\s.!?]*$/iu;

/** Says that another value follows. */
const JOINING =
  /^(?:(?:ok|okay|so|and|then|now|no|what\s+about|how\s+about|same\s+for|same\s+with|also|for|in|그럼|그러면|그리고|그렇다면|또|아|아니|이번엔|이번에는)[\s,]+)+/iu;
const ASKING_ON = /(?:은요?|는요?|도요?|은데|는데|어때요?|어떤데|어떄|야|\?)[\s?？!.]*$/u;
const MOST_WORDS = 4;

/**
 * The program of the turn before with what a message changes of it: another value of a kind that it has, or what is to be done with its
 * result ("and Zadar?", "일년으로", "in two sentences", "save that as x.md"). `undefined` for a message that stands by itself. Pure.
 */
export function followUp(
  message: string,
  last: string,
  framing: Pick<Framing, "known" | "weekday" | "cues">,
): string | undefined {
  const parsed = parse(last);
  if (!parsed.ok) return undefined;
  const statement = parsed.program.statements.at(-1);
  if (statement === undefined || parsed.program.statements.length > 1) return undefined;
  const calls = callsOf(statement.body);
  const text = composed(message)
    .trim()
    .replace(ASSENT, "")
    .replace(NOT_BUT, "")
    .replace(THEN, "and $<what>");
  if (!mayFollow(calls, text)) return undefined;
  const mentions = findMentions(text, framing.known);
  const steps = findSteps(text, mentions);
  const rest = withoutSteps(text, steps);
  const used = new Set(steps.flatMap((step) => step.used));
  const free = mentions.filter((each) => !used.has(each) && !isWhen(each));
  const reading = readingOf(
    rest,
    mentions.filter((each) => !used.has(each)),
    framing.weekday,
  );
  const [first] = calls;
  if (first === undefined || standsAlone({ first, free, steps, reading, cues: framing.cues }))
    return undefined;
  const changed = withValues(statement, { reading, free, cues: framing.cues });
  const isAgain = changed === statement && steps.length === 0;
  if (changed === undefined || (isAgain && !asksAgain(reading, calls, framing.cues)))
    return undefined;
  const drawn = redrawn(changed, steps);
  if (drawn !== undefined) return printProgram({ statements: [drawn] });
  const code = printProgram({ statements: [changed] });
  return steps.length === 0 ? code : `${code} >> ${chained(steps)}`;
}

/** What merely tells something asks for nothing once more. */
function mayFollow(calls: readonly Call[], text: string): boolean {
  return isAsking(text) && calls.every((call) => REPEATED.test(nameOf(call)));
}

/** A drawing is drawn otherwise, not drawn upon. */
function redrawn(statement: Statement, steps: readonly Step[]): Statement | undefined {
  const [step, second] = steps;
  const action = /^\[forge:(\w+)\]$/u.exec(step?.code ?? "")?.[1];
  const last = callsOf(statement.body).at(-1);
  if (action === undefined || second !== undefined || last?.node !== "forge") return undefined;
  return replaced(statement, last, { ...last, action });
}

/** A request with a source of its own and what is to be done with it, or one that names another action. */
function standsAlone(said: {
  readonly first: Call;
  readonly free: readonly Mention[];
  readonly steps: readonly Step[];
  readonly reading: Reading;
  readonly cues: Cues;
}): boolean {
  const { first, free, steps, reading, cues } = said;
  const [target] = cues.signatures.get(nameOf(first))?.parameters ?? [];
  const hasSource = free.some(({ kind }) => target?.kinds.includes(kind) === true);
  if (hasSource && steps.length > 0) return true;
  return reading.words.some(
    (word) =>
      !cues.names(nameOf(first), word) &&
      !cues.isFiller(word) &&
      [...cues.signatures.keys()].some((action) => cues.names(action, word)),
  );
}

/** The same once more, in words that it is asked for with ("do I need an umbrella?"). */
function asksAgain({ words, text }: Reading, calls: readonly Call[], cues: Cues): boolean {
  const isNamed = words.some((word) => calls.some((call) => cues.names(nameOf(call), word)));
  return isNamed && text.split(/\s+/u).length <= MOST_WORDS + 2;
}

function nameOf({ node, action }: Call): string {
  return `${node}:${action}`;
}

interface Change {
  readonly reading: Reading;
  readonly free: readonly Mention[];
  readonly cues: Cues;
}

/** The statement with the values of a message; itself where the message holds none, `undefined` where it says something else besides. */
function withValues(statement: Statement, { reading, free, cues }: Change): Statement | undefined {
  const calls = callsOf(statement.body);
  const isKnown = (call: Call): boolean => cues.signatures.get(nameOf(call)) !== undefined;
  const own = reading.words.filter(
    (word) =>
      word.part === "content" &&
      !isPredicate(reading.text, word) &&
      !calls.some((call) => cues.has(nameOf(call), word)) &&
      !cues.isFiller(word),
  );
  let changed: Statement = statement;
  for (const value of free) {
    const next = calls
      .filter(isKnown)
      .map((call) => withValue(changed, call, value, { reading, cues }))
      .find(Boolean);
    if (next === undefined) return undefined;
    changed = next;
  }
  if (own.length === 0) return changed;
  if (free.length > 0 || !joins(reading.text)) return undefined;
  const [first, final] = [own[0], own.at(-1)];
  const words =
    first === undefined || final === undefined
      ? ""
      : reading.text.slice(first.start, final.bodyEnd);
  const [target] = calls.filter(isKnown);
  if (target === undefined || words.split(/\s+/u).length > MOST_WORDS) return undefined;
  return withTarget(changed, target, { given: words, cues });
}

function joins(text: string): boolean {
  return (
    JOINING.test(text) || (ASKING_ON.test(text) && text.trim().split(/\s+/u).length <= MOST_WORDS)
  );
}

/** A value of a kind that a call takes, in its place. */
function withValue(
  statement: Statement,
  call: Call,
  mention: Mention,
  { reading, cues }: Pick<Change, "reading" | "cues">,
): Statement | undefined {
  const parameters = cues.signatures.get(nameOf(call))?.parameters ?? [];
  const at = parameters.findIndex(({ kinds }) => kinds.includes(mention.kind));
  const parameter = parameters[at];
  if (parameter === undefined) return undefined;
  const given = valueFor(parameter, mention, reading);
  return at === 0
    ? withTarget(statement, call, { given, cues })
    : replaced(statement, call, { ...call, params: { ...call.params, [parameter.name]: given } });
}

function withTarget(
  statement: Statement,
  call: Call,
  { given, cues }: { readonly given: Json; readonly cues: Cues },
): Statement | undefined {
  const [target] = cues.signatures.get(nameOf(call))?.parameters ?? [];
  const isForm = target?.kinds.every((kind) => kind === "url" || kind === "feed") === true;
  if (target === undefined || (isForm && !URL.canParse(String(given)))) return undefined;
  const { [target.name]: _old, ...params } = call.params as Record<string, Json>;
  return replaced(statement, call, { ...call, args: [given], params: params as JsonObject });
}

function replaced(statement: Statement, from: Call, to: Call): Statement {
  return { ...statement, body: inExpression(statement.body, from, to) };
}

function inExpression(expression: Expression, from: Call, to: Call): Expression {
  switch (expression.kind) {
    case "call":
      return expression === from || nameOf(expression) === nameOf(from) ? to : expression;
    case "sequence":
      return { ...expression, steps: expression.steps.map((each) => inExpression(each, from, to)) };
    case "parallel":
      return {
        ...expression,
        branches: expression.branches.map((each) => inExpression(each, from, to)),
      };
    case "fallback":
      return {
        ...expression,
        options: expression.options.map((each) => inExpression(each, from, to)),
      };
    default:
      return expression;
  }
}
