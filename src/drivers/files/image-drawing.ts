import type { Picture, PictureSize } from "./image.ts";

/** The picture anew in this size, as PNG in base64. */
export async function drawPicture({
  mediaType,
  bytes,
  width,
  height,
}: Picture & PictureSize): Promise<string> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const data = `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
  const place = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${place}><image ${place} preserveAspectRatio="none" href="${data}"/></svg>`;
  const options = { font: { loadSystemFonts: false }, logLevel: "off" } as const;
  return (await renderAsync(svg, options)).asPng().toString("base64");
}
