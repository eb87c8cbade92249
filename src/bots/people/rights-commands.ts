import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { Command, CommandContext, CommandOutcome } from "../commands/command.ts";
import { readGrantRequest } from "./grant-request.ts";
import type { AccessCommands } from "./rights-command.ts";

/** Dependencies of `rightsCommands`. */
export interface RightsCommandParts {
  readonly accessCommands: AccessCommands;
  readonly catalogue: () => Catalogue;
}

/** The commands about who may do what. */
export function rightsCommands(parts: RightsCommandParts): readonly Command[] {
  return [
    {
      name: "grants",
      usage: "/grants",
      takesText: true,
      help: "helpGrants",
      run: (context) => grants(parts, context),
    },
    {
      name: "people",
      usage: "/people",
      takesText: true,
      help: "helpPeople",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => parts.accessCommands.people(person, chat, argument),
    },
  ];
}

function grants(
  { accessCommands, catalogue }: RightsCommandParts,
  { person, chat, actor, argument }: CommandContext,
): CommandOutcome {
  const added = /^add\s+([\s\S]+)$/i.exec(argument)?.[1];
  if (added === undefined) return accessCommands.grants(person, chat, Number(argument) || 1);
  const request = readGrantRequest(added, {
    catalogue: catalogue(),
    personId: person.id,
    chatKey: actor.chatId,
    language: person.language,
  });
  if (!request.ok) return { text: request.problem };
  const approval = accessCommands.askForGrant(request.wanted, person, actor.chatId);
  return { text: "", reply: { kind: "proposals", approval } };
}
