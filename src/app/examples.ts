import { AppError } from "../base/errors.ts";
import { type Evaluation, evaluate, type Miss, parseLabels } from "../rag/evaluation.ts";
import type { SearchHit } from "../rag/example-search.ts";
import type { BuildProgress } from "../rag/usage-build.ts";
import type { ExampleFilter, StoredExample } from "../rag/usage-store.ts";
import { LOCAL_PERSON_ID } from "../security/people.ts";
import type { Parts } from "./parts.ts";

/** Usage examples as the local owner sees them. */
export interface ExampleBook {
  /** `count` is 1 to 5; default 3. */
  search(text: string, count?: number): Promise<readonly SearchHit[]>;
  generate(
    onProgress: (progress: BuildProgress) => void,
    signal: AbortSignal,
  ): Promise<{
    readonly counts: Readonly<Record<string, number>>;
    readonly broken: readonly string[];
  }>;
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

/** Opens the usage examples of a HOME for the local owner. */
export async function exampleBook({ usage }: Pick<Parts, "usage">): Promise<ExampleBook> {
  await usage.idle();
  const examples = usage.examples();
  const { store } = examples;
  const show = (id: number): StoredExample => {
    const example = store.get(id);
    if (example !== undefined) return example;
    throw new AppError("example-unknown", {
      ko: `${id}번 예시는 없습니다. ibl-bot examples list 로 번호를 확인해 주세요.`,
      en: `There is no example ${id}. See the numbers with ibl-bot examples list.`,
    });
  };
  return {
    search: (text, count) =>
      examples.search(text, {
        personId: LOCAL_PERSON_ID,
        ...(count === undefined ? {} : { limit: count }),
      }),
    async generate(onProgress, signal) {
      const { broken } = await examples.generate({ onProgress, signal });
      return { counts: store.counts(), broken };
    },
    evaluate: (content, onMiss) =>
      evaluate(
        parseLabels(content),
        (text) => examples.search(text, { personId: LOCAL_PERSON_ID }),
        onMiss,
      ),
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
