import { AppError } from "../../base/errors.ts";
import type { Phone } from "./phones.ts";

/** Space that an app takes, in bytes. */
export interface AppSize {
  readonly app: string;
  readonly codeBytes: number;
  readonly dataBytes: number;
  readonly cacheBytes: number;
}

/** How long an app was in front in the last day that the phone counts. */
export interface AppUse {
  readonly app: string;
  readonly seconds: number;
  /** When it was used last, as the phone writes it. */
  readonly last: string;
}

/** What is installed of an app. */
export interface AppFacts {
  readonly app: string;
  readonly version: string;
  readonly installed: string;
  readonly updated: string;
  /** Rights that it was given, without their common beginning. */
  readonly permissions: readonly string[];
}

/** Names of packages: letters, digits and dots (developer.android.com, "Set the application ID"). */
export const PACKAGE = /^[A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z][A-Za-z0-9_]*)+$/;

const DUMP_USE = { maxBytes: 16 * 1024 * 1024, timeoutMs: 45_000 };

/** The packages of a phone, by name; with `isOwn` those that its person installed. */
export async function listPackages(phone: Phone, isOwn: boolean): Promise<readonly string[]> {
  const output = await phone.run(["pm", "list", "packages", ...(isOwn ? ["-3"] : [])]);
  const names = output.split("\n").map((line) => line.trim().replace(/^package:/, ""));
  return names.filter((name) => PACKAGE.test(name)).sort();
}

/** The space that apps take, the largest first. */
export async function readSizes(phone: Phone): Promise<readonly AppSize[]> {
  const output = await phone.run(["dumpsys", "diskstats"], DUMP_USE);
  const names = listIn(output, "Package Names");
  const code = listIn(output, "App Sizes");
  const data = listIn(output, "App Data Sizes");
  const cache = listIn(output, "Cache Sizes");
  return names
    .flatMap((app, index) =>
      typeof app === "string"
        ? [
            {
              app,
              codeBytes: Number(code[index] ?? 0),
              dataBytes: Number(data[index] ?? 0),
              cacheBytes: Number(cache[index] ?? 0),
            },
          ]
        : [],
    )
    .sort((one, other) => totalOf(other) - totalOf(one));
}

/** All that an app takes, in bytes. */
export function totalOf({ codeBytes, dataBytes, cacheBytes }: AppSize): number {
  return codeBytes + dataBytes + cacheBytes;
}

/** `Package Names: ["a","b"]`: lists of `dumpsys diskstats` are JSON in a line each. */
function listIn(output: string, name: string): readonly unknown[] {
  const start = `${name}: `;
  const line = output.split("\n").find((each) => each.startsWith(start)) ?? "";
  try {
    const list: unknown = JSON.parse(line.slice(start.length));
    return Array.isArray(list) ? list : [];
  } catch {
    return []; // this phone does not tell
  }
}

/** How long apps were used in the last day that is counted, the longest first. */
export async function readUse(phone: Phone): Promise<readonly AppUse[]> {
  const output = await phone.run(["dumpsys", "usagestats"], DUMP_USE);
  const [, ofDay = output] =
    /In-memory daily stats([\s\S]*?)(?:In-memory weekly|$)/.exec(output) ?? [];
  const uses = [
    ...ofDay.matchAll(/^\s*package=(\S+) totalTimeUsed="([\d:]+)" lastTimeUsed="([^"\n]*)"/gm),
  ].map(([, app = "", time = "", last = ""]) => ({ app, seconds: secondsOf(time), last }));
  return uses
    .filter(({ seconds }) => seconds > 0)
    .sort((one, other) => other.seconds - one.seconds);
}

