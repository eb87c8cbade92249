import type { Place, Trouble, Who } from "../conversations/support/channel.ts";

/** What happens in a transcript. */
export type Act =
  | {
      readonly kind: "say";
      readonly by: Who;
      readonly text: string;
      /** What comes of it is not waited for: what is shown meanwhile is expected. */
      readonly isMeanwhile: boolean;
      /** It takes the place of what they wrote last. */
      readonly isEdit: boolean;
    }
  | {
      readonly kind: "press";
      readonly by: Who;
      readonly label: string;
      /** True for the button that was pressed last, though it may be gone. */
      readonly isLate: boolean;
      /** The button hangs where nobody else sees it. */
      readonly isAlone: boolean;
    }
  | {
      readonly kind: "send";
      readonly by: Who;
      readonly name: string;
      readonly content: string;
      readonly caption: string;
    }
  | { readonly kind: "wait"; readonly ms: number; readonly isMeanwhile: boolean }
  | { readonly kind: "restart"; readonly how: "stopped" | "killed" }
  /** The service is not there for a while. */
  | { readonly kind: "off"; readonly ms: number }
  /** What an upstream does from now on. */
  | { readonly kind: "upstream"; readonly service: string; readonly does: UpstreamDoes }
  /** What the platform does with what is sent to somebody. */
  | { readonly kind: "trouble"; readonly to: Who; readonly how: Trouble };

/** An upstream answers nothing yet, answers that it is broken, or is well again: then what it was asked meanwhile is answered too. */
export type UpstreamDoes = "held" | "broken" | "well";

/** One thing that a transcript expects to be shown. */
export interface Expected {
  /** In whose private chat; the place of the talk where absent. */
  readonly to?: Who;
  /** True for what nobody else sees, though it was asked for in a group. */
  readonly isAlone?: true;
  /** Lines; `…` stands for anything within one, and alone on a line for any further lines, and `……` for any number of messages. */
  readonly lines: readonly string[];
  /** Rows of labels; absent where nothing is said of buttons. */
  readonly rows: readonly (readonly string[])[];
}

/** An act and all that is then shown, in order. */
export interface Step {
  readonly act: Act;
  readonly line: number;
  readonly expected: readonly Expected[];
  /** What only the presser is told. */
  readonly note?: string;
  /** Emoji put under the message. */
  readonly reaction?: string;
}

