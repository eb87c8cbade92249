/** Milliseconds of processor time that some work takes in this process; what else a busy machine does makes it no longer. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
