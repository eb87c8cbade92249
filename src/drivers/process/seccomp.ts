/** The kernel's names for this machine, and its numbers of system calls: linux/audit.h, asm/unistd.h. */
const MACHINES: Readonly<
  Partial<
    Record<
      NodeJS.Architecture,
      { readonly audit: number; readonly fallocate: number; readonly ioctl: number }
    >
  >
> = {
  x64: { audit: 0xc000003e, fallocate: 285, ioctl: 16 },
  arm64: { audit: 0xc00000b7, fallocate: 47, ioctl: 29 },
};

/** The same on every machine; it can reserve space without the calls above. */
const IO_URING_SETUP = 425;

/** Of x32, which calls by other numbers on x64. */
const FIRST_X32 = 0x40000000;

/** FS_IOC_RESVSP and its kin (linux/falloc.h), by all but their lowest byte. */
const RESERVING_IOCTLS = 0x40305800;

/** Where struct seccomp_data has its fields. */
const FIELDS = { call: 0, machine: 4, secondArgument: 24 } as const;

/** Instructions of classic BPF: linux/bpf_common.h. */
const [LOAD, AND, JUMP_EQUAL, JUMP_FROM, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x06];

const [ALLOW, KILL, ERROR] = [0x7fff0000, 0x80000000, 0x00050000];
const [EOPNOTSUPP, ENOSYS] = [95, 38];

/**
 * A filter of system calls as bubblewrap takes it: space on the disk cannot be reserved without being written, as some
 * file systems cannot do it either, so what programs take costs them time. Undefined for a machine that it does not know.
 */
export function noReserving(machine = process.arch): Uint8Array | undefined {
  const numbers = MACHINES[machine];
  if (numbers === undefined) return undefined;
  const skip = 1;
  const program: readonly (readonly [code: number, yes: number, no: number, value: number])[] = [
    [LOAD, 0, 0, FIELDS.machine],
    [JUMP_EQUAL, skip, 0, numbers.audit],
    [RETURN, 0, 0, KILL],
    [LOAD, 0, 0, FIELDS.call],
    [JUMP_FROM, 0, skip, FIRST_X32],
    [RETURN, 0, 0, KILL],
    [JUMP_EQUAL, 0, skip, IO_URING_SETUP],
    [RETURN, 0, 0, ERROR + ENOSYS],
    [JUMP_EQUAL, 0, skip, numbers.fallocate],
    [RETURN, 0, 0, ERROR + EOPNOTSUPP],
    [JUMP_EQUAL, skip, 0, numbers.ioctl],
    [RETURN, 0, 0, ALLOW],
    [LOAD, 0, 0, FIELDS.secondArgument],
    [AND, 0, 0, 0xffffff00],
    [JUMP_EQUAL, 0, skip, RESERVING_IOCTLS],
    [RETURN, 0, 0, ERROR + EOPNOTSUPP],
    [RETURN, 0, 0, ALLOW],
  ];
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, yes, no, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
