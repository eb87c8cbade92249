import type { Clock } from "../../base/clock.ts";
import { wordsOf } from "../../base/errors.ts";
import type { Language, Localized } from "../../base/localized.ts";
import { type ModelClient, ModelError, type ModelErrorCode } from "./model-client.ts";
import { untilFailure } from "./retry.ts";

/** Errors that another provider may not have. */
const PASSED_ON: ReadonlySet<ModelErrorCode> = new Set([
  "model-unavailable",
  "model-rate-limited",
  "model-auth",
]);

/** How long a model that failed is asked last, unless it names a longer wait itself. */
const REST_MS = 60_000;

/** The longest rest, whatever a provider asks for. */
const LONGEST_REST_MS = 15 * 60_000;

/** A model that failed, and the one that is asked instead. */
export interface Failover {
  readonly from: string;
  readonly to: string;
  readonly error: ModelError;
}

/** Makes one model of several, the wanted one first. */
export type JoinModels = (models: readonly [ModelClient, ...ModelClient[]]) => ModelClient;

/**
 * Joins models so that the next answers where one is unavailable, limited or refuses its key, each after its own tries. One that failed
 * is asked last for a minute, so that not every question waits for it again; all models that are joined here know of that. A stream that
 * has begun goes on with `anew`, and then with the other's answer. Where all fail, the error tells of each.
 */
export function createFailover(parts: {
  readonly clock: Clock;
  readonly onFailover: (failover: Failover) => void;
}): JoinModels {
  const restUntilMs = new Map<string, number>();
  const inTurn = (models: readonly ModelClient[]): readonly ModelClient[] => {
    const nowMs = parts.clock.now();
    const isResting = ({ name }: ModelClient): boolean => (restUntilMs.get(name) ?? 0) > nowMs;
    return [...models.filter((model) => !isResting(model)), ...models.filter(isResting)];
  };
  /** Notes a failure. Throws where no other model may help. */
  const pass = (attempt: Attempt, error: unknown): void => {
    const { model, next, failures } = attempt;
    if (!(error instanceof ModelError) || !PASSED_ON.has(error.code)) throw error;
    const restMs = Math.min(Math.max(error.retryAfterMs ?? 0, REST_MS), LONGEST_REST_MS);
    restUntilMs.set(model.name, parts.clock.now() + restMs);
    failures.push({ name: model.name, error });
    if (next === undefined) throw noneLeft(failures);
    parts.onFailover({ from: model.name, to: next.name, error });
  };
  const attempts = (models: readonly ModelClient[]): readonly Attempt[] => {
    const failures: Failure[] = [];
    return inTurn(models).map((model, index, all) => ({ model, next: all[index + 1], failures }));
  };
  return (models) => ({
    name: models[0].name,
    async send(request, signal) {
      for (const attempt of attempts(models)) {
        try {
          const answer = await attempt.model.send(request, signal);
          restUntilMs.delete(attempt.model.name);
          return answer;
        } catch (error) {
          pass(attempt, error);
        }
      }
      throw new Error("A list of models is never empty.");
    },
    async *stream(request, signal) {
      for (const attempt of attempts(models)) {
        const failed = yield* untilFailure(attempt.model.stream(request, signal));
        if (failed === undefined) {
          restUntilMs.delete(attempt.model.name);
          return;
        }
        pass(attempt, failed.error);
        if (failed.hasBegun) yield { type: "anew" };
      }
    },
  });
}

interface Failure {
  readonly name: string;
  readonly error: ModelError;
}

interface Attempt {
  readonly model: ModelClient;
  readonly next: ModelClient | undefined;
  /** Of the same question, the first of them first. */
  readonly failures: Failure[];
}

/** One failure is told as it is; several are told together, each with its reason and what to do. */
function noneLeft(failures: readonly Failure[]): ModelError {
  const [first, ...others] = failures;
  if (first === undefined || others.length === 0)
    return first?.error ?? new ModelError("model-unavailable", NONE);
  const list = (language: Language): string =>
    failures.map(({ name, error }) => `${name}: ${wordsOf(error, language)}`).join("\n");
  const codes = new Set(failures.map(({ error }) => error.code));
  return new ModelError(
    codes.size === 1 ? first.error.code : "model-unavailable",
    {
      en: `${NONE.en}\n${list("en")}\n${NEXT.en}`,
      ko: `${NONE.ko}\n${list("ko")}\n${NEXT.ko}`,
    },
    { cause: first.error },
  );
}

const NONE: Localized = {
  en: "None of the models that are set could answer.",
  ko: "설정된 모델이 모두 답하지 못했어요.",
};

const NEXT: Localized = {
  en: 'Try again in a few minutes. "ibl-bot doctor --online" shows which of them work.',
  ko: '몇 분 뒤에 다시 해 보세요. "ibl-bot doctor --online"으로 어느 모델이 되는지 볼 수 있어요.',
};
