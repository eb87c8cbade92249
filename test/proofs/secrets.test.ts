import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { writeBackup } from "../../src/app/backup/backup.ts";
import { exportPerson } from "../../src/app/export/exports.ts";
import { runCode } from "../../src/app/local-owner.ts";
import { DeliveryError, type Sender } from "../../src/bots/platform/chat-adapter.ts";
import { startGeminiServer } from "../support/gemini-server.ts";
import { calling, refusing, saying } from "../support/gemini-shapes.ts";
import { Town } from "../support/town.ts";
import { readZip } from "../support/zip-reader.ts";
import {
  CONFIGURED,
  FOREIGN,
  PIECES,
  startTalkative,
  TALKATIVE_REGISTRY,
} from "./support/canaries.ts";
import { PROOF_LIMIT_MS } from "./support/sizes.ts";

const ANN: Sender = { id: "1001", name: "Ann", languageTag: "en" };
const BEN: Sender = { id: "2002", name: "Ben", languageTag: "ko" };

const SECRETS = [...Object.values(CONFIGURED), ...Object.values(FOREIGN)];

/** A town with every secret configured, a web that repeats them and a model that says them. */
async function openLeakyTown(t: TestContext) {
  const talkative = await startTalkative();
  let isBroken = false;
  const gemini = await startGeminiServer(({ body }) => {
    const words = JSON.stringify(body);
    if (isBroken) return refusing(400, "INVALID_ARGUMENT", SECRETS.join(" and "));
    if (words.includes("functionResponse")) return saying(`I know ${SECRETS.join(", ")}`);
    return calling(`[system:todo](${JSON.stringify(`remember ${FOREIGN.openai}`)})`);
  });
  const town = new Town({
    environment: {
      ...CONFIGURED,
      GEMINI_BASE_URL: gemini.origin,
      IBL_UPSTREAM_TALKATIVE: talkative.origin,
      IBL_ALLOW_ORIGINS: talkative.origin,
    },
    data: { "api_registry/talkative.yaml": TALKATIVE_REGISTRY },
  });
  t.after(async () => {
    await town.close();
    await gemini.close();
    await talkative.close();
  });
  town.admit(ANN, "owner");
  town.admit(BEN, "member");
  await town.start();
  const breakModel = (): void => {
    isBroken = true;
  };
  return { town, talkative, gemini, breakModel };
}

/** Everywhere a secret could have gone, by name. */
async function everything(
  town: Town,
  traces: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { parts, adapter, homePath } = town;
  const found = new Map<string, string>([
    ["the log", town.log.join("\n")],
    [
      "messages and cards",
      JSON.stringify([adapter.shown, adapter.calls, adapter.notes, town.terminal.calls]),
    ],
    ["traces, and what the model was shown", traces.join("\n")],
  ]);
  const state = readdirSync(homePath, { recursive: true, withFileTypes: true });
  for (const entry of state.filter((one) => one.isFile() && /^(?!talkative)/.test(one.name)))
    found.set(entry.name, readFileSync(join(entry.parentPath, entry.name), "latin1"));
  for (const person of parts.people.all()) {
    const file = join(homePath, `${person.id}.zip`);
    const signal = new AbortController().signal;
    const stores = {
      stores: parts,
      home: parts.home,
      config: parts.config,
      edges: parts.edges,
      usage: parts.usage,
    };
    await exportPerson(stores, { person, file, withFiles: true, signal });
    for (const [name, content] of await readZip(readFileSync(file)))
      found.set(`export of ${person.name}: ${name}`, content.toString("latin1"));
  }
  const backup = join(homePath, "a.backup");
  await writeBackup({
    homePath,
    file: backup,
    force: false,
    withSecrets: false,
    version: "1",
    nowMs: town.clock.now(),
    signal: new AbortController().signal,
    faultPoint: () => undefined,
    randomBytes,
    onProgress: () => undefined,
  });
  return found.set("the backup", readFileSync(backup, "latin1"));
}

