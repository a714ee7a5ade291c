import { concat, ignoreElements, map, merge, mergeMap, of, switchMap, take, timer } from 'rxjs';
import { buy, clockTime, defineStrategy, place, squareOff, z } from 'sauda';

/**
 * Buys and sells the same option again and again, each time as a leg of its own. What it decides depends on the time
 * alone, so that two days of it are the same however much of the prices either of them saw.
 */
export default defineStrategy({
  name: 'round-trips',
  params: z.object({
    /** Null: at the money as the chain is first seen, which over weeks is the only strike that is sure to be listed. */
    strikePaise: z.int().nullable().default(2_400_000),
    from: clockTime().default('13:16'),
    to: clockTime().default('15:10'),
    everyMs: z.int().default(120_000),
    heldMs: z.int().default(60_000),
  }),
  run: ({ params, chain, every, prices }) => {
    const trips = (contract) =>
      every(params.everyMs, { from: params.from, to: params.to }).pipe(
        mergeMap(({ dueAtMs }) => {
          const leg = `trip-${String(dueAtMs)}`;
          return concat(
            of(place(buy(contract, { leg, lots: 1 }))),
            timer(params.heldMs).pipe(map(() => squareOff('held long enough', [leg]))),
          );
        }),
      );
    return chain('NIFTY').pipe(
      take(1),
      map((listed) => {
        return params.strikePaise === null ? listed.atm.ce : listed.at('CE', params.strikePaise);
      }),
      switchMap((contract) => merge(trips(contract), prices(contract).pipe(ignoreElements()))),
    );
  },
});
