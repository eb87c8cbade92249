import { introducesItself } from "../../agent/planner/small-talk-replies.ts";
import type { ChatAgents } from "../../agent/roster/agent-definitions.ts";
import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { dayOnly } from "../../base/format-time.ts";
import { type Language, oneLine } from "../../base/localized.ts";
import { timeMark } from "../../base/visible-text.ts";
import { type Actor, actingAs } from "../../engine/execute/action-types.ts";
import {
  type Account,
  LOCAL_PERSON_ID,
  type People,
  type Person,
} from "../../security/access/people.ts";
import type { Approval, Approvals } from "../../security/approvals/approvals.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import type { CardContent } from "../../security/approvals/card-content.ts";
import { welcomeButtons } from "../commands/welcome-buttons.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type ChatAddress,
  type ChatEvent,
  chatKey,
  type OutgoingMessage,
  type Sender,
} from "../platform/chat-adapter.ts";
import { say, type TextKey } from "../texts/say.ts";

/** How long an owner may take to let someone in. */
const ACCESS_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** How long the owners are not asked again about someone whom they refused. */
const DENIED_FOR_MS = 7 * 24 * 60 * 60 * 1000;

/** Longest beginning of what a stranger wrote that the owners see, in characters. */
const FIRST_WORDS_LENGTH = 60;

/** `/claim CODE`, and `/start CODE` for who pressed Telegram's start button first. Codes may be typed with spaces. */
const CLAIM = /^\/(?:claim|start)(?:@\S+)?\s+(\S.*)$/;

/** A code as it is shown on the computer that the service runs on. */
const BARE_CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/i;

type MessageEvent = Extract<ChatEvent, { kind: "message" }>;

/** Identifies senders and admits them: claim codes, access requests, access granted by an owner. */
export class Admission {
  readonly #parts: ConstructorParameters<typeof Admission>[0];
  readonly #guard = new ClaimGuard();

  constructor(parts: {
    readonly people: People;
    readonly approvals: Approvals;
    readonly outbox: Outbox;
    readonly updates: Updates;
    readonly clock: Clock;
    readonly tokens: ButtonTokens;
    /** With whom people speak. Default: with the system agent. */
    readonly chatAgents?: Pick<ChatAgents, "get">;
  }) {
    this.#parts = parts;
  }

  /** The admitted person behind a sender; nobody for one who was put out. */
  find(platform: string, sender: Sender): Person | undefined {
    return admitted(this.#parts.people, platform, sender);
  }

  /** The person with an id, if known. */
  person(id: string): Person | undefined {
    return this.#parts.people.get(id);
  }

  /** The language to speak with a sender: the person's own; for a stranger what the platform tells, else the local owner's. */
  language(platform: string, sender: Sender | undefined): Language {
    return languageOf(this.#parts.people, platform, sender);
  }

  /** Notes where a person is reached, and what their account is called now. */
  met(person: Person, chat: ChatAddress, sender?: Sender): void {
    if (chat.isPrivate) this.#parts.updates.remember(chat, person.id);
    if (sender !== undefined) this.#parts.people.noteUsername(summarizeRun(chat.platform, sender));
  }

  /** Somebody who was let in before they ever wrote says who they are: the owners are told once, in those words. */
  arrived({ chat, text }: MessageEvent, person: Person): void {
    const { outbox, people, updates } = this.#parts;
    const isFirst = chat.isPrivate && updates.chatsOf(person.id).length === 0;
    if (!isFirst || person.role === "owner" || !introducesItself(text)) return;
    const words = oneLine(text, FIRST_WORDS_LENGTH);
    for (const owner of people.owners()) {
      const [key] = updates.chatsOf(owner.id).filter((each) => outbox.mayReach(each));
      if (key === undefined) continue;
      const name = escapeMarkup(person.name);
      const line = say(owner.language, "personArrived", { name });
      const message = { text: `${line}\n> ${escapeMarkup(words)}` };
      outbox.post({
        key: `arrived:${person.id}:${owner.id}`,
        chatKey: key,
        class: "reply",
        message,
      });
    }
  }

  /** For whom and where a program runs, under the agent that the person speaks with there: in the language that they spoke, unless they keep to theirs. */
  actor(person: Person, key: string, spoken?: Language): Actor {
    const { id: personId, zone } = person;
    const isKept = this.#parts.people.answering(personId).keepsLanguage;
    const language = (isKept ? undefined : spoken) ?? person.language;
    const agent = this.#parts.chatAgents?.get(personId, key);
    const isOwner = person.role === "owner";
    const actor = { personId, chatId: key, language, zone, isOwner, ...this.#groupOf(person, key) };
    return actingAs(actor, agent === undefined ? undefined : [agent]);
  }

  /** Where a person is told in private what concerns a group: on its own platform if they can be reached there. */
  #groupOf({ id }: Person, key: string): Pick<Actor, "inGroup"> {
    const { updates, outbox } = this.#parts;
    const address = updates.address(key);
    if (address === undefined || address.isPrivate) return {};
    const chats = updates.chatsOf(id).filter((chat) => outbox.mayReach(chat));
    const privateChatId = chats.find((chat) => chat.startsWith(`${address.platform}:`)) ?? chats[0];
    return { inGroup: privateChatId === undefined ? {} : { privateChatId } };
  }

  /** Answers someone who is not admitted, in private: a claim with the right code makes an owner, anyone else is told how to ask, and the owner gets a card. False when nothing was said. */
  stranger(event: MessageEvent): boolean {
    if (!event.chat.isPrivate) return false;
    const guest = this.#parts.people.find({
      platform: event.chat.platform,
      externalId: event.sender.id,
    });
    if (guest !== undefined) {
      this.#tell(event, say(guest.language, "guestTold"));
      return true;
    }
    const code = event.isForwarded === true ? undefined : this.#codeIn(event.text.trim());
    if (code !== undefined) this.#claim(event, code);
    else this.#ask(event);
    return true;
  }

