import type { Language } from "../../base/localized.ts";
import type { Planned } from "../plan/planned-tree.ts";
import { type Failure, failureIn, type Outcome } from "../values/outcome.ts";

/** Why a `??` goes on behind an option: it failed, or its list is empty. */
export function missOf(outcome: Outcome, option: Planned, language: Language): Failure | undefined {
  if (!outcome.ok) return outcome.failure;
  const isEmpty = outcome.value.kind === "list" && outcome.value.items.length === 0;
  if (!isEmpty || !mayReturnList(option)) return undefined;
  const { partial } = outcome;
  const failed = (partial ?? []).map((entry) => ` ${entry.message}`).join("");
  const words = { en: `It found nothing.${failed}`, ko: `찾은 것이 없습니다.${failed}` };
  const cause = partial === undefined ? {} : { cause: partial };
  return failureIn(language, "empty", words, cause).failure;
}

/** What an option gave, with why those before it gave nothing. */
export function answered(
  outcome: Extract<Outcome, { ok: true }>,
  option: number,
  attempts: readonly Failure[],
): Outcome {
  return attempts.length === 0 ? outcome : { ...outcome, answeredBy: option, attempts };
}

/** True for actions that return lists, for programs (their last statement may), and for what joins several results. */
function mayReturnList(planned: Planned): boolean {
  if (planned.kind === "sequence")
    return planned.steps.some(
      (step, index) => index === planned.steps.length - 1 && mayReturnList(step),
    );
  if (planned.kind !== "call") return true;
  return planned.definition.returns === "list" || planned.definition.runs !== undefined;
}
