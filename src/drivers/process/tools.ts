import { findProgram, probeFilter, probeSandbox, type SandboxVariant } from "./sandbox.ts";

/** What this machine has to confine programs with. */
export interface Tools {
  readonly bwrap: string | undefined;
  readonly prlimit: string | undefined;
  readonly variant: SandboxVariant;
  /** For bubblewrap; undefined where the machine takes none. */
  readonly filter: Uint8Array | undefined;
}

/** Looking costs several starts of bubblewrap, and the answer does not change while the service runs. */
const found = new Map<string | null | undefined, Promise<Tools>>();

/** Looks at the machine on the first call, and remembers. `bwrapPath` null means that bubblewrap is not to be used. */
export function findTools(bwrapPath: string | null | undefined): Promise<Tools> {
  const known = found.get(bwrapPath) ?? look(bwrapPath);
  found.set(bwrapPath, known);
  return known;
}

async function look(bwrapPath: string | null | undefined): Promise<Tools> {
  const bwrap = bwrapPath === undefined ? findProgram("bwrap") : bwrapPath;
  const variant = await probeSandbox(bwrap ?? undefined);
  return {
    bwrap: bwrap ?? undefined,
    prlimit: findProgram("prlimit"),
    variant,
    filter: await probeFilter(bwrap ?? undefined, variant),
  };
}
