import { AppError } from "../../base/errors.ts";
import type { Phone } from "./phones.ts";
import { pressKey } from "./screen.ts";

/** The keyboard that takes text of any script over adb (github.com/senzhk/ADBKeyBoard). */
const KEYBOARD = "com.android.adbkeyboard/.AdbIME";

/** The app that puts a text on the clipboard over adb (github.com/majido/clipper). */
const CLIPPER = "ca.zgrs.clipper";

/** The keyboard that was chosen needs a moment to be there. */
const KEYBOARD_MS = 700;

/** What `input text` types by itself. */
const TYPEABLE = /^[\x20-\x7e\n]*$/;

/** Types a text into the field that has the cursor: Latin letters by the phone's own means, any other script by the ADB keyboard, whose place the person's own takes again. Rejects with `needs-keyboard`. */
export async function typeText(phone: Phone, text: string): Promise<void> {
  if (TYPEABLE.test(text)) return typeLatin(phone, text);
  await typeAnything(phone, text);
}

async function typeLatin(phone: Phone, text: string): Promise<void> {
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) await pressKey(phone, "KEYCODE_ENTER");
    for (const piece of latinPieces(line)) await phone.run(["input", "text", piece]);
  }
}

/** `input text` reads `%s` as a space: a text that has it is typed in pieces. Pure. */
export function latinPieces(line: string): readonly string[] {
  return line
    .split(/(?<=%)(?=s)/)
    .filter((piece) => piece !== "")
    .map((piece) => piece.replaceAll(" ", "%s"));
}

async function typeAnything(phone: Phone, text: string): Promise<void> {
  const keyboards = await phone.run(["ime", "list", "-s", "-a"]);
  if (!keyboards.split("\n").some((line) => line.trim() === KEYBOARD)) throw needsKeyboard();
  const own = (await phone.run(["settings", "get", "secure", "default_input_method"])).trim();
  await phone.run(["ime", "enable", KEYBOARD]);
  await phone.run(["ime", "set", KEYBOARD]);
  try {
    await phone.wait(KEYBOARD_MS);
    const encoded = Buffer.from(text).toString("base64");
    await phone.run(["am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", encoded]);
  } finally {
    if (own !== "" && own !== "null" && own !== KEYBOARD) await phone.tryRun(["ime", "set", own]);
  }
}

/** Puts a text on the clipboard and pastes it; types it where no app takes the clipboard over adb. */
export async function pasteText(phone: Phone, text: string): Promise<void> {
  const packages = await phone.run(["pm", "list", "packages", CLIPPER]);
  if (!packages.includes(`package:${CLIPPER}`)) return typeText(phone, text);
  await phone.run(["am", "startservice", `${CLIPPER}/.ClipboardService`]);
  await phone.run(["am", "broadcast", "-a", "clipper.set", "-e", "text", text]);
  await pressKey(phone, "KEYCODE_PASTE");
}

function needsKeyboard(): AppError {
  return new AppError("needs-keyboard", {
    en: "A phone types only Latin letters by itself: install the app ADB Keyboard (github.com/senzhk/ADBKeyBoard) on it, and I type any script.",
    ko: "휴대폰은 영어 글자만 스스로 칠 수 있어요. ADB Keyboard 앱(github.com/senzhk/ADBKeyBoard)을 휴대폰에 설치하면 한글도 칠 수 있어요.",
  });
}
