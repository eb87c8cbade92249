// Writes what the documents take from the product: docs/actions.md with a page a node, the table between the markers in README.md and README.ko.md, and
// the tables of docs/language.md and docs/language.ko.md.
//   node --import tsx scripts/docs.ts            writes
//   node --import tsx scripts/docs.ts --check    only says which are out of date
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type Json, type JsonObject } from "../src/base/json.ts";
import type {
  ActionDefinition,
  Catalogue,
  Requirement,
} from "../src/engine/catalogue/catalogue.ts";
import { parseCatalogue, verbsOf } from "../src/engine/catalogue/catalogue-parse.ts";
import { type DataFile, readDataFolder } from "../src/store/data-files.ts";
import { withLanguageTables } from "./docs-language.ts";

type Language = "ko" | "en";

interface NodeText {
  readonly node: string;
  readonly description: Readonly<Record<Language, string>>;
}

/** The order in which the product names its nodes. */
const NODE_ORDER = ["system", "source", "forge", "stream", "interface", "messenger"];

/** What the types of a JSON Schema are called here. */
const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "number",
  integer: "whole number",
  boolean: "true or false",
  array: "list",
  object: "object",
};

const GENERATED =
  "<!-- Generated from data/ by scripts/docs.ts. Do not edit: change data/ and run that script. -->";

const MARKERS = { begin: "<!-- generated:nodes -->", end: "<!-- /generated -->" };

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { catalogue, nodes } = readCatalogue();
const pages: readonly (readonly [path: string, text: string])[] = [
  ["docs/actions.md", actionsPage(catalogue, nodes)],
  ...nodes.map((each) => [`docs/actions/${each.node}.md`, nodePage(catalogue, each)] as const),
  ["README.md", withNodeTable("README.md", "en")],
  ["README.ko.md", withNodeTable("README.ko.md", "ko")],
  ["docs/language.md", withTables("docs/language.md", "en")],
  ["docs/language.ko.md", withTables("docs/language.ko.md", "ko")],
];

const stale = pages.filter(([path, text]) => readOr(join(root, path), "") !== text);
if (process.argv.includes("--check")) {
  for (const [path] of stale)
    process.stderr.write(`${path} is out of date: run node --import tsx scripts/docs.ts\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function readCatalogue(): { readonly catalogue: Catalogue; readonly nodes: readonly NodeText[] } {
  const data = join(root, "data");
  const nodeFiles = readDataFolder([data], "ibl_nodes").files;
  const registryFiles = readDataFolder([data], "api_registry").files;
  const parsed = parseCatalogue([
    ...nodeFiles.map((file) => ({ ...file, kind: "node" as const })),
    ...registryFiles.map((file) => ({ ...file, kind: "registry" as const })),
  ]);
  if (!parsed.ok || parsed.problems.length > 0)
    throw new Error(
      parsed.problems
        .map(({ file, line, message }) => `data/${file}:${line}: ${message}`)
        .join("\n"),
    );
  const texts = nodeFiles.map(nodeText).filter(({ node }) => parsed.catalogue.nodes.includes(node));
  // A node may stand in several files.
  const apart = [...new Map(texts.map((text) => [text.node, text])).values()];
  return {
    catalogue: parsed.catalogue,
    nodes: apart.sort((left, right) => rank(left.node) - rank(right.node)),
  };
}

function nodeText({ value }: DataFile): NodeText {
  return value as NodeText; // parseCatalogue has checked the file against the schema of node files
}

function rank(node: string): number {
  const place = NODE_ORDER.indexOf(node);
  return place < 0 ? NODE_ORDER.length : place;
}

function actionsOf(source: Catalogue, node: string): readonly ActionDefinition[] {
  return [...source.actions.values()].filter((definition) => definition.node === node);
}

/** A page of the language with the tables of what the language says. */
function withTables(path: string, language: Language): string {
  return withLanguageTables(readOr(join(root, path), ""), language, catalogue);
}

/** The table of nodes, put between the markers of a README. */
function withNodeTable(path: string, language: Language): string {
  const text = readOr(join(root, path), "");
  const start = text.indexOf(MARKERS.begin);
  const end = text.indexOf(MARKERS.end, start);
  if (start < 0 || end < 0) return text;
  const head = language === "ko" ? ["노드", "하는 일", "액션"] : ["node", "what for", "actions"];
  const rows = nodes.map(({ node, description }) => [
    `\`${node}\``,
    description[language],
    String(actionsOf(catalogue, node).length),
  ]);
  return `${text.slice(0, start)}${MARKERS.begin}\n${table(head, rows)}\n${text.slice(end)}`;
}

