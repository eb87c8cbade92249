import type { Localized } from "../../base/localized.ts";
import type { ActionDefinition } from "./catalogue.ts";

/** What an action does in a few words, for headings and buttons: its description without what explains it further. Pure. */
export function titleOf({ description }: Pick<ActionDefinition, "description">): Localized {
  return { ko: shortened(description.ko), en: shortened(description.en) };
}

/** Up to the first bracket or semicolon. */
function shortened(text: string): string {
  const start = text.split(/ \(|;/, 1)[0]?.trim() ?? "";
  return start === "" ? text : start;
}
