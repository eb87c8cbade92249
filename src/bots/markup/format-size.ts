const KIB = 1024;
const MIB = KIB * KIB;
const GIB = KIB * MIB;

/** A number of bytes as people read it: `0 KB`, `12 KB`, `3.4 MB`. The units are those of the quota: 1024 each. */
export function sizeWords(sizeBytes: number): string {
  if (sizeBytes >= GIB) return `${(sizeBytes / GIB).toFixed(1)} GB`;
  if (sizeBytes >= MIB) return `${(sizeBytes / MIB).toFixed(1)} MB`;
  return `${Math.ceil(sizeBytes / KIB)} KB`;
}
