import { map } from 'rxjs';
import { defineStrategy, legDesk, legParameters, minutes, squareOff, strike } from 'sauda';

/**
 * Opening-range breakout: the first 15 minutes of the index set a range. The first 5-minute bar that closes above it
 * buys the at-the-money call; one that closes below it buys the put. The trade ends when the index crosses the other
 * side of the range, and at 15:10 at the latest. One trade a day, none from 14:00 on, and none on a day whose open was
 * missed.
 */
export default defineStrategy({
  name: 'opening-range-breakout',
  params: legParameters({
    underlying: 'NIFTY',
    range: '15 minutes',
    bar: '5 minutes',
    before: '14:00',
    exit: '15:10',
    lots: 1,
  }),
  run: (context) => {
    const { params } = context;
    const desk = legDesk(context, {
      underlying: params.underlying,
      exit: params.exit,
      lots: params.lots,
      legs: {
        call: { when: 'above', side: 'buy', type: 'CE', strike: strike.atm() },
        put: { when: 'below', side: 'buy', type: 'PE', strike: strike.atm() },
      },
    });
    return desk.run(
      desk.enterOnBreakout({
        rangeMinutes: minutes(params.range),
        barMinutes: minutes(params.bar),
        before: params.before,
        otherSide: 'exit',
      }),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
