#!/usr/bin/env node
// Stands for the programs of Android that a Linux adbd lacks: it is linked under each of their names on adbd's PATH.
// PHONE_STATE names a JSON file with what is on the phone; what is done to it is a line each in PHONE_LOG.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

const [, self, ...words] = process.argv;
const name = basename(self);
const statePath = process.env.PHONE_STATE;
const state = JSON.parse(readFileSync(statePath, "utf8"));
const keep = () => writeFileSync(statePath, JSON.stringify(state));
const log = () => appendFileSync(process.env.PHONE_LOG, `${JSON.stringify([name, ...words])}\n`);
const print = (text) => process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
const option = (key) => (words.includes(key) ? words[words.indexOf(key) + 1] : undefined);
const fail = (text, code = 1) => {
  print(text);
  process.exit(code);
};

const COMMANDS = {
  getprop: () => print(Object.entries(state.properties).map(([key, value]) => `[${key}]: [${value}]`).join("\n")),
  dumpsys: () => {
    if (words[0] !== "package") return print(state.dumps[words[0]] ?? "");
    print(state.apps[words[1]]?.dump ?? "Unable to find package");
  },
  df: () => print("Filesystem 1K-blocks Used Available Use% Mounted on\n/dev/dm-1 100000 40000 60000 40% /data"),
  cmd: () => {
    if (words[0] === "media_session") return print(`volume is ${state.volume} in range [0..15]`);
    if (words[0] === "appops") return appops();
    fail("No shell command");
  },
  wm: () => print(words[0] === "size" ? "Physical size: 1080x2400" : "Physical density: 420"),
  pm: packages,
  monkey: () => {
    if (state.apps[words[1]] === undefined) fail("** No activities found to run, monkey aborted.", 252);
    log();
  },
  am: activity,
  input: () => {
    log();
    if (words[0] === "text") state.typed += words[1].replaceAll("%s", " ");
    if (words[0] === "tap") pressedAt(Number(words[1]), Number(words[2]));
    keep();
  },
  ime: () => {
    if (words[0] === "list") return print(state.keyboards.join("\n"));
    log();
    if (words[0] === "set") state.keyboard = words[1];
    keep();
  },
  settings: () => print(state.keyboard),
  screencap: () => process.stdout.write(readFileSync(process.env.PHONE_SCREEN)),
  uiautomator: () => {
    if (state.ui === null) fail("ERROR: could not get idle state.");
    writeFileSync(words[1], state.ui);
    print(`UI hierchary dumped to: ${words[1]}`);
  },
  content,
};

function appops() {
  log();
  if (words[4] === "allow") state.denied = state.denied.filter((right) => right !== words[3]);
  keep();
}

function packages() {
  const own = ([, app]) => !words.includes("-3") || app.isOwn;
  const filter = words.find((word, index) => index > 1 && !word.startsWith("-")) ?? "";
  if (words[0] === "list")
    return print(Object.entries(state.apps).filter(own).filter(([app]) => app.includes(filter)).map(([app]) => `package:${app}`).join("\n"));
  log();
  if (words[0] === "grant") return undefined;
  if (state.apps[words[1]] === undefined) fail("Failure [not installed]");
  delete state.apps[words[1]];
  keep();
  print("Success");
}

function activity() {
  log();
  if (option("-a") === "ADB_INPUT_B64") state.typed += Buffer.from(option("msg"), "base64").toString();
  if (option("-a") === "android.intent.action.SENDTO")
    state.draft = { address: option("-d").slice("sms:".length), body: option("sms_body") };
  keep();
  print(words[0] === "broadcast" ? "Broadcast completed: result=0" : `Starting: Intent { ${words.join(" ")} }`);
}

