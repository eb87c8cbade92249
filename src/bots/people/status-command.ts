import { dayAndTime, spokenTime } from "../../base/format-time.ts";
import type { Language } from "../../base/localized.ts";
import { sizeWords, timeMark } from "../../base/visible-text.ts";
import { escapeMarkup } from "../markup/parse-markup.ts";
import { platformName } from "../platform/platform-names.ts";
import { say, type TextKey } from "../texts/say.ts";

/** How many of everything are kept. */
export interface KeptCounts {
  /** What people wrote and pressed. */
  readonly messages: number;
  readonly runs: number;
  readonly memories: number;
  readonly todos: number;
  readonly workflows: number;
}

/** What goes on for one person, or for everybody. */
export interface ActivityCounts {
  /** Programs that run now, as their first lines. */
  readonly running: readonly string[];
  readonly pendingApprovals: number;
  readonly activeSchedules: number;
  /** The earliest that comes by the clock. */
  readonly next?: { readonly name: string; readonly atMs: number };
  /** The names of what is looked at, to tell when something turns true. */
  readonly watched: readonly string[];
  readonly kept: KeptCounts;
}

/** How the service is, as far as the one who asks may know. */
export interface StatusReport {
  readonly version: string;
  /** Absent while no service runs. */
  readonly startedAtMs?: number;
  readonly nowMs: number;
  /** The longest since its start that the service answered nobody, in ms; absent where it is not asked itself. */
  readonly heldMs?: number;
  /** Platforms, by their own names. */
  readonly channels: readonly string[];
  /** Whom the one who asks speaks with here, where that is not the usual assistant. */
  readonly agent?: string;
  /** Absent where answers come from examples. */
  readonly model?: string;
  /** `none` where commands run with the rights of the service. */
  readonly sandbox: string;
  readonly hasBrowser: boolean;
  /** How many actions can run, and what the others need. */
  readonly actions: {
    readonly ready: number;
    readonly lacks: readonly { readonly name: string; readonly actions: readonly string[] }[];
  };
  readonly keepDays: Readonly<Partial<Record<"messages" | "transport" | "done", number>>>;
  /** Of the chat where it is asked. */
  readonly files: { readonly usedBytes: number; readonly quotaBytes: number };
  /** Of the person who asks; absent in a group. */
  readonly own?: ActivityCounts;
  /** Of everybody; for owners in private. */
  readonly service?: ServiceCounts;
}

/** What owners see besides. */
export interface ServiceCounts extends ActivityCounts {
  readonly people: number;
  readonly fileBytes: number;
  readonly spillBytes: number;
  readonly databaseBytes: number;
  readonly unsentMessages: number;
  readonly cleanedAtMs?: number;
}

/** Who reads it. */
interface Reader {
  readonly language: Language;
  readonly zone: string;
}

/** What goes on for the one who asks, in few lines. Pure. */
export function wordStatus(report: StatusReport, reader: Reader): string {
  const { own, nowMs } = report;
  const { language } = reader;
  const files = sizeWords(report.files.usedBytes);
  return [
    ...(own === undefined
      ? [filesLine(report, language)]
      : ownLines(own, { ...reader, nowMs, files })),
    ...agentLine(report, language),
    say(language, "statusKeepOwn", { messages: daysOf(report, "messages", language) }),
  ].join("\n");
}

function ownLines(
  { running, pendingApprovals, activeSchedules, next, watched, kept }: ActivityCounts,
  reader: Reader & { readonly nowMs: number; readonly files: string },
): readonly string[] {
  const { language, nowMs, files } = reader;
  const isIdle = running.length === 0 && pendingApprovals === 0;
  const lines: readonly (string | false)[] = [
    isIdle && say(language, "statusIdle"),
    running.length > 0 && say(language, "statusBusy", { count: running.length }),
    pendingApprovals > 0 && say(language, "statusWaits", { count: pendingApprovals }),
    next !== undefined &&
      say(language, "statusComing", {
        name: escapeMarkup(next.name),
        time: timeMark(spokenTime(next.atMs, reader, nowMs), next.atMs),
        count: activeSchedules,
      }),
    watched.length > 0 &&
      say(language, "statusWatched", { names: watchedNames(watched), count: watched.length }),
    say(language, "statusOwnKept", { ...kept, files }),
  ];
  return lines.filter((line) => line !== false);
}

/** Most names of what is looked at. */
const MOST_WATCHED = 3;

function watchedNames(watched: readonly string[]): string {
  const names = watched.slice(0, MOST_WATCHED).map((name) => `**${escapeMarkup(name)}**`);
  return [...names, ...(watched.length > MOST_WATCHED ? ["…"] : [])].join(", ");
}

/** All of the report, for who runs the service. Pure. */
export function wordWholeStatus(report: StatusReport, reader: Reader): string {
  const { own, service } = report;
  return [
    ...(own === undefined
      ? []
      : [say(reader.language, "statusOwn"), ...activityLines(own, reader)]),
    filesLine(report, reader.language),
    ...(service === undefined ? [] : ["", ...serviceLines(service, reader)]),
    "",
    ...agentLine(report, reader.language),
    ...stateLines(report, reader.language),
    "",
    ...keepLines(report, reader.language),
  ].join("\n");
}

