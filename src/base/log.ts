import pino from "pino";

/** Structured lines, one JSON object each. Secrets never reach the sink: registered values and token shapes are masked there. */
export interface Log {
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Shapes of credentials that must not be printed whoever wrote them: Telegram bot tokens, Google and OpenAI style keys, bearer headers. */
const SECRET_SHAPES = [
  /\b\d{6,12}:[A-Za-z0-9_-]{30,}\b/g,
  /\bAIza[0-9A-Za-z_-]{30,}\b/g,
  /\bsk-[A-Za-z0-9_-]{16,}\b/g,
  /\b[Bb]earer\s+[A-Za-z0-9._~+/-]{8,}=*/g,
];

const MASK = "[secret]";

/** Replaces every registered secret and everything shaped like one. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  const known = secrets
    .filter((secret) => secret.length >= 6)
    .sort((left, right) => right.length - left.length);
  return (text) => {
    let clean = text;
    for (const secret of known)
      clean = clean.replaceAll(secret, MASK).replaceAll(JSON.stringify(secret).slice(1, -1), MASK);
    for (const shape of SECRET_SHAPES) clean = clean.replace(shape, MASK);
    return clean;
  };
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
