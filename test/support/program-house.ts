import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCode } from "../../src/app/local-owner.ts";
import type { App } from "../../src/app/open-app.ts";
import type { ChatAdapter } from "../../src/bots/platform/chat-adapter.ts";
import { findChromium } from "../../src/drivers/browser/browser.ts";
import type { Envelope } from "../../src/runs/result-envelope.ts";
import type { RunResult } from "../../src/runs/run-result.ts";
import type { Approval } from "../../src/security/approvals/approvals.ts";
import type { Decision } from "../../src/security/approvals/decision.ts";
import { partsAt } from "./parts.ts";
import { temporaryHome } from "./service.ts";
import { type LoopbackUpstream, startUpstream } from "./upstream.ts";

/** The whole service without a channel, over a HOME of its own and a loopback web, for running programs as the local owner. */
export interface ProgramHouse {
  readonly parts: App;
  readonly upstream: LoopbackUpstream;
  readonly hasBrowser: boolean;
  /** The texts that left. */
  readonly sent: readonly string[];
  /** Where a file of the local chat lies. */
  readonly filePath: (name: string) => string;
  /** Lets somebody in who is reached on the console. */
  readonly admit: (name: string) => void;
  /** Runs a program through the gate, with a press on every card; gives what came of it and the kinds of cards that were pressed. */
  readonly attempt: (
    source: string,
  ) => Promise<{ readonly result: RunResult; readonly pressed: readonly string[] }>;
  /** As `attempt`, of a program that runs to its end; gives its envelope. */
  readonly perform: (
    source: string,
  ) => Promise<{ readonly envelope: Envelope; readonly pressed: readonly string[] }>;
  readonly close: () => Promise<void>;
}

/** Opens a house with these workflows and agents, given as YAML by name, and settings; the caller closes it. */
export async function openProgramHouse(
  workflows: Readonly<Record<string, string>> = {},
  agents: Readonly<Record<string, string>> = {},
  settings: Readonly<Record<string, string>> = {},
): Promise<ProgramHouse> {
  const home = temporaryHome();
  const upstream = await startUpstream();
  for (const [folder, files] of Object.entries({ workflows, agents })) {
    mkdirSync(join(home.path, "data", folder), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(home.path, "data", folder, `${name}.yaml`), text);
  }
  const environment = {
    IBL_LANGUAGE: "ko",
    IBL_TIME_ZONE: "Asia/Seoul",
    KOPIS_API_KEY: "kopis-key",
  };
  const rates = { IBL_RATE_PROGRAMS_PERSON: "0/0", IBL_RATE_PROGRAMS_CHAT: "0/0" };
  const parts = partsAt(home.path, {
    ...rates,
    ...environment,
    ...upstream.environment,
    ...settings,
  });
  const sent: string[] = [];
  parts.outbox.start(recorder(sent), { recover: true });
  const files = join(home.path, "files", "console_local");
  mkdirSync(files, { recursive: true });
  return {
    parts,
    upstream,
    hasBrowser: findChromium(parts.config.chromiumPath) !== undefined,
    sent,
    filePath: (name) => join(files, name),
    admit: (name) => {
      const account = { platform: "console", externalId: name };
      const person = parts.people.admit(account, { role: "member", name, language: "ko" });
      parts.updates.remember({ platform: "console", chatId: name, isPrivate: true }, person.id);
    },
    attempt: (source) => attempt(parts, source),
    perform: (source) => perform(parts, source),
    close: async () => {
      await parts.close();
      await upstream.close();
      home.remove();
    },
  };
}

/** The console as far as messages leave by it: it keeps their texts. */
function recorder(sent: string[]): ChatAdapter {
  return {
    platform: "console",
    maxTextLength: 4096,
    start: async () => undefined,
    stop: async () => undefined,
    send: async (_chat, message) => ({ messageId: `${sent.push(message.text)}` }),
    edit: async () => undefined,
    acknowledge: async () => undefined,
    typing: async () => undefined,
  };
}

async function attempt(parts: App, source: string) {
  const pressed: string[] = [];
  const result = await runCode(parts, source, {
    answer: async (approval) => {
      pressed.push(approval.kind);
      return decide(approval);
    },
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  return { result, pressed };
}

async function perform(parts: App, source: string) {
  const { result, pressed } = await attempt(parts, source);
  assert.equal(result.kind, "finished", `${source}\n${JSON.stringify(result)}`);
  assert.ok(result.kind === "finished");
  return { envelope: result.envelope, pressed };
}

/** A press on every card, and an answer to every question: the first one offered, or words. */
function decide({ kind, card }: Approval): Decision {
  if (kind !== "question") return { state: "approved" };
  return { state: "answered", answer: card.options?.[0]?.label ?? "markdown" };
}
