import type { Language } from "../../base/localized.ts";
import { platformName } from "../../bots/platform/platform-names.ts";
import type { Config } from "../../config/config.ts";

type Tokens = Pick<Config, "telegram" | "discord">;

/** The platforms that have a token. */
export function channelsWithToken({ telegram, discord }: Tokens): readonly string[] {
  return [
    ...(telegram === undefined ? [] : ["telegram"]),
    ...(discord === undefined ? [] : ["discord"]),
  ];
}

/** Their names, as people know them. */
export function channelNames(tokens: Tokens, language: Language): readonly string[] {
  return channelsWithToken(tokens).map((platform) => platformName(platform, language));
}
