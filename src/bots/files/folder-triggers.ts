import type { Clock } from "../../base/clock.ts";
import { matchesGlob } from "../../base/glob.ts";
import { canonicalJson, isJsonObject } from "../../base/json.ts";
import type { Runs } from "../../runs/run-table.ts";
import type { Firings } from "../../scheduler/ledger/fire-event.ts";
import type { Schedule } from "../../scheduler/ledger/schedule-table.ts";
import type { FileTrigger } from "../../scheduler/timing/timing-kinds.ts";
import type { FolderFile, ListFiles } from "./file-browser.ts";

/** How a file looked: another size or time is another stamp. */
type Stamp = string;

/** Files by path with their stamps, as a schedule last took note of them. */
type Known = Readonly<Record<string, Stamp>>;

/** What a look at a folder saw. */
interface Seen {
  readonly stamps: ReadonlyMap<string, Stamp>;
  /** The same at this look and the one before. */
  readonly isSettled: (path: string) => boolean;
  /** Written by a schedule. */
  readonly isOwn: (path: string) => boolean;
}

interface FileEvent {
  readonly path: string;
  readonly stamp: Stamp;
  readonly change: "created" | "changed";
}

/** Stands for a file that counts as not there yet. */
const ABSENT: Stamp = "";

const NOTHING = { events: [], asBefore: {} } as const;

/** Most files that set one schedule off at one look; the rest does at the next. */
const MOST_AT_ONCE = 10;

/** Fires the schedules that wait for files. Files written by scheduled programs fire nothing, so no schedule triggers itself. */
export class FolderTriggers {
  readonly #parts: ConstructorParameters<typeof FolderTriggers>[0];
  /** What was there at the last look, by chat. */
  readonly #last = new Map<string, ReadonlyMap<string, Stamp>>();
  /** How many scheduled runs are going on in a chat. */
  readonly #busy = new Map<string, number>();
  /** Scheduled runs that have ended since the last look, by chat. */
  readonly #ended = new Map<string, readonly string[]>();

  constructor(parts: {
    readonly schedules: Firings;
    readonly runs: Pick<Runs, "hasWritten">;
    readonly clock: Clock;
    readonly listFiles: ListFiles;
  }) {
    this.#parts = parts;
  }

  /** A scheduled run begins in a chat: its folder is not looked at until it ends. */
  begin(chatKey: string): void {
    this.#busy.set(chatKey, (this.#busy.get(chatKey) ?? 0) + 1);
  }

  /** It has ended, or waits for a person. */
  end(chatKey: string): void {
    this.#busy.set(chatKey, Math.max(0, (this.#busy.get(chatKey) ?? 0) - 1));
  }

  /** The run of a schedule has got as far as it goes for now: the files that it wrote are its own. */
  ran(chatKey: string, runId: string): void {
    this.#ended.set(chatKey, [...(this.#ended.get(chatKey) ?? []), runId]);
  }

  /** One look at every folder that a schedule waits for. A file counts once it looks the same at two looks. Rejects with what went wrong in a folder, after the others. */
  async look(): Promise<void> {
    const byChat = new Map<string, readonly Schedule[]>();
    for (const schedule of this.#parts.schedules.listening("file"))
      byChat.set(schedule.chatId, [...(byChat.get(schedule.chatId) ?? []), schedule]);
    for (const chatKey of this.#last.keys()) if (!byChat.has(chatKey)) this.#forget(chatKey);
    const looks = [...byChat].map(([chatKey, schedules]) => this.#lookIn(chatKey, schedules));
    const settled = await Promise.allSettled(looks);
    for (const look of settled) if (look.status === "rejected") throw look.reason;
  }

  async #lookIn(chatKey: string, schedules: readonly Schedule[]): Promise<void> {
    if ((this.#busy.get(chatKey) ?? 0) > 0) return;
    const { files } = await this.#parts.listFiles(chatKey);
    if ((this.#busy.get(chatKey) ?? 0) > 0) return;
    const runs = this.#ended.get(chatKey) ?? [];
    this.#ended.delete(chatKey);
    const stamps = new Map(files.map((file) => [file.path, stampOf(file)]));
    const before = this.#last.get(chatKey);
    this.#last.set(chatKey, stamps);
    const seen: Seen = {
      stamps,
      isSettled: (path) => before?.get(path) === stamps.get(path),
      isOwn: (path) => runs.some((runId) => this.#parts.runs.hasWritten(runId, path)),
    };
    for (const schedule of schedules)
      if (schedule.timing.kind === "file") this.#compare(schedule, schedule.timing, seen);
  }

  /** The first look only learns what is there. An event has the same key when it is found again, so what is known may be noted after it. */
  #compare(schedule: Schedule, trigger: FileTrigger, seen: Seen): void {
    const { schedules, clock } = this.#parts;
    const matching = [...seen.stamps].filter(([path]) => matchesGlob(path, trigger.pattern ?? "*"));
    const known = knownOf(schedule);
    const found = known === undefined ? NOTHING : eventsOf(known, matching, trigger, seen);
    for (const { path, stamp, change } of found.events)
      schedules.fire(schedule.id, {
        key: `file:${stamp}:${path}`,
        atMs: clock.now(),
        input: { kind: "file", text: path, path, name: fileName(path), change },
      });
    const files = { ...Object.fromEntries(matching), ...found.asBefore };
    const now = Object.fromEntries(Object.entries(files).filter(([, stamp]) => stamp !== ABSENT));
    if (canonicalJson(now) !== canonicalJson(known))
      schedules.remember(schedule.id, { files: now });
  }

  #forget(chatKey: string): void {
    this.#last.delete(chatKey);
    this.#ended.delete(chatKey);
  }
}

/** What changed, and what stays as it was known until a later look. */
function eventsOf(
  known: Known,
  matching: readonly (readonly [string, Stamp])[],
  trigger: FileTrigger,
  seen: Seen,
): { readonly events: readonly FileEvent[]; readonly asBefore: Known } {
  const events: FileEvent[] = [];
  const asBefore: Record<string, Stamp> = {};
  const differing = matching.filter(([path, stamp]) => known[path] !== stamp && !seen.isOwn(path));
  for (const [path, stamp] of differing) {
    const before = known[path];
    const change = before === undefined ? "created" : "changed";
    const isAsked = trigger.change === "any" || trigger.change === change;
    if (!seen.isSettled(path) || events.length >= MOST_AT_ONCE) asBefore[path] = before ?? ABSENT;
    else if (isAsked) events.push({ path, stamp, change });
  }
  return { events, asBefore };
}

function stampOf({ sizeBytes, modifiedAtMs }: FolderFile): Stamp {
  return `${Math.round(modifiedAtMs)}-${sizeBytes}`;
}

function knownOf({ memory }: Schedule): Known | undefined {
  const files = memory !== undefined && isJsonObject(memory) ? memory["files"] : undefined;
  if (files === undefined || !isJsonObject(files)) return undefined;
  return Object.fromEntries(Object.entries(files).map(([path, stamp]) => [path, String(stamp)]));
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
