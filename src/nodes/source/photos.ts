import { readApart } from "../../base/child-task.ts";
import { AppError } from "../../base/errors.ts";
import { dateAndTime, instantOf, localTimeOf } from "../../base/format-time.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Localized } from "../../base/localized.ts";
import { mediaTypeOfName } from "../../base/media-type.ts";
import { bold, escapeMarkup } from "../../base/visible-text.ts";
import { sizeText } from "../../drivers/files/errors.ts";
import { EXIF_HEAD_BYTES, type Exif } from "../../drivers/files/exif-reading.ts";
import type { Files } from "../../drivers/files/files.ts";
import { isPictureType } from "../../drivers/files/image.ts";
import type { FileEntry } from "../../drivers/files/walk.ts";
import {
  type Handlers,
  numberParam,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../engine/values/outcome.ts";
import { worded } from "../localize.ts";

const PHOTOS = "*.{jpg,jpeg,JPG,JPEG,png,PNG,heic,HEIC,webp,gif}";
const VIDEOS = "*.{mp4,MP4,mov,MOV,webm,mkv}";
/** Most pictures that are looked at, and how many of them are read at once. */
const MOST_PHOTOS = 1000;
const READ_TOGETHER = 40;

/** A picture or film in a chat's folder. `atMs` is when it was taken, or else changed, in Unix milliseconds. */
interface Photo extends Exif {
  readonly file: FileEntry;
  readonly atMs: number;
}

const NOTHING: Localized = {
  ko: "사진이 없어요. 사진을 파일로 보내 주시면 찍은 날짜와 카메라를 읽어요.",
  en: "There are no photos. Send them as files, and I read when and with what they were taken.",
};

type FilesOf = (chatKey: string) => Files;

/** The photos among a chat's files: `search_photos`, `photo_detail`, `gallery`, `timeline`, `photo_stats`, `list_scans`, `duplicates`, `similar_photos`. Their names and what they say of themselves come from outside. */
export function createPhotoHandlers({ filesOf }: { readonly filesOf: FilesOf }): Handlers {
  const all = (call: ReadyCall): Promise<readonly Photo[]> => photosOf(filesOf, call);
  return {
    "source:search_photos": async (call) => {
      const found = (await all(call)).filter((photo) => isMeant(call, photo));
      return listed(call, found.slice(0, numberParam(call, "limit", 20)));
    },
    "source:gallery": async (call) => {
      const limit = numberParam(call, "limit", 20);
      const start = (numberParam(call, "page", 1) - 1) * limit;
      return listed(call, (await all(call)).slice(start, start + limit));
    },
    "source:photo_detail": (call) => detail(filesOf, call),
    "source:timeline": async (call) =>
      counted(call, await all(call), ({ atMs }) => monthOf(call, atMs)),
    "source:photo_stats": async (call) => {
      const by = optionalString(call, "by") ?? "camera";
      const keyOf = (photo: Photo): string =>
        by === "year"
          ? monthOf(call, photo.atMs).slice(0, 4)
          : (photo.camera ?? worded(call, UNKNOWN));
      return counted(call, await all(call), keyOf);
    },
    "source:list_scans": async (call) =>
      counted(call, await all(call), ({ file }) => folderOf(file.path)),
    "source:duplicates": (call) => twins(filesOf, call, identical),
    "source:similar_photos": (call) => twins(filesOf, call, alike),
  };
}

const UNKNOWN: Localized = { ko: "알 수 없음", en: "unknown" };

/** The photos below the folder that a call names, the newest first. */
async function photosOf(filesOf: FilesOf, call: ReadyCall): Promise<readonly Photo[]> {
  const files = filesOf(call.actor.chatId);
  const media = optionalString(call, "media_type") ?? "all";
  const patterns = [...(media === "video" ? [] : [PHOTOS]), ...(media === "photo" ? [] : [VIDEOS])];
  const under = optionalString(call, "path");
  const found = await Promise.all(
    patterns.map((pattern) =>
      files.find(pattern, { maxFound: MOST_PHOTOS, ...(under === undefined ? {} : { under }) }),
    ),
  );
  const entries = found.flatMap((each) => each.entries);
  const photos: Photo[] = [];
  for (let start = 0; start < entries.length; start += READ_TOGETHER)
    photos.push(...(await read(files, call, entries.slice(start, start + READ_TOGETHER))));
  return photos.sort((one, other) => other.atMs - one.atMs);
}

async function read(
  files: Files,
  call: ReadyCall,
  entries: readonly FileEntry[],
): Promise<readonly Photo[]> {
  const given = await Promise.all(entries.map(({ path }) => files.readHead(path, EXIF_HEAD_BYTES)));
  const exifs = await readApart<readonly Exif[]>(
    { sort: "picture", task: "exif", given, who: call.actor.chatId },
    { signal: call.signal },
  );
  return entries.map((file, index) => {
    const exif = exifs[index] ?? {};
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] =
      exif.taken?.split(/\D/u).map(Number) ?? [];
    const atMs =
      exif.taken === undefined
        ? file.modifiedAtMs
        : instantOf({ year, month, day, hour, minute, second }, call.actor.zone);
    return { ...exif, file, atMs };
  });
}

