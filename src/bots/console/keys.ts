import { emitKeypressEvents, type Key } from "node:readline";
import type { ConsoleInput } from "./surface.ts";

/** What a hand did at the terminal: one key, or one paste however long. */
export type Stroke =
  | {
      readonly kind: "key";
      /** The character typed; `undefined` for a key that writes none. */
      readonly text: string | undefined;
      readonly key: Key;
      /** True when nothing else arrived with it, as when a person presses one key. */
      readonly isAlone: boolean;
    }
  | { readonly kind: "paste"; readonly text: string };

/** Listens to the keys of a terminal in raw mode. The function it returns stops listening and lets the input rest. */
export function listenForStrokes(
  input: ConsoleInput,
  onStroke: (stroke: Stroke) => void,
): () => void {
  let chunkBytes = 0;
  let pasted: string[] | undefined;

  const onData = (chunk: Buffer | string): void => {
    chunkBytes = Buffer.byteLength(chunk);
  };
  const endPaste = (): void => {
    const text = (pasted ?? []).join("");
    pasted = undefined;
    if (text !== "") onStroke({ kind: "paste", text });
  };
  const onKeypress = (text: string | undefined, key: Key): void => {
    const sequence = key.sequence ?? text ?? "";
    const isAlone = Buffer.byteLength(sequence) === chunkBytes;
    if (key.name === "paste-start") pasted = [];
    else if (key.name === "paste-end") endPaste();
    else if (pasted === undefined) onStroke({ kind: "key", text, key, isAlone });
    else if (isAlone && key.ctrl === true && key.name === "c")
      endPaste(); // the end of the paste was lost
    else pasted.push(sequence);
  };

  input.prependListener("data", onData); // before the decoder, so that the size is known when its keys come
  emitKeypressEvents(input);
  input.on("keypress", onKeypress);
  input.resume();
  return () => {
    input.off("keypress", onKeypress);
    input.off("data", onData);
    input.pause();
  };
}
