import { dayAndTime } from "../../base/format-time.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { failureIn, type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { type Dispatch, messageKey, type Outbox } from "../outbox-port.ts";

const MARKS: Readonly<Record<string, string>> = {
  info: "ℹ️",
  success: "✅",
  warning: "⚠️",
  error: "❗",
};

/** Kinds of notices that quiet hours do not hold. */
const URGENT: ReadonlySet<string> = new Set(["warning", "error"]);

/** `notify_user` and `send_notify`: a message to the person's own chat, once. */
export function createNoticeHandlers(parts: { readonly outbox: Outbox }): Handlers {
  return {
    "system:notify_user": async (call) => {
      if (parts.outbox.isBroughtWithDueTime(call.effectKey))
        return success(stringParam(call, "message"));
      const dispatch = await parts.outbox.send(
        {
          key: messageKey("notice", call.effectKey),
          chatKey: call.actor.chatId,
          text: noticeText(call),
          effectKey: call.effectKey,
          isUrgent: URGENT.has(optionalString(call, "type") ?? "info"),
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
  if (dispatch.state === "held") {
    const time = dayAndTime(dispatch.untilMs, call.actor);
    return success(
      worded(call, {
        ko: `방해 금지 시간이라 ${time}에 보냅니다.`,
        en: `It waits for the end of the quiet hours and leaves at ${time}.`,
      }),
    );
  }
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
