import type { Catalogue } from "../../../engine/catalogue/catalogue.ts";
import { TOOL_ACTION, toolActionOf } from "../../../engine/plan/tool-action.ts";
import { readCode } from "../code.ts";
import type { PlannerResult } from "../result.ts";
import type { Searching } from "../searching.ts";
import { readTokens, type Token } from "../tokens.ts";

/** The file of the phrasings that definitions of tools bring. */
const USUAL_FILE = "reviews.csv";

/** A message must resemble a phrasing by so much besides naming its tool. */
const LEAST_SCORE = 0.6;

/** In UTF-16 units: what is longer tells more than which tool. */
const LONGEST = 160;

/** Plans a message that names files and what a declared tool is for ("sales.csv 매출 분석해줘"), by the phrasing that it resembles most; `undefined` for any other. */
export function* planToolRequest(
  text: string,
  catalogue: Catalogue,
): Searching<PlannerResult | undefined> {
  const files = readTokens(text).filter(({ kind }) => kind === "file");
  if (files.length === 0 || text.length > LONGEST) return undefined;
  const hits = yield withUsualFile(text, files);
  for (const { example, score } of hits) {
    const code = score < LEAST_SCORE ? undefined : withFiles(example.code, files);
    const tool = /^\[system:tool\]\("([a-z0-9_]+)"\)/.exec(example.code)?.[1];
    const tags = catalogue.actions.get(`${TOOL_ACTION.node}:${toolActionOf(tool ?? "")}`)?.tags;
    if (code !== undefined && tags?.some((tag) => isSaid(tag, text)) === true)
      return { kind: "sure", code, intent: text, score: Math.round(score * 1000) / 1000 };
  }
  return undefined;
}

/** A Korean word stands anywhere, an English one at the beginning of a word. */
function isSaid(tag: string, text: string): boolean {
  if (!/^[a-z]/i.test(tag)) return text.includes(tag);
  return new RegExp(`\\b${tag.replace(/[^a-z0-9 ]/gi, "")}`, "i").test(text);
}

/** The message with the usual name in the place of its first file, so that names count for nothing. */
function withUsualFile(text: string, [first, ...others]: readonly Token[]): string {
  if (first === undefined || others.length > 0) return text;
  return text.replace(first.value, () => USUAL_FILE);
}

/** The program of a phrasing with the message's files in the place of its own; `undefined` where there are more or fewer. */
function withFiles(code: string, files: readonly Token[]): string | undefined {
  const { literals, render } = readCode(code);
  const isFile = (value: string): boolean => readTokens(value)[0]?.kind === "file";
  const names = [...new Set(literals.map(({ value }) => value).filter(isFile))];
  if (names.length !== files.length) return undefined;
  const values = literals.flatMap(({ value }, index) => {
    const file = files[names.indexOf(value)];
    return file === undefined ? [] : [[index, file.value] as const];
  });
  return render(new Map(values));
}
