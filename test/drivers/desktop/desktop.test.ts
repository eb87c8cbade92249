import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { keysOf, WAYLAND_COMMANDS } from "../../../src/drivers/desktop/commands.ts";
import { createDesktop, type Desktop } from "../../../src/drivers/desktop/desktop.ts";
import { sessionOf } from "../../../src/drivers/desktop/session.ts";
import { openScreen, type TestScreen } from "../../support/screen.ts";

const SIGNAL = new AbortController().signal;
const workPath = mkdtempSync(join(tmpdir(), "desktop-"));
let screen: TestScreen;
let desktop: Desktop;
before(async () => {
  screen = await openScreen();
  desktop = createDesktop({ environment: screen.environment, workPath });
});
after(async () => {
  await screen.close();
  rmSync(workPath, { recursive: true, force: true });
});

/** Looks again until it is so. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

test("the size and a picture of the screen, or of a part of it; no file stays behind", async () => {
  assert.deepEqual(await desktop.size(SIGNAL), { width: 1280, height: 720 });
  const sizeOf = (png: Uint8Array): readonly number[] => {
    const bytes = Buffer.from(png);
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  };
  assert.deepEqual(sizeOf(await desktop.screenshot(SIGNAL)), [1280, 720]);
  const part = await desktop.screenshot(SIGNAL, { x: 10, y: 20, width: 300, height: 200 });
  assert.deepEqual(sizeOf(part), [300, 200]);
  assert.deepEqual(readdirSync(workPath), []);
});

test("the pointer goes where it is moved, and not off the screen", async () => {
  await desktop.move({ x: 321, y: 123 }, SIGNAL);
  assert.deepEqual(await desktop.cursor(SIGNAL), { x: 321, y: 123 });
  await assert.rejects(desktop.move({ x: 1280, y: 0 }, SIGNAL), { code: "off-screen" });
  await desktop.drag({ from: { x: 5, y: 5 }, to: { x: 50, y: 60 }, button: "left" }, SIGNAL);
  assert.deepEqual(await desktop.cursor(SIGNAL), { x: 50, y: 60 });
});

test("windows are listed with their titles, and a click presses what is under it", async () => {
  assert.deepEqual(await desktop.windows(SIGNAL), []);
  const { answer } = await screen.question("Ask me");
  const [window] = await desktop.windows(SIGNAL);
  assert.equal(window?.title, "Ask me");
  assert.ok(window !== undefined && window.width > 0);
  // Its buttons stand in the lower row, the first on the left.
  await desktop.click(
    { x: window.x + 20, y: window.y + window.height - 15 },
    { button: "left", clicks: 1 },
    SIGNAL,
  );
  assert.equal(await answer, "yes");
});

test("text of any script is typed as it is, signs of a shell among it, and keys are pressed", async () => {
  const { typed } = await screen.terminal("Notes");
  await desktop.click({ x: 200, y: 150 }, { button: "left", clicks: 1 }, SIGNAL);
  await desktop.type('안녕하세요, it\'s $(id) `x`; "-- ok"', 40, SIGNAL);
  await desktop.key("enter", SIGNAL);
  await until(() => typed().endsWith("\n"));
  assert.equal(typed(), '안녕하세요, it\'s $(id) `x`; "-- ok"\n');
  await desktop.type("--help", 20, SIGNAL);
  await desktop.key("ctrl+d", SIGNAL);
  await desktop.key("ctrl+d", SIGNAL);
  await until(() => typed().endsWith("--help"));
  await desktop.scroll({ direction: "down", amount: 2 }, SIGNAL);
});

test("the clipboard is read; without text it is empty", async () => {
  assert.equal(await desktop.clipboard(SIGNAL), "");
  await screen.copy("복사한 글");
  assert.equal(await desktop.clipboard(SIGNAL), "복사한 글");
});

test("what is no key is refused before anything runs", async () => {
  for (const chord of ["", "ctrl+", "no such", "a;b", "ctrl+alt+shift+super+a+b", "--help"])
    await assert.rejects(desktop.key(chord, SIGNAL), { code: "no-such-key" }, chord);
  assert.deepEqual(keysOf("Cmd + shift+F5"), ["super", "shift", "F5"]);
});

test("a server says in one sentence that it has no screen", async () => {
  const server = createDesktop({ environment: { HOME: "/home/x" }, workPath });
  await assert.rejects(server.screenshot(SIGNAL), {
    code: "no-screen",
    message: /no screen that I can see/,
  });
});

test("a screen that is gone, and a stop, end in what they are", async () => {
  const gone = createDesktop({ environment: { DISPLAY: ":9999" }, workPath });
  await assert.rejects(gone.size(SIGNAL), { code: "desktop-failed" });
  const stop = new AbortController();
  stop.abort(new DOMException("stop", "AbortError"));
  await assert.rejects(desktop.screenshot(stop.signal), { name: "AbortError" });
});

test("the tools of Wayland are told the same, and get nothing of the environment but the screen", () => {
  const session = sessionOf({
    WAYLAND_DISPLAY: "wayland-0",
    XDG_RUNTIME_DIR: "/run/user/1",
    TELEGRAM_BOT_TOKEN: "t",
    HOME: "/h",
  });
  assert.deepEqual(session, {
    kind: "wayland",
    environment: {
      WAYLAND_DISPLAY: "wayland-0",
      XDG_RUNTIME_DIR: "/run/user/1",
      XAUTHORITY: "/h/.Xauthority",
    },
  });
  assert.deepEqual(WAYLAND_COMMANDS.screenshot("a.png", { x: 1, y: 2, width: 3, height: 4 }), [
    ["grim", "-g", "1,2 3x4", "a.png"],
  ]);
  assert.deepEqual(WAYLAND_COMMANDS.click({ x: 1, y: 2 }, { button: "right", clicks: 2 }), [
    ["ydotool", "mousemove", "--absolute", "-x", "1", "-y", "2"],
    ["ydotool", "click", "0xC1", "0xC1"],
  ]);
  assert.deepEqual(WAYLAND_COMMANDS.key(["ctrl", "c"]), [
    ["wtype", "-M", "ctrl", "-k", "c", "-m", "ctrl"],
  ]);
  assert.deepEqual(WAYLAND_COMMANDS.type("안녕", 5), [["wtype", "-d", "5", "--", "안녕"]]);
});
