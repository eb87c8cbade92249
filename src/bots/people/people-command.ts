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
import { pageNear, turnButtons } from "../markup/pagination.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Button, ChatAddress, OutgoingMessage } from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";
import { type ListReader, placed } from "./rights-list.ts";

/** People of one page: with a row of buttons each and one for the pages, a platform that takes five rows has room. */
export const PEOPLE_ROWS = 4;

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

/** One page of people with their roles, and a button for each change that makes sense. Pure but for the signatures. */
export function peopleList(
  people: readonly Person[],
  list: PeopleListReader & { readonly page: number },
): OutgoingMessage {
  const { language } = list.reader;
  const page = pageNear(list.page, people.length, PEOPLE_ROWS);
  const { at, pages } = page;
  const shown = people.slice((at - 1) * PEOPLE_ROWS, at * PEOPLE_ROWS);
  const turns = turnButtons(page, language, (to) => pageButton(to, list), {
    before: "pageBefore",
    after: "pageAfter",
  });
  const head =
    pages === 1
      ? say(language, "peopleHead")
      : say(language, "peoplePage", { count: people.length, page: at, pages });
  return {
    text: [head, ...shown.map((person) => lineOf(person, list))].join("\n"),
    buttons: [...rolesOf(shown, list), ...(turns.length === 0 ? [] : [turns])],
  };
}

/** Those people whose names hold what was asked for: as many as fit a page, the others counted. */
export function peopleFound(
  found: readonly Person[],
  list: PeopleListReader & { readonly name: string },
): OutgoingMessage {
  const { language } = list.reader;
  if (found.length === 0)
    return { text: say(language, "peopleNone", { text: escapeMarkup(shortName(list.name)) }) };
  const shown = found.slice(0, PEOPLE_ROWS);
  const more = found.length - shown.length;
  return {
    text: [
      say(language, "peopleHead"),
      ...shown.map((person) => lineOf(person, list)),
      ...(more === 0 ? [] : [say(language, "peopleMore", { count: more })]),
    ].join("\n"),
    buttons: rolesOf(shown, list),
  };
}

/** What a button that turns the list of people stands for. */
export function peoplePageSubject(page: number, { id }: Person): string {
  return `people:${id}:${page}`;
}

/** What a role button is bound to: the person, the role they have now, and the chat where it hangs. A change of role ends every button of before. */
export function roleFacts(person: Person, choice: string, chat: ChatAddress): TokenFacts {
  return { ...placed(person.id, chat), choice, digest: digestOf({ role: person.role }) };
}

function pageButton(page: number, { reader, tokens, chat }: ListReader): string {
  const subject = peoplePageSubject(page, reader);
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
  return `- ${named} — ${say(language, `person_${role}`)} (${place})`;
}

function shortName(name: string): string {
  return shorten(name, NAME_LENGTH);
}

const ROLE_LABELS: Readonly<Record<PersonRole, TextKey>> = {
  owner: "makeOwner",
  member: "makeMember",
  guest: "putOut",
};

function rolesOf(
  people: readonly Person[],
  list: PeopleListReader,
): readonly (readonly Button[])[] {
  return people
    .filter(({ id }) => id !== LOCAL_PERSON_ID)
    .map((person) => roleButtons(person, list))
    .filter((row) => row.length > 0);
}

function roleButtons(person: Person, list: PeopleListReader): readonly Button[] {
  return Object.entries(ROLE_CHOICES)
    .filter(([, role]) => role !== person.role && role === (list.role ?? role))
    .map(([choice, role]) => ({
      label: say(list.reader.language, ROLE_LABELS[role], { name: list.nameOf(person.id) }),
      data: list.tokens.sign(roleFacts(person, choice, list.chat)),
    }));
}
