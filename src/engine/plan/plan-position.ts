import type { Json } from "../../base/json.ts";
import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { type Diagnostic, diagnose, SourceLines, type Span } from "../language/diagnostics.ts";
import { didYouMean, nearNames } from "../language/nearest-name.ts";
import { type Reference, withoutParticle } from "../language/reference.ts";
import type { Moment } from "../values/formula-dates.ts";
import type { Doubt } from "./taint-of-literals.ts";

/** What surrounds the expression being planned. */
export interface Place {
  readonly source: string;
  readonly prefix: string;
  /** Names bound before this place: a literal value, or `undefined` when known only while running. */
  readonly names: Map<string, Json | undefined>;
  readonly hasPrevious: boolean;
  /** The step before, where it is a text. */
  readonly previousText: string | undefined;
  /** True where that is what sets the program off, which it may leave unused. */
  readonly isFed: boolean;
  readonly inParallel: boolean;
  readonly inEach: boolean;
  /** What the variables of loops over lists that stand in the program go through, item by item. */
  readonly literals: Map<string, readonly Json[]>;
  readonly conditional: boolean;
  /** False where a refused step does not end its statement: what follows may then run without its `approve`. */
  readonly endsOnRefusal: boolean;
  readonly times: number;
  readonly blockDepth: number;
  readonly workflows: readonly string[];
  readonly later: boolean;
  /** When the run begins; `undefined` where that is not known yet. */
  readonly moment: Moment | undefined;
  readonly doubt: Doubt;
  /** The agents that act, the person's first; empty: the system agent alone. */
  readonly agents: readonly string[];
  /** True where something needs what the expression gives. */
  readonly isUsed: boolean;
}

/** Something wrong with a call; the place comes from where the call stands. */
export interface PlanFault {
  readonly code: string;
  readonly words: Localized;
  /** The call as it was meant. */
  readonly hint?: string;
  /** How what stands here is written, with the values of the line. */
  readonly form?: string;
  /** The whole text that the call stands in, as it was meant. */
  readonly correction?: string;
}

/** How a program inside another is named where it has no name. */
export const TEXT_NAME = "(text)";

/** How many undefined names are told what is near them: each search goes through every name there is. */
const MAX_NEAR_SEARCHES = 10;

/** What planning has to tell: every problem and every warning, each with its place in the text. */
export class PlanNotes {
  readonly problems: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  readonly #lines = new Map<string, SourceLines>();
  #nearSearches = 0;
  readonly #outer: number;

  readonly #isByModel: boolean;
  readonly #isWritten: boolean;

  /** `outer` counts the programs around the one that is planned: they are not told of. `isByModel` and `isByHand` say who wrote what is planned as a program. */
  constructor(
    outer = 0,
    {
      isByModel = false,
      isByHand = false,
    }: { readonly isByModel?: boolean; readonly isByHand?: boolean } = {},
  ) {
    this.#outer = outer;
    this.#isByModel = isByModel;
    this.#isWritten = isByModel || isByHand;
  }