/** Whether a photo has the words in its name or camera, and was taken in the days that are asked for. */
function isMeant(call: ReadyCall, { file, camera = "", atMs }: Photo): boolean {
  const query = optionalString(call, "query")?.toLowerCase() ?? "";
  const day = new Date(atMs).toISOString().slice(0, 10);
  const [from, to] = [optionalString(call, "from") ?? "", optionalString(call, "to") ?? "9999"];
  return `${file.path} ${camera}`.toLowerCase().includes(query) && day >= from && day <= to;
}

function itemOf({ file, camera, width, height, latitude, longitude, atMs }: Photo): JsonObject {
  return {
    path: file.path,
    name: file.name,
    size: file.sizeBytes,
    taken: new Date(atMs).toISOString(),
    camera: camera ?? "",
    width: width ?? null,
    height: height ?? null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
  };
}

function lineOf(call: ReadyCall, photo: Photo): string {
  const { file, camera, width, height, atMs } = photo;
  const pixels = width === undefined ? "" : `${width}×${height}`;
  const facts = [dateAndTime(atMs, call.actor), camera ?? "", pixels, sizeText(file.sizeBytes)];
  return `- ${bold(file.path)} · ${facts
    .filter((each) => each !== "")
    .map(escapeMarkup)
    .join(" · ")}`;
}

function listed(call: ReadyCall, photos: readonly Photo[]): Outcome {
  const text =
    photos.length === 0
      ? worded(call, NOTHING)
      : photos.map((photo) => lineOf(call, photo)).join("\n");
  return success({ kind: "list", items: photos.map(itemOf), text }, { tainted: photos.length > 0 });
}

async function detail(filesOf: FilesOf, call: ReadyCall): Promise<Outcome> {
  const files = filesOf(call.actor.chatId);
  const [photo] = await read(files, call, [await files.stat(stringParam(call, "path"))]);
  if (photo === undefined) return listed(call, []);
  const { latitude, longitude } = photo;
  const place =
    latitude === undefined ? "" : `\n📍 ${latitude.toFixed(5)}, ${longitude?.toFixed(5)}`;
  const text = `${lineOf(call, photo)}${place}`;
  return success({ kind: "object", data: itemOf(photo), text }, { tainted: true });
}

/** `2026-11`, in the person's zone. */
function monthOf(call: ReadyCall, atMs: number): string {
  const { year, month } = localTimeOf(atMs, call.actor.zone);
  return `${year}-${String(month).padStart(2, "0")}`;
}

function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "/";
}