/** `1:02:03` or `02:03`. */
function secondsOf(time: string): number {
  return time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** What is installed under a name. Rejects with `no-such-app`. */
export async function readApp(phone: Phone, app: string): Promise<AppFacts> {
  const output = await phone.run(["dumpsys", "package", app], DUMP_USE);
  const version = /^\s*versionName=(\S+)/m.exec(output)?.[1];
  if (version === undefined) throw noSuchApp(app);
  const granted = [...output.matchAll(/^\s*android\.permission\.(\w+): granted=true/gm)];
  return {
    app,
    version,
    installed: /^\s*firstInstallTime=(.+)$/m.exec(output)?.[1]?.trim() ?? "",
    updated: /^\s*lastUpdateTime=(.+)$/m.exec(output)?.[1]?.trim() ?? "",
    permissions: [...new Set(granted.map(([, name = ""]) => name))],
  };
}

/** The one package that a name means: itself, or the only one that ends with or holds the words. Rejects with `no-such-app`, `several-apps`. */
export async function packageOf(phone: Phone, name: string): Promise<string> {
  const all = await listPackages(phone, false);
  if (all.includes(name)) return name;
  const words = name.toLowerCase().replace(/\s+/g, "");
  const near = all.filter((each) => each.toLowerCase().includes(words));
  const [first, second] = near;
  if (first === undefined || words === "") throw noSuchApp(name);
  if (second === undefined) return first;
  throw new AppError("several-apps", {
    en: `Several apps have that name: ${near.slice(0, 8).join(", ")}.`,
    ko: `그런 이름의 앱이 여럿이에요: ${near.slice(0, 8).join(", ")}.`,
  });
}

/** Brings an app to the front. Rejects with `phone-failed` where it has nothing to show. */
export async function openApp(phone: Phone, app: string): Promise<void> {
  const intent = ["-c", "android.intent.category.LAUNCHER", "1"];
  await phone.run(["monkey", "-p", app, ...intent]);
}

/** Removes an app that the person installed. Rejects with `system-app` for one that came with the phone. */
export async function uninstallApp(phone: Phone, app: string): Promise<void> {
  const own = await listPackages(phone, true);
  if (!own.includes(app))
    throw new AppError("system-app", {
      en: `"${app}" came with the phone, or is not there; only apps that were installed can be removed.`,
      ko: `"${app}" 앱은 휴대폰에 처음부터 있거나 없는 앱이라, 지울 수 없어요.`,
    });
  await phone.run(["pm", "uninstall", app], { timeoutMs: 60_000 });
}

function noSuchApp(name: string): AppError {
  return new AppError("no-such-app", {
    en: `There is no app "${name.slice(0, 100)}" on the phone. List the apps to see their names.`,
    ko: `휴대폰에 "${name.slice(0, 100)}" 앱이 없어요. 앱 목록에서 이름을 확인해 주세요.`,
  });
}

/** Rights that the shell of a phone needs for messages, calls and contacts, each with what shows whether it has it. */
export const SHELL_RIGHTS = [
  { right: "READ_SMS", uri: "content://sms", column: "_id" },
  { right: "READ_CALL_LOG", uri: "content://call_log/calls", column: "_id" },
  { right: "READ_CONTACTS", uri: "content://com.android.contacts/contacts", column: "_id" },
] as const;

/** All that the shell is given. */
const GRANTED = [
  ...SHELL_RIGHTS.map(({ right }) => right),
  ...["SEND_SMS", "WRITE_SMS", "WRITE_CALL_LOG", "WRITE_CONTACTS", "CALL_PHONE"],
];

/** Which rights the shell has, found out by using them. */
export async function readRights(
  phone: Phone,
): Promise<readonly { readonly right: string; readonly isGranted: boolean }[]> {
  const found = [];
  for (const { right, uri, column } of SHELL_RIGHTS) {
    const words = ["content", "query", "--uri", uri, "--projection", column, "--where", "_id=0"];
    found.push({ right, isGranted: (await phone.tryRun(words)) !== undefined });
  }
  return found;
}

/** Gives the shell its rights, as far as the phone lets it. */
export async function grantRights(phone: Phone): Promise<void> {
  for (const right of GRANTED) {
    await phone.tryRun(["pm", "grant", "com.android.shell", `android.permission.${right}`]);
    await phone.tryRun(["cmd", "appops", "set", "com.android.shell", right, "allow"]);
  }
}
