import type { createDiscordFaults } from "./discord-server-faults.ts";
import type { DiscordLimits } from "./discord-server-limits.ts";
import type { DiscordState, ServerMessage } from "./discord-server-state.ts";

/** The body of a call, as JSON. */
export type Fields = Record<string, unknown>;

/** A file of a call. */
export interface Upload {
  /** Name of its part, such as `files[0]`. */
  readonly part: string;
  readonly filename: string;
  readonly size: number;
  readonly text: string;
}

/** One call of the API. */
export interface Call {
  readonly state: DiscordState;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly files: readonly Upload[];
}

/** What it is answered with; undefined for nothing. */
export type Answer = object | readonly object[] | undefined;

/** What the API needs of the gateway. */
export interface RestParts {
  readonly state: DiscordState;
  readonly faults: ReturnType<typeof createDiscordFaults>;
  readonly onMessage: (message: ServerMessage) => void;
  /** Absent where everything is taken. */
  readonly limits?: DiscordLimits;
}
