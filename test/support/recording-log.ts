import type { Log } from "../../src/base/log.ts";

/** Every line that was logged as a warning or an error. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];
  info() {}
  warn(fields: Readonly<Record<string, unknown>>, message: string): void {
    this.lines.push(`${message} ${String(fields["problem"])}`);
  }
  error(fields: Readonly<Record<string, unknown>>, message: string): void {
    this.warn(fields, message);
  }
}
