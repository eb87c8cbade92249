/** A point of the screen, in its pixels from the upper left. */
export interface DesktopPoint {
  readonly x: number;
  readonly y: number;
}

/** A part of the screen. */
export interface DesktopRegion extends DesktopPoint {
  readonly width: number;
  readonly height: number;
}

/** A button of the mouse. */
export type MouseButton = "left" | "middle" | "right";
/** Where to the wheel is turned. */
export type ScrollDirection = "up" | "down" | "left" | "right";

/** One program with its words; nothing of it goes through a shell. */
export type Command = readonly [program: string, ...words: string[]];

/** What is done to a screen, as programs of the system, in order. */
export interface ScreenCommands {
  /** Writes a PNG to a path. */
  screenshot(path: string, region?: DesktopRegion): readonly Command[];
  move(to: DesktopPoint): readonly Command[];
  click(
    at: DesktopPoint,
    how: { readonly button: MouseButton; readonly clicks: number },
  ): readonly Command[];
  drag(from: DesktopPoint, to: DesktopPoint, button: MouseButton): readonly Command[];
  scroll(direction: ScrollDirection, amount: number, at?: DesktopPoint): readonly Command[];
  /** `delayMs` between letters. */
  type(text: string, delayMs: number): readonly Command[];
  /** Keys that are held together, by their X names. */
  key(keys: readonly string[]): readonly Command[];
  clipboard(): Command;
}

/** Buttons by their numbers (xdotool(1), "click"). */
const X_BUTTONS: Readonly<Record<MouseButton, string>> = { left: "1", middle: "2", right: "3" };
const X_WHEEL: Readonly<Record<ScrollDirection, string>> = {
  up: "4",
  down: "5",
  left: "6",
  right: "7",
};

function place({ x, y }: DesktopPoint): readonly string[] {
  return [String(x), String(y)];
}

/** xdotool, scrot and xclip. */
export const X11_COMMANDS: ScreenCommands = {
  screenshot: (path, region) => {
    const part =
      region === undefined
        ? []
        : ["-a", [region.x, region.y, region.width, region.height].join(",")];
    return [["scrot", "-o", "-z", ...part, path]];
  },
  move: (to) => [["xdotool", "mousemove", ...place(to)]],
  click: (at, { button, clicks }) => [
    [
      "xdotool",
      "mousemove",
      ...place(at),
      "click",
      "--repeat",
      String(clicks),
      "--delay",
      "100",
      X_BUTTONS[button],
    ],
  ],
  drag: (from, to, button) => {
    const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) };
    const [down, up] = [
      ["mousedown", X_BUTTONS[button]],
      ["mouseup", X_BUTTONS[button]],
    ];
    // What is dragged looks at the way, not only at its end.
    const way = [middle, to].flatMap((point) => ["sleep", "0.1", "mousemove", ...place(point)]);
    return [["xdotool", "mousemove", ...place(from), ...down, ...way, "sleep", "0.1", ...up]];
  },
  scroll: (direction, amount, at) => [
    [
      "xdotool",
      ...(at === undefined ? [] : ["mousemove", ...place(at)]),
      ...["click", "--repeat", String(amount), "--delay", "20", X_WHEEL[direction]],
    ],
  ],
  type: (text, delayMs) => [
    ["xdotool", "type", "--clearmodifiers", "--delay", String(delayMs), "--", text],
  ],
  key: (keys) => [["xdotool", "key", "--clearmodifiers", keys.join("+")]],
  clipboard: () => ["xclip", "-o", "-selection", "clipboard"],
};

/** Left 0x00, right 0x01, middle 0x02; 0x40 presses, 0x80 lets go (ydotool(1), "click"). */
const Y_BUTTONS: Readonly<Record<MouseButton, number>> = { left: 0, right: 1, middle: 2 };
const Y_WHEEL: Readonly<Record<ScrollDirection, readonly [number, number]>> = {
  up: [0, 1],
  down: [0, -1],
  left: [-1, 0],
  right: [1, 0],
};

