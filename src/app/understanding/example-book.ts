import { textOfMessage } from "../../agent/models/model-client.ts";
import { AppError } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import type { EncoderState } from "../../rag/search/encoded-search.ts";
import { type Evaluation, evaluate, type Miss, parseLabels } from "../../rag/search/evaluation.ts";
import type { SearchHit } from "../../rag/search/example-search.ts";
import type { ExampleFilter, StoredExample } from "../../rag/store/example-store.ts";
import type { BuildProgress } from "../../rag/usage/build.ts";
import {
  type AskModel,
  type Paraphrased,
  type ParaphraseProgress,
  paraphraseByModel,
} from "../../rag/usage/model-paraphrases.ts";
import { LOCAL_PERSON_ID } from "../../security/access/people.ts";
import { problemWords } from "../core/health-line.ts";
import { localOwner } from "../local-owner.ts";
import type { App } from "../open-app.ts";

/** Which embedder compares texts, and which one is set to. */
export interface EmbedderReport {
  readonly set: string;
  readonly inUse: string;
  readonly state: EncoderState["kind"];
  /** What keeps the one that is set from being used. */
  readonly problem?: Localized;
  /** How many vectors of encoders are kept, by the names of these. */
  readonly vectors: Readonly<Record<string, number>>;
}

/** Has the model say programs in other words, by at most so many questions, and keeps what holds. */
export type Paraphraser = (
  questions: number,
  onProgress: (progress: ParaphraseProgress) => void,
  signal: AbortSignal,
) => Promise<Paraphrased>;

/** Usage examples as the local owner sees them. */
export interface ExampleBook {
  /** Which embedder is in use at this moment. */
  embedder(): EmbedderReport;
  /** Waits until the embedder that is set is ready, or cannot be used for now. */
  prepare(onState: (state: EncoderState) => void): Promise<EmbedderReport>;
  /** `count` is 1 to 5; default 3. */
  search(text: string, count?: number): Promise<readonly SearchHit[]>;
  generate(
    onProgress: (progress: BuildProgress) => void,
    signal: AbortSignal,
  ): Promise<{
    readonly counts: Readonly<Record<string, number>>;
    readonly broken: readonly string[];
  }>;
  /** Throws `AppError` `no-model` where none is set. */
  paraphraser(): Paraphraser;
  /** `content` is lines `text<TAB>node:action…`. */
  evaluate(content: string, onMiss: (miss: Miss) => void): Promise<Evaluation>;
  list(
    filter: ExampleFilter,
    page: { readonly after?: number; readonly limit: number },
  ): readonly StoredExample[];
  /** Throws `AppError` `example-unknown`. */
  show(id: number): StoredExample;
  add(intent: string, code: string): Promise<StoredExample>;
  /** Throws `AppError` `example-unknown`; nothing is deleted then. */
  remove(ids: readonly number[]): Promise<void>;
  /** The examples whose programs do not plan today; removed when `isRemoving`. */
  revalidate(isRemoving: boolean): Promise<readonly StoredExample[]>;
}

const EMBEDDED = "embedded";

/** Who asks on the command line waits for the encoder rather than for another answer. */
const ASKED_HERE = { personId: LOCAL_PERSON_ID, encoderWaitMs: 30_000 } as const;

/** Opens the usage examples of a HOME for the local owner. */
export async function exampleBook(parts: App): Promise<ExampleBook> {
  const { usage } = parts;
  await usage.idle();
  const examples = usage.examples();
  const { store } = examples;
  const embedder = (): EmbedderReport => {
    const { encoderName: set = EMBEDDED, encoderState: state = { kind: "ready" } } = examples;
    return {
      set,
      inUse: state.kind === "ready" ? set : EMBEDDED,
      state: state.kind,
      ...("problem" in state ? { problem: problemWords(state.problem) } : {}),
      vectors: usage.encodings(),
    };
  };
  const show = (id: number): StoredExample => {
    const example = store.get(id);
    if (example !== undefined) return example;
    throw new AppError("example-unknown", {
      ko: `${id}번 예시는 없어요. ibl-bot examples list 로 번호를 확인해 주세요.`,
      en: `There is no example ${id}. See the numbers with ibl-bot examples list.`,
    });
  };
  return {
    embedder,
    async prepare(onState) {
      await examples.encoded(onState);
      return embedder();
    },
    search: (text, count) =>
      examples.search(text, {
        ...ASKED_HERE,
        ...(count === undefined ? {} : { limit: count }),
      }),
    async generate(onProgress, signal) {
      const { broken } = await examples.generate({ onProgress, signal });
      return { counts: store.counts(), broken };
    },
    paraphraser() {
      const { name, ask } = askingModel(parts);
      return (questions, onProgress, signal) =>
        paraphraseByModel(examples, { ask, model: name, questions, onProgress, signal });
    },
    evaluate: (content, onMiss) =>
      evaluate(parseLabels(content), (text) => examples.search(text, ASKED_HERE), onMiss),
    list: (filter, page) => store.list(filter, page),
    show,
    add: (intent, code) =>
      examples.add({ intent, code, source: "manual", personId: LOCAL_PERSON_ID }),
    async remove(ids) {
      for (const id of ids) show(id);
      await examples.remove(ids);
    },
    async revalidate(isRemoving) {
      const broken = await examples.broken();
      if (isRemoving) await examples.remove(broken.map(({ id }) => id));
      return broken;
    },
  };
}

/** The fast model, paid for by the local owner. */
function askingModel(parts: App): { readonly name: string; readonly ask: AskModel } {
  const { actor } = localOwner(parts);
  const { personId, chatId: chatKey, zone } = actor;
  const model = parts.modelFor?.({ personId, chatKey, zone }, "fast");
  if (model === undefined)
    throw new AppError("no-model", {
      ko: "언어 모델이 설정되어 있지 않아요. ibl-bot setup 으로 설정해 주세요.",
      en: "No language model is set. Set one with ibl-bot setup.",
    });
  return {
    name: model.name,
    async ask({ instruction, text }, signal) {
      const messages = [{ role: "user" as const, content: [{ type: "text" as const, text }] }];
      return textOfMessage(await model.send({ system: instruction, messages, tools: [] }, signal));
    },
  };
}
