import type { IncomingMessage } from "node:http";

/** A file that came in a multipart request. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The parameters of one call, typed as JSON has them, and its files by part name. */
export interface CallBody {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

const NUMBERS = new Set([
  "offset",
  "limit",
  "timeout",
  "message_id",
  "message_thread_id",
  "cache_time",
  "max_connections",
]);
const BOOLEANS = new Set([
  "disable_content_type_detection",
  "show_alert",
  "disable_notification",
  "protect_content",
  "drop_pending_updates",
  "has_spoiler",
]);
const OBJECTS = new Set([
  "allowed_updates",
  "reply_markup",
  "link_preview_options",
  "reply_parameters",
  "commands",
  "scope",
  "reaction",
  "media",
]);

/**
 * Reads a request in any of the four forms of the Bot API ("Making requests": query string, urlencoded, JSON, multipart).
 * Throws a plain Error when the body is not what its content type says.
 */
export async function readCall(request: IncomingMessage, url: URL): Promise<CallBody> {
  const body = await readAll(request);
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) return readMultipart(body, type);
  const fromQuery = Object.fromEntries(url.searchParams);
  if (type.startsWith("application/json")) {
    const parsed: unknown = JSON.parse(body.toString("utf8"));
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
      throw new Error("the JSON body is not an object");
    }
    return { parameters: { ...typed(fromQuery), ...parsed }, files: new Map() };
  }
  const fromBody = Object.fromEntries(new URLSearchParams(body.toString("utf8")));
  return { parameters: typed({ ...fromQuery, ...fromBody }), files: new Map() };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function typed(texts: Readonly<Record<string, string>>): Record<string, unknown> {
  const entries = Object.entries(texts).map(([key, value]) => [key, typedValue(key, value)]);
  return Object.fromEntries(entries);
}

function typedValue(key: string, value: string): unknown {
  if (key === "chat_id") return /^-?\d+$/.test(value) ? Number(value) : value;
  if (NUMBERS.has(key)) return /^-?\d+$/.test(value) ? Number(value) : value;
  if (BOOLEANS.has(key)) return /^(true|1)$/i.test(value);
  return OBJECTS.has(key) ? JSON.parse(value) : value;
}

/** Parameters that may be the file itself ("Sending files", multipart/form-data); others name a part by attach://. */
const DIRECT_FILES = new Set(["photo", "video", "animation", "audio", "document"]);

/** Part headers are cut at ";" and file names may stand unquoted: tdlib/td, tdnet/td/net/HttpReader.cpp. */
function readMultipart(body: Buffer, contentType: string): CallBody {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error("the multipart body names no boundary");
  const parameters: Record<string, string> = {};
  const files = new Map<string, UploadedFile>();
  for (const part of partsOf(body, `--${boundary}`)) {
    const headerEnd = part.indexOf("\r\n\r\n");
    const headers = part.subarray(0, headerEnd).toString("utf8");
    const content = part.subarray(headerEnd + 4);
    const { name, filename } = dispositionOf(headers);
    if (filename === undefined) parameters[name] = content.toString("utf8");
    else files.set(name, { name: filename, bytes: Buffer.from(content) });
    if (filename !== undefined && DIRECT_FILES.has(name)) parameters[name] = `attach://${name}`;
  }
  return { parameters: typed(parameters), files };
}

function partsOf(body: Buffer, delimiter: string): Buffer[] {
  const parts: Buffer[] = [];
  let start = body.indexOf(delimiter) + delimiter.length + 2;
  for (;;) {
    const end = body.indexOf(`\r\n${delimiter}`, start);
    if (end === -1) break;
    parts.push(body.subarray(start, end));
    start = end + delimiter.length + 4;
  }
  return parts;
}

function dispositionOf(headers: string): { name: string; filename?: string } {
  const line = headers
    .split("\r\n")
    .find((header) => /^content-disposition:\s*form-data;/i.test(header));
  if (line === undefined) throw new Error("a part has no form-data content disposition");
  const fields: Record<string, string> = {};
  for (const piece of line.split(";").slice(1)) {
    const equals = piece.indexOf("=");
    if (equals === -1) continue;
    const value = piece.slice(equals + 1).trim();
    fields[piece.slice(0, equals).trim()] = /^".+"$/.test(value) ? value.slice(1, -1) : value;
  }
  const { name, filename } = fields;
  if (name === undefined || name === "") throw new Error("a part has no field name");
  return filename === undefined ? { name } : { name, filename };
}
