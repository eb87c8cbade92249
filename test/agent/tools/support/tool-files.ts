import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { ToolSource } from "../../../../src/agent/tools/tool-set.ts";

/** A file of data/tools from its text. */
export function toolFile(name: string, text: string): ToolSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  return {
    file: `tools/${name}.yaml`,
    value: document.toJS(),
    lineOf(path) {
      let offset = 0;
      let node: unknown = document.contents;
      for (const key of path) {
        if (!isMap(node)) break;
        const pair = node.items.find(
          (item) => isScalar(item.key) && String(item.key.value) === key,
        );
        if (!pair || !isScalar(pair.key)) break;
        offset = pair.key.range?.[0] ?? offset;
        node = pair.value;
      }
      return lines.linePos(offset).line;
    },
  };
}

/** The text of a good definition; `lines` take the place of its lines of the same keys, or come after them. */
export function definitionText(name: string, ...lines: readonly string[]): string {
  const all = [
    `name: ${name}`,
    'version: "1.0.0"',
    "layer: analysis",
    "domain: analysis",
    "description: what it does",
    "input_schema: {type: object, properties: {text: {type: string}}}",
    "output_schema: {type: object, properties: {value: {type: string}}, required: [value]}",
  ];
  const keyOf = (line: string): string => line.split(":")[0] ?? "";
  const kept = all.map((line) => lines.find((each) => keyOf(each) === keyOf(line)) ?? line);
  return [...kept, ...lines.filter((line) => !kept.includes(line))]
    .filter((line) => !line.endsWith(": ABSENT"))
    .join("\n");
}

/** A file with such a definition. */
export function goodFile(name: string, ...lines: readonly string[]): ToolSource {
  return toolFile(name, definitionText(name, ...lines));
}
