import type { Phone } from "./phones.ts";

/** What a phone is. */
export interface PhoneModel {
  readonly model: string;
  readonly maker: string;
  readonly android: string;
}

/** Battery, storage, sound and place of a phone; what it does not tell is absent. */
export interface PhoneStatus {
  readonly batteryPercent?: number;
  readonly isCharging?: boolean;
  /** In degrees Celsius. */
  readonly batteryTemperature?: number;
  readonly storageBytes?: number;
  readonly freeBytes?: number;
  /** Of music and films, with the loudest that there is. */
  readonly volume?: number;
  readonly loudest?: number;
  /** Where it was found to be last, in degrees. */
  readonly latitude?: number;
  readonly longitude?: number;
}

/** A notification on a phone. */
export interface PhoneNotification {
  readonly app: string;
  readonly title: string;
  readonly text: string;
  /** Unix milliseconds; absent where the phone does not tell. */
  readonly atMs?: number;
}

/** What kind of phone it is. */
export async function readModel(phone: Phone): Promise<PhoneModel> {
  const output = await phone.run(["getprop"]);
  const properties = new Map(
    [...output.matchAll(/^\[([^\]\n]+)\]: \[([^\]\n]*)\]/gm)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  return {
    model: properties.get("ro.product.model") ?? "",
    maker: properties.get("ro.product.manufacturer") ?? "",
    android: properties.get("ro.build.version.release") ?? "",
  };
}

/** How a phone is. */
export async function readStatus(phone: Phone): Promise<PhoneStatus> {
  const battery = (await phone.tryRun(["dumpsys", "battery"])) ?? "";
  const disk = (await phone.tryRun(["df", "-k", "/data"])) ?? "";
  const sound =
    (await phone.tryRun(["cmd", "media_session", "volume", "--stream", "3", "--get"])) ?? "";
  const place = (await phone.tryRun(["dumpsys", "location"])) ?? "";
  return {
    ...batteryIn(battery),
    ...diskIn(disk),
    ...volumeIn(sound),
    ...placeIn(place),
  };
}

/** `dumpsys battery`: status 2 is charging, 5 is full (BatteryManager), temperature is in tenths. */
function batteryIn(text: string): PhoneStatus {
  const level = numberAfter(text, /^\s*level: (\d+)/m);
  const status = numberAfter(text, /^\s*status: (\d+)/m);
  const tenths = numberAfter(text, /^\s*temperature: (-?\d+)/m);
  return {
    ...(level === undefined ? {} : { batteryPercent: level }),
    ...(status === undefined ? {} : { isCharging: status === 2 || status === 5 }),
    ...(tenths === undefined ? {} : { batteryTemperature: tenths / 10 }),
  };
}

/** `df -k`: name, kilobytes in all, used, free. */
function diskIn(text: string): PhoneStatus {
  const [, all, , free] = /^\S+\s+(\d+)\s+(\d+)\s+(\d+)\s/m.exec(text) ?? [];
  return all === undefined
    ? {}
    : { storageBytes: Number(all) * 1024, freeBytes: Number(free) * 1024 };
}

/** `volume is 7 in range [0..15]` (AOSP, MediaSession's shell command). */
function volumeIn(text: string): PhoneStatus {
  const [, volume, loudest] = /volume is (\d+) in range \[\d+\.\.(\d+)\]/.exec(text) ?? [];
  return volume === undefined ? {} : { volume: Number(volume), loudest: Number(loudest) };
}

/** `last location=Location[fused 37.56,126.97 …]` (AOSP, LocationManagerService's dump). */
function placeIn(text: string): PhoneStatus {
  const found = /Location\[\w+ (-?\d{1,3}\.\d+),(-?\d{1,3}\.\d+)/.exec(text);
  return found === null ? {} : { latitude: Number(found[1]), longitude: Number(found[2]) };
}

function numberAfter(text: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The notifications on a phone, as `dumpsys notification` lists them; those without words are left out. */
export async function readNotifications(phone: Phone): Promise<readonly PhoneNotification[]> {
  const output = await phone.run(["dumpsys", "notification", "--noredact"]);
  return output.split(/^\s*NotificationRecord\(/m).flatMap((block, index) => {
    const app = index === 0 ? undefined : /\bpkg=([\w.]+)/.exec(block)?.[1];
    const title = extraIn(block, "android.title");
    const text = extraIn(block, "android.bigText") || extraIn(block, "android.text");
    if (app === undefined || (title === "" && text === "")) return [];
    const atMs = Number(/\bwhen=(\d{10,})/.exec(block)?.[1]);
    return [{ app, title, text, ...(Number.isFinite(atMs) ? { atMs } : {}) }];
  });
}

/** `android.title=String (Hello)`: the first line of it, without the bracket that ends it. */
function extraIn(block: string, name: string): string {
  const start = `${name}=`;
  const line = block.split("\n").find((each) => each.trimStart().startsWith(start)) ?? "";
  return /=\w+ \((.*?)\)?\s*$/.exec(line)?.[1] ?? "";
}
