import { createHash } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { base32 } from "../../base/ids.ts";
import type { Database } from "../../store/database.ts";
import { plain, Table } from "../../store/table.ts";

/** What a code is good for: to become the owner, or to join an account with a person. */
export type CodePurpose = "claim" | "link";

/** A code that is still good. `digest` names it without telling it. */
export interface OpenCode {
  readonly digest: string;
  /** Whose it is; absent for a claim. */
  readonly personId?: string;
}

const OPEN = "used_at_ms IS NULL AND expires_at_ms > ?";

/** Owner of the one-time codes. Only their digests are kept. */
export class OneTimeCodes {
  readonly #clock: Clock;
  readonly #randomBytes: (sizeBytes: number) => Uint8Array;
  readonly #table: Table<OpenCode>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly randomBytes: (sizeBytes: number) => Uint8Array;
  }) {
    this.#clock = parts.clock;
    this.#randomBytes = parts.randomBytes;
    const columns = { digest: plain<string>(), personId: plain<string>() };
    this.#table = new Table(parts.database, "one_time_codes", columns);
  }

  /** Makes a code that works once within its time, and voids the one before it for the same purpose and person. */
  make(purpose: CodePurpose, lifetimeMs: number, personId?: string): string {
    const code = readableCode(this.#randomBytes);
    this.#table.run(
      "UPDATE one_time_codes SET expires_at_ms = 0 WHERE purpose = ? AND person_id IS ? AND used_at_ms IS NULL",
      purpose,
      personId,
    );
    this.#table.insert(
      { digest: codeDigest(code) },
      { purpose, person_id: personId, expires_at_ms: this.#clock.now() + lifetimeMs },
    );
    return code;
  }

  /** Every code for a purpose that is neither used nor too old. */
  open(purpose: CodePurpose): readonly OpenCode[] {
    const sql = `SELECT * FROM one_time_codes WHERE purpose = ? AND ${OPEN}`;
    return this.#table.many(sql, purpose, this.#clock.now());
  }

  /** The code that was typed, if it is still good. */
  find(purpose: CodePurpose, typed: string): OpenCode | undefined {
    const digest = codeDigest(typed);
    return this.open(purpose).find((each) => each.digest === digest);
  }

  /** Uses a code up; false when it is used or too old. */
  use(purpose: CodePurpose, digest: string): boolean {
    const nowMs = this.#clock.now();
    const sql = `UPDATE one_time_codes SET used_at_ms = ? WHERE digest = ? AND purpose = ? AND ${OPEN}`;
    return this.#table.run(sql, nowMs, digest, purpose, nowMs) > 0;
  }
}

/** Eight letters and digits that cannot be mistaken for one another: 40 random bits. */
function readableCode(randomBytes: (sizeBytes: number) => Uint8Array): string {
  const text = base32(randomBytes(5)).toUpperCase();
  return `${text.slice(0, 4)}-${text.slice(4, 8)}`;
}

/** A code is the same in small letters, without its dash, and with the letters typed that look like its digits. */
function codeDigest(code: string): string {
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, "");
  const meant = typed.replace(/O/g, "0").replace(/[IL]/g, "1");
  return createHash("sha256").update(meant).digest("hex");
}
