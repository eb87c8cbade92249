import { randomUUID } from "node:crypto";
import { AppError } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Phone } from "./phones.ts";

/** A point of a screen, in its pixels from the upper left. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** What stands on a screen. */
export interface ScreenElement {
  /** Its number among those of this look at the screen, as `e12`. */
  readonly ref: string;
  /** Its class without the package, such as `Button`. */
  readonly kind: string;
  readonly label: string;
  readonly resource: string;
  readonly isClickable: boolean;
  readonly isEditable: boolean;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** How deep it stands among those that are kept. */
  readonly depth: number;
}

/** Size and density of a screen. */
export interface ScreenSize {
  readonly width: number;
  readonly height: number;
  /** Dots an inch; absent where the phone does not tell. */
  readonly density?: number;
}

/** More elements are not told; a page of an app has some dozens. */
const MOST_ELEMENTS = 500;

/** What stands on the screen: all that says something or can be tapped, in reading order. Rejects with `phone-failed` where the screen moves all the time or is locked. */
export async function readScreen(phone: Phone): Promise<readonly ScreenElement[]> {
  const file = `/data/local/tmp/ibl-${randomUUID()}.xml`;
  await phone.run(["uiautomator", "dump", file], { timeoutMs: 30_000 });
  try {
    return parseScreen(await phone.run(["cat", file]));
  } finally {
    await phone.tryRun(["rm", "-f", file]);
  }
}