  /** The code of a claim; a bare one counts while there is no owner. */
  #codeIn(text: string): string | undefined {
    const bare = this.#hasOwner() ? undefined : BARE_CODE.exec(text)?.[0];
    return CLAIM.exec(text)?.[1] ?? bare;
  }

  #hasOwner(): boolean {
    return this.#parts.people.owners().some((owner) => owner.id !== LOCAL_PERSON_ID);
  }

  /** Acts on an owner's decision about an account, and tells the one who asked. Returns what the card says to the owner. */
  settle(approval: Approval, owner: Person): string {
    const { updates, outbox } = this.#parts;
    const { account } = approval.card;
    if (account === undefined) return "";
    const { name, ...own } = account;
    const { platform } = own;
    const language = this.language(platform, updates.latestSender(approval.chatKey));
    const buttons =
      approval.state === "approved" ? this.#admit(approval, own, { name, language }) : {};
    const [told, shown] = accessTexts(approval);
    const again = approval.decidedAtMs ?? 0;
    const time = this.#timeText(again + DENIED_FOR_MS, language);
    const message = { text: say(language, told, { time }), ...buttons };
    const key = `access:${approval.id}`;
    outbox.post({ key, chatKey: approval.chatKey, class: "reply", message });
    return say(owner.language, shown, { name: escapeMarkup(name) });
  }

  /** Lets an account in; gives what there is to try first, where it can be reached. */
  #admit(
    { chatKey: home }: Approval,
    account: Account,
    known: { readonly name: string; readonly language: Language },
  ): Pick<OutgoingMessage, "buttons"> {
    const { people, updates, tokens } = this.#parts;
    const person = people.admit(account, { role: "member", ...known });
    const address = updates.address(home);
    if (address === undefined) return {};
    this.met(person, address);
    return { buttons: welcomeButtons(tokens, person, address) };
  }

  /** Acts on a code. Time is the platform's, so that an update worked on late counts as what it was. */
  #claim(event: MessageEvent, code: string): void {
    const { people, updates } = this.#parts;
    const { platform } = event.chat;
    const { id: externalId, name } = event.sender;
    const language = this.language(platform, event.sender);
    const guarded = `${platform}:${externalId}`;
    if (this.#guard.isLocked(guarded, event.sentAtMs)) {
      this.#tell(event, say(language, "claimLocked"));
      return;
    }
    const account = summarizeRun(platform, event.sender);
    const person = people.claim(account, code, { name, language });
    if (person !== undefined) {
      updates.remember(event.chat, person.id);
      const text = say(language, "claimWelcome", { name: escapeMarkup(name) });
      this.#tell(event, text, welcomeButtons(this.#parts.tokens, person, event.chat));
      return;
    }
    this.#guard.wrong(guarded, event.sentAtMs);
    const isLocked = this.#guard.isLocked(guarded, event.sentAtMs);
    this.#tell(event, say(language, isLocked ? "claimLocked" : "claimWrong"));
  }

  #ask(event: MessageEvent): void {
    const language = this.language(event.chat.platform, event.sender);
    if (!this.#hasOwner()) {
      this.#tell(event, say(language, "strangerFirst"));
      return;
    }
    const askedAgainMs = this.#deniedUntil(event);
    const text =
      askedAgainMs === undefined
        ? say(language, this.#askOwners(event))
        : say(language, "strangerDenied", { time: this.#timeText(askedAgainMs, language) });
    this.#tell(event, text);
  }

  /** Until when the owners are not asked about someone again; `undefined` when they may be asked. */
  #deniedUntil(event: MessageEvent): number | undefined {
    const { platform } = event.chat;
    const digest = digestOf({ platform, externalId: event.sender.id });
    const last = this.#parts.approvals.latest("access", digest);
    if (last?.state !== "denied" || last.decidedAtMs === undefined) return undefined;
    const untilMs = last.decidedAtMs + DENIED_FOR_MS;
    return this.#parts.clock.now() < untilMs ? untilMs : undefined;
  }

  /** A stranger's zone is not known, so the local owner's is used. */
  #timeText(atMs: number, language: Language): string {
    const zone = this.#parts.people.get(LOCAL_PERSON_ID)?.zone ?? "UTC";
    return timeMark(dayOnly(atMs, { language, zone }, atMs), atMs, "D");
  }

  #askOwners(event: MessageEvent): "strangerAsked" | "strangerWaiting" {
    const { approvals } = this.#parts;
    const { platform } = event.chat;
    const { id: externalId, name } = event.sender;
    const digest = digestOf({ platform, externalId });
    const isWaiting = approvals
      .pending()
      .some((open) => open.kind === "access" && open.digest === digest);
    if (isWaiting) return "strangerWaiting";
    approvals.request({
      kind: "access",
      personId: LOCAL_PERSON_ID,
      chatKey: chatKey(event.chat),
      digest,
      card: { account: { ...summarizeRun(platform, event.sender), name }, ...wordsOf(event) },
      approver: "owner",
      lifetimeMs: ACCESS_LIFETIME_MS,
    });
    return "strangerAsked";
  }

  #tell(event: MessageEvent, text: string, buttons?: OutgoingMessage["buttons"]): void {
    this.#parts.outbox.post({
      key: `door:${event.chat.platform}:${event.updateId}`,
      chatKey: chatKey(event.chat),
      class: "reply",
      message: { text, ...(buttons === undefined ? {} : { buttons }) },
    });
  }
}

