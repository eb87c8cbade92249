import { type Handlers, listParam, stringParam } from "../../engine/execute/action-types.ts";
import { success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

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
