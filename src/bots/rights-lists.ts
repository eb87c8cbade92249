import { digestOf } from "../base/digest.ts";
import { BUTTON_LETTERS } from "../security/button-letters.ts";
import type { ButtonTokens, TokenFacts } from "../security/button-token.ts";
import type { Grant } from "../security/grants.ts";
import { LOCAL_PERSON_ID, type Person, type PersonRole } from "../security/people.ts";
import { type Button, type ChatAddress, chatKey, type OutgoingMessage } from "./adapter.ts";
import { grantWords } from "./grant-words.ts";
import { escapeMarkup } from "./markup.ts";
import { pageNear, turnButtons } from "./pages.ts";
import { signSubject } from "./place-button.ts";
import { say, type TextKey } from "./texts.ts";

/** Most rows shown at once (each has buttons of its own), and most UTF-16 units of them, so that one message holds all. */
const MOST_ROWS = 25;
const MOST_TEXT = 3000;

/** What a list is drawn with. */
export interface ListReader {
  readonly reader: Person;
  readonly chat: ChatAddress;
  readonly tokens: ButtonTokens;
  readonly nameOf: (personId: string) => string;
}

/** Choices of the buttons that change a role, and the role each gives. */
export const ROLE_CHOICES: Readonly<Record<string, PersonRole>> = {
  [BUTTON_LETTERS.owner]: "owner",
  [BUTTON_LETTERS.member]: "member",
  [BUTTON_LETTERS.guest]: "guest",
};

/** The choice of a button that revokes a grant. */
export const REVOKE_CHOICE = BUTTON_LETTERS.withReasonOrRevoke;

/** The choice of a button that turns the list of grants. */
export const GRANTS_PAGE_CHOICE = BUTTON_LETTERS.grantsPage;

/** Grants of one page: with a row of buttons each and one for the pages, a platform that takes five rows has room. */
export const GRANT_ROWS = 4;

/** One page of grants with a button each to revoke them. Pure but for the signatures. */
export function grantList(
  grants: readonly Grant[],
  list: ListReader & { readonly page: number },
): OutgoingMessage {
  const { reader, nameOf, tokens, chat } = list;
  const { language, zone } = reader;
  const page = pageNear(list.page, grants.length, GRANT_ROWS);
  const { at, pages } = page;
  const first = (at - 1) * GRANT_ROWS;
  const shown = grants.slice(first, first + GRANT_ROWS);
  const lines = shown.map(
    (grant, index) => `${first + index + 1}. ${grantWords(grant, { language, zone, nameOf })}`,
  );
  const revokes = shown.map((grant, index) => [
    {
      label: say(language, "revoke", { index: first + index + 1 }),
      data: tokens.sign(grantFacts(grant, chat)),
    },
  ]);
  const turns = turnButtons(
    page,
    language,
    (to) =>
      signSubject(tokens, {
        subject: grantPageSubject(to, reader),
        choice: GRANTS_PAGE_CHOICE,
        chat,
      }),
    { before: "pageBefore", after: "pageAfter" },
  );
  const head =
    pages === 1
      ? say(language, "grantsHead")
      : say(language, "grantsPage", { count: grants.length, page: at, pages });
  return {
    text: [head, ...lines].join("\n"),
    buttons: [...revokes, ...(turns.length === 0 ? [] : [turns])],
  };
}

/** What a button that turns the list of grants stands for: in a group nobody turns the list of another. */
export function grantPageSubject(page: number, { id }: Person): string {
  return `grants:${id}:${page}`;
}

/** People with their roles, and a button for each change that makes sense. Pure but for the signatures. */
export function peopleList(
  people: readonly Person[],
  list: ListReader & { readonly platformsOf: (personId: string) => readonly string[] },
): OutgoingMessage {
  const { language } = list.reader;
  const lines = fitting(
    people.map(({ id, name, role }) => {
      const isLocal = id === LOCAL_PERSON_ID;
      const place = isLocal ? say(language, "roleAlways") : list.platformsOf(id).join(", ");
      return `- **${escapeMarkup(name)}** — ${say(language, `person_${role}`)} (${place})`;
    }),
  );
  const shown = people.slice(0, lines.length);
  const more = people.length - shown.length;
  const buttons = shown
    .filter(({ id }) => id !== LOCAL_PERSON_ID)
    .map((person) => roleButtons(person, list));
  const text = [
    say(language, "peopleHead"),
    ...lines,
    ...(more === 0 ? [] : [say(language, "grantsMore", { count: more })]),
  ].join("\n");
  return { text, buttons };
}

/** What a revoke button is bound to: the grant and the chat where it hangs. */
export function grantFacts(grant: Grant, chat: ChatAddress): TokenFacts {
  const digest = digestOf({ grant: grant.id, pattern: grant.pattern });
  return { ...placed(grant.id, chat), choice: REVOKE_CHOICE, digest };
}

/** What a role button is bound to: the person, the role they have now, and the chat where it hangs. A change of role ends every button of before. */
export function roleFacts(person: Person, choice: string, chat: ChatAddress): TokenFacts {
  return { ...placed(person.id, chat), choice, digest: digestOf({ role: person.role }) };
}

/** Presses come without their thread at times, so a list's buttons are bound to the chat as a whole. */
function placed(id: string, chat: ChatAddress): Pick<TokenFacts, "id" | "chatKey"> {
  const { threadId: _thread, ...whole } = chat;
  return { id: id.slice(id.indexOf("_") + 1), chatKey: chatKey(whole) };
}

/** The first lines, as many as one message holds, and at least one. */
function fitting(lines: readonly string[]): readonly string[] {
  let length = 0;
  return lines.slice(0, MOST_ROWS).filter((line, index) => {
    length += line.length;
    return index === 0 || length <= MOST_TEXT;
  });
}

const ROLE_LABELS: Readonly<Record<PersonRole, TextKey>> = {
  owner: "makeOwner",
  member: "makeMember",
  guest: "putOut",
};

function roleButtons(person: Person, list: ListReader): readonly Button[] {
  return Object.entries(ROLE_CHOICES)
    .filter(([, role]) => role !== person.role)
    .map(([choice, role]) => ({
      label: say(list.reader.language, ROLE_LABELS[role], { name: person.name }),
      data: list.tokens.sign(roleFacts(person, choice, list.chat)),
    }));
}
