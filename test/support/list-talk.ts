import { ANN, type House } from "./bots-house.ts";
import { settled } from "./manual-clock.ts";
import type { EventFacts } from "./recording-adapter.ts";

/** The newest message: its lines, and the labels of each row of its buttons. */
export interface ShownList {
  readonly lines: readonly string[];
  readonly labels: readonly string[];
}

/** Ann says something; what is shown then. */
export async function says(house: House, text: string, facts: EventFacts = {}): Promise<ShownList> {
  await house.adapter.say(ANN, text, facts);
  await settled();
  return shown(house);
}

/** Someone, by default Ann, presses; what the newest message shows then. */
export async function presses(house: House, label: string, who = ANN): Promise<ShownList> {
  await house.adapter.press(who, label);
  await settled();
  return shown(house);
}

/** What the newest message shows. */
export function shown(house: House): ShownList {
  const message = house.adapter.shown.at(-1);
  if (message === undefined) throw new Error("Nothing was shown.");
  return {
    lines: message.text.split("\n"),
    labels: message.buttons.map((row) => row.map(({ label }) => label).join(" ")),
  };
}
