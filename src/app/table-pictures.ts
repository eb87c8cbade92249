import { join } from "node:path";
import { drawPng } from "../nodes/forge/chart-picture.ts";

/** Draws SVG text as PNG bytes with the shipped font, which has Korean letters; `root` is the folder of the product. */
export function createPictureDrawer(
  root: string,
): (svg: string, signal: AbortSignal) => Promise<Uint8Array> {
  const fontPath = join(root, "assets", "fonts", "NanumGothic.ttf");
  return (svg, signal) => drawPng(svg, fontPath, signal);
}
