import type { Database } from "../../../src/store/database.ts";

/** Now, in the tests of keeping. */
export const NOW_ISO = "2026-11-23T00:00:00Z";

/** Long before everything that is kept. */
export const LONG_AGO_MS = Date.parse("2026-01-05T00:00:00Z");

/** Rows of a table: how many there are, and how many of them outlive any time because they are open, or are kept for good. */
interface Expected {
  readonly all: number;
  readonly kept: number;
}

/** One of everything that can be over, and one of everything that can be open, all of `person_a`, written at `endedAtMs`. */
export function fillLife(
  database: Database,
  { endedAtMs: at }: { readonly endedAtMs: number },
): { readonly tables: Readonly<Record<string, Expected>> } {
  const tables: Record<string, { all: number; kept: number }> = {};
  const add = (table: string, isKept: boolean, row: Readonly<Record<string, unknown>>): void => {
    const names = Object.keys(row);
    const places = names.map((name) => `@${name}`).join(", ");
    database.prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`).run(row);
    const known = tables[table] ?? { all: 0, kept: 0 };
    tables[table] = { all: known.all + 1, kept: known.kept + (isKept ? 1 : 0) };
  };
  const person = { person_id: "person_a", chat_key: "telegram:1" };
  conversations(add, person, at);
  transport(add, at);
  times(add, at);
  const list = { ...person, content: "milk", created_at_ms: at, changed_at_ms: at };
  add("todos", false, { ...list, status: "completed" });
  add("todos", true, { ...list, status: "pending" });
  add("memories", true, {
    person_id: "person_a",
    number: 1,
    content: "tea",
    keywords: "",
    category: "",
    tainted: 0,
    created_at_ms: at,
  });
  add("workflows", true, {
    person_id: "person_a",
    name: "w",
    definition_json: "{}",
    created_at_ms: at,
    changed_at_ms: at,
  });
  return { tables };
}

type Add = (table: string, isKept: boolean, row: Readonly<Record<string, unknown>>) => void;

function conversations(add: Add, person: object, at: number): void {
  const run = {
    ...person,
    source: "s",
    program: "p",
    digest: "d",
    constants_json: "{}",
    created_at_ms: at,
  };
  const step = {
    key: "1",
    node: "system",
    action: "time",
    effect: "read",
    params_json: "{}",
    params_digest: "d",
    started_at_ms: at,
  };
  for (const [id, state] of [
    ["over", "done"],
    ["open", "waiting"],
  ] as const) {
    const isOpen = id === "open";
    const ended_at_ms = isOpen ? null : at;
    const origin = isOpen ? "update:telegram:2" : "update:telegram:1";
    add("turns", isOpen, {
      id: `turn_${id}`,
      origin,
      ...person,
      input: "hi",
      state,
      started_at_ms: at,
      ended_at_ms,
    });
    add("messages", isOpen, {
      turn_id: `turn_${id}`,
      sequence: 1,
      role: "user",
      content_json: "{}",
    });
    add("turn_contexts", isOpen, { turn_id: `turn_${id}`, context_json: "{}", tainted: 0 });
    const runState = isOpen ? "waiting" : "finished";
    add("runs", isOpen, {
      id: `run_${id}`,
      origin: `${origin}/0`,
      ...run,
      state: runState,
      ended_at_ms,
    });
    add("steps", isOpen, { run_id: `run_${id}`, ...step, state: isOpen ? "waiting" : "finished" });
    add("steps", isOpen, {
      run_id: `run_${id}`,
      ...step,
      key: "2",
      state: isOpen ? "started" : "finished",
    });
  }
  add("summaries", false, {
    ...person,
    conversation: "",
    session_started_at_ms: at,
    through_turn: "turn_over",
    tainted: 0,
    state: "done",
    created_at_ms: at,
  });
  add("session_starts", false, { ...person, started_at_ms: at });
  const approval = {
    kind: "plan",
    ...person,
    digest: "d",
    card_json: "{}",
    approver: "requester",
    created_at_ms: at,
    expires_at_ms: at,
  };
  add("approvals", false, {
    id: "ap_over",
    ...approval,
    state: "approved",
    decided_at_ms: at,
    outcome_text: "",
  });
  add("approvals", true, { id: "ap_undone", ...approval, state: "approved", decided_at_ms: at });
  add("approval_votes", false, { approval_id: "ap_over", person_id: "person_b", voted_at_ms: at });
  const grant = {
    ...person,
    action: "system:delete",
    pattern_json: "{}",
    given_by: "person_b",
    approval_id: "ap_over",
    created_at_ms: at,
  };
  add("grants", true, { ...grant, id: "grant_live" });
  add("grants", true, { ...grant, id: "grant_long", expires_at_ms: Date.parse("2030-01-01") });
  add("grants", false, { ...grant, id: "grant_over", expires_at_ms: at });
  add("grants", false, { ...grant, id: "grant_revoked", revoked_at_ms: at });
  const use = { run_id: "run_over", plan_digest: "d", call_id: "1", times: 1, used_at_ms: at };
  add("grant_uses", false, { ...use, grant_id: "grant_over" });
  const standing = {
    person_id: "person_a",
    binding: "d",
    targets_json: "[]",
    most_a_day: 1,
    givers_json: '["person_b"]',
    approval_id: "ap_over",
    created_at_ms: at,
  };
  const far = Date.parse("2030-01-01");
  add("standing_approvals", true, {
    ...standing,
    id: "stand_live",
    schedule_id: "sched_live",
    expires_at_ms: far,
  });
  add("standing_approvals", false, {
    ...standing,
    id: "stand_over",
    schedule_id: "sched_over",
    expires_at_ms: at,
  });
  add("standing_approvals", false, {
    ...standing,
    id: "stand_ended",
    schedule_id: "sched_ended",
    expires_at_ms: far,
    ended_at_ms: at,
    ended_because: "withdrawn",
  });
  add("standing_uses", false, {
    standing_id: "stand_over",
    occurrence_id: "occ_over",
    run_id: "run_over",
    day: 1,
    used_at_ms: at,
  });
  add("approvals", true, { id: "ap_open", ...approval, state: "pending" });
}

function transport(add: Add, at: number): void {
  const update = {
    platform: "telegram",
    chat_key: "telegram:1",
    event_json: "{}",
    received_at_ms: at,
  };
  add("updates", false, { ...update, update_id: "1", state: "done", ended_at_ms: at });
  add("updates", true, { ...update, update_id: "9", state: "received" });
  const message = {
    platform: "telegram",
    chat_key: "telegram:1",
    class: "reply",
    message_json: "{}",
    next_attempt_ms: at,
    created_at_ms: at,
  };
  add("outbox", false, {
    ...message,
    key: "reply:update:telegram:7",
    state: "sent",
    ended_at_ms: at,
  });
  add("outbox", true, { ...message, key: "reply:update:telegram:8", state: "pending" });
  // The card of what still waits, and a message of a run that may be gone on with.
  add("outbox", true, {
    ...message,
    key: "card:ap_open:telegram:1",
    state: "sent",
    ended_at_ms: at,
  });
  add("outbox", true, {
    ...message,
    key: "message:update:telegram:2/0/1",
    state: "sent",
    ended_at_ms: at,
  });
  const chat = { last_seen_ms: at };
  const address = (chatId: string, isPrivate: boolean) =>
    JSON.stringify({ platform: "telegram", chatId, isPrivate });
  add("chats", true, {
    ...chat,
    chat_key: "telegram:1",
    address_json: address("1", true),
    person_id: "person_a",
  });
  add("chats", false, { ...chat, chat_key: "telegram:4", address_json: address("4", true) });
  add("chats", true, { ...chat, chat_key: "telegram:-5", address_json: address("-5", false) });
  const used = { person_id: "person_a", chat_key: "telegram:1", at_ms: at };
  add("rate_uses", false, { ...used, kind: "message", origin: "update:telegram:1" });
  add("model_uses", false, {
    ...used,
    id: "use_1",
    model: "m",
    state: "settled",
    tokens: 5,
  });
  add("budget_allowances", false, {
    scope: "person",
    subject: "person_a",
    until_ms: at,
    person_id: "person_a",
    approval_id: "ap_over",
    given_by: "person_o",
  });
  add("budget_raises", false, {
    scope: "person",
    subject: "person_a",
    until_ms: at,
    number: 0,
    person_id: "person_a",
    press_id: "ap_over",
    given_by: "person_o",
    at_ms: at,
  });
  const code = { purpose: "link", person_id: "person_a" };
  add("one_time_codes", false, { ...code, digest: "old", expires_at_ms: at });
}

function times(add: Add, at: number): void {
  const schedule = {
    person_id: "person_a",
    chat_id: "telegram:1",
    kind: "time",
    spec: "{}",
    zone: "UTC",
    program: "p",
    plan_digest: "d",
    missed_policy: "{}",
    created_at_ms: at,
  };
  add("schedules", true, {
    ...schedule,
    id: "sched_live",
    name: "live",
    state: "active",
    next_due_ms: at,
  });
  add("schedules", false, { ...schedule, id: "sched_done", name: "done", state: "done" });
  add("schedules", true, { ...schedule, id: "sched_off", name: "off", state: "disabled" });
  const due = { person_id: "person_a" };
  add("occurrences", false, {
    ...due,
    id: "occ_ran",
    schedule_id: "sched_live",
    due_ms: at,
    state: "ran",
    finished_at_ms: at,
  });
  add("occurrences", false, {
    ...due,
    id: "occ_skipped",
    schedule_id: "sched_done",
    due_ms: at,
    state: "skipped",
  });
  add("occurrences", true, {
    ...due,
    id: "occ_missed",
    schedule_id: "sched_live",
    due_ms: at + 1,
    state: "missed",
  });
  add("occurrences", true, {
    ...due,
    id: "occ_claimed",
    schedule_id: "sched_live",
    due_ms: at + 2,
    state: "claimed",
  });
}
