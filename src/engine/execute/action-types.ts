import type { Json, JsonObject } from "../../base/json.ts";
import type { Language, Localized } from "../../base/localized.ts";
import type { InnerProgram } from "../plan/planned-tree.ts";
import type { Moment } from "../values/formula-dates.ts";
import type { Outcome, Value } from "../values/outcome.ts";

/** Who a call acts for and where its effects land; every stored row carries these. */
export interface Actor {
  readonly personId: string;
  /** Where results and files belong, as `platform:chat` or `platform:chat:thread`. */
  readonly chatId: string;
  readonly language: Language;
  /** IANA zone of the person. */
  readonly zone: string;
  readonly isOwner: boolean;
  /** There where others read along in the chat, with the person's own private chat if one is known: what is theirs alone is told there. */
  readonly inGroup?: { readonly privateChatId?: string };
  /** Ids of the agents that act, the person's first, each asked by the one before; absent: the system agent alone. */
  readonly agents?: readonly string[];
  /** Nodes besides `system` beyond which nothing goes, whatever else is allowed: those that a schedule was made with; absent: no such bound. */
  readonly nodes?: readonly string[];
  /** True in a run that a due time or an event began. */
  readonly isUnattended?: true;
}

/** The same person and chat under other agents; `undefined` for the system agent alone. */
export function actingAs(actor: Actor, agents: readonly string[] | undefined): Actor {
  const { agents: _others, ...person } = actor;
  return agents === undefined ? person : { ...person, agents };
}

/** The same person where a run or turn of theirs takes place: what is begun in a group may go on in the private chat. */
export function actingAt(actor: Actor, chatId: string): Actor {
  if (actor.chatId === chatId) return actor;
  const { inGroup, ...person } = actor;
  return inGroup?.privateChatId === chatId
    ? { ...person, chatId }
    : { ...person, chatId, inGroup: { privateChatId: actor.chatId } };
}

/** One call ready to run: parameters bound, references resolved, schema checked. */
export interface ReadyCall {
  readonly node: string;
  readonly action: string;
  /** Unique for this call in this run and the same after a restart: the key under which an effect happens at most once. */
  readonly effectKey: string;
  readonly params: JsonObject;
  /** The previous step's value, whether or not it was bound to a parameter. */
  readonly previous?: { readonly value: Value; readonly tainted: boolean };
  /** What the references in conditions stand for, by their text as written. */
  readonly values: JsonObject;
  /** What formulas take for now. Default: what asks for the time is undecided. */
  readonly moment?: Moment;
  /** True when a parameter holds anything from outside. */
  readonly tainted: boolean;
  /** Which parameters those are. Default: none is named. */
  readonly taintedParams?: readonly string[];
  /** The run that the call belongs to. Default: none. */
  readonly runId?: string;
  /** True where a later step, a name or another option needs what it gives. Default false. */
  readonly isUsed?: boolean;
  /** The programs around a call that runs one, outermost first. */
  readonly within?: readonly string[];
  /** There in a dry run: the call tells what it finds, and leaves no mark of having told it. */
  readonly trial?: TrialCall;
  /** Runs a program that waits for an owner beside this one. Default: nobody can be asked. */
  readonly askOwners?: AskOwners;
  /** To be told the id of a schedule or event that the call makes or changes, in the transaction that does: what a press allowed of its runs holds from then on. Default: nobody asks. */
  readonly onScheduled?: (scheduleId: string) => void;
  /** To be told which part of its work the call is at. Default: nobody watches. */
  readonly onPart?: (part: WorkPart) => void;
  readonly actor: Actor;
  /** Aborts on `/stop`, on the call's own time limit and on the program's. */
  readonly signal: AbortSignal;
}

/** One part of a call's work: what it is, and which of how many, from 1. */
export interface WorkPart {
  readonly title: Localized;
  readonly number: number;
  readonly count: number;
}

/** Runs a program beside another, which the owners see on a card of its own; `origin` makes it once. */
export type AskOwners = (asked: {
  readonly source: string;
  readonly actor: Actor;
  readonly origin: string;
}) => Promise<void>;

/** What a call is told of the dry run to which it belongs. */
export interface TrialCall {
  /** A sample of what sets the program off, as an event would bring it. Default: nothing is known of it. */
  readonly event?: JsonObject;
}

/** What a call says, and for whom; as much as is known of it before it runs. */
export type AskedCall = Pick<ReadyCall, "node" | "action" | "params" | "actor">;

/** What a handler gives back: an outcome, the wish to wait for a person or for work that waits for one, or a program to run in the call's place. */
export type HandlerResult = Outcome | Suspension | Uncertain | DelegatedWork | Expansion;

/** Nobody knows whether the effect happened: a person says whether it is done once more or taken as done. */
export interface Uncertain {
  readonly suspend: "uncertain";
}

/** Work done elsewhere waits for a person. The call is made again when the run goes on, and its handler goes on where the work is. */
export interface DelegatedWork {
  readonly suspend: "delegation";
  /** Ids of the approvals that the work waits for. */
  readonly waitsFor: readonly string[];
}

/** A program whose text was known only while running, planned and judged by the one gate, to run in the place of the call once a person has seen it. */
export interface Expansion {
  readonly expand: InnerProgram;
  /** Canonical text, as the person sees it. */
  readonly program: string;
  /** Digest of its plan. */
  readonly digest: string;
  /** True for a program of a declared tool none of whose effects waits for a press: it runs without being looked at first. */
  readonly isHarmless?: boolean;
}

/** A question to a person in the middle of a program. The answer becomes the step's outcome. */
export interface Suspension {
  readonly suspend: "question" | "approval";
  readonly prompt: string;
  /** Ready answers; free text is always possible for a question. */
  readonly options?: readonly string[];
  /** What the step gives when an approval is granted; the granted words otherwise. */
  readonly resume?: Outcome;
}

/** Runs one action. Throws only on abort or a broken promise of ours; everything expected is a failure outcome. */
export type ActionHandler = (call: ReadyCall) => Promise<HandlerResult>;

/** Handlers by `node:action` (or by the shared name an action's `handler` field gives). */
export type Handlers = Readonly<Record<string, ActionHandler>>;

/** What parameters are read from. */
type Saying = Pick<ReadyCall, "node" | "action" | "params">;

/** A string parameter that the action's schema promises. Throws `AppError` when the schema lied. */
export function stringParam(call: Saying, name: string): string {
  const value = call.params[name];
  if (typeof value === "string") return value;
  throw new TypeError(
    `Parameter "${name}" of ${call.node}:${call.action} was promised to be text by its schema.`,
  );
}

/** A string parameter that may be absent. */
export function optionalString(call: Saying, name: string): string | undefined {
  const value = call.params[name];
  return typeof value === "string" ? value : undefined;
}

/** A number parameter, or its default when absent. */
export function numberParam(call: Saying, name: string, absent: number): number {
  const value = call.params[name];
  return typeof value === "number" ? value : absent;
}

/** A yes/no parameter; false when absent. */
export function flagParam(call: Saying, name: string): boolean {
  return call.params[name] === true;
}

/** A list parameter; empty when absent. */
export function listParam(call: Saying, name: string): readonly Json[] {
  const value = call.params[name];
  return Array.isArray(value) ? value : [];
}
