import type { RunResult } from "../../runs/run-result.ts";
import type { ChatAddress } from "../platform/chat-adapter.ts";
import { type Follow, NO_PLACE, type Work } from "./progress-message.ts";
import type { ReplySender } from "./reply-sender.ts";
import type { RunningWork } from "./running-work.ts";

/** Runs a program for a chat and posts its result there, under the key of the work; without an address nothing of the work itself is shown. Rejects as `run` does. */
export async function runAndReply(
  parts: {
    readonly runningWork: RunningWork;
    readonly replies: Pick<ReplySender, "draw" | "reply">;
  },
  work: Pick<Work, "key" | "actor"> & {
    readonly chat: ChatAddress | undefined;
    /** The program, and the words that asked for it. Default: nobody asked in words. */
    readonly made?: { readonly code: string; readonly said: string };
  },
  run: (signal: AbortSignal, follow: Follow) => Promise<RunResult>,
): Promise<void> {
  const { runningWork, replies } = parts;
  const { chat, key, actor, made } = work;
  const drawn = async (signal: AbortSignal, follow: Follow) => {
    const result = await run(signal, follow);
    const reply = { kind: "run", result, ...(made && { made }) } as const;
    await replies.draw(key, actor, reply, signal);
    return reply;
  };
  if (chat === undefined)
    replies.reply(key, actor, await drawn(new AbortController().signal, {}), { place: NO_PLACE });
  else
    await runningWork.run({ chat, key, actor }, drawn, (reply, place) =>
      replies.reply(key, actor, reply, { place }),
    );
}
