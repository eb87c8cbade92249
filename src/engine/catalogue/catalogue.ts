import type { Json, JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import type { ApiCall } from "./api-call.ts";
import type { ResultKind, ResultType } from "./result-type.ts";

/** What an action does to the world. Only `read` may be repeated freely. */
export type Effect = "read" | "write" | "send" | "execute" | "device" | "spend";

/** What a parameter means to the person who approves: shown on the card, and stopped when it is tainted or first known while running. */
export type Role = "recipient" | "path" | "command" | "host" | "code" | "subject";

/** Where an effect that otherwise happens at once waits for a press: in a run that nobody asked for just now, or where others read along. */
export type AskingSituation = "unattended" | "group";

/** What a call does to a file at a path: takes it as it is (sends, copies, moves, deletes it), or writes over it. */
export type FileTouch = "takes" | "replaces";

/** What the value of a parameter must be for a call to succeed: a thing that is there, or words that can be read. */
export type TargetKind =
  | "file"
  | "new_file"
  | "contact"
  | "recipient"
  | "schedule"
  | "new_schedule"
  | "briefing"
  | "workflow"
  | "agent"
  | "address"
  | "zone";

/** A parameter that is checked where its value is written in the program. */
export interface Target {
  readonly is: TargetKind;
  /** The label of a button that makes the same call with another value, with the place `{name}`. */
  readonly instead?: Localized;
}

/** What the surroundings must offer before an action is ready. */
export type Requirement =
  | { readonly kind: "env"; readonly names: readonly string[] }
  | { readonly kind: "browser" | "android" | "desktop" | "model" }
  | { readonly kind: "binary"; readonly name: string };

/** How the piped value is handed to a parameter: its text, its list of items, a field of the first item, or a file's path. */
export type InputAdapter = "text" | "items" | "data" | "file" | { readonly field: string };

/** An example of use: what a person says in each language, and the program that answers. Several phrasings are allowed. */
export interface Example {
  readonly ko: readonly string[];
  readonly en: readonly string[];
  readonly code: string;
}

/** Everything the product knows of one action; see docs/actions.md. */
export interface ActionDefinition {
  readonly node: string;
  readonly action: string;
  readonly description: Localized;
  readonly router: "handler" | "api";
  /** The handler's name; `node:action` unless the entry names another. */
  readonly handler: string;
  /** The parameter that the target in parentheses fills. */
  readonly target?: string;
  /** JSON Schema (2020-12) of the parameters: an object schema that allows no unknown names. */
  readonly params: JsonObject;
  /** Parameter → the names that programs written for older catalogues call it by. */
  readonly also?: Readonly<Record<string, readonly string[]>>;
  /** Which parameter takes the piped value, and how. */
  readonly input?: { readonly param: string; readonly as: InputAdapter };
  readonly effect: Effect;
  /** There for one that only reads where none of these parameters is given. */
  readonly readsWithout?: readonly string[];
  /** True when the effect waits for a person's press. */
  readonly approval: boolean;
  /** When set, only these values of one parameter (or one known only while running) wait. */
  readonly approvalWhen?: { readonly param: string; readonly values: readonly Json[] };
  /** Situations in which the effect waits although it happens at once elsewhere. */
  readonly approvalIn?: readonly AskingSituation[];
  /** The effect happens at once for so many calls of one program; more of them wait. */
  readonly approvalBeyond?: number;
  /** True where the press that makes a schedule may stand for the effect in its runs. */
  readonly mayStand?: true;
  /** There when it gives what is one person's alone, wherever they ask: no program does that in a group. With a parameter, only these values of it (or one known only while running). */
  readonly personal?: true | { readonly param: string; readonly values: readonly Json[] };
  /** Meaning of parameters for approval and taint. */
  readonly roles: Readonly<Record<string, Role>>;
  /** Paths whose files a card tells about: what is taken must still be the same when the call happens. */
  readonly files?: Readonly<Record<string, FileTouch>>;
  /** Parameters whose written values are checked before anything runs. */
  readonly targets?: Readonly<Record<string, Target>>;
  /** There where what a call acts on is looked at when it is reached: that decides whether it waits for a press, and the press is bound to it. */
  readonly isLookedAt?: true;
  readonly returns: ResultKind;
  /** What is in it, as far as that is declared. */
  readonly result: ResultType;
  /** True when the value comes from outside the person's own data. */
  readonly taints: boolean;
  readonly timeoutMs: number;
  readonly requires: readonly Requirement[];
  /** Only an owner may call it. */
  readonly ownerOnly: boolean;
  /** There where a model is told of it only with a message that it may fit. */
  readonly isFoundOnly?: true;
  /** Parameters that hold a condition on items: checked when planned, and values are handed beside them, never pasted in. */
  readonly conditions: readonly string[];
  /** Parameters that name fields of the items that are given: checked when planned, where those are declared. Default none. */
  readonly fields?: readonly string[];
  /** Parameters that hold a script in a language of its own: nothing is put into it, the values of its `$name` are handed beside it. */
  readonly scripts: readonly string[];
  /** Texts that become those of a file, each with the parameter that names it: a list put there is written as such files hold it. */
  readonly formats: Readonly<Record<string, string>>;
  /** What an approval card says, with `{param}` places; a part in square brackets is left out when none of its parameters is given. */
  readonly card: Localized;
  /** What the person who approves is asked, and what became of it; by default said with `card`. */
  readonly deed?: Deed;
  readonly examples: readonly Example[];
  /** How a message asks for it, where its phrasings and parameters do not say it all. */
  readonly asked?: Asked;
  /** For actions that run other programs: which parameter holds the text, which the name of a stored workflow, and whether it runs now or is kept for later. */
  readonly runs?: Runs;
  /** True for a call that keeps account of its own work: made again after a crash or a wait, it goes on where it was. */
  readonly continues?: boolean;
  /** For `router: api`: the call, as data. */
  readonly api?: ApiCall;
  /** For a registered tool its name. Its action is then `tool:NAME`, a name that no program can write: it is called as `[system:tool]("NAME")`. */
  readonly tool?: string;
  /** Words by which a registered tool is named; absent: none. */
  readonly tags?: readonly string[];
}

/** An action in the words of its approval card, with `{param}` places as in `card`. A parameter that neither `ask` nor `note` names is shown whole below the question. */
export interface Deed {
  /** The question, with verb and target: "Send to {to}?". */
  readonly ask: Localized;
  /** The label of the button that allows it: the verb of `ask`. */
  readonly verb: Localized;
  /** What has happened, without a full stop: "Sent to {to}". */
  readonly done: Localized;
  /** What has not: "Not sent". */
  readonly undone: Localized;
  /** What somebody has done already, after their name and the word for it: "sent it". Default: "did it". */
  readonly already?: Localized;
  /** The same of several at once, with `{count}`; `names` is the parameter that tells them apart. */
  readonly many?: {
    readonly ask: Localized;
    readonly verb: Localized;
    readonly done: Localized;
    readonly names: string;
  };
  /** The parameter that who approves may write anew. */
  readonly edits?: string;
  /** What else decides, such as how long it can be taken back. */
  readonly note?: Localized;
  /** Parameters that decide nothing for who approves, or that the card tells otherwise. */
  readonly silent?: readonly string[];
  /** True for what cannot be taken back or runs something: the button is red. */
  readonly danger?: boolean;
  /** After a crash: that it is not known whether it happened, and the labels to do it once more and to take it as done. */
  readonly unsure?: { readonly say: Localized; readonly again: Localized; readonly did: Localized };
}

/** How a message asks for an action. */
export interface Asked {
  /** Parameter → kinds of values that fill it, such as `quote|words!`; `!` is for one that must be said, `*` for a list. */
  readonly fills?: Readonly<Record<string, string>>;
  /** Beginnings of the words that name it, with spaces between. */
  readonly words: string;
  /** Those of words that are said of it and that do not name it. */
  readonly about?: string;
}

/** The parameters of a call that runs a program. */
export interface Runs {
  readonly program?: string;
  readonly workflow?: string;
  /** Holds the program as a list of steps, like those of a stored workflow. */
  readonly steps?: string;
  /** Names the agent that runs it, with the rights of all that asked. */
  readonly agent?: string;
  readonly when: "now" | "later";
  /** Holds a program that only reads and is run again and again, and a condition on what it gives. */
  readonly watch?: string;
  readonly condition?: string;
  /** The first step of the program is given something where this parameter has one of these values. */
  readonly fed_by?: { readonly param: string; readonly values: readonly string[] };
}

/** How a verb of a node reaches actions: by `type`, or the action that answers without one. */
export interface Verb {
  readonly routes: Readonly<Record<string, string>>;
  readonly fallback?: string;
}

/** The immutable catalogue: swapped whole, never changed in place. */
export interface Catalogue {
  readonly actions: ReadonlyMap<string, ActionDefinition>;
  readonly nodes: readonly string[];
  /** Node → verb → routes. */
  readonly verbs: ReadonlyMap<string, ReadonlyMap<string, Verb>>;
  /** Every tool of the API registry by its own name, as `[system:call]("NAME")` calls it; those with a node are among the actions too. */
  readonly apiTools: ReadonlyMap<string, ActionDefinition>;
}

/** What an action does in a few words, for headings and buttons: its description without what explains it further. Pure. */
export function titleOf({ description }: Pick<ActionDefinition, "description">): Localized {
  return { ko: shortened(description.ko), en: shortened(description.en) };
}

/** What an action is called where what it is about is left out: its card up to the first value, or its title where the card begins with one. Pure. */
export function headOf(definition: Pick<ActionDefinition, "card" | "description">): Localized {
  const title = titleOf(definition);
  const before = (card: string): string =>
    (card.split(/[[{]/u, 1)[0] ?? "").replace(/[\s:"“]+$/u, "");
  const { ko, en } = definition.card;
  return { ko: before(ko) || title.ko, en: before(en) || title.en };
}

/** Up to the first bracket or semicolon. */
function shortened(text: string): string {
  const start = text.split(/ \(|;/, 1)[0]?.trim() ?? "";
  return start === "" ? text : start;
}

/** A place for a parameter in the text of a card; `{param?}` writes nothing, and its part in square brackets is left out where the value is false. */
export const CARD_PLACE = /\{([a-z_0-9]+)\??\}/g;

/** A place that writes nothing. */
export const CARD_FLAG = /\{([a-z_0-9]+)\?\}/g;

/** The parameters that a card's text names, in its order. Pure. */
export function cardParams(template: string): readonly string[] {
  return [...template.matchAll(CARD_PLACE)].flatMap(([, name]) => name ?? []);
}
