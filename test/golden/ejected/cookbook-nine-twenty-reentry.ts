import { map } from 'rxjs';
import { defineStrategy, distance, legDesk, legParameters, squareOff, strike } from 'sauda';

/**
 * 9:20 straddle with re-entry: at 09:20 sell the at-the-money straddle of the nearest expiry, each leg with a stop order 25 %
 * above its fill. A leg that was stopped is sold again, at most twice and before 14:30, once its premium is back at its entry
 * price. Whatever is still open at 15:10 is squared off. Worst case: three stops of each leg, or a gap that jumps over them.
 */
export default defineStrategy({
  name: 'nine-twenty-reentry',
  params: legParameters({
    underlying: 'NIFTY',
    entry: '09:20',
    exit: '15:10',
    lots: 1,
    stop: '25%',
  }),
  run: (context) => {
    const { params } = context;
    const desk = legDesk(context, {
      underlying: params.underlying,
      exit: params.exit,
      lastEntry: '14:30',
      lots: params.lots,
      stop: distance(params.stop),
      onStop: { reenter: { how: 'at-cost', direction: 'same', times: 2 } },
      legs: {
        ce: { side: 'sell', type: 'CE', strike: strike.atm() },
        pe: { side: 'sell', type: 'PE', strike: strike.atm() },
      },
    });
    return desk.run(
      desk.enterAt(params.entry),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
