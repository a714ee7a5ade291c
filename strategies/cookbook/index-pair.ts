import {
  bufferCount,
  filter,
  groupBy,
  map,
  merge,
  mergeMap,
  share,
  take,
  takeUntil,
  withLatestFrom,
} from 'rxjs';
import {
  type Bar,
  buy,
  clockTime,
  defineStrategy,
  lots,
  percent,
  percentNumber,
  placeBasket,
  protect,
  selectNow,
  sell,
  squareOff,
  z,
} from 'sauda';

/**
 * Index pair: when the ratio of BANKNIFTY to NIFTY is two standard deviations above the average of its last 48 five-minute closes,
 * sell a future of BANKNIFTY and buy one of NIFTY; the other way round below it. Out when the ratio is back at its average, when the
 * stop order of either, 0.7 % from its fill, is hit, and at 15:10. One trade a day, none from 14:00 on, and both legs within
 * 20 seconds or neither. Worst case: a gap of one index over its stop.
 */
export default defineStrategy({
  name: 'index-pair',
  params: z.object({
    one: z.string().default('BANKNIFTY'),
    other: z.string().default('NIFTY'),
    lots: lots().default(1),
    bars: z.int().min(10).max(500).default(48),
    deviations: z.number().positive().max(10).default(2),
    stopPercent: percentNumber().default(0.7),
    lastEntry: clockTime().default('14:00'),
    exit: clockTime().default('15:10'),
  }),
  run: ({ params, at, bars, chain, fills, positions }) => {
    const { one, other } = params;
    const exit = at(params.exit, { late: 'run' });
    const closes = [one, other].map((index) => bars(index, 5, { warmup: params.bars }));
    const distances = merge(...closes).pipe(
      groupBy(({ endMs }) => endMs),
      mergeMap((ofOneEnd) => ofOneEnd.pipe(bufferCount(2))),
      bufferCount(params.bars, 1),
      filter((pairs) => pairs.at(-1)?.every(({ isWarmup }) => isWarmup !== true) === true),
      map((pairs) => deviations(pairs.map((pair) => closeOf(pair, one) / closeOf(pair, other)))),
      share(),
    );
    const entries = distances.pipe(
      filter((distance) => Math.abs(distance) > params.deviations),
      take(1),
      selectNow(chain(one)),
      // Of the other index the listing alone is needed: orders are priced when they are sent.
      withLatestFrom(chain(other), distances),
      map(([ofOne, ofOther, distance]) => {
        const [first, second] = distance > 0 ? [sell, buy] : [buy, sell];
        return placeBasket(
          { withinMs: 20_000, otherwise: 'unwind' },
          first(ofOne.future(), { leg: 'one', lots: params.lots }),
          second(ofOther.future(), { leg: 'other', lots: params.lots }),
        );
      }),
      takeUntil(at(params.lastEntry, { late: 'run' })),
    );
    const returns = distances.pipe(
      withLatestFrom(positions),
      filter(([far, legs]) => legs.some((of) => of.leg === 'one' && far * of.netUnits > 0)),
      map(() => squareOff('the ratio is back at its average')),
    );
    const stops = fills.pipe(filter(({ legRef }) => legRef.role === 'stop'));
    return merge(
      merge(entries, returns).pipe(takeUntil(exit)),
      fills.pipe(protect({ stop: percent(params.stopPercent) })),
      stops.pipe(map(() => squareOff('stop of either leg'))),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

function closeOf(pair: readonly Bar[], symbol: string): number {
  return pair.find((bar) => bar.symbol === symbol)?.closePaise ?? NaN;
}

/** How far the last value is from the average of all, in standard deviations; 0 where all are the same. */
function deviations(values: readonly number[]): number {
  const meanOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - meanOf(values)) ** 2)));
  return deviation === 0 ? 0 : ((values.at(-1) ?? 0) - meanOf(values)) / deviation;
}
