import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tokensOf } from "../../src/agent/models/count-tokens.ts";
import { type Agent, parseAgents, SYSTEM_AGENT } from "../../src/agent/roster/agent-definitions.ts";
import { FOUND, FOUND_BESIDE_LIST, fittingActions } from "../../src/agent/turn/context-builder.ts";
import {
  EXECUTE_IBL,
  listedActions,
  systemPrompt,
  turnBlock,
} from "../../src/agent/turn/prompt.ts";
import type { Catalogue } from "../../src/engine/catalogue/catalogue.ts";
import { parseCatalogue } from "../../src/engine/catalogue/catalogue-parse.ts";
import { createActionSearch, nameOf } from "../../src/rag/search/action-search.ts";
import { referencesBlock } from "../../src/rag/search/references.ts";
import { actionsIn } from "../../src/rag/text/called-actions.ts";
import { readDataFolder } from "../../src/store/data-files.ts";
import { openShippedUsage, referencesOver } from "../../test/support/usage-examples.ts";

/** A message, and the actions that a program for it needs. */
export interface PromptRequest {
  readonly message: string;
  readonly needs: readonly string[];
}

/** What the prompt of a request came to. */
export interface PromptMeasure {
  readonly request: PromptRequest;
  /** Tool definition and system prompt, which are the same in every request, in estimated tokens. */
  readonly systemTokens: number;
  /** What stands before the person's words, in estimated tokens. */
  readonly blockTokens: number;
  readonly listed: readonly string[];
  readonly missing: readonly string[];
}

const DATA = fileURLToPath(new URL("../../data", import.meta.url));
const REQUESTS = fileURLToPath(new URL("prompt-requests.tsv", import.meta.url));
const NOW_MS = Date.parse("2026-11-21T01:00:00Z");

/** The shipped request set. */
export function promptRequests(): readonly PromptRequest[] {
  return readFileSync(REQUESTS, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [message = "", needs = ""] = line.split("\t");
      return { message, needs: needs.split(",").filter((name) => name !== "") };
    });
}

/** Measures prompts as turns of the shipped system agent are given them, with every node of the shipped catalogue; a list of actions longer than `longest` is cut. Whoever made it closes it. */
export async function createPromptMeter(longest?: number): Promise<{
  readonly measure: (request: PromptRequest) => Promise<PromptMeasure>;
  readonly close: () => Promise<void>;
}> {
  const catalogue = shippedCatalogue();
  const actions = [...catalogue.actions.values()];
  const search = createActionSearch(catalogue);
  const usage = await openShippedUsage();
  const references = referencesOver(usage);
  const agent = shippedSystemAgent(catalogue);
  const scope = { personId: "nobody", key: "", accept: () => true };
  const { listed: all, named, isCore } = listedActions(actions, longest);
  const core = new Set(all);
  const isCut = core.size + named.length < actions.length;
  const system = systemPrompt({ actions, language: "ko", agent }, longest);
  const systemTokens = tokensIn(`${JSON.stringify(EXECUTE_IBL)}\n${system}`);
  return {
    async measure(request) {
      const found = await references.find(request.message, scope);
      const used = found.flatMap(({ code }) => actionsIn(code));
      const facts = {
        message: request.message,
        before: [],
        used,
        allowed: () => true,
        most: isCore ? FOUND : FOUND_BESIDE_LIST,
      };
      const fitting = fittingActions(actions, isCut ? search : undefined, facts).filter(
        (action) => !core.has(action),
      );
      const block = turnBlock({
        person: { language: "ko", zone: "Asia/Seoul" },
        nowMs: NOW_MS,
        actions: fitting,
        references: referencesBlock(found),
      });
      const listed = [...core, ...fitting].map(nameOf);
      return {
        request,
        systemTokens,
        blockTokens: tokensIn(block),
        listed,
        missing: request.needs.filter((name) => !listed.includes(name)),
      };
    },
    close: () => usage.close(),
  };
}

function tokensIn(text: string): number {
  return tokensOf([{ role: "user", content: [{ type: "text", text }] }]);
}

function shippedCatalogue(): Catalogue {
  const sources = (["node", "registry"] as const).flatMap((kind) =>
    readDataFolder([DATA], kind === "node" ? "ibl_nodes" : "api_registry").files.map((file) => ({
      ...file,
      kind,
    })),
  );
  const parsed = parseCatalogue(sources);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.catalogue;
}

function shippedSystemAgent(catalogue: Catalogue): Agent {
  const { files } = readDataFolder([DATA], "agents");
  const { agents } = parseAgents(files, catalogue.nodes);
  const agent = agents.find(({ id }) => id === SYSTEM_AGENT);
  if (agent === undefined) throw new Error("The system agent is not among the shipped ones.");
  return agent;
}
