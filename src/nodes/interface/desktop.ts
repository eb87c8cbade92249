import { isJsonObject } from "../../base/json.ts";
import { bold, exactText } from "../../base/visible-text.ts";
import type {
  DesktopPoint,
  DesktopRegion,
  MouseButton,
  ScrollDirection,
} from "../../drivers/desktop/commands.ts";
import type { Desktop } from "../../drivers/desktop/desktop.ts";
import { markPicture, type PictureMark } from "../../drivers/files/image.ts";
import {
  type AskedCall,
  flagParam,
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { described, type FileValue, listed, plain, said } from "./phone-call.ts";

/** Dependencies of the desktop's actions. */
export interface DesktopParts {
  readonly desktop: Desktop;
  /** A picture that goes with the reply and is not kept. */
  readonly showPicture: (call: ReadyCall, bytes: Uint8Array) => FileValue;
}

/** Milliseconds between letters. */
const USUAL_DELAY_MS = 30;

/** The screen of the machine that the service runs on. */
export function createDesktopHandlers(parts: DesktopParts): Handlers {
  return { ...createSeeingHandlers(parts), ...createActingHandlers(parts) };
}

function createSeeingHandlers({ desktop, showPicture }: DesktopParts): Handlers {
  return {
    "interface:desktop_screenshot": async (call) =>
      success(showPicture(call, await desktop.screenshot(call.signal, regionOf(call))), {
        tainted: true,
      }),
    "interface:desktop_screen_info": async (call) => {
      const { width, height } = await desktop.size(call.signal);
      return described({ width, height }, [`${width} × ${height}`]);
    },
    "interface:cursor_position": async (call) => {
      const { x, y } = await desktop.cursor(call.signal);
      return described({ x, y }, [`(${x}, ${y})`]);
    },
    "interface:desktop_windows": async (call) => {
      const rows = (await desktop.windows(call.signal)).map((window) => ({
        data: { ...window },
        line: `- ${bold(plain(window.title))} (${window.x}, ${window.y}) ${window.width} × ${window.height}`,
      }));
      return listed(call, rows, { ko: "열린 창이 없어요.", en: "No window is open." });
    },
    "interface:desktop_clipboard": async (call) => {
      const text = await desktop.clipboard(call.signal);
      const none = { ko: "클립보드에 글이 없어요.", en: "There is no text on the clipboard." };
      return success(text === "" ? worded(call, none) : text, { tainted: true });
    },
  };
}

function createActingHandlers(parts: DesktopParts): Handlers {
  const { desktop } = parts;
  return {
    "interface:desktop_click": async (call) => {
      const at = pointOf(call, "x", "y");
      const how = { button: buttonOf(call), clicks: numberParam(call, "clicks", 1) };
      await desktop.click(at, how, call.signal);
      return done(parts, call, {
        ko: `🖱 (${at.x}, ${at.y})를 눌렀어요.`,
        en: `🖱 Clicked (${at.x}, ${at.y}).`,
      });
    },
    "interface:mouse_move": async (call) => {
      const to = pointOf(call, "x", "y");
      await desktop.move(to, call.signal);
      return said(call, {
        ko: `🖱 (${to.x}, ${to.y})로 옮겼어요.`,
        en: `🖱 Moved to (${to.x}, ${to.y}).`,
      });
    },
    "interface:desktop_drag": async (call) => {
      const way = {
        from: pointOf(call, "start_x", "start_y"),
        to: pointOf(call, "end_x", "end_y"),
        button: buttonOf(call),
      };
      await desktop.drag(way, call.signal);
      return done(parts, call, { ko: "🖱 끌어다 놓았어요.", en: "🖱 Dragged." });
    },
    "interface:desktop_scroll": async (call) => {
      const how = { direction: directionOf(call), amount: numberParam(call, "amount", 3) };
      const at = "x" in call.params && "y" in call.params ? { at: pointOf(call, "x", "y") } : {};
      await desktop.scroll({ ...how, ...at }, call.signal);
      return done(parts, call, { ko: "🖱 스크롤했어요.", en: "🖱 Scrolled." });
    },
    "interface:desktop_type": async (call) => {
      const seconds = numberParam(call, "interval", USUAL_DELAY_MS / 1000);
      await desktop.type(stringParam(call, "text"), Math.round(seconds * 1000), call.signal);
      return done(parts, call, { ko: "⌨️ 입력했어요.", en: "⌨️ Typed." });
    },
    "interface:desktop_key": async (call) => {
      const key = stringParam(call, "key");
      await desktop.key(key, call.signal);
      const name = bold(exactText(key));
      return done(parts, call, { ko: `⌨️ ${name} 키를 눌렀어요.`, en: `⌨️ Pressed ${name}.` });
    },
  };
}

/** What was done, with a picture of the screen after it where that is wanted. */
async function done(
  { desktop, showPicture }: DesktopParts,
  call: ReadyCall,
  words: { readonly ko: string; readonly en: string },
): Promise<Outcome> {
  if (!flagParam(call, "screenshot_after")) return said(call, words);
  const picture = showPicture(call, await desktop.screenshot(call.signal));
  return success({ ...picture, text: worded(call, words) }, { tainted: true });
}

function pointOf(
  { params }: Pick<ReadyCall, "params">,
  across: string,
  down: string,
): DesktopPoint {
  return { x: Number(params[across]), y: Number(params[down]) }; // integers by the action's schema
}

function buttonOf(call: ReadyCall): MouseButton {
  const button = optionalString(call, "button");
  return button === "right" || button === "middle" ? button : "left";
}

function directionOf(call: ReadyCall): ScrollDirection {
  const direction = optionalString(call, "direction");
  return direction === "up" || direction === "left" || direction === "right" ? direction : "down";
}

function regionOf({ params: { region } }: ReadyCall): DesktopRegion | undefined {
  if (!isJsonObject(region)) return undefined;
  const { x, y, width, height } = region;
  return { x: Number(x), y: Number(y), width: Number(width), height: Number(height) };
}

/** The screen as a PNG for the card of a call, with where it acts marked in it. */
export async function desktopPicture(
  desktop: Desktop,
  call: AskedCall,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const bytes = await desktop.screenshot(signal);
  return markPicture({ mediaType: "image/png", bytes }, markOf(call), signal);
}

function markOf({ action, params }: AskedCall): PictureMark | undefined {
  const isKnown = (...names: readonly string[]): boolean =>
    names.every((name) => typeof params[name] === "number");
  if (action === "desktop_drag" && isKnown("start_x", "start_y", "end_x", "end_y")) {
    const to = pointOf({ params }, "end_x", "end_y");
    return { ...pointOf({ params }, "start_x", "start_y"), toX: to.x, toY: to.y };
  }
  return isKnown("x", "y") ? pointOf({ params }, "x", "y") : undefined;
}
