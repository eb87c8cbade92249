import type { Language } from "../../base/localized.ts";
/** A workflow that may be called by name; `title` is what people call it. */
export interface PlannerWorkflow {
  readonly name: string;
  readonly title: string;
  /** Its titles in every language that it has one in. */
  readonly titles?: readonly string[];
}

/** A program that may be what a person meant. `score` is in [0, 1]; `intent` says in words what it would do. */
export interface PlanProposal {
  readonly code: string;
  readonly score: number;
  readonly intent: string;
  /** The examples that it was made from, in the order of its steps; absent where it was made from none (a workflow's name, a reminder). */
  readonly from?: readonly PlannedPart[];
}

/** A part of a program, the example behind it, and the values that were put into it. */
export interface PlannedPart {
  readonly code: string;
  readonly score: number;
  /** The words of the message that it answers. */
  readonly said: string;
  /** How the example asks for it. */
  readonly example: string;
  readonly slots: readonly { readonly kind: string; readonly value: string }[];
}

/** What the planner makes of a message: one program it is sure of, up to three to choose from (best first), or nothing. */
export type PlannerResult =
  | ({
      readonly kind: "sure";
      /** What else came near, best first; absent for nothing. */
      readonly others?: readonly PlanProposal[];
    } & PlanProposal)
  | { readonly kind: "unsure"; readonly proposals: readonly PlanProposal[] }
  /** `question` says what to say more clearly, or what cannot be done; `answer` is all there is to say to a message that only forbids. */
  | { readonly kind: "none"; readonly question?: string; readonly answer?: string };

/** Whom and when a message is planned for. */
export interface PlanOptions {
  readonly language: Language;
  readonly nowMs: number;
  /** IANA zone in which times of day in the message are meant. */
  readonly zone: string;
  /** Nodes the person may use; absent = all. A program that needs another node is never offered. */
  readonly allowedNodes?: readonly string[];
  /** Workflows that may be called by name or title. */
  readonly workflows?: readonly PlannerWorkflow[];
  /** Names of the person's schedules and events. Default: none is known. */
  readonly schedules?: readonly string[];
  /** Names of the people whom messages may reach. Default: none is known. */
  readonly people?: readonly string[];
  /** Paths of the person's files, and of folders, as far as messages may name them. Default: none is known. */
  readonly files?: readonly string[];
  readonly folders?: readonly string[];
  /** The city whose weather is asked for where none is named. Default: that of the zone. */
  readonly city?: string;
}

/** A result with each of its programs changed. Pure. */
export function withEach(
  result: PlannerResult,
  change: (proposal: PlanProposal) => PlanProposal,
): PlannerResult {
  switch (result.kind) {
    case "none":
      return result;
    case "unsure":
      return { kind: "unsure", proposals: result.proposals.map(change) };
    case "sure": {
      const { kind, others, ...own } = result;
      const changed = others === undefined ? {} : { others: others.map(change) };
      return { kind, ...change(own), ...changed };
    }
  }
}
