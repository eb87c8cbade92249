import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A screen of X that nobody sees, 1280 × 720, with windows of real programs on it. */
export interface TestScreen {
  /** What leads to it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Opens a terminal that writes every line typed into it to a file; gives what it has written. */
  terminal(title: string): Promise<{ readonly typed: () => string }>;
  /** Opens a window with two buttons side by side; resolves to the one that was pressed. */
  question(title: string): Promise<{ readonly answer: Promise<string> }>;
  /** Puts a text on the clipboard. */
  copy(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts it; rejects with the reason where Xvfb is not there. */
export async function openScreen(): Promise<TestScreen> {
  const folder = mkdtempSync(join(tmpdir(), "screen-"));
  const children: ChildProcess[] = [];
  // It takes a free number and writes it down (Xserver(1), "-displayfd").
  const server = spawn(
    "Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x720x24", "-nolisten", "tcp", "-noreset"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  children.push(server);
  const failed = once(server, "error").then(([error]) => Promise.reject(error));
  const told = createInterface({ input: server.stdio[3] as NodeJS.ReadableStream }); // asked for above
  const [display] = await Promise.race([once(told, "line"), failed]);
  const environment = { DISPLAY: `:${display}` };
  const start = (program: string, args: readonly string[], input?: string): ChildProcess => {
    const child = spawn(program, args, {
      env: { ...environment, PATH: "/usr/bin:/bin", HOME: folder, LANG: "C.UTF-8" },
      stdio: [input === undefined ? "ignore" : "pipe", "ignore", "ignore"],
    });
    child.stdin?.end(input);
    children.push(child);
    return child;
  };
  const shown = async (title: string): Promise<void> => {
    for (;;) {
      const search = start("xdotool", ["search", "--onlyvisible", "--name", `^${title}$`]);
      const [code] = await once(search, "exit");
      if (code === 0) return;
    }
  };
  return {
    environment,
    async terminal(title) {
      const path = join(folder, `${children.length}.txt`);
      start("xterm", [
        "-u8",
        "-geometry",
        "80x10+100+100",
        "-title",
        title,
        "-e",
        "sh",
        "-c",
        'exec cat > "$0"',
        path,
      ]);
      await shown(title);
      while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
      return { typed: () => readFileSync(path, "utf8") };
    },
    async question(title) {
      const child = start("xmessage", [
        "-title",
        title,
        "-buttons",
        "yes:10,no:11",
        "-geometry",
        "+600+400",
        "Shall it be?",
      ]);
      await shown(title);
      const answer = once(child, "exit").then(([code]) =>
        code === 10 ? "yes" : code === 11 ? "no" : String(code),
      );
      return { answer };
    },
    async copy(text) {
      await once(start("xclip", ["-selection", "clipboard"], text), "exit");
    },
    async close() {
      for (const child of children.reverse()) child.kill("SIGKILL");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