/** Modifiers as wtype calls them. */
const W_MODIFIERS: Readonly<Record<string, string>> = {
  ctrl: "ctrl",
  alt: "alt",
  shift: "shift",
  super: "logo",
};

function yMove({ x, y }: DesktopPoint): Command {
  return ["ydotool", "mousemove", "--absolute", "-x", String(x), "-y", String(y)];
}

function yButton(button: MouseButton, states: number): string {
  return `0x${(Y_BUTTONS[button] + states).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** grim, ydotool, wtype and wl-clipboard. */
export const WAYLAND_COMMANDS: ScreenCommands = {
  screenshot: (path, region) => {
    const part =
      region === undefined
        ? []
        : ["-g", `${region.x},${region.y} ${region.width}x${region.height}`];
    return [["grim", ...part, path]];
  },
  move: (to) => [yMove(to)],
  click: (at, { button, clicks }) => [
    yMove(at),
    ["ydotool", "click", ...Array.from({ length: clicks }, () => yButton(button, 0xc0))],
  ],
  drag: (from, to, button) => [
    yMove(from),
    ["ydotool", "click", yButton(button, 0x40)],
    yMove(to),
    ["ydotool", "click", yButton(button, 0x80)],
  ],
  scroll: (direction, amount, at) => {
    const [x, y] = Y_WHEEL[direction];
    const turn = ["-x", String(x * amount), "-y", String(y * amount)];
    return [...(at === undefined ? [] : [yMove(at)]), ["ydotool", "mousemove", "--wheel", ...turn]];
  },
  type: (text, delayMs) => [["wtype", "-d", String(delayMs), "--", text]],
  key: (keys) => {
    const held = keys.slice(0, -1).map((key) => W_MODIFIERS[key] ?? key);
    const last = keys.at(-1) ?? "";
    return [
      [
        "wtype",
        ...held.flatMap((key) => ["-M", key]),
        "-k",
        last,
        ...held.flatMap((key) => ["-m", key]),
      ],
    ];
  },
  clipboard: () => ["wl-paste", "--no-newline"],
};

/** Names that people give keys, by their X names (X11/keysymdef.h). */
const KEY_NAMES: Readonly<Record<string, string>> = {
  enter: "Return",
  return: "Return",
  esc: "Escape",
  escape: "Escape",
  tab: "Tab",
  space: "space",
  backspace: "BackSpace",
  delete: "Delete",
  del: "Delete",
  insert: "Insert",
  home: "Home",
  end: "End",
  pageup: "Prior",
  pagedown: "Next",
  up: "Up",
  down: "Down",
  left: "Left",
  right: "Right",
  ctrl: "ctrl",
  control: "ctrl",
  alt: "alt",
  option: "alt",
  shift: "shift",
  super: "super",
  win: "super",
  cmd: "super",
  command: "super",
  meta: "super",
  엔터: "Return",
  탭: "Tab",
  스페이스: "space",
  위: "Up",
  아래: "Down",
  왼쪽: "Left",
  오른쪽: "Right",
};

/** The keys of a chord such as `ctrl+shift+t`, by their X names; `undefined` where one is no key. Pure. */
export function keysOf(chord: string): readonly string[] | undefined {
  const names = chord.trim().split(/\s*\+\s*/);
  const keys = names.map((name) => {
    const known = KEY_NAMES[name.toLowerCase()];
    if (known !== undefined) return known;
    return /^(?:[A-Za-z0-9]|[fF](?:[1-9]|1[0-9]|2[0-4])|[A-Z][A-Za-z0-9_]{1,40})$/.test(name)
      ? name.replace(/^f(?=\d)/, "F")
      : undefined;
  });
  return names.length <= 5 && keys.every((key) => key !== undefined) ? keys : undefined;
}
