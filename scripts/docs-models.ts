// Writes the conversations of docs/models.md: the product's own clients ask servers on loopback that speak each maker's format, and what
// went over the line is what stands there.
//   node --import tsx scripts/docs-models.ts            writes
//   node --import tsx scripts/docs-models.ts --check    only says whether it is out of date
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AssistantMessage, ModelEvent } from "../src/agent/models/model-client.ts";
import {
  asking,
  MAKERS,
  type MakerSetup,
  resultsOf,
  said,
  startMaker,
} from "../test/support/model-makers.ts";

const PATH = join(dirname(dirname(fileURLToPath(import.meta.url))), "docs", "models.md");
const MARKERS = { begin: "<!-- generated:conversations -->", end: "<!-- /generated -->" };

/** Longest line of a request that is shown, in characters. */
const WIDTH = 160;

/** Where the messages stand, by the maker. */
const LISTS: readonly string[] = ["contents", "messages", "input"];

const QUESTION = said("서울은 지금 몇 시야?");
const CODE = '[system:time]("Asia/Seoul")';

const sections = [];
for (const maker of MAKERS) sections.push(await conversation(maker));
const before = readFileSync(PATH, "utf8");
const start = before.indexOf(MARKERS.begin) + MARKERS.begin.length;
const end = before.indexOf(MARKERS.end, start);
if (end < 0) throw new Error(`${PATH} lacks the markers.`);
const after = `${before.slice(0, start)}\n${sections.join("\n")}${before.slice(end)}`;
if (!process.argv.includes("--check")) writeFileSync(PATH, after);
else if (after !== before) {
  process.stderr.write(
    "docs/models.md is out of date: run node --import tsx scripts/docs-models.ts\n",
  );
  process.exitCode = 1;
}

async function conversation(maker: MakerSetup): Promise<string> {
  const endings: (() => Promise<void>)[] = [];
  const context = { after: (done: () => Promise<void>) => void endings.push(done) };
  const { model, server } = await startMaker(maker, context, [
    { thinking: "Ask the clock.", calls: [{ code: CODE }] },
    { text: "지금 서울은 오후 3시예요." },
  ]);
  const first = await model.send(asking(QUESTION), new AbortController().signal);
  const events: ModelEvent[] = [];
  const question = asking(QUESTION, first, ...resultsOf(first));
  for await (const event of model.stream(question, new AbortController().signal))
    events.push(event);
  const [one, two] = server.requests;
  for (const close of endings) await close();
  return [
    `### ${maker.name}`,
    "",
    "```text",
    `→ POST ${one?.path}`,
    ...shown(one?.body ?? {}),
    `← ${toldOf(first)}`,
    `→ POST ${two?.path}`,
    ...shown(lastOf(two?.body ?? {})),
    `← ${events.map(wordOf).join(" ")}`,
    "```",
    "",
  ].join("\n");
}

/** The messages behind the question, which the first request has shown already. */
function lastOf(body: Readonly<Record<string, unknown>>): object {
  const name = LISTS.find((each) => each in body) ?? "messages";
  const messages = body[name];
  return {
    [name]: Array.isArray(messages) ? ["…", ...messages.slice(name === "input" ? 1 : -2)] : [],
  };
}

function shown(body: object): readonly string[] {
  return Object.entries(body).map(([name, value]) => {
    const text = `  ${name}: ${JSON.stringify(value)}`;
    return text.length <= WIDTH || LISTS.includes(name) ? text : `${text.slice(0, WIDTH)}…`;
  });
}

function toldOf(answer: AssistantMessage): string {
  const { inputTokens, outputTokens } = answer.usage;
  const calls = answer.content.map((block) =>
    block.type === "tool_use" ? `${block.name}(${JSON.stringify(block.input)})` : block.text,
  );
  return `${calls.join(" ")} · ${answer.stopReason}, ${inputTokens} + ${outputTokens} tokens`;
}

function wordOf(event: ModelEvent): string {
  if (event.type === "text") return JSON.stringify(event.text);
  if (event.type === "anew") return "(anew)";
  return event.type === "end" ? `· ${event.message.stopReason}` : event.call.name;
}
