import { defaultIfEmpty, filter, map, merge, mergeMap, takeUntil, withLatestFrom } from 'rxjs';
import {
  alert,
  buy,
  type Chain,
  clockTime,
  type Contract,
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
 * Delta hedge: at 09:20 sell four lots of the at-the-money straddle of the nearest expiry. Every five minutes, when its delta
 * and that of the futures held against it come to more than 0.6 lots, buy or sell one future, or close one that is too many.
 * A future that is not filled ends the hedging. Stop orders: 60 % above the fill of an option, 1 % from that of a future. What
 * is open at 15:10 is squared off. Worst case: a gap over the stops, which at most four futures bound in part.
 */
export default defineStrategy({
  name: 'delta-hedge',
  params: z.object({
    underlying: z.string().default('NIFTY'),
    lots: lots().default(4),
    entry: clockTime().default('09:20'),
    exit: clockTime().default('15:10'),
    everyMinutes: z.int().min(1).max(60).default(5),
    bandLots: z.number().min(0.51).default(0.6),
    stopPercent: percentNumber().default(60),
    futureStopPercent: percentNumber().default(1),
  }),
  run: ({ params, at, every, chain, fills, positions }) => {
    const exit = at(params.exit, { late: 'run' });
    const options = chain(params.underlying, { quotedStrikes: 20 });
    const short = (contract: Contract, leg: string) => sell(contract, { leg, lots: params.lots });
    /** Futures that were asked for: while one of them is not filled, no other is. */
    let asked = 0;
    const hedge = (now: Chain, legs: readonly LegPosition[]) => {
      const future = now.future();
      const netUnits = netDeltaUnits(now, legs) ?? 0;
      if (Math.abs(netUnits) <= params.bandLots * future.lotSizeUnits) return [];
      const filled = legs.filter(({ contract }) => contract.kind === 'future');
      const held = filled.filter((leg) => leg.netUnits !== 0);
      const excess = held.find((leg) => Math.sign(leg.netUnits) === Math.sign(netUnits));
      if (excess !== undefined) return [squareOff('delta', [excess.leg])];
      if (asked > filled.length || held.length >= params.lots) return [];
      asked += 1;
      const order = netUnits > 0 ? sell : buy;
      return [place(order(future, { leg: `future-${String(asked)}`, lots: 1 }))];
    };
    return merge(
      merge(
        at(params.entry).pipe(
          selectNow(options),
          map(({ atm }) => place(short(atm.ce, 'ce'), short(atm.pe, 'pe'))),
          defaultIfEmpty(alert('warning', 'No entry: no fresh chain within two minutes')),
        ),
        every(params.everyMinutes * 60_000, { from: params.entry, to: params.exit }).pipe(
          selectNow(options),
          withLatestFrom(positions),
          mergeMap(([now, legs]) => hedge(now, legs)),
        ),
      ).pipe(takeUntil(exit)),
      fills.pipe(
        filter(({ contract }) => contract.kind === 'option'),
        protect({ stop: percent(params.stopPercent) }),
      ),
      fills.pipe(
        filter(({ contract }) => contract.kind === 'future'),
        protect({ stop: percent(params.futureStopPercent) }),
      ),
      exit.pipe(map(() => squareOff('exit time'))),
    );
  },
});

/** Units of the underlying that all legs move like; null while an option has no fresh delta. */
function netDeltaUnits({ greeks }: Chain, legs: readonly LegPosition[]): number | null {
  let sum = 0;
  for (const { contract, netUnits } of legs) {
    const delta = contract.kind === 'future' || netUnits === 0 ? 1 : greeks(contract).delta;
    if (delta === null) return null;
    sum += delta * netUnits;
  }
  return sum;
}
