/** Milliseconds of a processor that this process has used so far, all its threads together. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
