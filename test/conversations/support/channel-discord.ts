import { shortTime } from "../../../src/base/format-time.ts";
import { startDiscordServer } from "../../support/discord-server.ts";
import { DISCORD_TOKEN } from "../../support/discord-server-adapter.ts";
import type { ServerInteraction, ServerMessage } from "../../support/discord-server-state.ts";
import type { ShiftedClock } from "../../support/shifted-clock.ts";
import { type Done, type Place, plainly, type ServerChannel, type Who } from "./channel.ts";
import { discordMarks } from "./marked.ts";

const STYLES: Readonly<Record<number, string>> = { 1: ":b", 3: ":g", 4: ":r" };

interface ShownComponent {
  readonly type: number;
  readonly content?: string;
  readonly label?: string;
  readonly style?: number;
  readonly options?: readonly { readonly label: string }[];
  readonly components?: readonly ShownComponent[];
}

/** A message is content and embeds, or components in containers (docs "Component Reference"). */
function partsOf(message: ServerMessage): readonly ShownComponent[] {
  const flat = (parts: readonly ShownComponent[]): readonly ShownComponent[] =>
    parts.flatMap((part) => (part.type === 17 ? flat(part.components ?? []) : [part]));
  const components: readonly object[] = message.components;
  return flat(components as readonly ShownComponent[]); // as the documents describe them
}

function textsOf(message: ServerMessage): readonly string[] {
  const texts = [
    message.content,
    ...message.embeds.map(({ description = "" }) => description),
    ...partsOf(message).map(({ content = "" }) => content),
  ];
  return texts.filter((text) => text !== "");
}

function rowsOf(message: ServerMessage): readonly (readonly string[])[] {
  return partsOf(message)
    .filter(({ type }) => type === 1)
    .map(({ components = [] }) =>
      components.flatMap(({ label, style = 2, options = [] }) => [
        ...(label === undefined ? [] : [label + (STYLES[style] ?? "")]),
        ...options.map((option) => `▾ ${option.label}`),
      ]),
    );
}

/** What a call is to who reads. */
function kindOf(call: string): Done["kind"] | undefined {
  if (/^POST \/channels\/\d+\/typing/.test(call)) return "typing";
  if (/^POST \/(?:channels\/\d+\/messages|webhooks\/)/.test(call)) return "message";
  return /^PATCH \/.*messages\//.test(call) ? "edit" : undefined;
}

function firstWords(body: unknown): string {
  return /"content":"([^"]*)"/.exec(JSON.stringify(body) ?? "")?.[1] ?? "";
}

