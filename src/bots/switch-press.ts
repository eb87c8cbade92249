import type { Assistant } from "../agent/assistant.ts";
import type { Person } from "../security/people.ts";
import type { Activity } from "./activity.ts";
import { type ChatEvent, chatKey } from "./adapter.ts";
import type { PeopleDesk } from "./people-desk.ts";
import type { ReplyDesk } from "./reply-desk.ts";
import type { SwitchDesk } from "./switch-desk.ts";
import { say } from "./texts.ts";

/** A press that may be one on a switch. */
export interface SwitchPress {
  readonly event: Extract<ChatEvent, { kind: "press" }>;
  readonly person: Person;
  readonly origin: string;
  /** Tells the presser something, or nothing, so that the platform knows that the press arrived. */
  readonly acknowledge: (note: string) => Promise<void>;
}

/** Runs the switch behind a button, through the gate as if its program were typed; false where the button is none of a switch. */
export async function runSwitch(
  parts: {
    readonly activity: Activity;
    readonly assistant: Assistant;
    readonly door: PeopleDesk;
    readonly replies: ReplyDesk;
    readonly switchDesk: Pick<SwitchDesk, "press">;
  },
  { event, person, origin, acknowledge }: SwitchPress,
): Promise<boolean> {
  const { activity, assistant, door, replies, switchDesk } = parts;
  const found = switchDesk.press(event.data, person, event.chat);
  if (found === undefined) return false;
  if ("note" in found) {
    await acknowledge(found.note);
    return true;
  }
  await acknowledge(say(person.language, "switchRuns", { name: found.name }));
  const actor = door.actor(person, chatKey(event.chat));
  const request = { origin: `${origin}/0`, actor, code: found.program };
  await activity.run(
    { chat: event.chat, key: origin, actor },
    (signal, follow) => assistant.runProgram({ ...request, ...follow, signal }),
    (result, place) => replies.reply(origin, actor, { kind: "run", result }, { place }),
  );
  return true;
}
