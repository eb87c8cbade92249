import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { TelegramServer } from "../../test/support/telegram-server.ts";
import type { StoredMessage } from "../../test/support/telegram-server-state.ts";

/** A program whose effects each write the time of their beginning, and its stop. */
export interface StopPlay {
  readonly text: string;
  /** Where every effect adds a line: nanoseconds since 1970. */
  readonly marksPath: string;
  readonly by: "command" | "button";
}

/** What came of a stop. Times run from the stop's update in the queue. */
export interface StopResult {
  /** Until the beginning of the last effect that began; 0 where none did. */
  readonly lastEffectMs: number;
  /** Effects that began after it. */
  readonly effectsAfter: number;
  /** Until the message that says what was not done. */
  readonly answerMs: number;
  /** Effects that had begun before. */
  readonly effectsBefore: number;
}

/** Effects that have begun when the stop comes. */
const BEGUN = 10;

/** How long is looked for effects that begin although all was stopped. */
const WATCH_MS = 1000;

/** How often the file of marks is looked at. */
const LOOK_EVERY_MS = 10;

const LIMIT_MS = 30_000;

/** What agrees on the card that asks before the program begins. */
const AGREE = /^(?:Run|Do all \d+)$/;

/** What a message has on it while its work goes on. */
const STOP = /^Stop$/;

/** Has a person start a program, approve it where that is asked, and stop it while it works. */
export async function playStop(server: TelegramServer, play: StopPlay): Promise<StopResult> {
  const person = { id: 1, firstName: "Person 1", languageCode: "en" };
  const begunBefore = marksIn(play.marksPath).length;
  const { messageId: since } = server.say(person, play.text);
  const find = (pattern: RegExp, label?: RegExp): StoredMessage | undefined =>
    server
      .messages(person.id)
      .find(
        ({ messageId, text, buttons }) =>
          messageId > since &&
          pattern.test(text) &&
          (label === undefined || buttons?.flat().some((button) => label.test(button.text))),
      );
  const first = await server.waitFor(() => find(/./, AGREE) ?? find(/./, STOP), LIMIT_MS);
  const agree = first.buttons?.flat().find(({ text }) => AGREE.test(text));
  if (agree !== undefined) server.press(person, first.messageId, agree.text);
  if (play.by === "button") await server.waitFor(() => find(/./, STOP), LIMIT_MS);
  const endMs = Date.now() + LIMIT_MS;
  while (marksIn(play.marksPath).length < begunBefore + BEGUN && Date.now() < endMs)
    await delay(LOOK_EVERY_MS);
  const saidAtMs = nowMs();
  if (play.by === "command") server.say(person, "/stop");
  else server.press(person, find(/./, STOP)?.messageId ?? 0, "Stop");
  await server.waitFor(() => find(/not done/i), LIMIT_MS);
  const answerMs = nowMs() - saidAtMs;
  await delay(WATCH_MS);
  const marks = marksIn(play.marksPath).slice(begunBefore);
  const after = marks.filter((mark) => mark > saidAtMs);
  return {
    lastEffectMs: Math.max(0, ...after.map((mark) => mark - saidAtMs)),
    effectsAfter: after.length,
    answerMs,
    effectsBefore: marks.length - after.length,
  };
}

/** The same clock that the effects read, in milliseconds with a fraction. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

function marksIn(path: string): readonly number[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Number(line) / 1_000_000);
}
