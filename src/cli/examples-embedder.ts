import {
  type EmbedderReport,
  type ExampleBook,
  exampleBook,
} from "../app/understanding/example-book.ts";
import type { Localized } from "../base/localized.ts";
import type { EncoderState } from "../rag/search/encoded-search.ts";
import type { CliContext } from "./command.ts";
import { withParts } from "./context.ts";
import { EXIT } from "./output.ts";
import { createProgressLine } from "./progress.ts";

/** The command `examples embedder`. */
export async function embedder(context: CliContext): Promise<number> {
  return withParts(context, async (parts) => {
    const report = await embedderReady(context, await exampleBook(parts));
    const { speaker } = context;
    const isRight = report.inUse === report.set;
    const { problem, ...facts } = report;
    if (speaker.json)
      speaker.data({
        ok: isRight,
        ...facts,
        ...(problem === undefined ? {} : { problem: problem[speaker.language] }),
      });
    else {
      speaker.line(inUseWords(report));
      for (const [name, count] of Object.entries(report.vectors))
        speaker.line({ ko: `  ${name}: 벡터 ${count}개`, en: `  ${name}: ${count} vectors` });
    }
    return isRight ? EXIT.ok : EXIT.failed;
  });
}

/** Waits for the embedder that is set, with a line that tells how far it is for anything over two seconds. */
export async function embedderReady(
  context: CliContext,
  book: ExampleBook,
): Promise<EmbedderReport> {
  let state: EncoderState = { kind: "idle" };
  const line = createProgressLine(context, () => stateWords(state)[context.speaker.language]);
  return book
    .prepare((next) => {
      state = next;
    })
    .finally(line.end);
}

/** Which embedder is in use, and why it is not the one that is set. */
export function inUseWords({ set, inUse, problem }: EmbedderReport): Localized {
  const now = { ko: `임베딩: ${inUse}`, en: `Embedder: ${inUse}` };
  if (inUse === set || problem === undefined) return now;
  return {
    ko: `${now.ko} (설정한 것은 ${set}: ${problem.ko})`,
    en: `${now.en} (${set} is set: ${problem.en})`,
  };
}

function stateWords(state: EncoderState): Localized {
  if (state.kind === "loading") return loadingWords(state.progress);
  if (state.kind === "embedding")
    return {
      ko: `예시를 임베딩하는 중 ${state.made}/${state.total}`,
      en: `embedding examples ${state.made}/${state.total}`,
    };
  return { ko: "예시를 준비하는 중", en: "making the examples" };
}

function loadingWords(
  progress: Extract<EncoderState, { readonly kind: "loading" }>["progress"],
): Localized {
  if (progress === undefined) return { ko: "임베딩을 여는 중", en: "opening the embedder" };
  const { file = "", loadedBytes, totalBytes } = progress;
  const share = totalBytes === 0 ? "" : ` ${Math.round((100 * loadedBytes) / totalBytes)} %`;
  return { ko: `${file}${share} 받는 중`, en: `loading ${file}${share}` };
}
