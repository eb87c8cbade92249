/** Milliseconds of the one clock that all processes of this machine share (CLOCK_MONOTONIC). */
export function machineMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}
