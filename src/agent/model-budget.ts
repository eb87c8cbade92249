import { isAbort } from "../base/errors.ts";
import { reachWords } from "../security/budget-words.ts";
import type { BudgetReach, Budgets, Spender, Spending } from "../security/budgets.ts";
import { tokensOf } from "./history.ts";
import {
  type AssistantMessage,
  type ModelClient,
  ModelError,
  type ModelErrorCode,
  type ModelRequest,
  type Usage,
} from "./model.ts";

/** US dollars for a million tokens, which is millionths of a dollar for one. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** What calls of the model pass before they are made. */
export interface ModelBudgetParts {
  readonly budgets: Budgets;
  /** By the `name` of the client; of a model that is not in it tokens alone are counted. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  /** Most tokens of one answer, thinking included. */
  readonly maxOutputTokens: number;
  /** Has the owners asked to allow more than a soft limit. */
  readonly ask: (reach: BudgetReach, spender: Payer) => "asked" | "denied";
}

/** For whom a call is made, with the zone in which times are told. */
export interface Payer extends Spender {
  readonly zone: string;
}

/** Gives the model as one payer may use it. */
export type ModelFor = (payer: Payer) => ModelClient;

/** Errors that come before the provider did anything that it takes money for. */
const FREE: ReadonlySet<ModelErrorCode> = new Set([
  "model-rate-limited",
  "model-auth",
  "model-unavailable",
]);

/**
 * The same client for one payer, within the budget: what a call may take at most is reserved before it and settled after it. Where a
 * limit stands against it, it rejects with a `ModelError` `model-budget` and nothing is sent. A call that failed takes nothing;
 * one that was aborted, or whose answer could not be used, takes its prompt.
 */
export function withBudget(model: ModelClient, parts: ModelBudgetParts): ModelFor {
  const { budgets, maxOutputTokens } = parts;
  const price = parts.prices[model.name];
  return (payer) => ({
    name: model.name,
    async send(request, signal) {
      signal.throwIfAborted();
      const inputTokens = promptTokens(request);
      const most = spendingOf({ inputTokens, outputTokens: maxOutputTokens }, price);
      const reserved = budgets.reserve(payer, model.name, most);
      if (!reserved.ok) throw budgetError(reserved.reach, payer, parts);
      let answer: AssistantMessage;
      try {
        answer = await model.send({ ...request, maxOutputTokens }, signal);
      } catch (error) {
        if (isFree(error)) budgets.release(reserved.id);
        else budgets.settle(reserved.id, spendingOf({ inputTokens, outputTokens: 0 }, price));
        throw error;
      }
      budgets.settle(reserved.id, spendingOf(answer.usage, price));
      return answer;
    },
  });
}

function isFree(error: unknown): boolean {
  return !isAbort(error) && error instanceof ModelError && FREE.has(error.code);
}

/** About how many tokens a question is, with the tools that go with it. */
function promptTokens({ system, messages, tools }: ModelRequest): number {
  const rest = `${system}\n${JSON.stringify(tools)}`;
  const frame = { role: "user", content: [{ type: "text", text: rest }] } as const;
  return Math.ceil(tokensOf([frame, ...messages]));
}

/** Cached tokens cost what others do here: the estimate is never too low. */
function spendingOf(
  { inputTokens, outputTokens }: Pick<Usage, "inputTokens" | "outputTokens">,
  price: ModelPrice | undefined,
): Spending {
  const tokens = inputTokens + outputTokens;
  if (price === undefined) return { tokens };
  return { tokens, micros: Math.ceil(inputTokens * price.input + outputTokens * price.output) };
}

function budgetError(reach: BudgetReach, payer: Payer, parts: ModelBudgetParts): ModelError {
  const asked = reach.kind === "soft" ? parts.ask(reach, payer) : "denied";
  return new ModelError("model-budget", reachWords(reach, { zone: payer.zone, asked }));
}
