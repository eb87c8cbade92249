import { tellsKnownFailure } from "../support/known-failures.ts";
import type { Platform, PlayedSituation, Shown } from "./play.ts";
import type { Step, Talk } from "./talk.ts";

/** A rule that a message breaks, with the message. */
export interface Breach {
  readonly rule: string;
  readonly situation: string;
  readonly text: string;
}

/** What no one reads unless they asked for it. */
const CODE: readonly (readonly [string, RegExp])[] = [
  ["a program", /\[\w+:\w+\]/],
  ["a block of code", /```(?:ibl)?/],
  ["an ISO date", /\d{4}-\d\d-\d\d/],
  ["the name of a zone", /\b(?:Asia|Europe|America|Africa|Australia|Pacific)\/[A-Z]\w+/],
  ["the name of a setting", /\b[A-Z]{3,}_[A-Z_]{3,}\b/],
  ["an internal id", /\b(?:run|appr|sched|person|msg|evt|file|due)_[0-9a-z]{6,}/i],
  ["a count of bytes", /\d ?(?:bytes|바이트)\b/],
  ["a folder of the product", /\binbox\//],
  ["an address of this machine", /127\.0\.0\.1|\blocalhost\b/],
  ["a name of the product's own", /(?<![\w/.])[a-z]+(?:_[a-z]+)+(?![\w.])/],
  ["a cron expression", /(?:^|\s)(?:[\d*/,-]+ ){4}[\d*/,-]+(?:\s|$)/],
];

/** Situations in which a person asked to see the program, or a card names a command. */
const MAY_SHOW_CODE = /^(?:38|code|how)\b/;

/** In Korean commands have Korean names. */
const LATIN_COMMAND = /(?:^|[\s`“(])\/[a-z_]{3,}/m;

/** Situations in which a card asks to open an address, which is then shown whole. */
const MAY_SHOW_ADDRESS = /^42\b/;

/** Longest visible address, and longest refusal, in characters. */
const LONGEST_ADDRESS = 40;
const LONGEST_LABEL = 24;
const MOST_BUTTONS = 4;
/** Ends as a label that was cut does, and opens a form. */
const OTHERWISE: ReadonlySet<string> = new Set(["Other…", "다르게…"]);
const MOST_ROWS = 2;

/** Everything in a played talk that breaks one of the rules for all messages. */
export function breachesOf(
  played: readonly PlayedSituation[],
  facts: GroupFacts & { readonly language: "ko" | "en"; readonly platform: Platform },
): readonly Breach[] {
  const { language, platform } = facts;
  if (platform === "console") return [];
  const rulesOf = (
    one: Shown,
    step: Step,
    situation: string,
    isAwaited: boolean,
  ): readonly string[] => [
    ...pressBreaches(one, step),
    ...(longestAddress(one.text) > LONGEST_ADDRESS && !MAY_SHOW_ADDRESS.test(situation)
      ? ["shows a long address"]
      : []),
    ...buttonBreaches(one, platform),
    ...groupBreaches(one, step, facts, isAwaited),
    ...languageBreaches(one, step, language),
  ];
  return played.flatMap(({ name: situation, steps }) =>
    steps.flatMap(({ shown, step }, index) =>
      shown.flatMap((one) => {
        const isAwaited = steps
          .slice(0, index)
          .some(({ step: { act } }) => act.kind === "say" && act.isMeanwhile);
        const code = MAY_SHOW_CODE.test(situation) ? [] : codeIn(one);
        return [...code, ...rulesOf(one, step, situation, isAwaited)].map((rule) => ({
          rule,
          situation,
          text: one.text,
        }));
      }),
    ),
  );
}

/** What a message after a press is held to. */
function pressBreaches(one: Shown, step: Step): readonly string[] {
  if (step.act.kind !== "press") return [];
  return [
    ...(tellsKnownFailure(one.text) ? ["a press that could only fail"] : []),
    ...(one.edits > 2 ? ["edited more than twice"] : []),
  ];
}

/** What a talk of a group is held to. */
interface GroupFacts extends Pick<Talk, "place" | "secrets"> {
  /** Name of who speaks there. */
  readonly asker: string;
}

/** Every answer replies, what comes unasked calls who wanted it and nobody else, and what is one person's alone is shown to nobody else. */
function groupBreaches(
  one: Shown,
  { act }: Step,
  { place, secrets, asker }: GroupFacts,
  isAwaited: boolean,
): readonly string[] {
  if (place !== "group" || !one.isPublic) return [];
  const isAnswer = act.kind === "say" || act.kind === "send";
  const isUnasked = act.kind === "wait" && one.isNew && !isAwaited;
  // The asker does not look into the thread where work went on.
  const mayCall = isAwaited && one.mentions.every((name) => name === asker);
  const words = [one.text, ...one.rows.flat(), ...one.files].join("\n");
  return [
    ...(isAnswer && one.isNew && !one.isReply ? ["an answer that is no reply"] : []),
    ...(isUnasked && one.mentions.join() !== asker ? ["calls others than who asked"] : []),
    ...(!isUnasked && !mayCall && one.mentions.length > 0 ? ["calls somebody who is there"] : []),
    ...secrets.filter((secret) => words.includes(secret)).map(() => "shows a secret to everybody"),
  ];
}

function codeIn({ text, rows }: Shown): readonly string[] {
  const shown = `${withoutTargets(text)}\n${rows.flat().join("\n")}`;
  return CODE.filter(([, pattern]) => pattern.test(shown)).map(([what]) => `shows ${what}`);
}

function languageBreaches(one: Shown, step: Step, language: "ko" | "en"): readonly string[] {
  if (language === "en") return isKoreanForNoReason(one, step) ? ["Korean in an English talk"] : [];
  const isLatin = LATIN_COMMAND.test(one.text + one.rows.flat().join(" "));
  return isLatin ? ["a Latin command in a Korean talk"] : [];
}

/** Own words of an English talk hold no Korean; what somebody wrote may. */
function isKoreanForNoReason({ text, rows }: Shown, step: Step): boolean {
  const korean = /[가-힣]/;
  // A language is chosen by its own name.
  const shown = (text + rows.flat().join("")).replaceAll("한국어", "");
  return korean.test(shown) && !korean.test(JSON.stringify(step.act));
}

function withoutTargets(text: string): string {
  return text.replace(/\]\([^)]*\)/g, "]");
}

function longestAddress(text: string): number {
  const addresses = withoutTargets(text).match(/https?:\/\/[^\s)\]]+/g) ?? [];
  return Math.max(0, ...addresses.map(({ length }) => length));
}

function buttonBreaches({ rows }: Shown, platform: Platform): readonly string[] {
  const all = rows.flat();
  const labels = all
    .filter((label) => !label.startsWith("▾ "))
    .map((label) => label.replace(/:[grb]$/, ""));
  const coloured = all.filter((label) => /:[grb]$/.test(label)).length;
  return [
    ...(labels.length > MOST_BUTTONS ? ["more than four buttons"] : []),
    ...(rows.length > MOST_ROWS ? ["more than two rows of buttons"] : []),
    ...(platform === "discord" && coloured > 1 ? ["two coloured buttons"] : []),
    ...labels
      .filter((label) => [...label].length > LONGEST_LABEL)
      .map((label) => `a long label: ${label}`),
    ...labels
      .filter((label) => label.endsWith("…") && !OTHERWISE.has(label))
      .map((label) => `a cut label: ${label}`),
  ];
}
