import { ignoreElements, map, merge, switchMap, take } from 'rxjs';
import { buy, clockTime, defineStrategy, place, squareOff, z } from 'sauda';

/** Buys two lots to carry on its first day, as soon as it sees prices, and asks for their exit at a time of another. */
export default defineStrategy({
  name: 'keeps-a-leg',
  params: z.object({ buysOn: z.string(), exitAt: clockTime() }),
  run: ({ params, at, chain, prices, run }) => {
    const call = chain('NIFTY').pipe(
      take(1),
      map(({ atm }) => atm.ce),
    );
    if (run.date !== params.buysOn) {
      const watched = call.pipe(switchMap((contract) => prices(contract)));
      return merge(
        watched.pipe(ignoreElements()),
        at(params.exitAt).pipe(map(() => squareOff('enough'))),
      );
    }
    return call.pipe(
      switchMap((contract) =>
        prices(contract).pipe(
          take(1),
          map(() => place(buy(contract, { leg: 'ce', lots: 2, product: 'carry-forward' }))),
        ),
      ),
    );
  },
});
