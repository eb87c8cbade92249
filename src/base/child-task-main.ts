import { messageOf } from "./errors.ts";

/** What the process that reads is asked for. */
export interface ApartOrder {
  readonly task: string;
  readonly given: unknown;
}

/** What it answers: the result as JSON, or why there is none. */
export type ApartAnswer =
  | { readonly json: string | undefined }
  | { readonly why: "memory" | "long" | "broken"; readonly problem: string };

/** Longest result that is handed over, in UTF-16 units of JSON. */
const LONGEST_RESULT = 16 * 1024 * 1024;

/** Does what `readApart` asks for, by the tasks that are given; ends with the process that asked. Nothing where the module was not started as a process that reads. */
export function answerApart(
  tasks: Readonly<Record<string, (given: never) => Promise<unknown> | unknown>>,
): void {
  if (process.send === undefined) return;
  process.on("disconnect", () => process.exit(0));
  process.on("message", (order) => {
    answerTo(order as ApartOrder, tasks) // `readApart` gives it
      .then((answer) => process.send?.(answer))
      .catch(() => process.exit(1));
  });
  process.send({ json: undefined } satisfies ApartAnswer); // it is ready
}

async function answerTo(
  { task, given }: ApartOrder,
  tasks: Parameters<typeof answerApart>[0],
): Promise<ApartAnswer> {
  try {
    const json = JSON.stringify(await tasks[task]?.(given as never)); // the task's own shape: its caller names both
    return json !== undefined && json.length > LONGEST_RESULT
      ? { why: "long", problem: `${json.length} characters` }
      : { json };
  } catch (error) {
    const problem = messageOf(error);
    const isFull = error instanceof RangeError && /allocation|length/iu.test(problem);
    return { why: isFull ? "memory" : "broken", problem };
  }
}
