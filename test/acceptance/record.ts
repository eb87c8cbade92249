import type { Marked, Place, Who } from "../conversations/support/channel.ts";

/** What somebody did, as far as a rule asks. */
export interface RecordedAct {
  readonly kind: "say" | "press" | "send" | "wait" | "restart" | "off" | "trouble" | "upstream";
  readonly by: Who;
  /** What was said, or written beside a file. */
  readonly text?: string;
  /** What was pressed. */
  readonly label?: string;
  /** The button was pressed once more after it had been pressed. */
  readonly isLate?: boolean;
  /** It was pressed twice at once. */
  readonly isTwice?: boolean;
  /** What comes of it is shown while time passes. */
  readonly isMeanwhile?: boolean;
}

/** A message that was new or changed after a step. */
export interface Shown extends Marked {
  readonly to: Who;
  readonly isNew: boolean;
  /** How often it was edited in the step. */
  readonly editsNow: number;
  /** True for what nobody else sees in a talk of a group. */
  readonly isAlone: boolean;
}

/** A call of the platform in a step. */
export interface PlatformCall {
  readonly kind: "typing" | "message" | "edit" | "edited in vain";
  /** Since the step began, in ms of the machine. */
  readonly afterMs: number;
  /** The first line of what it shows. */
  readonly text: string;
}

/** A step with everything that it showed. */
export interface RecordedStep {
  readonly act: RecordedAct;
  readonly shown: readonly Shown[];
  /** What only the presser was told. */
  readonly note: string;
  readonly reactions: readonly string[];
  readonly calls: readonly PlatformCall[];
  /** People's things before and after: to-dos, memories, schedules, files. */
  readonly things: { readonly before: string; readonly after: string };
}

/** Steps under one heading. */
export interface RecordedSituation {
  readonly name: string;
  readonly steps: readonly RecordedStep[];
}

/** A talk as it was held on a platform. */
export interface Recording {
  readonly name: string;
  readonly platform: "telegram" | "discord" | "console";
  readonly language: "ko" | "en";
  readonly place: Place;
  /** What the two are called. */
  readonly names: Readonly<Record<Who, string>>;
  /** Words that nobody but their person may read. */
  readonly secrets: readonly string[];
  /** What is not the product's own: contents of files, answers of a model. */
  readonly foreign: readonly string[];
  readonly situations: readonly RecordedSituation[];
}

/** A rule that something breaks. */
export interface Breach {
  readonly rule: string;
  readonly situation: string;
  /** What breaks it, as it was shown. */
  readonly text: string;
}

/** A step with where it stands. */
export interface PlacedStep extends RecordedStep {
  readonly situation: string;
}

/** All steps of a recording in order. */
export function stepsOf({ situations }: Recording): readonly PlacedStep[] {
  return situations.flatMap(({ name, steps }) =>
    steps.map((step) => ({ ...step, situation: name })),
  );
}

/** Everything that is read: words and buttons. */
export function wordsOf({ text, rows }: Pick<Shown, "text" | "rows">): string {
  return [text, ...rows.flat()].join("\n");
}

/** Labels of buttons without their colours and without the options of menus. */
export function labelsOf({ rows }: Pick<Shown, "rows">): readonly string[] {
  return rows
    .flat()
    .filter((label) => !label.startsWith("▾ "))
    .map((label) => label.replace(/:[grb]$/, ""));
}

/** True for a card: something is asked that only a press decides. */
export function isCard(one: Shown): boolean {
  return labelsOf(one).some((label) => label === "Don't" || label === "안 할래요");
}
