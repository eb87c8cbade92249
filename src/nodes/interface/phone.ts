import type { SeenScreens } from "../../drivers/adb/seen-screens.ts";
import type { Handlers } from "../../engine/execute/action-types.ts";
import { createPhoneAppHandlers } from "./phone-apps.ts";
import type { PhoneParts } from "./phone-call.ts";
import { createPhoneMessageHandlers } from "./phone-messages.ts";
import { createPhonePeopleHandlers } from "./phone-people.ts";
import { createPhoneScreenHandlers } from "./phone-screen.ts";
import { createPhoneStatusHandlers } from "./phone-status.ts";

/** All actions on an Android phone. */
export function createPhoneHandlers(parts: PhoneParts & { readonly seen: SeenScreens }): Handlers {
  return {
    ...createPhoneStatusHandlers(parts),
    ...createPhoneMessageHandlers(parts),
    ...createPhonePeopleHandlers(parts),
    ...createPhoneAppHandlers(parts),
    ...createPhoneScreenHandlers(parts),
  };
}