/** The language to speak in a chat: that of the person whose private chat it is, else of the one who wrote there last. */
export function languageIn(
  { people, updates }: { readonly people: People; readonly updates: Updates },
  place: string,
): Language {
  const person = people.get(updates.personIn(place) ?? "");
  const platform = place.split(":")[0] ?? "";
  return person?.language ?? languageOf(people, platform, updates.latestSender(place));
}

function languageOf(people: People, platform: string, sender: Sender | undefined): Language {
  const person = sender === undefined ? undefined : admitted(people, platform, sender);
  const tag = sender?.languageTag?.toLowerCase();
  if (person !== undefined) return person.language;
  if (tag !== undefined) return tag.startsWith("ko") ? "ko" : "en";
  return people.get(LOCAL_PERSON_ID)?.language ?? "en";
}

function admitted(people: People, platform: string, { id }: Sender): Person | undefined {
  const person = people.find({ platform, externalId: id });
  return person?.role === "guest" ? undefined : person;
}

function summarizeRun(platform: string, { id: externalId, username }: Sender): Account {
  return { platform, externalId, ...(username === undefined ? {} : { username }) };
}

/** What a stranger wrote; nothing where it only presses the start button of a platform. */
function wordsOf({ text }: MessageEvent): Pick<CardContent, "firstWords"> {
  const words = oneLine(text, FIRST_WORDS_LENGTH);
  return words === "" || words.startsWith("/") ? {} : { firstWords: words };
}

/** What the one who asked is told, and what the owner's card says. */
function accessTexts({ state }: Approval): readonly [TextKey, TextKey] {
  if (state === "approved") return ["admitted", "accessGranted"];
  if (state === "expired") return ["accessUnanswered", "accessExpired"];
  return ["notAdmitted", "accessRefused"];
}

/** Wrong codes from one account within this time count together. */
const WINDOW_MS = 60 * 60 * 1000;

/** The wrong code that closes the door, and for how long. */
const MOST_WRONG = 5;
const LOCK_MS = 60 * 60 * 1000;

/** Keeps an account from guessing claim codes: five wrong ones within an hour lock its claims for an hour. Kept in memory: a restart makes a new code anyway. */
export class ClaimGuard {
  readonly #wrongAtMs = new Map<string, readonly number[]>();
  readonly #lockedUntilMs = new Map<string, number>();

  /** True while the account may not try. */
  isLocked(account: string, nowMs: number): boolean {
    return nowMs < (this.#lockedUntilMs.get(account) ?? 0);
  }

  /** Counts a wrong code; the fifth within an hour locks. */
  wrong(account: string, nowMs: number): void {
    this.#forget(nowMs);
    const wrong = [...(this.#wrongAtMs.get(account) ?? []), nowMs];
    if (wrong.length < MOST_WRONG) {
      this.#wrongAtMs.set(account, wrong);
      return;
    }
    this.#wrongAtMs.delete(account);
    this.#lockedUntilMs.set(account, nowMs + LOCK_MS);
  }

  /** Drops what counts no more, of all accounts: strangers must not fill the memory. */
  #forget(nowMs: number): void {
    for (const [account, untilMs] of this.#lockedUntilMs)
      if (untilMs <= nowMs) this.#lockedUntilMs.delete(account);
    for (const [account, times] of this.#wrongAtMs) {
      const recent = times.filter((atMs) => nowMs - atMs < WINDOW_MS);
      if (recent.length === 0) this.#wrongAtMs.delete(account);
      else this.#wrongAtMs.set(account, recent);
    }
  }
}
