import { type Language, oneLine } from "../../base/localized.ts";
import { type Account, LOCAL_ACCOUNT } from "../../security/access/people.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { platformName } from "../platform/platform-names.ts";

/** Longest name that is shown, in characters: platforms take far shorter ones. */
const NAME_LENGTH = 100;

/** A name as a card and a list show it, with the user name where the platform has one. */
export function namedWords(
  name: string,
  { username = name }: Pick<Account, "username"> = {},
): string {
  const user = username === name ? "" : ` @${escapeMarkup(oneLine(username, NAME_LENGTH))}`;
  return `**${escapeMarkup(oneLine(name, NAME_LENGTH))}**${user}`;
}

/** Which account it is: its platform, and the end of its id there, which nobody can choose. */
export function accountWords({ platform, externalId }: Account, language: Language): string {
  const place = platformName(platform, language);
  return platform === LOCAL_ACCOUNT.platform ? place : `${place} · ID …${externalId.slice(-4)}`;
}

/** Somebody in a line: the name, then each account. */
export function personWords(
  name: string,
  accounts: readonly Account[],
  language: Language,
): string {
  const places = accounts.map((account) => accountWords(account, language)).join(", ");
  return `${namedWords(
    name,
    accounts.find(({ username }) => username !== undefined),
  )} (${places})`;
}
