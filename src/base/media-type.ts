/** Bytes at a place that tell a format; `?` in the pattern stands for any byte. */
interface Signature {
  readonly at: number;
  readonly bytes: string;
  readonly mediaType: string;
}

/** From "MIME Sniffing" of the WHATWG (image, audio and archive patterns), and the FLAC, HEIF and PDF specifications. */
const SIGNATURES: readonly Signature[] = [
  { at: 0, bytes: "\x89PNG\r\n\x1a\n", mediaType: "image/png" },
  { at: 0, bytes: "\xff\xd8\xff", mediaType: "image/jpeg" },
  { at: 0, bytes: "GIF87a", mediaType: "image/gif" },
  { at: 0, bytes: "GIF89a", mediaType: "image/gif" },
  { at: 0, bytes: "RIFF????WEBP", mediaType: "image/webp" },
  { at: 0, bytes: "BM????\0\0\0\0", mediaType: "image/bmp" },
  { at: 0, bytes: "II*\0", mediaType: "image/tiff" },
  { at: 0, bytes: "MM\0*", mediaType: "image/tiff" },
  { at: 4, bytes: "ftyphei", mediaType: "image/heic" },
  { at: 4, bytes: "ftypmif1", mediaType: "image/heif" },
  { at: 4, bytes: "ftypavif", mediaType: "image/avif" },
  { at: 4, bytes: "ftypM4A", mediaType: "audio/mp4" },
  { at: 4, bytes: "ftyp", mediaType: "video/mp4" },
  { at: 0, bytes: "OggS", mediaType: "audio/ogg" },
  { at: 0, bytes: "RIFF????WAVE", mediaType: "audio/wav" },
  { at: 0, bytes: "fLaC", mediaType: "audio/flac" },
  { at: 0, bytes: "ID3", mediaType: "audio/mpeg" },
  { at: 0, bytes: "\xff\xfb", mediaType: "audio/mpeg" },
  { at: 0, bytes: "\xff\xf3", mediaType: "audio/mpeg" },
  { at: 0, bytes: "\xff\xf1", mediaType: "audio/aac" },
  { at: 0, bytes: "\x1aE\xdf\xa3", mediaType: "video/webm" },
  { at: 0, bytes: "%PDF-", mediaType: "application/pdf" },
  { at: 0, bytes: "PK\x03\x04", mediaType: "application/zip" },
];

/** Containers of many formats: what is claimed may be more exact. */
const CONTAINERS: ReadonlySet<string> = new Set([
  "application/zip",
  "video/mp4",
  "video/webm",
  "audio/ogg",
]);

/** Text formats by the ending of the name; all else that reads as text is plain. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  htm: "text/html",
  html: "text/html",
  json: "application/json",
  md: "text/markdown",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

const UNKNOWN = "application/octet-stream";

/**
 * What a file is by its first bytes, which cannot be claimed: a picture, a recording and a PDF only where they begin like one, text only
 * where there is nothing but text. `claimed` and `name` only tell formats apart that begin alike. Pure.
 */
export function mediaTypeOfBytes(
  head: Uint8Array,
  { claimed, name }: { readonly claimed: string; readonly name: string },
): string {
  const found = SIGNATURES.find((signature) => matches(head, signature))?.mediaType;
  if (found !== undefined) return CONTAINERS.has(found) ? within(found, claimed) : found;
  if (isText(head)) return TEXT_TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "text/plain";
  return /^(?:image|audio|text)\//.test(claimed) || claimed === "application/pdf"
    ? UNKNOWN
    : claimed;
}

/** Media types that a chat shows or opens by itself; everything else is plain bytes. */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  csv: "text/csv",
  html: "text/html",
  yaml: "application/yaml",
  pdf: "application/pdf",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
};

/** The media type that a name's ending stands for. */
export function mediaTypeOfName(path: string): string {
  const ending = path.split(".").at(-1)?.toLowerCase() ?? "";
  return NAMED_TYPES[ending] ?? UNKNOWN;
}

/** True for what can be read as text. */
export function isTextType(mediaType: string): boolean {
  return mediaType === "text/plain" || Object.values(TEXT_TYPES).includes(mediaType);
}

function matches(head: Uint8Array, { at, bytes }: Signature): boolean {
  return [...bytes].every(
    (letter, index) => letter === "?" || head[at + index] === letter.charCodeAt(0),
  );
}

/** A claim may name what lies in a container, but make no picture of it. */
function within(container: string, claimed: string): string {
  const isRecording = container.startsWith("video/") && /^(?:audio|video)\//.test(claimed);
  const isDocument = container === "application/zip" && claimed.startsWith("application/");
  return isRecording || isDocument ? claimed : container;
}

/** No byte of it is one that texts of any usual encoding do not have; UTF-16 says so by its first two. */
function isText(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return (
    head.byteLength > 0 &&
    head.every((byte) => byte >= 0x20 || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b)
  );
}
