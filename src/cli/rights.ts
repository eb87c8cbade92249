import {
  describeAgent,
  describeAgents,
  describeGrants,
  describePeople,
  revokeGrant,
  rotateKeys,
} from "../app/local-owner.ts";
import { AppError } from "../base/errors.ts";
import type { CliContext } from "./command.ts";
import { withParts } from "./context.ts";
import { EXIT } from "./output.ts";

/** The command `grants list`. */
export async function listGrants(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const grants = describeGrants(parts);
    if (context.speaker.json) context.speaker.data(grants.map((grant) => grant.json));
    else if (grants.length === 0)
      context.speaker.line({
        ko: "미리 허락해 둔 일이 없어요.",
        en: "Nothing is allowed beforehand.",
      });
    else for (const { id, text } of grants) context.speaker.line(`${id}  ${text}`);
    return EXIT.ok;
  });
}

/** The command `grants revoke ID`. */
export async function revoke(context: CliContext): Promise<number> {
  const [id] = context.arguments.rest;
  if (id === undefined)
    throw new AppError("bad-arguments", {
      ko: "어느 허락인지 적어 주세요. id는 `ibl-bot grants list`에 있어요.",
      en: "Say which grant; `ibl-bot grants list` shows their ids.",
    });
  return withParts(context, (parts) => {
    const result = revokeGrant(parts, id);
    if (context.speaker.json) context.speaker.data(result);
    else if (result.ok)
      context.speaker.line({
        ko: "취소했어요. 이제 다시 물어봐요.",
        en: "Revoked. It asks again from now on.",
      });
    else context.speaker.note(result.error.message);
    return result.ok ? EXIT.ok : EXIT.failed;
  });
}

/** The command `people list`. */
export async function listPeople(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const people = describePeople(parts);
    if (context.speaker.json) context.speaker.data(people);
    else
      for (const { id, name, role, accounts } of people)
        context.speaker.line(`${id}  ${role}  ${name}  ${accounts.join(", ")}`);
    return EXIT.ok;
  });
}

/** The command `keys rotate [--now]`. */
export async function rotate(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const { open, oldUntilMs } = rotateKeys(parts, { now: context.arguments.now });
    const until = new Date(oldUntilMs).toISOString();
    if (context.speaker.json) context.speaker.data({ ok: true, open, oldUntil: until });
    else
      context.speaker.line(
        context.arguments.now
          ? {
              ko: `새 키로 버튼에 서명해요. 옛 버튼은 모두 끝났어요. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; every old one has ended. Cards drawn anew: ${open}.`,
            }
          : {
              ko: `새 키로 버튼에 서명해요. 옛 버튼은 ${until}까지 돼요. 다시 그린 카드: ${open}개.`,
              en: `Buttons are signed with a new key; old ones work until ${until}. Cards drawn anew: ${open}.`,
            },
      );
    return EXIT.ok;
  });
}

/** The command `agents list`. */
export async function listAgents(context: CliContext): Promise<number> {
  return withParts(context, (parts) => {
    const agents = describeAgents(parts);
    if (context.speaker.json) context.speaker.data(agents.map((agent) => agent.json));
    else
      for (const { id, title, description } of agents)
        context.speaker.line(`${id}  ${title}  ${description}`);
    return EXIT.ok;
  });
}

/** The command `agents show NAME`. */
export async function showAgent(context: CliContext): Promise<number> {
  const name = context.arguments.rest.join(" ");
  if (name === "")
    throw new AppError("bad-arguments", {
      ko: "어느 에이전트인지 적어 주세요. `ibl-bot agents list`로 볼 수 있어요.",
      en: "Say which agent; `ibl-bot agents list` shows them.",
    });
  return withParts(context, (parts) => {
    const { json } = describeAgent(parts, name);
    if (context.speaker.json) context.speaker.data(json);
    else
      for (const [key, value] of Object.entries(json))
        context.speaker.line(
          `${key}: ${Array.isArray(value) ? value.join(", ") : (value ?? "all")}`,
        );
    return EXIT.ok;
  });
}
