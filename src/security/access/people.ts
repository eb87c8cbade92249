import type { Clock } from "../../base/clock.ts";
import type { Language, Localized } from "../../base/localized.ts";
import {
  type Database,
  inLazyTransaction,
  inTransaction,
  type Statement,
} from "../../store/database.ts";
import { OneTimeCodes } from "./one-time-codes.ts";

/** An owner decides, a member uses, a guest gets nothing. */
export type PersonRole = "owner" | "member" | "guest";

/** Someone known to the product; several accounts may belong to one person. */
export interface Person {
  readonly id: string;
  readonly role: PersonRole;
  readonly name: string;
  readonly language: Language;
  readonly zone: string;
}

/** When someone is not to be disturbed, in minutes of the day where they live, 0 to 1439; the end is not in it, and lies on the next day where it is not later. */
export interface QuietHours {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** How someone wants to be answered. */
export interface Answering {
  /** With the programs that were run, below answers and on cards. */
  readonly showsCode: boolean;
  /** In their own language, whatever the language of a message. */
  readonly keepsLanguage: boolean;
}

/** An account on a platform, by its own stable id. */
export interface Account {
  readonly platform: string;
  readonly externalId: string;
  /** What it is called there beside its name, without the @, where the platform tells. */
  readonly username?: string;
}

/** The person who can open HOME: always an owner, always there. */
export const LOCAL_PERSON_ID = "person_local";

/** The account of the local console and command line. */
export const LOCAL_ACCOUNT: Account = { platform: "console", externalId: "local" };

/** How long a claim code works. */
const CLAIM_LIFETIME_MS = 60 * 60 * 1000;

/** What is known of someone who is let in; the default language unless said. */
export interface AdmissionFacts {
  readonly role: PersonRole;
  readonly name: string;
  readonly language?: Language;
}

/** A change of someone's role, from the one that whoever wants it has seen. */
export interface RoleChange {
  readonly personId: string;
  readonly from: PersonRole;
  readonly to: PersonRole;
  /** The owner who wants it. */
  readonly by: string;
}

/** `stale`: the role is another by now. `last-owner`: nobody with an account would be left to decide. `local`: the local owner is always an owner. */
export type RoleChangeResult = "changed" | "stale" | "last-owner" | "local";

const PERSON = "SELECT people.id, role, name, language, zone FROM people";

/** Owner of people and identities. The local owner is always among the people. */
export class People {
  readonly #parts: ConstructorParameters<typeof People>[0];
  readonly #byId: Statement<[string], Person>;
  readonly #byAccount: Statement<[string, string], Person>;
  readonly #everyone: Statement<[], Person>;
  readonly #owners: Statement<[], Person>;
  readonly #platforms: Statement<[string], { readonly platform: string }>;
  readonly #accounts: Statement<[string], AccountRow>;
  readonly #insertPerson: Statement<[string, PersonRole, string, string, string, number]>;
  readonly #insertIdentity: Statement<[string, string, string, number, string | null]>;
  readonly #setUsername: Statement<[string | null, string, string, string | null]>;
  readonly #codes: OneTimeCodes;
  readonly #removeIdentity: Statement<[string, string]>;
  readonly #quiet: Statement<[string], QuietHours>;
  readonly #setQuiet: Statement<[number | null, number | null, string]>;
  readonly #digest: Statement<[string], { readonly minutes: number }>;
  readonly #setDigest: Statement<[number, string]>;
  readonly #answering: Statement<[string], { readonly code: number; readonly keeps: number }>;
  readonly #setAnswering: Statement<[number | null, number | null, string]>;
  readonly #setRole: Statement<[PersonRole, string, PersonRole]>;
  readonly #change: Statement<[string | null, string | null, string | null, string]>;

