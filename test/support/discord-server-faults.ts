import { ApiRefusal } from "./discord-server-rules.ts";

/** A call that is to go wrong; `path` is matched against "METHOD /path". */
export interface DiscordFault {
  readonly path: RegExp;
  /** Default 1. */
  readonly times?: number;
}

/** What a test can break. */
export interface DiscordFaults {
  /** The next calls are answered with an error; nothing happens. */
  failNext(
    fault: DiscordFault & {
      readonly status: number;
      readonly code?: number;
      readonly retryAfterSeconds?: number;
      readonly isGlobal?: boolean;
    },
  ): void;
  /** The next calls happen, and their answers are lost. */
  dropAnswer(fault: DiscordFault): void;
  /** The next calls wait until the returned function is called. */
  hold(fault: DiscordFault): () => void;
}

interface Planned {
  readonly path: RegExp;
  left: number;
  readonly before: () => Promise<void> | void;
  readonly dropsAnswer: boolean;
}

/** Faults with the function that takes the one for a call. */
export function createDiscordFaults(): {
  readonly script: DiscordFaults;
  readonly take: (call: string) => Pick<Planned, "before" | "dropsAnswer"> | undefined;
} {
  const planned: Planned[] = [];
  const plan = ({ path, times = 1 }: DiscordFault, rest: Omit<Planned, "path" | "left">): void => {
    planned.push({ path, left: times, ...rest });
  };
  return {
    take(call) {
      const fault = planned.find(({ path, left }) => left > 0 && path.test(call));
      if (fault !== undefined) fault.left -= 1;
      return fault;
    },
    script: {
      failNext(fault) {
        plan(fault, {
          dropsAnswer: false,
          before: () => {
            throw refusalOf(fault);
          },
        });
      },
      dropAnswer(fault) {
        plan(fault, { dropsAnswer: true, before: () => undefined });
      },
      hold(fault) {
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        plan(fault, { dropsAnswer: false, before: () => held });
        return release;
      },
    },
  };
}

function refusalOf({
  status,
  code = 0,
  retryAfterSeconds,
  isGlobal = false,
}: Parameters<DiscordFaults["failNext"]>[0]): ApiRefusal {
  if (retryAfterSeconds === undefined)
    return new ApiRefusal(status, { message: `refused with ${code}`, code });
  return new ApiRefusal(
    status,
    {
      message: "You are being rate limited.",
      code,
      retry_after: retryAfterSeconds,
      global: isGlobal,
    },
    {
      "retry-after": String(retryAfterSeconds),
      ...(isGlobal
        ? { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" }
        : {
            "x-ratelimit-limit": "5",
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset-after": String(retryAfterSeconds),
            "x-ratelimit-bucket": "abcd1234",
            "x-ratelimit-scope": "user",
          }),
    },
  );
}
