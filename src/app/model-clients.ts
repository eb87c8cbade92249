import { createAnthropicModel, DEFAULT_ANTHROPIC_MODEL } from "../agent/models/anthropic.ts";
import { type ModelBudgetParts, type ModelFor, withBudget } from "../agent/models/budget.ts";
import { createFailover } from "../agent/models/failover.ts";
import { createGoogleModel, DEFAULT_GOOGLE_MODEL } from "../agent/models/google.ts";
import type { ModelClient, ModelMode } from "../agent/models/model-client.ts";
import { createOllamaModel, DEFAULT_OLLAMA_MODEL } from "../agent/models/ollama.ts";
import { createOpenAiModel, DEFAULT_OPENAI_MODEL } from "../agent/models/openai.ts";
import { maskedModel } from "../agent/models/redacting-model.ts";
import type { Edges } from "../base/edges.ts";
import { AppError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { Config } from "../config/config.ts";

type ModelSettings = NonNullable<Config["models"]>;
type ModelChoice = ModelSettings["modes"]["default"];

/** In the order in which they are told. */
export const MODEL_MODES: readonly ModelMode[] = ["default", "fast", "vision"];

const USUAL: Readonly<Record<ModelChoice["provider"], string>> = {
  google: DEFAULT_GOOGLE_MODEL,
  anthropic: DEFAULT_ANTHROPIC_MODEL,
  openai: DEFAULT_OPENAI_MODEL,
  ollama: DEFAULT_OLLAMA_MODEL,
};

/** Provider and model, such as `google/gemini-3.8-flash`. */
export function modelName({ provider, model }: ModelChoice): string {
  return `${provider}/${model ?? USUAL[provider]}`;
}

/** The name of the model that answers people; `undefined` where none is set. */
export function mainModelName({ models }: Pick<Config, "models">): string | undefined {
  return models === undefined ? undefined : modelName(models.modes.default);
}

/** The models that a mode asks, in order: its own, the default one, then the fallbacks; each once. */
function modelsOf({ modes, fallbacks }: ModelSettings, mode: ModelMode): readonly ModelChoice[] {
  const all = [modes[mode], modes.default, ...fallbacks];
  return [...new Map(all.map((choice) => [modelName(choice), choice] as const)).values()];
}

/** A client for every model that is set, by name, whose answers hold no secrets. Nothing connects before it is used. */
export function openModels(
  settings: ModelSettings,
  { config, edges }: { readonly config: Config; readonly edges: Edges },
): ReadonlyMap<string, ModelClient> {
  const choices = MODEL_MODES.flatMap((mode) => modelsOf(settings, mode));
  return new Map(
    choices.map((choice) => [
      modelName(choice),
      maskedModel(openModel(choice, settings, edges), config.secrets),
    ]),
  );
}

function openModel(
  { provider, model }: ModelChoice,
  { access }: ModelSettings,
  { clock, randomBytes }: Edges,
): ModelClient {
  const options = {
    ...access[provider],
    ...(model === undefined ? {} : { model }),
    clock,
    randomBytes,
  };
  switch (provider) {
    case "google":
      return createGoogleModel({ ...options, apiKey: keyOf(options.apiKey) });
    case "anthropic":
      return createAnthropicModel({ ...options, apiKey: keyOf(options.apiKey) });
    case "openai":
      return createOpenAiModel(options);
    case "ollama":
      return createOllamaModel(options);
  }
}

function keyOf(apiKey: string | undefined): string {
  if (apiKey === undefined)
    throw new AppError("bad-config", "A model is set whose provider has no key.");
  return apiKey;
}

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
