import type { Assistant } from "../../agent/turn/assistant.ts";
import type { ButtonPress } from "../approvals/signed-button.ts";
import type { Admission } from "../people/admission.ts";
import { chatKey } from "../platform/chat-adapter.ts";
import { runAndReply } from "../replies/program-reply.ts";
import type { ReplySender } from "../replies/reply-sender.ts";
import type { RunningWork } from "../replies/running-work.ts";

/** Runs the program that a pressed button stands for, through the gate as if the presser had typed it in that chat, and brings its result there, as the answer to `said` where it stands for words; what of it is not in them counts as from outside. Rejects on abort and faults of ours. */
export type RunPressed = (press: ButtonPress, code: string, said?: string) => Promise<void>;

/** Makes the one `RunPressed` that the features of the chat share. */
export function createRunPressed(parts: {
  readonly runningWork: RunningWork;
  readonly assistant: Pick<Assistant, "runProgram">;
  readonly admission: Pick<Admission, "actor">;
  readonly replies: Pick<ReplySender, "draw" | "reply">;
}): RunPressed {
  return async ({ event: { chat }, person, origin }, code, said) => {
    const actor = parts.admission.actor(person, chatKey(chat));
    const ownWords = said === undefined ? {} : { ownWords: [said] };
    const request = { origin: `${origin}/0`, actor, code, ...ownWords };
    const made = said === undefined ? {} : { made: { code, said } };
    await runAndReply(parts, { chat, key: origin, actor, ...made }, (signal, follow) =>
      parts.assistant.runProgram({ ...request, ...follow, signal }),
    );
  };
}
