import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Parts } from "../../../src/app/open-app.ts";
import type { ChatAdapter } from "../../../src/bots/platform/chat-adapter.ts";
import { settled } from "../../support/manual-clock.ts";
import { ROOT } from "../../support/service.ts";
import type { Product } from "./bundled-product.ts";
import type { Channel, Who } from "./channel.ts";
import type { Conversation } from "./conversation.ts";

/** How long one act may take on a busy machine. */
const PATIENCE_MS = 30_000;

let empty: Buffer | undefined;

/** Today's schema with nothing in it, made once: making it takes longer than most conversations. */
function emptyDatabase({ openDatabase }: Product): Buffer {
  if (empty === undefined) {
    const database = openDatabase(":memory:");
    empty = database.serialize();
    database.close();
  }
  return empty;
}

/** A service over a HOME of its own, on one platform. */
export class Stage {
  readonly channel: Channel;
  readonly homePath = mkdtempSync(join(tmpdir(), "ibl-bot-talk-"));
  /** Warnings and errors of the log. */
  readonly log: string[] = [];
  readonly #environment: Readonly<Record<string, string>>;
  readonly #product: Product;
  #parts: Parts;
  #adapters: readonly ChatAdapter[] = [];
  #received = 0;
  #onReceived: () => void = () => undefined;
  claimCode = "";

  constructor(options: {
    readonly channel: Channel;
    readonly environment: Readonly<Record<string, string>>;
    readonly product: Product;
  }) {
    this.channel = options.channel;
    this.#environment = options.environment;
    this.#product = options.product;
    writeFileSync(join(this.homePath, "ibl-bot.db"), emptyDatabase(this.#product));
    this.#parts = this.#open();
  }

  get parts(): Parts {
    return this.#parts;
  }

  /** Lets in who is known before the conversation begins, puts files into the owner's chat, and begins to listen. */
  async start(
    { isUnclaimed, isGuestIn, files = {}, ...talk }: Conversation,
    names: Readonly<Record<Who, string>>,
  ): Promise<void> {
    const { people } = this.#parts;
    if (isUnclaimed === true) this.claimCode = people.newClaimCode();
    else if (this.channel.name === "console") people.change("person_local", { name: names.owner });
    else this.#admit("owner", "owner", { name: names.owner, language: talk.language });
    if (talk.hasGuest === true) {
      // Somebody is asked only where an owner besides the machine's own is there.
      const { platform: elsewhere } = this.channel.account("guest");
      const absent = { platform: elsewhere, externalId: "9009" };
      people.admit(absent, { role: "owner", name: "Absent", language: talk.language });
      if (isGuestIn === true)
        this.#admit("guest", "member", { name: names.guest, language: talk.language });
    }
    const { platform, chatId } = this.channel.account("owner");
    const folder = this.#product.chatFolder(this.#parts.home, `${platform}:${chatId}`);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, path), text);
    }
    await this.#listen();
  }

  #admit(
    who: Who,
    role: "owner" | "member",
    facts: { readonly name: string; readonly language: "ko" | "en" },
  ): void {
    const { people, updates } = this.#parts;
    const { platform, externalId, chatId } = this.channel.account(who);
    const person = people.admit({ platform, externalId }, { role, ...facts });
    updates.remember({ platform, chatId, isPrivate: true }, person.id);
  }

  /** Does something on the platform and resolves when the service has received it. */
  async act(work: () => void): Promise<void> {
    const before = this.#received;
    const received = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new Error(`${this.channel.name}: nothing was received.\n${this.log.join("\n")}`)),
        PATIENCE_MS,
      );
      this.#onReceived = () => {
        if (this.#received === before) return;
        clearTimeout(timer);
        resolve();
      };
    });
    work();
    await received;
  }

  /** Resolves when nothing is being worked on and everything that may leave has left. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      await this.#parts.dispatcher.drained();
      await this.#parts.outbox.flush(PATIENCE_MS);
      await settled();
    }
  }

  /** Time passes; what falls due is done. */
  async wait(byMs: number): Promise<void> {
    const { clock } = this.channel;
    const { schedules, occurrenceRunner, dispatcher, log } = this.#parts;
    clock.shift(byMs);
    dispatcher.expireApprovals();
    const ticker = this.#product.createTicker({
      schedules,
      clock,
      run: (occurrence, replaced) => occurrenceRunner.run(occurrence, replaced),
      onMissed: (missed) => occurrenceRunner.tellMissed(missed),
      onDisabled: (schedule) => occurrenceRunner.tellDisabled(schedule),
      log,
    });
    await ticker.tick(clock.now());
    await this.quiet();
  }

  /** The service ends and starts again on the same HOME. */
  async restart(how: "stopped" | "killed"): Promise<void> {
    await this.#end(how);
    this.#parts = this.#open();
    await this.#listen();
    await this.quiet();
  }

  async close(): Promise<void> {
    await this.#end("stopped");
    await this.channel.close();
    rmSync(this.homePath, { recursive: true, force: true });
  }

  async #end(how: "stopped" | "killed"): Promise<void> {
    if (how === "killed") this.#parts.dispatcher.endAll();
    await Promise.all(this.#adapters.map((adapter) => adapter.stop()));
    if (how === "stopped") await this.quiet();
    await this.#parts.close();
  }

  async #listen(): Promise<void> {
    const { outbox, dispatcher, cards, backgroundAgentRunner, statuses, lease } = this.#parts;
    this.#adapters = this.channel.adapters(this.#parts, this.#product);
    backgroundAgentRunner.start();
    for (const adapter of this.#adapters) {
      outbox.start(adapter, { recover: true });
      dispatcher.attach(adapter, { recover: true });
    }
    for (const adapter of this.#adapters)
      await adapter.start(async (event) => {
        await dispatcher.receive(event);
        this.#received += 1;
        this.#onReceived();
      });
    await this.channel.connected();
    dispatcher.recover(() => false);
    cards.reconcile(lease.name);
    statuses.reconcile();
  }

  #open(): Parts {
    const { parseConfig, createLog, createRedactor, openParts } = this.#product;
    const config = parseConfig(
      {
        IBL_HOME: this.homePath,
        IBL_TIME_ZONE: "Asia/Seoul",
        ...this.channel.environment,
        ...this.#environment,
      },
      this.homePath,
    );
    const log = createLog({
      write: (line) => void this.log.push(line),
      redact: createRedactor(config.secrets),
      level: "warn",
    });
    return openParts({
      config,
      edges: {
        clock: this.channel.clock,
        faultPoint: () => undefined,
        randomBytes: (sizeBytes) => randomBytes(sizeBytes),
      },
      log,
      root: ROOT,
      watch: false,
    });
  }
}
