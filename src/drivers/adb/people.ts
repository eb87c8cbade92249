import { deleteContent, queryContent, sqlHolds } from "./content.ts";
import type { Phone } from "./phones.ts";

/** A number of somebody in the contacts of a phone. */
export interface PhoneContact {
  readonly id: string;
  readonly name: string;
  readonly number: string;
}

/** Sorts of calls by their number in `CallLog.Calls.TYPE` (developer.android.com). */
export const CALL_TYPES = { incoming: 1, outgoing: 2, missed: 3, rejected: 5 } as const;

/** One sort of calls. */
export type CallType = keyof typeof CALL_TYPES;

/** A call in the log of a phone. */
export interface PhoneCall {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly type: CallType | "other";
  /** In seconds. */
  readonly durationSeconds: number;
  /** Unix milliseconds. */
  readonly atMs: number;
}

const PHONES_URI = "content://com.android.contacts/data/phones";
const CALLS_URI = "content://call_log/calls";

/** Contacts with a number, by name; with `holds` those whose name or number holds it. */
export async function readContacts(
  phone: Phone,
  { holds, limit }: { readonly holds?: string; readonly limit: number },
): Promise<readonly PhoneContact[]> {
  const where =
    holds === undefined
      ? {}
      : { where: `(${sqlHolds("display_name", holds)} OR ${sqlHolds("data1", holds)})` };
  const rows = await queryContent(phone, {
    uri: PHONES_URI,
    columns: ["contact_id", "data1", "display_name"],
    sort: "display_name ASC",
    ...where,
  });
  return rows.slice(0, limit).map((row) => ({
    id: row["contact_id"] ?? "",
    name: row["display_name"] ?? "",
    number: row["data1"] ?? "",
  }));
}

/** Deletes a contact from all accounts of the phone; true where it is gone. */
export async function deleteContact(phone: Phone, contactId: number): Promise<boolean> {
  const where = `contact_id=${contactId}`;
  await deleteContent(phone, "content://com.android.contacts/raw_contacts", where);
  const left = await queryContent(phone, { uri: PHONES_URI, columns: ["contact_id"], where });
  return left.length === 0;
}

/** The log of calls, the newest first. */
export async function readCalls(
  phone: Phone,
  { type, limit }: { readonly type?: CallType; readonly limit: number },
): Promise<readonly PhoneCall[]> {
  const rows = await queryContent(phone, {
    uri: CALLS_URI,
    columns: ["_id", "number", "date", "duration", "type", "name"],
    sort: "date DESC",
    ...(type === undefined ? {} : { where: `type=${CALL_TYPES[type]}` }),
  });
  return rows.slice(0, limit).map((row) => ({
    id: row["_id"] ?? "",
    number: row["number"] ?? "",
    name: row["name"] ?? "",
    type: callType(Number(row["type"])),
    durationSeconds: Number(row["duration"] ?? 0),
    atMs: Number(row["date"]),
  }));
}

/** Deletes a call from the log; true where it is gone. */
export async function deleteCall(phone: Phone, callId: number): Promise<boolean> {
  const where = `_id=${callId}`;
  await deleteContent(phone, CALLS_URI, where);
  return (await queryContent(phone, { uri: CALLS_URI, columns: ["_id"], where })).length === 0;
}

/** Begins a call. */
export async function startCall(phone: Phone, number: string): Promise<void> {
  await phone.run([
    ...["am", "start", "-a", "android.intent.action.CALL"],
    ...["-d", `tel:${encodeURIComponent(number)}`],
  ]);
}

function callType(value: number): PhoneCall["type"] {
  const known = Object.entries(CALL_TYPES).find(([, number]) => number === value);
  return known === undefined ? "other" : (known[0] as CallType); // keys of that table
}
