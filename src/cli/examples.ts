import {
  type ExampleBook,
  exampleBook,
  type Paraphraser,
} from "../app/understanding/example-book.ts";
import { AppError, messageOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import type { StoredExample } from "../rag/store/example-store.ts";
import type { BuildProgress } from "../rag/usage/build.ts";
import type { ParaphraseProgress } from "../rag/usage/model-paraphrases.ts";
import type { CliContext } from "./command.ts";
import { readArgument, textArgument, withParts } from "./context.ts";
import { embedderReady, inUseWords } from "./examples-embedder.ts";
import { EXIT } from "./output.ts";
import { createProgressLine } from "./progress.ts";

const USUAL_COUNT = 50;

/** The command `examples search TEXT [-k 3]`. */
export async function search(context: CliContext): Promise<number> {
  const text = await textArgument(context, { ko: "메시지를", en: "the message" });
  return withBook(context, async (book) => {
    const { top } = context.arguments;
    const embedder = await embedderReady(context, book);
    const hits = await book.search(text, top);
    const { speaker } = context;
    if (speaker.json)
      speaker.data(
        hits.map(({ example, score, meaning, words }) => ({
          score: rounded(score),
          meaning: rounded(meaning),
          words: rounded(words),
          ...exampleJson(example),
        })),
      );
    else if (hits.length === 0) speaker.line({ ko: "(맞는 예시가 없어요)", en: "(nothing fits)" });
    else
      for (const { example, score } of hits)
        speaker.line(`${score.toFixed(2)}  ${oneLine(example.code)}  — ${example.intent}`);
    speaker.note(inUseWords(embedder));
    return EXIT.ok;
  });
}

/** The command `examples generate [--ai] [-n 5]`. */
export async function generate(context: CliContext): Promise<number> {
  return withBook(context, async (book) => {
    const paraphraser = context.arguments.ai ? book.paraphraser() : undefined;
    let progress: BuildProgress = { stage: "read", share: 0 };
    const line = createProgressLine(context, () => {
      return `${STAGES[progress.stage]} ${Math.round(progress.share * 100)} %`;
    });
    const onProgress = (next: BuildProgress): void => {
      progress = next;
    };
    const { counts, broken } = await book.generate(onProgress, context.signal).finally(line.end);
    const embedder = await embedderReady(context, book);
    const { speaker } = context;
    const said = paraphraser && (await paraphrase(context, paraphraser));
    const ok = broken.length === 0 && said?.problem === undefined;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (speaker.json)
      speaker.data({ ok, total, counts, broken, embedder: embedder.inUse, ...said });
    else {
      const sources = Object.entries(counts).map(([source, count]) => `${source} ${count}`);
      speaker.line({
        ko: `예시 ${total}개: ${sources.join(", ")}.`,
        en: `${total} examples: ${sources.join(", ")}.`,
      });
      for (const code of broken)
        speaker.note({
          ko: `지금 쓸 수 없어 뺐어요: ${oneLine(code)}`,
          en: `left out, it does not plan: ${oneLine(code)}`,
        });
      speaker.note(inUseWords(embedder));
    }
    return ok ? EXIT.ok : EXIT.failed;
  });
}

/** Questions to the model, where nothing else is said. */
const USUAL_QUESTIONS = 5;

/** What the model's paraphrases came to, as data; on a terminal it is told. */
async function paraphrase(
  context: CliContext,
  paraphraser: Paraphraser,
): Promise<{ readonly paraphrases: object; readonly problem?: string }> {
  const { speaker } = context;
  const questions = context.arguments.count ?? USUAL_QUESTIONS;
  let progress: ParaphraseProgress = { asked: 0, questions, kept: 0 };
  const line = createProgressLine(context, () => {
    return `asking ${progress.asked + 1} of ${progress.questions}, kept ${progress.kept}`;
  });
  const onProgress = (next: ParaphraseProgress): void => {
    progress = next;
  };
  const { stopped, ...paraphrases } = await paraphraser(
    questions,
    onProgress,
    context.signal,
  ).finally(line.end);
  const { asked, kept, dropped } = paraphrases;
  const left = Object.values(dropped).reduce((sum, count) => sum + count, 0);
  if (!speaker.json)
    speaker.line({
      ko: `모델에게 ${asked}번 물어 새 표현 ${kept}개를 더했고, 맞지 않는 ${left}개는 버렸어요.`,
      en: `The model was asked ${asked} times: ${kept} new ways to ask were kept, ${left} that do not hold were dropped.`,
    });
  if (stopped === undefined) return { paraphrases };
  const problem = messageOf(stopped);
  if (!speaker.json)
    speaker.note({ ko: `여기서 멈췄어요: ${problem}`, en: `It ended here: ${problem}` });
  return { paraphrases, problem };
}

const STAGES: Readonly<Record<BuildProgress["stage"], string>> = {
  read: "reading",
  learn: "learning",
  store: "storing",
};

/** The command `examples eval FILE.tsv`. */
export async function evaluateFile(context: CliContext): Promise<number> {
  const [file] = context.arguments.rest;
  if (file === undefined)
    throw new AppError("bad-arguments", {
      ko: "정답이 적힌 요청 파일을 적어 주세요.",
      en: "Give a file with labelled requests.",
    });
  const content = await readArgument(context, file);
  return withBook(context, async (book) => {
    const { speaker } = context;
    await embedderReady(context, book);
    const result = await book.evaluate(content, ({ text, right, got }) => {
      if (speaker.json) return;
      const wanted = right.length === 0 ? "-" : right.join("|");
      speaker.note(`${text} [${wanted}] → ${got.map(({ example }) => example.code).join(" | ")}`);
    });
    if (speaker.json) speaker.data(result);
    else speaker.line(JSON.stringify(result));
    speaker.note(inUseWords(book.embedder()));
    return EXIT.ok;
  });
}

/** The command `examples list [TEXT] [-n 50]`. */
export async function list(context: CliContext): Promise<number> {
  return withBook(context, (book) => {
    const text = context.arguments.rest.join(" ");
    const limit = context.arguments.count ?? USUAL_COUNT;
    const found = book.list(text === "" ? {} : { text }, { limit });
    if (context.speaker.json) context.speaker.data(found.map(exampleJson));
    else for (const example of found) context.speaker.line(exampleLine(example));
    return EXIT.ok;
  });
}

/** The command `examples show ID`. */
export async function show(context: CliContext): Promise<number> {
  const [id] = idsIn(context);
  return withBook(context, (book) => {
    const example = book.show(id);
    if (context.speaker.json) context.speaker.data(exampleJson(example));
    else
      for (const [name, value] of Object.entries(exampleJson(example)))
        context.speaker.line(`${name}: ${Array.isArray(value) ? value.join(" ") : String(value)}`);
    return EXIT.ok;
  });
}

/** The command `examples add TEXT CODE`. */
export async function add(context: CliContext): Promise<number> {
  const [intent, ...code] = context.arguments.rest;
  if (intent === undefined || code.length === 0)
    throw new AppError("bad-arguments", {
      ko: '사람이 하는 말과 프로그램을 적어 주세요. 예: examples add "빵집 소식" \'[source:search_news]("빵집")\'',
      en: 'Give what people say and the program, such as: examples add "bakery news" \'[source:search_news]("bakery")\'',
    });
  return withBook(context, async (book) => {
    const example = await book.add(intent, code.join(" "));
    if (context.speaker.json) context.speaker.data({ ok: true, ...exampleJson(example) });
    else context.speaker.line(exampleLine(example));
    return EXIT.ok;
  });
}

/** The command `examples delete ID…`. */
export async function remove(context: CliContext): Promise<number> {
  const ids = idsIn(context);
  return withBook(context, async (book) => {
    await book.remove(ids);
    if (context.speaker.json) context.speaker.data({ ok: true, deleted: ids });
    else
      context.speaker.line({
        ko: `지웠어요: ${ids.join(", ")}.`,
        en: `Deleted: ${ids.join(", ")}.`,
      });
    return EXIT.ok;
  });
}

/** The command `examples revalidate [--force]`. */
export async function revalidate(context: CliContext): Promise<number> {
  const { force } = context.arguments;
  return withBook(context, async (book) => {
    const broken = await book.revalidate(force);
    const isWhole = broken.length === 0;
    const { speaker } = context;
    if (speaker.json)
      speaker.data({ ok: isWhole, broken: broken.map(exampleJson), deleted: force });
    else for (const line of brokenLines(broken, force)) speaker.line(line);
    return isWhole || force ? EXIT.ok : EXIT.failed;
  });
}

function brokenLines(
  broken: readonly StoredExample[],
  isDeleted: boolean,
): readonly (string | Localized)[] {
  const count = broken.length;
  if (count === 0) return [{ ko: "모든 예시를 쓸 수 있어요.", en: "Every example plans." }];
  const told = isDeleted
    ? {
        ko: `쓸 수 없는 예시 ${count}개를 지웠어요.`,
        en: `${count} did not plan and were deleted.`,
      }
    : {
        ko: `쓸 수 없는 예시가 ${count}개 있어요. 지우려면 --force를 붙여 주세요.`,
        en: `${count} do not plan; delete them with --force.`,
      };
  return [...broken.map(exampleLine), told];
}

function withBook<T>(context: CliContext, work: (book: ExampleBook) => Promise<T> | T): Promise<T> {
  return withParts(context, async (parts) => work(await exampleBook(parts)));
}

function idsIn({ arguments: given }: CliContext): readonly [number, ...number[]] {
  const [first, ...others] = given.rest.map(Number);
  const isWhole = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
  if (first !== undefined && [first, ...others].every(isWhole)) return [first, ...others];
  throw new AppError("bad-arguments", {
    ko: "예시 번호를 적어 주세요. examples list에 있어요.",
    en: "Give the numbers of examples; examples list shows them.",
  });
}

function exampleJson(example: StoredExample): Readonly<Record<string, unknown>> {
  const { code, embedder: _embedder, digest: _digest, ...rest } = example;
  return { ...rest, code };
}

function exampleLine({ id, source, intent, code }: StoredExample): string {
  return `${id}  ${source}  ${intent}  →  ${oneLine(code)}`;
}

function oneLine(code: string): string {
  return code.replace(/\s+/gu, " ");
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
