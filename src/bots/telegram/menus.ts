import type { BotCommandScope, LanguageCode } from "grammy/types";
import type { Clock } from "../../base/clock.ts";
import { digestOf } from "../../base/digest.ts";
import { messageOf } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { AdapterMemory } from "../platform/adapter-state.ts";
import type { CallLimits, TelegramClient } from "./client.ts";
import { TelegramError } from "./errors.ts";

/** The commands that Telegram offers to some people; no slash in them. */
export interface CommandMenu {
  /** Default: in every chat that has no menu of its own. A chat is named by its id. */
  readonly audience?: "groups" | { readonly chatId: string };
  /** Default: to people of all other languages. */
  readonly languageCode?: LanguageCode;
  readonly commands: readonly { readonly command: string; readonly description: string }[];
}

/** What setting menus works with. */
export interface MenuParts {
  readonly client: TelegramClient;
  readonly log: Log;
  readonly limits: CallLimits;
  readonly botId: number;
  /** Keeps what was set; without it every menu is set anew. */
  readonly memory?: AdapterMemory;
}

/** Sets the menus that changed since they were set last, and takes away those that are no longer wanted. A menu that Telegram refuses is no reason to stay silent: the commands work without it. */
export async function setMenus(parts: MenuParts, menus: readonly CommandMenu[]): Promise<void> {
  const { memory, botId } = parts;
  const wanted = new Map(menus.map((menu) => [noteName(botId, menu), menu]));
  const known = memory?.all(`menu:${botId}:`) ?? [];
  for (const { name, text } of known) if (!wanted.has(name)) await removeMenu(parts, name, text);
  for (const [name, menu] of wanted) await setMenu(parts, name, menu);
}

/** How long after a look was asked for it is made: what came with a poll was answered by then, and looks come together. */
const LOOK_AFTER_MS = 1000;

/**
 * Gives a function that asks for a look at the menus, since somebody may have become an owner or chosen another language: it is made in a
 * second, one for all that ask meanwhile, so that no poll waits for it. A menu that cannot be set is tried again at the next look. Ends with the
 * signal of `limits`.
 */
export function watchMenus(
  parts: Omit<MenuParts, "botId"> & {
    readonly memory: AdapterMemory;
    readonly menus: () => readonly CommandMenu[];
    readonly clock: Clock;
    readonly limits: CallLimits & { readonly signal: AbortSignal };
  },
): (botId: number) => void {
  const { menus, clock, limits, log } = parts;
  let isAsked = false;
  const look = async (botId: number): Promise<void> => {
    await clock.sleep(LOOK_AFTER_MS, limits.signal);
    await setMenus({ ...parts, botId }, menus());
  };
  return (botId) => {
    if (isAsked) return;
    isAsked = true;
    look(botId)
      .catch((thrown: unknown) => {
        if (limits.signal.aborted || thrown instanceof TelegramError) return;
        log.error({ problem: messageOf(thrown) }, "The menus of commands could not be looked at.");
      })
      .finally(() => {
        isAsked = false;
      });
  };
}

async function setMenu(parts: MenuParts, name: string, menu: CommandMenu): Promise<void> {
  const { client, memory, limits } = parts;
  const { commands } = menu;
  const place = placeOf(menu);
  const note = JSON.stringify({ place, digest: digestOf(commands) });
  if (memory?.get(name) === note) return;
  await unlessRefused(parts, () =>
    client.call(
      "setMyCommands",
      (raw, signal) => raw.setMyCommands({ commands, ...place }, signal),
      limits,
    ),
  );
  // One that is refused would be refused again: it is tried once more when it has changed.
  memory?.set(name, note);
}

async function removeMenu(parts: MenuParts, name: string, note: string): Promise<void> {
  const { client, memory, limits } = parts;
  const { place } = JSON.parse(note) as { readonly place: Place }; // written by setMenu only
  await unlessRefused(parts, () =>
    client.call("deleteMyCommands", (raw, signal) => raw.deleteMyCommands(place, signal), limits),
  );
  memory?.remove(name);
}

async function unlessRefused({ log }: MenuParts, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (thrown) {
    const isRefused =
      thrown instanceof TelegramError && thrown.failure === "answered" && thrown.errorCode !== 429;
    if (!isRefused || thrown.isTokenRefused) throw thrown;
    log.warn({ problem: thrown.message }, "Telegram refuses the menu of commands.");
  }
}

interface Place {
  readonly scope?: BotCommandScope;
  readonly language_code?: LanguageCode;
}

function placeOf({ audience, languageCode }: CommandMenu): Place {
  return {
    ...(audience === undefined ? {} : { scope: scopeOf(audience) }),
    ...(languageCode === undefined ? {} : { language_code: languageCode }),
  };
}

function scopeOf(audience: NonNullable<CommandMenu["audience"]>): BotCommandScope {
  return audience === "groups"
    ? { type: "all_group_chats" }
    : { type: "chat", chat_id: Number(audience.chatId) };
}

function noteName(botId: number, { audience, languageCode }: CommandMenu): string {
  const who = typeof audience === "object" ? `chat ${audience.chatId}` : (audience ?? "all");
  return `menu:${botId}:${who}:${languageCode ?? ""}`;
}
