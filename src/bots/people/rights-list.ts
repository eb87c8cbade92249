import { digestOf } from "../../base/digest.ts";
import type { Grant } from "../../security/access/grants.ts";
import type { Person } from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens, TokenFacts } from "../../security/approvals/button-token.ts";
import { grantWords } from "../approvals/grant-words.ts";
import { signButton } from "../approvals/signed-button.ts";
import { inRows, moreButton, pageNear, rowsBeside } from "../markup/pagination.ts";
import { type ChatAddress, chatKey, type OutgoingMessage } from "../platform/chat-adapter.ts";
import { say } from "../texts/say.ts";

/** What a list is drawn with. */
export interface ListReader {
  readonly reader: Person;
  readonly chat: ChatAddress;
  readonly tokens: ButtonTokens;
  readonly nameOf: (personId: string) => string;
}

/** The choice of a button that revokes a grant. */
export const REVOKE_CHOICE = BUTTON_KINDS.withReasonOrRevoke;

/** The choice of a button that turns the list of grants. */
export const GRANTS_PAGE_CHOICE = BUTTON_KINDS.grantsPage;

/** One page of grants with a button each to revoke them. Pure but for the signatures. */
export function grantList(
  grants: readonly Grant[],
  list: ListReader & { readonly page: number },
): OutgoingMessage {
  const { reader, nameOf, tokens, chat } = list;
  const { language, zone } = reader;
  const rows = rowsBeside(grants.length);
  const page = pageNear(list.page, grants.length, rows);
  const first = (page.at - 1) * rows;
  const shown = grants.slice(first, first + rows);
  const lines = shown.map(
    (grant, index) => `${first + index + 1}. ${grantWords(grant, { language, zone, nameOf })}`,
  );
  const revokes = shown.map((grant, index) => ({
    label: say(language, "revoke", { index: first + index + 1 }),
    data: tokens.sign(grantFacts(grant, chat)),
  }));
  const more = moreButton(page, language, (to) =>
    signButton(tokens, { subject: grantPageSubject(to, reader), choice: GRANTS_PAGE_CHOICE, chat }),
  );
  return {
    text: [say(language, "grantsHead", { count: grants.length }), ...lines].join("\n"),
    buttons: inRows([...revokes, ...more]),
  };
}

/** What a button that turns the list of grants stands for: in a group nobody turns the list of another. */
export function grantPageSubject(page: number, { id }: Person): string {
  return `grants:${id}:${page}`;
}

/** What a revoke button is bound to: the grant and the chat where it hangs. */
export function grantFacts(grant: Grant, chat: ChatAddress): TokenFacts {
  const digest = digestOf({ grant: grant.id, pattern: grant.pattern });
  return { ...placed(grant.id, chat), choice: REVOKE_CHOICE, digest };
}

/** What a button of a list is bound to, for a thing with an id (`kind_…`). Presses come without their thread at times, so it is bound to the chat as a whole. */
export function placed(id: string, chat: ChatAddress): Pick<TokenFacts, "id" | "chatKey"> {
  const { threadId: _thread, ...whole } = chat;
  return { id: id.slice(id.indexOf("_") + 1), chatKey: chatKey(whole) };
}
