import type { Localized } from "../base/localized.ts";
import { escapeMarkup } from "../bots/markup/parse-markup.ts";
import { nearNames } from "../engine/language/nearest-name.ts";
import type { Plan } from "../engine/plan/plan.ts";
import type { Contact, Contacts } from "../nodes/contacts-port.ts";
import { contactsCalled } from "../nodes/messenger/contacts.ts";
import { type FindObstacle, type Obstacle, withText } from "../runs/obstacle.ts";

/** Buttons with somebody else to send to. */
const MOST_NEAREST = 2;

/** Longest name on a button, in UTF-16 units. */
const LABEL_NAME_LENGTH = 14;

/** Finds a message to somebody who is not known, of whom there are several, or who cannot be reached yet. */
export function recipientCheck(contacts: Contacts): FindObstacle {
  return (plan) => {
    const known = contacts.list();
    const found = plan.report.effects
      .filter((effect) => `${effect.node}:${effect.action}` === "messenger:send")
      .filter(({ later, approval }) => approval && !later)
      .map(({ details }) => details.find(({ param }) => param === "to"))
      .flatMap((to) => to?.whole ?? to?.value ?? [])
      .map((name) => obstacleTo(name, known, plan));
    return found.find((obstacle) => obstacle !== undefined);
  };
}

function obstacleTo(name: string, known: readonly Contact[], plan: Plan): Obstacle | undefined {
  const found = contactsCalled(known, name);
  const [only] = found;
  if (only === undefined) return unknown(name, known, plan);
  if (found.length > 1)
    return {
      message: {
        ko: `**${escapeMarkup(name)}**님이 ${found.length}명이에요. 누구에게 보낼까요?`,
        en: `There are ${found.length} people called **${escapeMarkup(name)}**. Which one?`,
      },
      nearest: optionsFor(found, name, plan, ({ about }) => about),
    };
  if (only.chatKey !== undefined) return undefined;
  return {
    message: {
      ko: `**${escapeMarkup(only.name)}**님이 아직 저에게 말을 건 적이 없어서 보낼 수 없어요.`,
      en: `**${escapeMarkup(only.name)}** hasn't written to me yet, so I can't reach them.`,
    },
    nearest: [],
  };
}

function unknown(name: string, known: readonly Contact[], plan: Plan): Obstacle {
  const reached = known.filter(({ chatKey }) => chatKey !== undefined);
  const near = nearNames(
    name,
    reached.map((contact) => contact.name),
    MOST_NEAREST,
  );
  const people = near.flatMap((each) => reached.find((contact) => contact.name === each) ?? []);
  return {
    message: {
      ko: `**${escapeMarkup(name)}**님을 아직 몰라요.`,
      en: `I don't know a **${escapeMarkup(name)}** yet.`,
    },
    nearest: optionsFor(people, name, plan, (contact) => contact.name),
  };
}

/** The same program for others, each under what tells them apart. */
function optionsFor(
  people: readonly Contact[],
  name: string,
  plan: Plan,
  callOf: (contact: Contact) => string,
): Obstacle["nearest"] {
  return people.slice(0, MOST_NEAREST).flatMap((contact) => {
    const isAlone = people.filter((other) => other.name === contact.name).length === 1;
    const code = withText(plan.program, name, isAlone ? contact.name : contact.personId);
    return code === undefined ? [] : [{ label: sendTo(callOf(contact)), code }];
  });
}

function sendTo(called: string): Localized {
  const name =
    called.length <= LABEL_NAME_LENGTH ? called : `${called.slice(0, LABEL_NAME_LENGTH - 1)}…`;
  return { ko: `${name}에게`, en: `Send to ${name}` };
}
