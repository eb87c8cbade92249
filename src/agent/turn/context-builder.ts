import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { type ActionSearch, nameOf } from "../../rag/search/action-search.ts";
import { type References, referencesBlock } from "../../rag/search/references.ts";
import { actionsIn } from "../../rag/text/called-actions.ts";
import type { Payer } from "../models/budget.ts";
import { type Message, textOfMessage, toolUsesOf } from "../models/model-client.ts";
import type { Compactor } from "./compaction.ts";
import { idleWords, type Keepsakes, notesOf } from "./context-memories.ts";
import { chooseActions } from "./prompt-actions.ts";
import type { TurnContext } from "./turn-context.ts";
import type { Place, Turn, Turns } from "./turn-table.ts";

const HOUR_MS = 3_600_000;

/** What contexts are made of. */
export interface TurnContextsParts {
  readonly turns: Turns;
  readonly compactor: Compactor;
  readonly keepsakes: Keepsakes;
  /** Finds actions by what people say. */
  readonly actionSearch: () => ActionSearch;
  readonly references: References;
  readonly catalogue: () => Catalogue;
  readonly nowMs: () => number;
  /** After so much silence a conversation ends; 0 for never. */
  readonly idleMs: number;
  /** Each part of the making begins in a round of the event loop of its own. Default: at once. */
  readonly rounds?: Pick<LoopScheduler, "pass">;
}

/** A turn's context with the history it goes with. */
export interface Prepared {
  readonly context: TurnContext;
  readonly history: readonly Message[];
}

/** Gives turns what they are told besides their own messages. */
export class TurnContexts {
  readonly #parts: TurnContextsParts;

  constructor(parts: TurnContextsParts) {
    this.#parts = parts;
  }

  /** Ends the conversation of a place where nobody has spoken for long and nothing waits. Called before a new turn begins. */
  endIfIdle(place: Place): void {
    const { turns, idleMs, nowMs } = this.#parts;
    const last = turns.last(place);
    if (idleMs === 0 || last === undefined) return;
    if (last.state === "waiting" || last.state === "running") return;
    const silentMs = nowMs() - (last.endedAtMs ?? last.startedAtMs);
    if (silentMs >= idleMs) turns.startSession(place, { isIdle: true });
  }

  /** The context of a turn, made and kept the first time it is asked for; `payer` pays for a summary. Rejects on abort. */
  async prepare(
    turn: Turn,
    payer: Payer,
    options: {
      readonly allowed: (action: ActionDefinition) => boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<Prepared> {
    const { turns, compactor } = this.#parts;
    const known = turns.context(turn.id);
    if (known !== undefined) return { context: known, history: compactor.history(turn).messages };
    await compactor.compact(turn, payer, options.signal);
    const { messages: history, summary } = compactor.history(turn);
    const notes = this.#notes(turn, summary !== undefined);
    const context: TurnContext = {
      ...(await this.#cut(turn, history, options)),
      notes: notes.text,
      ...this.#postscript(turn),
      isTainted: notes.isTainted || summary?.isTainted === true,
    };
    turns.keepContext(turn.id, context);
    return { context, history };
  }

  /** What is open is told where the turns that opened it may be gone. */
  #notes(turn: Turn, isSummed: boolean): ReturnType<typeof notesOf> {
    const { keepsakes } = this.#parts;
    return notesOf({
      pinned: keepsakes.pinned(turn),
      relevant: keepsakes.relevant(turn, turn.input),
      open: isSummed ? keepsakes.open(turn) : [],
    });
  }

  async #cut(
    turn: Turn,
    history: readonly Message[],
    {
      allowed,
      signal,
    }: {
      readonly allowed: (action: ActionDefinition) => boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<Pick<TurnContext, "actions" | "references">> {
    const { catalogue, actionSearch, references, rounds } = this.#parts;
    const { actions } = catalogue();
    const isUsable = (name: string): boolean => {
      const action = actions.get(name);
      return action !== undefined && allowed(action);
    };
    const usable = [...actions.values()].filter(allowed).length;
    const scope = {
      personId: turn.personId,
      key: `${turn.agents?.join() ?? ""}/${usable}`,
      accept: isUsable,
    };
    await rounds?.pass();
    const found = await references.find(turn.input, scope, signal);
    const programs = [...history.flatMap(toolUsesOf).map((call) => JSON.stringify(call.input))];
    const used = [...programs, ...found.map(({ code }) => code)].flatMap(actionsIn);
    const before = history.filter(({ role }) => role === "user").map(textOfMessage);
    const facts = { message: turn.input, before, used, allowed };
    const search = actionSearch();
    await search.ready();
    await rounds?.pass();
    const chosen = chooseActions([...actions.values()], search, facts);
    return { actions: chosen.map(nameOf), references: referencesBlock(found) };
  }

  #postscript(turn: Turn): Pick<TurnContext, "postscript"> {
    const { turns, keepsakes, idleMs } = this.#parts;
    if (turn.errandId !== undefined) return {}; // what a colleague hands on is no greeting
    if (!turns.beganByIdleness(turn) || turns.past(turn).length > 0) return {};
    const hours = Math.max(1, Math.round(idleMs / HOUR_MS));
    return { postscript: idleWords(hours, keepsakes.counts(turn)) };
  }
}

/** A turn's messages with the usage examples right before the person's words, which stand behind what came with them. Pure. */
export function withReferences(messages: readonly Message[], block: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (block === "" || first?.role !== "user") return messages;
  const [files, words] = [first.content.slice(0, -1), first.content.slice(-1)];
  const examples = { type: "text", text: `${block}\n\n` } as const;
  return [{ ...first, content: [...files, examples, ...words] }, ...rest];
}
