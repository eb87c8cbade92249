import type { Assistant } from "../../agent/turn/assistant.ts";
import type { Person } from "../../security/access/people.ts";
import type { Admission } from "../people/admission.ts";
import { type ChatAddress, chatKey } from "../platform/chat-adapter.ts";
import { runAndReply } from "../replies/program-reply.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";

/** Dependencies of `runPressed`. */
export interface PressedProgramParts {
  readonly runningWork: RunningWork;
  readonly assistant: Pick<Assistant, "runProgram">;
  readonly admission: Pick<Admission, "actor">;
  readonly replies: Pick<ReplySender, "draw" | "reply">;
}

/** Runs the program that a pressed button stands for, through the gate as if the presser had typed it in that chat, and brings its result there. Rejects on abort and faults of ours. */
export async function runPressed(
  parts: PressedProgramParts,
  press: { readonly chat: ChatAddress; readonly person: Person; readonly origin: string },
  code: string,
): Promise<void> {
  const { chat, person, origin } = press;
  const actor = parts.admission.actor(person, chatKey(chat));
  const request = { origin: `${origin}/0`, actor, code };
  await runAndReply(parts, { chat, key: origin, actor }, (signal, follow) =>
    parts.assistant.runProgram({ ...request, ...follow, signal }),
  );
}
