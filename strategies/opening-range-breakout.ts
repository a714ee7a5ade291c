import {
  combineLatest,
  concat,
  defaultIfEmpty,
  filter,
  map,
  merge,
  type Observable,
  of,
  share,
  switchMap,
  take,
  takeUntil,
} from 'rxjs';
import {
  alert,
  type Bar,
  buy,
  clockTime,
  type Command,
  defineStrategy,
  lots,
  place,
  selectNow,
  squareOff,
  when,
  z,
} from 'sauda';

/**
 * Opening-range breakout: the first 15 minutes of the index set a range. The first 5-minute bar that closes above it
 * buys the at-the-money call; one that closes below it buys the put. The trade ends when the index crosses the other
 * side of the range, and at 15:10 at the latest. One trade a day, none from 14:00 on, and none on a day whose open was
 * missed.
 */
export default defineStrategy({
  name: 'opening-range-breakout',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(1),
    rangeMinutes: z.int().min(1).default(15),
    barMinutes: z.int().min(1).default(5),
    lastEntry: clockTime().default('14:00'),
    exit: clockTime().default('15:10'),
  }),
  run: ({ params, at, bars, chain, prices, session }) => {
    const { underlying } = params;
    const exit = at(params.exit, { late: 'run' });

    const openingRange = session.pipe(
      filter(({ edge }) => edge === 'open'),
      switchMap(() => bars(underlying, params.rangeMinutes)),
      take(1),
    );
    const breakout = openingRange.pipe(
      switchMap((range) =>
        bars(underlying, params.barMinutes).pipe(
          when(
            'breaks-out',
            (bar) => isAbove(bar, range) || isBelow(bar, range),
            ({ closePaise }) => ({ closePaise, ...edgesOf(range) }),
          ),
          map((bar) => ({ range, isUp: isAbove(bar, range) })),
        ),
      ),
      take(1),
      takeUntil(at(params.lastEntry, { late: 'run' })),
      share(),
    );
    const isBeyondOtherSide = (range: Bar, isUp: boolean): Observable<Command> =>
      prices(underlying).pipe(
        filter(({ lastPaise }) =>
          isUp ? lastPaise < range.lowPaise : lastPaise > range.highPaise,
        ),
        take(1),
        map(() => squareOff('index beyond the other side of the opening range')),
      );
    const noTrade = `No trade: no breakout met a fresh chain before ${params.lastEntry}`;
    const options = breakout.pipe(selectNow(chain(underlying)));
    const trade = combineLatest([breakout, options]).pipe(
      switchMap(([{ range, isUp }, { atm }]) => {
        const [leg, contract] = isUp ? (['call', atm.ce] as const) : (['put', atm.pe] as const);
        const entry = place(buy(contract, { leg, lots: params.lots }));
        return concat(of(entry), isBeyondOtherSide(range, isUp));
      }),
      takeUntil(exit),
      defaultIfEmpty(alert('info', noTrade)),
    );
    return merge(trade, exit.pipe(map(() => squareOff('exit time'))));
  },
});

const edgesOf = ({ highPaise, lowPaise }: Bar) => ({ highPaise, lowPaise });
const isAbove = (bar: Bar, range: Bar): boolean => bar.closePaise > range.highPaise;
const isBelow = (bar: Bar, range: Bar): boolean => bar.closePaise < range.lowPaise;
