import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chatFolder, homeAt } from "../../src/app/core/home.ts";
import { createIds } from "../../src/base/ids.ts";
import { Updates } from "../../src/bots/inbox/update-table.ts";
import { People } from "../../src/security/access/people.ts";
import { BUTTON_KINDS } from "../../src/security/approvals/button-kinds.ts";
import { parseButtonToken } from "../../src/security/approvals/button-token.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { Sqlite } from "../../src/store/sqlite.ts";
import { until, watchDatabase } from "../../test/conversations/support/quiet.ts";
import { type ServiceHere, startService } from "../../test/conversations/support/service-here.ts";
import { settled } from "../../test/support/manual-clock.ts";
import { startModelServer } from "../../test/support/model-server.ts";
import { openAiDialect } from "../../test/support/model-server-openai.ts";
import { pdfOf } from "../../test/support/pdf.ts";
import { filesBelow } from "../../test/support/service.ts";
import { ShiftedClock } from "../../test/support/shifted-clock.ts";
import { startTelegramServer, type TelegramServer } from "../../test/support/telegram-server.ts";
import type { CallRow, Ending, Later, ScheduleRow, Task } from "./task.ts";
import { createVoice, type Round } from "./voice.ts";
import { openWeb } from "./web.ts";

/** Twenty to eleven in the morning in Seoul on a Wednesday. */
const NOW_MS = Date.parse("2026-12-02T01:40:00Z");
const TOKEN = "4242:AAtask-token_of-nobody-in-the-world";
const KEY = "sk-task-0123456789";
const OWNER = 7_001_001;
const FIRST_CONTACT = 7_100_001;
const FIRST_GROUP = -1_001_000_001;
const OWNER_CHAT = `telegram:${OWNER}`;
/** Longer than a press is too fast to be meant. */
const PAUSE_MS = 700;
/** Longer than the scheduler waits for its heartbeat before it looks by itself. */
const BEAT_MS = 20_000;
const MOST_PRESSES = 20;
/** Folders are looked at every five seconds. */
const LOOK_MS = 6000;
const LOOKS = 8;

/** What came of a task that was played. */
export interface Played {
  /** The first request to the model: all that it was given. */
  readonly prompt: string;
  /** What happened, as it would be told to whoever speaks for the model. */
  readonly log: string;
  /** What does not hold of what was to be done. */
  readonly missing: readonly string[];
  /** Programs that were refused or failed. */
  readonly troubles: number;
}

/** Plays a task with the built service on a platform of its own: the model answers with these rounds, and the person approves whatever is asked. */
export async function playTask(task: Task, rounds: readonly Round[]): Promise<Played> {
  const stage = await Stage.open(task, rounds);
  try {
    await stage.before();
    await stage.say(task.says);
    await task.later?.(stage.later());
    return stage.end();
  } finally {
    await stage.close();
  }
}

class Stage {
  readonly #task: Task;
  readonly #clock = new ShiftedClock();
  readonly #home = mkdtempSync(join(tmpdir(), "ibl-bot-task-"));
  readonly #log: string[] = [];
  readonly #names = new Map<number, string>();
  #telegram!: TelegramServer;
  #web!: Awaited<ReturnType<typeof openWeb>>;
  #model!: Awaited<ReturnType<typeof startModelServer>>;
  #voice!: ReturnType<typeof createVoice>;
  #service: ServiceHere | undefined;
  #watch: ReturnType<typeof watchDatabase> | undefined;
  #shown = new Map<number, string>();
  readonly #pressed = new Set<string>();

  private constructor(task: Task) {
    this.#task = task;
  }

  static async open(task: Task, rounds: readonly Round[]): Promise<Stage> {
    const stage = new Stage(task);
    try {
      await stage.#start(rounds);
    } catch (error) {
      await stage.close();
      throw error;
    }
    return stage;
  }