  /** Adds a problem; inside stored workflows its message says in which. */
  problem(place: Place, span: Span, fault: PlanFault): void {
    const path = place.workflows
      .slice(this.#outer)
      .map((name) => `"${name}"`)
      .join(" → ");
    const words =
      path === "" ? fault.words : joined(fault.words, { en: ` (in ${path})`, ko: ` (${path} 안)` });
    const { correction, ...told } = fault;
    const isOwn = correction !== undefined && place.workflows.length === this.#outer;
    this.problems.push(
      this.#diagnose(place, span, { ...told, words, ...(isOwn ? { correction } : {}) }),
    );
  }

  /** Adds a warning: the program may run all the same. */
  warning(place: Place, span: Span, fault: PlanFault): void {
    this.warnings.push(this.#diagnose(place, span, fault));
  }

  #diagnose({ source }: Place, span: Span, fault: PlanFault): Diagnostic {
    const lines = this.#lines.get(source) ?? new SourceLines(source);
    this.#lines.set(source, lines);
    return diagnose(source, span, fault, lines.locate(span.start));
  }

  /** References in braces to names that nothing before binds are problems; bare ones stay text. */
  checkReferences(references: readonly Reference[], span: Span, place: Place): void {
    for (const reference of references)
      if (reference.form === "braced") this.checkBound(reference, span, place);
  }

  /** Bare names in the texts of a model's program that nothing before binds are problems; what is in capitals is a ticker or a name of the shell. */
  checkMeant(references: readonly Reference[], span: Span, place: Place): void {
    if (!this.#isByModel || isStored(place)) return;
    for (const reference of references)
      if (reference.form === "bare" && !/^[A-Z][A-Z0-9_]*$/.test(reference.name))
        this.#checkNamed(reference, span, place);
  }

  /** What a program leaves as mere text although its value is meant, or what cannot come about as it is written, is a problem. */
  checkUnmarked(
    found: readonly { readonly span: Span; readonly fault: PlanFault }[],
    place: Place,
  ): void {
    if (!this.#isWritten || isStored(place)) return;
    for (const { span, fault } of found) this.problem(place, span, fault);
  }

  #checkNamed({ name, text }: Reference, span: Span, place: Place): void {
    const isBound = (each: string): true | undefined =>
      (each === "prev" ? place.hasPrevious : place.names.has(each)) ? true : undefined;
    if (withoutParticle(name, isBound) !== undefined) return;
    const near = name === "prev" ? "" : didYouMean(name, place.names.keys());
    const words =
      name === "prev"
        ? NO_STEP_BEFORE
        : {
            en: `Nothing in this program gives "$${name}" a value; names of earlier programs are gone. Give it one in a statement before, or for the text itself write \${'$'}${text.slice(1)}.`,
            ko: `이 프로그램에서 "$${name}"에 값을 준 곳이 없어요. 앞선 프로그램의 이름은 남지 않아요. 앞 문장에서 값을 주거나, 글자 그대로라면 \${'$'}${text.slice(1)}로 쓰세요.`,
          };
    const start = place.source.indexOf(text, span.start);
    const spot = start >= 0 && start < span.end ? { start, end: start + text.length } : span;
    this.problem(place, spot, { code: "undefined-variable", words: joined(words, near) });
  }

  /** A variable that nothing could read is a problem. */
  checkName(name: string, span: Span, place: Place): void {
    if (name !== "prev" && name !== "_prev_result") return;
    const words = {
      en: `"$${name}" is the result of the step before, so no other value can have that name.`,
      ko: korean`"$${name}"은(는) 앞 단계의 결과라서 다른 값의 이름으로 쓸 수 없어요.`,
    };
    this.problem(place, span, { code: "reserved-variable", words });
  }

  /** Any reference to a name that nothing before it binds is a problem. */
  checkBound(reference: Reference, span: Span, place: Place): void {
    const { name } = reference;
    if (name === "prev" ? place.hasPrevious : place.names.has(name)) return;
    this.#nearSearches += 1;
    const near = this.#nearSearches > MAX_NEAR_SEARCHES ? "" : didYouMean(name, place.names.keys());
    const fault =
      name === "prev"
        ? {
            words: {
              en: `There is no step before this one, so "${reference.text}" has no value.`,
              ko: `앞 단계가 없어서 "${reference.text}"의 값이 없어요.`,
            },
          }
        : {
            words: {
              en: `Nothing before this step gives "${name}" a value.`,
              ko: `이 단계 앞에서 "${name}"에 값을 준 곳이 없어요.`,
            },
            form: `$${name} = …`,
          };
    const words = joined(fault.words, near);
    const meant = near === "" ? undefined : withNearName(reference, span, place);
    const help = meant === undefined ? {} : { correction: meant };
    this.problem(place, span, { ...fault, ...help, code: "undefined-variable", words });
  }
}

/** The program with the one near name that has a value in the place of one that has none. */
function withNearName(
  { name, text }: Reference,
  span: Span,
  { source, names }: Place,
): string | undefined {
  // A template has names of its own, and a short one is near to all others.
  if (name.length < SHORTEST_NEAR || /\{%|\{\{\s*#/.test(source)) return undefined;
  const [near, another] = nearNames(name, names.keys(), 2);
  const start = source.indexOf(text, span.start);
  const at = start < 0 ? -1 : source.indexOf(name, start);
  if (near === undefined || another !== undefined || at < 0 || at >= span.end) return undefined;
  return `${source.slice(0, at)}${near}${source.slice(at + name.length)}`;
}

const SHORTEST_NEAR = 3;

const NO_STEP_BEFORE = {
  en: '"$prev" is what the step before ">>" gives, and nothing is piped into this step. Join the two with ">>", or give the first a name: $x = [a:b].',
  ko: '"$prev"은 ">>" 앞 단계의 결과인데, 이 단계로 이어지는 것이 없어요. 두 단계를 ">>"로 잇거나 앞 결과에 이름을 붙이세요: $x = [a:b].',
};

/** Whether a place stands in a stored workflow, which is the person's. */
function isStored({ workflows }: Place): boolean {
  return workflows.some((name) => name !== TEXT_NAME);
}
