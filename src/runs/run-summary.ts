import type { JsonObject } from "../base/json.ts";
import { joined, type Language, type Localized } from "../base/localized.ts";
import { type ActionDefinition, type Catalogue, headOf } from "../engine/catalogue/catalogue.ts";
import { cardOf, type PlannedEffect } from "../engine/plan/effects-report.ts";

/** One call of a run as its journal has it. */
export interface StepFact {
  readonly key: string;
  readonly node: string;
  readonly action: string;
  /** As they are kept: secrets are masked. */
  readonly params: JsonObject;
  readonly state: "started" | "waiting" | "done" | "failed";
}

/** A call in the sentence of its card; of one that only reads also what it is called without what it is about. */
export interface CallWords extends Localized {
  readonly head?: Localized;
}

/** What a program did before it was stopped, in the sentences of the cards. */
export interface RunAccount {
  readonly done: readonly CallWords[];
  /** Calls with an effect that were cut off: it may have happened. */
  readonly cutOff: readonly CallWords[];
  readonly notDone: readonly CallWords[];
}

/** Lines of one list that are shown; the number of others is told. */
const MAX_LINES = 12;

/** Sums up what a journal has, and what of a plan it does not have. Pure. */
export function summarizeRun(
  steps: readonly StepFact[],
  catalogue: Catalogue,
  planned: readonly PlannedEffect[] = [],
): RunAccount {
  const begun = steps.filter((step) => step.state !== "waiting").map(callIdOf);
  const isCutOff = (step: StepFact): boolean =>
    step.state === "started" && definitionOf(step, catalogue)?.effect !== "read";
  const words = (chosen: readonly StepFact[]): readonly CallWords[] =>
    chosen.map((step) => wordsOfStep(step, catalogue));
  return {
    done: words(steps.filter((step) => step.state === "done")),
    cutOff: words(steps.filter(isCutOff)),
    notDone: [
      ...words(
        steps.filter(
          (step) => step.state === "failed" || (step.state === "started" && !isCutOff(step)),
        ),
      ),
      ...planned.flatMap((effect) => {
        const count = begun.filter((id) => id === effect.callId).length;
        if (effect.later || count >= effect.times) return [];
        const said = withHead(effect.card, definitionOf(effect, catalogue));
        return count === 0 ? [said] : [joined(effect.card, OTHER_ITEMS)];
      }),
    ],
  };
}

/** The accounts of several runs as one. */
export function joinAccounts(accounts: readonly RunAccount[]): RunAccount {
  return {
    done: accounts.flatMap((account) => account.done),
    cutOff: accounts.flatMap((account) => account.cutOff),
    notDone: accounts.flatMap((account) => account.notDone),
  };
}

/** The account in the result that a stopped run was ended with; an empty one in any other. */
export function keptAccount(result: unknown): RunAccount {
  const isKept = typeof result === "object" && result !== null && "account" in result;
  return isKept ? (result.account as RunAccount) : joinAccounts([]); // the gate alone ends runs, with what accountOf gave
}

/** An account for a reader; empty where nothing was begun. */
export function accountText(account: RunAccount, language: Language): string {
  return (["done", "cutOff", "notDone"] as const)
    .flatMap((kind) => {
      const lines = account[kind];
      if (lines.length === 0) return [];
      const shown = lines.slice(0, MAX_LINES).map((line) => `- ${line[language]}`);
      const more = lines.length > MAX_LINES ? [`- … (+${lines.length - MAX_LINES})`] : [];
      return [[HEADS[kind][language], ...shown, ...more].join("\n")];
    })
    .join("\n\n");
}

/** Of a call that stands in a loop and was begun for some of the items. */
const OTHER_ITEMS: Localized = { ko: " (나머지 항목)", en: " (the other items)" };

const HEADS: Readonly<Record<keyof RunAccount, Localized>> = {
  done: { ko: "✅ 한 일:", en: "✅ Done:" },
  cutOff: {
    ko: "❓ 도중에 끊긴 일 (실제로 됐을 수도 있으니 확인해 주세요):",
    en: "❓ Cut off (it may have happened, please check):",
  },
  notDone: { ko: "✖️ 하지 않은 일:", en: "✖️ Not done:" },
};

/** `3#0:5` → `5`: the call behind a step, whatever item of a list it was for. */
function callIdOf({ key }: StepFact): string {
  return key.slice(key.lastIndexOf(":") + 1);
}

function definitionOf(
  { node, action }: Pick<StepFact, "node" | "action">,
  catalogue: Catalogue,
): ActionDefinition | undefined {
  return catalogue.actions.get(`${node}:${action}`);
}

function withHead(card: Localized, definition: ActionDefinition | undefined): CallWords {
  return definition?.effect === "read" ? { ...card, head: headOf(definition) } : card;
}

function wordsOfStep(step: StepFact, catalogue: Catalogue): CallWords {
  const definition = definitionOf(step, catalogue);
  if (definition !== undefined) return withHead(cardOf(definition, step.params), definition);
  const name = `[${step.node}:${step.action}]`;
  return { ko: name, en: name };
}
