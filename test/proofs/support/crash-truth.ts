import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../../../src/app/open-app.ts";
import { BUTTON_KINDS } from "../../../src/security/approvals/button-kinds.ts";
import { parseButtonToken } from "../../../src/security/approvals/button-token.ts";
import type { RecordingAdapter } from "../../support/recording-adapter.ts";
import { SEED_FILES } from "./crash-programs.ts";

/** What can be seen from outside of what programs did. */
export interface Outside {
  readonly parts: App;
  readonly platform: RecordingAdapter;
  /** The folder of the chat's files. */
  readonly folder: string;
}

type Params = Readonly<Record<string, unknown>>;

/** How a person finds out whether an effect has happened, by action. */
const TRUTHS: Readonly<Record<string, (outside: Outside, params: Params) => boolean>> = {
  "system:write": ({ folder }, { path, content }) => textOf(folder, path) === content,
  "system:todo": ({ parts }, { add }) => contents(parts, "todos").includes(add),
  "system:notify_user": (outside, { message }) => said(outside, `ℹ️ ${String(message)}`),
  "messenger:send": (outside, { message }) => said(outside, String(message)),
  "system:delete": ({ folder }, { path }) =>
    String(path) in SEED_FILES && textOf(folder, path) === undefined,
  "system:copy": ({ folder }, { destination }) => textOf(folder, destination) !== undefined,
  "system:move": ({ folder }, { destination }) => textOf(folder, destination) !== undefined,
  "source:save_memory": ({ parts }, { content }) => contents(parts, "memories").includes(content),
  "system:schedule": ({ parts }, { workflow }) =>
    parts.schedules.list().some((schedule) => schedule.name === workflow),
  "system:save_workflow": ({ parts }, { name }) =>
    column(parts, "SELECT name AS value FROM workflows").includes(name),
};

/** Whether the effect of a step has happened, as seen from outside. */
export function hasHappened(outside: Outside, runId: string, stepKey: string): boolean {
  const step = outside.parts.database
    .prepare<[string, string], { node: string; action: string; params_json: string }>(
      "SELECT node, action, params_json FROM steps WHERE run_id = ? AND key = ?",
    )
    .get(runId, stepKey);
  const look = TRUTHS[`${step?.node}:${step?.action}`];
  if (step === undefined || look === undefined)
    throw new Error(`Nobody knows how to see whether "${step?.action}" happened.`);
  return look(outside, JSON.parse(step.params_json) as Params); // written by the journal
}

/** All that is left in the end, for comparing: what happened outside, the journal's effects, and what is still open. */
export function finalState(outside: Outside) {
  const { parts, platform, folder } = outside;
  const runs = parts.database
    .prepare<[], { id: string; state: string; result_json: string | null }>(
      "SELECT id, state, result_json FROM runs ORDER BY created_at_ms, rowid",
    )
    .all();
  return {
    files: Object.fromEntries(
      readdirSync(folder)
        .filter((name) => !name.startsWith("."))
        .sort()
        .map((name) => [name, textOf(folder, name)]),
    ),
    todos: [...contents(parts, "todos")].sort(),
    memories: [...contents(parts, "memories")].sort(),
    schedules: parts.schedules
      .list()
      .map(({ name, state }) => `${name} ${state}`)
      .sort(),
    workflows: column(parts, "SELECT name AS value FROM workflows ORDER BY name"),
    messages: platform.shown
      .filter(({ text }) => /^(ℹ️|✉️)/.test(text))
      .map(({ chatKey, text }) => `${chatKey} ${text}`)
      .sort(),
    runs: runs.map(({ state, result_json }) => [state, shapeOf(result_json)]),
    effects: effectLedger(parts),
    open: openThings(parts),
    liveButtons: platform.shown.filter(asksSomething).map(({ text }) => text),
    falseCards: falseCards(outside),
    repeated: repeated(outside),
  };
}

/** First buttons of what is only offered and may be left for ever. */
const OFFERS: readonly string[] = [
  BUTTON_KINDS.sendAgain,
  BUTTON_KINDS.undo,
  BUTTON_KINDS.suggestion,
  BUTTON_KINDS.command,
];

