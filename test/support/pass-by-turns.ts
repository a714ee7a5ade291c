import { vi } from 'vitest';

/** Most that passes between two turns of the event loop, milliseconds. */
const TURN_MS_MAX = 2;

/**
 * Lets monotonic time pass only while this process gets to work: a stretch in which the machine was busy with others counts as
 * one turn. So a day at a high speed has as many turns for a poll's answer on a busy machine as on a quiet one. Begin before
 * the clocks that are to go by it are made.
 *
 * @returns what ends it
 */
export function passByTurns(): () => void {
  const realNowMs = performance.now.bind(performance);
  let lookedAtMs = realNowMs();
  let nowMs = lookedAtMs;
  const shown = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const turns = setInterval(() => {
    const realMs = realNowMs();
    nowMs += Math.min(realMs - lookedAtMs, TURN_MS_MAX);
    lookedAtMs = realMs;
  }, 1);
  return () => {
    clearInterval(turns);
    shown.mockRestore();
  };
}
