/** The kernel's name for x86-64 (linux/audit.h), and its numbers of system calls (asm/unistd_64.h). */
const X86_64 = 0xc000003e;
const [IOCTL, FALLOCATE, IO_URING_SETUP] = [16, 285, 425];

/** The first number of a call of x32, which has others. */
const FIRST_X32 = 0x40000000;

/** FS_IOC_RESVSP and its kin (linux/falloc.h), by all but their lowest byte. */
const RESERVING_IOCTLS = 0x40305800;

/** Where struct seccomp_data has its fields. */
const FIELDS = { call: 0, machine: 4, secondArgument: 24 } as const;

/** Instructions of classic BPF: linux/bpf_common.h. */
const [LOAD, AND, JUMP_EQUAL, JUMP_FROM, RETURN] = [0x20, 0x54, 0x15, 0x35, 0x06];

const [ALLOW, KILL, ERROR] = [0x7fff0000, 0x80000000, 0x00050000];
const [EOPNOTSUPP, ENOSYS] = [95, 38];

/** What the filter does, in order; a jump leaves out as many instructions as stand under `yes` or `no`. */
const PROGRAM: readonly (readonly [code: number, yes: number, no: number, value: number])[] = [
  [LOAD, 0, 0, FIELDS.machine],
  [JUMP_EQUAL, 1, 0, X86_64],
  [RETURN, 0, 0, KILL],
  [LOAD, 0, 0, FIELDS.call],
  [JUMP_FROM, 0, 1, FIRST_X32],
  [RETURN, 0, 0, KILL],
  [JUMP_EQUAL, 0, 1, IO_URING_SETUP], // it can reserve space too
  [RETURN, 0, 0, ERROR + ENOSYS],
  [JUMP_EQUAL, 0, 1, FALLOCATE],
  [RETURN, 0, 0, ERROR + EOPNOTSUPP],
  [JUMP_EQUAL, 1, 0, IOCTL],
  [RETURN, 0, 0, ALLOW],
  [LOAD, 0, 0, FIELDS.secondArgument],
  [AND, 0, 0, 0xffffff00],
  [JUMP_EQUAL, 0, 1, RESERVING_IOCTLS],
  [RETURN, 0, 0, ERROR + EOPNOTSUPP],
  [RETURN, 0, 0, ALLOW],
];

/**
 * A filter of system calls as bubblewrap takes it: space on the disk cannot be reserved without being written, as some
 * file systems cannot do it either, so what programs take costs them time. Undefined for a machine other than x64.
 */
export function noReserving(): Uint8Array | undefined {
  if (process.arch !== "x64") return undefined;
  const bytes = Buffer.alloc(PROGRAM.length * 8);
  for (const [index, [code, yes, no, value]] of PROGRAM.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(yes, index * 8 + 2);
    bytes.writeUInt8(no, index * 8 + 3);
    bytes.writeUInt32LE(value, index * 8 + 4);
  }
  return bytes;
}
