import { AppError, messageOf, wordsOf } from "../base/errors.ts";
import type { Localized } from "../base/localized.ts";
import type { ChatAdapter } from "../bots/platform/chat-adapter.ts";
import { platformName } from "../bots/platform/platform-names.ts";
import { say } from "../bots/texts/say.ts";
import type { Parts } from "./open-app.ts";

/** Told which platform the service goes on without, and what to do. */
export type TellLost = (words: Localized) => void;

/**
 * Starts every adapter, and goes on without a platform that cannot be started while another one can, be it the console: whoever runs the
 * service is told by `tell`, its owners on the others. Rejects with `AppError` where none is left.
 */
export async function connectAll(
  parts: Parts,
  adapters: readonly ChatAdapter[],
  tell: TellLost,
): Promise<void> {
  for (const adapter of adapters) {
    const paced = parts.outbox.start(adapter, { recover: true });
    parts.dispatcher.attach(paced, { recover: true });
  }
  const [consoles, platforms] = [
    adapters.filter(isConsole),
    adapters.filter((adapter) => !isConsole(adapter)),
  ];
  const started = await Promise.all(platforms.map((adapter) => startPlatform(parts, adapter)));
  const lost = started.filter((each) => each !== undefined);
  if (lost.length > 0 && lost.length === adapters.length) throw together(lost);
  for (const { platform, problem } of lost) {
    parts.log.error({ platform, problem: problem.message }, "The service goes on without it.");
    const words = bothWords(problem);
    tell(lostWords(platform, words));
    tellOwners(parts, platform, words);
  }
  for (const adapter of consoles) await start(parts, adapter);
}

/** Tells every owner, in private on another platform, that one does not take the bot any more, and what to do. */
export function tellOwners(
  { people, updates, outbox, edges }: Pick<Parts, "people" | "updates" | "outbox" | "edges">,
  platform: string,
  problem: Localized,
): void {
  for (const { id, language } of people.owners()) {
    const chatKey = updates
      .chatsOf(id)
      .find((chat) => !chat.startsWith(`${platform}:`) && outbox.mayReach(chat));
    if (chatKey === undefined) continue;
    const text = lostWords(platform, problem)[language];
    const key = `platform-lost:${platform}:${edges.clock.now()}:${id}`;
    outbox.post({ key, chatKey, class: "reply", message: { text } });
  }
}

/** A platform that does not start, and why. */
interface Lost {
  readonly platform: string;
  readonly problem: AppError;
}

/** Undefined when it did start. Never rejects: whatever is wrong with one platform is no matter of the others. */
async function startPlatform(parts: Parts, adapter: ChatAdapter): Promise<Lost | undefined> {
  const { platform } = adapter;
  try {
    await start(parts, adapter);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof AppError) return { platform, problem: thrown };
    parts.log.error({ platform, stack: thrown instanceof Error ? thrown.stack : undefined }, FAULT);
    return { platform, problem: faultOf(platform, thrown) };
  }
}

const FAULT = "A platform cannot be started by a fault of the program.";

function faultOf(platform: string, thrown: unknown): AppError {
  const problem = messageOf(thrown);
  const words = {
    ko: `${platformName(platform, "ko")}의 프로그램에 문제가 있습니다(${problem}). 패키지를 다시 설치해 보세요(npm ci).`,
    en: `The program for ${platformName(platform, "en")} fails (${problem}). Try to install its packages again (npm ci).`,
  };
  return new AppError("adapter-fault", words, { cause: thrown });
}

function start({ dispatcher }: Pick<Parts, "dispatcher">, adapter: ChatAdapter): Promise<void> {
  return adapter.start(
    (event) => dispatcher.receive(event),
    (events) => dispatcher.receiveAll(events),
  );
}

function isConsole({ platform }: ChatAdapter): boolean {
  return platform === "console";
}

/** All that has to be put right, at once. */
function together(lost: readonly Lost[]): AppError {
  const [{ problem: first } = { problem: undefined }] = lost;
  const all = lost.map(({ problem }) => bothWords(problem));
  const words = {
    ko: all.map(({ ko }) => ko).join("\n"),
    en: all.map(({ en }) => en).join("\n"),
  };
  return new AppError(first?.code ?? "adapter-refused", words, { cause: first });
}

function bothWords(problem: AppError): Localized {
  return { ko: wordsOf(problem, "ko"), en: wordsOf(problem, "en") };
}

function lostWords(platform: string, problem: Localized): Localized {
  return {
    ko: say("ko", "platformLost", { platform: platformName(platform, "ko"), problem: problem.ko }),
    en: say("en", "platformLost", { platform: platformName(platform, "en"), problem: problem.en }),
  };
}
