import assert from "node:assert/strict";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type DiscordServer, startDiscordServer } from "../support/discord-server.ts";
import { DISCORD_TOKEN } from "../support/discord-server-adapter.ts";
import { partsAt } from "../support/parts.ts";
import { listen, stopListening } from "../support/platform-server.ts";
import { ensureBuilt, SHIPPED } from "../support/program.ts";
import { commandLine, ROOT, ServiceProcess, temporaryHome } from "../support/service.ts";
import { startTelegramServer, type TelegramServer } from "../support/telegram-server.ts";

const TELEGRAM_TOKEN = "4242:AAsecret-token_of-nobody";
const PATIENCE_MS = 40_000;
const ANN = { id: 7, firstName: "Ann", languageCode: "en" };
const ON_DISCORD = { id: "200000000000001001", name: "Ann", locale: "en-US" };

interface Town {
  readonly telegram: TelegramServer;
  readonly discord: DiscordServer;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Starts what `npm start` starts, with other settings besides. */
  readonly start: (settings?: Readonly<Record<string, string>>, file?: string) => ServiceProcess;
  /** Asks the service something there, and resolves when it has answered. */
  readonly talks: (platform: "telegram" | "discord", city: string) => Promise<void>;
  /** Resolves when a message of the service with these words stands there. */
  readonly reads: (platform: "telegram" | "discord", pattern: RegExp) => Promise<void>;
}

/** Both platforms, with Ann as the owner on both. */
async function town(t: TestContext): Promise<Town> {
  const telegram = await startTelegramServer({ token: TELEGRAM_TOKEN });
  const discord = await startDiscordServer({ token: DISCORD_TOKEN });
  discord.state.firstResponseMs = PATIENCE_MS;
  const home = temporaryHome();
  const running: ServiceProcess[] = [];
  t.after(async () => {
    for (const service of running) await service.kill();
    await telegram.close();
    await discord.close();
    home.remove();
  });
  const dm = await admitAnn(telegram, discord, home.path);
  const environment = {
    IBL_LANGUAGE: "en",
    TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
    TELEGRAM_API_ROOT: telegram.url,
    DISCORD_BOT_TOKEN: DISCORD_TOKEN,
    DISCORD_API_BASE: discord.apiBase,
    DISCORD_GATEWAY: discord.gatewayUrl,
  };
  const reads: Town["reads"] = async (platform, pattern) => {
    if (platform === "telegram")
      await telegram.waitFor(
        () => telegram.messages(ANN.id).some(({ from, text }) => from.isBot && pattern.test(text)),
        PATIENCE_MS,
      );
    else
      await discord.waitFor(
        () => discord.seen(dm).some(({ text }) => pattern.test(text)),
        PATIENCE_MS,
      );
  };
  return {
    telegram,
    discord,
    home: home.path,
    environment,
    reads,
    start(settings = {}, file = SHIPPED) {
      const service = new ServiceProcess(home.path, { ...environment, ...settings }, file);
      running.push(service);
      return service;
    },
    async talks(platform, city) {
      const question = `what time is it in ${city}`;
      if (platform === "telegram") telegram.say(ANN, question);
      else discord.say(discord.user(ON_DISCORD), dm, question);
      await reads(platform, new RegExp(`in ${city}`));
    },
  };
}

/** Ann is known on both platforms and has spoken with the bot there. */
async function admitAnn(
  telegram: TelegramServer,
  discord: DiscordServer,
  home: string,
): Promise<string> {
  telegram.user(ANN);
  const dm = discord.dm(discord.user(ON_DISCORD));
  const parts = partsAt(home);
  const account = { platform: "telegram", externalId: String(ANN.id) };
  const ann = parts.people.admit(account, { role: "owner", name: "Ann", language: "en" });
  parts.people.addAccount({ platform: "discord", externalId: ON_DISCORD.id }, ann.id);
  for (const [platform, chatId] of [
    ["telegram", String(ANN.id)],
    ["discord", dm],
  ] as const)
    parts.updates.remember({ platform, chatId, isPrivate: true }, ann.id);
  await parts.close();
  // A bot may write to a person who has written to it.
  telegram.say(ANN, "hello");
  return dm;
}

/** A port on which something listens already. */
async function takenPort(t: TestContext): Promise<number> {
  const http = createServer();
  await listen(http, 0);
  t.after(() => stopListening(http));
  // The address of a TCP server that listens is an AddressInfo (Node.js documentation, server.address).
  return (http.address() as { readonly port: number }).port;
}

/** The built product where the script of a bundled package, known by a name in it, throws when it is loaded. */
function productWithBroken(t: TestContext, name: string): string {
  ensureBuilt();
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-broken-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  for (const each of ["src", "data", "assets", "package.json", "package-lock.json"])
    symlinkSync(join(ROOT, each), join(root, each));
  for (const folder of ["scripts", "dist"])
    cpSync(join(ROOT, folder), join(root, folder), {
      recursive: true,
      // The code that V8 keeps of a script is of its text before.
      filter: (path) => !/\.(map|db|code)$/.test(path),
    });
  const packages = join(root, "node_modules");
  mkdirSync(packages);
  for (const each of readdirSync(join(ROOT, "node_modules")))
    symlinkSync(join(ROOT, "node_modules", each), join(packages, each));
  const scripts = readdirSync(join(root, "dist"))
    .filter((file) => file.endsWith(".cjs"))
    .map((file) => join(root, "dist", file))
    .filter((path) => readFileSync(path, "latin1").includes(name));
  assert.notEqual(scripts.length, 0, `no script of the build is of ${name}`);
  for (const path of scripts)
    writeFileSync(path, '(function(){throw new TypeError("the package is broken")})');
  return join(root, "scripts", "ibl-bot.mjs");
}

