import { createRedactor, secretForms } from "./log.ts";
import { OPEN_SHAPE } from "./secret-shapes.ts";

/** Masks secrets in a text. */
export type Redact = (text: string) => string;

/** The same value with every text in it masked; the very same object where nothing had to be. `value` is what JSON can hold. */
export function maskTexts<T>(value: T, redact: Redact): T {
  const text = JSON.stringify(value);
  return text === undefined || redact(text) === text ? value : (masked(value, redact) as T); // masked keeps every shape
}

function masked(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, masked(item, redact)]),
  );
}

/** Masks a text that comes in pieces: what it gives out, joined, is the masked whole. */
interface MaskStream {
  /** Takes the next piece and gives what can no longer become part of a secret; often a little less than came. */
  push(piece: string): string;
  /** Gives what is still held back. */
  flush(): string;
}

/** What is held back is read again when it has grown by so much, so that all of it together takes time linear in the text. */
const LOOK_GROWTH = 1.25;

/** A masker for one stream; `secrets` are the registered ones. */
export function createMaskStream(secrets: readonly string[]): MaskStream {
  const redact = createRedactor(secrets);
  const forms = secretForms(secrets);
  let held = "";
  let nextLook = 0;
  return {
    push(piece) {
      held += piece;
      if (held.length < nextLook) return "";
      const cut = Math.min(held.search(OPEN_SHAPE), ...forms.map((form) => openAt(held, form)));
      const head = redact(held.slice(0, cut));
      // A secret that lies across the cut keeps all of it back.
      const isAcross = head + redact(held.slice(cut)) !== redact(held);
      if (!isAcross) held = held.slice(cut);
      nextLook = held.length * LOOK_GROWTH;
      if (isAcross) return "";
      return head;
    },
    flush() {
      const rest = redact(held);
      held = "";
      return rest;
    },
  };
}

/** Where the longest end of `text` begins that is the beginning of `form`, but not all of it. */
function openAt(text: string, form: string): number {
  const from = Math.max(0, text.length - form.length + 1);
  for (let at = from; at < text.length; at += 1) if (form.startsWith(text.slice(at))) return at;
  return text.length;
}
