// Stores one burst of events after the other in the database of its argument, and prints, a line for each burst, the ids of those that are stored.
import { randomUUID } from "node:crypto";
import { systemClock } from "../../src/base/clock.ts";
import { Updates } from "../../src/bots/inbox/update-table.ts";
import { UpdateWriter } from "../../src/bots/inbox/update-writer.ts";
import type { ChatEvent } from "../../src/bots/platform/chat-adapter.ts";
import { openDatabase } from "../../src/store/database.ts";

const BURST = 20;

const database = openDatabase(process.argv[2] ?? "");
const updateWriter = new UpdateWriter({
  database,
  updates: new Updates({ database, clock: systemClock }),
});

function eventOf(person: number): ChatEvent {
  const id = randomUUID();
  return {
    kind: "message",
    updateId: id,
    chat: { platform: "telegram", chatId: String(person), isPrivate: true },
    sender: { id: String(person), name: "Person" },
    text: "hello",
    messageId: id,
    sentAtMs: 0,
    isAddressed: true,
  };
}

/** Each id is told as soon as it is stored, the rest of its burst or not. */
async function burst(): Promise<void> {
  const people = Array.from({ length: BURST }, (_, index) => index);
  await Promise.all(
    people.map(async (person) => {
      const event = eventOf(person);
      await (await updateWriter.store(event)).onDisk;
      process.stdout.write(`${event.updateId} `);
    }),
  );
  process.stdout.write("\n");
}

for (;;) await burst();
