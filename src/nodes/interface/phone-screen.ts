import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import { bold } from "../../base/visible-text.ts";
import { openApp, PACKAGE, packageOf } from "../../drivers/adb/apps.ts";
import type { Phone } from "../../drivers/adb/phones.ts";
import {
  findElements,
  keyName,
  middleOf,
  pressKey,
  readScreen,
  readSize,
  type ScreenElement,
  type ScreenPoint,
  sameElement,
  swipe,
  tap,
} from "../../drivers/adb/screen.ts";
import type { SeenScreens } from "../../drivers/adb/seen-screens.ts";
import { pasteText, typeText } from "../../drivers/adb/typing.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { described, listed, onPhone, type PhoneParts, plain, said } from "./phone-call.ts";

const LONG_PRESS_MS = 1000;
const SWIPE_MS = 300;

/** The parameters by which calls name a place. */
type Named = Pick<ReadyCall, "node" | "action" | "params" | "actor">;

/** The screen of the phone: what is on it, and all that a finger does. */
export function createPhoneScreenHandlers(
  parts: PhoneParts & { readonly seen: SeenScreens },
): Handlers {
  const { seen } = parts;
  const place = (phone: Phone, call: ReadyCall) => placeOf(phone, call, seen);
  return {
    "interface:android_screenshot": onPhone(parts, async (phone, call) =>
      success(parts.showPicture(call, await phone.screen()), { tainted: true }),
    ),
    "interface:capture": onPhone(parts, async (phone, call) => {
      const stamp = new Date(parts.clock.now()).toISOString().replace(/\D/g, "").slice(0, 14);
      const name = `phone-${stamp}.png`;
      const file = await parts.saveFile(call, name, await phone.screen(), "image/png");
      return success(file, { tainted: true });
    }),
    "interface:hierarchy": onPhone(parts, async (phone, call) => {
      const elements = await readScreen(phone);
      seen.keep(call.actor.chatId, phone.id, elements);
      if (elements.length > 0) return success(elements.map(lineOf).join("\n"), { tainted: true });
      throw new AppError("empty-screen", {
        ko: "화면에 읽을 수 있는 것이 없어요.",
        en: "There is nothing on the screen that I can read.",
      });
    }),
    "interface:find_element": onPhone(parts, async (phone, call) => {
      const elements = await readScreen(phone);
      seen.keep(call.actor.chatId, phone.id, elements);
      const found = findElements(elements, stringParam(call, "query"));
      const rows = found.map((element) => ({
        data: { ref: element.ref, kind: element.kind, label: element.label, ...middleOf(element) },
        line: lineOf({ ...element, depth: 0 }),
      }));
      return listed(call, rows, {
        ko: "화면에 그런 것이 없어요.",
        en: "There is no such thing on the screen.",
      });
    }),
    "interface:tap": onPhone(parts, async (phone, call) => {
      const at = await place(phone, call);
      await tap(phone, at);
      return tapped(call, at);
    }),
    "interface:long_press": onPhone(parts, async (phone, call) => {
      const at = await place(phone, call);
      const durationMs = numberParam(call, "duration_ms", LONG_PRESS_MS);
      await swipe(phone, { from: at, to: at, durationMs });
      return said(call, {
        ko: `👆 (${at.x}, ${at.y})를 길게 눌렀어요.`,
        en: `👆 Held (${at.x}, ${at.y}).`,
      });
    }),
    "interface:find_tap": onPhone(parts, async (phone, call) => {
      const element = await labelled(phone, call);
      const at = middleOf(element);
      await tap(phone, at);
      return tapped(call, at);
    }),
    "interface:swipe": onPhone(parts, async (phone, call) => {
      const [from, to] = [pointOf(call, "x1", "y1"), pointOf(call, "x2", "y2")];
      await swipe(phone, { from, to, durationMs: numberParam(call, "duration_ms", SWIPE_MS) });
      return said(call, { ko: "👆 화면을 밀었어요.", en: "👆 Swiped." });
    }),
    ...createKeyHandlers(parts),
  };
}

