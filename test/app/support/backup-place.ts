import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import {
  type BackupOptions,
  type BackupResult,
  writeBackup,
} from "../../../src/app/backup/backup.ts";
import { type RestoreResult, restoreBackup } from "../../../src/app/backup/restore.ts";
import { openHome } from "../../../src/app/core/home.ts";
import type { FaultPoint } from "../../../src/base/edges.ts";
import { parseConfig } from "../../../src/config/config.ts";
import { MIGRATIONS, openDatabase } from "../../../src/store/database.ts";
import { craftedFile, craftedFolder, writeCrafted } from "../../support/crafted-backup.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { filesBelow } from "../../support/service.ts";

/** A folder with a HOME in use, and what can be done to it. */
export class BackupPlace {
  readonly folder = mkdtempSync(join(tmpdir(), "ibl-bot-backup-"));
  readonly home = join(this.folder, "home");
  readonly other = join(this.folder, "other");
  readonly file = join(this.folder, "a.backup");
  readonly clock = new ManualClock();

  constructor(t: TestContext) {
    t.after(() => rmSync(this.folder, { recursive: true, force: true }));
    openHome(this.home);
    openDatabase(join(this.home, "ibl-bot.db")).close();
    this.put("files/console_local/memo.md", "우유");
  }

  /** Writes a file below HOME. */
  put(path: string, content: string | Uint8Array, home = this.home): void {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }

  read(path: string, home = this.other): string {
    return readFileSync(join(home, path), "utf8");
  }

  backup(options: Partial<BackupOptions> = {}): Promise<BackupResult> {
    return writeBackup({
      homePath: this.home,
      file: this.file,
      force: false,
      withSecrets: false,
      version: "1.0.0",
      nowMs: this.clock.now(),
      signal: new AbortController().signal,
      faultPoint: () => undefined,
      randomBytes,
      onProgress: () => undefined,
      ...options,
    });
  }

  restore(
    options: {
      readonly home?: string;
      readonly force?: boolean;
      readonly faultPoint?: FaultPoint;
      readonly signal?: AbortSignal;
    } = {},
  ): Promise<RestoreResult> {
    const { clock } = this;
    const faultPoint = options.faultPoint ?? (() => undefined);
    return restoreBackup({
      config: parseConfig({ IBL_HOME: options.home ?? this.other, TZ: "UTC" }, this.folder),
      edges: { clock, faultPoint, randomBytes },
      file: this.file,
      force: options.force ?? false,
      signal: options.signal ?? new AbortController().signal,
      onProgress: () => undefined,
    });
  }

  /** A backup made by hand: a database of this version, and files at any paths. */
  async craft(paths: readonly string[], options: { readonly schema?: number } = {}): Promise<void> {
    const contents = [readFileSync(join(this.home, "ibl-bot.db")), Buffer.from("evil")] as const;
    const entries = [
      craftedFile("ibl-bot.db", contents[0], 1),
      ...paths.map((path) =>
        path.endsWith("/") ? craftedFolder(path.slice(0, -1)) : craftedFile(path, contents[1], 2),
      ),
    ];
    const files = paths.filter((path) => !path.endsWith("/")).length;
    const manifest = {
      product: "ibl-bot",
      version: "9.0.0",
      schema: options.schema ?? MIGRATIONS.length,
      createdAtMs: this.clock.now(),
      hasSecrets: false,
      sizeBytes: contents[0].length + files * contents[1].length,
      entries,
    };
    await writeCrafted(this.file, { manifest, contents });
  }

  /** Files of a HOME by path, with their content; locks aside. */
  state(home = this.home): Readonly<Record<string, string>> {
    if (!existsSync(home)) return {};
    const paths = filesBelow(home).filter((path) => !/^(service\.lock|leases)/.test(path));
    return Object.fromEntries(
      paths.map((path) => [path, readFileSync(join(home, path), "latin1")]),
    );
  }

  /** Names beside HOME. */
  beside(): readonly string[] {
    return filesBelow(this.folder).filter((path) => !path.startsWith("home/"));
  }
}

/** Lower bits of a file's mode. */
export function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/** A fault point that throws an error with a code at the n-th passing of `point`. */
export function failingAt(point: string, code: string, times = 1): FaultPoint {
  let left = times;
  return (name) => {
    if (name !== point) return;
    left -= 1;
    if (left === 0) throw Object.assign(new Error("no space left on device"), { code });
  };
}
