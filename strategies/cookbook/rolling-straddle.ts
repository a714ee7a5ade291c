import {
  asapScheduler,
  defaultIfEmpty,
  filter,
  ignoreElements,
  map,
  merge,
  type Observable,
  observeOn,
  of,
  pairwise,
  ReplaySubject,
  share,
  switchMap,
  take,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import {
  alert,
  clockTime,
  type Command,
  type Contract,
  defineStrategy,
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
 * Rolling straddle: at 09:20 sell the at-the-money straddle of the nearest expiry. When the index is 100 points away from where
 * it was then, close both legs and sell the straddle of the new strike: at most four times, and not from 14:30 on. Each leg has
 * a stop order 60 % above its fill; after both were stopped nothing is sold any more. Whatever is still open at 15:10 is squared
 * off. Worst case: a day of turns pays the way there and back at each roll; a gap over the stops has no bound.
 */
export default defineStrategy({
  name: 'rolling-straddle',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:20'),
    lastEntry: clockTime().default('14:30'),
    exit: clockTime().default('15:10'),
    rollPoints: z.number().positive().default(100),
    rolls: z.int().min(1).max(20).default(4),
    stopPercent: percentNumber().default(60),
  }),
  run: ({ params, at, chain, fills, positions, prices }) => {
    const exit = at(params.exit, { late: 'run' });
    const lastEntry = at(params.lastEntry, { late: 'run' });
    const options = chain(params.underlying).pipe(share({ connector: () => new ReplaySubject(1) }));
    /** Where the index was at the last entry; null before the first. */
    let centrePaise: number | null = null;
    const isAway = (paise: number): boolean =>
      centrePaise === null || Math.abs(paise - centrePaise) >= params.rollPoints * 100;
    const isFlat = positions.pipe(map((legs) => legs.every(({ netUnits }) => netUnits === 0)));

    const short = (contract: Contract, leg: string) => sell(contract, { leg, lots: params.lots });
    const enter = (): Observable<Command> =>
      of('entry').pipe(
        selectNow(options),
        map(({ atm, spotPaise }) => {
          centrePaise = spotPaise;
          return place(short(atm.ce, 'ce'), short(atm.pe, 'pe'));
        }),
        defaultIfEmpty(alert('warning', 'No entry: no fresh chain within two minutes')),
      );
    const rolls = prices(params.underlying).pipe(
      // A poll is seen as a whole: what its fills changed, then where the index is.
      observeOn(asapScheduler),
      map(({ lastPaise }) => isAway(lastPaise)),
      pairwise(),
      withLatestFrom(isFlat),
      filter(([[was, is], flat]) => !was && is && !flat),
      takeUntil(lastEntry),
      share(),
    );
    const again = rolls.pipe(
      switchMap(() => isFlat.pipe(filter(Boolean), take(1))),
      take(params.rolls),
      takeUntil(lastEntry),
    );
    const entries = merge(at(params.entry), again).pipe(switchMap(enter));
    return merge(
      merge(entries, rolls.pipe(map(() => squareOff('roll'))), options.pipe(ignoreElements())).pipe(
        takeUntil(exit),
      ),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
