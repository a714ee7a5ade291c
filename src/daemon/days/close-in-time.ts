import { wait } from '../../adapters/system/machine-time.ts';
import { untilAborted } from '../../base/until-aborted.ts';

/** A stop takes at most 10 s: what is left of that when the days have ended is little. Real milliseconds. */
const STOP_MS = 9_600;

/**
 * Makes what waits for something to close, but once the signal has come no longer than a stop may take since then: what
 * hangs ends with the process.
 */
export function closesInTime(
  signal: AbortSignal,
  stopMs = STOP_MS,
): (closing: Promise<void>) => Promise<void> {
  const late = untilAborted(signal).then(() => wait(stopMs));
  return (closing) => Promise.race([closing, late]);
}
