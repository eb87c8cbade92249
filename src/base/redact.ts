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