/** How many photos have each key, the keys in order. */
function counted(
  call: ReadyCall,
  photos: readonly Photo[],
  keyOf: (photo: Photo) => string,
): Outcome {
  const counts = new Map<string, number>();
  for (const photo of photos) counts.set(keyOf(photo), (counts.get(keyOf(photo)) ?? 0) + 1);
  const rows = [...counts].sort(([one], [other]) => one.localeCompare(other));
  const items = rows.map(([key, count]) => ({ key, count }));
  const lines = rows.map(([key, count]) => `- ${bold(key)}: ${count}`);
  const text = lines.length === 0 ? worded(call, NOTHING) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: photos.length > 0 });
}

const NO_DUPLICATES: Localized = { ko: "같은 사진이 없어요.", en: "No photo is there twice." };

/** Photos that belong together: by their bytes, or by how they look. */
async function twins(
  filesOf: FilesOf,
  call: ReadyCall,
  groupsAmong: typeof alike,
): Promise<Outcome> {
  const files = filesOf(call.actor.chatId);
  const photos = await photosOf(filesOf, call);
  const groups = await groupsAmong(files, call, photos);
  const items = groups.map((group) => ({
    paths: group.map(({ file }) => file.path),
    count: group.length,
    size: group[0]?.file.sizeBytes ?? 0,
  }));
  const lines = items.map(
    ({ paths, size }) => `- ${paths.map(bold).join(" = ")} (${sizeText(size)})`,
  );
  const text = lines.length === 0 ? worded(call, NO_DUPLICATES) : lines.join("\n");
  return success({ kind: "list", items, text }, { tainted: photos.length > 0 });
}

/** Only those of one size are compared. */
async function identical(
  files: Files,
  _call: ReadyCall,
  photos: readonly Photo[],
): Promise<readonly (readonly Photo[])[]> {
  const groups: (readonly Photo[])[] = [];
  for (const group of groupsOf(photos, ({ file }) => String(file.sizeBytes))) {
    const digests = await Promise.all(group.map(({ file }) => files.digest(file.path)));
    groups.push(...groupsOf(group, (photo) => digests[group.indexOf(photo)] ?? photo.file.path));
  }
  return groups;
}

/** Most photos that are drawn to be compared, and in how many of 64 points those differ at most that look alike. */
const MOST_DRAWN = 300;
const MOST_DIFFERENT = 6;

/** Those that look like the first of their group. */
async function alike(
  files: Files,
  call: ReadyCall,
  photos: readonly Photo[],
): Promise<readonly (readonly Photo[])[]> {
  const groups: { readonly likeness: string; readonly photos: Photo[] }[] = [];
  for (const photo of photos.slice(0, MOST_DRAWN)) {
    const mediaType = mediaTypeOfName(photo.file.name);
    if (!isPictureType(mediaType) || photo.file.sizeBytes > LARGEST_DRAWN) continue;
    const bytes = await files.readBytes(photo.file.path, { maxBytes: LARGEST_DRAWN });
    const likeness = await readApart<string>(
      { sort: "picture", task: "likeness", given: { mediaType, bytes }, who: call.actor.chatId },
      { signal: call.signal },
    ).catch((error: unknown) => {
      if (call.signal.aborted || !(error instanceof AppError)) throw error;
      return ""; // it cannot be drawn
    });
    if (likeness === "") continue;
    const group = groups.find((each) => differences(each.likeness, likeness) <= MOST_DIFFERENT);
    if (group === undefined) groups.push({ likeness, photos: [photo] });
    else group.photos.push(photo);
  }
  return groups.map((group) => group.photos).filter((group) => group.length > 1);
}

/** Largest photo that is drawn, in bytes. */
const LARGEST_DRAWN = 20 * 1024 * 1024;

function differences(one: string, other: string): number {
  return [...one].filter((bit, at) => bit !== other[at]).length;
}

/** Those that have a key together with another. */
function groupsOf(
  photos: readonly Photo[],
  keyOf: (photo: Photo) => string,
): readonly (readonly Photo[])[] {
  const groups = new Map<string, Photo[]>();
  for (const photo of photos) {
    const group = groups.get(keyOf(photo));
    if (group === undefined) groups.set(keyOf(photo), [photo]);
    else group.push(photo);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
