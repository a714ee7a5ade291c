import { map, merge, takeUntil } from 'rxjs';
import {
  allOf,
  compare,
  defineStrategy,
  distance,
  fact,
  legDesk,
  legParameters,
  legRules,
  squareOff,
  strike,
  value,
} from 'sauda';

/**
 * EMA crossover: when the 9-bar average of five-minute closes crosses above the 21-bar one, buy the at-the-money call; when
 * it crosses below, buy the put. The leg of the other side is closed. Each leg has a stop order 30 % below its fill. No entry
 * from 14:30 on; what is open at 15:10 is squared off. The averages know the days before, so the first bar of a day may cross.
 */
export default defineStrategy({
  name: 'ema-crossover',
  params: legParameters({ underlying: 'NIFTY', exit: '15:10', lots: 1, stop: '30%' }),
  run: (context) => {
    const { params } = context;
    const desk = legDesk(context, {
      underlying: params.underlying,
      exit: params.exit,
      lots: params.lots,
      stop: distance(params.stop),
      legs: {
        call: { side: 'buy', type: 'CE', strike: strike.atm() },
        put: { side: 'buy', type: 'PE', strike: strike.atm() },
      },
    });
    const { becomes, follow, rule } = legRules(desk);
    const closePutRule = rule('close-put', {
      when: becomes(
        compare(
          fact.indicator('ema', [9], { minutes: 5 }),
          '>',
          fact.indicator('ema', [21], { minutes: 5 }),
        ),
      ),
      if: compare(fact.lots('put'), '!=', 0),
      then: [{ exit: ['put'] }],
    });
    const enterCallRule = rule('enter-call', {
      when: becomes(
        compare(
          fact.indicator('ema', [9], { minutes: 5 }),
          '>',
          fact.indicator('ema', [21], { minutes: 5 }),
        ),
      ),
      if: allOf(
        compare(fact.time(), '<', value.clock('14:30')),
        compare(fact.lots('call'), '=', 0),
      ),
      then: [{ enter: ['call'] }],
    });
    const closeCallRule = rule('close-call', {
      when: becomes(
        compare(
          fact.indicator('ema', [9], { minutes: 5 }),
          '<',
          fact.indicator('ema', [21], { minutes: 5 }),
        ),
      ),
      if: compare(fact.lots('call'), '!=', 0),
      then: [{ exit: ['call'] }],
    });
    const enterPutRule = rule('enter-put', {
      when: becomes(
        compare(
          fact.indicator('ema', [9], { minutes: 5 }),
          '<',
          fact.indicator('ema', [21], { minutes: 5 }),
        ),
      ),
      if: allOf(compare(fact.time(), '<', value.clock('14:30')), compare(fact.lots('put'), '=', 0)),
      then: [{ enter: ['put'] }],
    });
    return desk.run(
      merge(closePutRule, enterCallRule, closeCallRule, enterPutRule, follow()).pipe(
        takeUntil(desk.ends),
      ),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