/** The elements of a dump of uiautomator. Pure. */
export function parseScreen(xml: string): readonly ScreenElement[] {
  const found: ScreenElement[] = [];
  const kept: boolean[] = [];
  for (const [tag, attributes] of xml.matchAll(/<node((?:\s+[\w-]+="[^"]*")*)\s*\/?>|<\/node>/g)) {
    if (tag === "</node>") {
      kept.pop();
      continue;
    }
    const element = elementOf(attributes ?? "", found.length, kept.filter(Boolean).length);
    if (element !== undefined && found.length < MOST_ELEMENTS) found.push(element);
    if (!tag.endsWith("/>")) kept.push(element !== undefined);
  }
  return found;
}

function elementOf(attributes: string, count: number, depth: number): ScreenElement | undefined {
  const values = new Map(
    [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      unescaped(value),
    ]),
  );
  const [, left, top, right, bottom] =
    /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(values.get("bounds") ?? "") ?? [];
  const label = values.get("text") || values.get("content-desc") || "";
  const isClickable = values.get("clickable") === "true" || values.get("long-clickable") === "true";
  if (bottom === undefined || (label === "" && !isClickable)) return undefined;
  const kind = values.get("class")?.split(".").at(-1) ?? "";
  return {
    ref: `e${count + 1}`,
    kind,
    label,
    resource: values.get("resource-id")?.split("/").at(-1) ?? "",
    isClickable,
    isEditable: /EditText$/.test(kind),
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
    depth,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/** The middle of an element. */
export function middleOf({ left, top, right, bottom }: ScreenElement): ScreenPoint {
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}

/** The elements whose label holds words, whatever the case; those that say nothing else first, those that can be tapped before others. */
export function findElements(
  elements: readonly ScreenElement[],
  words: string,
): readonly ScreenElement[] {
  const wanted = words.trim().toLowerCase();
  const rank = ({ label, isClickable }: ScreenElement): number =>
    (label.toLowerCase() === wanted ? 0 : 2) + (isClickable ? 0 : 1);
  return elements
    .filter(({ label }) => wanted !== "" && label.toLowerCase().includes(wanted))
    .sort((one, other) => rank(one) - rank(other));
}

/** The element of an earlier look as it stands now: the same thing at the same place, or the only one like it. Rejects with `stale-reference`. */
export function sameElement(
  before: ScreenElement | undefined,
  now: readonly ScreenElement[],
  ref: string,
): ScreenElement {
  const alike = now.filter(
    ({ kind, label, resource }) =>
      kind === before?.kind && label === before.label && resource === before.resource,
  );
  const inPlace = alike.find(({ left, top }) => left === before?.left && top === before.top);
  const found = inPlace ?? (alike.length === 1 ? alike[0] : undefined);
  if (found !== undefined) return found;
  throw new AppError("stale-reference", {
    en: `The screen has changed and "${ref.slice(0, 20)}" is not on it any more. Look at the screen again.`,
    ko: korean`화면이 바뀌어서 "${ref.slice(0, 20)}"이(가) 이제 없어요. 화면을 다시 봐 주세요.`,
  });
}

/** Size and density, an override before what the screen is made of. */
export async function readSize(phone: Phone): Promise<ScreenSize> {
  const size = await phone.run(["wm", "size"]);
  const [, width, height] =
    /Override size: (\d+)x(\d+)/.exec(size) ?? /Physical size: (\d+)x(\d+)/.exec(size) ?? [];
  const density = (await phone.tryRun(["wm", "density"])) ?? "";
  const dots = /Override density: (\d+)/.exec(density) ?? /Physical density: (\d+)/.exec(density);
  return {
    width: Number(width ?? 0),
    height: Number(height ?? 0),
    ...(dots === null ? {} : { density: Number(dots[1]) }),
  };
}

/** Taps a point. */
export async function tap(phone: Phone, { x, y }: ScreenPoint): Promise<void> {
  await phone.run(["input", "tap", String(x), String(y)]);
}

/** Draws a finger from one point to another within a time; from a point to itself it is a long press. */
export async function swipe(
  phone: Phone,
  path: { readonly from: ScreenPoint; readonly to: ScreenPoint; readonly durationMs: number },
): Promise<void> {
  const { from, to, durationMs } = path;
  const numbers = [from.x, from.y, to.x, to.y, durationMs].map(String);
  await phone.run(["input", "swipe", ...numbers], { timeoutMs: durationMs + 20_000 });
}

/** Names of keys that people say, by those of Android (developer.android.com, KeyEvent). */
const KEYS: Readonly<Record<string, string>> = {
  home: "HOME",
  back: "BACK",
  recent: "APP_SWITCH",
  recents: "APP_SWITCH",
  enter: "ENTER",
  delete: "DEL",
  backspace: "DEL",
  power: "POWER",
  menu: "MENU",
  "volume up": "VOLUME_UP",
  "volume down": "VOLUME_DOWN",
  mute: "VOLUME_MUTE",
  camera: "CAMERA",
  play: "MEDIA_PLAY_PAUSE",
  pause: "MEDIA_PLAY_PAUSE",
  next: "MEDIA_NEXT",
  previous: "MEDIA_PREVIOUS",
  홈: "HOME",
  뒤로: "BACK",
  최근: "APP_SWITCH",
  엔터: "ENTER",
  지우기: "DEL",
  전원: "POWER",
  메뉴: "MENU",
  "볼륨 올리기": "VOLUME_UP",
  "볼륨 내리기": "VOLUME_DOWN",
  음소거: "VOLUME_MUTE",
};

/** Android's name of a key, of its own or of those that people say; `undefined` for what is none. Pure. */
export function keyName(name: string): string | undefined {
  const said = name.trim().toLowerCase().replace(/[_-]+/g, " ");
  const known = KEYS[said];
  if (known !== undefined) return `KEYCODE_${known}`;
  const own = name
    .trim()
    .toUpperCase()
    .replace(/^KEYCODE_/, "");
  return /^(?:[A-Z][A-Z0-9_]{0,40}|\d{1,3})$/.test(own)
    ? /^\d/.test(own)
      ? own
      : `KEYCODE_${own}`
    : undefined;
}

/** Presses a key by Android's name. */
export async function pressKey(phone: Phone, key: string): Promise<void> {
  await phone.run(["input", "keyevent", key]);
}
