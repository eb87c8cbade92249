import {
  type Breach,
  labelsOf,
  type PlacedStep,
  type Recording,
  type Shown,
  stepsOf,
  wordsOf,
} from "./record.ts";

/** What no one reads unless they asked for it. */
const CODE: readonly (readonly [string, RegExp])[] = [
  ["a program", /\[\w+:\w+\]/],
  ["a block of code", /```(?:ibl)?/],
  ["an ISO date", /\d{4}-\d\d-\d\d/],
  ["the name of a zone", /\b(?:Asia|Europe|America|Africa|Australia|Pacific|Etc)\/[A-Z]\w+/],
  ["the name of a setting", /(?<![\w.])[A-Z]+_[A-Z_]+(?![\w.])/],
  ["an internal id", /\b(?:run|appr|sched|person|msg|evt|file|due)_[0-9a-z]{6,}/i],
  ["a count of bytes", /(?<![\w-])[\d.,]+ ?(?:K?i?B\b|bytes\b|바이트)/],
  ["a folder of the product", /\binbox\//],
  ["an address of this machine", /127\.0\.0\.1|\blocalhost\b|\[::1\]/],
  ["a name of the product's own", /(?<![\w/.@])[a-z]+(?:_[a-z]+)+(?![\w.])/],
  ["a cron expression", /(?:^|\s)(?:[\d*/,-]+ ){4}[\d*/,-]+(?:\s|$)/],
];

/** Situations in which a person asked to see the program, or a card names a command. */
const MAY_SHOW_CODE = /^(?:38|code|how)\b/;

/** What somebody says or presses to see how something is done. */
const ASKS_FOR_CODE = /^\/(?:code|코드|check|점검|ibl|how|grammar|export)\b|^⋯$|^How\?$|^어떻게\?$/;

/** A program in words, which answers speak of. */
const NEVER_THEIRS: ReadonlySet<string> = new Set([
  "a program",
  "an internal id",
  "a cron expression",
]);

/** Rule 1: no machinery in what is read. What people said and what is from outside is theirs. */
export function codeBreaches(recording: Recording): readonly Breach[] {
  const theirs = theirWords(recording);
  const isTheirs = (found: string): boolean => theirs.some((text) => text.includes(found));
  return stepsOf(recording).flatMap((step) => {
    const { situation, act, note } = step;
    const asked = act.label ?? act.text ?? "";
    if (MAY_SHOW_CODE.test(situation) || ASKS_FOR_CODE.test(asked)) return [];
    const texts = [...shownOf(step, recording).map(wordsOf), note];
    return texts.flatMap((text) =>
      CODE.filter(([what, pattern]) => {
        const [found] = pattern.exec(withoutForeign(text)) ?? [];
        return found !== undefined && (NEVER_THEIRS.has(what) || !isTheirs(found.trim()));
      }).map(([what]) => ({ rule: `shows ${what}`, situation, text })),
    );
  });
}

/** In Korean commands have Korean names. */
const LATIN_COMMAND = /(?:^|[\s`“(])\/[a-z_]{3,}/m;

/** Latin words that Korean has too, and names of things. */
const IN_KOREAN: ReadonlySet<string> = new Set(
  "ai api csv gb kopis mb discord gemini claude gpt gmail google id ibl ibl-bot setup json kr krw md mp ok ox openai pdf png qr readme rss telegram txt url usd wifi wikipedia zip am pm english".split(
    " ",
  ),
);

/** Rule 10: own words are in the language of the request, wholly. */
export function languageBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  const theirs = theirWords(recording).join("\n").toLowerCase();
  const stored = { owner: recording.language, guest: recording.language };
  return stepsOf(recording).flatMap((step) => {
    const { by, text = "" } = step.act;
    stored[by] = chosenLanguage(text) ?? stored[by];
    const language = languageOf(step, stored[by]);
    return step.shown.flatMap((one) => {
      const wanted = one.to === by ? language : stored[one.to];
      const words = strangeWords(one, wanted).filter((word) => !theirs.includes(word));
      const isLatinCommand =
        wanted === "ko" &&
        LATIN_COMMAND.test(wordsOf(one)) &&
        !/^\/[a-z]/.test(step.act.text ?? "");
      const { situation } = step;
      return [
        ...(words.length > 0 ? [`${words.join(", ")} in another language`] : []),
        ...(isLatinCommand ? ["a Latin command in a Korean talk"] : []),
      ].map((rule) => ({ rule, situation, text: wordsOf(one) }));
    });
  });
}

