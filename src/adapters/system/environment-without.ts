/** The environment of this process without one name, for a thread that is to start without it. */
export function environmentWithout(name: string): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(Object.entries(process.env).filter(([other]) => other !== name));
}
