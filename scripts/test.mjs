// Runs the tests: all of them, or the files and folders given as arguments.
import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildIfStale, checkNode, install, root } from "./ready.mjs";
import { runTests, testFiles } from "./test-run.mjs";

checkNode();
install({ withDevelopment: true });
buildIfStale();
const given = process.argv.slice(2).map((path) => resolve(path));
const files =
  given.length === 0
    ? testFiles(join(root, "test"))
    : given.flatMap((path) =>
        statSync(path).isDirectory() ? testFiles(path) : [relative(root, path)],
      );
process.exit(await runTests(files, { showTests: files.length < 10 }));
