import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer, Call, Fields, RestParts, Upload } from "./discord-server-call.ts";
import { serveFile } from "./discord-server-cdn.ts";
import {
  checkedBody,
  createMessage,
  deleteMessage,
  editMessage,
  getChannel,
  getMessage,
  getMessages,
  getRoles,
  lookOf,
  modifyChannel,
  react,
  shownOf,
  showTyping,
  startThread,
} from "./discord-server-messages.ts";
import {
  ApiRefusal,
  checkChoices,
  checkCommands,
  checkModal,
  listOf,
} from "./discord-server-rules.ts";
import {
  addMessage,
  type DiscordState,
  type ServerInteraction,
  type ServerMessage,
} from "./discord-server-state.ts";

/** To answer an interaction at all (docs "Receiving and Responding to Interactions"). */
const TOKEN_MS = 15 * 60 * 1000;

/** Answers one REST call as Discord does, with its error shapes. */
export async function serveDiscord(
  parts: RestParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state } = parts;
  const url = new URL(request.url ?? "/", "http://localhost");
  const path = url.pathname.replace(/^\/api\/v10/, "");
  const method = request.method ?? "GET";
  const { body, files } = await bodyOf(request);
  const fault = parts.faults.take(`${method} ${path}`);
  if (path.startsWith("/cdn/")) {
    await fault?.before();
    const status = serveFile(state, url, request, { response, isCut: fault?.dropsAnswer === true });
    state.calls.push({ method, path, body, status, atMs: performance.now() });
    return;
  }
  let status = 200;
  try {
    await fault?.before();
    authorize(state, request, path);
    const told = parts.limits?.check(method, path) ?? (path.endsWith("/messages") ? BUCKET : {});
    const answer = route({ state, method, path, query: url.searchParams, body, files }, parts);
    status = answer === undefined ? 204 : 200;
    if (fault?.dropsAnswer === true) response.destroy();
    else reply(response, status, answer, told);
  } catch (thrown) {
    if (!(thrown instanceof ApiRefusal)) throw thrown;
    status = thrown.status;
    reply(response, status, thrown.body, thrown.headers);
  } finally {
    state.calls.push({ method, path, body, status, atMs: performance.now() });
    state.events.emit("change");
  }
}

/** Room for four more messages in the next second (docs "Rate Limits", headers). */
const BUCKET = {
  "x-ratelimit-limit": "5",
  "x-ratelimit-remaining": "4",
  "x-ratelimit-reset-after": "1",
  "x-ratelimit-bucket": "abcd1234",
};

function reply(
  response: ServerResponse,
  status: number,
  body: Answer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    ...headers,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function bodyOf(
  request: IncomingMessage,
): Promise<{ readonly body: unknown; readonly files: readonly Upload[] }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // a request without encoding gives buffers
  const bytes = Buffer.concat(chunks);
  const type = request.headers["content-type"] ?? "";
  if (bytes.length === 0) return { body: undefined, files: [] };
  if (!type.startsWith("multipart/")) return { body: JSON.parse(bytes.toString()), files: [] };
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  const files: Upload[] = [];
  for (const [name, value] of form)
    if (name.startsWith("files[") && typeof value !== "string")
      files.push({
        part: name,
        filename: value.name,
        size: value.size,
        text: await value.text(),
      });
  return { body: JSON.parse(String(form.get("payload_json"))), files };
}

/** Calls that carry a token in their path need no other. */
function authorize(state: DiscordState, request: IncomingMessage, path: string): void {
  const isOpen = path.startsWith("/interactions/") || path.startsWith("/webhooks/");
  const given = request.headers.authorization;
  if (isOpen) {
    if (given !== undefined) state.problems.push(`the bot token was sent to ${path.split("/")[1]}`);
    return;
  }
  if (state.isTokenRevoked || given !== `Bot ${state.token}`)
    throw new ApiRefusal(401, { message: "401: Unauthorized", code: 0 });
}

const ROUTES: readonly [
  RegExp,
  (call: Call, match: readonly string[], parts: RestParts) => Answer,
][] = [
  [
    /^GET \/applications\/@me$/,
    ({ state }) => ({
      id: state.applicationId,
      name: "ibl",
      flags: state.applicationFlags,
      bot: { id: state.bot.id, username: state.bot.username },
    }),
  ],
  [
    /^GET \/gateway\/bot$/,
    ({ state }) => ({
      url: "wss://gateway.discord.gg",
      shards: 1,
      session_start_limit: {
        total: 1000,
        remaining: 990,
        reset_after: 3_600_000,
        max_concurrency: state.identifyAtOnce,
      },
    }),
  ],
  [/^PUT \/applications\/(\d+)\/commands$/, putCommands],
  [/^GET \/channels\/(\d+)$/, getChannel],
  [/^PATCH \/channels\/(\d+)$/, modifyChannel],
  [/^GET \/channels\/(\d+)\/messages$/, getMessages],
  [/^GET \/channels\/(\d+)\/messages\/(\d+)$/, getMessage],
  [/^DELETE \/channels\/(\d+)\/messages\/(\d+)$/, deleteMessage],
  [/^(PUT|DELETE) \/channels\/(\d+)\/messages\/(\d+)\/reactions\/([^/]+)\/@me$/, react],
  [/^POST \/channels\/(\d+)\/messages\/(\d+)\/threads$/, startThread],
  [/^GET \/guilds\/(\d+)\/roles$/, getRoles],
  [/^POST \/channels\/(\d+)\/messages$/, createMessage],
  [/^PATCH \/channels\/(\d+)\/messages\/(\d+)$/, editMessage],
  [/^POST \/channels\/(\d+)\/typing$/, showTyping],
  [/^POST \/interactions\/(\d+)\/(\w+)\/callback$/, respond],
  [/^PATCH \/webhooks\/\d+\/(\w+)\/messages\/@original$/, editOriginal],
  [/^DELETE \/webhooks\/\d+\/(\w+)\/messages\/@original$/, deleteOriginal],
  [/^PATCH \/webhooks\/\d+\/(\w+)\/messages\/(\d+)$/, editSent],
  [/^POST \/webhooks\/\d+\/(\w+)$/, followUp],
];

