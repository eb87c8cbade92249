import {
  type Handlers,
  listParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { dispatchOutcome, messageKey, type OutboxPort } from "../outbox-port.ts";

const MARKS: Readonly<Record<string, string>> = {
  info: "ℹ️",
  success: "✅",
  warning: "⚠️",
  error: "❗",
};

/** Kinds of notices that quiet hours do not hold. */
const URGENT: ReadonlySet<string> = new Set(["warning", "error"]);

/** `notify_user` and `send_notify`: a message to the person's own chat, once. */
export function createNoticeHandlers(parts: { readonly outbox: OutboxPort }): Handlers {
  return {
    "system:notify_user": async (call) => {
      if (parts.outbox.isBroughtWithDueTime(call.effectKey)) return success(titled(call));
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

function noticeText(call: ReadyCall): string {
  const mark = MARKS[optionalString(call, "type") ?? "info"] ?? "ℹ️";
  return `${mark} ${titled(call)}`;
}

function titled(call: ReadyCall): string {
  const title = optionalString(call, "title");
  const message = stringParam(call, "message");
  return title === undefined ? message : `**${title}**\n${message}`;
}

/** `ask_user` and `approve`: both end the run for now; the answer continues it, also after a restart. */
export function createAskingHandlers(): Handlers {
  return {
    "system:ask_user": async (call) => ({
      suspend: "question",
      prompt: stringParam(call, "question"),
      options: listParam(call, "options").filter(
        (option): option is string => typeof option === "string",
      ),
    }),
    "system:approve": async (call) => ({
      suspend: "approval",
      prompt: stringParam(call, "description"),
      // Approval is no value of its own: what came from the step before goes on to the step after.
      resume:
        call.previous === undefined
          ? success(worded(call, { ko: "승인됨", en: "approved" }))
          : success(call.previous.value, { tainted: call.previous.tainted }),
    }),
  };
}
