// Runs the tests of folders, without building the product: `npm run test:quick engine bots/outbox`. Without arguments: those of the
// folders whose files differ from the last commit.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkNode, install, root } from "./ready.mjs";
import { runTests, testFiles } from "./test-run.mjs";

checkNode();
install({ withDevelopment: true });
const given = process.argv.slice(2).map(testFolder);
const folders = given.length > 0 ? given : changedFolders();
const files = new Set(folders.flatMap((folder) => testFiles(join(root, folder))));
if (files.size === 0) process.stdout.write("Nothing that has tests of its own has changed.\n");
else process.exit(await runTests([...files]));

/** The folder of tests for `engine`, `src/engine` or `test/engine`. */
function testFolder(name) {
  const folder = join("test", name.replace(/^(\.\/)?(src|test)\//, ""));
  if (existsSync(join(root, folder))) return folder;
  process.stderr.write(`There is no folder ${folder}.\n`);
  process.exit(1);
}

/** The folders of tests that mirror those of changed and new files, or stand nearest above them. */
function changedFolders() {
  const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const changed = [
    ...git("diff", "--name-only", "HEAD"),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return changed.flatMap((path) => {
    const [top, room, ...rest] = path.split("/");
    if ((top !== "src" && top !== "test") || rest.length === 0) return [];
    let folder = join("test", room, dirname(rest.join("/")));
    while (!existsSync(join(root, folder))) folder = dirname(folder);
    return folder === "test" || /support/.test(folder) ? [] : [folder];
  });
}
