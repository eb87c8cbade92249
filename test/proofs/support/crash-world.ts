import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, openApp } from "../../../src/app/open-app.ts";
import { createLog } from "../../../src/base/log.ts";
import {
  type ChatAdapter,
  type ChatEvent,
  DeliveryError,
  type Sender,
} from "../../../src/bots/platform/chat-adapter.ts";
import { parseConfig } from "../../../src/config/config.ts";
import { ManualClock, settled } from "../../support/manual-clock.ts";
import { privateChat, type RecordingAdapter } from "../../support/recording-adapter.ts";
import { ROOT } from "../../support/service.ts";
import { CommitPoints, Killed, watchCommits } from "./commit-points.ts";
import { SEED_FILES } from "./crash-programs.ts";

/** The owner and the member of every world. */
export const ANN: Sender = { id: "1", name: "Ann", languageTag: "en" };
export const BEN: Sender = { id: "2", name: "Ben", languageTag: "en" };

const LOG = createLog({ write: () => undefined, redact: (text) => text, level: "silent" });

/** A HOME with two people and their files, to be copied for every world. */
export class CrashGround {
  readonly folder = mkdtempSync(join(tmpdir(), "ibl-bot-crash-"));
  #worlds = 0;

  /** Makes the HOME that all worlds begin with. */
  async prepare(): Promise<this> {
    const home = join(this.folder, "template");
    const parts = this.open(home, { name: "template", faultPoint: () => undefined });
    for (const [sender, role] of [
      [ANN, "owner"],
      [BEN, "member"],
    ] as const) {
      const account = { platform: "telegram", externalId: sender.id };
      const person = parts.people.admit(account, { role, name: sender.name });
      parts.updates.remember(privateChat("telegram", sender), person.id);
      const files = join(home, "files", `telegram_${sender.id}`);
      mkdirSync(files, { recursive: true });
      for (const [name, text] of Object.entries(SEED_FILES)) writeFileSync(join(files, name), text);
    }
    await parts.close();
    return this;
  }

  /** A HOME of its own, with nothing done yet. */
  newHome(): string {
    this.#worlds += 1;
    const home = join(this.folder, `home${this.#worlds}`);
    cpSync(join(this.folder, "template"), home, { recursive: true });
    return home;
  }

  /** The real composition over a HOME; `name` makes its ids unlike those of other processes. */
  open(
    home: string,
    process: {
      readonly name: string;
      readonly faultPoint: (name: string) => void;
      readonly clock?: ManualClock;
    },
  ): App {
    const environment = {
      IBL_HOME: home,
      IBL_LANGUAGE: "en",
      IBL_TIME_ZONE: "UTC",
      IBL_RATE_PROGRAMS_PERSON: "0/0",
      IBL_RATE_PROGRAMS_CHAT: "0/0",
    };
    return openApp({
      config: parseConfig(environment, home),
      edges: {
        clock: process.clock ?? new ManualClock(),
        faultPoint: process.faultPoint,
        randomBytes: countedBytes(process.name),
      },
      log: LOG,
      root: ROOT,
      watch: false,
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One process of the service: from its start to its death, or to its end. */
export class Life {
  readonly points: CommitPoints;
  readonly #platform: RecordingAdapter;
  readonly #endings: Promise<unknown>[] = [];
  #parts: App | undefined;
  #onEvent: ((event: ChatEvent) => Promise<void>) | undefined;

  constructor(platform: RecordingAdapter, dieAt: number) {
    this.#platform = platform;
    this.points = new CommitPoints(dieAt, () => this.#die());
  }

  /** What is joined in it; only while it lives. */
  get parts(): App {
    if (this.#parts === undefined) throw new Error("The process is not open.");
    return this.#parts;
  }

  /** Starts as the service does; false when it was killed meanwhile. */
  async start(core: CrashGround, home: string, clock: ManualClock, name: string) {
    watchCommits(join(home, "ibl-bot.db"), this.points);
    return this.survives(async () => {
      const faultPoint = (point: string): void => this.points.pass(point);
      this.#parts = core.open(home, { name, faultPoint, clock });
      const { outbox, dispatcher, cards, backgroundAgentRunner, lease } = this.#parts;
      backgroundAgentRunner.start();
      const adapter = this.#adapter();
      outbox.start(adapter, { recover: true });
      dispatcher.attach(adapter, { recover: true });
      await adapter.start((event) => dispatcher.receive(event));
      dispatcher.recover((held) => held === lease.name);
      cards.reconcile(name);
    });
  }

  /** Hands over an event; true when the platform may take it as received. */
  deliver(event: ChatEvent): Promise<boolean> {
    return this.survives(() => this.#onEvent!(event));
  }

  /** Resolves when nothing is being worked on or sent; false when it was killed meanwhile. */
  quiet(): Promise<boolean> {
    return this.survives(async () => {
      for (let round = 0; round < 2; round += 1) {
        await this.parts.dispatcher.drained();
        await this.parts.outbox.flush(1000);
        await settled();
      }
    });
  }

  /** Lets what was cut off come to rest, and gives back what the system would take from a dead process. */
  async bury(home: string): Promise<void> {
    await Promise.allSettled(this.#endings);
    watchCommits(join(home, "ibl-bot.db"), undefined);
    if (this.#parts === undefined) return;
    await Promise.allSettled([this.#parts.dispatcher.drained(), this.#parts.outbox.stop()]);
    await this.#parts.close();
  }

  /** From here on nothing reaches the disk or the platform. */
  #die(): void {
    if (this.#parts === undefined) return;
    this.#parts.database.close();
    this.#endings.push(this.#parts.outbox.stop());
  }

  /** Lets it do something; false when it was killed at that. */
  async survives(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Killed) && !this.points.isDead) throw error;
    }
    return !this.points.isDead;
  }

  /** The platform as this process reaches it: not at all once it is dead. */
  #adapter(): ChatAdapter {
    const platform = this.#platform;
    const alive = (): void => {
      if (this.points.isDead) throw new DeliveryError("unreachable", "The process is dead.");
    };
    return {
      platform: platform.platform,
      maxTextLength: platform.maxTextLength,
      start: async (onEvent) => {
        this.#onEvent = onEvent;
      },
      stop: async () => undefined,
      send: async (chat, message) => {
        alive();
        return platform.send(chat, message);
      },
      edit: async (chat, messageId, message) => {
        alive();
        return platform.edit(chat, messageId, message);
      },
      acknowledge: async (pressId, note) => {
        alive();
        return platform.acknowledge(pressId, note);
      },
      typing: async () => undefined,
    };
  }
}

/** Bytes that differ every time and for every process, and are the same in every run of a test. */
function countedBytes(name: string): (sizeBytes: number) => Uint8Array {
  const salt = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);
  let count = 0;
  return (sizeBytes) => {
    count += 1;
    const bytes = new Uint8Array(sizeBytes);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, salt);
    view.setUint32(sizeBytes - 4, (count * 2_654_435_761) >>> 0);
    return bytes;
  };
}
