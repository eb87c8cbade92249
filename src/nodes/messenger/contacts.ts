import { korean } from "../../base/korean-particles.ts";
import { joined, type Language } from "../../base/localized.ts";
import {
  type HandlerResult,
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { didYouMean } from "../../engine/language/nearest-name.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import type { Contact, Contacts } from "../contacts-port.ts";
import { worded } from "../localize.ts";
import { dispatchOutcome, messageKey, type OutboxPort, type SentFile } from "../outbox-port.ts";
import { contactsCalled, recipientsCalled } from "./recipients.ts";

/** `list`, `get`, `send` and `send_file` over the bot's own contacts: the people an owner let in. */
export function createContactHandlers(parts: {
  readonly contacts: Contacts;
  readonly outbox: OutboxPort;
  readonly nameOf: (personId: string) => string;
  /** Keeps a file of the chat of a call as it is now, for it to be sent. */
  readonly fileFor: (call: ReadyCall, path: string) => Promise<SentFile>;
}): Handlers {
  const { contacts, outbox, nameOf } = parts;
  const send = async (
    call: ReadyCall,
    words: { readonly text: string; readonly file?: SentFile },
    chatKey: string,
  ): Promise<HandlerResult> => {
    const dispatch = await outbox.send(
      {
        key: messageKey("message", call.effectKey),
        chatKey,
        ...words,
        effectKey: call.effectKey,
        isUrgent: false,
        from: call.actor.personId,
      },
      call.signal,
    );
    return dispatch.state === "unknown"
      ? { suspend: "uncertain" }
      : dispatchOutcome(call, dispatch);
  };
  return {
    "messenger:list": async (call) =>
      list(call, contacts.list().slice(0, numberParam(call, "limit", 50))),
    "messenger:get": async (call) => {
      const found = pick(contacts.list(), stringParam(call, "name"), call.actor.language);
      return "ok" in found
        ? found
        : success({ kind: "object", data: itemOf(found), text: lineOf(found) });
    },
    "messenger:send": async (call) => {
      const chatKey = chatOf(contacts, call);
      if (typeof chatKey !== "string") return chatKey;
      const text = messageFrom(nameOf(call.actor.personId), stringParam(call, "message"));
      return send(call, { text }, chatKey);
    },
    "messenger:send_file": async (call) => {
      const chatKey = chatOf(contacts, call);
      if (typeof chatKey !== "string") return chatKey;
      const file = await parts.fileFor(call, stringParam(call, "path"));
      const text = messageFrom(nameOf(call.actor.personId), optionalString(call, "message"));
      return send(call, { text, file }, chatKey);
    },
  };
}

/** The chat of the one whom a message goes to. */
function chatOf(contacts: Contacts, call: ReadyCall): string | Extract<Outcome, { ok: false }> {
  const { actor } = call;
  const to = stringParam(call, "to");
  const [only, ...others] = recipientsCalled(contacts, to, actor);
  if (only?.kind === "group" && others.length === 0) return only.group.chatKey;
  if (only !== undefined && others.some(({ kind }) => kind === "group"))
    return failureIn(actor.language, "not-unique", {
      en: `"${to}" may be any of ${others.length + 1}. Name one by its id.`,
      ko: korean`"${to}"(이)라는 곳이 ${others.length + 1}군데예요. 아이디로 골라 주세요.`,
    });
  const found = pick(contacts.list(), to, actor.language);
  if ("ok" in found) return found;
  if (found.chatKey !== undefined) return found.chatKey;
  return failureIn(actor.language, "no-chat", {
    en: `${found.name} has not written to the bot yet, so there is no chat to send to.`,
    ko: `${found.name}님이 아직 봇에 말을 건 적이 없어 보낼 대화가 없어요.`,
  });
}

/** What the one who gets a message reads: from whom it is, and all of it. */
function messageFrom(name: string, text = ""): string {
  const quoted = text === "" ? [] : text.split("\n").map((line) => `> ${line}`);
  return [`✉️ **${name}**`, ...quoted].join("\n");
}

function list(call: ReadyCall, known: readonly Contact[]): Outcome {
  const none = worded(call, { ko: "아는 사람이 없어요.", en: "I know nobody yet." });
  const you = worded(call, { ko: " · 나", en: " · you" });
  const line = (contact: Contact): string =>
    `- ${lineOf(contact)}${contact.personId === call.actor.personId ? you : ""}`;
  return success({
    kind: "list",
    items: known.map(itemOf),
    text: known.length === 0 ? none : known.map(line).join("\n"),
  });
}

/** Exactly one contact of that name, or a refusal that says what is wrong. */
function pick(
  known: readonly Contact[],
  name: string,
  language: Language,
): Contact | Extract<Outcome, { ok: false }> {
  const matches = contactsCalled(known, name);
  const [only] = matches;
  if (only !== undefined && matches.length === 1) return only;
  if (matches.length > 1) {
    const ids = matches.map(({ personId, about }) => `${personId} (${about})`).join(", ");
    return failureIn(language, "not-unique", {
      en: `There are ${matches.length} people called "${name}": ${ids}. Name one by its id.`,
      ko: korean`"${name}"(이)라는 사람이 ${matches.length}명이에요: ${ids}. 아이디로 골라 주세요.`,
    });
  }
  const names = known.map((contact) => contact.name);
  const near = didYouMean(name, names);
  const words = joined(
    { en: `There is no contact "${name}".`, ko: korean`"${name}"(이)라는 연락처는 없어요.` },
    near,
  );
  const failed = failureIn(language, "unknown-contact", words);
  return near === "" ? failed : { ...failed, tainted: true }; // people choose their own names
}

function itemOf(contact: Contact): {
  readonly id: string;
  readonly name: string;
  readonly platforms: readonly string[];
  readonly reachable: boolean;
} {
  return {
    id: contact.personId,
    name: contact.name,
    platforms: contact.platforms,
    reachable: contact.chatKey !== undefined,
  };
}

function lineOf({ name, platforms, about }: Contact): string {
  return `**${name}** (${[platforms.join(", "), about].filter((part) => part !== "").join(" · ")})`;
}
