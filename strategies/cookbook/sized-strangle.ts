import { map } from 'rxjs';
import {
  defineStrategy,
  legDesk,
  legParameters,
  legSizing,
  percent,
  squareOff,
  strike,
} from 'sauda';

/**
 * Sized strangle: at 09:20 sell a call and a put of the nearest expiry, each four strikes out of the money, in as many lots as
 * lose at most 0.5 % of 20 lakh when both stops trigger at their price: few lots of dear premiums, more of cheap ones. Each leg has
 * a stop order 40 % above its fill. Whatever is still open at 15:10 is squared off. Worst case: a gap jumps over both stops;
 * nothing bounds the loss then but the eight lots.
 */
export default defineStrategy({
  name: 'sized-strangle',
  params: legParameters({
    underlying: 'NIFTY',
    entry: '09:20',
    exit: '15:10',
    risk: '0.5%',
    capital: '2000000 rupees',
    maxLots: 8,
  }),
  run: (context) => {
    const { underlying, entry, exit, risk, capital, maxLots } = context.params;
    const desk = legDesk(context, {
      underlying,
      exit,
      sizing: legSizing({ risk, capital, maxLots }),
      legs: {
        ce: { side: 'sell', type: 'CE', strike: strike.otm(4), stop: percent(40) },
        pe: { side: 'sell', type: 'PE', strike: strike.otm(4), stop: percent(40) },
      },
    });
    return desk.run(
      desk.enterAt(entry),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
