import { describeGrants, describePeople, revokeGrant } from "../app/rights.ts";
import { AppError } from "../base/errors.ts";
import { type CliContext, type Command, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** Commands about who may do what. */
export const RIGHTS_COMMANDS: readonly Command[] = [
  {
    name: "grants list",
    usage: "grants list",
    help: "show what is allowed beforehand, and how often it was used",
    run: listGrants,
  },
  {
    name: "grants revoke",
    usage: "grants revoke ID",
    help: "end a grant, as the local owner",
    run: revoke,
  },
  {
    name: "people list",
    usage: "people list",
    help: "show everybody with their role",
    run: listPeople,
  },
];

async function listGrants(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const grants = describeGrants(parts);
    if (context.speaker.json) context.speaker.data(grants.map((grant) => grant.json));
    else if (grants.length === 0) context.speaker.line("Nothing is allowed beforehand.");
    else for (const { id, text } of grants) context.speaker.line(`${id}  ${text}`);
    return EXIT.ok;
  });
}

async function revoke(context: CliContext): Promise<number> {
  const [id] = context.arguments.rest;
  if (id === undefined)
    throw new AppError("bad-arguments", "Say which grant; `ibl-bot grants list` shows their ids.");
  return withParts(context, (parts) => {
    const result = revokeGrant(parts, id);
    if (context.speaker.json) context.speaker.data(result);
    else if (result.ok) context.speaker.line("Revoked. It asks again from now on.");
    else context.speaker.note(result.error.message);
    return result.ok ? EXIT.ok : EXIT.failed;
  });
}

async function listPeople(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const people = describePeople(parts);
    if (context.speaker.json) context.speaker.data(people);
    else
      for (const { id, name, role, accounts } of people)
        context.speaker.line(`${id}  ${role}  ${name}  ${accounts.join(", ")}`);
    return EXIT.ok;
  });
}
