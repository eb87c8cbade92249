import { korean } from "../../base/korean-particles.ts";
import { joined, type Localized } from "../../base/localized.ts";
import { knownPlaces, zoneOfPlace } from "./place-zones.ts";
import { repeated } from "./repeated.ts";

/** A zone name that this machine knows, or one sentence saying which names are near. */
export type ParsedZone =
  | { readonly ok: true; readonly zone: string }
  | { readonly ok: false; readonly problem: Localized };

/** Takes an IANA zone name in any capitalisation, its last part ("new york"), or a place that people name ("뉴욕", "Korea"); offsets such as "+09:00" are refused because they know no summer time. */
export function parseZone(text: string): ParsedZone {
  const name = text.normalize("NFC").trim();
  const placed = zoneOfPlace(name.replace(/[\s_]+/g, " "));
  if (placed !== undefined) return { ok: true, zone: placed };
  if (/^[a-z]/i.test(name)) {
    try {
      const known = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
      // An older name of the same zone is kept as the person wrote it.
      return { ok: true, zone: known.toLowerCase() === name.toLowerCase() ? known : name };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  const near = nearestZones(name);
  const [nearest] = near;
  if (nearest !== undefined && cityOf(nearest) === folded(name)) return { ok: true, zone: nearest };
  return { ok: false, problem: unknownZone(name, near) };
}

function unknownZone(name: string, near: readonly string[]): Localized {
  const shown = repeated(name);
  const names = near.map((zone) => `"${zone}"`);
  const advice =
    names.length > 0
      ? { en: `Did you mean ${names.join(" or ")}?`, ko: `혹시 ${names.join(" 또는 ")}인가요?` }
      : {
          en: "Use the name of a city, such as Seoul.",
          ko: "서울 같은 도시 이름을 써 주세요.",
        };
  return joined(
    { en: `Unknown time zone "${shown}". `, ko: korean`"${shown}"(이)라는 시간대는 없어요. ` },
    advice,
  );
}

/** Lower case, "_" between the words. */
function folded(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, "_");
}

/** The last part of a zone's name, folded. */
function cityOf(zone: string): string {
  return folded(zone.slice(zone.lastIndexOf("/") + 1));
}

/** The zone names most like `text`, best first, at most three; a city alone ("new york") or a place ("샌프란시스꼬") finds its zone. */
function nearestZones(text: string): readonly string[] {
  const wanted = folded(text);
  const scores = new Map<string, number>();
  const note = (zone: string, name: string): void => {
    const score = likeness(wanted, name);
    if (score >= 0.6) scores.set(zone, Math.max(score, scores.get(zone) ?? 0));
  };
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    note(zone, folded(zone));
    note(zone, cityOf(zone));
  }
  for (const [place, zone] of knownPlaces()) note(zone, folded(place));
  return [...scores]
    .sort(([, left], [, right]) => right - left)
    .slice(0, 3)
    .map(([zone]) => zone);
}

/** Share of letter pairs two names have in common, 0–1 (Dice's coefficient). */
function likeness(left: string, right: string): number {
  if (left === right) return 1;
  const pairs = pairsOf(left);
  const rest = pairsOf(right);
  const total = pairs.length + rest.length;
  let shared = 0;
  for (const pair of pairs) {
    const place = rest.indexOf(pair);
    if (place < 0) continue;
    shared += 1;
    rest.splice(place, 1);
  }
  return total === 0 ? 0 : (2 * shared) / total;
}

function pairsOf(name: string): string[] {
  const framed = `^${name}$`;
  return Array.from({ length: framed.length - 1 }, (_, index) => framed.slice(index, index + 2));
}
