import { LOCAL_PERSON_ID } from "../../../src/security/access/people.ts";
import type { Database } from "../../../src/store/database.ts";
import { isSameBut } from "./near-times.ts";
import { withoutMachine } from "./of-the-machine.ts";

/** What is in a database, table by table, with everything taken out that no two runs have in common. */
export type Dump = Readonly<Record<string, readonly Row[]>>;

type Row = Readonly<Record<string, unknown>>;

/** Tables that hold no state of a conversation, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  signing_keys: "random",
  marks: "when the cleaner last worked, which is a matter of how busy the machine is",
  platform_notes: "what one platform's adapter notes for itself",
  sqlite_sequence: "of SQLite's own",
  memories_words_config: "of the index of words",
  records_words_config: "of the index of words",
  memories_words_data: "of the index of words",
  records_words_data: "of the index of words",
  memories_words_docsize: "of the index of words",
  records_words_docsize: "of the index of words",
  memories_words_idx: "of the index of words",
  records_words_idx: "of the index of words",
};

/** Columns left out, and why. */
const COLUMNS_OUT: Readonly<Record<string, string>> = {
  "approvals.digest":
    "of a stranger's account where it asks for access, which each platform names in its way",
  "outbox.id": "how many edits left before the last",
  "outbox.attempts": "a matter of the way there",
  "outbox.in_place_of":
    "whether work took so long that it was shown, which is a matter of the machine",
  "outbox.next_attempt_ms": "a matter of the way there",
  "outbox.message_id": "the platform's own",
  "occurrences.delivered_as": "the platform's own",
  "runs.lease": "the process's own",
  "runs.spent_ms": "how fast the machine is",
  "occurrences.claimed_by": "the process's own",
  "steps.duration_ms": "how fast the machine is",
  "one_time_codes.digest": "random",
  "identities.username": "how somebody is called on a platform besides their name",
};

/** Times that are part of what is decided: kept. Of all others only whether there is one. */
const KEPT_TIMES: ReadonlySet<string> = new Set([
  "next_due_ms",
  "due_ms",
  "expires_at_ms",
  "snoozed_until_ms",
  "held_until_ms",
]);

/** Names that differ between platforms by nature, each with what stands for it. */
export type Naming = readonly (readonly [string, string])[];

/** Reads everything, in the order in which it was written. `naming` replaces names, whole cells and those in quotes or keys. */
export function dumpOf(database: Database, naming: Naming): Dump {
  const messages = database
    .prepare<[], { id: string }>(
      "SELECT DISTINCT message_id AS id FROM outbox WHERE message_id IS NOT NULL",
    )
    .all()
    .map(({ id }) => id);
  const updates = new Set(
    database
      .prepare<[], { id: string }>("SELECT update_id AS id FROM updates")
      .all()
      .map(({ id }) => id),
  );
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
    )
    .all()
    .filter(({ name }) => LEFT_OUT[name] === undefined);
  const ids = createNames();
  return Object.fromEntries(
    tables.map(({ name }) => {
      const rows = database.prepare<[], Row>(`SELECT * FROM "${name}" ORDER BY rowid`).all();
      const told = name === "outbox" ? withoutEarlierEdits(rows) : rows;
      const kept = told.filter((row) => !isOfTheMachine(name, row, naming));
      const clean = kept.map((row) => cleanRow(name, row, { naming, ids, messages, updates }));
      return [name, UNORDERED.has(name) ? inOrder(clean) : clean];
    }),
  );
}

/** Who is known beforehand is met in no order, and steps beside each other end in none. */
const UNORDERED: ReadonlySet<string> = new Set(["chats", "steps"]);

