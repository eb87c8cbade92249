import { tokensOf } from "../models/count-tokens.ts";
import { type Message, NO_USAGE, textOfMessage } from "../models/model-client.ts";
import { callsOf } from "./loop-state.ts";
import { DATA_MARKS, END_OF_DATA } from "./tool-result.ts";

/** A turn as far as a history needs it. */
export interface PastTurn {
  readonly id: string;
  readonly input: string;
  readonly state: "running" | "waiting" | "done" | "failed" | "stopped";
  readonly reply?: string;
}

/** Longest piece of a turn too large to be kept whole, for each side, in UTF-16 units. */
const MAX_GIST_LENGTH = 1000;

/** Stands for the model in answers that are the product's own. */
const NO_MODEL = "none";

/** What stands in for the result of a call that has none. */
const OPEN_RESULTS: Readonly<Record<PastTurn["state"], string>> = {
  running: "Not finished.",
  waiting: "Waiting for the person's decision; not done yet.",
  done: "Not run.",
  failed: "Not run.",
  stopped: "Stopped, not run.",
};

/**
 * The messages of past turns, oldest first, from as many of the newest as fit into about `maxTokens`. `turns` are newest first. A
 * turn is taken whole, or, when it alone is too large, as what was asked and what was said in the end; never in part.
 */
export function boundedHistory(
  turns: readonly PastTurn[],
  messagesOf: (turnId: string) => readonly Message[],
  maxTokens: number,
): readonly Message[] {
  const taken: (readonly Message[])[] = [];
  let leftTokens = maxTokens;
  for (const turn of turns) {
    const whole = closed(turn, messagesOf(turn.id));
    const fitting = [whole, gistOf(turn, whole)].find(
      (messages) => tokensOf(messages) <= leftTokens,
    );
    if (fitting === undefined) break;
    taken.unshift(fitting === whole ? begunBy(turn, whole) : fitting);
    leftTokens -= tokensOf(fitting);
    if (fitting !== whole) break;
  }
  return taken.flat();
}

/** A turn's messages, the first with whose they are. */
function begunBy({ id }: PastTurn, messages: readonly Message[]): readonly Message[] {
  const [first, ...rest] = messages;
  return first?.role === "user" ? [{ ...first, turnId: id }, ...rest] : messages;
}

/** A turn as a later one may read it: without reminders and empty answers, every call with a result, and words at the end. */
function closed(turn: PastTurn, messages: readonly Message[]): readonly Message[] {
  const kept = messages.filter(
    (message, index) =>
      message.content.length > 0 && !isNudge(message) && !isTakenBack(messages[index + 1]),
  );
  const results = callsOf(messages)
    .filter((record) => record.state === "open")
    .map(({ call }): Message => {
      const content = OPEN_RESULTS[turn.state];
      const result = {
        toolUseId: call.id,
        name: call.name,
        content,
        isError: false,
        tainted: false,
      };
      return { role: "tool", content: [{ type: "tool_result", ...result }] };
    });
  const all = [...kept, ...results];
  const last = all.at(-1);
  const words = endOf(turn);
  if (last?.role !== "assistant" || textOfMessage(last) === "")
    return [...all, productWords(words)];
  if (last.model === NO_MODEL) return all;
  // What the person was told is what was said, also where the model's own words were corrected.
  const isCorrected = turn.reply !== undefined && turn.reply !== textOfMessage(last);
  return isCorrected ? [...all.slice(0, -1), productWords(words)] : all;
}

function gistOf(turn: PastTurn, whole: readonly Message[]): readonly Message[] {
  const last = whole.at(-1);
  const words = last === undefined ? endOf(turn) : textOfMessage(last);
  const [first] = whole;
  const input = first === undefined ? turn.input : textOfMessage(first);
  const asked: Message = { role: "user", content: [{ type: "text", text: shorten(input) }] };
  return [asked, productWords(shorten(words))];
}

function endOf(turn: PastTurn): string {
  return turn.reply ?? OPEN_RESULTS[turn.state];
}

/** Words of the product itself as an answer, such as the endings that the loop writes; they belong to no model. Pure. */
export function productWords(text: string): Message {
  return {
    role: "assistant",
    content: [{ type: "text", text }],
    stopReason: "end_turn",
    model: NO_MODEL,
    usage: NO_USAGE,
  };
}

/** Words that the model was told to be untrue, so that it answered again. */
function isTakenBack(next: Message | undefined): boolean {
  return next?.role === "user" && next.nudge === "false-claim";
}

function isNudge(message: Message): boolean {
  return message.role === "user" && message.nudge !== undefined;
}

/** What stands between marks stays between them. */
function shorten(text: string): string {
  if (text.length <= MAX_GIST_LENGTH) return text;
  const shown = text.slice(0, MAX_GIST_LENGTH);
  const isAmidData = shown.lastIndexOf(DATA_MARKS.open) > shown.lastIndexOf(END_OF_DATA);
  return isAmidData ? `${shown}…\n${END_OF_DATA}` : `${shown}…`;
}