/** True for a message with buttons, but for one that only offers something: to send again what may not have arrived, to undo, to ask more. Nobody has to press those. */
export function asksSomething({
  buttons = [],
}: {
  readonly buttons?: readonly (readonly {
    readonly data?: string;
    readonly callback_data?: string;
  }[])[];
}): boolean {
  const [button] = buttons.flat();
  if (button === undefined) return false;
  const choice = parseButtonToken(button.data ?? button.callback_data ?? "")?.choice;
  return !OFFERS.some((offer) => offer === choice);
}

/** Replies that a chat shows more often than they were meant to be sent. */
function repeated({ parts, platform }: Outside): readonly string[] {
  return parts.database
    .prepare<[], { chat_key: string; text: string; count: number }>(
      `SELECT chat_key, json_extract(message_json, '$.text') AS text, COUNT(*) AS count FROM outbox
       WHERE class IN ('reply', 'briefing') GROUP BY chat_key, text`,
    )
    .all()
    .filter((row) => {
      const shown = platform.shown.filter(
        ({ chatKey, text }) => chatKey === row.chat_key && text === row.text,
      );
      return shown.length > row.count;
    })
    .map(({ text }) => text);
}

/** One line for every effect of the journal. */
function effectLedger(parts: App): readonly string[] {
  return parts.database
    .prepare<[], { key: string; action: string; params_digest: string; state: string; ok: number }>(
      `SELECT key, action, params_digest, steps.state, json_extract(outcome_json, '$.ok') AS ok
       FROM steps WHERE effect <> 'read' ORDER BY run_id, key`,
    )
    .all()
    .map((row) => Object.values(row).join(" "))
    .sort();
}

function openThings(parts: App): readonly string[] {
  const count = (sql: string): unknown => column(parts, sql)[0];
  return [
    `updates ${count("SELECT COUNT(*) AS value FROM updates WHERE state = 'received'")}`,
    `approvals ${count("SELECT COUNT(*) AS value FROM approvals WHERE state = 'pending'")}`,
    `unsettled ${parts.approvals.unsettled().length}`,
    `outbox ${count("SELECT COUNT(*) AS value FROM outbox WHERE state IN ('pending', 'sending')")}`,
    `failed ${count("SELECT COUNT(*) AS value FROM outbox WHERE state = 'failed' AND IFNULL(problem, '') <> 'A message took its place.'")}`,
    `updates given up ${count("SELECT COUNT(*) AS value FROM updates WHERE state = 'failed'")}`,
  ];
}

/** Cards of which the chat shows something else than the database says. */
function falseCards({ parts, platform }: Outside): readonly string[] {
  return parts.table.sentOf("card").flatMap((row) => {
    const approval = parts.approvals.get(row.subject!);
    const shown = platform.shown.find(({ messageId }) => messageId === row.messageId);
    const truth = approval && parts.cards.draw(approval, row.chatKey).text;
    return shown?.text === truth ? [] : [`${shown?.text}\n- is not -\n${truth}`];
  });
}

/** What a run's result says, without values: a step that a person says was done has no value of its own. */
function shapeOf(json: string | null): unknown {
  if (json === null) return null;
  const { ok, statements } = JSON.parse(json) as {
    readonly ok?: boolean;
    readonly statements?: readonly { readonly ok: boolean }[];
  }; // an envelope, or a message
  return statements === undefined ? "no envelope" : [ok, ...statements.map((entry) => entry.ok)];
}

function said({ platform }: Outside, words: string): boolean {
  return platform.shown.some(
    ({ text }) => /^(ℹ️|✉️)/.test(text) && text.split("\n").at(-1)?.replace(/^> /, "") === words,
  );
}

function contents(parts: App, table: "todos" | "memories"): readonly unknown[] {
  return column(parts, `SELECT content AS value FROM ${table}`);
}

function column(parts: App, sql: string): readonly unknown[] {
  return parts.database
    .prepare<[], { value: unknown }>(sql)
    .all()
    .map(({ value }) => value);
}

function textOf(folder: string, name: unknown): string | undefined {
  const path = join(folder, String(name));
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
