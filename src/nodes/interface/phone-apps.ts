import { AppError } from "../../base/errors.ts";
import { bold, sizeWords } from "../../base/visible-text.ts";
import {
  grantRights,
  listPackages,
  packageOf,
  readApp,
  readRights,
  readSizes,
  readUse,
  totalOf,
  uninstallApp,
} from "../../drivers/adb/apps.ts";
import type { Phone } from "../../drivers/adb/phones.ts";
import { type Handlers, type ReadyCall, stringParam } from "../../engine/execute/action-types.ts";
import type { Outcome } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { described, limitOf, listed, onPhone, type PhoneParts, plain, said } from "./phone-call.ts";

const USUAL_APPS = 30;

const NO_APPS = { ko: "앱이 없어요.", en: "There are no apps." };

/** Apps of the phone, and what the phone lets this computer see. */
export function createPhoneAppHandlers(parts: PhoneParts): Handlers {
  return {
    "interface:list_apps": onPhone(parts, async (phone, call) => {
      const isOwn = call.params["third_party_only"] !== false;
      const names = await listPackages(phone, isOwn);
      const rows = names.map((app) => ({ data: { app }, line: `- ${plain(app)}` }));
      return listed(call, rows, NO_APPS);
    }),
    "interface:apps": onPhone(parts, apps),
    "interface:app_sizes": onPhone(parts, sizes),
    "interface:app_usage": onPhone(parts, async (phone, call) => {
      const uses = await readUse(phone);
      const rows = uses.map(({ app, seconds, last }) => ({
        data: { app, minutes: Math.round(seconds / 60), last },
        line: `- ${plain(app)}: ${spell(call, seconds)}`,
      }));
      return listed(call, rows, {
        ko: "오늘 쓴 앱이 기록에 없어요.",
        en: "The phone has noted no use of apps today.",
      });
    }),
    "interface:app_info": onPhone(parts, async (phone, call) => {
      const app = await packageOf(phone, stringParam(call, "package_name"));
      const { version, installed, updated, permissions } = await readApp(phone, app);
      const data = { app, version, installed, updated, permissions };
      const granted = permissions.length === 0 ? "–" : permissions.join(", ");
      return described(data, [
        `${bold(app)} ${plain(version)}`,
        worded(call, { ko: `설치: ${installed}`, en: `Installed: ${installed}` }),
        worded(call, { ko: `업데이트: ${updated}`, en: `Updated: ${updated}` }),
        worded(call, { ko: `권한: ${granted}`, en: `Permissions: ${granted}` }),
      ]);
    }),
    "interface:uninstall": onPhone(parts, async (phone, call) => {
      const app = stringParam(call, "package_name");
      await uninstallApp(phone, app);
      return said(call, { ko: `🗑 ${bold(app)} 앱을 지웠어요.`, en: `🗑 Removed ${bold(app)}.` });
    }),
    "interface:permissions": onPhone(parts, rights),
    "interface:grant_permissions": onPhone(parts, async (phone, call) => {
      await grantRights(phone);
      const lacking = (await readRights(phone)).filter(({ isGranted }) => !isGranted);
      if (lacking.length === 0)
        return said(call, {
          ko: "✅ 메시지, 통화, 연락처를 볼 수 있어요.",
          en: "✅ I can see messages, calls and contacts.",
        });
      const names = lacking.map(({ right }) => right).join(", ");
      throw new AppError("phone-denied", {
        ko: `휴대폰이 ${names} 권한을 주지 않았어요. 개발자 옵션의 "USB 디버깅(보안 설정)"을 켜고 다시 말해 주세요.`,
        en: `The phone did not give ${names}. Turn on "USB debugging (Security settings)" in the developer options and ask again.`,
      });
    }),
  };
}

/** Apps with their space and their use, the largest first. */
async function apps(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const own = new Set(await listPackages(phone, true));
  const use = new Map((await readUse(phone)).map(({ app, seconds }) => [app, seconds]));
  const measured = (await readSizes(phone)).filter(({ app }) => own.has(app));
  const known = new Set(measured.map(({ app }) => app));
  const others = [...own].filter((app) => !known.has(app));
  const all = [
    ...measured.map((size) => ({ app: size.app, bytes: totalOf(size) })),
    ...others.map((app) => ({ app, bytes: 0 })),
  ];
  const rows = all.slice(0, limitOf(call, USUAL_APPS)).map(({ app, bytes }) => {
    const seconds = use.get(app) ?? 0;
    const told = [bytes === 0 ? "" : sizeWords(bytes), seconds === 0 ? "" : spell(call, seconds)];
    return {
      data: { app, size: bytes, minutes: Math.round(seconds / 60) },
      line: `- ${plain(app)}${told
        .filter(Boolean)
        .map((part) => ` · ${part}`)
        .join("")}`,
    };
  });
  return listed(call, rows, NO_APPS);
}

async function sizes(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const measured = (await readSizes(phone)).slice(0, limitOf(call, USUAL_APPS));
  const rows = measured.map((size) => ({
    data: {
      app: size.app,
      size: totalOf(size),
      code: size.codeBytes,
      data: size.dataBytes,
      cache: size.cacheBytes,
    },
    line: `- ${plain(size.app)}: ${sizeWords(totalOf(size))}`,
  }));
  return listed(call, rows, {
    ko: "휴대폰이 앱 크기를 알려 주지 않아요.",
    en: "The phone does not tell the sizes of its apps.",
  });
}

const RIGHT_WORDS: Readonly<Record<string, { readonly ko: string; readonly en: string }>> = {
  READ_SMS: { ko: "메시지", en: "messages" },
  READ_CALL_LOG: { ko: "통화 기록", en: "the call log" },
  READ_CONTACTS: { ko: "연락처", en: "contacts" },
};

async function rights(phone: Phone, call: ReadyCall): Promise<Outcome> {
  const found = await readRights(phone);
  const rows = found.map(({ right, isGranted }) => ({
    data: { right, granted: isGranted },
    line: `${isGranted ? "✅" : "❌"} ${RIGHT_WORDS[right]?.[call.actor.language] ?? right}`,
  }));
  return listed(call, rows, NO_APPS);
}

function spell(call: ReadyCall, seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return worded(call, { ko: `${rest}분`, en: `${rest} min` });
  return worded(call, { ko: `${hours}시간 ${rest}분`, en: `${hours} h ${rest} min` });
}
