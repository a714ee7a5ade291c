import { type DayStatus } from '../../day/day-status.ts';
import { type EngineView } from '../../engine/engine-view.ts';
import { type Lock } from '../../model/orders/halt-and-lock.ts';
import { type BooksSight, type OpenQuestion, type PricesSight } from './sight.ts';

/** Of a source of prices that nothing asks. */
export const NOT_WATCHED = { state: 'unknown', detail: 'no strategy watches prices' } as const;

/** What the books of a running day leave open. */
export function booksOfView(
  view: Pick<EngineView, 'intents' | 'unknownStarts' | 'orphans' | 'locks' | 'weeks'>,
): BooksSight {
  const isOpen = ({ isUnresolved, state, role }: EngineView['intents'][number]): boolean =>
    isUnresolved || (state === 'absent' && role === 'entry');
  return {
    unresolved: view.intents.filter(isOpen).map(({ tag, plannedAtMs }) => {
      return { name: tag, sinceMs: plannedAtMs };
    }),
    unknownStarts: view.unknownStarts,
    strangers: strangersOf(view.orphans),
    weekLocks: view.locks.filter(isOfWeek),
    weeks: view.weeks,
  };
}

/** What an account's status leaves open: only what wants the operator is in it. */
export function booksOfStatus(
  status: Pick<DayStatus, 'unresolved' | 'unknownPositions' | 'orphans' | 'locks' | 'weeks'>,
): BooksSight {
  const lost = status.unresolved.filter(({ state, isHeld }) => isHeld || state === 'unknown');
  const isUnknown = ({ state }: DayStatus['unknownPositions'][number]): boolean =>
    state === 'unknown';
  return {
    unresolved: lost.map(({ tag }): OpenQuestion => ({ name: tag, sinceMs: 0 })),
    unknownStarts: status.unknownPositions.filter(isUnknown),
    strangers: strangersOf(status.orphans),
    weekLocks: status.locks.filter(isOfWeek),
    weeks: status.weeks ?? [],
  };
}

/** What the source of prices showed, as far as it is asked: in a session it is polled only while something watches prices. */
export function wantedPrices(
  prices: PricesSight,
  {
    isInSession,
    pricesWantedSinceMs: sinceMs,
  }: Pick<EngineView, 'isInSession' | 'pricesWantedSinceMs'>,
): PricesSight {
  if (!isInSession || prices.state === 'none' || prices.state === 'unknown') return prices;
  if (sinceMs === null) return NOT_WATCHED;
  if (prices.state === 'answered') return { ...prices, wantedSinceMs: sinceMs };
  return { ...prices, sinceMs: Math.max(prices.sinceMs, sinceMs) };
}

function isOfWeek({ protection }: Lock): boolean {
  return protection === 'week-loss';
}

function strangersOf(orphans: EngineView['orphans']): readonly string[] {
  return orphans.map(({ symbol, netUnits, isWorking, orderIds }) => {
    const working = isWorking ? ', still working' : '';
    return `${symbol} ${String(netUnits)} units${working} (orders ${orderIds.join(', ')})`;
  });
}
