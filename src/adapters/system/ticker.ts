import { schedule } from 'node-cron';

/**
 * Calls `onTick` about once a second. It only ticks: what is due is computed from the clock and the calendar
 * at every tick, so a tick that comes late or not at all delays work and loses none.
 *
 * @returns what stops it
 */
export function startTicker(onTick: () => void): () => void {
  const task = schedule('* * * * * *', onTick, {
    timezone: 'Asia/Kolkata',
    name: 'sauda-tick',
    suppressMissedWarning: true,
  });
  return () => {
    void task.destroy();
  };
}
