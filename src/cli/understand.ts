import { type Evaluated, evaluateMessages } from "../app/understanding/evaluate.ts";
import { AppError } from "../base/errors.ts";
import { oneLine } from "../base/localized.ts";
import type { CliContext } from "./command.ts";
import { configOf, logOf, readArgument } from "./context.ts";
import { EXIT } from "./output.ts";
import { createProgressLine } from "./progress.ts";

/** The command `understand eval FILE.tsv`. */
export async function evaluate(context: CliContext): Promise<number> {
  const { speaker, edges } = context;
  const content = await read(context);
  const config = configOf(context);
  let done: readonly [number, number] = [0, 0];
  const line = createProgressLine(context, () => `${done[0]}/${done[1]}`);
  const result = await evaluateMessages(content, {
    edges,
    root: edges.root,
    log: logOf(context, config, { quiet: true }),
    signal: context.signal,
    onMessage: (count, all) => {
      done = [count, all];
      line.draw();
    },
  });
  line.end();
  if (speaker.json) speaker.data(result);
  else {
    for (const each of result.messages) if (each.verdict !== "right") speaker.note(lineOf(each));
    speaker.line(JSON.stringify(result.shares));
  }
  return EXIT.ok;
}

function lineOf({ id, verdict, text, ran, asked, offered, said }: Evaluated): string {
  const did = [...ran, ...asked.map((code) => `? ${code}`)].map(oneLineOf).join(" ; ");
  const rest =
    did !== "" ? did : offered.length > 0 ? `[${offered.map(oneLineOf).join(" | ")}]` : said;
  return `${id}  ${verdict}  ${text} → ${oneLine(rest, 160)}`;
}

function oneLineOf(code: string): string {
  return oneLine(code, 120);
}

async function read(context: CliContext): Promise<string> {
  const [file] = context.arguments.rest;
  if (file === undefined)
    throw new AppError("bad-arguments", {
      ko: "정답이 적힌 표를 적어 주세요.",
      en: "Give a table of labelled messages.",
    });
  return readArgument(context, file);
}
