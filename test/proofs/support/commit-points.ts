import { Sqlite } from "../../../src/store/sqlite.ts";

/** What a process does no more once it was killed. */
export class Killed extends Error {}

/**
 * The numbered moments at which one process may be killed: every `faultPoint` of the product, and the moments just before and
 * just after each commit of its database. Between two of them nothing on disk changes and nobody outside is told anything that
 * a kill could still take back, so these are all the moments there are. A new commit or fault point is numbered by itself.
 */
export class CommitPoints {
  /** Names of the points that were passed, in order. */
  readonly passed: string[] = [];
  /** Points that work already under way in the system came to after the death, as a disk ends a write that it was given. */
  readonly late: string[] = [];
  readonly #dieAt: number;
  readonly #onDeath: () => void;
  #isDead = false;

  /** `dieAt` counts from 1; `onDeath` is called once, before the point throws. */
  constructor(dieAt: number, onDeath: () => void) {
    this.#dieAt = dieAt;
    this.#onDeath = onDeath;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Passes a point; throws `Killed` when it is the last of this process, and ever after. */
  pass(name: string): void {
    if (this.#isDead) {
      this.late.push(name);
      throw new Killed(name);
    }
    this.passed.push(name);
    if (this.passed.length < this.#dieAt) return;
    this.#isDead = true;
    this.#onDeath();
    throw new Killed(name);
  }
}

const watched = new Map<string, CommitPoints>();

/** Numbers the commits of the database file at `path` from now on; `undefined` ends that. */
export function watchCommits(path: string, points: CommitPoints | undefined): void {
  spyOnce();
  if (points === undefined) watched.delete(path);
  else watched.set(path, points);
}

interface SpiedStatement {
  readonly source: string;
  readonly readonly: boolean;
  readonly database: { readonly name: string; readonly inTransaction: boolean };
}

type Method = (this: SpiedStatement, ...parameters: unknown[]) => unknown;

let isSpied = false;

/** Every statement of every database passes here; those that commit something of a watched one are numbered. */
function spyOnce(): void {
  if (isSpied) return;
  isSpied = true;
  const database = new Sqlite(":memory:");
  const prototype = Object.getPrototypeOf(database.prepare("SELECT 1")) as Record<string, Method>; // the binding's class of statements
  database.close();
  for (const name of ["run", "get", "all"]) {
    const method = prototype[name]!;
    prototype[name] = function spied(...parameters) {
      const points = watched.get(this.database.name);
      if (points === undefined || !commits(this)) return Reflect.apply(method, this, parameters);
      const subject = this.source.replace(/\s+/g, " ").slice(0, 40);
      points.pass(`before ${subject}`);
      const result = Reflect.apply(method, this, parameters);
      points.pass(`after ${subject}`);
      return result;
    };
  }
}

/** A write of its own, or the end of a transaction; what is written inside one is not on disk before its end. */
function commits({ source, readonly, database }: SpiedStatement): boolean {
  if (source === "COMMIT") return true;
  return !readonly && !database.inTransaction && !source.startsWith("BEGIN");
}
