import { AppError } from "../../base/errors.ts";
import {
  type ContentQuery,
  type ContentRow,
  deleteContent,
  queryContent,
  queryTexts,
  sqlHolds,
  sqlText,
} from "./content.ts";
import type { Phone } from "./phones.ts";

/** Which messages: those that came, those that were sent, or all. */
export type MessageBox = "inbox" | "sent" | "all";

/** A message on a phone. */
export interface PhoneMessage {
  readonly id: string;
  readonly kind: "sms" | "mms" | "rcs";
  /** Number of the other side; "" where it is not known. */
  readonly number: string;
  readonly text: string;
  readonly isSent: boolean;
  /** Unix milliseconds. */
  readonly atMs: number;
}

/** Which messages are wanted; all conditions together. */
export interface MessageWish {
  readonly box?: MessageBox;
  readonly ids?: readonly number[];
  /** A part of the other side's number. */
  readonly number?: string;
  readonly holds?: string;
  readonly beforeMs?: number;
}

/** The most messages that are read at once, texts and all. */
export const MOST_MESSAGES = 200;

const NEWEST = "date DESC";

/** Columns of `Telephony.Sms`: what is sent has another type than 1 (developer.android.com, Telephony.TextBasedSmsColumns). */
const SMS_COLUMNS = ["_id", "date", "type", "address"];
const RECEIVED = "1";

/** Text messages, the newest first. */
export async function readSms(
  phone: Phone,
  wish: MessageWish,
  page: { readonly limit: number; readonly offset?: number },
): Promise<readonly PhoneMessage[]> {
  const where = smsWhere(wish);
  const uri = boxUri("content://sms", wish.box);
  const query = { uri, columns: SMS_COLUMNS, sort: NEWEST, ...(where && { where }) };
  const heads = paged(await queryContent(phone, query), page);
  const texts = await textsOf(phone, { uri, columns: ["_id", "date"], sort: NEWEST }, heads);
  return heads.map((row, index) => messageIn(row, "sms", texts[index] ?? ""));
}

/** The bodies of rows by their ids. */
function textsOf(
  phone: Phone,
  query: Omit<ContentQuery, "where">,
  heads: readonly ContentRow[],
): Promise<readonly string[]> {
  if (heads.length === 0) return Promise.resolve([]);
  const where = `_id IN (${numbers(heads.map((row) => row["_id"])).join(",")})`;
  return queryTexts(phone, { ...query, where, text: "body" }, heads);
}

function smsWhere({ ids, number, holds, beforeMs }: MessageWish): string {
  return [
    ...(ids === undefined ? [] : [`_id IN (${numbers(ids).join(",")})`]),
    ...(number === undefined ? [] : [sqlHolds("address", number)]),
    ...(holds === undefined ? [] : [sqlHolds("body", holds)]),
    ...(beforeMs === undefined ? [] : [`date < ${Math.floor(beforeMs)}`]),
  ].join(" AND ");
}

function boxUri(root: string, box: MessageBox = "all"): string {
  return box === "all" ? root : `${root}/${box}`;
}

/** Ids as numbers: nothing else gets into SQL or an address. */
function numbers(ids: readonly (string | number | null | undefined)[]): readonly number[] {
  return ids.map(Number).filter((id) => Number.isSafeInteger(id) && id >= 0);
}

function paged<T>(
  rows: readonly T[],
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): readonly T[] {
  return rows.slice(offset, offset + Math.min(limit, MOST_MESSAGES));
}

/** `Telephony.Mms`: seconds, and 1 for what came (developer.android.com, Telephony.BaseMmsColumns). */
const MMS_COLUMNS = ["_id", "date", "msg_box"];
/** The kind of address that a message comes from, and goes to (PduHeaders: FROM 0x89, TO 0x97). */
const FROM = "137";
const TO = "151";

/** Multimedia messages, the newest first, each with the text of its parts. */
export async function readMms(
  phone: Phone,
  wish: Pick<MessageWish, "box" | "ids" | "holds">,
  page: { readonly limit: number; readonly offset?: number },
): Promise<readonly PhoneMessage[]> {
  const holding = wish.holds === undefined ? undefined : await mmsHolding(phone, wish.holds);
  const ids = holding ?? wish.ids;
  if (ids?.length === 0) return [];
  const where = ids === undefined ? {} : { where: `_id IN (${numbers(ids).join(",")})` };
  const uri = boxUri("content://mms", wish.box);
  const rows = await queryContent(phone, { uri, columns: MMS_COLUMNS, sort: NEWEST, ...where });
  const heads = paged(rows, page);
  const texts = await mmsTexts(phone, heads);
  const found: PhoneMessage[] = [];
  for (const row of heads) {
    const id = row["_id"] ?? "";
    const isSent = row["msg_box"] !== RECEIVED;
    const text = texts.get(id) ?? "";
    const number = await mmsNumber(phone, id, isSent ? TO : FROM);
    found.push({ id, kind: "mms", number, text, isSent, atMs: Number(row["date"]) * 1000 });
  }
  return found;
}

