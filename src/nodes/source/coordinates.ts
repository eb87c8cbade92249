import type { PictureSize } from "../../drivers/files/image.ts";

/** A place in a picture in pixels: `x` from its left edge (0 to its width), `y` from its top edge (0 to its height). */
export interface PixelCoordinate {
  readonly unit: "pixel";
  readonly x: number;
  readonly y: number;
}

/** A place in a picture as parts of its sides: `x` of the width from the left edge, `y` of the height from the top edge, each in [0, 1]. */
export interface NormalizedCoordinate {
  readonly unit: "normalized";
  readonly x: number;
  readonly y: number;
}

/** A place in a picture, in either unit. */
export type Coordinate = PixelCoordinate | NormalizedCoordinate;

/** A rectangle in a picture: its top left corner and its sides, in whole pixels. */
export interface BBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The place as parts of the sides; pixels are those of a picture of `size`. What lies outside is moved to the nearest edge. */
export function normalized(place: Coordinate, size: PictureSize): NormalizedCoordinate {
  const isPixel = place.unit === "pixel";
  return {
    unit: "normalized",
    x: part(isPixel ? place.x / size.width : place.x),
    y: part(isPixel ? place.y / size.height : place.y),
  };
}

/** The place in whole pixels of a picture of `size`. */
export function inPixels(place: NormalizedCoordinate, size: PictureSize): PixelCoordinate {
  return {
    unit: "pixel",
    x: Math.round(place.x * size.width),
    y: Math.round(place.y * size.height),
  };
}

/** The rectangle with two opposite corners, whichever they are. */
export function boxBetween(one: PixelCoordinate, other: PixelCoordinate): BBox {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

function part(value: number): number {
  return Math.min(1, Math.max(0, value));
}
