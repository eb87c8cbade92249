import { AppError } from "../../base/errors.ts";
import { dateAndTime, instantOf } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import { bold } from "../../base/visible-text.ts";
import {
  composeSms,
  deleteMessages,
  type MessageBox,
  MOST_MESSAGES,
  type PhoneMessage,
  readAllMessages,
  readMms,
  readSms,
  wasSent,
} from "../../drivers/adb/messages.ts";
import type { Phone } from "../../drivers/adb/phones.ts";
import { middleOf, readScreen, type ScreenElement, tap } from "../../drivers/adb/screen.ts";
import {
  type HandlerResult,
  type Handlers,
  listParam,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import { isoOf, limitOf, listed, onPhone, type PhoneParts, plain, said } from "./phone-call.ts";

const USUAL_COUNT = 20;

/** What the button that sends says in the apps for messages of Google and Samsung. */
const SEND_LABEL = /^(?:send(?: sms| mms| message)?|보내기|전송|메시지 보내기|sms 보내기)$/i;

/** How often the screen is looked at until the button is there, and the list of what was sent until the message is. */
const TRIES = 10;
const TRY_MS = 700;

/** Messages on the phone: read, searched, sent and deleted. */
export function createPhoneMessageHandlers(parts: PhoneParts): Handlers {
  return {
    "interface:sms_list": onPhone(parts, async (phone, call) =>
      messagesFor(call, await readSms(phone, { box: boxOf(call) }, pageOf(call))),
    ),
    "interface:mms": onPhone(parts, async (phone, call) =>
      messagesFor(call, await readMms(phone, { box: boxOf(call) }, pageOf(call))),
    ),
    "interface:all_messages": onPhone(parts, async (phone, call) =>
      messagesFor(call, await readAllMessages(phone, { box: boxOf(call) }, pageOf(call))),
    ),
    "interface:sms_search": onPhone(parts, async (phone, call) => {
      const wish = { box: "all", holds: stringParam(call, "query") } as const;
      return messagesFor(call, await readAllMessages(phone, wish, pageOf(call)));
    }),
    "interface:sms_send": async (call) => {
      const phone = await parts.phones.open(optionalString(call, "device_id"), call.signal);
      return sendSms(parts, phone, call);
    },
    "interface:delete_sms": onPhone(parts, deleteSms),
    "interface:delete_mms": onPhone(parts, deleteMms),
    "interface:delete_messages": onPhone(parts, deleteBoth),
  };
}

function boxOf(call: ReadyCall): MessageBox {
  const box = optionalString(call, "box");
  return box === "sent" || box === "all" ? box : "inbox";
}

function pageOf(call: ReadyCall): { readonly limit: number; readonly offset: number } {
  return { limit: limitOf(call, USUAL_COUNT), offset: numberParam(call, "offset", 0) };
}

function messagesFor(call: ReadyCall, messages: readonly PhoneMessage[]): Outcome {
  const rows = messages.map((message) => ({
    data: dataOf(call, message),
    line: lineOf(call, message),
  }));
  return listed(call, rows, { ko: "메시지가 없어요.", en: "There are no messages." });
}

function dataOf(
  call: ReadyCall,
  { id, kind, number, text, isSent, atMs }: PhoneMessage,
): JsonObject {
  return { id, kind, number, text, sent: isSent, at: isoOf(call, atMs) };
}

function lineOf(call: ReadyCall, { number, text, isSent, atMs }: PhoneMessage): string {
  const who = bold(number === "" ? "?" : number);
  const when = dateAndTime(atMs, call.actor);
  return `${isSent ? "→" : "←"} ${who} · ${when}: ${plain(text)}`;
}

/** Writes the message in the phone's own app and presses the button that sends. Whether it left is looked up: where nobody can tell, a person is asked. */
async function sendSms(parts: PhoneParts, phone: Phone, call: ReadyCall): Promise<HandlerResult> {
  const number = stringParam(call, "phone_number").replace(/[ ()-]/g, "");
  const text = stringParam(call, "message");
  const sinceMs = parts.clock.now() - CLOCKS_APART_MS;
  await composeSms(phone, { number, text });
  const button = await sendButton(phone);
  if (button === undefined)
    throw new AppError("no-send-button", {
      ko: "휴대폰에 메시지를 써 두었는데 보내기 단추를 찾지 못했어요. 휴대폰에서 보내기를 눌러 주세요.",
      en: "The message is written on the phone, and I found no button that sends it: press it there.",
    });
  await tap(phone, middleOf(button));
  for (let count = 0; count < TRIES; count += 1) {
    if (await wasSent(phone, { text, sinceMs }))
      return said(call, {
        ko: `📱 ${bold(number)} 번호로 문자를 보냈어요.`,
        en: `📱 Texted ${bold(number)}.`,
      });
    await phone.wait(TRY_MS);
  }
  return { suspend: "uncertain" };
}

/** The clocks of this machine and of the phone. */
const CLOCKS_APART_MS = 120_000;

async function sendButton(phone: Phone): Promise<ScreenElement | undefined> {
  for (let count = 0; count < TRIES; count += 1) {
    const elements = await readScreen(phone).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "phone-failed") return []; // it still moves
      throw error;
    });
    const found = elements.find(({ label, isClickable }) => isClickable && SEND_LABEL.test(label));
    if (found !== undefined) return found;
    await phone.wait(TRY_MS);
  }
  return undefined;
}

