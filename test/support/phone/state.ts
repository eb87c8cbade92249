/** A row of a content provider. */
export type PhoneRow = Record<string, string | number | null>;

/** All that `command.mjs` knows of its phone. */
export interface PhoneState {
  properties: Record<string, string>;
  dumps: Record<string, string>;
  apps: Record<string, { isOwn: boolean; dump: string }>;
  volume: number;
  /** What `uiautomator dump` writes; null where the screen never rests. */
  ui: string | null;
  typed: string;
  keyboards: string[];
  keyboard: string;
  /** Rights that the shell lacks. */
  denied: string[];
  /** True where the phone does not let the shell delete. */
  keeps: boolean;
  rows: Record<string, PhoneRow[]>;
}

const DAY_MS = 86_400_000;
const NOON_MS = Date.UTC(2026, 10, 20, 3);

/** A phone with a few of everything. */
export function freshState(): PhoneState {
  return {
    properties: {
      "ro.product.model": "SM-S921N",
      "ro.product.manufacturer": "samsung",
      "ro.build.version.release": "15",
    },
    dumps: {
      battery:
        "Current Battery Service state:\n  AC powered: false\n  status: 2\n  level: 83\n  temperature: 291\n",
      location: "  last location=Location[fused 37.566500,126.978000 hAcc=12.0 et=+1d2h]\n",
      diskstats:
        'Package Names: ["com.example.maps","com.android.settings"]\nApp Sizes: [120000000,5000000]\nApp Data Sizes: [30000000,1000000]\nCache Sizes: [10000000,0]\n',
      usagestats:
        'user=0\n  In-memory daily stats\n    packages\n      package=com.example.maps totalTimeUsed="1:02:03" lastTimeUsed="2026-11-20 11:00:00"\n      package=com.android.settings totalTimeUsed="00:00" lastTimeUsed="2026-11-01 09:00:00"\n  In-memory weekly stats\n      package=com.other totalTimeUsed="9:00:00" lastTimeUsed="x"\n',
      notification:
        "Current Notification Manager state:\n  NotificationRecord(0x01: pkg=com.kakao.talk user=UserHandle{0} id=2)\n      when=1795143600000\n      android.title=String (민지)\n      android.text=String (저녁에 봐 (7시))\n  NotificationRecord(0x02: pkg=android user=UserHandle{0} id=3)\n      android.progress=Integer (0)\n",
    },
    apps: {
      "com.example.maps": {
        isOwn: true,
        dump: "Packages:\n  Package [com.example.maps] (abc):\n    versionName=3.1.4\n    firstInstallTime=2026-01-02 03:04:05\n    lastUpdateTime=2026-10-11 12:13:14\n    android.permission.CAMERA: granted=true\n    android.permission.READ_SMS: granted=false\n",
      },
      "com.android.settings": { isOwn: false, dump: "    versionName=15\n" },
    },
    volume: 7,
    ui: screenOf([
      { text: "받은 메시지", class: "android.widget.TextView", bounds: "[0,100][1080,200]" },
      {
        text: "",
        hint: "보낼 글",
        class: "android.widget.EditText",
        bounds: "[40,2140][900,2260]",
      },
      { text: "보내기", class: "android.widget.Button", bounds: "[940,2140][1060,2260]" },
    ]),
    typed: "",
    keyboards: ["com.samsung.honeyboard/.service.HoneyBoardService"],
    keyboard: "com.samsung.honeyboard/.service.HoneyBoardService",
    denied: [],
    keeps: false,
    rows: {
      "content://sms": [
        {
          _id: 1,
          date: NOON_MS - 2 * DAY_MS,
          type: 1,
          read: 1,
          address: "+821012345678",
          body: "오늘 회의는 3시, 2층\n늦지 마세요",
        },
        {
          _id: 2,
          date: NOON_MS - DAY_MS,
          type: 2,
          read: 1,
          address: "01012345678",
          body: "네, 알겠습니다",
        },
        { _id: 3, date: NOON_MS, type: 1, read: 0, address: "15881234", body: "[광고] 100% 할인" },
      ],
      "content://mms": [{ _id: 11, date: (NOON_MS - DAY_MS / 2) / 1000, msg_box: 1 }],
      "content://mms/part": [
        { _id: 21, mid: 11, ct: "image/jpeg", text: null },
        { _id: 22, mid: 11, ct: "text/plain", text: "사진 보냈어요" },
      ],
      "content://mms/11/addr": [{ _id: 31, type: 137, address: "+821099998888" }],
      "content://com.android.contacts/data/phones": [
        { _id: 41, contact_id: 5, data1: "010-1234-5678", display_name: "김민지" },
        { _id: 42, contact_id: 6, data1: "+1 555 0100", display_name: "Ben O'Neil" },
      ],
      "content://com.android.contacts/raw_contacts": [
        { _id: 5, contact_id: 5 },
        { _id: 6, contact_id: 6 },
      ],
      "content://com.android.contacts/contacts": [{ _id: 5 }, { _id: 6 }],
      "content://call_log/calls": [
        {
          _id: 51,
          number: "01012345678",
          date: NOON_MS - DAY_MS,
          duration: 65,
          type: 1,
          name: "김민지",
        },
        { _id: 52, number: "15881234", date: NOON_MS, duration: 0, type: 3, name: null },
      ],
    },
  };
}

/** A screen of uiautomator with these elements on it. */
export function screenOf(
  nodes: readonly { text: string; hint?: string; class: string; bounds: string }[],
): string {
  const escaped = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const lines = nodes.map(
    ({ text, hint = "", class: kind, bounds }, index) =>
      `<node index="${index}" text="${escaped(text)}" resource-id="" class="${kind}" package="com.example" content-desc="${escaped(hint)}" clickable="${!kind.endsWith("TextView")}" long-clickable="false" bounds="${bounds}" />`,
  );
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0"><node index="0" text="" resource-id="" class="android.widget.FrameLayout" package="com.example" content-desc="" clickable="false" long-clickable="false" bounds="[0,0][1080,2400]">${lines.join("")}</node></hierarchy>`;
}
