import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ModelOrder } from "./transformers-wire.ts";

/** Where a model's weights stand in its folder, the place first in which the Hub has them (transformers.js documentation, "Use custom models"). */
const WEIGHTS = [
  { subfolder: "onnx", path: join("onnx", "model.onnx") },
  { subfolder: "", path: "model.onnx" },
] as const;

/** Files without which a model cannot be loaded, besides its weights. */
const NEEDED = ["config.json", "tokenizer.json"] as const;

/** The folder of this machine in which a model's files are, or will be once they have been fetched. */
export function folderOf({ model, isLocal, revision, cachePath }: ModelOrder): string {
  if (isLocal) return model;
  return join(cachePath, model, ...(revision === undefined ? [] : [revision]));
}

/** The subfolder with the weights; `undefined` where there are none. */
export function weightsIn(folder: string): "onnx" | "" | undefined {
  return WEIGHTS.find(({ path }) => existsSync(join(folder, path)))?.subfolder;
}

/** The first file that a model's folder lacks, or the folder itself; `undefined` for a whole model. */
export function missingIn(folder: string): string | undefined {
  if (!existsSync(folder)) return folder;
  if (weightsIn(folder) === undefined) return join(folder, WEIGHTS[0].path);
  return NEEDED.map((name) => join(folder, name)).find((path) => !existsSync(path));
}
