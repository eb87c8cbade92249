import type { Config } from "../config.ts";

/** Names of the platforms that have a token, as people know them. */
export function channelNames({ telegram, discord }: Config): readonly string[] {
  return [
    ...(telegram === undefined ? [] : ["Telegram"]),
    ...(discord === undefined ? [] : ["Discord"]),
  ];
}