function leaksIn(places: ReadonlyMap<string, string>): readonly string[] {
  return [...places].flatMap(([name, text]) =>
    PIECES.flatMap((piece) => {
      const at = text.indexOf(piece);
      return at < 0 ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 40)}…`];
    }),
  );
}

test("no secret is in any log, message, card, trace, row, export or backup, whichever way it came in", {
  timeout: PROOF_LIMIT_MS,
}, async (t) => {
  const { town, talkative, gemini, breakModel } = await openLeakyTown(t);
  const traces: string[] = [];
  const byHand = (code: string) =>
    runCode(town.parts, code, {
      answer: async () => ({ state: "approved" }),
      signal: new AbortController().signal,
      onStep: (trace) => void traces.push(JSON.stringify(trace)),
    }).then((result) => traces.push(JSON.stringify(result)));

  for (const secret of SECRETS) {
    const text = JSON.stringify(secret);
    for (const code of [
      `[system:todo](${text})`,
      `[source:save_memory](${text}) {keywords: ${text}}`,
      `[system:notify_user](${text})`,
      `[system:write]("note.md") {content: ${text}} >> [system:read]("note.md")`,
      `[system:delete](${text})`,
      `[system:ask_user](${text})`,
      `[system:time] {zone: ${text}`,
      `[source:crawl](${JSON.stringify(`${talkative.origin}/?key=${encodeURIComponent(secret)}`)})`,
    ]) {
      await town.say(BEN, `/ibl ${code}`);
      await town.say(BEN, `/check ${code}`);
      await byHand(code);
    }
    await town.say(ANN, `please keep ${secret} for me`);
    await town.say(ANN, `${secret}`, { isForwarded: true });
  }
  for (const code of [
    '[source:gossip]("friends")',
    '[source:gossip]("fail")',
    `[source:crawl]("${talkative.origin}/fail")`,
    `[source:crawl]("${talkative.origin}/page") >> [system:write]("page.md")`,
    '[source:gossip]("friends") >> [source:save_memory]',
    // Put together only by the shell, so that the program itself has nothing to mask.
    `[system:run_command]("printf '%s%s' sk-c4naryForeign KeySeven000000; printf '%s%s' c4naryHook SecretFive >&2")`,
  ]) {
    await town.run(ANN, code);
    await byHand(code);
  }
  for (const kind of ["refused", "unknown", "unreachable"] as const) {
    town.adapter.failNext(new DeliveryError(kind, `POST /bot${SECRETS.join(" ")}/sendMessage`));
    await town.say(BEN, "/help");
    await town.clock.advance(60_000);
  }
  breakModel();
  await town.say(ANN, "and now the model fails");
  await town.say(BEN, "for Ben too");
  await town.say(ANN, "/export");
  await town.clock.advance(60_000);
  await town.tick();

  assert.ok(
    talkative.asked.some((url) => /c4nary(\+|%20)key/.test(url)),
    "the key did leave, to where it belongs",
  );
  const shown = gemini.requests.map(({ body }) => JSON.stringify(body));
  assert.ok(shown.length > 10, "the model was asked");
  const places = await everything(town, [...traces, ...shown]);
  assert.ok(places.size > 30 && traces.length > 100, "there is something to look through");
  assert.match(places.get("messages and cards") ?? "", /\[secret\]/);
  assert.match(places.get("the log") ?? "", /"level":40/, "the log has lines about failures");
  assert.deepEqual(leaksIn(places).slice(0, 5), []);
});

test("a secret that someone writes is masked before anything is done with it, and they are told", async (t) => {
  const { town } = await openLeakyTown(t);
  const told = await town.say(ANN, `/ibl [system:todo]("${FOREIGN.openai}")`);
  assert.match(told.join("\n"), /🔑 Something looked like a key/);
  assert.match(told.join("\n"), /Added \*\*\\\[secret/);
  const [first = ""] = await town.say(BEN, FOREIGN.bot);
  assert.match(first, /🔑 열쇠나 토큰처럼/);
});