/** The language that a command sets for good. */
function chosenLanguage(text: string): "ko" | "en" | undefined {
  const [, chosen] = /^\/(?:settings )?language (ko|en)$/.exec(text) ?? [];
  return chosen as "ko" | "en" | undefined; // as the pattern says
}

function languageOf({ act }: PlacedStep, otherwise: "ko" | "en"): "ko" | "en" {
  if (act.kind !== "say" || /^[/{]/.test(act.text ?? "")) return otherwise;
  const text = (act.text ?? "").replace(/https?:\S+|\S+\.[a-z]{2,4}\b/g, "");
  const latin = text.match(/[a-z]{2,}/gi) ?? [];
  const korean = text.match(/[가-힣]+/g) ?? [];
  // A name of the other language makes no sentence of it.
  if (/[가-힣](?:줘|요|야|해|어|지|래|까|다)[?.!]*$/.test(text)) return "ko";
  if (korean.length + latin.length === 0) return otherwise;
  return latin.length > korean.length ? "en" : "ko";
}

/** Words of a message's own that are of the other language, in lower case. */
function strangeWords(one: Shown, language: "ko" | "en"): readonly string[] {
  const own = [withoutNames(withoutForeign(one.text)), ...labelsOf(one)]
    .join("\n")
    // A language is chosen by its own name.
    .replace(/한국어|English|\b[\dA-Z]{4}-[\dA-Z]{4}\b/g, "")
    .toLowerCase();
  if (language === "en") return own.match(/[가-힣]+/g) ?? [];
  const latin = own.match(/(?<![/\w.@-])[a-z][a-z'-]+(?![\w]*[/.@]\w)/g) ?? [];
  return latin.filter((word) => !IN_KOREAN.has(word));
}

/** Rule 14: no long address is visible. */
export function linkBreaches(recording: Recording): readonly Breach[] {
  return stepsOf(recording).flatMap((step) =>
    shownOf(step, recording)
      .filter(({ text }) => longestAddress(text) > LONGEST_ADDRESS)
      .map(({ text }) => ({ rule: "shows a long address", situation: step.situation, text })),
  );
}

/** Longest visible address in characters. */
const LONGEST_ADDRESS = 40;

function longestAddress(text: string): number {
  const addresses = text.replace(/\]\([^)]*\)/g, "]").match(/https?:\/\/[^\s)\]]+/g) ?? [];
  return Math.max(0, ...addresses.map(({ length }) => length));
}

/** What a step shows. A screen also holds what was typed there, and writes where links lead after them. */
function shownOf(step: PlacedStep, { platform }: Recording): readonly Shown[] {
  if (platform !== "console") return step.shown;
  const { text: said = "" } = step.act;
  return step.shown.map((one) =>
    one.id === "screen"
      ? {
          ...one,
          text: one.text
            .replaceAll(said.replaceAll("\n", "⏎"), "")
            .replace(/ \(https?:[^)\s]+\)/g, ""),
        }
      : one,
  );
}

/** Everything in a talk that is not the bot's own. */
function theirWords(recording: Recording): readonly string[] {
  return [
    ...recording.foreign,
    ...Object.values(recording.names),
    ...stepsOf(recording).flatMap(({ act }) => [act.text ?? ""]),
  ];
}

/** A text without quoted lines, found things and where links lead. */
function withoutForeign(text: string): string {
  const lines = text.split("\n");
  return lines
    .filter((line, index) => !line.startsWith("> ") && !isFound(lines[index - 1]))
    .map((line) => line.replace(/\[[^\]]*\]\(https?:[^)]*\).*$/, ""))
    .join("\n");
}

/** Below the title of something found stands what it says itself. */
function isFound(line = ""): boolean {
  return /^\d+\. \[[^\]]*\]\(https?:/.test(line);
}

/** Without code, what is quoted in a sentence and what is named in bold. */
function withoutNames(text: string): string {
  return text
    .replace(/```[\s\S]*?```|`[^`]*`/g, "")
    .replace(/“[^”]*”|"[^"]*"|▓[^▓]*▓|\*\*[^*\n]*\*\*/g, "")
    .replace(/@[\w.]+/g, "");
}
