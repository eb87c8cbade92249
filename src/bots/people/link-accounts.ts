import type { Clock } from "../../base/clock.ts";
import type { Schedules } from "../../scheduler/ledger/schedules.ts";
import type { OneTimeCodes, OpenCode } from "../../security/access/one-time-codes.ts";
import {
  type Account,
  LOCAL_ACCOUNT,
  LOCAL_PERSON_ID,
  type People,
  type Person,
  type PersonRole,
} from "../../security/access/people.ts";
import { BUTTON_KINDS } from "../../security/approvals/button-kinds.ts";
import type { ButtonTokens } from "../../security/approvals/button-token.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { joinRows } from "../../store/personal-data.ts";
import type { TableKeeping } from "../../store/retention.ts";
import { type ButtonHandler, type ButtonPress, signButton } from "../approvals/signed-button.ts";
import type { Command, CommandOutcome } from "../commands/command.ts";
import { parseCommand } from "../commands/parse-command.ts";
import { welcomeButtons } from "../commands/welcome-buttons.ts";
import type { Updates } from "../inbox/update-table.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import type { Outbox } from "../outbox/outbox.ts";
import {
  type Button,
  type ChatAddress,
  chatKey,
  type MessageEvent,
  type PressEvent,
} from "../platform/chat-adapter.ts";
import type { KeyedQueue } from "../platform/keyed-queue.ts";
import { platformName } from "../platform/platform-names.ts";
import type { RunningWork } from "../replies/running-work.ts";
import { say, wordsOfText } from "../texts/say.ts";
import { type Admission, ClaimGuard } from "./admission.ts";
import type { PersonalFiles } from "./erase-person.ts";

/** How long a code works: long enough to open the other app. */
const CODE_LIFETIME_MS = 10 * 60 * 1000;

/** The button kind of each button of account linking. */
const LINK = BUTTON_KINDS.link;

/** What a button does: joins the presser with whoever made a code, or parts an account from the presser. */
type Wish =
  | { readonly kind: "join"; readonly code: OpenCode }
  | { readonly kind: "part"; readonly account: Account };

/** Two persons who are one: what `from` has becomes that of `to`. */
interface Joint {
  readonly from: Person;
  readonly to: Person;
}

/** Links a person's accounts on several platforms by a one-time code, and unlinks them. */
export class AccountLinking {
  readonly #parts: ConstructorParameters<typeof AccountLinking>[0];
  readonly #guard = new ClaimGuard();

  constructor(parts: {
    readonly database: Database;
    readonly keeping: readonly TableKeeping[];
    readonly people: People;
    readonly codes: OneTimeCodes;
    readonly updates: Updates;
    readonly outbox: Pick<Outbox, "post" | "edit">;
    readonly admission: Pick<Admission, "language">;
    readonly tokens: ButtonTokens;
    readonly schedules: Pick<Schedules, "moveChat">;
    readonly runningWork: Pick<RunningWork, "stopPerson">;
    readonly personalFiles: Pick<PersonalFiles, "unlearn" | "erase">;
    readonly chatQueue: KeyedQueue;
    readonly clock: Clock;
    /** Runs of a person in this process are aborted. */
    readonly stopRuns: (personId: string) => void;
  }) {
    this.#parts = parts;
  }

  /** `/link` makes a code and lists the accounts; `/link CODE` asks whether to join with whoever made it. */
  command(person: Person, chat: ChatAddress, argument: string): CommandOutcome {
    return argument === "" ? this.#offer(person, chat) : this.#asked(person, chat, argument);
  }

  /** A stranger with a code becomes the person who made it; false where no code was sent, or not in private. */
  async stranger(event: MessageEvent): Promise<boolean> {
    const { chat, sender } = event;
    const typed = event.isForwarded === true ? undefined : parseCommand(event.text);
    if (!chat.isPrivate || typed?.name !== "link" || typed.argument === "") return false;
    const { people, updates, tokens, admission } = this.#parts;
    const account = { platform: chat.platform, externalId: sender.id };
    if (people.find(account) !== undefined) return false;
    const language = admission.language(chat.platform, sender);
    const found = this.#read(`${account.platform}:${account.externalId}`, typed.argument);
    if (!found.ok) {
      this.#tell(event, say(language, found.problem));
      return true;
    }
    const joined = await this.#admit(found, account, sender.name);
    if (joined === undefined) {
      this.#tell(event, say(language, "linkWrong"));
      return true;
    }
    updates.remember(chat, joined.id);
    const buttons = welcomeButtons(tokens, joined, chat);
    this.#tell(event, this.#doneText(joined), buttons);
    return true;
  }

  readonly commands: readonly Command[] = [
    {
      name: "link",
      usage: "/link",
      help: "helpLink",
      isPersonal: () => true,
      run: ({ person, chat, argument }) => this.command(person, chat, argument),
    },
  ];

