/** What the machine calls this process. */
export function processId(): number {
  return process.pid;
}

/** Milliseconds of a processor that this process has used so far, all its threads together. */
export function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** The environment of this process without one name, for a thread that is to start without it. */
export function environmentWithout(name: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([other]) => other !== name));
}
