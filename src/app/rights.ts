import type { Json } from "../base/json.ts";
import { grantWords } from "../bots/approvals/grant-words.ts";
import { toPlainText } from "../bots/markup/parse-markup.ts";
import type { Grant } from "../security/access/grants.ts";
import { type Account, LOCAL_ACCOUNT, type PersonRole } from "../security/access/people.ts";
import { localOwner } from "./local-owner.ts";
import type { Parts } from "./open-app.ts";

/** A grant for a terminal and as JSON. */
export interface DescribedGrant {
  readonly id: string;
  readonly text: string;
  readonly json: Readonly<Record<string, Json>>;
}

/** Every grant in force, of everybody, oldest first. */
export function describeGrants(parts: Parts): readonly DescribedGrant[] {
  const { language, zone } = localOwner(parts).person;
  const nameOf = (id: string): string => parts.people.nameOf(id) ?? id;
  return parts.grants.inForce().map((grant) => ({
    id: grant.id,
    text: toPlainText(grantWords(grant, { language, zone, nameOf })),
    json: grantJson(parts, grant),
  }));
}

/** Ends a grant on behalf of the local owner. */
export function revokeGrant(
  parts: Parts,
  id: string,
):
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } } {
  const { person } = localOwner(parts);
  if (parts.grants.revoke(id, person.id)) return { ok: true, id };
  const isKnown = parts.grants.get(id) !== undefined;
  const error = isKnown
    ? { code: "grant-over", message: `The grant "${id}" was revoked already.` }
    : {
        code: "grant-unknown",
        message: `There is no grant "${id}"; \`ibl-bot grants list\` shows their ids.`,
      };
  return { ok: false, error };
}

/** Everybody who is known, the local owner first. */
export function describePeople(parts: Parts): readonly {
  readonly id: string;
  readonly name: string;
  readonly role: PersonRole;
  readonly accounts: readonly string[];
}[] {
  return parts.people.all().map(({ id, name, role }) => {
    const accounts = parts.people.accountsOf(id).map(accountLine);
    return { id, name, role, accounts };
  });
}

/** Such as `telegram @ben_h …4821`. */
function accountLine({ platform, externalId, username }: Account): string {
  if (platform === LOCAL_ACCOUNT.platform) return platform;
  const user = username === undefined ? "" : ` @${username}`;
  return `${platform}${user} …${externalId.slice(-4)}`;
}

function grantJson(parts: Parts, grant: Grant): Readonly<Record<string, Json>> {
  const { node, action, targets, open } = grant.pattern;
  const iso = (atMs: number | undefined): string | null =>
    atMs === undefined ? null : new Date(atMs).toISOString();
  return {
    id: grant.id,
    action: `${node}:${action}`,
    targets: targets.map(({ param, role, kind, value }) => ({ param, role, [kind]: value })),
    open: [...open],
    person: grant.personId,
    chat: grant.chatKey ?? null,
    maxUses: grant.maxUses ?? null,
    used: grant.used,
    expiresAt: iso(grant.expiresAtMs),
    givenBy: grant.givenBy,
    givenAt: iso(grant.createdAtMs),
    uses: parts.grants.uses(grant.id).map(({ runId, callId, times, usedAtMs }) => ({
      run: runId,
      call: callId,
      times,
      at: iso(usedAtMs),
    })),
  };
}
