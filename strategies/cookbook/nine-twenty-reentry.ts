import {
  defaultIfEmpty,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  pairwise,
  take,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import {
  alert,
  clockTime,
  type Command,
  defineStrategy,
  type LegPosition,
  lots,
  percent,
  percentNumber,
  place,
  protect,
  selectNow,
  sell,
  squareOff,
  z,
} from 'sauda';

/**
 * 9:20 straddle with re-entry: at 09:20 sell the at-the-money straddle of the nearest expiry, each leg with a stop order 25 %
 * above its fill. A leg that was stopped is sold again, at most twice and before 14:30, once its premium is back at its entry
 * price. Whatever is still open at 15:10 is squared off. Worst case: three stops of each leg, or a gap that jumps over them.
 */
export default defineStrategy({
  name: 'nine-twenty-reentry',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    lastEntry: clockTime().default('14:30'),
    exit: clockTime().default('15:10'),
    stopPercent: percentNumber().default(25),
    reentries: z.int().min(1).max(20).default(2),
  }),
  run: ({ params, at, chain, fills, positions, prices }) => {
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;

    /** The position that a stop has closed, as it was open last. */
    const stopped = (leg: string): Observable<LegPosition> =>
      fills.pipe(
        filter(({ legRef }) => legRef.leg === leg && legRef.role === 'stop'),
        withLatestFrom(positions.pipe(map(ofLeg(leg)), pairwise())),
        mergeMap(([, [was, now]]) => (was !== undefined && now?.netUnits === 0 ? [was] : [])),
      );
    const again = (leg: string): Observable<Command> =>
      stopped(leg).pipe(
        take(params.reentries),
        mergeMap(({ contract, averagePricePaise: costPaise }) => {
          const stoppedMs = Date.now();
          return prices(contract).pipe(
            filter(
              ({ seen, lastPaise }) => seen.observedAtMs >= stoppedMs && lastPaise <= costPaise,
            ),
            take(1),
            map(() => place(sell(contract, { leg, lots: params.lots }))),
          );
        }),
        takeUntil(at(params.lastEntry, { late: 'run' })),
      );

    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        map(({ atm }) =>
          place(
            sell(atm.ce, { leg: 'ce', lots: params.lots }),
            sell(atm.pe, { leg: 'pe', lots: params.lots }),
          ),
        ),
        takeUntil(exit),
        defaultIfEmpty(alert('warning', noEntry)),
      ),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      again('ce'),
      again('pe'),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

function ofLeg(name: string): (legs: readonly LegPosition[]) => LegPosition | undefined {
  return (legs) => legs.find(({ leg }) => leg === name);
}
