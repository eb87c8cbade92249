import type { Clock } from "../../base/clock.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";
import { bold } from "../../base/visible-text.ts";
import type { Browser } from "../../drivers/browser/browser.ts";
import { cookiesOf, parseCookies, type SignIn } from "../../drivers/browser/cookies.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { type Database, inTransaction } from "../../store/database.ts";
import { type Columns, json, plain, Table } from "../../store/table.ts";
import { worded } from "../localize.ts";
import { expected } from "./expected.ts";

/** What a person keeps of being signed in at sites. */
export interface KeptSignIn {
  readonly name: string;
  /** Hosts, each once. */
  readonly sites: readonly string[];
  readonly cookies: SignIn["cookies"];
  readonly savedAtMs: number;
}

const COLUMNS: Columns<KeptSignIn & { readonly personId: string }> = {
  personId: plain(),
  name: plain(),
  sites: json("sites_json"),
  cookies: json("cookies_json"),
  savedAtMs: plain(),
};

/** Most sign-ins of one person. */
const MOST = 50;

/** Owner of the table sign_ins. No name stands in it twice for a person. */
export class SignIns {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #table: Table<KeptSignIn & { readonly personId: string }>;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#table = new Table(database, "sign_ins", COLUMNS);
  }

  /** Keeps one under its name, in the place of one that was called so; false where a person has as many as there may be. */
  keep(personId: string, name: string, signIn: SignIn): boolean {
    return inTransaction(this.#database, () => {
      this.#table.run("DELETE FROM sign_ins WHERE person_id = ? AND name = ?", personId, name);
      if (this.of(personId).length >= MOST) return false;
      this.#table.insert({ personId, name, ...signIn, savedAtMs: this.#clock.now() });
      return true;
    });
  }

  /** A person's, by name. */
  find(personId: string, name: string): KeptSignIn | undefined {
    return this.#table.one(
      "SELECT * FROM sign_ins WHERE person_id = ? AND name = ? COLLATE NOCASE",
      personId,
      name,
    );
  }

  /** All of a person, by name. */
  of(personId: string): readonly KeptSignIn[] {
    return this.#table.many("SELECT * FROM sign_ins WHERE person_id = ? ORDER BY name", personId);
  }

  /** Forgets one; false where there is none. */
  forget(personId: string, name: string): boolean {
    return (
      this.#table.run(
        "DELETE FROM sign_ins WHERE person_id = ? AND name = ? COLLATE NOCASE",
        personId,
        name,
      ) > 0
    );
  }
}

/** What the actions need. */
export interface SignInParts {
  readonly browser: Pick<Browser, "withTab" | "signIn">;
  readonly signIns: SignIns;
  /** A file of the chat. */
  readonly readFile: (call: ReadyCall, path: string) => Promise<Uint8Array>;
}

/** `cookies_save`, `cookies_load` and `cookies_forget`: being signed in at a site is kept at a person's wish, for that person alone. */
export function createSignInHandlers(parts: SignInParts): Handlers {
  return {
    "interface:cookies_save": (call) => expected(call, () => save(parts, call)),
    "interface:cookies_load": (call) => expected(call, () => load(parts, call)),
    "interface:cookies_forget": (call) => Promise.resolve(forget(parts, call)),
  };
}

function save({ browser, signIns }: SignInParts, call: ReadyCall): Promise<Outcome> {
  const { actor } = call;
  return browser.withTab(actor.chatId, { signal: call.signal }, async ({ page }, session) => {
    const site = new URL(page.url()).hostname;
    const name = optionalString(call, "name") ?? site.replace(/^www\./, "");
    const found = await cookiesOf(session, site);
    if (found.cookies.length === 0) return failureIn(call.actor.language, "no-cookies", NO_COOKIES);
    if (!signIns.keep(actor.personId, name, found))
      return failureIn(call.actor.language, "too-many", TOO_MANY);
    return success(
      worded(call, {
        ko: korean`${bold(site)} 로그인을 ${bold(name)}(으)로 간직했어요. 저만 쓰고 보여 드리지 않아요.`,
        en: `Kept the login at ${bold(site)} as ${bold(name)}. It is only used, never shown.`,
      }),
    );
  });
}

async function load(
  { browser, signIns, readFile }: SignInParts,
  call: ReadyCall,
): Promise<Outcome> {
  const { actor, signal } = call;
  const path = optionalString(call, "file");
  const name = optionalString(call, "name");
  const found = path === undefined ? undefined : parseCookies(textOf(await readFile(call, path)));
  const kept = found ?? (name === undefined ? undefined : signIns.find(actor.personId, name));
  if (kept === undefined) return unknown(call, name ?? "", signIns.of(actor.personId));
  await browser.signIn(actor.chatId, kept, { signal });
  if (found !== undefined && name !== undefined) signIns.keep(actor.personId, name, found);
  const sites = kept.sites.slice(0, 5).join(", ");
  return success(
    worded(call, {
      ko: `${bold(sites)}에 로그인된 상태로 열 수 있어요.`,
      en: `Pages at ${bold(sites)} now open signed in.`,
    }),
  );
}

function forget({ signIns }: SignInParts, call: ReadyCall): Outcome {
  const { personId } = call.actor;
  const name = stringParam(call, "name");
  if (!signIns.forget(personId, name)) return unknown(call, name, signIns.of(personId));
  const words = { ko: `${bold(name)} 로그인을 잊었어요.`, en: `Forgot the login ${bold(name)}.` };
  return success(worded(call, words));
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

function unknown(call: ReadyCall, name: string, all: readonly KeptSignIn[]): Outcome {
  const names = all.map((each) => each.name).join(", ");
  return failureIn(call.actor.language, "no-sign-in", {
    ko: `"${name}" 로그인은 간직한 것이 없어요. ${names === "" ? "아직 하나도 없어요." : `있는 것: ${names}`}`,
    en: `No login is kept as "${name}". ${names === "" ? "None is kept yet." : `There are: ${names}.`}`,
  });
}

const NO_COOKIES: Localized = {
  ko: "이 사이트에서 간직할 로그인이 없어요. 먼저 로그인해 주세요.",
  en: "There is no login to keep at this site. Log in first.",
};

const TOO_MANY: Localized = {
  ko: `로그인은 ${MOST}개까지만 간직해요. 먼저 하나를 지워 주세요.`,
  en: `${MOST} logins are kept at most. Have one forgotten first.`,
};
