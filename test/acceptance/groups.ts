import { type Breach, type PlacedStep, type Recording, type Shown, stepsOf } from "./record.ts";

/** Rule 15: every answer in a group replies, what comes unasked calls who wanted it and nobody else, and what is one person's alone is shown to nobody else. */
export function groupBreaches(recording: Recording): readonly Breach[] {
  if (recording.place !== "group") return [];
  return stepsOf(recording).flatMap((step) =>
    step.shown
      .filter(({ isPublic }) => isPublic)
      .flatMap((one) =>
        [...callBreaches(one, step, recording), ...secretBreaches(one, recording)].map((rule) => ({
          rule,
          situation: step.situation,
          text: one.text,
        })),
      ),
  );
}

function callBreaches(one: Shown, { act }: PlacedStep, { names }: Recording): readonly string[] {
  const isAnswer = act.kind === "say" || act.kind === "send";
  const isUnasked = act.kind === "wait" && one.isNew;
  const found: string[] = [];
  if (isAnswer && one.isNew && !one.isReply) found.push("an answer that is no reply");
  if (isUnasked && one.mentions.join() !== names.owner) found.push("calls others than who asked");
  if (!isUnasked && one.mentions.length > 0) found.push("calls somebody who is there");
  return found;
}

function secretBreaches(one: Shown, { secrets }: Recording): readonly string[] {
  const words = [one.text, ...one.rows.flat(), ...one.files].join("\n");
  return secrets
    .filter((secret) => words.includes(secret))
    .map(() => "shows a secret to everybody");
}
