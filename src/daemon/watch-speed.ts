import { type TradingDay } from '../day/trading-day.ts';
import { noticeOf } from '../notices/notice.ts';
import { toldAt } from '../notices/told-notice.ts';
import { type RiskRule } from '../risk/refusal.ts';
import { type DayVenue } from '../venues/day-venue.ts';

/** What is refused because polls did not bring data in time: a contract that was just chosen has no quote before the next poll. */
const NOT_IN_TIME: ReadonlySet<string> = new Set<RiskRule>([
  'no-quote',
  'stale-quote',
  'stale-orders',
]);
/** A quarter leaves room: a machine that is just fast enough is so until it has something else to do. */
const SLOWER_BY = 4;

/** What is watched. */
type WatchedDay = Pick<TradingDay, 'note'> & {
  readonly auditLive: Pick<TradingDay['auditLive'], 'listen'>;
};

/**
 * Says once, as entries are refused for stale or missing data, that the clock of the day goes faster than real time: a poll takes
 * its usual real time. Nothing where it does not, nor where it stands still while requests are under way. Returns what ends it.
 */
export function watchSpeed(time: DayVenue['time'], trading: WatchedDay): () => void {
  if (time.kind === 'paced' || time.speed <= 1) return () => undefined;
  const { speed, clock } = time;
  const stop = trading.auditLive.listen(['notice'], ({ notice }) => {
    if (notice.code !== 'refused') return;
    const { why } = notice.facts;
    if (!('rule' in why) || !NOT_IN_TIME.has(why.rule)) return;
    stop();
    const lower = Math.max(1, Math.floor(speed / SLOWER_BY));
    // The entry that is being heard comes to all its listeners first.
    queueMicrotask(() => {
      trading.note(toldAt(clock.nowMs(), noticeOf('clock-too-fast', null, { speed, lower })));
    });
  });
  return stop;
}
