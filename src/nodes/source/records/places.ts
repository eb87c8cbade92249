import type { Clock } from "../../../base/clock.ts";
import { korean } from "../../../base/korean-particles.ts";
import type { Localized } from "../../../base/localized.ts";
import { bold, escapeMarkup } from "../../../base/visible-text.ts";
import type { Files } from "../../../drivers/files/files.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { linkTo } from "../../../engine/values/link-lines.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { webAddress } from "../../web-address.ts";
import { recordList, recordNamed, recordsFull, usualItem } from "./listing.ts";
import type { KeptRecord, NewRecord, Records } from "./records.ts";

const NO_PLACE: Localized = { ko: "저장해 둔 가게가 없어요.", en: "No such place is saved." };
const NO_BOOKMARK: Localized = { ko: "저장해 둔 사이트가 없어요.", en: "No bookmark is saved." };
const NO_NOTE: Localized = { ko: "폴더에 붙인 메모가 없어요.", en: "No folder has a note." };

interface PlaceParts {
  readonly records: Records;
  readonly clock: Clock;
  readonly filesOf: (chatKey: string) => Files;
}

/** Places, bookmarks and notes on folders: `save`, `local_query`, `launch`, `annotate` and `annotations`. */
export function createPlaceHandlers(parts: PlaceParts): Handlers {
  return {
    "source:save": async (call) => savePlace(parts, call),
    "source:local_query": async (call) => findPlaces(parts.records, call),
    "system:launch": async (call) => bookmark(parts, call),
    "system:annotate": (call) => annotate(parts, call),
    "system:annotations": async (call) =>
      recordList(call, notes(parts.records, call), {
        none: NO_NOTE,
        line: (row) => `- 📁 ${bold(row.title)}: ${escapeMarkup(row.body)}`,
        item: (row) => ({ path: row.title, note: row.body, at: new Date(row.atMs).toISOString() }),
      }),
  };
}

function savePlace({ records, clock }: PlaceParts, call: ReadyCall): Outcome {
  const name = stringParam(call, "name").trim();
  const [same] = records.titled(call.actor.personId, ["place"], name);
  const text = (param: string, before: string): string => optionalString(call, param) ?? before;
  const known = same?.details ?? {};
  const rating = call.params["rating"] ?? known["rating"];
  const place: NewRecord = {
    kind: "place",
    title: name,
    topic: text("category", same?.topic ?? ""),
    subject: text("area", same?.subject ?? ""),
    url: text("url", same?.url ?? ""),
    body: text("notes", same?.body ?? ""),
    details: {
      address: text("address", String(known["address"] ?? "")),
      phone: text("phone", String(known["phone"] ?? "")),
      ...(rating === undefined ? {} : { rating }),
    },
    isTainted: call.tainted || same?.isTainted === true,
    atMs: clock.now(),
  };
  const saved = records.save(call.actor.personId, place, same);
  if (saved === undefined) return recordsFull(call);
  return success(
    worded(call, { ko: `📍 저장했어요: ${bold(name)}`, en: `📍 Saved: ${bold(name)}` }),
  );
}

function findPlaces(records: Records, call: ReadyCall): Outcome {
  const [area, category] = [optionalString(call, "area"), optionalString(call, "category")];
  const rows = records.find(call.actor.personId, {
    kind: "place",
    words: optionalString(call, "query") ?? "",
    limit: numberParam(call, "limit", 20),
    ...(area === undefined ? {} : { subject: area }),
    ...(category === undefined ? {} : { topic: category }),
  });
  return recordList(call, rows, {
    none: NO_PLACE,
    line: placeLine,
    item: (row) => ({ ...usualItem(row), area: row.subject, notes: row.body, ...row.details }),
  });
}

function placeLine(row: KeptRecord): string {
  const { address = "", phone = "", rating } = row.details;
  const stars = rating === undefined ? "" : `★${rating}`;
  const name = row.url === "" ? bold(row.title) : linkTo(row.title, row.url);
  const facts = [row.topic, row.subject, address, phone, stars, row.body].map(String);
  const rest = facts.filter((fact) => fact !== "").map(escapeMarkup);
  return `- #${row.number} ${[name, ...rest].join(" · ")}`;
}

/** Saves a bookmark where an address is given, else gives the link of the one that is named, or of all. */
function bookmark({ records, clock }: PlaceParts, call: ReadyCall): Outcome {
  const { personId } = call.actor;
  const name = optionalString(call, "name")?.trim();
  const given = optionalString(call, "url");
  const line = (row: KeptRecord): string => `- ${linkTo(row.title, row.url)}`;
  if (given !== undefined) {
    const url = webAddress(given);
    if (url === undefined) return failed("bad-url", worded(call, notAddress(given)));
    const title = name ?? new URL(url).host;
    const [same] = records.titled(personId, ["bookmark"], title);
    const kept = {
      kind: "bookmark",
      title,
      url,
      isTainted: call.tainted,
      atMs: clock.now(),
    } as const;
    if (records.save(personId, kept, same) === undefined) return recordsFull(call);
    const told = {
      ko: `🔖 저장했어요: ${linkTo(title, url)}`,
      en: `🔖 Saved: ${linkTo(title, url)}`,
    };
    return success(worded(call, told), { tainted: call.tainted });
  }
  if (name === undefined)
    return recordList(call, records.find(personId, { kind: "bookmark", limit: 100 }), {
      none: NO_BOOKMARK,
      line,
    });
  const found = recordNamed(call, records, { kinds: ["bookmark"], given: name });
  return "ok" in found ? found : recordList(call, [found], { none: NO_BOOKMARK, line });
}

function notAddress(given: string): Localized {
  return { ko: korean`${given}은(는) 웹 주소가 아니에요.`, en: `${given} isn't a web address.` };
}

/** Puts a note on a folder of the chat, in the place of the one it has. */
async function annotate(
  { records, clock, filesOf }: PlaceParts,
  call: ReadyCall,
): Promise<Outcome> {
  const { path } = await filesOf(call.actor.chatId).stat(stringParam(call, "path"));
  const { chatId, personId } = call.actor;
  const same = notes(records, call).find((row) => row.title === path);
  const body = stringParam(call, "note");
  const note = { kind: "folder", title: path, subject: chatId, body, atMs: clock.now() } as const;
  const saved = records.save(personId, { ...note, isTainted: call.tainted }, same);
  if (saved === undefined) return recordsFull(call);
  const told = { ko: `📁 ${bold(path)}에 적어 두었어요.`, en: `📁 Noted on ${bold(path)}.` };
  return success(worded(call, told));
}

/** The notes on folders of this chat, of those below a folder where one is given. */
function notes(records: Records, call: ReadyCall): readonly KeptRecord[] {
  const { chatId, personId } = call.actor;
  const under = call.action === "annotations" ? (optionalString(call, "path") ?? "") : "";
  return records
    .find(personId, { kind: "folder", subject: chatId, limit: 1000 })
    .filter(({ title }) => title.startsWith(under));
}
