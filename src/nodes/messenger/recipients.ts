import { korean } from "../../base/korean-particles.ts";
import { type Localized, sentences } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import type { Actor } from "../../engine/execute/action-types.ts";
import type { TargetChecks, TargetFault } from "../../engine/execute/target-check.ts";
import { nearNames } from "../../engine/language/nearest-name.ts";
import type { Contact, Contacts, Group } from "../contacts-port.ts";

/** Who or what a name may stand for. */
export type Recipient =
  | { readonly kind: "person"; readonly contact: Contact }
  | { readonly kind: "group"; readonly group: Group };

/** Most that are offered instead of one. */
const MOST_NEAR = 2;

/** Tells how somebody gets in. */
const INVITE = { label: { ko: "초대하기", en: "Invite" }, says: "/people invite" } as const;

/** The contacts of a name, an id or a user name with its @. */
export function contactsCalled(known: readonly Contact[], name: string): readonly Contact[] {
  const wanted = folded(name);
  return known.filter(
    (contact) =>
      folded(contact.name) === wanted || contact.personId === name || isUser(contact, wanted),
  );
}

/** Everybody and every group that a name may stand for, for who asks. A group is called by its title, with or without a #, or by its id. */
export function recipientsCalled(
  contacts: Contacts,
  name: string,
  actor: Pick<Actor, "personId" | "isOwner">,
): readonly Recipient[] {
  const wanted = folded(name).replace(/^#/u, "");
  return [
    ...contactsCalled(contacts.list(), name).map(
      (contact): Recipient => ({ kind: "person", contact }),
    ),
    ...contacts
      .groups(actor)
      .filter((group) => folded(group.title) === wanted || group.chatKey === name)
      .map((group): Recipient => ({ kind: "group", group })),
  ];
}

/** The one chat that a name stands for, as an id that stays; `undefined` for nobody and for several. */
export function onlyRecipient(
  contacts: Contacts,
  name: string,
  actor: Pick<Actor, "personId" | "isOwner">,
): string | undefined {
  const [only, ...others] = recipientsCalled(contacts, name, actor);
  return only === undefined || others.length > 0 ? undefined : idOf(only);
}

/** What the one chat that a name stands for is called by itself, with what tells it apart where others are called so; `undefined` for nobody and for several. */
export function recipientName(
  contacts: Contacts,
  name: string,
  actor: Pick<Actor, "personId" | "isOwner">,
): string | undefined {
  const [only, ...others] = recipientsCalled(contacts, name, actor);
  if (only === undefined || others.length > 0) return undefined;
  const isAlone = recipientsCalled(contacts, nameOf(only), actor).length === 1;
  if (isAlone || only.kind === "group") return nameOf(only);
  return `${nameOf(only)} (${aboutOf(only)})`;
}

/** Looks whether somebody is known, and whether a message to them can arrive. */
export function createRecipientChecks(
  contacts: Contacts,
): Pick<TargetChecks, "contact" | "recipient"> {
  return {
    contact: ({ value }, { inGroup }) => {
      const known = contacts.list();
      const found = contactsCalled(known, value);
      if (found.length === 1) return undefined;
      const options = asPeople(inGroup === undefined ? known : []);
      return found.length > 1 ? several(value, asPeople(found)) : unknown(value, options);
    },
    recipient({ value }, actor) {
      const found = recipientsCalled(contacts, value, actor);
      const [only] = found;
      if (only === undefined) return unknown(value, reachable(contacts, actor));
      if (found.length > 1) return several(value, found);
      return isReached(only) ? undefined : unreached(only);
    },
  };
}

/** Those whom a message can reach; none where others read along, who need not know them. */
function reachable(contacts: Contacts, actor: Actor): readonly Recipient[] {
  if (actor.inGroup !== undefined) return [];
  const groups = contacts.groups(actor).map((group): Recipient => ({ kind: "group", group }));
  return [...asPeople(contacts.list()), ...groups].filter(isReached);
}

function unknown(name: string, options: readonly Recipient[]): TargetFault {
  const names = nearNames(name, new Set(options.map(nameOf)), MOST_NEAR);
  const near = names.flatMap((each) => options.filter((option) => nameOf(option) === each));
  return {
    code: "unknown-contact",
    words: {
      ko: `${bold(name)}님을 아직 몰라요.`,
      en: `I don't know a ${bold(name)} yet.`,
    },
    near: near.slice(0, MOST_NEAR).map((option) => choice(option, near)),
    offers: [INVITE],
    isTainted: near.length > 0,
  };
}

function several(name: string, found: readonly Recipient[]): TargetFault {
  const isPeople = found.every(({ kind }) => kind === "person");
  return {
    code: "not-unique",
    words: sentences([
      isPeople
        ? {
            ko: `${bold(name)}님이 ${found.length}명이에요.`,
            en: `There are ${found.length} people called ${bold(name)}.`,
          }
        : {
            ko: korean`${bold(name)}(이)라는 곳이 ${found.length}군데예요.`,
            en: `${bold(name)} may be any of ${found.length}.`,
          },
      isPeople
        ? { ko: "누구에게 보낼까요?", en: "Which one?" }
        : { ko: "어디로 보낼까요?", en: "Which one?" },
    ]),
    near: found
      .slice(0, MOST_NEAR)
      .map((option) => ({ value: idOf(option), called: same(aboutOf(option)) })),
    isTainted: true,
  };
}

function unreached(recipient: Recipient): TargetFault {
  const name = bold(nameOf(recipient));
  return recipient.kind === "person" && recipient.contact.isBlocked === true
    ? {
        code: "no-chat",
        words: {
          ko: `${name}님이 저를 차단해서 보낼 수 없어요.`,
          en: `${name} has blocked me, so I can't reach them.`,
        },
      }
    : {
        code: "no-chat",
        words: {
          ko: `${name}님이 아직 저에게 말을 건 적이 없어서 보낼 수 없어요.`,
          en: `${name} hasn't written to me yet, so I can't reach them.`,
        },
        offers: [INVITE],
      };
}

/** A recipient under its name, or where others have the same under what tells them apart. */
function choice(
  option: Recipient,
  all: readonly Recipient[],
): { readonly value: string; readonly called: Localized } {
  const isAlone = all.filter((other) => nameOf(other) === nameOf(option)).length === 1;
  return isAlone
    ? { value: nameOf(option), called: same(nameOf(option)) }
    : { value: idOf(option), called: same(aboutOf(option)) };
}

function asPeople(contacts: readonly Contact[]): readonly Recipient[] {
  return contacts.map((contact) => ({ kind: "person", contact }));
}

function isReached(recipient: Recipient): boolean {
  if (recipient.kind === "group") return true;
  return recipient.contact.chatKey !== undefined && recipient.contact.isBlocked !== true;
}

function nameOf(recipient: Recipient): string {
  return recipient.kind === "group" ? recipient.group.title : recipient.contact.name;
}

function idOf(recipient: Recipient): string {
  return recipient.kind === "group" ? recipient.group.chatKey : recipient.contact.personId;
}

function aboutOf(recipient: Recipient): string {
  if (recipient.kind === "person") return recipient.contact.about;
  const { title, platform } = recipient.group;
  return `${title} (${platform})`;
}

function folded(name: string): string {
  return name.normalize("NFC").trim().toLowerCase();
}

/** True for the user name of a contact, with its @. */
function isUser({ about }: Contact, wanted: string): boolean {
  return wanted.startsWith("@") && about.toLowerCase().split(" ")[0] === wanted;
}

function same(text: string): Localized {
  return { ko: text, en: text };
}
