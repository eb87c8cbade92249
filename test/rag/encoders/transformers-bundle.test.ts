import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { createTransformersEncoder } from "../../../src/rag/encoders/transformers-encoder.ts";
import { writeTinyModel } from "../../support/tiny-model.ts";

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The encoder as the build makes it: its thread a file of its own beside it, the package outside. */
async function built(t: TestContext, options: { readonly withPackages: boolean }) {
  const folder = mkdtempSync(join(tmpdir(), "ibl-bot-built-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  if (options.withPackages)
    symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
  await build({
    entryPoints: {
      encoder: join(ROOT, "src", "rag", "encoders", "transformers-encoder.ts"),
      "transformers-worker": join(ROOT, "src", "rag", "encoders", "transformers-worker.ts"),
    },
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    external: ["@huggingface/transformers"],
    logLevel: "warning",
  });
  const module = (await import(pathToFileURL(join(folder, "encoder.mjs")).href)) as {
    readonly createTransformersEncoder: typeof createTransformersEncoder;
  };
  const model = join(folder, "model");
  writeTinyModel(model);
  const order = { model, isLocal: true, cachePath: join(folder, "cache") };
  return module.createTransformersEncoder(order);
}

test("the built thread embeds as the one from source", async (t) => {
  const source = await built(t, { withPackages: true });
  const encoder = await source.open(new AbortController().signal, () => undefined);
  t.after(() => encoder.close());
  const [vector] = await encoder.embed([{ text: "지금 몇 시야" }]);
  assert.equal(vector?.length, 768);
});

test("without the package the built thread says how to add it", async (t) => {
  const source = await built(t, { withPackages: false });
  await assert.rejects(
    source.open(new AbortController().signal, () => undefined),
    (error: Error & { code?: string }) => {
      assert.equal(error.code, "embedder-package");
      assert.match(error.message, /npm install --include=dev/u);
      return true;
    },
  );
});
