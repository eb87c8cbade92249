import { PassThrough } from "node:stream";
import type { ShiftedClock } from "../../support/shifted-clock.ts";
import { withoutSequences } from "../../support/terminal-screen.ts";
import { type Channel, plainly, type Who } from "./channel.ts";
import { openTelegram } from "./channel-telegram.ts";

/** So wide that no line is broken. */
const COLUMNS = 20_000;

/** The prompt of a card stands at the end of the screen. */
const ASKING = /\[\d[^\n]*\] › ?$/;

const ENTER = "\r";

/** A terminal with the owner at it. Somebody else writes from Telegram to the same service. */
export async function openTerminalChannel(options: {
  readonly clock: ShiftedClock;
  readonly language: "ko" | "en";
  readonly names: Readonly<Record<Who, string>>;
  readonly hasGuest: boolean;
}): Promise<Channel> {
  const { clock, hasGuest } = options;
  const telegram = hasGuest ? await openTelegram(options) : undefined;
  let raw = "";
  let input = new PassThrough();
  const shown = (): string => withoutSequences(raw);
  const elsewhere = (): Channel => {
    if (telegram === undefined) throw new Error("Nobody else is in this conversation.");
    return telegram;
  };
  return {
    name: "console",
    clock,
    environment: { ...telegram?.environment, NO_COLOR: "1" },
    openTerminal() {
      input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
      const output = Object.assign(new PassThrough(), { columns: COLUMNS });
      output.setEncoding("utf8").on("data", (text: string) => {
        raw += text;
      });
      return { input, output };
    },
    account: (who) =>
      who === "guest"
        ? elsewhere().account("guest")
        : { platform: "console", externalId: "local", chatId: "local" },
    connected: async () => telegram?.connected(),
    isTaken: () => telegram?.isTaken() ?? true,
    say(act, text) {
      if (act.who === "guest") elsewhere().say({ ...act, place: "private" }, text);
      else
        input.write(text.includes("\n") ? `\u001b[200~${text}\u001b[201~` : text, () =>
          input.write(ENTER),
        );
    },
    edit() {
      throw new Error("What was typed at a terminal stays.");
    },
    sendFile() {
      throw new Error("A terminal takes no files.");
    },
    press(act, label) {
      if (act.who === "guest") {
        elsewhere().press(act, label);
        return;
      }
      const key = keyOf(shown(), label);
      // A card whose press was answered beside it is put aside; Tab brings it back.
      if (!ASKING.test(shown())) input.write("\t");
      setImmediate(() => input.write(key));
      if (act.isTwice) setImmediate(() => setImmediate(() => input.write(key)));
    },
    seen(who) {
      if (who === "guest") return elsewhere().seen("guest", "private");
      return [{ id: "screen", text: plainly(shown()), labels: [] }];
    },
    marked(who) {
      if (who === "guest") return elsewhere().marked("guest", "private");
      return [
        {
          id: "screen",
          text: shown(),
          rows: [],
          edits: 0,
          files: [],
          isReply: false,
          isPublic: false,
          mentions: [],
        },
      ];
    },
    reactions: (who) => (who === "guest" ? elsewhere().reactions("guest", "private") : []),
    notes: () => [plainly(shown()), ...(telegram?.notes() ?? [])],
    done: () => telegram?.done() ?? [],
    commands: () => [],
    trouble(who, how) {
      if (who === "owner") throw new Error("Nothing is lost on the way to a terminal.");
      elsewhere().trouble(who, how);
    },
    close: async () => telegram?.close(),
  };
}

/** The key that stands before a label, where it was drawn last. */
function keyOf(screen: string, label: string): string {
  const places = [...screen.matchAll(/\[(\d)\] ([^\n]*?)(?= {2}|\n|$)/g)];
  const key = places.findLast(([, , text]) => text?.trim() === label)?.[1];
  if (key === undefined) throw new Error(`The screen shows no key for "${label}":\n${screen}`);
  return key;
}
