import { startTelegramServer, type TelegramServer } from "../../test/support/telegram-server.ts";
import { playStop, type StopPlay, type StopResult } from "./stop-play.ts";

/** What the process that starts this one asks for; every order is answered once, in order. */
export type TelegramOrder =
  | { readonly kind: "open"; readonly token: string; readonly people: number }
  | { readonly kind: "talk"; readonly token: string; readonly talk: Talk }
  | { readonly kind: "stop"; readonly token: string; readonly play: StopPlay };

/** People who write to one bot: `people` of them, each the same text so many times. */
export interface Talk {
  /** The id of the first of them; the others follow. */
  readonly firstPerson: number;
  readonly people: number;
  readonly messagesEach: number;
  readonly text: string;
  /** True when all messages are there before the bot sees the first; else everybody waits for the answer to the last one. */
  readonly atOnce: boolean;
}

/** What came of a talk. Times run from the update in the queue to its answer in the chat. */
export interface TalkResult {
  readonly tookMs: number;
  readonly latenciesMs: readonly number[];
}

/** What is answered to an order: an API root, a result, or why there is none. */
export type TelegramAnswer =
  | { readonly url: string }
  | TalkResult
  | StopResult
  | { readonly problem: string };

/** Longest that a talk may last. */
const TALK_LIMIT_MS = 30_000;

const servers = new Map<string, TelegramServer>();

process.on("message", (order: TelegramOrder) => {
  obey(order).then(answer, (thrown: unknown) => answer({ problem: String(thrown) }));
});

// Whoever started this process is gone.
process.on("disconnect", () => process.exit());

function answer(value: TelegramAnswer): void {
  process.send?.(value);
}

async function obey(order: TelegramOrder): Promise<TelegramAnswer> {
  if (order.kind === "open") return { url: await open(order.token, order.people) };
  const server = servers.get(order.token);
  if (server === undefined) throw new Error("There is no server with this token.");
  return order.kind === "talk" ? hold(server, order.talk) : playStop(server, order.play);
}

async function open(token: string, people: number): Promise<string> {
  const server = await startTelegramServer({ token });
  servers.set(token, server);
  for (let id = 1; id <= people; id += 1)
    server.user({ id, firstName: `Person ${id}`, languageCode: "en" });
  return server.url;
}

/** Plays the talk; the n-th answer in a chat is the answer to its n-th message. */
async function hold(server: TelegramServer, talk: Talk): Promise<TalkResult> {
  const saidAtMs = new Map<number, number[]>();
  const latenciesMs: number[] = [];
  const answered = new Map<number, number>();
  const say = (id: number): void => {
    const times = saidAtMs.get(id) ?? [];
    saidAtMs.set(id, times);
    times.push(performance.now());
    server.say({ id, firstName: `Person ${id}`, languageCode: "en" }, talk.text);
  };
  const hear = (id: number): void => {
    const count = answered.get(id) ?? 0;
    answered.set(id, count + 1);
    latenciesMs.push(performance.now() - (saidAtMs.get(id)?.[count] ?? Number.NaN));
    if (!talk.atOnce && count + 1 < talk.messagesEach) say(id);
  };
  let seen = server.calls.length;
  const look = (): boolean => {
    while (seen < server.calls.length) {
      const call = server.calls[seen];
      seen += 1;
      if (call?.method === "sendmessage") hear(Number(call.parameters["chat_id"]));
    }
    return latenciesMs.length >= talk.people * talk.messagesEach;
  };
  server.holdUpdates(true);
  for (let turn = 0; turn < (talk.atOnce ? talk.messagesEach : 1); turn += 1)
    for (let place = 0; place < talk.people; place += 1) say(talk.firstPerson + place);
  const startMs = performance.now();
  server.holdUpdates(false);
  await server.waitFor(look, TALK_LIMIT_MS);
  return { tookMs: performance.now() - startMs, latenciesMs };
}
