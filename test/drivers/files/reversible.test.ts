import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isAbort } from "../../../src/base/errors.ts";
import { createFiles } from "../../../src/drivers/files/files.ts";

const QUOTA_BYTES = 1000;

/** A folder of 1,000 bytes that holds "a" and "sub/b", beside the place of its copies. */
function world(context: TestContext) {
  const home = mkdtempSync(join(tmpdir(), "ibl-reversible-"));
  context.after(() => rmSync(home, { recursive: true, force: true }));
  const options = {
    root: join(home, "chat"),
    copyPath: join(home, "copy"),
    quotaBytes: QUOTA_BYTES,
  };
  mkdirSync(join(options.root, "sub"), { recursive: true });
  writeFileSync(join(options.root, "a"), "first");
  writeFileSync(join(options.root, "sub", "b"), "second");
  const open = () => createFiles(options);
  const { root, copyPath } = options;
  const content = () => [
    readdirSync(root),
    readFileSync(join(root, "a"), "utf8"),
    readFileSync(join(root, "sub", "b"), "utf8"),
    readdirSync(home),
  ];
  return { root, copyPath, open, content };
}

const AS_BEFORE = [["a", "sub"], "first", "second", ["chat"]];

const never = async (): Promise<boolean> => false;
const always = async (): Promise<boolean> => true;

test("work that is to be put back leaves the folder as it was, also where it rejects", async (t) => {
  const { root, open, content } = world(t);
  const files = open();
  const work = async (): Promise<string> => {
    writeFileSync(join(root, "a"), "changed");
    rmSync(join(root, "sub"), { recursive: true });
    writeFileSync(join(root, "new"), "x");
    chmodSync(root, 0o500);
    return "done";
  };
  const done = await files.reversible({ work, isToPutBack: always, signal: undefined });
  assert.equal(done, "done");
  assert.deepEqual(content(), AS_BEFORE);
  const rejects = async (): Promise<string> => {
    await work();
    throw new Error("broken");
  };
  await assert.rejects(
    files.reversible({ work: rejects, isToPutBack: always, signal: undefined }),
    /broken/,
  );
  assert.deepEqual(content(), AS_BEFORE);
});

test("a folder that a command closed is open to the next one", async (t) => {
  const { root, open } = world(t);
  chmodSync(root, 0);
  const mode = await open().reversible({
    work: async () => statSync(root).mode & 0o777,
    isToPutBack: never,
    signal: undefined,
  });
  assert.equal(mode, 0o700);
});

test("changes wait for reversible work, and what is received meanwhile is not lost", async (t) => {
  const { root, open } = world(t);
  const files = open();
  let goOn: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const received = files.receive({
    nameAt: () => "upload",
    fill: async (write) => {
      await write(Buffer.from("one "));
      await arrived;
      await write(Buffer.from("two"));
    },
  });
  await sleep(50);
  const order: string[] = [];
  const isToPutBack = async (): Promise<boolean> => {
    order.push("work");
    return true;
  };
  const working = files.reversible({ work: () => sleep(100), isToPutBack, signal: undefined });
  const written = files.write("later", "text").then(() => order.push("write"));
  await working;
  goOn();
  await Promise.all([received, written]);
  assert.deepEqual(order, ["work", "write"]);
  assert.deepEqual(readdirSync(root), ["a", "later", "sub", "upload"]);
  assert.equal(readFileSync(join(root, "upload"), "utf8"), "one two");
});

test("a stop ends the wait for another's work", async (t) => {
  const files = world(t).open();
  const first = files.reversible({
    work: () => sleep(300),
    isToPutBack: never,
    signal: undefined,
  });
  const stop = new AbortController();
  let isRun = false;
  const work = async (): Promise<void> => {
    isRun = true;
  };
  const second = files.reversible({ work, isToPutBack: never, signal: stop.signal });
  stop.abort();
  await assert.rejects(second, (error) => isAbort(error));
  await first;
  await files.write("after", "x");
  assert.equal(isRun, false);
});

test("after a process died over work, a folder over its quota is put back, another kept as it is", async (t) => {
  for (const sizeBytes of [QUOTA_BYTES + 1, 10]) {
    const { root, copyPath, open, content } = world(t);
    // Never ends, as that of a process that died.
    void open().reversible({
      work: async () => {
        writeFileSync(join(root, "new"), "");
        truncateSync(join(root, "new"), sizeBytes);
        return new Promise<void>(() => undefined);
      },
      isToPutBack: never,
      signal: undefined,
    });
    while (!readdirSync(root).includes("new")) await sleep(5);
    assert.deepEqual(readdirSync(copyPath), ["before"]);
    const isPutBack = sizeBytes > QUOTA_BYTES;
    assert.equal(await open().settle(), isPutBack);
    const names = isPutBack ? ["a", "sub"] : ["a", "new", "sub"];
    assert.deepEqual(content(), [names, "first", "second", ["chat"]]);
    assert.equal(await open().settle(), false);
  }
});

test("a copy that could not be removed whole never takes the place of the folder", async (t) => {
  const { root, copyPath, open, content } = world(t);
  const tools = mkdtempSync(join(tmpdir(), "ibl-tools-"));
  const { PATH } = process.env;
  t.after(() => {
    process.env["PATH"] = PATH;
    rmSync(tools, { recursive: true });
  });
  // Removes as a process that dies in between: some of it.
  writeFileSync(join(tools, "rm"), `#!/bin/sh\nfind "$3" -name b -delete; exit 1\n`, {
    mode: 0o755,
  });
  const work = async (): Promise<void> => {
    process.env["PATH"] = `${tools}:${PATH}`;
    writeFileSync(join(root, "new"), "");
    truncateSync(join(root, "new"), QUOTA_BYTES + 1);
  };
  await assert.rejects(open().reversible({ work, isToPutBack: never, signal: undefined }));
  process.env["PATH"] = PATH;
  assert.ok(existsSync(copyPath));
  assert.equal(await open().settle(), false);
  assert.deepEqual(content(), [["a", "new", "sub"], "first", "second", ["chat"]]);
});

test("putting back goes on from wherever its process died", async (t) => {
  const copy = (path: string): void => {
    mkdirSync(join(path, "sub"), { recursive: true });
    writeFileSync(join(path, "a"), "first");
    writeFileSync(join(path, "sub", "b"), "second");
  };
  const stages: Readonly<Record<string, (root: string, place: string) => void>> = {
    "some is moved out": (root, place) => {
      copy(join(place, "before"));
      mkdirSync(join(place, "after"));
      rmSync(join(root, "a"));
      writeFileSync(join(place, "after", "a"), "changed");
      writeFileSync(join(root, "sub", "b"), "changed");
    },
    "all is moved out and some moved in": (root, place) => {
      copy(join(place, "back"));
      mkdirSync(join(place, "after"));
      rmSync(join(root, "sub"), { recursive: true });
      rmSync(join(place, "back", "a"));
    },
    "only the rest is to be removed": (_root, place) => {
      mkdirSync(join(place, "after"), { recursive: true });
      writeFileSync(join(place, "after", "a"), "changed");
    },
    "the copy was not whole": (_root, place) => {
      mkdirSync(join(place, "part", "sub"), { recursive: true });
    },
  };
  for (const [name, make] of Object.entries(stages)) {
    const { root, copyPath, open, content } = world(t);
    mkdirSync(copyPath);
    make(root, copyPath);
    await open().settle();
    assert.deepEqual(content(), AS_BEFORE, name);
  }
});
