import { tellsKnownFailure } from "../support/known-failures.ts";
import {
  type Breach,
  isCard,
  type PlacedStep,
  type Recording,
  type Shown,
  stepsOf,
  wordsOf,
} from "./record.ts";

type Found = readonly string[];

/** Talks of everyday things, in which nothing is asked. */
const EVERYDAY = /^(?:reminders|lists|files|time|answers)\./;

/** Rule 4: no card for everyday things, and never two for one request; nothing reaches somebody without one. */
export function cardBreaches(recording: Recording): readonly Breach[] {
  return eachStep(recording, ({ act, shown }) => {
    const cards = shown.filter((one) => one.isNew && one.to === act.by && isCard(one));
    const isSent =
      act.kind === "say" && shown.some(({ to, text }) => to !== act.by && text.startsWith("✉️"));
    return [
      ...(EVERYDAY.test(recording.name) && cards.length > 0 ? ["a card in an everyday talk"] : []),
      ...(cards.length > 1 ? ["two cards for one request"] : []),
      ...(isSent ? ["something was sent without a card"] : []),
    ];
  });
}

/** What is told besides, when it can be told, and that what was asked for is on its way. */
const TOLD_BESIDES =
  /^(?:📭|💾|🎙️)|^\*\*[^*\n]+\*\* 곧 가져올게요\.$|^Getting \*\*[^*\n]+\*\* now\.$/u;

/** Rule 5: one message an event. */
export function messageBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return eachStep(recording, ({ act, shown }) => {
    // A file that is too large for its words comes below them.
    const own = shown.filter(
      (one) =>
        one.isNew && one.to === act.by && one.files.length === 0 && !TOLD_BESIDES.test(one.text),
    );
    if (act.kind === "wait")
      return repeated(own.map(subjectOf)).map((what) => `two messages about ${what}`);
    const isOne = act.kind === "say" || act.kind === "send" || act.kind === "press";
    return isOne && own.length > 1 ? ["more than one message"] : [];
  });
}

function subjectOf({ text }: Shown): string {
  return /\*\*([^*\n]+)\*\*/.exec(text)?.[1] ?? text;
}

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => value !== "" && values.indexOf(value) !== index);
}

/** What takes longer than this shows that it goes on. */
const SLOW_MS = 3000;
const MOST_EDITS_OF_PROGRESS = 6;

/** Rule 6: one edit a press, few of progress, none of suggestions, none that changes nothing. */
export function editBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return eachStep(recording, (step) => {
    const { shown, calls } = step;
    const edited = shown.filter((one) => one.editsNow > 0);
    return [
      ...(step.act.kind === "press" ? editsOfPress(step) : []),
      ...(edited.some(
        ({ text, editsNow }) => text.startsWith("⏳") && editsNow > MOST_EDITS_OF_PROGRESS,
      )
        ? ["progress is edited too often"]
        : []),
      ...(edited.some(({ text }) => /^(?:Did you mean this\?|이걸 할까요\?)/.test(text))
        ? ["a suggestion is edited"]
        : []),
      ...(calls.some(({ kind }) => kind === "edited in vain")
        ? ["an edit that changes nothing"]
        : []),
    ];
  });
}

function editsOfPress({ act, shown, calls }: PlacedStep): Found {
  const own = shown.filter((one) => one.editsNow > 0 && one.to === act.by);
  const isSlow = calls.some(({ afterMs }) => afterMs > SLOW_MS);
  const mostEdits = isSlow || act.isTwice === true ? 2 : 1;
  // A card that was shown again is settled in both places.
  const different = new Set(own.map(wordsOf)).size;
  return [
    ...(own.some(({ editsNow }) => editsNow > mostEdits)
      ? ["edited more than once by a press"]
      : []),
    ...(different > 1 ? ["two messages edited by a press"] : []),
  ];
}

/** Rule 7: nobody is asked to press what can only fail. */
export function pressBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return eachStep(recording, ({ act, shown }) =>
    act.kind === "press" && shown.some(({ text }) => tellsKnownFailure(text))
      ? ["a press that could only fail"]
      : [],
  );
}

const UNDO = /^(?:Undo|되돌리기)$/;

/** Rule 9: what is undone is as it was, and a second press changes nothing. */
export function undoBreaches(recording: Recording): readonly Breach[] {
  const memory = { before: new Map<string, string>(), beforeLast: "", pressed: "" };
  return eachStep(recording, (step) => {
    const { kind, label = memory.pressed } = step.act;
    if (kind === "press") memory.pressed = label;
    const found = kind === "press" && UNDO.test(label) ? afterUndo(step, memory.before) : [];
    remember(step, memory);
    return found;
  });
}

/** Keeps what there was before the effects that a message can take back. */
function remember(
  { shown, things }: PlacedStep,
  memory: { readonly before: Map<string, string>; beforeLast: string },
): void {
  if (things.before !== things.after) {
    // What happens besides is not undone with it.
    memory.before.clear();
    memory.beforeLast = things.before;
  }
  for (const { id, rows } of shown)
    if (rows.flat().some((label) => UNDO.test(label))) memory.before.set(id, memory.beforeLast);
}

