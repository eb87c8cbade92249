import { modelErrorIn, RequestRefused } from "./refusal.ts";

/** What a server wants otherwise than others do. */
export interface Habits {
  /** The parameter for the most tokens of an answer: OpenAI's own models refuse the old name, some compatible servers the new one. */
  readonly ceiling: "max_completion_tokens" | "max_tokens";
  /**
   * True where tools are taken without reasoning only: "Function tools with reasoning_effort are not supported for gpt-5.6-luna in
   * /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'" (danny-avila/LibreChat, issue 14355;
   * the same without the parameter).
   */
  readonly isWithoutReasoning: boolean;
  /** What was changed after a refusal; nothing is changed twice. */
  readonly changed: readonly string[];
}

/** Asks in the form that a server wants: by what is known of it, and where it refuses that, by what the refusal says. What was learned is kept. */
export function createForm(
  isCompatible: boolean,
): <T>(ask: (habits: Habits) => Promise<T>) => Promise<T> {
  let habits = startingHabits(isCompatible);
  return async (ask) => {
    for (;;) {
      try {
        return await ask(habits);
      } catch (error) {
        habits = afterRefusal(habits, error);
      }
    }
  };
}

/** Throws the error again where nothing is to be learned from it. */
function afterRefusal(habits: Habits, error: unknown): Habits {
  const refused = modelErrorIn(error);
  const next = refused instanceof RequestRefused ? adapted(habits, refused.said) : undefined;
  if (next === undefined) throw error;
  return next;
}

/** What a server is taken to want before it has refused anything. */
function startingHabits(isCompatible: boolean): Habits {
  const ceiling = isCompatible ? "max_tokens" : "max_completion_tokens";
  return { ceiling, isWithoutReasoning: false, changed: [] };
}

/** The habits after a refusal with these words; `undefined` where they name nothing that can be changed. Pure. */
function adapted(habits: Habits, said: string): Habits | undefined {
  const isNew = (what: string): boolean => said.includes(what) && !habits.changed.includes(what);
  if (isNew("reasoning_effort"))
    return {
      ...habits,
      isWithoutReasoning: true,
      changed: [...habits.changed, "reasoning_effort"],
    };
  if (!isNew(habits.ceiling)) return undefined;
  const ceiling = habits.ceiling === "max_tokens" ? "max_completion_tokens" : "max_tokens";
  return {
    ...habits,
    ceiling,
    changed: ["max_tokens", "max_completion_tokens", ...habits.changed],
  };
}
