import { messageOf } from "../../base/errors.ts";
import type { Localized } from "../../base/localized.ts";
import { platformName } from "./platform-names.ts";

/** Failures in which nothing answered (`TelegramError`, `DiscordError`). */
const WITHOUT_ANSWER: readonly unknown[] = ["not-sent", "no-answer"];

/** That a platform did not say who the bot is, and why. */
export function unreachable(platform: "telegram" | "discord", thrown: unknown): Localized {
  const isSilent =
    thrown instanceof Error && "failure" in thrown && WITHOUT_ANSWER.includes(thrown.failure);
  const problem = messageOf(thrown);
  const [ko, en] = [platformName(platform, "ko"), platformName(platform, "en")];
  return isSilent
    ? {
        ko: `${ko}에 연결할 수 없어요. (${problem})`,
        en: `${en} could not be reached. (${problem})`,
      }
    : {
        ko: `${ko}의 답이 올바르지 않아요. (${problem})`,
        en: `${en} did not answer as it should. (${problem})`,
      };
}
