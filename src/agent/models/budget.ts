import { isAbort } from "../../base/errors.ts";
import { reachWords } from "../../security/limits/budget-words.ts";
import type { BudgetReach, Budgets, Spender, Spending } from "../../security/limits/budgets.ts";
import { tokensOfBlocks, tokensOfRequest } from "./count-tokens.ts";
import {
  type ContentBlock,
  type ModelClient,
  ModelError,
  type ModelErrorCode,
  type ModelEvent,
  type ModelMode,
  type ModelRequest,
  type Usage,
} from "./model-client.ts";

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
  /** Has the owners asked to allow more, where they may. */
  readonly ask: (reach: BudgetReach, spender: Payer) => "asked" | "denied";
  readonly faultPoint: (name: string) => void;
}

/** For whom a call is made, with the zone in which times are told. */
export interface Payer extends Spender {
  readonly zone: string;
}

/** Gives the model as one payer may use it. Without a mode: `default`. */
export type ModelFor = (payer: Payer, mode?: ModelMode) => ModelClient;

/** Errors that come before the provider did anything that it takes money for. */
const FREE: ReadonlySet<ModelErrorCode> = new Set([
  "model-rate-limited",
  "model-auth",
  "model-unavailable",
]);

/**
 * The same client for one payer, within the budget: what a call may take at most is reserved before it and settled after it. Where a
 * limit stands against it, it rejects with a `ModelError` `model-budget` and nothing is sent. A call that failed takes nothing;
 * one that was aborted, or whose answer could not be used, takes its prompt, and a stream what had come besides; one over which
 * the process died, what was reserved.
 */
export function withBudget(
  model: ModelClient,
  parts: ModelBudgetParts,
): (payer: Payer) => ModelClient {
  const { maxOutputTokens } = parts;
  return (payer) => ({
    name: model.name,
    async send(request, signal) {
      signal.throwIfAborted();
      const bill = openBill(model.name, request, payer, parts);
      try {
        const answer = await model.send({ ...request, maxOutputTokens }, signal);
        bill.take({ type: "end", message: answer });
        return answer;
      } catch (error) {
        bill.fail(error);
        throw error;
      }
    },
    async *stream(request, signal) {
      signal.throwIfAborted();
      let bill = openBill(model.name, request, payer, parts);
      try {
        for await (const event of model.stream({ ...request, maxOutputTokens }, signal)) {
          if (event.type === "anew") {
            bill.leave();
            bill = openBill(model.name, request, payer, parts);
          } else bill.take(event);
          yield event;
        }
      } catch (error) {
        bill.fail(error);
        throw error;
      } finally {
        bill.leave();
      }
    },
  });
}

/** A piece of one and the same answer. */
type AnswerPiece = Exclude<ModelEvent, { readonly type: "anew" }>;

/** The account of one call. Once it is closed, what comes after changes nothing. */
interface Bill {
  /** The next piece; the end closes the bill with what the answer really took. */
  take(event: AnswerPiece): void;
  /** There is no answer. */
  fail(error: unknown): void;
  /** Nobody wants the rest: the prompt and what came are paid for. */
  leave(): void;
}

/** Reserves what a call may take at most. Throws `ModelError` `model-budget`. */
function openBill(
  name: string,
  request: ModelRequest,
  payer: Payer,
  parts: ModelBudgetParts,
): Bill {
  const { budgets, maxOutputTokens, faultPoint } = parts;
  const price = parts.prices[name];
  const inputTokens = tokensOfRequest(request);
  const most = spendingOf({ inputTokens, outputTokens: maxOutputTokens }, price);
  const reserved = budgets.reserve(payer, name, most);
  if (!reserved.ok) throw budgetError(reserved.reach, payer, parts);
  faultPoint("model-reserved");
  const came: ContentBlock[] = [];
  let isOpen = true;
  const close = (usage: Pick<Usage, "inputTokens" | "outputTokens"> | undefined): void => {
    if (!isOpen) return;
    isOpen = false;
    faultPoint("model-answered");
    if (usage === undefined) budgets.release(reserved.id);
    else budgets.settle(reserved.id, spendingOf(usage, price));
  };
  const leave = (): void => close({ inputTokens, outputTokens: tokensOfBlocks(came) });
  return {
    take: (event) => {
      if (event.type === "end") close(event.message.usage);
      else came.push(event.type === "text" ? event : event.call);
    },
    fail: (error) => (isFree(error) && came.length === 0 ? close(undefined) : leave()),
    leave,
  };
}

function isFree(error: unknown): boolean {
  return !isAbort(error) && error instanceof ModelError && FREE.has(error.code);
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
  const asked = parts.ask(reach, payer);
  const words = reachWords(reach, { zone: payer.zone, asked });
  return new ModelError("model-budget", words, { over: { reach, asked } });
}
