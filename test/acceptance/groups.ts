import type { Breach, RecordedStep, Recording, Shown } from "./record.ts";

/** Rule 15: every answer in a group replies, what comes unasked calls who wanted it and nobody else, and what is one person's alone is shown to nobody else. */
export function groupBreaches(recording: Recording): readonly Breach[] {
  if (recording.place !== "group") return [];
  return recording.situations.flatMap(({ name: situation, steps }) => {
    let isAwaited = false;
    return steps.flatMap((step) => {
      const facts = { ...recording, isAwaited };
      isAwaited ||= step.act.isMeanwhile === true;
      return step.shown
        .filter(({ isPublic }) => isPublic)
        .flatMap((one) => [...callBreaches(one, step, facts), ...secretBreaches(one, recording)])
        .map((rule) => ({ rule, situation, text: step.shown.map(({ text }) => text).join("\n") }));
    });
  });
}

function callBreaches(
  one: Shown,
  { act }: RecordedStep,
  { names, isAwaited }: Recording & { readonly isAwaited: boolean },
): readonly string[] {
  const isAnswer = act.kind === "say" || act.kind === "send";
  const isUnasked = act.kind === "wait" && one.isNew && !isAwaited;
  // The asker does not look into the thread where work went on.
  const mayCall = isAwaited && one.mentions.every((name) => name === names.owner);
  const found: string[] = [];
  if (isAnswer && one.isNew && !one.isReply) found.push("an answer that is no reply");
  if (isUnasked && one.mentions.join() !== names.owner) found.push("calls others than who asked");
  if (!isUnasked && !mayCall && one.mentions.length > 0) found.push("calls somebody who is there");
  return found;
}

function secretBreaches(one: Shown, { secrets }: Recording): readonly string[] {
  const words = [one.text, ...one.rows.flat(), ...one.files].join("\n");
  return secrets
    .filter((secret) => words.includes(secret))
    .map(() => "shows a secret to everybody");
}
