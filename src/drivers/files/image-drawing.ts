import type { Picture, PictureMark, PictureSize } from "./image.ts";

/** The picture anew in this size, as PNG in base64. */
export async function drawPicture({
  mediaType,
  bytes,
  width,
  height,
}: Picture & PictureSize): Promise<string> {
  return (await drawn({ mediaType, bytes }, { width, height })).asPng().toString("base64");
}

/** The picture anew in this size with a ring around a point, or an arrow's way from it, as PNG in base64. The mark is in pixels of the picture as it was, which is `scale` times this size. */
export async function drawMarked({
  mark,
  scale,
  ...picture
}: Picture &
  PictureSize & { readonly mark: PictureMark; readonly scale: number }): Promise<string> {
  const [x, y] = [mark.x / scale, mark.y / scale];
  const [toX, toY] = [(mark.toX ?? mark.x) / scale, (mark.toY ?? mark.y) / scale];
  const radius = Math.max(8, Math.min(picture.width, picture.height) * 0.05);
  const ring = (colour: string, width: number): string =>
    `<g fill="none" stroke="${colour}" stroke-width="${width}"><path d="M${x} ${y}L${toX} ${toY}"/><circle cx="${toX}" cy="${toY}" r="${radius}"/></g>`;
  const over = `${ring("#fff", 8)}${ring("#e02020", 4)}`;
  return (await drawn(picture, picture, over)).asPng().toString("base64");
}

async function drawn({ mediaType, bytes }: Picture, { width, height }: PictureSize, over = "") {
  const { renderAsync } = await import("@resvg/resvg-js");
  const data = `data:${mediaType};base64,${Buffer.from(bytes).toString("base64")}`;
  const place = `width="${width}" height="${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${place}><image ${place} preserveAspectRatio="none" href="${data}"/>${over}</svg>`;
  return renderAsync(svg, { font: { loadSystemFonts: false }, logLevel: "off" });
}

/** A picture drawn nine by eight points small: whether each point is lighter than the one to its right, 64 times `0` or `1`. Pictures that look alike differ in few (Krawetz, "Kind of Like That", difference hash). Empty where nothing can be drawn. */
export async function likenessOf(picture: Picture): Promise<string> {
  const { pixels } = await drawn(picture, { width: 9, height: 8 });
  const grey = Array.from({ length: 72 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue; // luma of ITU-R BT.601
  });
  const isEmpty = pixels.every((value) => value === 0);
  const bits = grey.flatMap((value, at) =>
    at % 9 === 8 ? [] : [value > (grey[at + 1] ?? 0) ? 1 : 0],
  );
  return isEmpty ? "" : bits.join("");
}
