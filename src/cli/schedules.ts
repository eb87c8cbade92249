import { listSchedules, nextTimes } from "../app/describe.ts";
import { renewSecret } from "../app/webhooks.ts";
import { AppError } from "../base/errors.ts";
import { korean } from "../base/korean-particles.ts";
import { type Localized, oneLine } from "../base/localized.ts";
import type { CliContext } from "./command.ts";
import { configOf, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

const NEXT: Localized = { ko: "다음", en: "next" };

const DEFAULT_COUNT = 5;

/** Most of a date that is none that is repeated, in characters. */
const MOST_REPEATED = 80;

/** The command `schedule secret NAME`. */
export async function secret(context: CliContext): Promise<number> {
  const name = context.arguments.rest.join(" ");
  if (name === "")
    throw new AppError("bad-arguments", {
      ko: "어느 웹훅인지 이름으로 말해 주세요.",
      en: "Say which webhook, by its name.",
    });
  return withParts(context, (parts) => {
    const made = renewSecret(parts, name);
    if (context.speaker.json) context.speaker.data(made);
    else {
      context.speaker.line(made.address);
      context.speaker.line(made.secret);
    }
    return EXIT.ok;
  });
}

/** The command `schedule list`. */
export async function list(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const schedules = listSchedules(parts);
    if (context.speaker.json) context.speaker.data(schedules);
    else if (schedules.length === 0)
      context.speaker.line({ ko: "예약이 없어요.", en: "Nothing is scheduled." });
    else
      for (const entry of schedules)
        context.speaker.line(
          `${entry["name"]}  ${entry["when"]}  ${entry["state"]}  ${NEXT[context.speaker.language]} ${entry["next"] ?? "–"}`,
        );
    return EXIT.ok;
  });
}

/** The command `schedule next EXPR --tz ZONE -n 5 [--from ISO]`. */
export async function next(context: CliContext): Promise<number> {
  const { tz, from, count, rest } = context.arguments;
  const expression = rest.join(" ");
  if (expression === "")
    throw new AppError("bad-arguments", {
      ko: 'cron 식을 적어 주세요. 예: "0 9 * * 1-5"',
      en: 'Give a cron expression, such as "0 9 * * 1-5".',
    });
  const fromMs = from === undefined ? context.edges.clock.now() : Date.parse(from);
  if (from !== undefined && Number.isNaN(fromMs)) {
    const shown = oneLine(from, MOST_REPEATED);
    throw new AppError("bad-arguments", {
      ko: korean`"${shown}"은(는) 2026-11-21T09:00:00Z 같은 날짜가 아니에요.`,
      en: `"${shown}" is not a date such as 2026-11-21T09:00:00Z.`,
    });
  }
  const zone = tz ?? configOf(context).zone;
  const times = nextTimes(expression, { zone, fromMs, count: count ?? DEFAULT_COUNT });
  if (context.speaker.json) context.speaker.data({ next: times });
  else for (const time of times) context.speaker.line(time);
  return EXIT.ok;
}
