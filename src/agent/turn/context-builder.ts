import type { Localized } from "../../base/localized.ts";
import type { LoopScheduler } from "../../base/loop-scheduler.ts";
import type { ActionDefinition, Catalogue } from "../../engine/catalogue/catalogue.ts";
import { type ActionSearch, nameOf } from "../../rag/search/action-search.ts";
import { type References, referencesBlock } from "../../rag/search/references.ts";
import { actionsIn } from "../../rag/text/called-actions.ts";
import type { Payer } from "../models/budget.ts";
import { type Message, textOfMessage, toolUsesOf } from "../models/model-client.ts";
import type { Compactor } from "./compaction.ts";
import { listedActions } from "./prompt.ts";
import { outsideText, unmarked } from "./tool-result.ts";
import type { TurnContext } from "./turn-context.ts";
import type { Place, Turn, Turns } from "./turn-table.ts";

/** A turn's context with the history it goes with. */
export interface Prepared {
  readonly context: TurnContext;
  readonly history: readonly Message[];
}

/** Gives turns what they are told besides their own messages. */
export class TurnContexts {
  readonly #parts;

  constructor(parts: {
    readonly turns: Turns;
    readonly compactor: Compactor;
    readonly personContext: PersonContext;
    /** Finds actions by what people say. */
    readonly actionSearch: () => ActionSearch;
    readonly references: References;
    readonly catalogue: () => Catalogue;
    readonly nowMs: () => number;
    /** After so much silence a conversation ends; 0 for never. */
    readonly idleMs: number;
    /** Each part of the making begins in a round of the event loop of its own. Default: at once. */
    readonly rounds?: Pick<LoopScheduler, "pass">;
  }) {
    this.#parts = parts;
  }

  /** Ends the conversation of a place where nobody has spoken for long and nothing waits; the next one begins with its gist. Called before a new turn begins. */
  endIfIdle(place: Place): void {
    const { turns, compactor, idleMs, nowMs } = this.#parts;
    const last = turns.last(place);
    if (idleMs === 0 || last === undefined) return;
    if (last.state === "waiting" || last.state === "running") return;
    const silentMs = nowMs() - (last.endedAtMs ?? last.startedAtMs);
    if (silentMs < idleMs) return;
    const gist = compactor.gistThrough(last);
    compactor.carryOver(last, gist, turns.startSession(place));
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
      ...(await this.#found(turn, history, options)),
      notes: notes.text,
      isTainted: notes.isTainted || summary?.isTainted === true,
    };
    turns.keepContext(turn.id, context);
    return { context, history };
  }

  /** What is open is told where the turns that opened it may be gone. */
  #notes(turn: Turn, isSummed: boolean): ReturnType<typeof notesOf> {
    const { personContext } = this.#parts;
    return notesOf({
      pinned: personContext.pinned(turn),
      relevant: personContext.relevant(turn, turn.input),
      open: isSummed ? personContext.open(turn) : [],
    });
  }

  async #found(
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
    const usable = [...actions.values()].filter(allowed);
    const names = new Set(usable.map(nameOf));
    const scope = {
      personId: turn.personId,
      key: `${turn.agents?.join() ?? ""}/${usable.length}`,
      accept: (name: string) => names.has(name),
    };
    await rounds?.pass();
    const found = await references.find(turn.input, scope, signal);
    const kept = { references: referencesBlock(found) };
    const inList = listedActions(usable);
    const inPrompt = new Set(inList.listed);
    if (inPrompt.size === usable.length) return { ...kept, actions: [] };
    const isCut = inPrompt.size + inList.named.length < usable.length;
    const programs = [...history.flatMap(toolUsesOf).map((call) => JSON.stringify(call.input))];
    const used = [...programs, ...found.map(({ code }) => code)].flatMap(actionsIn);
    const before = history.filter(({ role }) => role === "user").map(textOfMessage);
    const most = inList.isCore ? FOUND : FOUND_BESIDE_LIST;
    const facts = { message: turn.input, before, used, allowed, most };
    const search = isCut ? actionSearch() : undefined;
    await search?.ready();
    await rounds?.pass();
    const fitting = fittingActions(usable, search, facts);
    return { ...kept, actions: fitting.filter((action) => !inPrompt.has(action)).map(nameOf) };
  }
}

/** A turn's messages with what is told of its message right before the person's words, which stand behind what came with them. Pure. */
export function withTurnBlock(messages: readonly Message[], block: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== "user") return messages;
  const [files, words] = [first.content.slice(0, -1), first.content.slice(-1)];
  const told = { type: "text", text: `${block}\n` } as const;
  return [{ ...first, content: [...files, told, ...words] }, ...rest];
}

/** What the choice of actions hangs on. The same facts give the same actions. */
interface CutFacts {
  readonly message: string;
  /** What the person said before it, newest last: "save that" says little by itself. */
  readonly before: readonly string[];
  /** Names of actions that the conversation or the references use already. */
  readonly used: readonly string[];
  readonly allowed: (action: ActionDefinition) => boolean;
  /** Most actions that are found for the message. */
  readonly most: number;
}

