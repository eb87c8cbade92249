import { type Breach, isCard, labelsOf, type Recording, type Shown, stepsOf } from "./record.ts";
import { isRefusal } from "./refusals.ts";

const LONGEST_REFUSAL = 120;
const LONGEST_LABEL = 24;
const MOST_BUTTONS = 4;
const MOST_ROWS = 2;
/** Ends as a label that was cut does, and opens a form. */
const OTHERWISE: ReadonlySet<string> = new Set(["Other…", "다르게…"]);

/** The most that half of all cards and answers may have. */
const MEDIANS = { cardLines: 4, cardCharacters: 220, answerLines: 3 } as const;

/** Rule 2, over many talks: half of all cards and of all answers are short. */
export function lengthBreaches(recordings: readonly Recording[]): readonly Breach[] {
  const shown = recordings
    .filter(({ platform }) => platform !== "console")
    .flatMap((recording) => stepsOf(recording).flatMap((step) => step.shown))
    .filter(({ isNew }) => isNew);
  const cards = shown.filter(isCard).map(ownPart);
  const answers = shown.filter((one) => !isCard(one)).map(ownPart);
  const measured = [
    ["lines of cards", median(cards.map(linesIn)), MEDIANS.cardLines],
    ["characters of cards", median(cards.map(({ length }) => length)), MEDIANS.cardCharacters],
    ["lines of answers", median(answers.map(linesIn)), MEDIANS.answerLines],
  ] as const;
  return measured
    .filter(([, found, most]) => found > most)
    .map(([what, found]) => ({
      rule: `the median ${what} is ${found}`,
      situation: "all talks",
      text: "",
    }));
}

/** Rule 2, of each refusal. */
export function refusalLengthBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return stepsOf(recording).flatMap(({ situation, shown, note }) =>
    [...shown.map(ownPart).filter(isRefusal), ...note.split("\n")]
      .filter((text) => [...text].length > LONGEST_REFUSAL)
      .map((text) => ({ rule: "a long refusal", situation, text })),
  );
}

function ownPart({ text }: Shown): string {
  return text
    .replace(/\]\([^)]*\)/g, "]")
    .split("\n")
    .filter((line) => !line.startsWith("> ") && line !== "")
    .join("\n");
}

function linesIn(text: string): number {
  return text.split("\n").length;
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

/** Rule 3: few, short, whole buttons whose values were said or are there; rule 16: colours on Discord. */
export function buttonBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  let known = [...recording.foreign, ...Object.values(recording.names)].join("\n");
  return stepsOf(recording).flatMap(({ situation, shown, act }) => {
    known += `\n${act.text ?? ""}\n${shown.map(({ text }) => text).join("\n")}`;
    return shown.flatMap((one) =>
      [
        ...shapeBreaches(one),
        ...colourBreaches(one, recording.platform),
        ...labelsOf(one)
          .filter((label) => hasUnknownValue(label, known))
          .map((label) => `a value from nowhere: ${label}`),
      ].map((rule) => ({ rule, situation, text: `${one.text}\n${JSON.stringify(one.rows)}` })),
    );
  });
}

function shapeBreaches(one: Shown): readonly string[] {
  const labels = labelsOf(one);
  // A form is opened by a button of the platform's own, which stands above the choices.
  const rows = one.rows.filter((row) => row.some((label) => !/^✍️ |^▾ /.test(label)));
  return [
    ...(labels.filter((label) => !label.startsWith("✍️ ")).length > MOST_BUTTONS
      ? ["more than four buttons"]
      : []),
    ...(rows.length > MOST_ROWS ? ["more than two rows of buttons"] : []),
    ...labels
      .filter((label) => [...label].length > LONGEST_LABEL)
      .map((label) => `a long label: ${label}`),
    ...labels
      .filter((label) => label.endsWith("…") && !OTHERWISE.has(label))
      .map((label) => `a cut label: ${label}`),
    ...labels
      .filter((label, index) => labels.indexOf(label) !== index)
      .map((label) => `two buttons ${label}`),
  ];
}

function colourBreaches(one: Shown, platform: Recording["platform"]): readonly string[] {
  if (platform !== "discord") return [];
  const coloured = one.rows.flat().filter((label) => /:[grb]$/.test(label)).length;
  if (coloured > 1) return ["two coloured buttons"];
  return isCard(one) && coloured === 0 ? ["a card without a coloured button"] : [];
}

/** A name of a file or a number in a label that nobody has written or read before. */
function hasUnknownValue(label: string, known: string): boolean {
  const files = label.match(/[\p{L}\d_-]+\.[a-z]{2,4}(?![\w])/gu) ?? [];
  const named =
    /^(?:Open|Delete|Send to|Ask|Add to|Search:?) (.+)$|^(.+?)(?:에게 보내기|에게 묻기| 열기| 지우기)$/.exec(
      label,
    );
  const name = named?.[1] ?? named?.[2];
  const values = [...files, ...(name !== undefined && !OWN_NAMES.test(name) ? [name] : [])];
  return values.some((value) => !known.toLowerCase().includes(value.toLowerCase()));
}

/** Not values but words of the product. */
const OWN_NAMES =
  /^(?:\d+|each time|me then|the web|the news|to-dos|all|a correction|again|a contact|웹|모두|\d+개|정정|다시)$/;
