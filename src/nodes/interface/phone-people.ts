import { AppError } from "../../base/errors.ts";
import { dateAndTime } from "../../base/format-time.ts";
import { bold } from "../../base/visible-text.ts";
import {
  CALL_TYPES,
  type CallType,
  deleteCall,
  deleteContact,
  type PhoneCall,
  type PhoneContact,
  readCalls,
  readContacts,
  startCall,
} from "../../drivers/adb/people.ts";
import type { Phone } from "../../drivers/adb/phones.ts";
import { pressKey } from "../../drivers/adb/screen.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import { isoOf, limitOf, listed, onPhone, type PhoneParts, plain, said } from "./phone-call.ts";

const USUAL_CONTACTS = 50;
const USUAL_CALLS = 20;

const CALL_WORDS: Readonly<
  Record<PhoneCall["type"], { readonly ko: string; readonly en: string }>
> = {
  incoming: { ko: "받음", en: "received" },
  outgoing: { ko: "걺", en: "made" },
  missed: { ko: "부재중", en: "missed" },
  rejected: { ko: "거절", en: "declined" },
  other: { ko: "그 밖", en: "other" },
};

/** Contacts and calls of the phone. */
export function createPhonePeopleHandlers(parts: PhoneParts): Handlers {
  return {
    "interface:contacts": onPhone(parts, async (phone, call) =>
      contactsFor(
        call,
        await readContacts(phone, {
          holds: stringParam(call, "query"),
          limit: limitOf(call, USUAL_CONTACTS),
        }),
      ),
    ),
    "interface:get_contacts": onPhone(parts, async (phone, call) =>
      contactsFor(call, await readContacts(phone, { limit: limitOf(call, USUAL_CONTACTS) })),
    ),
    "interface:delete_contact": onPhone(parts, removeContact),
    "interface:call_log": onPhone(parts, callLog),
    "interface:delete_call_log": onPhone(parts, async (phone, call) => {
      if (!(await deleteCall(phone, Number(stringParam(call, "call_id"))))) throw kept();
      return said(call, { ko: "🗑 통화 기록을 지웠어요.", en: "🗑 Deleted the call from the log." });
    }),
    "interface:call": onPhone(parts, async (phone, call) => {
      const number = stringParam(call, "phone_number").replace(/[ ()-]/g, "");
      await startCall(phone, number);
      return said(call, {
        ko: `📞 ${bold(number)}에 전화를 걸었어요.`,
        en: `📞 Calling ${bold(number)}.`,
      });
    }),
    "interface:end_call": onPhone(parts, async (phone, call) => {
      await pressKey(phone, "KEYCODE_ENDCALL");
      return said(call, { ko: "📞 전화를 끊었어요.", en: "📞 Hung up." });
    }),
  };
}

function contactsFor(call: ReadyCall, contacts: readonly PhoneContact[]): Outcome {
  const rows = contacts.map(({ id, name, number }) => ({
    data: { id, name, number },
    line: `- ${bold(name)} ${plain(number)}`,
  }));
  return listed(call, rows, {
    ko: "휴대폰에 그런 연락처가 없어요.",
    en: "The phone has no such contact.",
  });
}

async function removeContact(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const id = optionalString(call, "contact_id") ?? (await idByNumber(phone, call));
  if (!(await deleteContact(phone, Number(id)))) throw kept();
  return said(call, { ko: "🗑 연락처를 지웠어요.", en: "🗑 Deleted the contact." });
}

/** A number that belongs to exactly one contact. */
async function idByNumber(phone: Phone, call: ReadyCall): Promise<string> {
  const number = (optionalString(call, "phone_number") ?? "").replace(/\D/g, "");
  const all = number === "" ? [] : await readContacts(phone, { limit: Number.POSITIVE_INFINITY });
  const ids = new Set(
    all.filter((each) => each.number.replace(/\D/g, "") === number).map((each) => each.id),
  );
  const [id, other] = ids;
  if (id !== undefined && other === undefined) return id;
  throw new AppError("no-such-contact", {
    ko: "그 번호의 연락처를 하나로 찾지 못했어요. 연락처를 찾아 id로 알려 주세요.",
    en: "That number is not that of exactly one contact. Look the contact up and give its id.",
  });
}

async function callLog(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const asked = optionalString(call, "call_type") ?? "all";
  const type = asked in CALL_TYPES ? { type: asked as CallType } : {}; // a key of that table
  const calls = await readCalls(phone, { ...type, limit: limitOf(call, USUAL_CALLS) });
  const { language } = call.actor;
  const rows = calls.map((each) => ({
    data: {
      id: each.id,
      number: each.number,
      name: each.name,
      type: each.type,
      seconds: each.durationSeconds,
      at: isoOf(call, each.atMs),
    },
    line: `- ${bold(each.name === "" ? each.number : each.name)} · ${CALL_WORDS[each.type][language]} · ${dateAndTime(each.atMs, call.actor)}`,
  }));
  return listed(call, rows, { ko: "통화 기록이 없어요.", en: "There are no calls." });
}

function kept(): AppError {
  return new AppError("phone-keeps", {
    ko: "휴대폰이 지우게 해 주지 않았어요. 휴대폰에서 직접 지워 주세요.",
    en: "The phone did not let me delete that. Delete it on the phone itself.",
  });
}