function activityLines(counts: ActivityCounts, reader: Reader): readonly string[] {
  const { language } = reader;
  const { running, pendingApprovals, activeSchedules, next, kept } = counts;
  const programs = running.map((program) => `  ▶️ \`${program.replaceAll("`", "'")}\``);
  const coming =
    next === undefined
      ? ""
      : say(language, "statusNext", {
          name: escapeMarkup(next.name),
          time: timeMark(dayAndTime(next.atMs, reader), next.atMs),
        });
  return [
    say(language, "statusRunning", { count: running.length }),
    ...programs,
    say(language, "statusWaiting", { count: pendingApprovals }),
    say(language, "statusSchedules", { count: activeSchedules, next: coming }),
    say(language, "statusKept", { ...kept }),
  ];
}

function filesLine({ files }: StatusReport, language: Language): string {
  const { usedBytes, quotaBytes } = files;
  const percent = Math.floor((usedBytes / quotaBytes) * 100);
  const facts = { used: sizeWords(usedBytes), limit: sizeWords(quotaBytes), percent };
  return say(language, "statusFiles", facts);
}

function serviceLines(service: ServiceCounts, reader: Reader): readonly string[] {
  const { language } = reader;
  const { cleanedAtMs } = service;
  const sizes = {
    files: sizeWords(service.fileBytes),
    database: sizeWords(service.databaseBytes),
    spill: sizeWords(service.spillBytes),
  };
  const cleaned = cleanedAtMs === undefined ? "–" : dayAndTime(cleanedAtMs, reader);
  return [
    say(language, "statusService", { people: service.people }),
    ...activityLines(service, reader),
    say(language, "statusUnsent", { count: service.unsentMessages }),
    say(language, "statusDisk", sizes),
    say(language, "statusCleaned", { time: cleaned }),
  ];
}

function agentLine({ agent }: StatusReport, language: Language): readonly string[] {
  return agent === undefined ? [] : [say(language, "statusAgent", { name: escapeMarkup(agent) })];
}

function stateLines(report: StatusReport, language: Language): readonly string[] {
  const { version, startedAtMs, nowMs, channels, model, sandbox, hasBrowser } = report;
  const up = startedAtMs === undefined ? undefined : durationWords(nowMs - startedAtMs, language);
  return [
    up === undefined
      ? say(language, "statusDown", { version })
      : say(language, "statusUp", { version, duration: up }),
    ...heldLine(report, language),
    say(language, "statusChannels", {
      names: channels.map((platform) => platformName(platform, language)).join(", "),
    }),
    model === undefined ? say(language, "statusNoModel") : say(language, "statusModel", { model }),
    sandbox === "none"
      ? say(language, "statusNoSandbox")
      : say(language, "statusSandbox", { sandbox }),
    say(language, hasBrowser ? "statusBrowser" : "statusNoBrowser"),
    ...actionLines(report, language),
  ];
}

/** How many actions can run; below it each thing that others need. */
function actionLines({ actions }: StatusReport, language: Language): readonly string[] {
  const lines = actions.lacks.map(({ name, actions: names }) =>
    say(language, "statusLack", {
      name: escapeMarkup(name),
      names: escapeMarkup(names.join(", ")),
    }),
  );
  return [say(language, "statusActions", { count: actions.ready }), ...lines];
}

function heldLine({ heldMs }: StatusReport, language: Language): readonly string[] {
  if (heldMs === undefined) return [];
  return [say(language, "statusHeld", { seconds: (heldMs / 1000).toFixed(2) })];
}

function keepLines(report: StatusReport, language: Language): readonly string[] {
  const days = (kind: keyof StatusReport["keepDays"]): string => daysOf(report, kind, language);
  const [messages, transport, done] = [days("messages"), days("transport"), days("done")];
  return [say(language, "statusKeep", { messages, transport, done })];
}

function daysOf(
  { keepDays }: StatusReport,
  kind: keyof StatusReport["keepDays"],
  language: Language,
): string {
  const count = keepDays[kind];
  return count === undefined
    ? say(language, "statusForGood")
    : say(language, "statusDays", { count });
}

const UNITS: readonly (readonly [TextKey, number])[] = [
  ["unitDays", 24 * 60 * 60 * 1000],
  ["unitHours", 60 * 60 * 1000],
  ["unitMinutes", 60 * 1000],
];

/** The largest two units: `3d 4h`. */
function durationWords(durationMs: number, language: Language): string {
  const parts: string[] = [];
  let leftMs = Math.max(0, durationMs);
  for (const [key, unitMs] of UNITS) {
    const count = Math.floor(leftMs / unitMs);
    leftMs -= count * unitMs;
    if (count > 0 && parts.length < 2) parts.push(say(language, key, { count }));
  }
  return parts.length === 0 ? say(language, "unitMinutes", { count: 0 }) : parts.join(" ");
}
