import pino from "pino";
import { MASK, maskShapes } from "./secret-shapes.ts";

/** Structured lines, one JSON object each. Secrets never reach the sink: registered values and token shapes are masked there. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

/** What a line of the log says besides its message; a field without a value is left out. */
export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Replaces every registered secret and everything shaped like one, also in Base64. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secretForms(secrets);
  return (text) => {
    let clean = text;
    for (const form of known) clean = clean.replaceAll(form, MASK);
    return maskShapes(clean, known);
  };
}

/** Every form in which registered secrets are looked for, the longest first; a secret shorter than 6 characters has none. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets.filter((secret) => secret.length >= 6).flatMap(formsOf);
  return [...new Set(forms)].sort((left, right) => right.length - left.length);
}

/** A secret as it stands in a text, in JSON, in JSON inside JSON, and in an address. */
function formsOf(secret: string): readonly string[] {
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inAddress = encodeURIComponent(secret);
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    inAddress,
    inAddress.replaceAll("%20", "+"),
    new URLSearchParams({ secret }).toString().slice("secret=".length),
  ];
}

/** A log that writes redacted lines to `write`. */
export function createLog(options: {
  readonly write: (line: string) => void;
  readonly redact: (text: string) => string;
  readonly level?: "info" | "warn" | "error" | "silent";
}): Log {
  return pino(
    { level: options.level ?? "info", base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line: string) => options.write(options.redact(line)) },
  );
}
