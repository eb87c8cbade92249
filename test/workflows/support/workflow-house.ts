import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { chatFolder } from "../../../src/app/core/home.ts";
import { localOwner, resultText, runCode } from "../../../src/app/local-owner.ts";
import type { App } from "../../../src/app/open-app.ts";
import type { Envelope } from "../../../src/runs/result-envelope.ts";
import type { Approval } from "../../../src/security/approvals/approvals.ts";
import type { Decision } from "../../../src/security/approvals/decision.ts";
import { partsAt } from "../../support/parts.ts";
import { filesBelow, temporaryHome } from "../../support/service.ts";
import { ShiftedClock } from "../../support/shifted-clock.ts";
import { type LoopbackUpstream, startUpstream } from "../../support/upstream.ts";

/** What came of a program: what a reader sees, what was asked, and the envelope where it ran to its end. */
export interface Ran {
  readonly text: string;
  readonly asked: readonly Approval[];
  readonly envelope?: Envelope;
}

/** The whole product on a fresh HOME in Seoul, with the web on loopback. The test ends it. */
export interface WorkflowHouse {
  readonly parts: App;
  readonly upstream: LoopbackUpstream;
  /** Runs a program as the local owner, who decides what waits. */
  run(code: string, decide?: (approval: Approval) => Decision): Promise<Ran>;
  /** The text of a file in the chat's own folder. */
  read(path: string): string;
  write(path: string, text: string | Uint8Array): void;
  /** Names of all files in the chat's own folder. */
  files(): readonly string[];
}

/** Opens the house; `workflows` are put into HOME/data/workflows first, text by file name. */
export async function openHouse(
  t: TestContext,
  workflows: Readonly<Record<string, string>> = {},
): Promise<WorkflowHouse> {
  const upstream = await startUpstream();
  const home = temporaryHome();
  for (const [name, text] of Object.entries(workflows))
    put(join(home.path, "data", "workflows", name), text);
  const settings = {
    IBL_LANGUAGE: "ko",
    IBL_TIME_ZONE: "Asia/Seoul",
    ...upstream.environment,
  };
  const parts = partsAt(home.path, settings, { clock: new ShiftedClock() });
  t.after(async () => {
    await parts.close();
    await upstream.close();
    home.remove();
  });
  const folder = chatFolder(parts.home, localOwner(parts).actor.chatId);
  mkdirSync(folder, { recursive: true });
  return {
    parts,
    upstream,
    run: (code, decide) => ranWith(parts, code, decide),
    read: (path) => readFileSync(join(folder, path), "utf8"),
    write: (path, text) => put(join(folder, path), text),
    files: () => filesBelow(folder).map((name) => name.normalize("NFC")),
  };
}

async function ranWith(
  parts: App,
  code: string,
  decide: (approval: Approval) => Decision = () => ({ state: "approved" }),
): Promise<Ran> {
  const asked: Approval[] = [];
  const result = await runCode(parts, code, {
    answer: async (approval) => {
      asked.push(approval);
      return decide(approval);
    },
    signal: new AbortController().signal,
    onStep: () => undefined,
  });
  const envelope = result.kind === "finished" ? { envelope: result.envelope } : {};
  return { text: resultText(parts, result), asked, ...envelope };
}

function put(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
