import type { JsonObject } from "../base/json.ts";
import { inBoth, type Language, type Localized } from "../base/localized.ts";
import type { Catalogue, TargetKind } from "../engine/catalogue/catalogue.ts";
import type { Actor } from "../engine/execute/action-types.ts";
import type { TargetChecks, TargetFault } from "../engine/execute/target-check.ts";
import { printValue } from "../engine/language/printer.ts";
import { type LiteralTarget, literalTargets } from "../engine/plan/literal-targets.ts";
import type { Plan } from "../engine/plan/plan.ts";

/** Why a plan can only fail, and what can be done instead: near programs, or words that ask for something else. */
export interface Obstacle extends Pick<TargetFault, "code" | "isTainted"> {
  readonly message: Localized;
  /** What would be right in the place of what is wrong. */
  readonly names: readonly string[];
  readonly nearest: readonly {
    readonly label: Localized;
    readonly runs?: string;
    readonly says?: string;
  }[];
}

/** Finds what is known before anything runs to end in a failure. */
export type FindObstacle = (
  plan: Plan,
  scope: { readonly actor: Actor; readonly constants: JsonObject },
) => Promise<Obstacle | undefined>;

/** Things that a program may look for by itself before it acts, and that may come until it runs later: they are checked only where a call is certain. */
const MAY_COME: ReadonlySet<TargetKind> = new Set<TargetKind>([
  "file",
  "schedule",
  "new_schedule",
  "briefing",
  "workflow",
]);

/** Longest label of a button, in UTF-16 units. */
const LABEL_LENGTH = 24;

/** Looks at every value of a plan that is written in it, in order, until one is wrong. */
export function createObstacleFinder(
  checks: TargetChecks,
  catalogue: () => Catalogue,
): FindObstacle {
  return async (plan, { actor, constants }) => {
    for (const target of literalTargets(plan, constants, catalogue())) {
      const fault = isChecked(target) ? await checks[target.is](target, actor) : undefined;
      if (fault !== undefined) return obstacleOf(fault, target, plan);
    }
    return undefined;
  };
}

/** Why a plan can only fail, with what would be right in the place of what is wrong. */
export function obstacleText(
  { message, names }: { readonly message: Localized; readonly names: readonly string[] },
  language: Language,
): string {
  return names.length === 0
    ? message[language]
    : `${message[language]} ${nearestText(names, language)}`;
}

/** What would be right in the place of what is wrong. */
export function nearestText(names: readonly string[], language: Language): string {
  const near = names.map((name) => `"${name}"`).join(", ");
  return { ko: `비슷한 것: ${near}.`, en: `The nearest: ${near}.` }[language];
}

function isChecked({ is, reach, mayBeMade }: LiteralTarget): boolean {
  return !MAY_COME.has(is) || (reach === "certain" && !mayBeMade);
}

function obstacleOf(
  { code, words, near = [], offers = [], isTainted }: TargetFault,
  { value, instead }: LiteralTarget,
  plan: Plan,
): Obstacle {
  const others = near.flatMap(({ value: other, called }) => {
    const runs = instead && withText(plan.program, value, other);
    return instead === undefined || runs === undefined
      ? []
      : [{ label: labelWith(instead, called), runs }];
  });
  return {
    code,
    message: words,
    names: near.map((one) => one.value),
    nearest: [...others, ...offers],
    ...(isTainted === true ? { isTainted } : {}),
  };
}

function labelWith(template: Localized, called: Localized): Localized {
  return inBoth((language) => {
    const name = called[language];
    const room = LABEL_LENGTH - template[language].replace("{name}", "").length;
    const shown = name.length <= room ? name : `${name.slice(0, room - 1)}…`;
    return template[language].replace("{name}", () => shown);
  });
}

/** A program with one text in it replaced; `undefined` where that text does not stand there exactly once, as a value of its own. Pure. */
export function withText(program: string, before: string, after: string): string | undefined {
  const [start, end, ...others] = program.split(printValue(before));
  if (start === undefined || end === undefined || others.length > 0) return undefined;
  return `${start}${printValue(after)}${end}`;
}
