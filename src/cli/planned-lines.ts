import type { PlannedPart, PlannerResult, PlanProposal } from "../agent/planner/result.ts";
import type { Language, Localized } from "../base/localized.ts";

const SURE: Localized = {
  ko: "확실합니다. 모델 없이는 이 프로그램을 실행합니다.",
  en: "Sure: without a model this would be run.",
};
const UNSURE: Localized = {
  ko: "확실하지 않습니다. 모델 없이는 이것들을 단추로 보여 드립니다.",
  en: "Not sure: without a model these would be offered as buttons.",
};
const NOTHING: Localized = {
  ko: "맞는 것이 없습니다. 할 수 있는 일은 ibl-bot actions 로 볼 수 있습니다.",
  en: "Nothing fits. What can be done is shown by ibl-bot actions.",
};
const OTHERS: Localized = { ko: "그 밖에:", en: "Instead of it:" };
const LIKE: Localized = { ko: "예시", en: "like" };

/** What a planned message is, for a person to read: verdict, programs with their scores, the examples they were made from and the values put into them. */
export function plannedLines(planned: PlannerResult, language: Language): readonly string[] {
  switch (planned.kind) {
    case "none":
      return [planned.answer ?? planned.question ?? NOTHING[language]];
    case "unsure":
      return [
        UNSURE[language],
        ...planned.proposals.flatMap((proposal) => proposalLines(proposal, language)),
      ];
    case "sure": {
      const others = planned.others ?? [];
      return [
        SURE[language],
        ...proposalLines(planned, language),
        ...(others.length === 0 ? [] : [OTHERS[language]]),
        ...others.map(headLine),
      ];
    }
  }
}

function proposalLines(proposal: PlanProposal, language: Language): readonly string[] {
  return [headLine(proposal), ...(proposal.from ?? []).map((part) => partLine(part, language))];
}

function headLine({ score, code, intent }: PlanProposal): string {
  return `${score.toFixed(2)}  ${code.replaceAll("\n", " ; ")}  — ${intent}`;
}

function partLine({ score, example, slots }: PlannedPart, language: Language): string {
  const values = slots.map(({ kind, value }) => `${kind} "${value}"`).join(", ");
  const filled = values === "" ? "" : `: ${values}`;
  return `      ${score.toFixed(2)} ${LIKE[language]} "${example}"${filled}`;
}
