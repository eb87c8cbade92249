import type { Scheduler } from "../bots/replies/unreachable-chats.ts";
import type { Stores } from "./core/stores.ts";

/** Whose active schedules write to a group, each with a chat of their own, on the group's platform where there is one; nobody for a private chat. */
export function schedulersIn(
  { people, schedules, updates }: Pick<Stores, "people" | "schedules" | "updates">,
  chatKey: string,
): readonly Scheduler[] {
  const address = updates.address(chatKey);
  if (address === undefined || address.isPrivate) return [];
  const there = schedules
    .list()
    .filter(({ chatId, state }) => chatId === chatKey && state === "active");
  return [...new Set(there.map(({ personId }) => personId))].flatMap((personId) => {
    const person = people.get(personId);
    const chats = updates.chatsOf(personId);
    const privateChat =
      chats.find((chat) => chat.startsWith(`${address.platform}:`)) ?? chats.at(0);
    if (person === undefined || privateChat === undefined) return [];
    const names = there
      .filter((schedule) => schedule.personId === personId)
      .map(({ name }) => name);
    return [{ person, names, privateChat }];
  });
}