  /** The buttons of account linking. */
  readonly buttons: readonly ButtonHandler[] = [
    {
      kinds: [LINK],
      subjectsOf: (press) => {
        const { people, codes } = this.#parts;
        const wishes: readonly Wish[] = [
          ...codes.open("link").map((code) => ({ kind: "join", code }) as const),
          ...people
            .accountsOf(press.person.id)
            .map((account) => ({ kind: "part", account }) as const),
        ];
        return wishes.map((wish) => ({
          digest: subjectOf(wish, press.person),
          run: () => this.#pressed(wish, press),
        }));
      },
      refusal: ({ person }) => say(person.language, "linkWrong"),
    },
  ];

  async #pressed(wish: Wish, { acknowledge, event, person }: ButtonPress): Promise<void> {
    await acknowledge("");
    const text =
      wish.kind === "join"
        ? await this.#joined(wish.code, person)
        : this.#part(wish.account, person, event);
    const { chat, messageId, updateId } = event;
    const key = `edit:link:${chat.platform}:${updateId}`;
    this.#parts.outbox.edit({ key, chatKey: chatKey(chat), messageId, message: { text } });
  }

  #offer(person: Person, chat: ChatAddress): CommandOutcome {
    const { codes, people } = this.#parts;
    const { id, language } = person;
    const code = codes.make("link", CODE_LIFETIME_MS, id);
    const accounts = people.accountsOf(id);
    const others = accounts.filter((account) => !this.#isHere(account, person, chat));
    const buttons = others.map((account) => [
      this.#button(
        say(language, "linkPart", { account: this.#named(account, person) }),
        { person, chat },
        { kind: "part", account },
      ),
    ]);
    const text = [
      say(language, "linkCode", { code }),
      ...(accounts.length < 2 ? [] : [say(language, "linkAccounts", { list: this.#list(person) })]),
    ].join("\n\n");
    return { text, ...(buttons.length === 0 ? {} : { buttons }) };
  }

  #asked(person: Person, chat: ChatAddress, typed: string): CommandOutcome {
    const { language } = person;
    const found = this.#read(person.id, typed);
    if (!found.ok) return { text: say(language, found.problem) };
    const { code, owner } = found;
    if (owner.id === person.id) return { text: say(language, "linkSame") };
    if (RANK[person.role] > RANK[owner.role]) return { text: say(language, "linkUpside") };
    const facts = { name: escapeMarkup(owner.name), list: this.#list(owner, language) };
    const text = say(language, "linkConfirm", facts);
    const button = this.#button(say(language, "linkDo"), { person, chat }, { kind: "join", code });
    return { text, buttons: [[button]] };
  }

  /** Whoever made the code that was typed; five wrong ones within an hour close the door for an hour. */
  #read(
    guarded: string,
    typed: string,
  ): Found | { ok: false; problem: "linkWrong" | "linkLocked" } {
    const { codes, people, clock } = this.#parts;
    const nowMs = clock.now();
    if (this.#guard.isLocked(guarded, nowMs)) return { ok: false, problem: "linkLocked" };
    const code = codes.find("link", typed);
    const owner = people.get(code?.personId ?? "");
    if (code !== undefined && owner !== undefined && owner.role !== "guest")
      return { ok: true, code, owner };
    this.#guard.wrong(guarded, nowMs);
    const isLocked = this.#guard.isLocked(guarded, nowMs);
    return { ok: false, problem: isLocked ? "linkLocked" : "linkWrong" };
  }

  /** The console joins the person who comes to it: its local owner stays for the command line. Undefined where the code was used meanwhile. */
  async #admit(
    { code, owner }: Found,
    account: Account,
    name: string,
  ): Promise<Person | undefined> {
    const { codes, database, people } = this.#parts;
    const toldIn = this.#chatOf(owner);
    const admitted = inTransaction(database, () => {
      if (!codes.use("link", code.digest)) return undefined;
      if (owner.id !== LOCAL_PERSON_ID) {
        people.addAccount(account, owner.id);
        return owner;
      }
      const { language, zone } = owner;
      const person = people.admit(account, { role: "owner", name, language });
      people.change(person.id, { zone });
      people.setQuietHours(person.id, people.quietHours(owner.id));
      people.setDigestMinutes(person.id, people.digestMinutes(owner.id));
      people.setAnswering(person.id, people.answering(owner.id));
      return person;
    });
    if (admitted === undefined) return undefined;
    if (admitted.id !== owner.id) await this.#join({ from: owner, to: admitted });
    const linked = people.get(admitted.id) ?? admitted;
    const place = platformName(account.platform, linked.language);
    const named = `${place} (${escapeMarkup(name)})`;
    this.#tellOwner(linked, named, { toldIn, code });
    return linked;
  }

  /** What the presser reads once they are one with whoever made the code. */
  async #joined(code: OpenCode, presser: Person): Promise<string> {
    const { codes, people } = this.#parts;
    const owner = people.get(code.personId ?? "");
    const mayJoin = owner !== undefined && RANK[presser.role] <= RANK[owner.role];
    if (!mayJoin || owner.id === presser.id || !codes.use("link", code.digest))
      return say(presser.language, "linkWrong");
    const toldIn = this.#chatOf(owner);
    const account = this.#list(presser, owner.language);
    const isToConsole = owner.id === LOCAL_PERSON_ID;
    const joint = isToConsole ? { from: owner, to: presser } : { from: presser, to: owner };
    await this.#join(joint);
    if (isToConsole) people.setRole(joint.to.id, owner.role);
    this.#tellOwner(people.get(joint.to.id) ?? joint.to, account, { toldIn, code });
    return this.#doneText(people.get(joint.to.id) ?? joint.to);
  }

  /** What was running says so first, and what comes meanwhile waits. */
  async #join({ from, to }: Joint): Promise<void> {
    const { chatQueue, runningWork, personalFiles, database, keeping, stopRuns, updates } =
      this.#parts;
    const places = await runningWork.stopPerson(from.id, wordsOfText("linkStops"));
    stopRuns(from.id);
    await chatQueue.addToAll([...places, ...updates.chatsOf(from.id)], async () =>
      inTransaction(database, () => {
        joinRows(database, keeping, { from: from.id, to: to.id });
        if (from.id !== LOCAL_PERSON_ID) personalFiles.unlearn(from.id);
      }),
    );
    await personalFiles.erase();
  }

  #part(account: Account, person: Person, { chat: here, updateId }: PressEvent): string {
    const { outbox, database, people, schedules, updates } = this.#parts;
    if (this.#isHere(account, person, here)) return say(person.language, "linkWrong");
    const named = escapeMarkup(this.#named(account, person));
    inTransaction(database, () => {
      for (const key of this.#chatsOf(account, person)) {
        updates.part(key);
        schedules.moveChat(person.id, key, chatKey(here));
        const message = { text: say(person.language, "linkAway") };
        outbox.post({
          key: `parted:${here.platform}:${updateId}:${key}`,
          chatKey: key,
          class: "reply",
          message,
        });
      }
      people.removeAccount(account);
    });
    return say(person.language, "linkParted", { account: named });
  }

  /** Private chats of an account: where it wrote last, or all on a platform where its person has no other. */
  #chatsOf({ platform, externalId }: Account, { id }: Person): readonly string[] {
    const { people, updates } = this.#parts;
    const isOnly = people.accountsOf(id).filter((each) => each.platform === platform).length === 1;
    return updates
      .chatsOf(id)
      .filter((key) => key.startsWith(`${platform}:`))
      .filter((key) => isOnly || updates.latestSender(key)?.id === externalId);
  }

  /** Nobody parts the account that they are writing with. */
  #isHere(account: Account, person: Person, chat: ChatAddress): boolean {
    return this.#chatsOf(account, person).includes(chatKey(chat));
  }

  #chatOf({ id }: Person): string | undefined {
    return this.#parts.updates.chatsOf(id)[0];
  }

  #tellOwner(
    { language }: Person,
    account: string,
    { toldIn, code }: { readonly toldIn: string | undefined; readonly code: OpenCode },
  ): void {
    if (toldIn === undefined) return;
    const text = say(language, "linkTold", { account });
    const key = `linked:${code.digest}`;
    this.#parts.outbox.post({ key, chatKey: toldIn, class: "reply", message: { text } });
  }

  #tell(event: MessageEvent, text: string, buttons?: CommandOutcome["buttons"]): void {
    this.#parts.outbox.post({
      key: `door:${event.chat.platform}:${event.updateId}`,
      chatKey: chatKey(event.chat),
      class: "reply",
      message: { text, ...(buttons === undefined ? {} : { buttons }) },
    });
  }

  #doneText(person: Person): string {
    return say(person.language, "linkDone", { list: this.#list(person) });
  }

  /** The accounts of a person, as people call them. */
  #list(person: Person, language = person.language): string {
    return this.#parts.people
      .accountsOf(person.id)
      .map((account) => escapeMarkup(this.#named(account, { ...person, language })))
      .join(", ");
  }

  /** Its platform, with the name that it wrote under last, or its number where nothing of it is kept. */
  #named({ platform, externalId }: Account, { id, language }: Person): string {
    const { updates } = this.#parts;
    const place = platformName(platform, language);
    if (platform === LOCAL_ACCOUNT.platform) return place;
    const senders = updates.chatsOf(id).map((key) => updates.latestSender(key));
    const name = senders.find((sender) => sender?.id === externalId)?.name ?? externalId;
    return `${place} (${name})`;
  }

  #button(
    label: string,
    { person, chat }: { readonly person: Person; readonly chat: ChatAddress },
    wish: Wish,
  ): Button {
    const subject = subjectOf(wish, person);
    return { label, data: signButton(this.#parts.tokens, { subject, choice: LINK, chat }) };
  }
}

interface Found {
  readonly ok: true;
  readonly code: OpenCode;
  readonly owner: Person;
}

/** An account is never handed to a person who may do less. */
const RANK: Readonly<Record<PersonRole, number>> = { guest: 0, member: 1, owner: 2 };

function subjectOf(wish: Wish, { id }: Person): string {
  if (wish.kind === "join") return `link:${id}:join:${wish.code.digest}`;
  return `link:${id}:part:${wish.account.platform}:${wish.account.externalId}`;
}
