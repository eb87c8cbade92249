import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settled } from "../../support/manual-clock.ts";
import type { Channel } from "./channel.ts";
import { until, watchDatabase } from "./quiet.ts";
import { type ServiceHere, startService } from "./service-here.ts";

/** Longer than the scheduler waits for its heartbeat before it looks by itself. */
const BEAT_MS = 20_000;

/** How long after its time something is looked for. */
const JUST_AFTER_MS = 1000;

/** The built service over a HOME of its own, on one platform. */
export class Stage {
  readonly channel: Channel;
  readonly homePath = mkdtempSync(join(tmpdir(), "ibl-bot-talk-"));
  readonly #environment: Readonly<Record<string, string>>;
  #service: ServiceHere | undefined;
  #watch: ReturnType<typeof watchDatabase> | undefined;
  #told = "";

  constructor(channel: Channel, environment: Readonly<Record<string, string>>) {
    this.channel = channel;
    this.#environment = environment;
  }

  /** What the service has told whoever runs it: its log, and the code with which the first owner claims it. */
  get told(): string {
    return this.#told;
  }

  get claimCode(): string {
    return /\/claim ([0-9A-Z-]+)/.exec(this.#told)?.[1] ?? "";
  }

  get #database(): ReturnType<typeof watchDatabase> {
    if (this.#watch === undefined) throw new Error("The service does not run.");
    return this.#watch;
  }

  get databasePath(): string {
    return join(this.homePath, "ibl-bot.db");
  }

  /** Starts the service on a HOME that is prepared; resolves when it listens and has done what a start does. */
  async start(): Promise<void> {
    const { channel } = this;
    const sinceMs = channel.clock.now();
    const environment = { ...channel.environment, ...this.#environment };
    this.#service = await startService(this.homePath, environment, {
      clock: channel.clock,
      terminal: channel.openTerminal?.(),
      tell: (text) => {
        this.#told += text;
      },
    });
    this.#watch = watchDatabase(this.databasePath, () => channel.clock.now());
    await channel.connected();
    await until("the end of the start", () => this.#database.cleaned() >= sinceMs);
  }

  /** Does something on the platform and resolves when the service has received it. */
  async act(work: () => void): Promise<void> {
    const before = this.#database.received();
    work();
    await until("what was done on the platform", () => this.#database.received() > before);
  }

  /** Resolves when nothing is being worked on and everything that may leave has left. */
  quiet(): Promise<void> {
    return this.#database.quiet(() => this.channel.isTaken());
  }

  /** Time passes; what falls due is done at its time. */
  async wait(byMs: number): Promise<void> {
    const untilMs = this.channel.clock.now() + byMs;
    for (let atMs = this.#database.due(); atMs <= untilMs; atMs = this.#database.due()) {
      await this.#moveTo(atMs + JUST_AFTER_MS);
      await this.quiet();
    }
    await this.#moveTo(untilMs);
    await this.quiet();
  }

  /** Moves the clock, and waits for the next look of the scheduler where that comes from the move. */
  async #moveTo(atMs: number): Promise<void> {
    const { clock } = this.channel;
    const byMs = Math.max(0, atMs - clock.now());
    // The scheduler looks when it was left without a heartbeat, so the last part of the way is longer than that.
    const leadMs = Math.max(0, byMs - BEAT_MS);
    clock.shift(leadMs);
    await settled();
    clock.shift(byMs - leadMs);
    const nowMs = clock.now();
    if (leadMs > 0) await until("a heartbeat", () => this.#database.beat() >= nowMs);
  }

  /** The service ends and starts again on the same HOME; `killed`, on what HOME held before it knew that it ends. */
  async restart(how: "stopped" | "killed"): Promise<void> {
    const left = `${this.homePath}-left`;
    if (how === "killed") cpSync(this.homePath, left, { recursive: true });
    await this.stop();
    if (how === "killed") {
      rmSync(this.homePath, { recursive: true });
      renameSync(left, this.homePath);
    }
    await this.start();
    await this.quiet();
  }

  /** The service is not there for a while. */
  async off(forMs: number): Promise<void> {
    await this.stop();
    this.channel.clock.shift(forMs);
    await this.start();
    await this.quiet();
  }

  /** Ends the service as its process is ended; rejects where it does not end well. */
  async stop(): Promise<void> {
    this.#watch?.close();
    const code = await this.#service?.stop();
    this.#service = undefined;
    if (code !== undefined && code !== 0)
      throw new Error(`It ended with ${code}. ${this.#told.slice(-1500)}`);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.channel.close();
    rmSync(this.homePath, { recursive: true, force: true });
  }
}