/** What all pages of actions say, the nodes, and what actions need. */
function actionsPage(source: Catalogue, texts: readonly NodeText[]): string {
  const rows = texts.map(({ node, description }) => {
    const own = actionsOf(source, node);
    const ready = own.filter(({ requires }) => requires.length === 0).length;
    return [
      `[${node}](actions/${node}.md)`,
      `${description.en} · ${description.ko}`,
      String(own.length),
      String(ready),
    ];
  });
  return `${GENERATED}
# Actions

The ${source.actions.size} actions of the catalogue, a page a node. [language.md](language.md) explains how they are written and joined,
[approvals.md](approvals.md) what a press is.

${table(["node", "what for", "actions", "ready as it is"], rows)}

On the pages:

- **Bold** is the target, the value in parentheses: \`[system:read]("news.md")\`. Everything stands in braces too: \`[system:read] {path: "news.md"}\`.
- \`*\` must be given. \`<\` takes the result of the step before (\`>>\`) unless it was given. Names behind "also" are older ones of the same parameter.
- *press* says whether the action waits for a person's button. "owner" means that only an owner may run it.
- *private* as an effect: it gives what is one person's alone, so asked for in a group it is done in their private chat and shown to them alone
  ([security.md](security.md#in-groups)).
- A value that decides where an effect goes (a recipient, file, command, address or program) is marked with that word. It stops the
  program for a look at the real value when it comes from outside or is known only while running.
- *needs* is "ready" where the action runs as it is, else what it needs; \`ibl-bot actions\`, \`ibl-bot doctor\` and \`/status service\` say what is missing on a machine.
- *other names* lead to the action too: \`search {type: "news"}\` means \`[source:search]("…") {type: "news"}\`.

## What actions need

${table(["needed", "had at", "actions"], needRows(source))}
`;
}

/** Each thing that actions need, with where it is had and which they are. */
function needRows(source: Catalogue): readonly (readonly string[])[] {
  const groups = new Map<string, { readonly page: string; readonly names: string[] }>();
  for (const { node, action, requires, api } of source.actions.values())
    for (const requirement of requires) {
      const need = needText(requirement);
      const group = groups.get(need) ?? { page: api?.service.keyPage ?? "–", names: [] };
      groups.set(need, group);
      group.names.push(`[\`${action}\`](actions/${node}.md)`);
    }
  return [...groups].map(([need, { page, names }]) => [need, page, names.join(" ")]);
}

/** The actions of one node, each with words that ask for it. */
function nodePage(source: Catalogue, { node, description }: NodeText): string {
  const head = ["action", "what it does", "target and parameters", "effect", "press", "needs"];
  const rows = actionsOf(source, node).map((definition) => rowOf(source, definition));
  return `${GENERATED}
# ${node}

${description.en} · ${description.ko}. How to read the columns: [actions.md](../actions.md).

${table([...head, "other names", "for example"], rows)}
`;
}

function rowOf(source: Catalogue, definition: ActionDefinition): readonly string[] {
  const { action, description, effect, requires } = definition;
  const needs = requires.map(needText);
  return [
    `\`${action}\``,
    `${description.en}<br>${description.ko}`,
    paramsOf(definition).join("<br>") || "–",
    [effect, ...(definition.personal === undefined ? [] : [privateText(definition.personal)])].join(
      ", ",
    ),
    [pressText(definition), ...(definition.ownerOnly ? ["owner"] : [])]
      .filter((text) => text !== "")
      .join(", ") || "–",
    needs.join(", ") || "ready",
    verbTexts(source, definition).join("<br>") || "–",
    exampleText(definition),
  ];
}

