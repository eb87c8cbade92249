import { dateAndTime, instantOf } from "../../../base/format-time.ts";
import type { JsonObject } from "../../../base/json.ts";
import { type Localized, oneLine } from "../../../base/localized.ts";
import { bold, escapeMarkup } from "../../../base/visible-text.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { linkTo } from "../../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { type FailureOutcome, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { type KeptRecord, MOST_RECORDS, type RecordKind, type Records } from "./records.ts";

/** How much of a record's text a list shows, in characters. */
const SHOWN_TEXT = 120;
/** Most records that a refusal names. */
const MOST_NAMED = 10;

const ALL_KINDS: readonly RecordKind[] = [
  "health",
  "skill",
  "post",
  "place",
  "item",
  "bookmark",
  "folder",
];

/** `record_delete`: the one record, of whatever kind, that a number or a title names. */
export function createRecordHandlers({ records }: { readonly records: Records }): Handlers {
  return {
    "source:record_delete": async (call) => {
      const found = recordNamed(call, records, {
        kinds: ALL_KINDS,
        given: stringParam(call, "what"),
      });
      if ("ok" in found) return found;
      records.remove(found);
      const text = worded(call, {
        ko: `🗑 지웠어요: ${bold(found.title)}`,
        en: `🗑 Deleted: ${bold(found.title)}`,
      });
      const data = { id: found.number, title: found.title };
      return success({ kind: "object", data, text }, { tainted: found.isTainted });
    },
  };
}

/** The one record that a number (`12`, `#12`) or a title names; a failure that names what there is where none or several do. */
export function recordNamed(
  call: ReadyCall,
  records: Records,
  { kinds, given }: { readonly kinds: readonly RecordKind[]; readonly given: string },
): KeptRecord | FailureOutcome {
  const { personId } = call.actor;
  const number = Number(/^#?(\d{1,15})$/u.exec(given.trim())?.[1] ?? Number.NaN);
  const byNumber = Number.isInteger(number) ? records.get(personId, number) : undefined;
  if (byNumber !== undefined && kinds.includes(byNumber.kind)) return byNumber;
  const titled = records.titled(personId, kinds, given.trim());
  const [only] = titled;
  if (only !== undefined && titled.length === 1) return only;
  const near =
    titled.length > 1
      ? titled
      : kinds.flatMap((kind) => records.nearest(personId, kind, given, MOST_NAMED));
  const list = near
    .slice(0, MOST_NAMED)
    .map((row) => candidate(call, row))
    .join("\n");
  return titled.length > 1
    ? failed("not-unique", worded(call, several(given, list)))
    : failed("unknown-record", worded(call, none(given, list)));
}

function several(given: string, list: string): Localized {
  return {
    ko: `"${given}"이라는 것이 여럿이에요. 번호로 골라 주세요.\n${list}`,
    en: `Several are called "${given}". Choose one by its number.\n${list}`,
  };
}

function none(given: string, list: string): Localized {
  return {
    ko: `"${given}"(을)를 찾지 못했어요.${list === "" ? "" : `\n가까운 것:\n${list}`}`,
    en: `Nothing is called "${given}".${list === "" ? "" : `\nThe nearest:\n${list}`}`,
  };
}

/** What came from outside is not quoted, because a refusal carries no mark of it. */
function candidate(call: ReadyCall, row: KeptRecord): string {
  const outside = { ko: "(밖에서 온 글)", en: "(text from outside)" };
  const words = row.isTainted ? worded(call, outside) : oneLine(row.title, 60);
  return `- #${row.number} ${words} (${dateAndTime(row.atMs, call.actor)})`;
}

/** Records as a list: a line for each (`line` says what stands on it), with what `item` makes of them as data. */
export function recordList(
  call: ReadyCall,
  rows: readonly KeptRecord[],
  shown: {
    readonly none: Localized;
    readonly line?: (row: KeptRecord) => string;
    readonly item?: (row: KeptRecord) => JsonObject;
  },
): Outcome {
  const { none: nothing, line = (row) => usualLine(call, row), item = usualItem } = shown;
  const text = rows.length === 0 ? worded(call, nothing) : rows.map(line).join("\n");
  return success(
    { kind: "list", items: rows.map(item), text },
    { tainted: rows.some((row) => row.isTainted) },
  );
}

/** `- #12 title (day): the beginning of its text`. */
function usualLine(call: ReadyCall, row: KeptRecord): string {
  const title = row.url === "" ? bold(row.title) : linkTo(row.title, row.url);
  const rest = row.body === "" ? "" : `: ${escapeMarkup(oneLine(row.body, SHOWN_TEXT))}`;
  return `- #${row.number} ${title} (${dateAndTime(row.atMs, call.actor)})${rest}`;
}

/** The fields that every record has as data; `snippet` is the beginning of its text. */
export function usualItem(row: KeptRecord): JsonObject {
  return {
    id: row.number,
    title: row.title,
    category: row.topic,
    url: row.url,
    snippet: oneLine(row.body, SHOWN_TEXT),
    at: new Date(row.atMs).toISOString(),
  };
}

/** What a record says in full: title, address, text. */
export function wholeRecord(row: KeptRecord): Outcome {
  const data = { ...usualItem(row), content: row.body, ...row.details };
  const head = row.url === "" ? bold(row.title) : linkTo(row.title, row.url);
  const text = row.body === "" ? head : `${head}\n${escapeMarkup(row.body)}`;
  return success({ kind: "object", data, text }, { tainted: row.isTainted });
}

/** That a person has as many records as there may be. */
export function recordsFull(call: ReadyCall): FailureOutcome {
  const text = {
    ko: `기록은 ${MOST_RECORDS}개까지 둘 수 있어요. 필요 없는 것을 지워 주세요.`,
    en: `There may be ${MOST_RECORDS} records. Delete some that you no longer need.`,
  };
  return failed("records-full", worded(call, text));
}

/** The moment that a parameter names as `2026-11-20` or `2026-11-20 08:30` in the person's zone; without it the given one. */
export function momentParam(call: ReadyCall, name: string, absentMs: number): number {
  const said = optionalString(call, name);
  if (said === undefined) return absentMs;
  const [year = 1970, month = 1, day = 1, hour = 0, minute = 0] = said.split(/\D+/u).map(Number);
  if (/(?:Z|[+-]\d\d:\d\d)$/u.test(said)) return Date.parse(said);
  return instantOf({ year, month, day, hour, minute, second: 0 }, call.actor.zone);
}

/** How many days back a call asks for, as the moment at which they began. */
export function sinceParam(call: ReadyCall, nowMs: number, absentDays: number): number {
  return nowMs - numberParam(call, "days", absentDays) * 86_400_000;
}
