import { isCalled } from "../../support/button-meaning.ts";
import type { ShiftedClock } from "../../support/shifted-clock.ts";
import { startTelegramServer } from "../../support/telegram-server.ts";
import type { Entity } from "../../support/telegram-server-entities.ts";
import { type Done, type Place, plainly, type ServerChannel, type Who } from "./channel.ts";
import { telegramMarks } from "./marked.ts";

const TOKEN = "4242:AAconversation-token_of-nobody";
const GROUP = -100_777;

const STYLES: Readonly<Record<string, string>> = { success: ":g", danger: ":r", primary: ":b" };

/** What a call is to who reads. */
const KINDS: Readonly<Record<string, Done["kind"]>> = {
  sendchataction: "typing",
  sendmessage: "message",
  sendphoto: "message",
  sendrichmessage: "message",
  senddocument: "message",
  editmessagetext: "edit",
};

/** Telegram with both people and a group. */
export async function openTelegram(options: {
  readonly clock: ShiftedClock;
  readonly language: "ko" | "en";
  readonly names: Readonly<Record<Who, string>>;
  /** Names of people who only read. */
  readonly readers?: readonly string[];
}): Promise<ServerChannel> {
  const { clock, language, names } = options;
  const server = await startTelegramServer({ token: TOKEN, nowMs: () => clock.now() });
  const person = (id: number, firstName: string, username: string) =>
    server.user({ id, firstName, username, languageCode: language });
  const people = {
    owner: person(7_001_001, names.owner, "the_owner"),
    guest: person(7_002_002, names.guest, "the_guest"),
  };
  server.begin(people.owner);
  const readers = (options.readers ?? []).map((name, index) => {
    const reader = person(7_003_001 + index, name, `reader_${index}`);
    server.begin(reader);
    const id = String(reader.id);
    return { platform: "telegram", externalId: id, chatId: id, name } as const;
  });
  const group = server.group({ id: GROUP, title: "Group" });
  const presses: string[] = [];
  let last: { readonly messageId: number; readonly data: string } | undefined;
  const said: Partial<Record<Who, number>> = {};
  let polls = 0;
  const seen = (who: Who, place: Place) =>
    server
      .messages(place === "group" ? GROUP : people[who].id)
      .filter(({ from }) => from.id === server.bot.id);
  const placed = (place: Place) => (place === "group" ? { chat: group } : {});
  const repeat = (isTwice: boolean, updateId: number | undefined): void => {
    if (isTwice && updateId !== undefined) server.repeatUpdate(updateId);
  };
  return {
    name: "telegram",
    clock,
    environment: { TELEGRAM_BOT_TOKEN: TOKEN, TELEGRAM_API_ROOT: server.url },
    account: (who) => ({
      platform: "telegram",
      externalId: String(people[who].id),
      chatId: String(people[who].id),
    }),
    readers,
    async connected() {
      await server.waitFor(() => server.callsOf("getUpdates").length > polls, 20_000);
      polls = server.callsOf("getUpdates").length;
    },
    isTaken: () => server.pendingUpdates().length === 0,
    say({ who, place, isTwice }, text) {
      const words = place === "group" && !text.startsWith("/") ? `@test_bot ${text}` : text;
      const { messageId, updateId } = server.say(people[who], words, placed(place));
      said[who] = messageId;
      repeat(isTwice, updateId);
    },
    edit({ who }, text) {
      server.change(people[who], said[who] ?? 0, text);
    },
    sendFile({ who, place, isTwice }, { name, mediaType, text, isVoice = false }, caption) {
      const bytes = Buffer.from(text);
      const kind = isVoice ? "voice" : "document";
      const file = { kind, name, mediaType, bytes, caption } as const;
      repeat(isTwice, server.sendFile(people[who], file, placed(place)).updateId);
    },
    press({ who, place, isTwice, isLate = false }, label) {
      if (isLate && last !== undefined) {
        const { messageId, data } = last;
        presses.push(server.press(people[who], messageId, data, { isStale: true }).pressId);
        return;
      }
      // Whoever presses, the button hangs where the owner sees it.
      const message = [
        ...seen(who, place),
        ...(who === "guest" ? seen("owner", place) : []),
      ].findLast(({ buttons }) => dataOf(buttons.flat(), label) !== "");
      if (message === undefined) throw new Error(`Nothing shows a button "${label}".`);
      const { messageId } = message;
      last = { messageId, data: dataOf(message.buttons.flat(), label) };
      for (let times = 0; times < (isTwice ? 2 : 1); times += 1)
        presses.push(server.press(people[who], message.messageId, label).pressId);
    },
    seen: (who, place) =>
      seen(who, place).map(({ messageId, text, entities, buttons }) => ({
        id: String(messageId),
        text: plainly(text),
        timed: plainly(withUnixTimes(text, entities)),
        labels: buttons.flat().map((button) => button.text),
      })),
    marked: (who, place) =>
      seen(who, place).map((message) => ({
        id: String(message.messageId),
        text: telegramMarks(message),
        rows: message.buttons.map((row) =>
          row.map(({ text, style }) => text + (STYLES[style ?? ""] ?? "")),
        ),
        edits: message.edits.length,
        files: message.file === undefined ? [] : [message.file.name],
        isReply: message.repliesTo !== undefined,
        isPublic: place === "group",
        mentions: message.entities.flatMap(({ type, url = "", offset, length }) =>
          type === "text_link" && url.startsWith("tg://user")
            ? [message.text.slice(offset, offset + length).replace(/^@/, "")]
            : [],
        ),
      })),
    reactions: (who, place) =>
      server
        .messages(place === "group" ? GROUP : people[who].id)
        .flatMap(({ reaction }) => (reaction === undefined ? [] : [reaction])),
    notes: () =>
      presses.flatMap((id) =>
        server.answersTo(id).flatMap(({ text }) => (text === undefined ? [] : [text])),
      ),
    done: () =>
      server.calls.flatMap(({ method, parameters, atMs, isInVain }) => {
        const kind = isInVain === true ? "edited in vain" : KINDS[method];
        return kind === undefined ? [] : [{ kind, atMs, text: String(parameters["text"] ?? "") }];
      }),
    commands: () => server.callsOf("setMyCommands"),
    trouble(who, how) {
      if (how === "blocked") server.block(people[who]);
      else if (how === "open") server.unblock(people[who]);
      else server.dropAnswer({ method: "sendMessage" });
    },
    until: (look, timeoutMs) => server.waitFor(look, timeoutMs),
    close: () => server.close(),
  };
}

/** What the button with a label is signed with. */
function dataOf(
  buttons: readonly { readonly text: string; readonly callback_data?: string }[],
  label: string,
): string {
  const isMeant = (each: (typeof buttons)[number]): boolean =>
    isCalled({ label: each.text, data: each.callback_data }, label);
  return buttons.find(isMeant)?.callback_data ?? "";
}

/** Words that stand for a time, last first, so that those before keep their places. */
function withUnixTimes(text: string, entities: readonly Entity[]): string {
  return entities
    .filter(({ type }) => type === "date_time")
    .sort((left, right) => right.offset - left.offset)
    .reduce(
      (timed, { offset, length, unix_time: unix }) =>
        `${timed.slice(0, offset)}{${unix}}${timed.slice(offset + length)}`,
      text,
    );
}
