import type { ButtonHandler } from "../../src/bots/approvals/signed-button.ts";
import { PressHandler } from "../../src/bots/dispatch/press-handler.ts";
import type { PressEvent } from "../../src/bots/platform/chat-adapter.ts";
import { ANN, type House } from "./bots-house.ts";

/** Ann presses a button with this data in her private chat, in a house that knows these buttons alone. Returns the notes that she reads. */
export async function pressOn(
  house: House,
  handlers: readonly ButtonHandler[],
  press: Pick<PressEvent, "data" | "messageId" | "updateId">,
): Promise<readonly (string | undefined)[]> {
  const notes: (string | undefined)[] = [];
  const adapter = { acknowledge: async (_id: string, note?: string) => void notes.push(note) };
  const { admission, approvals, cards, log, tokens } = house;
  const runningWork = { adapter: () => adapter } as unknown as House["runningWork"]; // only asked for its adapter
  const chat = { platform: "telegram", chatId: ANN.id, isPrivate: true };
  const event = { ...press, kind: "press", chat, sender: ANN, pressId: press.updateId } as const;
  const presses = new PressHandler({
    handlers,
    admission,
    approvals,
    cards,
    log,
    runningWork,
    tokens,
  });
  await presses.press(event, `telegram:${press.updateId}`);
  return notes;
}
