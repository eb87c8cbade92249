/** What a photo says of itself; what it does not say is absent. */
export interface Exif {
  /** As the camera's clock had it, without a zone: `2026-11-20T08:30:00`. */
  readonly taken?: string;
  readonly camera?: string;
  /** In pixels. */
  readonly width?: number;
  readonly height?: number;
  /** In degrees, north and east positive. */
  readonly latitude?: number;
  readonly longitude?: number;
}

/** How much of a file is read: EXIF stands at its beginning, before the picture (CIPA DC-008, 4.5.4; ISO/IEC 23008-12). */
export const EXIF_HEAD_BYTES: number = 256 * 1024;

/** Reads the EXIF of the beginnings of photos, in their order. JPEG, HEIC, PNG, WebP. For a process of its own: the files come from strangers. */
export async function readExif(heads: readonly Uint8Array[]): Promise<readonly Exif[]> {
  const { load } = (await import("exifreader")).default;
  return heads.map((head) => {
    try {
      return exifOf(load(Uint8Array.from(head).buffer, { expanded: true }));
    } catch {
      return {}; // no picture, or one without metadata
    }
  });
}

/** The groups of tags that are read here, as `exifreader` gives them with `expanded`. */
interface Tags {
  readonly exif?: Readonly<Record<string, { readonly description?: unknown } | undefined>>;
  readonly file?: Readonly<Record<string, { readonly value?: unknown } | undefined>>;
  readonly gps?: { readonly Latitude?: number; readonly Longitude?: number };
}

function exifOf(tags: unknown): Exif {
  const { exif = {}, file = {}, gps = {} } = tags as Tags; // each field is checked below
  const said = (name: string): string => {
    const description = exif[name]?.description;
    return typeof description === "string" ? description.trim() : "";
  };
  const [date, time] = said("DateTimeOriginal").split(" ");
  const isMoment = /^\d{4}:\d\d:\d\d$/u.test(date ?? "") && /^\d\d:\d\d:\d\d$/u.test(time ?? "");
  const [maker = "", model = ""] = [said("Make"), said("Model")];
  const camera = model.startsWith(maker) ? model : `${maker} ${model}`.trim();
  const width = Number(file["Image Width"]?.value ?? said("PixelXDimension"));
  const height = Number(file["Image Height"]?.value ?? said("PixelYDimension"));
  const { Latitude: latitude, Longitude: longitude } = gps;
  return {
    ...(isMoment && { taken: `${date?.replaceAll(":", "-")}T${time}` }),
    ...(camera !== "" && { camera }),
    ...(width > 0 && height > 0 && { width, height }),
    ...(Number.isFinite(latitude) && Number.isFinite(longitude) && { latitude, longitude }),
  } as Exif; // both coordinates are numbers where they are there
}
