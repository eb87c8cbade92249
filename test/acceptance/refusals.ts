import { type Breach, type Recording, type Shown, stepsOf, wordsOf } from "./record.ts";

/** How a refusal begins or ends: nothing was done, and nothing was found. */
const REFUSED: readonly RegExp[] = [
  /^(?:I (?:can't|couldn't|didn't|don't)|You (?:can't|haven't|have no)|There(?:'s| is) (?:no|nothing)|Nothing (?!is running)|No |That (?:needs|time|one|isn't)|Words |A sent message)/,
  /(?:isn't answering|has already passed|can't be taken back)/,
  /(?:못 해요|못했어요|몰라요|모르겠어요|없어요|필요해요|안 돼요|않아요|적이 없어요|지났어요|아니에요)\.?/,
];

/** Says how things are, or that it is not known. */
const STATUS = /^(?:지금 하는 일도|Nothing is running)|갔는지 확실하지 않아요/;

/** True for a text that says no, in its first sentence. Pure. */
export function isRefusal(text: string): boolean {
  const first = text.split(/\n|(?<=[.?!]\**) /)[0] ?? "";
  return !STATUS.test(first) && REFUSED.some((pattern) => pattern.test(first.replaceAll("**", "")));
}

/** What is said of the end of something, or of a list that is empty: no answer to a wish. */
const NO_WISH = /^(?:✖️|✅|☑️|⏰|🗑|📄|🧠|🔁|✏️)/u;

/** Rule 8: no refusal twice running, however much time lies between, and whatever is answered without words. */
export function sameRefusalBreaches(recording: Recording): readonly Breach[] {
  if (recording.platform === "console") return [];
  const last: Partial<Record<Shown["to"], string>> = {};
  return stepsOf(recording).flatMap((step) => {
    const fresh = step.shown.filter(({ isNew }) => isNew);
    // A command is answered with what there is, however often it is sent.
    const isCommand = step.act.text?.startsWith("/") === true;
    return fresh.flatMap((one) => {
      const isSame = last[one.to] === one.text;
      last[one.to] = one.text;
      if (!isSame || isCommand || !isRefusal(one.text) || NO_WISH.test(one.text)) return [];
      return [
        { rule: "the same refusal twice running", situation: step.situation, text: one.text },
      ];
    });
  });
}

/** What a press of a button below a refusal is held to: it leads on. */
export function leadsOn(shown: readonly Shown[], note: string): boolean {
  const texts = [...shown.map(wordsOf), ...(note === "" ? [] : [note])];
  return texts.length > 0 && !texts.some((text) => isRefusal(text));
}
