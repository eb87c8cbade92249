import { dateAndTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import type { GrantPattern, GrantTarget } from "../../security/access/grant-pattern.ts";
import type { Grant, WantedGrant } from "../../security/access/grants.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { say } from "../texts/say.ts";

const HOUR_MS = 60 * 60 * 1000;

/** The calls that a pattern stands for, in words: what is done, and to whom or where. Pure. */
export function patternWords(pattern: GrantPattern, language: Language): string {
  const { title, targets, open, isWhole } = pattern;
  const limits = [
    ...targets.map((target) => targetWords(target, language)),
    ...(open.length === 0 ? [] : [say(language, "grantOpen")]),
    ...(isWhole === true ? [] : [say(language, "grantRest")]),
  ];
  return `${escapeMarkup(title[language])} — ${limits.join("; ")}`;
}

/** What is asked for, with where, how long and how often. Pure. */
export function wantedWords(wanted: WantedGrant, language: Language): readonly string[] {
  const { pattern, chatKey, lifetimeMs, maxUses } = wanted;
  return [
    patternWords(pattern, language),
    [
      say(language, chatKey === undefined ? "grantEverywhere" : "grantThere"),
      durationWords(lifetimeMs, language),
      ...(maxUses === undefined ? [] : [say(language, "grantTimes", { count: maxUses })]),
    ].join(", "),
  ];
}

function durationWords(lifetimeMs: number | undefined, language: Language): string {
  if (lifetimeMs === undefined) return say(language, "grantForever");
  const hours = lifetimeMs / HOUR_MS;
  return hours > 24 && hours % 24 === 0
    ? say(language, "grantForDays", { days: hours / 24 })
    : say(language, "grantFor", { hours });
}

/** One line of the list: the pattern, for whom and where, until when, how often it was used and who gave it. Pure. */
export function grantWords(
  grant: Grant,
  reader: {
    readonly language: Language;
    readonly zone: string;
    readonly nameOf: (personId: string) => string;
  },
): string {
  const { language, nameOf } = reader;
  const facts = [
    say(language, "grantOf", { name: escapeMarkup(nameOf(grant.personId)) }),
    placeWords(grant.chatKey, language),
    grant.expiresAtMs === undefined
      ? say(language, "grantForever")
      : say(language, "grantUntil", {
          time: timeMark(dateAndTime(grant.expiresAtMs, reader), grant.expiresAtMs),
        }),
    ...(grant.maxUses === undefined
      ? []
      : [say(language, "grantLeft", { count: grant.maxUses - grant.used })]),
    ...(grant.used === 0 ? [] : [say(language, "grantUsed", { count: grant.used })]),
    say(language, "grantGivenBy", { name: escapeMarkup(nameOf(grant.givenBy)) }),
  ];
  return `${patternWords(grant.pattern, language)}\n   ${facts.join(" · ")}`;
}

function targetWords({ role, kind, value }: GrantTarget, language: Language): string {
  const what = say(language, kind === "is" ? "grantIs" : "grantLike", {
    value: escapeMarkup(value),
  });
  return role === "recipient" ? what : `${say(language, `role_${role}`)}: ${what}`;
}

function placeWords(chatKey: string | undefined, language: Language): string {
  return say(language, chatKey === undefined ? "grantEverywhere" : "grantIn");
}
