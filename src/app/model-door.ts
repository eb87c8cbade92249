import { createGoogleModel } from "../agent/google.ts";
import { maskedModel } from "../agent/masked-model.ts";
import { type ModelBudgetParts, type ModelFor, withBudget } from "../agent/model-budget.ts";
import type { Edges } from "../base/edges.ts";
import type { Log } from "../base/log.ts";
import type { Config } from "../config.ts";

/** The one way to the language model, within everybody's budget; `undefined` where no key is set. */
export function openModelDoor(
  { config, edges, log }: { readonly config: Config; readonly edges: Edges; readonly log: Log },
  parts: Pick<ModelBudgetParts, "budgets" | "ask">,
): ModelFor | undefined {
  if (config.model === undefined) return undefined;
  const { clock, randomBytes } = edges;
  const google = createGoogleModel({ ...config.model, clock, randomBytes });
  const model = maskedModel(google, config.secrets);
  const { modelPrices: prices, maxOutputTokens, budgets } = config;
  const limitsMoney = Object.values(budgets.limits).some(({ micros }) => micros !== undefined);
  if (limitsMoney && prices[model.name] === undefined)
    log.warn(
      { model: model.name },
      "Money is limited, but IBL_MODEL_PRICES does not name this model: only its tokens are counted.",
    );
  return withBudget(model, { ...parts, prices, maxOutputTokens });
}
