import { isJsonObject } from "../../base/json.ts";
import { oneLine } from "../../base/localized.ts";
import { type Message, textOfMessage } from "../models/model-client.ts";
import { callsOf } from "./loop-state.ts";
import type { Turn } from "./turn-table.ts";

/** A turn with its messages. */
export interface WholeTurn {
  readonly turn: Turn;
  readonly messages: readonly Message[];
}

/** Longest piece of what was said and of a program, in UTF-16 units. */
export interface DigestLengths {
  readonly asked: number;
  readonly answered: number;
  readonly program: number;
}

const ENDS: Readonly<Record<Turn["state"], string>> = {
  running: "not finished",
  waiting: "waits for a decision",
  done: "",
  failed: "failed",
  stopped: "stopped",
};

/** Most programs of one turn that are told. */
const MOST_PROGRAMS = 6;

/** A turn in a few lines, by rule: who asked what, which programs ran and how, what was answered, what is open. Pure. */
export function digestOfTurn({ turn, messages }: WholeTurn, lengths: DigestLengths): string {
  const day = new Date(turn.startedAtMs).toISOString().slice(0, 10);
  const programs = callsOf(messages).map(({ call, state }) => {
    const code = isJsonObject(call.input) ? call.input["code"] : undefined;
    return `ran (${state}): ${oneLine(typeof code === "string" ? code : call.name, lengths.program)}`;
  });
  const last = messages.findLast((message) => message.role === "assistant");
  const answer = turn.reply ?? (last === undefined ? "" : textOfMessage(last));
  const lines = [
    ...programs.slice(-MOST_PROGRAMS),
    ...(answer === "" ? [] : [`answered: ${oneLine(answer, lengths.answered)}`]),
    ...(ENDS[turn.state] === "" ? [] : [`open: ${ENDS[turn.state]}`]),
  ];
  return [`- ${day} asked: ${oneLine(turn.input, lengths.asked)}`, ...lines].join("\n  ");
}

/** As many of the newest entries as fit into `maxLength`, oldest first; how many are left out is said first. Pure. */
export function newestEntries(entries: readonly string[], maxLength: number): string {
  const kept: string[] = [];
  let left = maxLength;
  for (const entry of [...entries].reverse()) {
    if (entry.length > left) break;
    kept.unshift(entry);
    left -= entry.length + 1;
  }
  const dropped = entries.length - kept.length;
  return [...(dropped === 0 ? [] : [`(${dropped} older entries are left out)`]), ...kept].join(
    "\n",
  );
}
