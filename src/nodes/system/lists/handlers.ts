import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
} from "../../../engine/execute/action-types.ts";
import type { Outcome } from "../../../engine/values/outcome.ts";
import { filtered } from "./filter.ts";
import { listOutcome, type Rows, rowsOf } from "./items.ts";
import { deduplicated, merged } from "./join.ts";
import { selected } from "./select.ts";
import { sorted } from "./sort.ts";

/** `filter`, `sort`, `take`, `select`, `dedup` and `merge`: they work on any list, wherever it comes from, and never change the things they were given. */
export function createListWordHandlers(): Handlers {
  return {
    "system:filter": async (call) => withRows(call, filtered),
    "system:sort": async (call) => withRows(call, sorted),
    "system:take": async (call) => withRows(call, taken),
    "system:select": async (call) => withRows(call, selected),
    "system:dedup": async (call) => withRows(call, deduplicated),
    "system:merge": async (call) => withRows(call, merged),
  };
}

function withRows(call: ReadyCall, word: (call: ReadyCall, rows: Rows) => Outcome): Outcome {
  const rows = rowsOf(call);
  return "ok" in rows ? rows : word(call, rows);
}

function taken(call: ReadyCall, rows: Rows): Outcome {
  const count = numberParam(call, "count", rows.items.length);
  const items =
    optionalString(call, "from") === "end"
      ? rows.items.slice(Math.max(0, rows.items.length - count))
      : rows.items.slice(0, count);
  return listOutcome(call, { ...rows, items });
}
