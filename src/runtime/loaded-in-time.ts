import { wait } from '../adapters/system/wait.ts';

/** A module whose top level awaits something that does not come. */
export class NotLoadedInTime extends Error {
  override readonly name = 'NotLoadedInTime';
}

const WITHIN_MS = 60_000;

/**
 * What a module's loading comes to, if it comes in time: the day of all strategies waits for it, with what they hold.
 *
 * @param withinMs - real milliseconds, 60 s by default
 * @throws {NotLoadedInTime} when it does not; the module may go on loading
 */
export async function loadedInTime<T>(loading: Promise<T>, withinMs = WITHIN_MS): Promise<T> {
  const loaded = new AbortController();
  const late = wait(withinMs, loaded.signal).then(() => {
    const seconds = String(withinMs / 1_000);
    throw new NotLoadedInTime(
      `its top level has not ended after ${seconds} s (look for an await that never ends)`,
    );
  });
  // Where the module came first, nobody waits for this.
  late.catch(() => undefined);
  return Promise.race([loading, late]).finally(() => {
    loaded.abort();
  });
}