/** Discord with both people, their direct messages with the bot, and a channel of a server. */
export async function openDiscord(options: {
  readonly clock: ShiftedClock;
  readonly language: "ko" | "en";
  readonly names: Readonly<Record<Who, string>>;
  /** Names of people who only read. */
  readonly readers?: readonly string[];
}): Promise<ServerChannel> {
  const { clock, language, names } = options;
  /** A time of day as the other platforms write it for a reader in Seoul. */
  const withClock = (text: string): string =>
    text.replace(/<t:(\d+):t>/g, (_mark, seconds: string) => {
      const atMs = Number(seconds) * 1000;
      return shortTime(atMs, { language, zone: "Asia/Seoul" }, atMs);
    });
  const server = await startDiscordServer({ token: DISCORD_TOKEN });
  server.state.firstResponseMs = 60_000;
  const user = (id: string, name: string, username: string) =>
    server.user({ id, name, username, locale: language });
  const people = {
    owner: user("200000000000001001", names.owner, "the_owner"),
    guest: user("200000000000002002", names.guest, "the_guest"),
  };
  const homes = { owner: server.dm(people.owner), guest: server.dm(people.guest) };
  const readers = (options.readers ?? []).map((name, index) => {
    const reader = user(`20000000000000300${index}`, name, `reader_${index}`);
    const chatId = server.dm(reader);
    return { platform: "discord", externalId: reader.id, chatId, name } as const;
  });
  const group = server.channel({ id: "400000000000000009", guildId: "300000000000000009" });
  const nameOf = (id: string): string =>
    Object.values(people).find((person) => person.id === id)?.global_name ?? id;
  const presses: ServerInteraction[] = [];
  const said: Partial<Record<Who, string>> = {};
  let greeted = 0;
  const threadsOf = (channelId: string): readonly string[] =>
    [...server.state.channels.values()].flatMap(({ id, parentId }) =>
      parentId === channelId ? [id] : [],
    );
  /** What stands in a thread begins so, where it is looked at with its marks. */
  const threadMark = ({ channelId }: ServerMessage): string =>
    server.state.channels.get(channelId)?.parentId === undefined ? "" : "⤷ ";
  const channelOf = (who: Who, place: Place): string => (place === "group" ? group : homes[who]);
  const seen = (who: Who, place: Place) => {
    server.state.aheadMs = clock.now() - Date.now();
    const home = channelOf(who, place);
    return [home, ...threadsOf(home)]
      .flatMap((channelId) => server.seen(channelId, people[who].id))
      .filter(({ message }) => message.author.id === server.state.bot.id);
  };
  return {
    name: "discord",
    clock,
    environment: {
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_BASE: server.apiBase,
      DISCORD_GATEWAY: server.gatewayUrl,
    },
    account: (who) => ({ platform: "discord", externalId: people[who].id, chatId: homes[who] }),
    readers,
    async connected() {
      const greetings = () => server.gateway.log.filter((line) => /^(identify|resume)/.test(line));
      await server.waitFor(() => greetings().length > greeted, 20_000);
      greeted = greetings().length;
    },
    isTaken: () => true, // its gateway waits for no answer
    say({ who, place, isTwice }, text) {
      const mentions = place === "group";
      said[who] = server.say(people[who], channelOf(who, place), text, { mentions }).id;
      if (isTwice) server.gateway.repeatLast();
    },
    edit: ({ who }, text) => server.rewrite(said[who] ?? "", text),
    sendFile({ who, place, isTwice }, { name, mediaType, text, isVoice = false }, caption) {
      const file = { name, bytes: Buffer.from(text), type: mediaType };
      const facts = { files: [file], isVoice, mentions: place === "group" };
      server.say(people[who], channelOf(who, place), caption, facts);
      if (isTwice) server.gateway.repeatLast();
    },
    press({ who, place, isTwice, isLate = false }, label) {
      const earlier = presses.at(-1);
      if (isLate && earlier !== undefined) {
        presses.push(server.pressAgain(people[who], earlier));
        return;
      }
      const message = [
        ...seen(who, place),
        ...(who === "guest" ? seen("owner", place) : []),
      ].findLast(({ labels }) => labels.includes(label));
      if (message === undefined) throw new Error(`Nothing shows a button "${label}".`);
      for (let times = 0; times < (isTwice ? 2 : 1); times += 1)
        presses.push(server.press(people[who], message.id, label));
    },
    seen: (who, place) =>
      seen(who, place).map(({ id, text, labels }) => ({
        id,
        text: plainly(withClock(text)),
        timed: plainly(text.replace(/<t:(\d+)(?::\w)?>/g, "{$1}")),
        labels,
      })),
    marked: (who, place) =>
      seen(who, place).map(({ id, message }) => ({
        id,
        text: threadMark(message) + discordMarks(textsOf(message).join("\n"), nameOf),
        rows: rowsOf(message),
        edits: message.edits,
        files: message.attachments.map(({ filename }) => filename),
        // A thread hangs at the message that is answered there.
        isReply: message.repliesTo !== undefined || threadMark(message) !== "",
        isPublic: place === "group" && message.onlyFor === undefined,
        mentions: [...message.content.matchAll(/<@!?(\d+)>/g)].map(([, called = ""]) =>
          nameOf(called),
        ),
      })),
    reactions: (who, place) =>
      server.seen(channelOf(who, place)).flatMap(({ message }) => message.reactions),
    notes: () => presses.flatMap(({ notes }) => notes),
    done: () =>
      server.calls.flatMap(({ method, path, body, atMs }) => {
        const kind = kindOf(`${method} ${path}`);
        return kind === undefined ? [] : [{ kind, atMs, text: firstWords(body) }];
      }),
    commands: () =>
      server.callsOf(/^PUT \/applications\/\d+\/commands/).flatMap(({ body }) => body as unknown[]), // a list, as the documents describe it
    trouble(who, how) {
      const path = new RegExp(`^POST /channels/${homes[who]}/messages`);
      // Error 50007: "Cannot send messages to this user" (docs "JSON Error Codes").
      if (how === "blocked") server.failNext({ path, status: 403, code: 50007 });
      else if (how === "lost") server.dropAnswer({ path });
      else if (how === "threadless") {
        const channel = server.state.channels.get(group);
        if (channel !== undefined) channel.lacks = ["Create Public Threads"];
      }
    },
    until: (look, timeoutMs) => server.waitFor(look, timeoutMs),
    close: () => server.close(),
  };
}
