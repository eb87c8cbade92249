// How the product is bundled: what build.mjs writes to dist, and what tests try in a folder of their own.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is started: the program, and the files that it runs in threads and processes of their own. */
export const ENTRIES = {
  "ibl-bot": join(root, "src", "entry.ts"),
  "usage-seed": join(root, "src", "app", "examples", "usage-seed.ts"),
  "usage-worker": join(root, "src", "app", "examples", "usage-worker.ts"),
  "checkpoint-worker": join(root, "src", "store", "checkpoint-worker.ts"),
  "script-worker": join(root, "src", "nodes", "system", "compute", "script-worker.ts"),
  "analysis-worker": join(root, "src", "nodes", "analysis", "analysis-worker.ts"),
  "reading-worker": join(root, "src", "app", "reading-worker.ts"),
  "transformers-worker": join(root, "src", "rag", "encoders", "transformers-worker.ts"),
};

/** Packages with binaries stay outside: what runs needs them, and nothing else. */
export const OUTSIDE = [
  "better-sqlite3",
  "better-sqlite3-13",
  "@devicefarmer/adbkit",
  "sqlite-vec",
  "quickjs-wasi",
  "garu-ko",
  "@huggingface/transformers",
  "@resvg/resvg-js",
  // Asked for by @discordjs/ws, and used where somebody installed them.
  "zlib-sync",
];

/** Loads the files of a bundle; scripts/load.cjs says how. */
const LOADER = readFileSync(join(root, "scripts", "load.cjs"));

/**
 * The files of a bundle, each with its `path` below `outdir` and its `contents`; nothing is written. Each entry is a module NAME.mjs that
 * loads the scripts behind it. `packages` is the folder whose node_modules holds what is bundled and esbuild itself.
 */
export async function bundle(entryPoints, outdir, { packages = root } = {}) {
  const require = createRequire(join(packages, "package.json"));
  const { build, transform } = require("esbuild");
  const { outputFiles, metafile } = await build({
    write: false,
    metafile: true,
    absWorkingDir: root,
    entryPoints,
    outdir,
    // Kept code of a file is good for the very text of that file: names say which text it is.
    entryNames: "[name]-[hash]",
    outExtension: { ".js": ".cjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: OUTSIDE,
    nodePaths: [join(packages, "node_modules")],
    define: { "import.meta.url": "moduleUrl", "import.meta.resolve": "resolveModule" },
    plugins: [namedExports(require)],
    logLevel: "warning",
  });
  const scripts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(textOfScript(text), SCRIPT);
      return { path, contents: `(function(${PARAMETERS}){${ascii(code)}})` };
    }),
  );
  const starts = Object.entries(metafile.outputs).flatMap(
    ([path, { entryPoint = "", exports }]) => {
      const name = basename(path).replace(/-[A-Z0-9]{8}\.cjs$/u, "");
      if (basename(entryPoints[name] ?? "") !== basename(entryPoint)) return [];
      return [{ path: join(outdir, `${name}.mjs`), contents: startOf(basename(path), exports) }];
    },
  );
  return [{ path: join(outdir, "load.cjs"), contents: LOADER }, ...scripts, ...starts];
}

/** The same code in ASCII, which V8 holds in half the memory: esbuild leaves letters as they are in regular expressions alone. */
function ascii(code) {
  return code.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What scripts/load.cjs gives each script. */
const PARAMETERS = "exports,require,module,moduleUrl,resolveModule,importModule";

/** How a module becomes a script that scripts/load.cjs runs. */
const SCRIPT = {
  format: "cjs",
  platform: "node",
  target: "node20",
  minifyWhitespace: true,
  minifySyntax: true,
  // Of a tagged template esbuild would leave the letters as they are.
  supported: { "template-literal": false },
  // Traces stay readable to the function, and no line is longer than an editor opens.
  lineLimit: 1000,
};

/**
 * The text of a module for a script: other scripts are required where they were imported when first used, and a CommonJS package runs when
 * something of it is first used, not when it is imported.
 */
function textOfScript(text) {
  const made = new Map();
  const declared = text
    .replace(/\bimport\("(\.\/[\w-]+\.cjs)"\)/gu, 'Promise.resolve().then(() => require("$1"))')
    // A script that comes from kept code cannot import by itself (tried on Node 20.20).
    .replace(/\bimport\(("[^".][^"]*")\)/gu, "importModule($1)")
    .replace(IMPORTED, (all, name, how) => {
      // Other scripts read what is exported as it is.
      if (new RegExp(`^  ${name}(?: as \\w+)?,?$`, "mu").test(text)) return all;
      made.set(name, `(${name} ??= ${how})`);
      return `var ${name};`;
    });
  return declared.replace(/(?<!\bvar )\bimport_\w+\b/gu, (name) => made.get(name) ?? name);
}

/** How esbuild writes that a CommonJS package is imported. */
const IMPORTED = /^var (import_\w+) = (__toESM\(require_\w+\(\)(?:, 1)?\));$/gmu;

/** A module with the exports of a script. */
function startOf(script, names) {
  return [
    'import { createRequire } from "node:module";',
    'const { load } = createRequire(import.meta.url)("./load.cjs");',
    `${names.length === 0 ? "" : `export const { ${names.join(", ")} } = `}load("./${script}");`,
    "",
  ].join("\n");
}

/** What a CommonJS package exports has names when Node imports it, and none when it is bundled: it is asked for them here. */
function namedExports(require) {
  return {
    name: "named-exports",
    setup(build) {
      build.onResolve({ filter: /^[@a-z]/ }, async ({ path, kind, resolveDir, pluginData }) => {
        if (kind !== "dynamic-import" || pluginData === "seen") return undefined;
        const found = await build.resolve(path, {
          kind: "import-statement",
          resolveDir,
          pluginData: "seen",
        });
        if (found.external || found.errors.length > 0 || !isCommonJs(found.path)) return found;
        return { path: found.path, namespace: "named-exports" };
      });
      build.onLoad({ filter: /./, namespace: "named-exports" }, ({ path }) => {
        const names = Object.keys(require(path)).filter(
          (name) => /^[A-Za-z_$][\w$]*$/u.test(name) && name !== "default",
        );
        return {
          contents: `export { default, ${names.join(", ")} } from ${JSON.stringify(path)};`,
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/** By the ending of a file, or by the package that it lies in. */
function isCommonJs(path) {
  if (/\.[cm]js$/u.test(path)) return path.endsWith(".cjs");
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).type !== "module";
    } catch {} // the next folder
  }
  return true;
}