function inOrder(rows: readonly Row[]): readonly Row[] {
  const keyOf = (row: Row): string => JSON.stringify(row);
  return [...rows].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

/**
 * Work is shown where it takes long, which is a matter of the machine. The owner of the machine is there on every platform; where nobody
 * sits at the console they are no part of the conversation.
 */
function isOfTheMachine(table: string, row: Row, naming: Naming): boolean {
  if (table === "outbox" && /^(?:edit:)?status:/.test(String(row["key"]))) return true;
  if (naming.some(([name]) => name === LOCAL_PERSON_ID)) return false;
  const key = { people: "id", identities: "person_id", chats: "person_id" }[table];
  return key !== undefined && row[key] === LOCAL_PERSON_ID;
}

/** Edits that another one overtakes may leave or not, as the platform's pace has it: the last of each message counts, where the first was written. */
function withoutEarlierEdits(rows: readonly Row[]): readonly Row[] {
  const targetOf = ({ key, chat_key: chat, message_id: message }: Row): string =>
    `${String(chat)} ${String(message ?? key)}`;
  const edits = rows.filter((row) => row["class"] === "edit");
  const last = new Map(edits.map((row) => [targetOf(row), row]));
  const told = new Set<string>();
  return rows.flatMap((row) => {
    if (row["class"] !== "edit") return [row];
    const target = targetOf(row);
    if (told.has(target)) return [];
    told.add(target);
    return [last.get(target) ?? row];
  });
}

interface Cleaning {
  readonly naming: Naming;
  readonly ids: (text: string) => string;
  readonly messages: readonly string[];
  readonly updates: ReadonlySet<string>;
}

function cleanRow(table: string, row: Row, cleaning: Cleaning): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => COLUMNS_OUT[`${table}.${column}`] === undefined)
      // The owner of the machine comes first among people, and is left out; what changed names the person.
      .filter(([column]) => column !== "row_id" || row["tbl"] !== "people")
      .map(([column, value]) => [column, cleanCell(column, value, cleaning)]),
  );
}

function cleanCell(column: string, value: unknown, cleaning: Cleaning): unknown {
  if (typeof value === "number" && column.endsWith("_ms"))
    return KEPT_TIMES.has(column) ? new Date(value).toISOString() : "a time";
  if (typeof value !== "string") return value;
  if (column === "update_id") return cleaning.ids(`received_${value}`);
  if (column === "event_json") return eventOf(JSON.parse(value), cleaning);
  if (column === "address_json") return cleanText(String(JSON.parse(value).isPrivate), cleaning);
  if (column === "message_json") return messageOf(JSON.parse(value), cleaning);
  if (column === "result_json")
    return cleanText(JSON.stringify(inStepOrder(JSON.parse(value))), cleaning);
  return cleanText(value, cleaning);
}

interface AnyResult {
  readonly statements?: readonly { readonly steps?: readonly object[] }[];
}

/** Steps that ran beside each other stand in the order in which they ended. */
function inStepOrder(result: AnyResult): AnyResult {
  const { statements = [] } = result;
  const told = (step: object): string => JSON.stringify({ ...step, ms: 0 });
  const ordered = statements.map(({ steps = [], ...rest }) => ({
    ...rest,
    steps: [...steps].sort((left, right) => (told(left) < told(right) ? -1 : 1)),
  }));
  return { ...result, statements: ordered };
}

interface AnyEvent {
  readonly kind: string;
  readonly text?: string;
  readonly isAddressed?: boolean;
  readonly sender?: { readonly id: string };
  readonly attachments?: readonly { readonly kind: string; readonly name: string }[];
}

function eventOf(
  { kind, text = "", isAddressed, sender, attachments = [] }: AnyEvent,
  cleaning: Cleaning,
): unknown {
  const files = attachments.map((file) => `${file.kind} ${file.name}`);
  return {
    kind,
    text: cleanText(text, cleaning),
    isAddressed,
    by: cleanText(sender?.id ?? "", cleaning),
    files,
  };
}

interface AnyMessage {
  readonly text: string;
  readonly buttons?: readonly (readonly { readonly label: string }[])[];
  readonly file?: { readonly name: string };
  readonly form?: { readonly label: string };
}

