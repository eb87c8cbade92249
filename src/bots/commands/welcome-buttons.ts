import { inBoth } from "../../base/localized.ts";
import { cityOfZone } from "../../scheduler/timing/place-zones.ts";
import type { Person } from "../../security/access/people.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { weatherSuggestion } from "../answers/courtesies.ts";
import { suggestionButtons } from "../approvals/suggestion-button.ts";
import { type Button, type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** What somebody who has just come in may try first: the weather where they are, and a reminder. */
export function welcomeButtons(
  tokens: ButtonTokens,
  { language, zone }: Pick<Person, "language" | "zone">,
  chat: ChatAddress,
): readonly (readonly Button[])[] {
  const city = zone.includes("/") ? inBoth((each) => cityOfZone(zone, each)) : undefined;
  const reminder = { label: say(language, "tryReminder"), says: say(language, "tryReminderWords") };
  return suggestionButtons(tokens, [weatherSuggestion(city, language), reminder], chatKey(chat));
}
