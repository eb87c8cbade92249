import { setMaxListeners } from "node:events";
import { AppError, messageOf } from "../../base/errors.ts";
import { orAbort } from "../../drivers/abort.ts";
import type { ExecutionLog } from "../../rag/store/execution-logs.ts";
import { corrects } from "../../rag/text/mood.ts";
import { type EndedRun, promote } from "../../rag/usage/promotion.ts";
import type { Envelope } from "../../runs/result-envelope.ts";
import type { Run, RunState } from "../../runs/run-table.ts";
import type { Usage, UsageParts } from "./usage-examples.ts";

/** Runs whose learning may wait at once; what comes beyond is not learned from. */
const MOST_WAITING = 200;

/** Messages that are remembered until the programs made of them have run. */
const MOST_MESSAGES = 200;

/** How long after a program, and how often, it is looked whether its turn has ended. */
const LOOK_AFTER_MS = 30_000;
const MOST_LOOKS = 20;

/** How long a person has to say that something else was meant. */
const CORRECTED_WITHIN_MS = 5 * 60_000;

/** What learning is joined of. */
export type LearningParts = Pick<UsageParts, "library" | "stores" | "clock" | "log"> & {
  readonly usage: Usage;
};

/** What the service learns from. */
export interface Learning {
  /** Notes the message that a program is made of without a model, which no turn keeps: it is learned from when the run of this origin goes well. */
  heard(origin: string, message: string): void;
  /** Resolves when what has been begun is done; what waits for a turn to end is not waited for. */
  settled(): Promise<void>;
  /** Gives up what waits, for a turn or for examples that are being made. */
  close(): Promise<void>;
}

/** Keeps what runs did for a message; when one program answered it, in the person's own words, learns from it, unless the next message says that something else was meant. In the background. */
export function startLearning(parts: LearningParts): Learning {
  const { stores, usage, log } = parts;
  const ending = new AbortController();
  setMaxListeners(MOST_WAITING, ending.signal);
  const messages = new Map<string, string>();
  let work = Promise.resolve();
  let waiting = 0;
  const queue = (run: Run, step: () => Promise<void> | void): void => {
    work = work
      .then(() => orAbort(usage.idle(), ending.signal, () => undefined))
      .then(step)
      .catch((error: unknown) => {
        if (!ending.signal.aborted)
          log.error({ run: run.id, problem: messageOf(error) }, "Nothing was learned from a run.");
      });
  };
  stores.runs.whenEnded((run, state, result) => {
    const { turnId } = run;
    const userInput =
      turnId === undefined ? messages.get(run.origin) : stores.turns.get(turnId)?.input;
    messages.delete(run.origin);
    if (userInput === undefined || run.delegationId !== undefined || waiting >= MOST_WAITING)
      return;
    if (state !== "finished" && state !== "failed") return;
    waiting += 1;
    queue(run, () => usage.logs().add(logsOf(parts, run, userInput, result as Envelope))); // a run in these states ends with its envelope
    isMeant(parts, run, ending.signal)
      .then((meant) => {
        const isPartial = (result as Envelope).partial; // a run in these states ends with its envelope
        if (meant && !isPartial && !ending.signal.aborted)
          queue(run, () => learn(parts, endedRun(run, userInput, state)));
      })
      .catch(() => undefined) // the service ends
      .finally(() => {
        waiting -= 1;
      });
  });
  return {
    heard(origin, message) {
      messages.set(origin, message);
      for (const oldest of messages.keys())
        if (messages.size > MOST_MESSAGES) messages.delete(oldest);
    },
    settled: () => work,
    async close() {
      ending.abort(new AppError("aborted", "The service is stopping."));
      await work;
    },
  };
}

/** True when a run did all that a message asked for, and its writer did not say next that something else was meant. */
async function isMeant(parts: LearningParts, run: Run, signal: AbortSignal): Promise<boolean> {
  if (!(await isAlone(parts, run, signal))) return false;
  await parts.clock.sleep(CORRECTED_WITHIN_MS, signal);
  const { turns, updates } = parts.stores;
  const turn = run.turnId === undefined ? undefined : turns.get(run.turnId);
  const next = updates.saidAfter(turn?.origin ?? run.origin);
  return next === undefined || !corrects(next);
}

/** True when the run belongs to no turn, or its turn has ended well, soon enough, and this program did all of it: a turn of several teaches the wrong lesson. */
async function isAlone(
  { stores, clock }: LearningParts,
  { id, turnId }: Run,
  signal: AbortSignal,
): Promise<boolean> {
  if (turnId === undefined) return true;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await clock.sleep(LOOK_AFTER_MS, signal);
    const state = stores.turns.get(turnId)?.state;
    if (state === "done") return stores.runs.ofTurn(turnId).every((other) => other.id === id);
  }
  return false;
}

async function learn({ usage }: LearningParts, run: EndedRun): Promise<void> {
  if (usage.examples().isMade) await promote(usage.examples(), run);
  else usage.examples().makeLater();
}

function endedRun(run: Run, userInput: string, state: RunState): EndedRun {
  return {
    runId: run.id,
    personId: run.personId,
    userInput,
    code: run.source,
    isSuccess: state === "finished",
    isOwn: run.ownWords === undefined && run.barsGrants !== true,
  };
}

function logsOf(
  { stores, library, clock }: LearningParts,
  run: Run,
  userInput: string,
  envelope: Partial<Envelope>,
): readonly ExecutionLog[] {
  const facts = [...stores.runs.steps(run.id)];
  const { actions } = library.catalogue();
  const agentId = run.agents?.at(-1);
  const projectId = agentId === undefined ? undefined : stores.agentRegistry.get(agentId)?.project;
  return (envelope.statements ?? [])
    .flatMap(({ steps }) => steps)
    .map((step): ExecutionLog => {
      const at = facts.findIndex(
        ({ node, action }) => node === step.node && action === step.action,
      );
      const [fact] = at < 0 ? [] : facts.splice(at, 1);
      const params = fact?.params ?? {};
      const target = params[actions.get(`${step.node}:${step.action}`)?.target ?? ""];
      return {
        userInput,
        generatedIbl: run.source,
        node: step.node,
        action: step.action,
        ...(typeof target === "string" ? { target } : {}),
        paramsJson: JSON.stringify(params),
        isSuccess: step.ok,
        ...(step.error === undefined ? {} : { errorMessage: step.error.message }),
        durationMs: Math.round(step.ms),
        ...(agentId === undefined ? {} : { agentId }),
        ...(projectId === undefined ? {} : { projectId }),
        createdAtMs: clock.now(),
        personId: run.personId,
        runId: run.id,
      };
    });
}
