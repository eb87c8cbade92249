import type { Edges } from "../../base/edges.ts";
import type { Log } from "../../base/log.ts";
import { judge, type Verdict } from "./judge.ts";
import { parseMessages } from "./labelled-messages.ts";
import { Rehearsal } from "./rehearsal.ts";

/** One message with what came of it. */
export interface Evaluated {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly verdict: Verdict;
  readonly ran: readonly string[];
  readonly asked: readonly string[];
  readonly offered: readonly string[];
  readonly said: string;
}

/** How many messages there are of each verdict, and the shares of the whole: right at once, at once or as the first choice, wrong, forbidden. */
export interface Shares {
  readonly messages: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly rightAtOnce: number;
  readonly rightOrFirst: number;
  readonly wrong: number;
  readonly forbidden: number;
}

/** Plays every message of a table. Throws `AppError` `bad-arguments` for a table that cannot be read, and the reason of an abort. */
export async function evaluateMessages(
  content: string,
  options: {
    readonly edges: Edges;
    readonly root: string;
    readonly log: Log;
    readonly signal: AbortSignal;
    readonly onMessage: (done: number, all: number) => void;
  },
): Promise<{
  readonly shares: Shares;
  readonly byKind: Readonly<Record<string, Shares>>;
  readonly messages: readonly Evaluated[];
}> {
  const all = parseMessages(content);
  const evaluated: Evaluated[] = [];
  for (const zone of new Set(all.map((message) => message.zone))) {
    const own = all.filter((message) => message.zone === zone);
    const [{ nowMs } = { nowMs: 0 }] = own;
    const rehearsal = await Rehearsal.open({ ...options, nowMs, zone });
    try {
      for (const message of own) {
        options.signal.throwIfAborted();
        const heard = await rehearsal.hear(message);
        const verdict = judge(message, heard, rehearsal.comparing(message));
        const { ran, asked, offered, text: said } = heard;
        const { id, kind, text } = message;
        evaluated.push({ id, kind, text, verdict, ran, asked, offered, said });
        options.onMessage(evaluated.length, all.length);
      }
    } finally {
      await rehearsal.close();
    }
  }
  const kinds = [...new Set(evaluated.map(({ kind }) => kind))];
  const byKind = kinds.map((kind) => [
    kind,
    sharesOf(evaluated.filter((each) => each.kind === kind)),
  ]);
  return {
    shares: sharesOf(evaluated),
    byKind: Object.fromEntries(byKind),
    messages: evaluated,
  };
}

function sharesOf(evaluated: readonly Evaluated[]): Shares {
  const count = (...verdicts: readonly Verdict[]): number =>
    evaluated.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const share = (part: number): number =>
    Math.round((1000 * part) / Math.max(1, evaluated.length)) / 1000;
  return {
    messages: evaluated.length,
    verdicts: {
      right: count("right"),
      first: count("first"),
      later: count("later"),
      unsupported: count("unsupported"),
      missed: count("missed"),
      wrong: count("wrong"),
      forbidden: count("forbidden"),
    },
    rightAtOnce: share(count("right")),
    rightOrFirst: share(count("right", "first")),
    wrong: share(count("wrong")),
    forbidden: share(count("forbidden")),
  };
}