  constructor(parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly newId: (prefix: string) => string;
    readonly randomBytes: (sizeBytes: number) => Uint8Array;
    readonly defaults: { readonly language: Language; readonly zone: string };
  }) {
    const { database } = parts;
    this.#parts = parts;
    this.#byId = database.prepare(`${PERSON} WHERE id = ?`);
    this.#byAccount = database.prepare(
      `${PERSON} JOIN identities ON identities.person_id = people.id WHERE platform = ? AND external_id = ?`,
    );
    this.#everyone = database.prepare(`${PERSON} ORDER BY created_at_ms, people.rowid`);
    this.#owners = database.prepare(`${PERSON} WHERE role = 'owner' ORDER BY created_at_ms`);
    this.#platforms = database.prepare(
      "SELECT DISTINCT platform FROM identities WHERE person_id = ? ORDER BY platform",
    );
    this.#accounts = database.prepare(
      "SELECT platform, external_id AS externalId, username FROM identities WHERE person_id = ? ORDER BY platform, external_id",
    );
    this.#insertPerson = database.prepare(
      "INSERT INTO people (id, role, name, language, zone, created_at_ms) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#insertIdentity = database.prepare(
      "INSERT INTO identities (platform, external_id, person_id, created_at_ms, username) VALUES (?, ?, ?, ?, ?)",
    );
    this.#setUsername = database.prepare(
      "UPDATE identities SET username = ? WHERE platform = ? AND external_id = ? AND username IS NOT ?",
    );
    this.#codes = new OneTimeCodes(parts);
    this.#removeIdentity = database.prepare(
      "DELETE FROM identities WHERE platform = ? AND external_id = ?",
    );
    this.#quiet = database.prepare(
      "SELECT quiet_from AS fromMinute, quiet_to AS toMinute FROM people WHERE id = ? AND quiet_from IS NOT NULL",
    );
    this.#setQuiet = database.prepare(
      "UPDATE people SET quiet_from = ?, quiet_to = ? WHERE id = ?",
    );
    this.#digest = database.prepare("SELECT digest_minutes AS minutes FROM people WHERE id = ?");
    this.#setDigest = database.prepare("UPDATE people SET digest_minutes = ? WHERE id = ?");
    this.#answering = database.prepare(
      "SELECT shows_code AS code, keeps_language AS keeps FROM people WHERE id = ?",
    );
    this.#setAnswering = database.prepare(
      "UPDATE people SET shows_code = COALESCE(?, shows_code), keeps_language = COALESCE(?, keeps_language) WHERE id = ?",
    );
    this.#setRole = database.prepare("UPDATE people SET role = ? WHERE id = ? AND role = ?");
    this.#change = database.prepare(
      "UPDATE people SET language = COALESCE(?, language), zone = COALESCE(?, zone), name = COALESCE(?, name) WHERE id = ?",
    );
    this.#admitLocalOwner();
  }

  /** The person behind an account, if admitted. */
  find(account: Account): Person | undefined {
    return this.#byAccount.get(account.platform, account.externalId);
  }

  /** The person with an id; `undefined` for one that is not known. */
  get(id: string): Person | undefined {
    return this.#byId.get(id);
  }

  /** Everyone who was let in, the local owner among them, oldest first. */
  all(): readonly Person[] {
    return this.#everyone.all();
  }

  /** Every owner, oldest first. */
  owners(): readonly Person[] {
    return this.#owners.all();
  }

  /** The platforms on which a person has an account, each once, in alphabetical order. */
  platformsOf(personId: string): readonly string[] {
    return this.#platforms.all(personId).map((row) => row.platform);
  }

  /** Every account of a person. */
  accountsOf(personId: string): readonly Account[] {
    return this.#accounts
      .all(personId)
      .map(({ username, ...account }) => (username === null ? account : { ...account, username }));
  }

  /** Notes what an account is called on its platform now. */
  noteUsername({ platform, externalId, username = null }: Account | AccountRow): void {
    this.#setUsername.run(username, platform, externalId, username);
  }

  /** Everyone with a name that reads alike, whatever its case and invisible letters, oldest first. */
  named(name: string): readonly Person[] {
    const wanted = foldedName(name);
    return this.all().filter((person) => foldedName(person.name) === wanted);
  }

  /** What to call a person where others are listed: the name, with what tells the account apart where somebody else has the same; `undefined` for one that is not known. */
  nameOf(id: string): string | undefined {
    const person = this.get(id);
    if (person === undefined || this.named(person.name).length < 2) return person?.name;
    const [account] = this.accountsOf(id);
    if (account === undefined) return person.name;
    const { externalId, username } = account;
    const user = username === undefined ? "" : `@${username} `;
    return `${person.name} (${user}…${externalId.slice(-4)})`;
  }

  /** After the rows of a person were deleted: the local owner is there again, as new. */
  forgotten(): void {
    this.#admitLocalOwner();
  }

  /** Adds a person with one account; an account already known keeps its person. */
  admit(account: Account, facts: AdmissionFacts, id?: string): Person {
    return inTransaction(this.#parts.database, () => {
      const { defaults } = this.#parts;
      const language = facts.language ?? defaults.language;
      const personId = id ?? this.#parts.newId("person");
      const { role, name } = facts;
      return (
        this.find(account) ??
        this.#insert(account, { id: personId, role, name, language, zone: defaults.zone })
      );
    });
  }

  /** Makes a code that works once within an hour and voids earlier unused claim codes. Only its digest is kept. */
  newClaimCode(): string {
    return this.#codes.make("claim", CLAIM_LIFETIME_MS);
  }

  /** Makes the account an owner when the code is good; `undefined` when it is wrong, used or too old. */
  claim(
    account: Account,
    code: string,
    facts: { readonly name: string; readonly language?: Language },
  ): Person | undefined {
    return inTransaction(this.#parts.database, () => {
      const open = this.#codes.find("claim", code);
      const isGood = open !== undefined && this.#codes.use("claim", open.digest);
      return isGood ? this.admit(account, { role: "owner", ...facts }) : undefined;
    });
  }

  /** Changes what a person may choose; absent fields stay. */
  change(
    id: string,
    facts: { readonly language?: Language; readonly zone?: string; readonly name?: string },
  ): void {
    inLazyTransaction(this.#parts.database, () =>
      this.#change.run(facts.language ?? null, facts.zone ?? null, facts.name ?? null, id),
    );
  }

  /** When a person is not to be disturbed; `undefined` where they did not say. */
  quietHours(id: string): QuietHours | undefined {
    return this.#quiet.get(id);
  }

  /** Notes when a person is not to be disturbed; `undefined` for never. */
  setQuietHours(id: string, hours: QuietHours | undefined): void {
    this.#setQuiet.run(hours?.fromMinute ?? null, hours?.toMinute ?? null, id);
  }

  /** How close together briefings may be due to come as one message, in minutes; 0 for never. */
  digestMinutes(id: string): number {
    return this.#digest.get(id)?.minutes ?? 0;
  }

  /** Sets that, from 0 to 60. */
  setDigestMinutes(id: string, minutes: number): void {
    this.#setDigest.run(minutes, id);
  }

  /** How someone wants to be answered. */
  answering(id: string): Answering {
    const { code = 0, keeps = 0 } = this.#answering.get(id) ?? {};
    return { showsCode: code === 1, keepsLanguage: keeps === 1 };
  }

  /** Sets that, where it is given. */
  setAnswering(id: string, { showsCode, keepsLanguage }: Partial<Answering>): void {
    const bit = (is: boolean | undefined): number | null => (is === undefined ? null : Number(is));
    this.#setAnswering.run(bit(showsCode), bit(keepsLanguage), id);
  }

  /** Gives someone another role. The last owner with an account keeps theirs, unless the local owner takes it. */
  changeRole({ personId, from, to, by }: RoleChange): RoleChangeResult {
    return inTransaction(this.#parts.database, () => {
      if (personId === LOCAL_PERSON_ID || this.find(LOCAL_ACCOUNT)?.id === personId) return "local";
      const others = this.owners().filter(({ id }) => id !== personId && id !== LOCAL_PERSON_ID);
      const isLast = from === "owner" && to !== "owner" && others.length === 0;
      if (isLast && by !== LOCAL_PERSON_ID) return "last-owner";
      return this.#setRole.run(to, personId, from).changes > 0 ? "changed" : "stale";
    });
  }

  /** Gives a person a role, whatever it was. */
  setRole(personId: string, role: PersonRole): void {
    const { role: from } = this.get(personId) ?? { role };
    this.#setRole.run(role, personId, from);
  }

  /** Gives a person one more account, which nobody has. */
  addAccount(account: Account, personId: string): void {
    const { platform, externalId, username = null } = account;
    this.#insertIdentity.run(platform, externalId, personId, this.#parts.clock.now(), username);
  }

  /** Takes an account from its person: it is a stranger's from then on, and that of the console the local owner's. */
  removeAccount({ platform, externalId }: Account): void {
    inTransaction(this.#parts.database, () => {
      this.#removeIdentity.run(platform, externalId);
      this.#admitLocalOwner();
    });
  }

  /** The console is the local owner's unless it was joined with another person. */
  #admitLocalOwner(): void {
    if (this.find(LOCAL_ACCOUNT) !== undefined) return;
    const name = LOCAL_NAME[this.#parts.defaults.language];
    if (this.get(LOCAL_PERSON_ID) !== undefined) this.addAccount(LOCAL_ACCOUNT, LOCAL_PERSON_ID);
    else this.admit(LOCAL_ACCOUNT, { role: "owner", name }, LOCAL_PERSON_ID);
  }

  #insert(account: Account, person: Person): Person {
    const nowMs = this.#parts.clock.now();
    this.#insertPerson.run(
      person.id,
      person.role,
      person.name,
      person.language,
      person.zone,
      nowMs,
    );
    this.addAccount(account, person.id);
    return person;
  }
}

/** A row of an account. */
interface AccountRow extends Omit<Account, "username"> {
  readonly username: string | null;
}

function foldedName(name: string): string {
  const visible = name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  return visible.replace(/\s+/gu, " ").trim().toLowerCase();
}

/** What the local owner is called in lists and on cards. */
const LOCAL_NAME: Localized = { ko: "이 컴퓨터의 주인", en: "local owner" };
