import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../../support/service.ts";

/** The functions of the product that conversations call. */
export type Product = Module["product"];

type Module = typeof import("./product.ts");

/** What scripts/bundle.mjs exports. */
interface Bundler {
  readonly ENTRIES: Readonly<Record<string, string>>;
  readonly bundle: (
    entryPoints: Readonly<Record<string, string>>,
    outdir: string,
  ) => Promise<readonly { readonly path: string; readonly contents: Uint8Array }[]>;
}

/** Bundles the product as it is shipped, its threads and processes too, into a folder that is removed when the test process ends, and loads it from there. */
export async function bundledProduct(): Promise<Product> {
  const root = mkdtempSync(join(tmpdir(), "ibl-bot-bundle-"));
  process.once("exit", () => rmSync(root, { recursive: true, force: true }));
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  const script = pathToFileURL(join(ROOT, "scripts", "bundle.mjs")).href;
  const { ENTRIES, bundle } = (await import(script)) as Bundler; // as the script declares them
  const dist = join(root, "dist");
  mkdirSync(dist);
  const entry = join(import.meta.dirname, "product.ts");
  for (const { path, contents } of await bundle({ ...ENTRIES, product: entry }, dist))
    writeFileSync(path, contents);
  const built = pathToFileURL(join(dist, "product.mjs")).href;
  const { product } = (await import(built)) as Module; // what it is bundled from
  return product;
}