/** The first example: what is said in each language, and the program. */
function exampleText({ examples: [example] }: ActionDefinition): string {
  if (example === undefined) return "–";
  const said = [example.en[0], example.ko[0]].map((text) => (text ?? "").replace(/[*_<]/g, "\\$&"));
  return [...said, `\`${example.code.replaceAll("\n", " ; ")}\``].join("<br>");
}

function paramsOf(definition: ActionDefinition): readonly string[] {
  const { target, input, params, roles, also = {} } = definition;
  const properties = isJsonObject(params["properties"]) ? params["properties"] : {};
  const required = Array.isArray(params["required"]) ? params["required"] : [];
  const names = Object.keys(properties).sort(
    (left, right) => Number(right === target) - Number(left === target),
  );
  const rest =
    params["additionalProperties"] === true
      ? ["any other name: a value for the program that is run"]
      : [];
  const own = names.map((name) => {
    const schema = properties[name];
    const marks = `${required.includes(name) ? "\\*" : ""}${input?.param === name ? " <" : ""}`;
    const shown = name === target ? `**\`${name}\`**` : `\`${name}\``;
    const role = roles[name] === undefined ? "" : ` (${roles[name]})`;
    const words = isJsonObject(schema) ? schemaText(schema) : "";
    return `${shown}${marks} ${words}${role}${olderNames(also[name])}`.trim();
  });
  return [...own, ...rest];
}

/** The names that older catalogues have for a parameter. */
function olderNames(names: readonly string[] = []): string {
  return names.length === 0 ? "" : `, also ${names.map((name) => `\`${name}\``).join(" ")}`;
}

/** What a parameter may be, and what it is for. */
function schemaText(schema: JsonObject): string {
  const choices = schema["enum"];
  const kind = Array.isArray(choices)
    ? choices.map((value: Json) => `\`${String(value)}\``).join(" ")
    : `${typeText(schema["type"])}${rangeText(schema)}`;
  const description = schema["description"];
  return typeof description === "string"
    ? `${kind}: ${description.replace(/[*_]/g, "\\$&")}`
    : kind;
}

function typeText(type: Json | undefined): string {
  const names = Array.isArray(type) ? type : [type];
  return names.map((name) => TYPES[String(name)] ?? String(name)).join(" or ");
}

function rangeText(schema: JsonObject): string {
  const { minimum, maximum } = { minimum: schema["minimum"], maximum: schema["maximum"] };
  if (typeof minimum !== "number" || typeof maximum !== "number") return "";
  return ` ${minimum}–${maximum}`;
}

function pressText({ approval, approvalWhen }: ActionDefinition): string {
  if (!approval) return "";
  return approvalWhen === undefined ? "yes" : whenText(approvalWhen);
}

function privateText(personal: NonNullable<ActionDefinition["personal"]>): string {
  return personal === true ? "private" : `private ${whenText(personal)}`;
}

function whenText(when: NonNullable<ActionDefinition["approvalWhen"]>): string {
  return `if \`${when.param}\` is ${when.values.map((value) => `\`${String(value)}\``).join(", ")}`;
}

function needText(requirement: Requirement): string {
  switch (requirement.kind) {
    case "env":
      return requirement.names.map((name) => `\`${name}\``).join(" and ");
    case "binary":
      return `the program \`${requirement.name}\``;
    case "browser":
      return "Chromium";
    case "model":
      return "a language model";
    case "android":
      return "an Android device";
    case "desktop":
      return "a desktop session";
  }
}

function verbTexts(source: Catalogue, { node, action }: ActionDefinition): readonly string[] {
  const found: string[] = [];
  for (const [verb, { routes, fallback }] of verbsOf(source, node)) {
    if (fallback === action) found.push(`\`${verb}\``);
    for (const [type, route] of Object.entries(routes))
      if (route === action) found.push(`\`${verb} {type: "${type}"}\``);
  }
  return found;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function readOr(path: string, absent: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : absent;
}