function messageOf({ text, buttons = [], file, form }: AnyMessage, cleaning: Cleaning): unknown {
  const labels = buttons.map((row) => row.map(({ label }) => label));
  return { text: cleanText(text, cleaning), labels, file: file?.name, form: form?.label };
}

/** Ids are made by chance: the n-th of a kind is `kind#n`, and so are updates, whose ids are the platform's. */
const IDS =
  /\b(run|turn|kept|ap|sched|occ|msg|press|person|lease|err|mem|todo|grant|model|sum|step|use|conv|att|cmd|album|press)_[0-9a-z]{10,}\b/g;
/** A file that was listened to is counted, and may have the number of a message. */
const HEARD_FILE = /^(heard:.*):\d+$/;
const UPDATE_IDS = /(?<=:platform:)[\w-]+/g;
/** Times in JSON, in texts with seconds, and how long things took. */
const STAMPS = /\b1[78]\d{11}\b/g;
const MAC = /\b1\.[0-9a-z]{16}\.[a-z1-9]\.[0-9a-z]{16}\b/g;
const BARE_IDS = /\b[0-9a-z]{16}\b/g;
const DIGESTS = /\b[0-9a-f]{64}\b/g;

function cleanText(text: string, { naming, ids, messages, updates }: Cleaning): string {
  let clean = text.replace(HEARD_FILE, "$1:a file");
  for (const [name, meaning] of naming)
    clean = clean === name ? meaning : clean.replaceAll(`"${name}"`, `"${meaning}"`);
  for (const [name, meaning] of naming)
    if (/[:_/]/.test(name)) clean = clean.replaceAll(name, meaning);
  for (const id of messages)
    clean = clean.replaceAll(new RegExp(`(?<=:)(?<! \\d{1,2}:)${id}(?=:|$)`, "g"), "message");
  return withoutMachine(clean)
    .replace(MAC, "a button")
    .replace(/\(time:\d+/g, "(time:a moment")
    .replace(UPDATE_IDS, (id) => (updates.has(id) ? ids(`received_${id}`) : id))
    .replace(IDS, ids)
    .replace(DIGESTS, (digest) => ids(`digest_${digest}`))
    .replace(BARE_IDS, (id) => (/\d/.test(id) ? ids(`bare_${id}`) : id))
    .replace(STAMPS, "a time")
    .replace(/(?<=\d{1,2}:\d{2}):\d{2}(\.\d+)?/g, ":00")
    .replace(/(?<="(?:ms|durationMs|spentMs)":)\d+/g, "0");
}

function createNames(): (text: string) => string {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  return (text) => {
    const name = known.get(text);
    if (name !== undefined) return name;
    const kind = text.split("_")[0] ?? "";
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    known.set(text, `${kind}#${count}`);
    return `${kind}#${count}`;
  };
}

/** Kept times. */
const isSame = isSameBut(/(?<=")\d{4}-\d{2}-\d{2}T[\d:.]+Z(?=")/g, Date.parse);

/** Every difference between two dumps as a line, empty where they say the same. `isLeftOut` tells what is not compared. */
export function differencesOf(
  left: Dump,
  right: Dump,
  isLeftOut: (what: string) => boolean = () => false,
): readonly string[] {
  const tables = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return tables
    .filter((table) => !isLeftOut(table))
    .flatMap((table) => {
      const [own = [], other = []] = [left[table], right[table]];
      const seen = (row: Row | undefined): string =>
        row === undefined
          ? "nothing"
          : JSON.stringify(
              Object.entries(row).filter(([column]) => !isLeftOut(`${table}.${column}`)),
            );
      return Array.from({ length: Math.max(own.length, other.length) }, (_unused, index) => index)
        .filter((index) => !isSame(seen(own[index]), seen(other[index])))
        .map(
          (index) => `${table} row ${index + 1}:\n  ${seen(own[index])}\n  ${seen(other[index])}`,
        );
    });
}
