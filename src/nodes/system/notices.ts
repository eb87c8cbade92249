import { type Handlers, optionalString, type ReadyCall, stringParam } from "../../engine/action.ts";
import { failureIn, type Outcome, success } from "../../engine/outcome.ts";
import { type Dispatch, messageKey, type Outbox } from "../outbox-port.ts";
import { worded } from "../wording.ts";

const MARKS: Readonly<Record<string, string>> = {
  info: "ℹ️",
  success: "✅",
  warning: "⚠️",
  error: "❗",
};

/** `notify_user` and `send_notify`: a message to the person's own chat, once. */
export function createNoticeHandlers(parts: { readonly outbox: Outbox }): Handlers {
  return {
    "system:notify_user": async (call) => {
      const dispatch = await parts.outbox.send(
        {
          key: messageKey("notice", call.effectKey),
          chatKey: call.actor.chatId,
          text: noticeText(call),
        },
        call.signal,
      );
      return dispatchOutcome(call, dispatch);
    },
  };
}

/** Says what really happened to a message; "sent" only with the platform's own id. */
export function dispatchOutcome(call: ReadyCall, dispatch: Dispatch): Outcome {
  if (dispatch.state === "failed")
    return failureIn(call.actor.language, "not-delivered", dispatch.reason);
  if (dispatch.state === "delivered")
    return success(worded(call, { ko: "보냈습니다.", en: "Sent." }));
  return success(
    worded(call, {
      ko: "보낼 목록에 넣었습니다. 연결되는 대로 나갑니다.",
      en: "Queued. It leaves as soon as the platform can be reached.",
    }),
  );
}

function noticeText(call: ReadyCall): string {
  const mark = MARKS[optionalString(call, "type") ?? "info"] ?? "ℹ️";
  const title = optionalString(call, "title");
  const message = stringParam(call, "message");
  return title === undefined ? `${mark} ${message}` : `${mark} **${title}**\n${message}`;
}
