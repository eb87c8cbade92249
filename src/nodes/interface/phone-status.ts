import { basename } from "node:path";
import { AppError } from "../../base/errors.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold, sizeWords } from "../../base/visible-text.ts";
import { readRights } from "../../drivers/adb/apps.ts";
import type { Phone } from "../../drivers/adb/phones.ts";
import {
  type PhoneStatus,
  readModel,
  readNotifications,
  readStatus,
} from "../../drivers/adb/status.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";
import { described, isoOf, listed, onPhone, type PhoneParts, plain, said } from "./phone-call.ts";

/** Telegram takes 50 MB of a bot (Bot API, "Sending files"). */
const LARGEST_PULL_BYTES = 50 * 1024 * 1024;

/** Where a phone keeps what its person sees as files; nothing else is written to. */
const SHARED = ["/sdcard/", "/storage/"];
const USUAL_FOLDER = "/sdcard/Download/";

/** Which phones there are and how they are; files to and from them. */
export function createPhoneStatusHandlers(parts: PhoneParts): Handlers {
  return {
    "interface:devices": (call) => devices(parts, call),
    "interface:connect_device": (call) => connect(parts, call),
    "interface:manager": (call) => overview(parts, call),
    "interface:android_info": onPhone(parts, async (phone, call) => {
      const { model, maker, android } = await readModel(phone);
      const status = await readStatus(phone);
      return described({ id: phone.id, model, maker, android, ...fieldsOf(status) }, [
        `📱 ${bold(`${maker} ${model}`.trim())} · Android ${plain(android)}`,
        ...linesOf(call, status),
      ]);
    }),
    "interface:android_status": onPhone(parts, async (phone, call) => {
      const status = await readStatus(phone);
      return described(fieldsOf(status), linesOf(call, status));
    }),
    "interface:notifications": onPhone(parts, async (phone, call) => {
      const rows = (await readNotifications(phone)).map(({ app, title, text, atMs }) => ({
        data: { app, title, text, at: isoOf(call, atMs ?? 0) },
        line: `- ${bold(title === "" ? app : title)}: ${plain(text)}`,
      }));
      return listed(call, rows, { ko: "알림이 없어요.", en: "There are no notifications." });
    }),
    "interface:push_file": onPhone(parts, (phone, call) => pushFile(parts, phone, call)),
    "interface:pull_file": onPhone(parts, (phone, call) => pullFile(parts, phone, call)),
  };
}

async function devices({ phones }: PhoneParts, call: ReadyCall): Promise<Outcome> {
  const wanted = optionalString(call, "device_id");
  const all = (await phones.list(call.signal)).filter(
    ({ id }) => wanted === undefined || id === wanted,
  );
  if (all.length === 0) await phones.open(wanted, call.signal); // says how to connect one
  const rows = [];
  for (const { id, state } of all) {
    const model =
      state === "device" ? (await readModel(await phones.open(id, call.signal))).model : "";
    rows.push({
      data: { id, state, model },
      line: `- ${bold(model === "" ? id : model)} (${plain(id)}) ${state === "device" ? "✅" : STATE_WORDS(call, state)}`,
    });
  }
  return listed(call, rows, { ko: "연결된 휴대폰이 없어요.", en: "No phone is connected." });
}

function STATE_WORDS(call: ReadyCall, state: string): string {
  return state === "unauthorized"
    ? worded(call, { ko: "휴대폰에서 허용을 눌러 주세요", en: "press Allow on the phone" })
    : plain(state);
}

async function connect({ phones }: PhoneParts, call: ReadyCall): Promise<Outcome> {
  const code = optionalString(call, "code");
  const address = stringParam(call, "address");
  const id = await phones.connect(
    { address, ...(code === undefined ? {} : { code }) },
    call.signal,
  );
  return code === undefined
    ? said(call, { ko: `📱 ${bold(id)} 휴대폰에 연결했어요.`, en: `📱 Connected to ${bold(id)}.` })
    : said(call, {
        ko: "📱 페어링했어요. 이제 무선 디버깅 화면의 주소로 연결해 주세요.",
        en: "📱 Paired. Now connect to the address that Wireless debugging shows.",
      });
}

