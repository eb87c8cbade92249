import type { ToolDefinition } from "../agent/tools/definition.ts";
import type { ToolProblem } from "../agent/tools/tool-set.ts";
import { TOOL_HANDLER_NAMES } from "../app/core/tool-ports.ts";
import { toolCode, validateToolFolder } from "../app/core/tools.ts";
import { AppError } from "../base/errors.ts";
import { isJsonObject, type JsonObject, parsedJson } from "../base/json.ts";
import type { Localized } from "../base/localized.ts";
import type { CliContext } from "./command.ts";
import { pathArgument, withParts } from "./context.ts";
import { EXIT } from "./output.ts";
import { runText } from "./programs.ts";

/** The command `tools list [WORDS]`. */
export async function listTools(context: CliContext): Promise<number> {
  const { speaker, arguments: given } = context;
  const words = given.rest.join(" ");
  return withParts(context, ({ toolFiles }) => {
    const found = toolFiles.discovery.find(words === "" ? {} : { words });
    if (speaker.json) speaker.data(found.map(described));
    else if (found.length === 0)
      speaker.line({ ko: "그런 도구가 없어요.", en: "There is no such tool." });
    else
      for (const { name, version, layer, domain, description } of found)
        speaker.line(`${name}  ${version}  ${layer}/${domain}  ${description[speaker.language]}`);
    return EXIT.ok;
  });
}

/** A definition as it is written, with the executor of its layer. */
function described(tool: ToolDefinition): JsonObject {
  const { name, version, layer, domain, description, dependencies, produces, tags } = tool;
  return {
    name,
    version,
    layer,
    executor: `${layer}_executor`,
    domain,
    description: { ...description },
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    dependencies,
    produces,
    tags,
    body: tool.body?.kind ?? null,
  };
}

/** The command `tools validate [DIR]`. */
export async function validate(context: CliContext): Promise<number> {
  const [folder] = context.arguments.rest;
  const { speaker } = context;
  return withParts(context, ({ library, toolFiles }) => {
    const checked =
      folder === undefined
        ? { count: toolFiles.set().all.length, problems: toolFiles.problems() }
        : counted(
            validateToolFolder(library.roots, pathArgument(context, folder), TOOL_HANDLER_NAMES),
          );
    const { count, problems } = checked;
    if (speaker.json)
      speaker.data({ valid: problems.length === 0, tools: count, errors: problems.map(errorJson) });
    else for (const { file, line, words } of problems) speaker.line(located(file, line, words));
    if (problems.length > 0) return EXIT.failed;
    if (!speaker.json)
      speaker.line({ ko: `도구 ${count}개가 모두 맞아요.`, en: `All ${count} tools are valid.` });
    return EXIT.ok;
  });
}

function counted({ files, problems }: ReturnType<typeof validateToolFolder>): {
  readonly count: number;
  readonly problems: readonly ToolProblem[];
} {
  return { count: files.length, problems };
}

function located(file: string, line: number, words: Localized): Localized {
  return { ko: `${file}:${line}: ${words.ko}`, en: `${file}:${line}: ${words.en}` };
}

function errorJson({ file, line, rule, words }: ToolProblem): JsonObject {
  return { file, line, rule, message: words.en };
}

/** The command `tools graph`. */
export async function showGraph(context: CliContext): Promise<number> {
  const { speaker } = context;
  return withParts(context, ({ toolFiles }) => {
    const { all } = toolFiles.set();
    if (speaker.json)
      speaker.data(Object.fromEntries(all.map(({ name, dependencies }) => [name, dependencies])));
    else for (const line of treeLines(all)) speaker.line(line);
    return EXIT.ok;
  });
}

/** Each tool below one that it depends on; a tool that depends on several stands below the last of them, with the others named. */
function treeLines(all: readonly ToolDefinition[]): readonly string[] {
  const below = (parent: string | undefined, indent: string): readonly string[] =>
    all
      .filter(({ dependencies }) => dependencies.at(-1) === parent)
      .flatMap(({ name, dependencies }) => {
        const others = dependencies.slice(0, -1);
        const also = others.length === 0 ? "" : `  ◄── ${others.join(", ")}`;
        const head = indent === "" ? name : `${indent}└─► ${name}`;
        return [`${head}${also}`, ...below(name, `${indent}    `)];
      });
  return below(undefined, "");
}

/** The command `tools run NAME JSON`. */
export async function runTool(context: CliContext): Promise<number> {
  const [name, ...rest] = context.arguments.rest;
  const text = rest.join(" ");
  const input = text === "" ? {} : parsedJson(text);
  if (name === undefined || !isJsonObject(input))
    throw new AppError("bad-arguments", {
      ko: '도구 이름과 JSON 객체를 적어 주세요. 예: tools run keyword_analyzer \'{"file": "reviews.csv"}\'',
      en: 'Name a tool and give a JSON object, such as: tools run keyword_analyzer \'{"file": "reviews.csv"}\'',
    });
  return runText(context, toolCode(name, input));
}
