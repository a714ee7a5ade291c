import { istTimeOfDayMs } from '../model/ist.ts';
import { type BacktestResult } from './backtest-result.ts';
import { daysRun } from './days-run.ts';

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Parameters that are times of day at which nothing could come of a strategy, one sentence for each strategy: no session
 * of any day that ran was open at them, or its `exit` is not after its `entry`.
 */
export function idleTimes(result: Pick<BacktestResult, 'strategies' | 'days'>): readonly string[] {
  const sessions = daysRun(result).flatMap((day) => day.sessions);
  if (sessions.length === 0) return [];
  const isOpen = (time: string): boolean =>
    sessions.some(
      ({ startMs, endMs }) =>
        istTimeOfDayMs(startMs) <= msOf(time) && msOf(time) < istTimeOfDayMs(endMs),
    );
  return result.strategies.flatMap(({ name, params }) => {
    const times = timesIn(params);
    const closed = times.filter(([, time]) => !isOpen(time)).map(([key, time]) => `${key}=${time}`);
    const { entry, exit } = Object.fromEntries(times);
    const isTurned = entry !== undefined && exit !== undefined && entry >= exit;
    return [
      ...(closed.length === 0 ? [] : [`${name}: no session was open at ${closed.join(', ')}.`]),
      ...(isTurned ? [`${name}: entry=${entry} does not come before exit=${exit}.`] : []),
    ];
  });
}

function timesIn(params: unknown): readonly (readonly [name: string, time: string])[] {
  if (typeof params !== 'object' || params === null) return [];
  return Object.entries(params).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' && CLOCK_TIME.test(value) ? [[name, value] as const] : [],
  );
}

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}
