import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ButtonSubject,
  genuineSubject,
  homeOf,
  signButton,
} from "../../../src/bots/approvals/signed-button.ts";
import { type ChatAddress, chatKey } from "../../../src/bots/platform/chat-adapter.ts";
import { parseButtonToken } from "../../../src/security/approvals/button-token.ts";
import { openSecurity } from "../../security/house.ts";

const CHAT: ChatAddress = { platform: "telegram", chatId: "-5", isPrivate: false };
const THREAD: ChatAddress = { ...CHAT, threadId: "7" };
const OTHER: ChatAddress = { platform: "telegram", chatId: "-6", isPrivate: false };

/** The digest of the subject that a press in `at` on a button for "list:1" in `hung` stands for, of the pages 1 to 3. */
function pressed(
  facts: {
    readonly hung?: ChatAddress;
    readonly at?: ChatAddress;
    readonly change?: (data: string) => string;
    readonly homes?: (chat: ChatAddress) => readonly string[];
  } = {},
): string | undefined {
  const { hung = CHAT, at = hung, change = (same) => same, homes = () => [] } = facts;
  const { tokens } = openSecurity();
  const data = change(signButton(tokens, { subject: "list:1", choice: "S", chat: hung }));
  const sender = { id: "1", name: "Ann" };
  const event = { kind: "press", updateId: "1", pressId: "1", messageId: "1" } as const;
  const press = { token: parseButtonToken(data)!, event: { ...event, chat: at, sender, data } };
  const subjects = ["list:3", "list:1", "list:2"].map(
    (digest): ButtonSubject => ({ digest, homes: homes(at), run: () => "" }),
  );
  return genuineSubject(tokens, press, subjects)?.subject.digest;
}

test("a button stands for the one subject that it was signed for, where it hangs", () => {
  assert.equal(pressed(), "list:1");
  assert.equal(pressed({ hung: THREAD }), "list:1");
});

test("a copied button, one under another letter and one of another signature stand for nothing", () => {
  assert.equal(pressed({ at: OTHER }), undefined);
  assert.equal(pressed({ hung: THREAD, at: CHAT }), undefined);
  assert.equal(pressed({ change: (data) => data.replace(".S.", ".N.") }), undefined);
  const other = (data: string): string => `${data.slice(0, -1)}${data.endsWith("0") ? "1" : "0"}`;
  assert.equal(pressed({ change: other }), undefined);
});

test("a press that comes without its thread counts where the button is at home, and in no other chat", () => {
  const homes = (chat: ChatAddress): readonly string[] => homeOf(chat, chatKey(THREAD));
  assert.equal(pressed({ hung: THREAD, at: CHAT, homes }), "list:1");
  assert.equal(pressed({ hung: THREAD, at: { ...CHAT, threadId: "8" }, homes }), undefined);
  assert.equal(pressed({ hung: THREAD, at: OTHER, homes }), undefined);
});