function createKeyHandlers(parts: PhoneParts): Handlers {
  return {
    "interface:type_text": onPhone(parts, async (phone, call) => {
      await typeText(phone, stringParam(call, "text"));
      return said(call, { ko: "⌨️ 휴대폰에 입력했어요.", en: "⌨️ Typed on the phone." });
    }),
    "interface:send_text": onPhone(parts, async (phone, call) => {
      await pasteText(phone, stringParam(call, "text"));
      return said(call, { ko: "⌨️ 휴대폰에 붙여 넣었어요.", en: "⌨️ Pasted on the phone." });
    }),
    "interface:android_key": onPhone(parts, async (phone, call) => {
      const name = stringParam(call, "keycode");
      const key = keyName(name);
      if (key === undefined) throw noSuchKey(name);
      await pressKey(phone, key);
      return said(call, {
        ko: `⌨️ ${bold(name)} 키를 눌렀어요.`,
        en: `⌨️ Pressed ${bold(name)}.`,
      });
    }),
    "interface:open_app": onPhone(parts, async (phone, call) => {
      const name = stringParam(call, "package_name");
      const app = PACKAGE.test(name) ? name : await packageOf(phone, name);
      await openApp(phone, app);
      return said(call, { ko: `📱 ${bold(app)} 앱을 열었어요.`, en: `📱 Opened ${bold(app)}.` });
    }),
    "interface:android_screen_info": onPhone(parts, async (phone) => {
      const { width, height, density } = await readSize(phone);
      const data = { width, height, ...(density === undefined ? {} : { density }) };
      const dots = density === undefined ? "" : ` · ${density} dpi`;
      return described(data, [`${width} × ${height}${dots}`]);
    }),
  };
}

/** Where a call points: at a reference of the last look, or at a point. Rejects with `no-place`, `stale-reference`. */
export async function placeOf(phone: Phone, call: Named, seen: SeenScreens): Promise<ScreenPoint> {
  const ref = optionalString(call, "ref");
  if (ref === undefined) return pointOf(call, "x", "y");
  const before = seen.find(call.actor.chatId, phone.id, ref);
  return middleOf(sameElement(before, await readScreen(phone), ref));
}

/** A point by two parameters. Rejects with `no-place`. */
export function pointOf(call: Named, across: string, down: string): ScreenPoint {
  const [x, y] = [call.params[across], call.params[down]];
  if (typeof x === "number" && typeof y === "number") return { x, y };
  throw new AppError("no-place", {
    ko: "어디인지 x와 y로, 또는 화면에서 본 번호(ref)로 알려 주세요.",
    en: "Say where: x and y, or a reference (ref) from the screen.",
  });
}

/** The element that a call names by its label. Rejects with `no-such-element`. */
export async function labelled(phone: Phone, call: Named): Promise<ScreenElement> {
  const words = stringParam(call, "query");
  const index = numberParam(call, "index", 0);
  const found = findElements(await readScreen(phone), words)[index];
  if (found !== undefined) return found;
  throw new AppError("no-such-element", {
    ko: korean`화면에 "${words.slice(0, 100)}"이(가) 없어요. 화면을 보고 다시 말해 주세요.`,
    en: `"${words.slice(0, 100)}" is not on the screen. Look at it and say it again.`,
  });
}

function lineOf({ ref, kind, label, isEditable, depth }: ScreenElement): string {
  const name = label === "" ? "" : ` "${plain(label)}"`;
  return `${"  ".repeat(Math.min(depth, 8))}- ${kind}${name} [${ref}]${isEditable ? " ✎" : ""}`;
}

function tapped(call: ReadyCall, { x, y }: ScreenPoint): Outcome {
  return said(call, { ko: `👆 (${x}, ${y})를 눌렀어요.`, en: `👆 Tapped (${x}, ${y}).` });
}

function noSuchKey(name: string): AppError {
  return new AppError("no-such-key", {
    ko: korean`"${name.slice(0, 40)}"은(는) 휴대폰 키가 아니에요. 홈, 뒤로, 최근, 전원, 볼륨 올리기나 KEYCODE_… 이름을 써 주세요.`,
    en: `"${name.slice(0, 40)}" is no key of a phone: home, back, recents, power, volume up or a KEYCODE_… name.`,
  });
}
