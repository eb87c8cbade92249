import { AppError } from "../../base/errors.ts";

/** What of the service's environment says which screen there is. */
export type ScreenEnvironment = Readonly<Record<string, string | undefined>>;

/** The screen of this machine: where it is, and how its tools are told. */
export interface ScreenSession {
  readonly kind: "x11" | "wayland";
  /** Variables that the tools need to reach it; nothing else is passed on. */
  readonly environment: Readonly<Record<string, string>>;
}

const PASSED = ["DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "YDOTOOL_SOCKET"];

/** The screen that an environment tells of; `undefined` on a server without one. Pure. */
export function sessionOf(given: ScreenEnvironment): ScreenSession | undefined {
  const has = (name: string): boolean => (given[name] ?? "") !== "";
  const kind = has("WAYLAND_DISPLAY") ? "wayland" : has("DISPLAY") ? "x11" : undefined;
  if (kind === undefined) return undefined;
  const environment = Object.fromEntries(
    PASSED.flatMap((name) => (has(name) ? [[name, given[name] ?? ""]] : [])),
  );
  // Without it the tools look into a folder of ours for who may use the screen.
  const home = given["HOME"] ?? "";
  const usual = has("XAUTHORITY") || home === "" ? {} : { XAUTHORITY: `${home}/.Xauthority` };
  return { kind, environment: { ...environment, ...usual } };
}

/** Programs of each kind of screen, with the package of Debian that has them. */
export const SCREEN_TOOLS: Readonly<Record<ScreenSession["kind"], readonly string[]>> = {
  x11: ["xdotool", "scrot", "xclip", "xmodmap"],
  wayland: ["grim", "wtype", "ydotool", "wl-paste"],
};

/** What is said where no screen is. */
export function noScreen(): AppError {
  return new AppError("no-screen", {
    en: "The computer I run on has no screen that I can see: I would have to run in a desktop session (X11 or Wayland).",
    ko: "제가 도는 컴퓨터에는 볼 수 있는 화면이 없어요. 데스크톱(X11이나 Wayland)에서 저를 켜야 해요.",
  });
}
