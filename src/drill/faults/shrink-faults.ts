const TRIES_MAX = 120;

/**
 * Reduces a list of faults to a few with which it still fails, by leaving out ever smaller parts (ddmin). Null when no
 * part of it fails by itself.
 */
export async function shrinkFaults(
  faults: readonly string[],
  fails: (only: readonly string[]) => Promise<boolean>,
): Promise<readonly string[] | null> {
  let tries = 0;
  const stillFails = (only: readonly string[]): Promise<boolean> => {
    tries += 1;
    return tries > TRIES_MAX ? Promise.resolve(false) : fails(only);
  };
  if (await stillFails([])) return [];
  if (!(await stillFails(faults))) return null;
  let kept = faults;
  let parts = 2;
  while (kept.length >= 2) {
    const smaller = await leaveOut(kept, parts, stillFails);
    if (smaller !== null) {
      kept = smaller;
      parts = Math.max(2, parts - 1);
    } else if (parts >= kept.length) break;
    else parts = Math.min(kept.length, parts * 2);
  }
  return kept;
}

/** The list without one of its parts, if that still fails. */
async function leaveOut(
  kept: readonly string[],
  parts: number,
  fails: (only: readonly string[]) => Promise<boolean>,
): Promise<readonly string[] | null> {
  const size = Math.ceil(kept.length / parts);
  for (let start = 0; start < kept.length; start += size) {
    const rest = [...kept.slice(0, start), ...kept.slice(start + size)];
    if (rest.length > 0 && (await fails(rest))) return rest;
  }
  return null;
}
