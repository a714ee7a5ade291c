import {
  defaultIfEmpty,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  scan,
  take,
  takeUntil,
} from 'rxjs';
import {
  alert,
  buy,
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
  squareOff,
  watchTarget,
  z,
} from 'sauda';

/**
 * Momentum buying: at 09:30 note the at-the-money call and put of the nearest expiry. The one whose premium rises 15 % from
 * there is bought, before 13:00; if later the other does so, too, it is bought beside it. Each has a stop order 20 % below its
 * fill and is sold at a gain of 40 %. Whatever is still open at 15:10 is sold. Worst case: the premium paid.
 */
export default defineStrategy({
  name: 'momentum-buying',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    entry: clockTime().default('09:30'),
    lastEntry: clockTime().default('13:00'),
    exit: clockTime().default('15:10'),
    risePercent: percentNumber().default(15),
    stopPercent: percentNumber().default(20),
    targetPercent: percentNumber().default(40),
  }),
  run: (context) => {
    const { params, at, chain, fills, prices } = context;
    const exit = at(params.exit, { late: 'run' });
    const noEntry = `No entry: ${params.entry} passed without a fresh chain of ${params.underlying}`;

    const onRise = (leg: string, contract: Contract): Observable<Command> => {
      const oldestMs = Date.now() - 5_000;
      return prices(contract).pipe(
        filter(({ seen }) => seen.observedAtMs >= oldestMs),
        map(({ lastPaise }) => ({ fromPaise: lastPaise, lastPaise })),
        scan(({ fromPaise }, { lastPaise }) => ({ fromPaise, lastPaise })),
        filter(
          ({ fromPaise, lastPaise }) =>
            (lastPaise - fromPaise) * 100 >= fromPaise * params.risePercent,
        ),
        take(1),
        map(() => place(buy(contract, { leg, lots: params.lots }))),
        takeUntil(at(params.lastEntry, { late: 'run' })),
        defaultIfEmpty(alert('info', `No entry of leg ${leg}: its premium did not rise in time`)),
      );
    };

    return merge(
      at(params.entry).pipe(
        selectNow(chain(params.underlying)),
        defaultIfEmpty(null),
        mergeMap((now) =>
          now === null
            ? of(alert('warning', noEntry))
            : merge(onRise('call', now.atm.ce), onRise('put', now.atm.pe)),
        ),
        takeUntil(exit),
      ),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      watchTarget(context, { leg: 'call', target: percent(params.targetPercent) }),
      watchTarget(context, { leg: 'put', target: percent(params.targetPercent) }),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});
