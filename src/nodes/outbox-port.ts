import { dayAndTime } from "../base/format-time.ts";
import type { Localized } from "../base/localized.ts";
import type { ReadyCall } from "../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../engine/values/outcome.ts";
import { worded } from "./localize.ts";

/** What became of a message that a program sent. */
export type Dispatch =
  | { readonly state: "delivered"; readonly messageId: string }
  /** Written down; it leaves as soon as its platform can be reached. */
  | { readonly state: "queued" }
  /** It waits for the end of the quiet hours of whom it goes to. */
  | { readonly state: "held"; readonly untilMs: number }
  | { readonly state: "failed"; readonly reason: Localized }
  /** It has left, and no answer came. */
  | { readonly state: "unknown"; readonly reason: Localized };

/** Key of the message by which a call sends to someone, or gives its own person notice. */
export function messageKey(kind: "message" | "notice", effectKey: string): string {
  return `${kind}:${effectKey}`;
}

/** A file as it is when it is sent; `path` is absolute. */
export interface SentFile {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
}

/** What a program sends. What a schedule sends is held during the quiet hours of whom it goes to, unless it is urgent. */
export interface ProgramMessage {
  readonly key: string;
  readonly chatKey: string;
  readonly text: string;
  /** Default none. */
  readonly file?: SentFile;
  /** The effect key of the call that sends it. */
  readonly effectKey: string;
  readonly isUrgent: boolean;
  /** Whose words it brings, so that its reader may answer them. */
  readonly from?: string;
}

/** The way out of a program to people. The same `key` is sent at most once; what has not begun to leave when `signal` aborts never does. */
export interface OutboxPort {
  send(message: ProgramMessage, signal: AbortSignal): Promise<Dispatch>;
  /** True for the notice of a due time whose words are all that it has to tell: they are brought with it, as one message. */
  isBroughtWithDueTime(effectKey: string): boolean;
}

/** Says what really happened to a message; "sent" only with the platform's own id. */
export function dispatchOutcome(call: ReadyCall, dispatch: Dispatch): Outcome {
  if (dispatch.state === "failed" || dispatch.state === "unknown")
    return failureIn(call.actor.language, "not-delivered", dispatch.reason);
  if (dispatch.state === "delivered")
    return success({
      kind: "object",
      data: { state: "delivered" },
      text: worded(call, { ko: "보냈어요.", en: "Sent." }),
    });
  if (dispatch.state === "held") {
    const time = dayAndTime(dispatch.untilMs, call.actor);
    return success(
      worded(call, {
        ko: `방해 금지 시간이라 ${time}에 보내요.`,
        en: `It waits for the end of the quiet hours and leaves at ${time}.`,
      }),
    );
  }
  return success(
    worded(call, {
      ko: "연결되는 대로 보낼게요.",
      en: "I'll send it as soon as I'm connected.",
    }),
  );
}
