import type { Phone, Phones } from "../../drivers/adb/phones.ts";
import { middleOf } from "../../drivers/adb/screen.ts";
import type { SeenScreens } from "../../drivers/adb/seen-screens.ts";
import { markPicture, type PictureMark } from "../../drivers/files/image.ts";
import { type AskedCall, optionalString } from "../../engine/execute/action-types.ts";
import { labelled, placeOf, pointOf } from "./phone-screen.ts";

/** The phone's screen as a PNG for the card of a call, with where it will be touched marked in it; a place that cannot be found is not marked. */
export async function phonePicture(
  { phones, seen }: { readonly phones: Phones; readonly seen: SeenScreens },
  call: AskedCall,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const phone = await phones.open(optionalString(call, "device_id"), signal);
  const bytes = await phone.screen();
  const mark = await markOf(phone, call, seen).catch(() => undefined);
  return markPicture({ mediaType: "image/png", bytes }, mark, signal);
}

async function markOf(
  phone: Phone,
  call: AskedCall,
  seen: SeenScreens,
): Promise<PictureMark | undefined> {
  switch (call.action) {
    case "tap":
    case "long_press":
      return placeOf(phone, call, seen);
    case "find_tap":
      return middleOf(await labelled(phone, call));
    case "swipe": {
      const to = pointOf(call, "x2", "y2");
      return { ...pointOf(call, "x1", "y1"), toX: to.x, toY: to.y };
    }
    default:
      return undefined;
  }
}
