import type { Clock } from "../../base/clock.ts";
import { isoInZone } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { escapeMarkup } from "../../base/visible-text.ts";
import type { Phone, Phones } from "../../drivers/adb/phones.ts";
import {
  type ActionHandler,
  optionalString,
  type ReadyCall,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success, type Value } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

/** A file value, as handlers give it. */
export type FileValue = Extract<Value, { kind: "file" }>;

/** Dependencies of the phone's actions. */
export interface PhoneParts {
  readonly phones: Phones;
  readonly clock: Clock;
  /** Puts bytes into the chat's folder under a free name. */
  readonly saveFile: (
    call: ReadyCall,
    name: string,
    bytes: Uint8Array,
    mediaType: string,
  ) => Promise<FileValue>;
  /** A picture that goes with the reply and is not kept. */
  readonly showPicture: (call: ReadyCall, bytes: Uint8Array) => FileValue;
  /** The bytes of a file of the chat's folder. */
  readonly readFile: (call: ReadyCall, path: string) => Promise<Uint8Array>;
}

/** An action on the phone that the call names, or on the only one. What the phone refuses is thrown as an `AppError`, which is a failure of the call. */
export function onPhone(
  { phones }: Pick<PhoneParts, "phones">,
  act: (phone: Phone, call: ReadyCall) => Promise<Outcome>,
): ActionHandler {
  return async (call) => {
    const phone = await phones.open(optionalString(call, "device_id"), call.signal);
    return act(phone, call);
  };
}

/** A list as rows for programs and as lines for a reader, below a heading where there is one; it says what is missing where it is empty. */
export function listed(
  call: ReadyCall,
  rows: readonly { readonly data: JsonObject; readonly line: string }[],
  none: Localized,
  heading?: Localized,
): Outcome {
  const lines = [
    ...(heading === undefined ? [] : [worded(call, heading)]),
    ...rows.map(({ line }) => line),
  ];
  const text = rows.length === 0 ? worded(call, none) : lines.join("\n");
  return success({ kind: "list", items: rows.map(({ data }) => data), text }, { tainted: true });
}

/** One thing as fields for programs and as lines for a reader; lines without words are left out. */
export function described(data: JsonObject, lines: readonly string[]): Outcome {
  const text = lines.filter((line) => line !== "").join("\n");
  return success({ kind: "object", data, text }, { tainted: true });
}

/** What was done, in the language of who asked. */
export function said(
  call: ReadyCall,
  words: { readonly ko: string; readonly en: string },
): Outcome {
  return success(worded(call, words));
}

/** A moment as programs have it, by the person's clock; empty where it is unknown. */
export function isoOf(call: ReadyCall, atMs: number): string {
  return Number.isFinite(atMs) && atMs > 0 ? isoInZone(atMs, call.actor.zone) : "";
}

/** What a phone says, as it is, within light markup. */
export function plain(text: string): string {
  return escapeMarkup(text.replace(/\s*\n\s*/g, " ⏎ "));
}

/** How many rows a call wants. */
export function limitOf(call: ReadyCall, usual: number): number {
  const { limit } = call.params;
  return typeof limit === "number" ? limit : usual;
}