async function mmsHolding(phone: Phone, text: string): Promise<readonly number[]> {
  const where = `ct = 'text/plain' AND ${sqlHolds("text", text)}`;
  const parts = await queryContent(phone, {
    uri: "content://mms/part",
    columns: ["_id", "mid"],
    where,
  });
  return [...new Set(numbers(parts.map((part) => part["mid"])))];
}

async function mmsTexts(
  phone: Phone,
  heads: readonly ContentRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = numbers(heads.map((row) => row["_id"]));
  const texts = new Map<string, string>();
  if (ids.length === 0) return texts;
  const where = `ct = 'text/plain' AND mid IN (${ids.join(",")})`;
  const query = { uri: "content://mms/part", columns: ["_id", "mid"], where, sort: "_id ASC" };
  const parts = await queryContent(phone, query);
  if (parts.length === 0) return texts;
  const read = await queryTexts(phone, { ...query, text: "text" }, parts);
  for (const [index, part] of parts.entries()) {
    const mid = part["mid"] ?? "";
    texts.set(mid, [texts.get(mid) ?? "", read[index] ?? ""].filter(Boolean).join("\n"));
  }
  return texts;
}

async function mmsNumber(phone: Phone, id: string, type: string): Promise<string> {
  const [mid] = numbers([id]);
  const rows = await queryContent(phone, {
    uri: `content://mms/${mid}/addr`,
    columns: ["type", "address"],
    where: `type = ${type}`,
  });
  const address = rows[0]?.["address"] ?? "";
  return address === "insert-address-token" ? "" : address; // stands for one's own number
}

/** RCS messages as Samsung's phones keep them; empty on phones that do not. */
export async function readRcs(
  phone: Phone,
  wish: Pick<MessageWish, "holds">,
  page: { readonly limit: number },
): Promise<readonly PhoneMessage[]> {
  const where = wish.holds === undefined ? {} : { where: sqlHolds("body", wish.holds) };
  const query = { uri: "content://im/chat", sort: NEWEST };
  try {
    const rows = await queryContent(phone, {
      ...query,
      columns: ["_id", "date", "type", "address"],
      ...where,
    });
    const heads = paged(rows, page);
    const texts = await textsOf(phone, { ...query, columns: ["_id", "date"] }, heads);
    return heads.map((row, index) => messageIn(row, "rcs", texts[index] ?? ""));
  } catch (error) {
    if (error instanceof AppError && error.code.startsWith("phone-")) return []; // it has no such provider
    throw error;
  }
}

/** Messages of every kind, the newest first. */
export async function readAllMessages(
  phone: Phone,
  wish: Pick<MessageWish, "box" | "holds">,
  { limit, offset = 0 }: { readonly limit: number; readonly offset?: number },
): Promise<readonly PhoneMessage[]> {
  const page = { limit: Math.min(limit + offset, MOST_MESSAGES) };
  const kinds = [
    await readSms(phone, wish, page),
    await readMms(phone, wish, page),
    await readRcs(phone, wish, page),
  ];
  return kinds
    .flat()
    .filter(({ isSent }) => wish.box !== "inbox" || !isSent)
    .filter(({ isSent }) => wish.box !== "sent" || isSent)
    .sort((one, other) => other.atMs - one.atMs)
    .slice(offset, offset + limit);
}

/** Deletes messages of one kind by their ids; gives the ids of those that are still there: Android lets only the app for messages delete on some phones. */
export async function deleteMessages(
  phone: Phone,
  kind: "sms" | "mms",
  ids: readonly number[],
): Promise<readonly string[]> {
  const wanted = numbers(ids);
  if (wanted.length === 0) return [];
  const uri = `content://${kind}`;
  const where = `_id IN (${wanted.join(",")})`;
  await deleteContent(phone, uri, where);
  const left = await queryContent(phone, { uri, columns: ["_id"], where });
  return left.map((row) => row["_id"] ?? "");
}

/** Opens the app for messages with a number and a text, both written out. */
export async function composeSms(
  phone: Phone,
  { number, text }: { readonly number: string; readonly text: string },
): Promise<void> {
  await phone.run([
    ...["am", "start", "-a", "android.intent.action.SENDTO"],
    ...["-d", `sms:${number}`, "--es", "sms_body", text, "--ez", "exit_on_sent", "true"],
  ]);
}

/** True where a text to a number has been sent since then, as the phone's own list says. */
export async function wasSent(
  phone: Phone,
  { text, sinceMs }: { readonly text: string; readonly sinceMs: number },
): Promise<boolean> {
  const where = `date >= ${Math.floor(sinceMs)} AND body = ${sqlText(text)}`;
  const rows = await queryContent(phone, {
    uri: "content://sms/sent",
    columns: ["_id", "date"],
    where,
  });
  return rows.length > 0;
}

/** A row of a box with one correspondent, whose text was read apart. */
function messageIn(
  row: Readonly<Record<string, string | null>>,
  kind: "sms" | "rcs",
  text: string,
): PhoneMessage {
  return {
    id: row["_id"] ?? "",
    kind,
    number: row["address"] ?? "",
    text,
    isSent: row["type"] !== RECEIVED,
    atMs: Number(row["date"]),
  };
}