/** All that can be said of the phones at a glance, and how another is connected. */
async function overview({ phones }: PhoneParts, call: ReadyCall): Promise<Outcome> {
  const all = await phones.list(call.signal);
  const lines: string[] = [];
  for (const { id, state } of all) {
    if (state !== "device") {
      lines.push(`📱 ${plain(id)}: ${STATE_WORDS(call, state)}`);
      continue;
    }
    const phone = await phones.open(id, call.signal);
    const { maker, model, android } = await readModel(phone);
    const rights = await readRights(phone);
    const lacking = rights.filter(({ isGranted }) => !isGranted).map(({ right }) => right);
    lines.push(
      `📱 ${bold(`${maker} ${model}`.trim())} · Android ${plain(android)} · ${plain(id)}`,
      ...linesOf(call, await readStatus(phone)),
      lacking.length === 0
        ? worded(call, {
            ko: "✅ 메시지, 통화, 연락처를 볼 수 있어요",
            en: "✅ Messages, calls and contacts can be read",
          })
        : worded(call, {
            ko: `❌ 아직 못 봄: ${lacking.join(", ")}`,
            en: `❌ Not yet allowed: ${lacking.join(", ")}`,
          }),
    );
  }
  lines.push(
    worded(call, {
      ko: 'USB 디버깅을 켜고 꽂거나 "휴대폰 192.168.0.5:37123 연결해줘"로 더 연결할 수 있어요.',
      en: 'Another one is connected by USB debugging and a cable, or by "connect the phone 192.168.0.5:37123".',
    }),
  );
  return success(lines.join("\n"), { tainted: true });
}

function fieldsOf(status: PhoneStatus) {
  const { batteryPercent, isCharging, batteryTemperature, storageBytes, freeBytes } = status;
  const { volume, loudest, latitude, longitude } = status;
  return Object.fromEntries(
    Object.entries({
      battery: batteryPercent,
      charging: isCharging,
      temperature: batteryTemperature,
      storage: storageBytes,
      free: freeBytes,
      volume,
      loudest,
      latitude,
      longitude,
    }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function linesOf(call: ReadyCall, status: PhoneStatus): readonly string[] {
  const { batteryPercent, isCharging, batteryTemperature, storageBytes, freeBytes } = status;
  const { volume, loudest, latitude, longitude } = status;
  const charge = isCharging === true ? " ⚡" : "";
  const heat = batteryTemperature === undefined ? "" : ` · ${batteryTemperature}°C`;
  const say = (ko: string, en: string): string => worded(call, { ko, en });
  return [
    batteryPercent === undefined ? "" : `🔋 ${batteryPercent}%${charge}${heat}`,
    storageBytes === undefined || freeBytes === undefined
      ? ""
      : say(
          `💾 ${sizeWords(storageBytes)} 가운데 ${sizeWords(freeBytes)} 남음`,
          `💾 ${sizeWords(freeBytes)} of ${sizeWords(storageBytes)} free`,
        ),
    volume === undefined ? "" : `🔊 ${volume}/${loudest}`,
    latitude === undefined ? "" : `📍 ${latitude}, ${longitude}`,
  ];
}

async function pushFile(parts: PhoneParts, phone: Phone, call: ReadyCall): Promise<Outcome> {
  const local = stringParam(call, "local_path");
  const asked = optionalString(call, "remote_path") ?? USUAL_FOLDER;
  const remote = sharedPath(asked.endsWith("/") ? `${asked}${basename(local)}` : asked);
  await phone.push(await parts.readFile(call, local), remote);
  return said(call, {
    ko: `📱 휴대폰의 ${bold(remote)}에 넣었어요.`,
    en: `📱 Put it at ${bold(remote)}.`,
  });
}

async function pullFile(parts: PhoneParts, phone: Phone, call: ReadyCall): Promise<Outcome> {
  const remote = sharedPath(stringParam(call, "remote_path"));
  const bytes = await phone.pull(remote, LARGEST_PULL_BYTES);
  const name = optionalString(call, "local_path") ?? basename(remote);
  const withEnding = name.includes(".") ? name : `${name}.bin`;
  const file = await parts.saveFile(call, withEnding, bytes, mediaTypeOfName(withEnding));
  return success(file, { tainted: true });
}

/** A path of the phone's shared storage, without a way out of it. */
function sharedPath(path: string): string {
  const isPlain = !/\p{Cc}/u.test(path) && !path.split("/").includes("..");
  if (isPlain && SHARED.some((folder) => path.startsWith(folder))) return path;
  throw new AppError("phone-path", {
    ko: "휴대폰의 파일 경로는 /sdcard/ 나 /storage/ 로 시작해요. 예: /sdcard/Download/photo.jpg",
    en: "A path on the phone begins with /sdcard/ or /storage/, such as /sdcard/Download/photo.jpg.",
  });
}
