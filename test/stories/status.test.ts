import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { MAKERS, MODEL_KEY } from "../support/model-makers.ts";
import { type ServerAct, startModelServer } from "../support/model-server.ts";
import { ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer } from "../support/telegram-server.ts";
import { startUpstream } from "../support/upstream.ts";

const TELEGRAM_TOKEN = "123456:test-token-of-the-story";

/** The library of Discord is large, and test machines are busy. */
const PATIENCE_MS = 60_000;

/** What a person sees of one message. */
interface Seen {
  readonly id: string;
  readonly text: string;
  readonly buttons: readonly string[];
}

/** A private chat of one person with the bot, whatever the platform. */
interface Talk {
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when the bot is there. */
  ready(): Promise<unknown>;
  say(text: string): void;
  press(messageId: string, label: string): void;
  seen(): readonly Seen[];
  waitFor<Value>(look: () => Value | false | undefined): Promise<Value>;
  close(): Promise<void>;
}

async function talkOnTelegram(): Promise<Talk> {
  const server = await startTelegramServer({ token: TELEGRAM_TOKEN });
  const person = server.user({ id: 1001, firstName: "Ann", languageCode: "en" });
  return {
    environment: { TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN, TELEGRAM_API_ROOT: server.url },
    ready: async () => undefined,
    say: (text) => void server.say(person, text),
    press: (messageId, label) => void server.press(person, Number(messageId), label),
    seen: () =>
      server.messages(person.id).map(({ messageId, text, buttons = [] }) => ({
        id: String(messageId),
        text,
        buttons: buttons.flat().map((button) => button.text),
      })),
    waitFor: (look) => server.waitFor(look, PATIENCE_MS),
    close: () => server.close(),
  };
}

async function talkOnDiscord(): Promise<Talk> {
  const server = await startDiscordServer({ token: DISCORD_TOKEN });
  server.state.firstResponseMs = PATIENCE_MS;
  const person = server.user({ id: "200000000000001001", name: "Ann", locale: "en-US" });
  const channel = server.dm(person);
  return {
    environment: {
      DISCORD_BOT_TOKEN: DISCORD_TOKEN,
      DISCORD_API_BASE: server.apiBase,
      DISCORD_GATEWAY: server.gatewayUrl,
    },
    ready: () =>
      server.waitFor(
        () => server.gateway.log.some((line) => line.startsWith("identify")),
        PATIENCE_MS,
      ),
    say: (text) => void server.say(person, channel, text),
    press: (messageId, label) => void server.press(person, messageId, label),
    seen: () =>
      server
        .seen(channel)
        .map(({ id, text, labels }) => ({ id, text: read(text), buttons: labels })),
    waitFor: (look) => server.waitFor(look, PATIENCE_MS),
    close: () => server.close(),
  };
}

/** What a reader sees of well-formed Discord markdown. */
function read(markdown: string): string {
  return markdown
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/`([^`]+)`/g, "$1")
    .replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
}

/** A promise and what settles it. */
function gate(): { readonly until: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { until, open };
}

const BEGINNING = "The **sea** is wide today, and the `waves` are high. ";
const ANSWER = `${BEGINNING.repeat(2)}Take a **warm** coat with you, and mind [the tide](https://example.org/tide).`;

/** A service with one person in it, whose model does what the next act says. */
async function openStory(t: TestContext, talk: Talk) {
  const acts: ServerAct[] = [];
  const maker = MAKERS.find(({ provider }) => provider === "anthropic")!;
  const model = await startModelServer(maker.dialect, () => acts.shift() ?? { text: "Nothing." });
  const upstream = await startUpstream();
  const home = temporaryHome();
  const environment = {
    ...talk.environment,
    ...upstream.environment,
    IBL_LANGUAGE: "en",
    IBL_MODEL: "anthropic/claude-test",
    ANTHROPIC_API_KEY: MODEL_KEY,
    ANTHROPIC_BASE_URL: model.origin,
  };
  let service = new ServiceProcess(home.path, environment);
  t.after(async () => {
    await service.kill();
    await Promise.all([model.close(), upstream.close(), talk.close()]);
    home.remove();
  });
  const [, code = ""] = await service.prints(/\/claim ([0-9A-Z]{4}-[0-9A-Z]{4})/, PATIENCE_MS);
  const restart = async (): Promise<void> => {
    await service.kill();
    service = new ServiceProcess(home.path, environment);
  };
  return { acts, upstream, code, restart };
}

for (const [platform, open] of [
  ["Telegram", talkOnTelegram],
  ["Discord", talkOnDiscord],
] as const) {
  test(`on ${platform} the words of an answer are shown while they come, work is stopped midway, and nothing goes on for ever after a crash`, {
    timeout: 240_000,
  }, async (t) => {
    const talk = await open();
    const { acts, upstream, code, restart } = await openStory(t, talk);
    const shown = (pattern: RegExp) =>
      talk.waitFor(() => talk.seen().findLast(({ text }) => pattern.test(text)));
    const isShown = (pattern: RegExp): boolean =>
      talk.seen().some(({ text }) => pattern.test(text));
    await talk.ready();
    talk.say(`/claim ${code}`);
    await shown(/You are (now )?(the|an) owner|owner/);

    await t.test("the message with the first words becomes the whole answer", async () => {
      const { until, open: goOn } = gate();
      acts.push({ text: ANSWER, restAt: { share: 0.5, until } });
      talk.say("How is the sea?");
      const draft = await shown(/The sea is wide[\s\S]*… *\n\n⏳ Writing… \d+ s$/);
      assert.deepEqual(draft.buttons, ["Stop"]);
      assert.doesNotMatch(draft.text, /\*\*|`|\]\(/);
      goOn();
      const answer = await shown(/mind the tide/);
      assert.equal(answer.id, draft.id);
      assert.deepEqual(answer.buttons, []);
      assert.equal(talk.seen().filter(({ text }) => text.includes("sea is wide")).length, 1);
    });

    await t.test("the step that goes on is shown, and Stop ends it where it is", async () => {
      upstream.misbehave("duckduckgo", { kind: "hang" });
      acts.push({
        text: "I will look for it.",
        calls: [{ code: '[source:web_search]("AI") >> [system:write]("ai.md")' }],
      });
      talk.say("Search for AI and save it");
      const status = await shown(/^⏳ [^\n]+ \(1\/2\)$/);
      talk.press(status.id, "Stop");
      const end = await shown(/^⏹\uFE0F? Stopped\./);
      assert.equal(end.id, status.id);
      assert.match(end.text, /Not done/);
      assert.ok(!isShown(/⏳/));
      upstream.misbehave("duckduckgo", undefined);
    });

    await t.test(
      "an answer cut off by a crash comes once after it, in the place of its status",
      async () => {
        const { until, open: goOn } = gate();
        acts.push({ text: `First ${ANSWER}`, restAt: { share: 0.6, until } });
        acts.push({ text: "Tomorrow it rains." });
        talk.say("And tomorrow?");
        const first = await shown(/First The sea is wide/);
        // Its platform's id is known to the bot when it was changed.
        const draft = await talk.waitFor(() =>
          talk.seen().find(({ id, text }) => id === first.id && text !== first.text),
        );
        await restart();
        goOn();
        const end = await talk.waitFor(() =>
          talk
            .seen()
            .find(({ text, buttons }) => /Tomorrow it rains/.test(text) && buttons.length === 0),
        );
        assert.equal(end.id, draft.id);
        assert.ok(!isShown(/⏳/));
        assert.equal(
          talk.seen().filter(({ text }) => text.includes("Tomorrow it rains")).length,
          1,
        );
      },
    );
  });
}
