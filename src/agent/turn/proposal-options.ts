import { hourWords } from "../../base/format-time.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { Approval } from "../../security/approvals/approvals.ts";
import { LONGEST_LABEL } from "../planner/program-facts.ts";
import type { PlannerResult, PlanProposal } from "../planner/result.ts";

/** What there is to choose from, each under a name of its own that a button can show whole: of a time and what is to be at it the time, or its hour. */
export function optionsOf(
  proposals: readonly PlanProposal[],
  language: Language,
): readonly { readonly label: string; readonly code: string }[] {
  const options = proposals.map(({ intent, code }) => {
    const [head = intent] = intent.split(": ");
    const label = [intent, head].find((name) => [...name].length <= LONGEST_LABEL);
    return { label: label ?? hourIn(code, language) ?? intent, code };
  });
  return options.filter(
    ({ label }, index) =>
      [...label].length <= LONGEST_LABEL &&
      options.findIndex((other) => other.label === label) === index,
  );
}

/** The hour at which a program happens that happens once. */
function hourIn(code: string, language: Language): string | undefined {
  const [, hour, minute] = /\bat: "[\d-]+T(\d\d):(\d\d)"/u.exec(code) ?? [];
  return hour === undefined ? undefined : hourWords(Number(hour), Number(minute), language);
}

/** The nearest program, where it tells what there is to ask for, which needs no choice; of all there is, as the help says it, without a subject. */
export function featureCode(planned: PlannerResult): string | undefined {
  const proposals = planned.kind === "unsure" ? planned.proposals : [];
  const code = planned.kind === "sure" ? planned.code : proposals[0]?.code;
  if (code === undefined || !LISTS_FEATURES.test(code)) return undefined;
  return code.includes('"') ? code : "[system:discover]";
}

const LISTS_FEATURES = /^\[system:(?:discover|tools)\](?:\("[^"]*"\))?$/u;

/** Under which a program runs that was chosen from proposals. */
export function chosenOrigin({ id }: Pick<Approval, "id">): string {
  return `proposal:${id}`;
}

/** The label of the corrected form of a refused program. */
export const RUN_CORRECTED: Localized = { ko: "고쳐서 실행", en: "Run corrected" };
