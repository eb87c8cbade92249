import { withAdvice } from "../app/backup/database-trouble.ts";
import { openConsole } from "../app/channels.ts";
import { channelNames, channelsWithToken } from "../app/core/channel-names.ts";
import { type App, openApp } from "../app/open-app.ts";
import { startService } from "../app/service.ts";
import { messageOf, wordsOf } from "../base/errors.ts";
import type { Config } from "../config/config.ts";
import type { CliContext } from "./command.ts";
import { configOf, logOf } from "./context.ts";
import { EXIT } from "./output.ts";
import { firstRunScreen } from "./screens.ts";

/** The command `start`. */
export async function start(context: CliContext): Promise<number> {
  const config = configOf(context);
  const isTerminal =
    context.edges.input.isTTY === true &&
    context.edges.output.isTTY === true &&
    context.environment["TERM"] !== "dumb";
  const log = logOf(context, config, { quiet: isTerminal });
  // The libraries of the platforms work beside each other: what one of them lets fall must not end the others.
  context.edges.onStrayFailure((thrown) =>
    log.error(
      { problem: messageOf(thrown), stack: stackOf(thrown) },
      "Something failed unawaited.",
    ),
  );
  const parts = openApp({
    config,
    edges: context.edges,
    log,
    root: context.edges.root,
    watch: true,
  });
  const channels = channelsWithToken(config);
  const end = new AbortController();
  const ended = Promise.race([abortOf(context.signal), abortOf(end.signal)]);
  try {
    const terminal =
      isTerminal || channels.length === 0
        ? openConsole(parts, context.edges, {
            isTerminal,
            useColour: isTerminal && !context.environment["NO_COLOR"],
            onEnd: () => end.abort(),
          })
        : undefined;
    const service = await startService(parts, {
      ...(terminal === undefined ? {} : { console: terminal }),
      announce: (claimCode) => announce(context, parts, claimCode, isTerminal),
      tellLost: (words) => context.speaker.note(words),
    });
    log.info(
      {
        home: parts.home.path,
        telegram: config.telegram !== undefined,
        discord: config.discord !== undefined,
        console: terminal !== undefined,
        model: config.models !== undefined,
      },
      "ready",
    );
    await ended;
    // Whoever closed a pipe still reads what it prints; whoever left a terminal does not.
    if (!isTerminal) await Promise.race([service.answered(), abortOf(context.signal)]);
    await service.stop();
    log.info({}, "stopped");
    return EXIT.ok;
  } catch (error) {
    await parts.close();
    context.speaker.note(wordsOf(withAdvice(error), context.speaker.language));
    return EXIT.failed;
  }
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack : undefined;
}

/** Resolves when the signal aborts, at once where it has. */
function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

async function announce(
  context: CliContext,
  parts: App,
  claimCode: string | undefined,
  isTerminal: boolean,
): Promise<void> {
  const config: Config = parts.config;
  if (isTerminal) context.speaker.note(await firstRunScreen(parts, claimCode));
  else if (claimCode !== undefined)
    context.speaker.note({
      ko: `봇의 주인이 되려면 ${channelNames(config, "ko").join("이나 ")}에서 봇에게 "/claim ${claimCode}" 를 보내세요. 한 시간 동안 한 번만 쓸 수 있어요.`,
      en: `Claim this bot: send "/claim ${claimCode}" to it on ${channelNames(config, "en").join(" or ")}. The code works once, for one hour.`,
    });
  if (!isTerminal && channelsWithToken(config).length === 0)
    context.speaker.note({
      ko: "TELEGRAM_BOT_TOKEN도 DISCORD_BOT_TOKEN도 없어서 표준 입력에서 메시지를 읽어요.",
      en: "Neither TELEGRAM_BOT_TOKEN nor DISCORD_BOT_TOKEN is set: reading messages from standard input.",
    });
  for (const problem of parts.library.problems())
    context.speaker.note(`data/${problem.file}:${problem.line}: ${problem.message}`);
}