/** Only the send button of the messages app does anything: it stands at 1000, 2200. */
function pressedAt(x, y) {
  if (state.draft === undefined || Math.abs(x - 1000) > 60 || Math.abs(y - 2200) > 60) return;
  const _id = Math.max(0, ...state.rows["content://sms"].map((row) => row._id)) + 1;
  state.rows["content://sms"].push({ _id, date: Date.now(), type: 2, read: 1, ...state.draft });
  delete state.draft;
}

const RIGHTS = { sms: "READ_SMS", mms: "READ_SMS", call_log: "READ_CALL_LOG", "com.android.contacts": "READ_CONTACTS" };

function content() {
  const uri = option("--uri");
  const provider = uri.split("/")[2];
  if (state.denied.includes(RIGHTS[provider]))
    fail(`Error while accessing provider:${provider}\njava.lang.SecurityException: Permission Denial: reading ${uri}`);
  const [root, box] = /^(content:\/\/(?:sms|mms))\/(inbox|sent)$/.exec(uri)?.slice(1) ?? [uri];
  const rows = state.rows[root];
  if (rows === undefined) fail(`Error while accessing provider:${provider}\njava.lang.IllegalStateException: Could not find provider: ${provider}`);
  const where = condition(option("--where") ?? "");
  const inBox = (row) => box === undefined || String(row.type ?? row.msg_box) === (box === "inbox" ? "1" : "2");
  const found = rows.filter((row) => inBox(row) && where(row));
  if (words[0] === "delete") {
    log();
    if (!state.keeps) state.rows[root] = rows.filter((row) => !found.includes(row));
    return keep();
  }
  const [column, order] = (option("--sort") ?? "_id ASC").split(" ");
  found.sort((one, other) => (one[column] > other[column] ? 1 : -1) * (order === "DESC" ? -1 : 1));
  const columns = option("--projection").split(":");
  const lines = found.map((row, index) => `Row: ${index} ${columns.map((key) => `${key}=${row[key] ?? "NULL"}`).join(", ")}`);
  print(lines.length === 0 ? "No result found." : lines.join("\n"));
}

/** The conditions that the driver writes: comparisons, LIKE and IN, joined by AND, or by OR within brackets. */
function condition(sql) {
  if (sql === "") return () => true;
  const ands = split(sql, " AND ");
  if (ands.length > 1) return (row) => ands.map(condition).every((part) => part(row));
  if (sql.startsWith("(")) {
    const ors = split(sql.slice(1, -1), " OR ").map(condition);
    return (row) => ors.some((part) => part(row));
  }
  const like = /^(\w+) LIKE '([\s\S]*)' ESCAPE '\\'$/.exec(sql);
  if (like !== null) {
    const wanted = like[2].replaceAll("''", "'").replace(/^%|%$/g, "").replace(/\\([\\%_])/g, "$1").toLowerCase();
    return (row) => String(row[like[1]] ?? "").toLowerCase().includes(wanted);
  }
  const among = /^(\w+) IN \(([\d,]*)\)$/.exec(sql);
  if (among !== null) return (row) => among[2].split(",").includes(String(row[among[1]]));
  const [, key, sign, value] = /^(\w+)\s*(=|<|>=)\s*([\s\S]+)$/.exec(sql) ?? fail(`near "${sql}": syntax error`);
  const plain = value.startsWith("'") ? value.slice(1, -1).replaceAll("''", "'") : value;
  if (sign === "=") return (row) => String(row[key]) === plain;
  return (row) => (sign === "<" ? row[key] < Number(plain) : row[key] >= Number(plain));
}

/** Splits outside of quotes and brackets. */
function split(sql, by) {
  const parts = [];
  let [start, depth, isQuoted] = [0, 0, false];
  for (let at = 0; at < sql.length; at += 1) {
    if (sql[at] === "'") isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sql[at] === "(") depth += 1;
    if (sql[at] === ")") depth -= 1;
    if (depth === 0 && sql.startsWith(by, at)) {
      parts.push(sql.slice(start, at));
      start = at + by.length;
    }
  }
  return [...parts, sql.slice(start)];
}

COMMANDS[name]();
