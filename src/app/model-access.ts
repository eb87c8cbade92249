import { type ModelBudgetParts, type ModelFor, withBudget } from "../agent/models/budget.ts";
import { createFailover } from "../agent/models/failover.ts";
import type { ModelClient } from "../agent/models/model-client.ts";
import type { Edges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Config } from "../config/config.ts";
import { modelName, modelsOf, openModels } from "./model-clients.ts";

/** The one way to the language models, within everybody's budget; `undefined` where none is set. */
export function openModelDoor(
  { config, edges, log }: { readonly config: Config; readonly edges: Edges; readonly log: Log },
  parts: Pick<ModelBudgetParts, "budgets" | "ask">,
): ModelFor | undefined {
  const { models, modelPrices: prices, maxOutputTokens } = config;
  const { faultPoint } = edges;
  if (models === undefined) return undefined;
  const clients = openModels(models, { config, edges });
  warnOfPrices(config, [...clients.keys()], log);
  // Each by itself, so that a call is paid by the price of the model that answers.
  const payable = new Map(
    [...clients].map(([name, client]) => [
      name,
      withBudget(client, { ...parts, prices, maxOutputTokens, faultPoint }),
    ]),
  );
  const join = createFailover({
    clock: edges.clock,
    onFailover: ({ from, to, error }) =>
      log.warn({ from, to, code: error.code, reason: error.message }, "Another model is asked."),
  });
  return (payer, mode = "default") => {
    const own = modelsOf(models, mode).flatMap((choice): readonly ModelClient[] => {
      const client = payable.get(modelName(choice));
      return client === undefined ? [] : [client(payer)];
    });
    const [first, ...others] = own;
    if (first === undefined) throw new AppError("bad-config", `No model is set for "${mode}".`);
    return join([first, ...others]);
  };
}

function warnOfPrices(config: Config, names: readonly string[], log: Log): void {
  const limitsMoney = Object.values(config.budgets.limits).some(
    ({ micros }) => micros !== undefined,
  );
  if (!limitsMoney) return;
  for (const model of names)
    if (config.modelPrices[model] === undefined)
      log.warn(
        { model },
        "Money is limited, but IBL_MODEL_PRICES does not name this model: only its tokens are counted.",
      );
}
