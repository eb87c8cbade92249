import { createRequire } from "node:module";

/** Version of the product in the folder `root`, as its package says it; "unknown" where it says none. */
export function versionOf(root: string): string {
  const manifest: unknown = createRequire(`${root}/package.json`)("./package.json");
  return typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "unknown";
}