/** A situation: steps under one heading. */
export interface Situation {
  /** Such as `11 reminder set`. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** A transcript: who is there, and situations one after another in the same chat. */
export interface Talk {
  readonly name: string;
  readonly language: "ko" | "en";
  readonly place: Place;
  readonly guest: "none" | "out" | "in";
  readonly isUnclaimed: boolean;
  /** Names of people who are known and only read. */
  readonly readers: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly platforms: readonly string[];
  /** Answers of the model, in order; no model where there are none. */
  readonly model: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Words that nobody but their person may read. */
  readonly secrets: readonly string[];
  readonly situations: readonly Situation[];
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A line, or a line for some platforms alone: `discord| …`. */
const LIMITED = /^((?:telegram|discord|console)(?:,(?:telegram|discord|console))*)\| ?(.*)$/;

/** The lines that a platform is to see, with their numbers from 1. */
function linesFor(source: string, platform: string): readonly (readonly [number, string])[] {
  return source.split("\n").flatMap((text, index) => {
    const [, only, rest = ""] = LIMITED.exec(text) ?? [];
    if (only === undefined) return [[index + 1, text] as const];
    return only.split(",").includes(platform) ? [[index + 1, rest] as const] : [];
  });
}

/** Reads a transcript as it is to go on one platform. Throws with the line where it cannot be read. */
export function readTalk(name: string, source: string, platform: string): Talk {
  const lines = linesFor(source, platform);
  const first = lines.findIndex(([, text]) => text.startsWith("== "));
  const { one, all } = settingsIn(lines.slice(0, first).map(([, text]) => text));
  return {
    name,
    language: name.endsWith(".en") ? "en" : "ko",
    place: one("place") === "group" ? "group" : "private",
    guest: (one("guest") ?? "none") as Talk["guest"], // written by us
    isUnclaimed: one("unclaimed") === "yes",
    readers: (one("readers") ?? "").split(" ").filter((each) => each !== ""),
    platforms: (one("platforms") ?? "telegram discord console").split(" "),
    files: Object.fromEntries(all("file").map(pairOf)),
    environment: Object.fromEntries(all("set").map(pairOf)),
    model: all("model").map(linesOf),
    secrets: all("secret"),
    situations: situationsIn(lines.slice(first)),
  };
}

function settingsIn(lines: readonly string[]) {
  const settings = lines.flatMap((text) => {
    const [, key, value = ""] = /^(\w+): ?(.*)$/.exec(text) ?? [];
    return key === undefined ? [] : [{ key, value }];
  });
  const all = (name: string): readonly string[] =>
    settings.filter(({ key }) => key === name).map(({ value }) => value);
  return { all, one: (name: string): string | undefined => all(name)[0] };
}

function pairOf(text: string): readonly [string, string] {
  const [key = "", ...value] = text.split(" = ");
  return [key, linesOf(value.join(" = "))];
}

function withCharacters(text: string): string {
  return text.replace(/\\u\{([0-9A-F]+)\}/g, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/** `\n` is a new line, `\u{202E}` a character by its number, and `{words x100}` those words a hundred times. */
function linesOf(text: string): string {
  return withCharacters(text)
    .replaceAll("\\n", "\n")
    .replace(/\{([^{}]*) x(\d+)\}/g, (_all, words: string, count: string) =>
      words.repeat(Number(count)),
    );
}

function situationsIn(lines: readonly (readonly [number, string])[]): readonly Situation[] {
  const situations: { name: string; steps: MutableStep[] }[] = [];
  for (const [number, text] of lines) {
    if (text.startsWith("== ")) situations.push({ name: text.slice(3).trim(), steps: [] });
    else if (!text.startsWith("#") && text.trim() !== "")
      readLine(situations.at(-1)?.steps ?? [], number, text);
  }
  return situations;
}

interface MutableExpected {
  to?: Who;
  isAlone?: true;
  lines: string[];
  rows: string[][];
}

interface MutableStep {
  act: Act;
  line: number;
  expected: MutableExpected[];
  note?: string;
  reaction?: string;
}

function readLine(steps: MutableStep[], number: number, text: string): void {
  const act = actOf(text);
  if (act !== undefined) {
    steps.push({ act, line: number, expected: [] });
    return;
  }
  const step = steps.at(-1);
  if (step === undefined) throw new Error(`line ${number}: nothing was done before "${text}"`);
  const [, told, words = ""] = /^\((toast|reaction)\) (.*)$/.exec(text) ?? [];
  if (told === "toast") step.note = words;
  else if (told === "reaction") step.reaction = words;
  else readExpected(step.expected, text);
}

const ROW = /^(?:\[[^\]]+\](?!\()\s*)+$/;

function readExpected(expected: MutableExpected[], text: string): void {
  const to = /^\((owner|guest)\)$/.exec(text)?.[1] as Who | undefined; // what the pattern lets through
  const isAlone = text === "(alone)";
  if (text === "--" || to !== undefined || isAlone) {
    const facts = { ...(to !== undefined && { to }), ...(isAlone && { isAlone }) };
    expected.push({ lines: [], rows: [], ...facts });
    return;
  }
  if (expected.length === 0) expected.push({ lines: [], rows: [] });
  const open = expected.at(-1);
  if (!ROW.test(text)) open?.lines.push(withCharacters(text));
  else open?.rows.push([...text.matchAll(/\[([^\]]+)\]/g)].map(([, label = ""]) => label));
}

/**
 * What a line does: `>> words`, `! button` (`! (alone) button`), `!! button` once more after it was pressed, `^ file = content | caption`, `+ 20m`, `~ killed`,
 * `~ off 2h`; `guest` stands before what the other does. `>>~ words` changes what was written last to these; `>>& words` and `+& 5s` do not wait for what goes on; `= blocked`, `= open` and `= lost` are about
 * what is sent to somebody; `% service held`, `broken` and `well` about what is asked of the web.
 */
function actOf(text: string): Act | undefined {
  const [, guest, sign = "", rest = ""] =
    /^(guest)?(>>[&~]?|\+&?|!!?|[\^~=%]) (.*)$/.exec(text) ?? [];
  const isMeanwhile = sign.endsWith("&");
  const by = guest === undefined ? "owner" : "guest";
  switch (sign) {
    case ">>":
    case ">>&":
    case ">>~":
      return { kind: "say", by, text: linesOf(rest), isMeanwhile, isEdit: sign === ">>~" };
    case "!":
    case "!!":
      return {
        kind: "press",
        by,
        label: rest.replace(/^\(alone\) /, ""),
        isLate: sign === "!!",
        isAlone: rest.startsWith("(alone) "),
      };
    case "^":
      return fileOf(by, rest);
    case "+":
    case "+&":
      return { kind: "wait", ms: durationOf(rest), isMeanwhile };
    case "=":
      return { kind: "trouble", to: by, how: rest as Trouble }; // written by us
    case "%": {
      const [service = "", does = "well"] = rest.split(" ");
      return { kind: "upstream", service, does: does as UpstreamDoes }; // written by us
    }
    case "~":
      if (rest.startsWith("off ")) return { kind: "off", ms: durationOf(rest.slice(4)) };
      return { kind: "restart", how: rest === "killed" ? "killed" : "stopped" };
    default:
      return undefined;
  }
}

function fileOf(by: Who, text: string): Act {
  const [, name = "", content = "", caption = ""] = /^(\S+) = (.*?)(?: \| (.*))?$/.exec(text) ?? [];
  return { kind: "send", by, name, content: linesOf(content), caption };
}

function durationOf(text: string): number {
  const [, count = "0", unit = "m"] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? 0);
}
