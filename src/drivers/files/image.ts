import { readApart } from "../../base/child-task.ts";

/** How large a picture is, in pixels. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture as bytes with their type. */
export interface Picture {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Where something is to happen in a picture, in its pixels: at a point, or from there to another. */
export interface PictureMark {
  readonly x: number;
  readonly y: number;
  readonly toX?: number;
  readonly toY?: number;
}

/** What a picture may be at most. */
export interface PictureLimits {
  readonly maxBytes: number;
  /** Of width and height, in pixels. */
  readonly maxSide: number;
  /** Width times height; default no limit of its own. */
  readonly maxPixels?: number;
}

/**
 * What a model is shown at most. Smaller than the smallest limit of the makers: 5 MB of base64 for a picture (platform.claude.com, "Vision", general limits; OpenAI and
 * Gemini take more), which also asks for sides of at most 2,000 pixels where a question has many pictures.
 */
export const SHOWN_LIMITS: PictureLimits = { maxBytes: 3_700_000, maxSide: 2000 };

/** Longest side of a picture that was made smaller: as PNG, 1280 × 1280 × 3 bytes at most before packing. */
const FITTED_SIDE = 1280;

/** Larger ones are not unpacked: four bytes a pixel are held while one is made smaller. */
const MOST_PIXELS = 60_000_000;

/** Formats that the renderer reads (resvg, "Raster images": PNG, JPEG, GIF, WebP). */
const READABLE: ReadonlySet<string> = new Set([
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Formats that go out as they are. */
const TAKEN: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);

/** True for a format that can be shown. */
export function isPictureType(mediaType: string): boolean {
  return READABLE.has(mediaType);
}

/** The picture within the limits: as it is where it fits, else made smaller, as PNG; of a moving one its first image. `undefined` for bytes that are no picture or too many pixels. Throws `picture-too-hard`; rejects with the signal's reason when aborted. */
export async function fitPicture(
  picture: Picture,
  limits: PictureLimits,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  const size = READABLE.has(picture.mediaType) ? pictureSize(picture) : undefined;
  if (size === undefined || size.width * size.height > MOST_PIXELS) return undefined;
  const side = Math.max(size.width, size.height);
  const scale = Math.min(
    1,
    Math.sqrt((limits.maxPixels ?? MOST_PIXELS) / (size.width * size.height)),
  );
  const fits = picture.bytes.byteLength <= limits.maxBytes && side <= limits.maxSide && scale === 1;
  if (fits && TAKEN.has(picture.mediaType)) return picture;
  const drawn = scaled(size, Math.min(scale, FITTED_SIDE / side));
  const bytes = await redraw(picture, drawn, signal);
  return bytes.byteLength <= limits.maxBytes ? { mediaType: "image/png", bytes } : undefined;
}

/** A picture of a screen as PNG, no larger than is looked at, with what is to happen marked in it; `undefined` for bytes that are no picture. Throws as `fitPicture` does. */
export async function markPicture(
  picture: Picture,
  mark: PictureMark | undefined,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const size = pictureSize(picture);
  if (size === undefined || size.width * size.height > MOST_PIXELS) return undefined;
  const drawnSize = scaled(size, Math.min(1, FITTED_SIDE / Math.max(size.width, size.height)));
  if (mark === undefined) return redraw(picture, drawnSize, signal);
  const given = { ...picture, ...drawnSize, mark, scale: size.width / drawnSize.width };
  const drawn = await readApart<string>({ sort: "picture", task: "marked", given }, { signal });
  return Buffer.from(drawn, "base64");
}

/** The picture anew in this size, as PNG. */
async function redraw(
  picture: Picture,
  size: PictureSize,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const given = { ...picture, ...size };
  const drawn = await readApart<string>({ sort: "picture", task: "picture", given }, { signal });
  return Buffer.from(drawn, "base64");
}

function scaled({ width, height }: PictureSize, scale: number): PictureSize {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Width and height as the first bytes tell; `undefined` where they tell nothing. */
export function pictureSize({ mediaType, bytes }: Picture): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = sizeIn(mediaType, view);
    return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before it tells
    throw error;
  }
}

function sizeIn(mediaType: string, view: DataView): PictureSize | undefined {
  switch (mediaType) {
    case "image/png": // PNG specification, 11.2.1: IHDR is the first chunk
      return { width: view.getUint32(16), height: view.getUint32(20) };
    case "image/gif": // GIF89a specification, 18: logical screen descriptor
      return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
    case "image/jpeg":
      return jpegSize(view);
    case "image/webp":
      return webpSize(view);
    default:
      return undefined;
  }
}

/** From the first start-of-frame segment (ITU-T T.81, B.2.2); the segments before it are passed over. */
function jpegSize(view: DataView): PictureSize | undefined {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** RFC 9649: the first chunk is lossy (2.5), lossless (2.6) or extended (2.7). */
function webpSize(view: DataView): PictureSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return undefined;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
