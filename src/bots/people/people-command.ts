import { digestOf } from "../../base/digest.ts";
import {
  type Account,
  LOCAL_PERSON_ID,
  type Person,
  type PersonRole,
} from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { TokenFacts } from "../../security/approvals/button-token.ts";
import { accountWords, namedWords } from "../approvals/account-words.ts";
import { shorten } from "../approvals/effects.ts";
import { signButton } from "../approvals/signed-button.ts";
import { inRows, moreButton, pageNear, rowsBeside } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Button, ChatAddress, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { type ListReader, placed } from "./rights-list.ts";

/** People of one page of those that were found by a name. */
const MOST_FOUND = 4;

/** Longest name in a line, in UTF-16 units: platforms take far shorter ones. */
const NAME_LENGTH = 200;

/** Choices of the buttons that change a role, and the role each gives. */
export const ROLE_CHOICES: Readonly<Record<string, PersonRole>> = {
  [BUTTON_KINDS.owner]: "owner",
  [BUTTON_KINDS.member]: "member",
  [BUTTON_KINDS.guest]: "guest",
};

/** The choice of a button that turns the list of people. */
export const PEOPLE_PAGE_CHOICE = BUTTON_KINDS.peoplePage;

/** What a list of people is drawn with. */
export interface PeopleListReader extends ListReader {
  readonly accountsOf: (personId: string) => readonly Account[];
  /** The one role that is to be given. Default: any. */
  readonly role?: string;
}

/** One page of people with their roles, and a button each. Pure but for the signatures. */
export function peopleList(
  people: readonly Person[],
  list: PeopleListReader & { readonly page: number },
): OutgoingMessage {
  const { language } = list.reader;
  const rows = rowsBeside(people.length);
  const page = pageNear(list.page, people.length, rows);
  const first = (page.at - 1) * rows;
  const shown = people.slice(first, first + rows);
  const more = moreButton(page, language, (to) => listButton(`${to}`, list));
  return {
    text: [
      say(language, "peopleHead", { count: people.length }),
      ...shown.map((person, index) => `${first + index + 1}. ${lineOf(person, list)}`),
    ].join("\n"),
    buttons: inRows([...opensOf(shown, first, list), ...more]),
  };
}

/** Those people whose names hold what was asked for: one whole, several with a button each, those beyond a page counted. */
export function peopleFound(
  found: readonly Person[],
  list: PeopleListReader & { readonly name: string },
): OutgoingMessage {
  const { language } = list.reader;
  const [only] = found;
  if (only === undefined)
    return { text: say(language, "peopleNone", { text: escapeMarkup(shortName(list.name)) }) };
  if (found.length === 1) return onePerson(only, list);
  const shown = found.slice(0, MOST_FOUND);
  const more = found.length - shown.length;
  return {
    text: [
      say(language, "peopleHead", { count: found.length }),
      ...shown.map((person, index) => `${index + 1}. ${lineOf(person, list)}`),
      ...(more === 0 ? [] : [say(language, "peopleMore", { count: more })]),
    ].join("\n"),
    buttons: inRows(opensOf(shown, 0, list)),
  };
}

/** One person with a button for each change of role that makes sense. */
export function onePerson(person: Person, list: PeopleListReader): OutgoingMessage {
  const roles = person.id === LOCAL_PERSON_ID ? [] : roleButtons(person, list);
  const back = { label: say(list.reader.language, "scheduleBack"), data: listButton("1", list) };
  return { text: `👤 ${lineOf(person, list)}`, buttons: inRows([...roles, back]) };
}

function opensOf(
  people: readonly Person[],
  first: number,
  list: PeopleListReader,
): readonly Button[] {
  return people.map(({ id }, index) => ({
    label: String(first + index + 1),
    data: listButton(id, list),
  }));
}

/** What a button of the list of people stands for: a page by its number, or a person by their id. */
export function peopleListSubject(what: string, { id }: Person): string {
  return `people:${id}:${what}`;
}

/** What a role button is bound to: the person, the role they have now, and the chat where it hangs. A change of role ends every button of before. */
export function roleFacts(person: Person, choice: string, chat: ChatAddress): TokenFacts {
  return { ...placed(person.id, chat), choice, digest: digestOf({ role: person.role }) };
}

function listButton(what: string, { reader, tokens, chat }: ListReader): string {
  const subject = peopleListSubject(what, reader);
  return signButton(tokens, { subject, choice: PEOPLE_PAGE_CHOICE, chat });
}

function lineOf({ id, name, role }: Person, { reader, accountsOf }: PeopleListReader): string {
  const { language } = reader;
  const isLocal = id === LOCAL_PERSON_ID;
  const accounts = isLocal ? [] : accountsOf(id);
  const named = namedWords(
    name,
    accounts.find(({ username }) => username !== undefined),
  );
  const places = accounts.map((account) => accountWords(account, language)).join(", ");
  const place = isLocal ? say(language, "roleAlways") : places;
  return `${named} · ${say(language, `person_${role}`)} · ${place}`;
}

function shortName(name: string): string {
  return shorten(name, NAME_LENGTH);
}

const ROLE_LABELS: Readonly<Record<PersonRole, TextKey>> = {
  owner: "makeOwner",
  member: "makeMember",
  guest: "putOut",
};

function roleButtons(person: Person, list: PeopleListReader): readonly Button[] {
  return Object.entries(ROLE_CHOICES)
    .filter(([, role]) => role !== person.role && role === (list.role ?? role))
    .map(([choice, role]) => ({
      label: say(list.reader.language, ROLE_LABELS[role]),
      data: list.tokens.sign(roleFacts(person, choice, list.chat)),
    }));
}