function route(call: Call, parts: RestParts): Answer {
  const line = `${call.method} ${call.path}`;
  for (const [pattern, handle] of ROUTES) {
    const match = pattern.exec(line);
    if (match !== null) return handle(call, match.slice(1), parts);
  }
  call.state.problems.push(`the bot called ${line}, which this server does not have`);
  throw new ApiRefusal(404, { message: "404: Not Found", code: 0 });
}

function putCommands({ state, body }: Call): Answer {
  checkCommands(listOf(body));
  state.commands = listOf(body) as typeof state.commands;
  return [...state.commands];
}

function respond({ state, body }: Call, [id = "", token = ""]: readonly string[]): Answer {
  const interaction = state.interactions.get(token);
  const isLate =
    interaction !== undefined && state.nowMs() - interaction.atMs > state.firstResponseMs;
  if (interaction?.id !== id || isLate)
    throw new ApiRefusal(404, { message: "Unknown interaction", code: 10062 });
  if (interaction.response !== undefined)
    throw new ApiRefusal(400, {
      message: "Interaction has already been acknowledged.",
      code: 40060,
    });
  const { type, data = {} } = body as { type: number; data?: Fields };
  if (type === 9) checkModal(data);
  if (type === 8) {
    checkChoices(listOf(data["choices"]));
    interaction.choices = listOf(data["choices"]).map(({ name }) => String(name));
  }
  interaction.response = type;
  interaction.respondedAtMs = state.nowMs();
  if (type === 9) interaction.modal = data as unknown as NonNullable<ServerInteraction["modal"]>;
  if (type === 5) {
    const { channelId } = interaction;
    const message = addMessage(state, {
      channelId,
      author: state.bot,
      content: "",
      isThinking: true,
      flags: Number(data["flags"] ?? 0),
      ...forOne(Number(data["flags"] ?? 0), interaction),
    });
    interaction.originalId = message.id;
  }
  return undefined;
}

/** The interaction behind a webhook's token, once it was answered and while it can be. */
function answered(state: DiscordState, token: string): ServerInteraction {
  const interaction = state.interactions.get(token);
  if (interaction?.response === undefined)
    throw new ApiRefusal(404, { message: "Unknown Webhook", code: 10015 });
  if (state.nowMs() - interaction.atMs > TOKEN_MS)
    throw new ApiRefusal(401, { message: "Invalid Webhook Token", code: 50027 });
  return interaction;
}

function originalOf(state: DiscordState, token: string): ServerMessage {
  const message = state.messages.get(answered(state, token).originalId ?? "");
  if (message === undefined) throw new ApiRefusal(404, { message: "Unknown Message", code: 10008 });
  return message;
}

function editOriginal({ state, body, files }: Call, [token = ""]: readonly string[]): Answer {
  const message = originalOf(state, token);
  if (isNote(body as Fields)) {
    answered(state, token).notes.push(String((body as Fields)["content"]));
    state.messages.delete(message.id);
    return { id: message.id };
  }
  Object.assign(message, lookOf(checkedBody(state, body, files, message), files), {
    flags: message.flags | Number((body as { flags?: number }).flags ?? 0), // the body is JSON of an object
  });
  message.isThinking = false;
  return shownOf(state, message);
}

function deleteOriginal({ state }: Call, [token = ""]: readonly string[]): Answer {
  state.messages.delete(originalOf(state, token).id);
  return undefined;
}

function followUp({ state, body, files }: Call, [token = ""]: readonly string[]): Answer {
  const interaction = answered(state, token);
  const { channelId } = interaction;
  const fields = checkedBody(state, body, files);
  if (isNote(fields)) {
    interaction.notes.push(String(fields["content"]));
    return { id: state.nextId(), channel_id: channelId };
  }
  const look = lookOf(fields, files);
  const own = forOne(look.flags, interaction);
  const message = addMessage(state, { channelId, author: state.bot, ...look, ...own });
  interaction.followUpIds.push(message.id);
  return shownOf(state, message);
}

/** Only who used the interaction sees it (docs "Message Resource", Message Flags). */
const EPHEMERAL = 64;

/** Mere words to one user, which are no message to be changed or answered later. */
function isNote(fields: Fields): boolean {
  return (Number(fields["flags"]) & EPHEMERAL) !== 0 && !("components" in fields);
}

function forOne(flags: number, { user }: { readonly user: { readonly id: string } }) {
  return (flags & EPHEMERAL) === 0 ? {} : { onlyFor: user.id };
}

/** Edits a message that was sent with this very token. */
function editSent(
  { state, body, files }: Call,
  [token = "", messageId = ""]: readonly string[],
): Answer {
  const { originalId, followUpIds } = answered(state, token);
  const message = state.messages.get(messageId);
  if (message === undefined || ![originalId, ...followUpIds].includes(messageId))
    throw new ApiRefusal(404, { message: "Unknown Message", code: 10008 });
  Object.assign(message, lookOf(checkedBody(state, body, files, message), files));
  return shownOf(state, message);
}