  get #language(): "ko" | "en" {
    return this.#task.id.startsWith("k-ko") ? "ko" : "en";
  }

  async #start(rounds: readonly Round[]): Promise<void> {
    const clock = this.#clock;
    clock.shift(NOW_MS - clock.now());
    this.#telegram = await startTelegramServer({ token: TOKEN, nowMs: () => clock.now() });
    this.#voice = createVoice(rounds, (line) => this.#log.push(line));
    this.#model = await startModelServer(openAiDialect({ key: KEY }), this.#voice.answer);
    this.#web = await openWeb(this.#task.web ?? {}, NOW_MS);
    this.#prepare();
    const sinceMs = clock.now();
    this.#service = await startService(
      this.#home,
      {
        IBL_LANGUAGE: this.#language,
        IBL_MODEL: "openai/gpt-test",
        OPENAI_API_KEY: KEY,
        OPENAI_BASE_URL: `${this.#model.origin}/v1`,
        TELEGRAM_BOT_TOKEN: TOKEN,
        TELEGRAM_API_ROOT: this.#telegram.url,
        ...this.#web.environment,
      },
      { clock, tell: () => undefined },
    );
    const watch = watchDatabase(join(this.#home, "ibl-bot.db"), () => clock.now());
    this.#watch = watch;
    await this.#telegram.waitFor(() => this.#telegram.callsOf("getUpdates").length > 0, 60_000);
    await until("the end of the start", () => watch.cleaned() >= sinceMs);
  }

  /** The HOME with whom the bot knows, and the person's files. */
  #prepare(): void {
    const { contacts = [], groups = [], files = {} } = this.#task;
    const language = this.#language;
    const database = openDatabase(join(this.#home, "ibl-bot.db"));
    const parts = { database, clock: this.#clock };
    const people = new People({
      ...parts,
      newId: createIds((sizeBytes) => randomBytes(sizeBytes)),
      randomBytes: (sizeBytes) => randomBytes(sizeBytes),
      defaults: { language, zone: "Asia/Seoul" },
    });
    const updates = new Updates(parts);
    const admit = (id: number, name: string, role: "owner" | "member"): void => {
      this.#telegram.begin(this.#telegram.user({ id, firstName: name, languageCode: language }));
      const account = { platform: "telegram", externalId: String(id) };
      const person = people.admit(account, { role, name, language });
      updates.remember({ platform: "telegram", chatId: String(id), isPrivate: true }, person.id);
      if (role === "member") this.#names.set(id, name);
    };
    admit(OWNER, language === "ko" ? "지은" : "Tom", "owner");
    for (const [index, name] of contacts.entries()) admit(FIRST_CONTACT + index, name, "member");
    for (const [index, title] of groups.entries()) {
      const id = FIRST_GROUP - index;
      this.#telegram.group({ id, title });
      updates.keepAddress({ platform: "telegram", chatId: String(id), isPrivate: false, title });
      this.#names.set(id, title);
    }
    database.close();
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.#folder, path);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, text);
    }
  }

  get #folder(): string {
    return chatFolder(homeAt(this.#home), OWNER_CHAT);
  }

  get #database(): ReturnType<typeof watchDatabase> {
    if (this.#watch === undefined) throw new Error("The service does not run.");
    return this.#watch;
  }

  async #act(work: () => void): Promise<void> {
    const before = this.#database.received();
    this.#clock.shift(PAUSE_MS);
    work();
    await until("what was done", () => this.#database.received() > before);
    await this.#settle();
  }

  /** Waits until nothing is worked on, and presses what is asked. */
  async #settle(): Promise<void> {
    await this.#quiet();
    for (let count = 0; count < MOST_PRESSES; count += 1) {
      this.#tellShown();
      const press = this.#nextPress();
      if (press === undefined) return;
      this.#pressed.add(press.data);
      this.#log.push(`--- the person presses "${press.label}"`);
      const before = this.#database.received();
      this.#clock.shift(PAUSE_MS);
      this.#telegram.press({ id: OWNER, firstName: "" }, press.messageId, press.data);
      await until("the press", () => this.#database.received() > before);
      await this.#quiet();
    }
  }

  async #quiet(): Promise<void> {
    await pause(50);
    await this.#database.quiet(() => this.#telegram.pendingUpdates().length === 0);
  }

  /** What approves a card, or the first answer that a question offers. */
  #nextPress() {
    for (const { messageId, buttons } of this.#owned()) {
      const shown = buttons.flat().map(({ text, callback_data: data = "" }) => ({
        label: text,
        data,
        choice: parseButtonToken(data)?.choice ?? "",
      }));
      const isFresh = ({ data }: { readonly data: string }): boolean => !this.#pressed.has(data);
      const press =
        shown.find(({ choice }) => choice === BUTTON_KINDS.approve) ??
        shown.find(({ choice }) => choice === "1");
      if (press !== undefined && isFresh(press)) return { messageId, ...press };
    }
    return undefined;
  }

  #owned() {
    return this.#telegram.messages(OWNER).filter(({ from }) => from.id === this.#telegram.bot.id);
  }

  /** Notes messages that are new or show something else. */
  #tellShown(): void {
    for (const { messageId, text, buttons, file } of this.#owned()) {
      const labels = buttons.flat().map((button) => `[${button.text}]`);
      const whole = [file === undefined ? "" : `(file ${file.name})`, text, labels.join(" ")]
        .filter((part) => part !== "")
        .join("\n");
      if (this.#shown.get(messageId) === whole) continue;
      this.#shown.set(messageId, whole);
      this.#log.push(`--- the person sees\n${whole}`);
    }
  }

  /** Runs the programs that came before, in a conversation of their own. */
  async before(): Promise<void> {
    for (const program of this.#task.programs ?? []) await this.say(`/ibl ${program}`);
    if ((this.#task.programs ?? []).length > 0) await this.say("/new");
    this.#log.length = 0;
  }

  say(text: string): Promise<void> {
    return this.#act(() => this.#telegram.say({ id: OWNER, firstName: "" }, text));
  }

  later(): Later {
    return {
      say: (text) => this.say(text),
      waitUntil: (time) => this.#waitUntil(Date.parse(`${time}:00+09:00`)),
      sendFile: (name, text) =>
        this.#act(() =>
          this.#telegram.sendFile(
            { id: OWNER, firstName: "" },
            {
              kind: "document",
              name,
              bytes: Buffer.from(pdfOf([text])),
              mediaType: "application/pdf",
            },
          ),
        ),
    };
  }

  /** Time passes; what falls due is done at its time. */
  async #waitUntil(untilMs: number): Promise<void> {
    // What looks around every few seconds does so some times.
    for (let looks = 0; looks < LOOKS; looks += 1) {
      this.#clock.shift(LOOK_MS);
      await pause(250);
      await this.#settle();
    }
    for (let atMs = this.#database.due(); atMs <= untilMs; atMs = this.#database.due()) {
      await this.#moveTo(atMs + 1000);
      await this.#settle();
    }
    await this.#moveTo(untilMs);
    await this.#settle();
  }

  async #moveTo(atMs: number): Promise<void> {
    const byMs = Math.max(0, atMs - this.#clock.now());
    const leadMs = Math.max(0, byMs - BEAT_MS);
    this.#clock.shift(leadMs);
    await settled();
    this.#clock.shift(byMs - leadMs);
    const nowMs = this.#clock.now();
    if (leadMs > 0) await until("a heartbeat", () => this.#database.beat() >= nowMs);
  }

  end(): Played {
    const ending = this.#ending();
    const missing = Object.entries(this.#task.done(ending)).flatMap(([what, holds]) =>
      holds ? [] : [what],
    );
    return {
      prompt: this.#voice.prompt(),
      log: [...this.#log, ...this.#after(ending)].join("\n"),
      missing,
      troubles: this.#voice.troubles(),
    };
  }

  /** What the person could look up afterwards. */
  #after({ files, before, sent, todos, schedules }: Ending): readonly string[] {
    const changed = Object.entries(files).filter(([path, text]) => before[path] !== text);
    const gone = Object.keys(before).filter((path) => !(path in files));
    return [
      ...changed.map(([path, text]) => `--- file ${path}\n${isText(text) ? text : "(picture)"}`),
      ...gone.map((path) => `--- file ${path} is gone`),
      ...Object.entries(sent).flatMap(([name, texts]) =>
        texts.map((text) => `--- ${name} was sent\n${text}`),
      ),
      ...todos.map((todo) => `--- to-do ${todo}`),
      ...schedules.map(
        ({ name, kind, spec, program, next }) =>
          `--- schedule ${name} (${kind}, next ${next})\n${spec}\n${program}`,
      ),
    ];
  }

  #ending(): Ending {
    const messages = this.#owned();
    const database = new Sqlite(join(this.#home, "ibl-bot.db"), { readonly: true });
    try {
      return {
        told: messages.map(({ text }) => text).join("\n"),
        answer: messages.at(-1)?.text ?? "",
        files: this.#files(),
        before: this.#task.files ?? {},
        sent: Object.fromEntries(
          [...this.#names].map(([id, name]) => [
            name,
            this.#telegram
              .messages(id)
              .filter(({ from }) => from.id === this.#telegram.bot.id)
              .map(({ text }) => text),
          ]),
        ),
        pictures: messages.flatMap(({ file }) => (file === undefined ? [] : [file.name])),
        todos: database
          .prepare<[], string>("SELECT content FROM todos WHERE status <> 'completed'")
          .pluck()
          .all(),
        schedules: schedulesIn(database),
        calls: callsIn(database),
        requests: this.#web.requests,
      };
    } finally {
      database.close();
    }
  }

  #files(): Readonly<Record<string, string>> {
    const folder = this.#folder;
    try {
      readdirSync(folder);
    } catch {
      return {};
    }
    return Object.fromEntries(
      filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
    );
  }

  async close(): Promise<void> {
    this.#watch?.close();
    await this.#service?.stop();
    await this.#model?.close();
    await this.#web?.close();
    this.#telegram?.problems.splice(0);
    await this.#telegram?.close();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

function isText(text: string): boolean {
  return !text.includes("\u0000") && !text.startsWith("\uFFFDPNG");
}

function schedulesIn(database: Database): readonly ScheduleRow[] {
  return database
    .prepare<[], Omit<ScheduleRow, "next"> & { readonly dueMs: number | null }>(
      "SELECT name, kind, spec, program, state, next_due_ms AS dueMs FROM schedules WHERE state <> 'removed' ORDER BY created_at_ms, rowid",
    )
    .all()
    .map(({ dueMs, ...row }) => ({ ...row, next: dueMs === null ? "" : timeOf(dueMs) }));
}

function callsIn(database: Database): readonly CallRow[] {
  return database
    .prepare<[], CallRow>(
      `SELECT node || ':' || action AS action, effect, params_json AS params, coalesce(outcome_json, '') AS outcome
        FROM steps JOIN runs ON runs.id = run_id WHERE steps.state = 'finished' ORDER BY steps.started_at_ms, steps.rowid`,
    )
    .all();
}

/** A time in Seoul to the minute. */
function timeOf(atMs: number): string {
  return new Date(atMs + 9 * 3_600_000).toISOString().slice(0, 16);
}
