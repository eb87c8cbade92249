import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DATABASE_NAME } from "../../src/app/core/home-entries.ts";
import { keepClean } from "../../src/app/core/retention.ts";
import type { App } from "../../src/app/open-app.ts";
import type { FaultPoint } from "../../src/base/edges.ts";
import type { Sender } from "../../src/bots/platform/chat-adapter.ts";
import { USAGE_DATABASE_NAME } from "../../src/rag/store/database-name.ts";
import type { PersonRole } from "../../src/security/access/people.ts";
import { openDatabase } from "../../src/store/database.ts";
import { isCalled } from "./button-meaning.ts";
import { ManualClock, settled } from "./manual-clock.ts";
import { partsAt } from "./parts.ts";
import { type EventFacts, privateChat, RecordingAdapter } from "./recording-adapter.ts";
import { runDue } from "./run-due.ts";
import { temporaryHome } from "./service.ts";

/** What a town is built with. */
export interface TownOptions {
  /** A file of usage examples that are made already. */
  readonly usageDatabase?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly faultPoint?: FaultPoint;
  /** Files of HOME/data by path. */
  readonly data?: Readonly<Record<string, string>>;
  /** Files larger than this cannot be sent, in bytes. */
  readonly maxFileBytes?: number;
}

/** The whole service in this process over a HOME on the disk, with a Telegram that keeps what it is given: real router, gate, handlers and database. */
export class Town {
  readonly homePath: string;
  readonly clock = new ManualClock();
  readonly adapter: RecordingAdapter & { maxFileBytes?: number };
  /** What left for the terminal chat. */
  readonly terminal = new RecordingAdapter({ platform: "console" });
  /** Every line of the log, at every level. */
  readonly log: string[] = [];
  readonly #options: TownOptions;
  #parts: App;

  constructor(options: TownOptions = {}) {
    this.#options = options;
    this.homePath = temporaryHome().path;
    this.adapter = new RecordingAdapter();
    if (options.maxFileBytes !== undefined) this.adapter.maxFileBytes = options.maxFileBytes;
    for (const [path, text] of Object.entries(options.data ?? {})) {
      const file = join(this.homePath, "data", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    if (options.usageDatabase !== undefined) {
      openDatabase(join(this.homePath, DATABASE_NAME)).close(); // examples lie beside a database alone
      copyFileSync(options.usageDatabase, join(this.homePath, USAGE_DATABASE_NAME));
    }
    this.#parts = this.#open();
  }

  get parts(): App {
    return this.#parts;
  }

  /** Begins to receive, as the service does. */
  async start(): Promise<this> {
    const { outbox, dispatcher, cards, backgroundAgentRunner, lease } = this.#parts;
    backgroundAgentRunner.start();
    outbox.start(this.adapter, { recover: true });
    outbox.start(this.terminal, { recover: true });
    dispatcher.attach(this.adapter, { recover: true });
    await this.adapter.start((event) => dispatcher.receive(event));
    dispatcher.recover(() => false);
    cards.reconcile(lease.name);
    await this.quiet();
    return this;
  }

  /** Lets someone in who is reached in private. */
  admit(sender: Sender, role: PersonRole): string {
    const { people, updates } = this.#parts;
    const account = { platform: "telegram", externalId: sender.id };
    const language = sender.languageTag?.startsWith("ko") === true ? "ko" : "en";
    const person = people.admit(account, { role, name: sender.name, language });
    updates.remember(privateChat("telegram", sender), person.id);
    return person.id;
  }

  /** Someone writes; resolves, when everything is done, to what their chat shows besides. */
  async say(sender: Sender, text: string, facts: EventFacts = {}): Promise<readonly string[]> {
    const key =
      facts.chat === undefined ? `telegram:${sender.id}` : `telegram:${facts.chat.chatId}`;
    const before = this.adapter.texts(key).length;
    await this.adapter.say(sender, text, facts);
    await this.quiet();
    return this.adapter.texts(key).slice(before);
  }

  /** Someone presses; resolves when everything is done. */
  async press(
    sender: Sender,
    label: string,
    facts: Parameters<RecordingAdapter["press"]>[2] = {},
  ): Promise<void> {
    await this.adapter.press(sender, label, facts);
    await this.quiet();
  }

  /** Runs a program of someone, with a press on every card it raises; resolves to what their chat shows besides, as it reads in the end. */
  async run(sender: Sender, code: string): Promise<readonly string[]> {
    const before = this.adapter.texts(`telegram:${sender.id}`).length;
    await this.say(sender, `/ibl ${code}`);
    const own = this.adapter.shown.filter(({ chatKey }) => chatKey === `telegram:${sender.id}`);
    for (const message of own.slice(before))
      for (const button of message.buttons.flat())
        if (isCalled(button, "Approve")) await this.press(sender, button.label, { message });
    return this.adapter.texts(`telegram:${sender.id}`).slice(before);
  }

  /** Runs what is due now. */
  async tick(): Promise<void> {
    await runDue(this.#parts, this.clock);
    await this.quiet();
  }

  /** A whole night of the cleaner. */
  async night(): Promise<void> {
    const { personalFiles } = this.#parts;
    const ending = new AbortController();
    const alsoAtNight = async (): Promise<void> => {
      await personalFiles.sweep();
      await personalFiles.erase();
      ending.abort();
    };
    await keepClean({ ...this.#parts, clock: this.clock, alsoAtNight }, ending.signal);
  }

  /** Resolves when nothing is being worked on and everything that may leave has left. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      await this.#parts.dispatcher.drained();
      await this.#parts.outbox.flush(60_000);
      await settled();
    }
  }

  /** A new process on the same HOME; the old one is closed, or left as if it had been killed. */
  async again(options: { readonly isKilled?: boolean } = {}): Promise<void> {
    if (options.isKilled !== true) await this.#parts.close();
    else this.#parts.database.close();
    this.#parts = this.#open();
    await this.start();
  }

  async close(): Promise<void> {
    await this.#parts.close();
    rmSync(this.homePath, { recursive: true, force: true });
  }

  #open(): App {
    const { environment, faultPoint } = this.#options;
    const settings = { IBL_LANGUAGE: "en", IBL_TIME_ZONE: "UTC", ...environment };
    return partsAt(this.homePath, settings, {
      clock: this.clock,
      ...(faultPoint === undefined ? {} : { faultPoint }),
      write: (line) => void this.log.push(line),
    });
  }
}
