import { describeGrants, describePeople, revokeGrant } from "../app/rights.ts";
import { AppError } from "../base/errors.ts";
import { type CliContext, type Command, withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** Commands about who may do what. */
export const RIGHTS_COMMANDS: readonly Command[] = [
  {
    name: "grants list",
    usage: "grants list",
    help: {
      ko: "미리 허락해 둔 일과 쓴 횟수 보기",
      en: "show what is allowed beforehand, and how often it was used",
    },
    run: listGrants,
  },
  {
    name: "grants revoke",
    usage: "grants revoke ID",
    help: { ko: "이 컴퓨터의 주인으로 허락 취소", en: "end a grant, as the local owner" },
    run: revoke,
  },
  {
    name: "people list",
    usage: "people list",
    help: { ko: "모든 사람과 역할 보기", en: "show everybody with their role" },
    run: listPeople,
  },
];

async function listGrants(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const grants = describeGrants(parts);
    if (context.speaker.json) context.speaker.data(grants.map((grant) => grant.json));
    else if (grants.length === 0)
      context.speaker.line({
        ko: "미리 허락해 둔 일이 없습니다.",
        en: "Nothing is allowed beforehand.",
      });
    else for (const { id, text } of grants) context.speaker.line(`${id}  ${text}`);
    return EXIT.ok;
  });
}

async function revoke(context: CliContext): Promise<number> {
  const [id] = context.arguments.rest;
  if (id === undefined)
    throw new AppError("bad-arguments", {
      ko: "어느 허락인지 적어 주세요. id는 `ibl-bot grants list`에 있습니다.",
      en: "Say which grant; `ibl-bot grants list` shows their ids.",
    });
  return withParts(context, (parts) => {
    const result = revokeGrant(parts, id);
    if (context.speaker.json) context.speaker.data(result);
    else if (result.ok)
      context.speaker.line({
        ko: "취소했습니다. 이제 다시 물어봅니다.",
        en: "Revoked. It asks again from now on.",
      });
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