async function deleteSms(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const id = optionalString(call, "message_id") ?? optionalString(call, "sms_id");
  const wish = {
    ...(id === undefined ? {} : { ids: [Number(id)] }),
    ...textWish(call, "address", "number"),
    ...textWish(call, "body_contains", "holds"),
    ...beforeOf(call),
  };
  if (Object.keys(wish).length === 0) throw nothingNamed();
  const found = await readSms(phone, wish, { limit: MOST_MESSAGES });
  return removed(phone, call, found);
}

async function deleteMms(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const wish = { holds: stringParam(call, "body_contains") };
  const found = await readMms(phone, wish, { limit: MOST_MESSAGES });
  return removed(phone, call, found, call.params["dry_run"] !== false);
}

async function deleteBoth(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const sms = listParam(call, "sms_ids").map(Number);
  const mms = listParam(call, "mms_ids").map(Number);
  if (sms.length + mms.length === 0) throw nothingNamed();
  const page = { limit: MOST_MESSAGES };
  const found = [
    ...(sms.length === 0 ? [] : await readSms(phone, { ids: sms }, page)),
    ...(mms.length === 0 ? [] : await readMms(phone, { ids: mms }, page)),
  ];
  return removed(phone, call, found);
}

function textWish(
  call: ReadyCall,
  param: string,
  name: "number" | "holds",
): Partial<Record<"number" | "holds", string>> {
  const value = optionalString(call, param);
  return value === undefined ? {} : { [name]: value };
}

/** The day itself is kept: what came before its first moment goes. */
function beforeOf(call: ReadyCall): { readonly beforeMs?: number } {
  const date = optionalString(call, "before_date");
  const [year, month, day] = (date ?? "").split("-").map(Number);
  if (year === undefined || month === undefined || day === undefined) return {};
  const midnight = { year, month, day, hour: 0, minute: 0, second: 0 };
  return { beforeMs: instantOf(midnight, call.actor.zone) };
}

/** Deletes what was found, or only tells of it. */
async function removed(
  phone: Phone,
  call: ReadyCall,
  found: readonly PhoneMessage[],
  isTrial = call.params["dry_run"] === true,
): Promise<Outcome> {
  if (found.length === 0) return messagesFor(call, found);
  if (isTrial) {
    const only = {
      ko: "아직 지우지 않았어요. 지워질 것:",
      en: "Nothing is deleted yet. These would be:",
    };
    const rows = found.map((message) => ({
      data: dataOf(call, message),
      line: lineOf(call, message),
    }));
    return listed(call, rows, only, only);
  }
  const left: string[] = [];
  for (const kind of ["sms", "mms"] as const) {
    const ids = found.filter((message) => message.kind === kind).map(({ id }) => Number(id));
    left.push(...(await deleteMessages(phone, kind, ids)));
  }
  if (left.length > 0)
    throw new AppError("phone-keeps", {
      ko: `메시지 ${left.length}개를 휴대폰이 지우게 해 주지 않았어요. 요즘 안드로이드는 메시지 앱만 지울 수 있어요.`,
      en: `The phone kept ${left.length} of the messages: on newer Android only the app for messages may delete them.`,
    });
  const count = found.length;
  return said(call, {
    ko: `🗑 메시지 ${count}개를 지웠어요.`,
    en: `🗑 Deleted ${count} ${count === 1 ? "message" : "messages"}.`,
  });
}

function nothingNamed(): AppError {
  return new AppError("nothing-named", {
    ko: "어느 메시지를 지울지 번호, 보낸 사람, 들어 있는 말, 날짜 가운데 하나로 알려 주세요.",
    en: "Say which messages to delete: by id, sender, words in them, or a date.",
  });
}
