import { ApiRefusal } from "./discord-server-rules.ts";
import { SlidingWindow } from "./sliding-window.ts";

/** Refuses what goes beyond Discord's limits. */
export interface DiscordLimits {
  /** Throws `ApiRefusal` 429 for a call that is too many; else it is counted, and the headers tell what is left. */
  check(method: string, path: string): Readonly<Record<string, string>>;
  /** When calls were refused, in milliseconds since the process began. */
  readonly refusedAtMs: readonly number[];
}

/** So many messages, and so many changes of messages, a channel takes in a while; Discord tells its own numbers by headers alone. */
const IN_CHANNEL = { most: 5, perMs: 5000 };

type ChannelBucket = typeof IN_CHANNEL;

interface Opened {
  readonly sinceMs: number;
  count: number;
}

/** 50 calls a second for a bot, calls with a token in their path aside, and a bucket for each channel and method (docs "Rate Limits"). */
export function createDiscordLimits(inChannel: ChannelBucket = IN_CHANNEL): DiscordLimits {
  const overAll = new SlidingWindow({ most: 50, perMs: 1000 });
  const opened = new Map<string, Opened>();
  const refusedAtMs: number[] = [];
  const bucketOf = (name: string, nowMs: number): Opened => {
    const known = opened.get(name);
    if (known !== undefined && nowMs < known.sinceMs + inChannel.perMs) return known;
    const bucket = { sinceMs: nowMs, count: 0 };
    opened.set(name, bucket);
    return bucket;
  };
  return {
    refusedAtMs,
    check(method, path) {
      if (/^\/(interactions|webhooks|gateway)\//.test(path)) return {};
      const nowMs = performance.now();
      const channel = /^\/channels\/(\d+)\/messages/.exec(path)?.[1];
      const waitMs = overAll.waitMs("", nowMs);
      if (waitMs > 0) {
        refusedAtMs.push(nowMs);
        throw refusal(waitMs, { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" });
      }
      overAll.add("", nowMs);
      if (channel === undefined) return {};
      const bucket = bucketOf(`${method} ${channel}`, nowMs);
      bucket.count += 1;
      const leftMs = bucket.sinceMs + inChannel.perMs - nowMs;
      const headers = headersOf(method, { ...bucket, most: inChannel.most, leftMs });
      if (bucket.count <= inChannel.most) return headers;
      refusedAtMs.push(nowMs);
      throw refusal(leftMs, { ...headers, "x-ratelimit-scope": "user" });
    },
  };
}

function headersOf(
  method: string,
  {
    most,
    count,
    leftMs,
  }: { readonly most: number; readonly count: number; readonly leftMs: number },
): Record<string, string> {
  return {
    "x-ratelimit-limit": String(most),
    "x-ratelimit-remaining": String(Math.max(0, most - count)),
    "x-ratelimit-reset-after": (leftMs / 1000).toFixed(3),
    "x-ratelimit-bucket": `messages-${method.toLowerCase()}`,
  };
}

function refusal(waitMs: number, headers: Readonly<Record<string, string>>): ApiRefusal {
  const seconds = Number((waitMs / 1000).toFixed(3));
  const isGlobal = headers["x-ratelimit-global"] !== undefined;
  return new ApiRefusal(
    429,
    { message: "You are being rate limited.", code: 0, retry_after: seconds, global: isGlobal },
    { ...headers, "retry-after": String(seconds) },
  );
}
