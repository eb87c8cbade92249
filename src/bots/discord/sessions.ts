import type { SessionInfo } from "@discordjs/ws";
import { z } from "zod";
import type { AdapterMemory } from "../platform/adapter-state.ts";

const PREFIX = "session:";

const KEPT = z.object({
  sessionId: z.string(),
  resumeURL: z.string(),
  sequence: z.number(),
  shardCount: z.number(),
  shardId: z.number(),
});

/** Dispatches of one session that are being worked on. */
interface Progress {
  readonly sessionId: string;
  readonly open: Set<number>;
  /** Highest number seen. */
  seen: number;
}

/**
 * Sessions with the gateway. Discord hands out everything after a sequence number again when a session is resumed, so the
 * number kept for the next process is that of the last dispatch before which nothing is open.
 */
export class DiscordSessions {
  readonly #memory: AdapterMemory;
  readonly #live = new Map<number, SessionInfo>();
  readonly #progress = new Map<number, Progress>();

  constructor(memory: AdapterMemory) {
    this.#memory = memory;
  }

  /** The session of a shard: this process's, else the one that the last process left. */
  get(shardId: number): SessionInfo | undefined {
    const live = this.#live.get(shardId) ?? this.#kept(shardId);
    if (live !== undefined) this.#live.set(shardId, live);
    return live;
  }

  /** Notes a session, or how far it has come. */
  set(shardId: number, info: SessionInfo): void {
    const isNew = this.#live.get(shardId)?.sessionId !== info.sessionId;
    this.#live.set(shardId, info);
    if (isNew) this.#keep(shardId, info.sequence);
  }

  /** The session can be resumed no more. */
  end(shardId: number): void {
    this.#live.delete(shardId);
    this.#progress.delete(shardId);
    this.#memory.remove(`${PREFIX}${shardId}`);
  }

  /** Notes that a dispatch is being worked on. The function says that it is done; with true, that it must not come again, which is kept. */
  begin(shardId: number, sequence: number): (mustNotComeAgain: boolean) => void {
    const sessionId = this.#live.get(shardId)?.sessionId ?? "";
    const progress = this.#progressOf(shardId, sessionId);
    progress.seen = Math.max(progress.seen, sequence);
    progress.open.add(sequence);
    return (mustNotComeAgain) => {
      progress.open.delete(sequence);
      const isCurrent = this.#live.get(shardId)?.sessionId === sessionId;
      if (mustNotComeAgain && isCurrent) this.#keep(shardId, doneUpTo(progress));
    };
  }

  #progressOf(shardId: number, sessionId: string): Progress {
    const known = this.#progress.get(shardId);
    if (known?.sessionId === sessionId) return known;
    const progress = { sessionId, open: new Set<number>(), seen: 0 };
    this.#progress.set(shardId, progress);
    return progress;
  }

  #keep(shardId: number, sequence: number): void {
    const live = this.#live.get(shardId);
    if (live === undefined) return;
    this.#memory.set(`${PREFIX}${shardId}`, JSON.stringify({ ...live, sequence }));
  }

  #kept(shardId: number): SessionInfo | undefined {
    const text = this.#memory.get(`${PREFIX}${shardId}`);
    return text === undefined ? undefined : KEPT.safeParse(JSON.parse(text)).data;
  }
}

/** Numbers grow, so the first that is open is the lowest. */
function doneUpTo({ open, seen }: Progress): number {
  const [lowest] = open;
  return lowest === undefined ? seen : lowest - 1;
}