const UNREACHABLE = /Discord's gateway cannot be reached/;

const LIMIT = { timeout: 240_000 };

test(
  "Telegram answers where Discord refuses its token at the start, and who runs the service and the owner are told",
  LIMIT,
  async (t) => {
    const { discord, start, talks, reads } = await town(t);
    discord.state.isTokenRevoked = true;
    const service = start();
    await service.prints(/goes on without Discord.*DISCORD_BOT_TOKEN/);
    await reads("telegram", /goes on without Discord/);
    await talks("telegram", "Paris");
    assert.equal(await service.stop(), 0);
  },
);

test("Discord answers where Telegram refuses its token at the start", LIMIT, async (t) => {
  const { telegram, start, talks, reads } = await town(t);
  telegram.revokeToken();
  start();
  await reads("discord", /goes on without Telegram.*TELEGRAM_BOT_TOKEN/);
  await talks("discord", "Paris");
});

test(
  "Discord answers where the port of Telegram's webhook is taken, and doctor names it",
  LIMIT,
  async (t) => {
    const { start, talks, reads, home, environment } = await town(t);
    const port = await takenPort(t);
    const settings = {
      TELEGRAM_WEBHOOK_URL: `http://127.0.0.1:${port}/telegram`,
      TELEGRAM_WEBHOOK_LISTEN: `127.0.0.1:${port}`,
    };
    const doctor = await commandLine(home, ["doctor"], {
      environment: { ...environment, ...settings },
    });
    assert.equal(doctor.code, 1);
    assert.match(
      doctor.output,
      new RegExp(`✗ Telegram webhook: .*127\\.0\\.0\\.1:${port} \\(EADDRINUSE\\)`),
    );
    start(settings);
    await reads("discord", /goes on without Telegram.*TELEGRAM_WEBHOOK_LISTEN/);
    await talks("discord", "Paris");
  },
);

test(
  "Telegram answers where the program for Discord itself is broken, and doctor says so",
  LIMIT,
  async (t) => {
    const { start, talks, reads } = await town(t);
    start({}, productWithBroken(t, "DiscordjsError"));
    await reads("telegram", /goes on without Discord.*the package is broken/);
    await talks("telegram", "Paris");
  },
);

test(
  "Telegram answers where Discord's gateway cannot be reached, which is logged once for all tries",
  LIMIT,
  async (t) => {
    const { start, talks } = await town(t);
    const service = start({ DISCORD_GATEWAY: "ws://127.0.0.1:9" });
    await service.prints(UNREACHABLE);
    await talks("telegram", "Paris");
    await talks("telegram", "Tokyo");
    assert.equal(service.printed.split(UNREACHABLE).length, 2);
  },
);

test("no token that is good: the service ends, and all that is wrong is told", LIMIT, async (t) => {
  const { telegram, discord, start, home, environment } = await town(t);
  telegram.revokeToken();
  discord.state.isTokenRevoked = true;
  const service = start();
  assert.equal(await service.ended(), 1);
  assert.match(service.printed, /TELEGRAM_BOT_TOKEN[^\n]*\n[^\n]*DISCORD_BOT_TOKEN/);
  const doctor = await commandLine(home, ["doctor", "--online"], { environment });
  assert.match(doctor.output, /✗ Telegram account: Telegram does not accept this token/);
  assert.match(doctor.output, /✗ Discord account: Discord does not accept this token/);
});

test(
  "what befalls a platform while the service runs is no matter of the other",
  LIMIT,
  async (t) => {
    const { telegram, discord, start, talks, reads, home, environment } = await town(t);
    const service = start();
    await talks("telegram", "Paris");
    await talks("discord", "Paris");

    await t.test("a gateway that breaks its own protocol", async () => {
      discord.gateway.sendRaw({ op: 10, d: null });
      discord.gateway.push("MESSAGE_CREATE", null);
      await talks("telegram", "Tokyo");
      await talks("discord", "Tokyo");
    });

    await t.test("an API that is down, of which doctor says what is wrong", async () => {
      await telegram.goDown();
      await talks("discord", "Berlin");
      const doctor = await commandLine(home, ["doctor", "--online"], { environment });
      assert.match(
        doctor.output,
        /✗ Telegram account: Telegram could not be reached.*ECONNREFUSED/,
      );
      assert.match(doctor.output, /✓ Discord account/);
      await telegram.comeUp();
      await talks("telegram", "Berlin");
    });

    await t.test("a token that is taken back", async () => {
      discord.state.isTokenRevoked = true;
      discord.gateway.disconnect(4004);
      await reads("telegram", /goes on without Discord/);
      await talks("telegram", "Madrid");
      assert.equal(await service.stop(), 0);
    });
  },
);
