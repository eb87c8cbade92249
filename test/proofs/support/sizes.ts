/** True in the long form (`npm run test:soak`), which sets SOAK. */
export const IS_SOAK = (process.env["SOAK"] ?? "") !== "";

/** How much is tried: the short form runs with all tests, the long one by `npm run test:soak`; SOAK_<NAME> sets the number outright. */
export function sizeOf(name: string, sizes: { readonly short: number; readonly long: number }) {
  const given = Number(process.env[`SOAK_${name}`] ?? Number.NaN);
  if (Number.isFinite(given)) return given;
  return IS_SOAK ? sizes.long : sizes.short;
}

/** The seed of the whole proof: fixed, unless SOAK_SEED says another. */
export function seedOf(name: string): string {
  return `${name}-${process.env["SOAK_SEED"] ?? "1"}`;
}

/** Longest time a proof may take, in milliseconds. */
export const PROOF_LIMIT_MS = IS_SOAK ? 6 * 60 * 60 * 1000 : 230_000;