/** Actions found for a message where the prompt lists only the core. */
export const FOUND = 18;
/** The same beside a list that leaves out what few requests need. */
export const FOUND_BESIDE_LIST = 6;
/** The same for the message before it. */
const FOUND_BEFORE = 4;

/** Beside a whole list an action is told only where it fits at least so well as the best one, as a share: what else there is can be looked up. */
const LEAST_SHARE = 0.5;

/** Most actions that are taken over from the conversation. */
const MOST_USED = 10;

/** The actions that may fit a message, in the order of the catalogue: without a search those that are used already. Pure. */
export function fittingActions(
  actions: readonly ActionDefinition[],
  search: ActionSearch | undefined,
  { message, before, used, allowed, most }: CutFacts,
): readonly ActionDefinition[] {
  const last = before.at(-1) ?? "";
  const found = (text: string, limit: number): readonly ActionDefinition[] => {
    const hits = search?.search(text, limit, allowed) ?? [];
    const least = most === FOUND ? 0 : (hits[0]?.score ?? 0) * LEAST_SHARE;
    return hits.filter(({ score }) => score >= least).map(({ action }) => action);
  };
  const chosen = new Set([
    ...used.slice(-MOST_USED),
    ...[...found(message, most), ...found(last, FOUND_BEFORE)].map(nameOf),
  ]);
  return actions.filter((action) => allowed(action) && chosen.has(nameOf(action)));
}

/** Something remembered for a person. */
export interface Fact {
  readonly text: string;
  readonly isTainted: boolean;
}

/** How many things of a person outlast a conversation. */
export interface KeptCounts {
  readonly pinned: number;
  readonly memories: number;
  readonly todos: number;
  readonly schedules: number;
  readonly approvals: number;
}

/** What is kept of a person beyond the conversation, as it is now. */
export interface PersonContext {
  /** Facts that they pinned, newest first. */
  pinned(place: Place): readonly Fact[];
  /** Other memories that have to do with a message, best first. */
  relevant(place: Place, message: string): readonly Fact[];
  /** What is open: to-dos, schedules, approvals, each a line in English. Words from outside are not quoted in them. */
  open(place: Place): readonly string[];
  counts(place: Place): KeptCounts;
}

/** What is kept as the model reads it, one thing a line; `isTainted` says whether anything of it is from outside. Pure. */
function notesOf(facts: {
  readonly pinned: readonly Fact[];
  readonly relevant: readonly Fact[];
  readonly open: readonly string[];
}): { readonly text: string; readonly isTainted: boolean } {
  const own = (all: readonly Fact[]): readonly string[] =>
    all.filter((fact) => !fact.isTainted).map(({ text }) => text);
  const outside = [...facts.pinned, ...facts.relevant].filter((fact) => fact.isTainted);
  const parts = [
    listed("The person pinned these facts; they hold always:", own(facts.pinned)),
    listed("Remembered, and perhaps of use here:", own(facts.relevant)),
    outside.length === 0
      ? ""
      : `Remembered, but the words are not the person's own:\n${outsideText("untrusted", lines(outside.map(({ text }) => text)))}`,
    listed("Open, by the records:", facts.open),
  ];
  return { text: parts.filter((part) => part !== "").join("\n"), isTainted: outside.length > 0 };
}

/** What outlasts a conversation, in a sentence; empty for nothing. Pure. */
export function keptWords(counts: KeptCounts): Localized {
  const parts: readonly (readonly [number, string, string, string])[] = [
    [counts.pinned, "고정한 기억 {n}개", "{n} pinned fact", "s"],
    [counts.memories, "그 밖의 기억 {n}개", "{n} other memor", "ies"],
    [counts.todos, "할 일 {n}개", "{n} to-do", "s"],
    [counts.schedules, "알림과 브리핑 {n}개", "{n} reminder", "s"],
    [counts.approvals, "기다리는 승인 {n}개", "{n} open approval", "s"],
  ];
  const kept = parts.filter(([count]) => count > 0);
  if (kept.length === 0) return { ko: "", en: "" };
  const ko = kept.map(([count, words]) => words.replace("{n}", String(count))).join(", ");
  const en = kept.map(([count, , words, many]) => {
    const ending = count > 1 ? many : many === "ies" ? "y" : "";
    return `${words.replace("{n}", String(count))}${ending}`;
  });
  return { ko: `그대로 있는 것: ${ko}.`, en: `Kept: ${en.join(", ")}.` };
}

function listed(head: string, texts: readonly string[]): string {
  return texts.length === 0 ? "" : `${head}\n${unmarked(lines(texts))}`;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `- ${text.replace(/\s+/gu, " ").trim()}`).join("\n");
}
