import { map } from 'rxjs';
import {
  defineStrategy,
  legDesk,
  legParameters,
  percent,
  squareOff,
  stopWhole,
  strike,
  targetWhole,
} from 'sauda';

/**
 * Iron condor: at 09:30 sell a call and a put four strikes out of the money, and buy one of each four strikes further
 * out to bound the loss. All legs close when together they have lost the premium received or gained half of it, and at
 * 15:10 at the latest.
 */
export default defineStrategy({
  name: 'iron-condor',
  params: legParameters({ underlying: 'NIFTY', entry: '09:30', exit: '15:10', lots: 1 }),
  run: (context) => {
    const { params } = context;
    const desk = legDesk(context, {
      underlying: params.underlying,
      exit: params.exit,
      lots: params.lots,
      legs: {
        'wing-ce': { side: 'buy', type: 'CE', strike: strike.otm(8) },
        'wing-pe': { side: 'buy', type: 'PE', strike: strike.otm(8) },
        'sold-ce': { side: 'sell', type: 'CE', strike: strike.otm(4) },
        'sold-pe': { side: 'sell', type: 'PE', strike: strike.otm(4) },
      },
    });
    return desk.run(
      desk.enterAt(params.entry),
      desk.protect(),
      stopWhole(context, percent(100)),
      targetWhole(context, percent(50)),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