function isChanged({ things }: PlacedStep): boolean {
  return things.before !== things.after;
}

function afterUndo(step: PlacedStep, before: ReadonlyMap<string, string>): Found {
  if (step.act.isLate === true) return isChanged(step) ? ["a second press changed something"] : [];
  const back = step.shown.find(({ text, isNew }) => !isNew && text.startsWith("↩️"));
  const wanted = back === undefined ? undefined : before.get(back.id);
  return wanted === undefined || wanted === step.things.after ? [] : ["not as it was"];
}

const YES = /^(?:yes|y|ok(?:, do it)?|approved?|do it|send it|응|네|예|그래|승인|보내)[.!]?$/i;
const NO = /^(?:no|never mind|아니|됐어|하지 마)[.!]?$/i;

/** Rule 17: no word says yes; a word says no. */
export function yesBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  let isOpen = false;
  return eachStep(recording, (step) => {
    const wasOpen = isOpen;
    isOpen = isCardOpen(step, wasOpen);
    const isWord = step.act.kind === "say" && step.act.by === "owner";
    return isWord && wasOpen ? afterWord(step, isOpen) : [];
  });
}

function afterWord(step: PlacedStep, isOpen: boolean): Found {
  const { text = "" } = step.act;
  if (NO.test(text)) return isOpen ? ["no closed no card"] : [];
  const isEffect = isChanged(step) || step.shown.some(({ to }) => to === "guest");
  return YES.test(text) && (isEffect || !isOpen) ? ["a word said yes"] : [];
}

function isCardOpen({ shown }: PlacedStep, wasOpen: boolean): boolean {
  const own = shown.filter(({ to }) => to === "owner");
  if (own.some((one) => !one.isNew && /^[✖✅⌛]/u.test(one.text))) return false;
  return wasOpen || own.some((one) => one.isNew && isCard(one));
}

/** Rule 18: what stands asks no more, and asks once when whom it reaches is changed. */
export function standingBreaches(recording: Recording): readonly Breach[] {
  return stepsOf(recording)
    .filter(({ situation }) => situation.startsWith("41 "))
    .flatMap(({ situation, act, shown }) => {
      const cards = shown.filter((one) => one.isNew && isCard(one)).length;
      const wanted = /^41 a run does not ask/.test(situation) ? 0 : undefined;
      const asks = /^41 changed recipient asks/.test(situation) && act.kind === "say" ? 1 : wanted;
      if (asks === undefined || recording.platform === "console" || cards === asks) return [];
      return [{ rule: `${cards} cards instead of ${asks}`, situation, text: "" }];
    });
}

/** Rule 19: who asks to be let in is shown with name, username, platform and four digits. */
export function admissionBreaches(recording: Recording): readonly Breach[] {
  return stepsOf(recording).flatMap(({ situation, shown }) =>
    shown
      .filter(
        ({ text }) =>
          text.includes("👋 ") &&
          !/^👋 \*\*[^*\n]+\*\* @\w+[^\n]*\n[^\n]+ · ID …\d{4}/u.test(
            text.slice(text.indexOf("👋 ")),
          ),
      )
      .filter(() => recording.platform !== "console")
      .map(({ text }) => ({ rule: "who asks is not told apart", situation, text })),
  );
}

/** An answer that takes longer than this comes after a sign that it is under way; a machine that is busy with other things is slow in everything. */
const SIGN_AFTER_MS = 2500;
const PROGRESS_AFTER_MS = 5000;

/** Rule 20: that work goes on is seen before its answer, and no message says so early. How soon that is, in time that nothing else takes, its own tests say. */
export function paceBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  return eachStep(recording, ({ act, calls }) => {
    if (act.kind !== "say" || act.isMeanwhile === true) return [];
    const answer = calls.findIndex(({ kind }) => kind === "message");
    const isSlow = (calls[answer]?.afterMs ?? 0) > SIGN_AFTER_MS;
    const isSeen = calls.slice(0, Math.max(0, answer)).some(({ kind }) => kind === "typing");
    return [
      ...(isSlow && !isSeen ? ["nothing is seen before a slow answer"] : []),
      ...(calls.some(({ text, afterMs }) => text.startsWith("⏳") && afterMs < PROGRESS_AFTER_MS)
        ? ["progress is told early"]
        : []),
    ];
  });
}

function eachStep(recording: Recording, find: (step: PlacedStep) => Found): readonly Breach[] {
  return stepsOf(recording).flatMap((step) =>
    find(step).map((rule) => ({
      rule,
      situation: step.situation,
      text: step.shown.map(({ text, rows }) => `${text}\n${JSON.stringify(rows)}`).join("\n--\n"),
    })),
  );
}
