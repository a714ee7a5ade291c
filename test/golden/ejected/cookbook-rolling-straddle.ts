import { map, merge, takeUntil } from 'rxjs';
import {
  allOf,
  anyOf,
  calculate,
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
 * Rolling straddle: at 09:20 sell the at-the-money straddle of the nearest expiry. When the index is 100 points away from where
 * it was then, close both legs and sell the straddle of the new strike: at most four times, and not from 14:30 on. Each leg has
 * a stop order 60 % above its fill; after both were stopped nothing is sold any more. Whatever is still open at 15:10 is squared
 * off. Worst case: a day of turns pays the way there and back at each roll; a gap over the stops has no bound.
 */
export default defineStrategy({
  name: 'rolling-straddle',
  params: legParameters({ underlying: 'NIFTY', exit: '15:10', lots: 1, stop: '60%' }),
  run: (context) => {
    const { params } = context;
    const desk = legDesk(context, {
      underlying: params.underlying,
      exit: params.exit,
      lots: params.lots,
      stop: distance(params.stop),
      legs: {
        ce: { side: 'sell', type: 'CE', strike: strike.atm() },
        pe: { side: 'sell', type: 'PE', strike: strike.atm() },
      },
    });
    const { at, becomes, follow, rule } = legRules(desk, {
      centre: value.points(0),
      is_rolling: 0,
    });
    const firstRule = rule('first', {
      when: at('09:20'),
      then: [{ enter: 'all' }, { set: { centre: fact.index() } }],
    });
    const rollRule = rule('roll', {
      when: becomes(
        anyOf(
          compare(fact.index(), '>=', calculate(fact.variable('centre'), '+', 100)),
          compare(fact.index(), '<=', calculate(fact.variable('centre'), '-', 100)),
        ),
      ),
      if: allOf(
        compare(fact.time(), '<', value.clock('14:30')),
        anyOf(compare(fact.lots('ce'), '!=', 0), compare(fact.lots('pe'), '!=', 0)),
      ),
      then: [{ set: { is_rolling: 1 } }, { exit: 'all' }],
    });
    const againRule = rule('again', {
      when: becomes(allOf(compare(fact.lots('ce'), '=', 0), compare(fact.lots('pe'), '=', 0))),
      if: allOf(
        compare(fact.variable('is_rolling'), '=', 1),
        compare(fact.time(), '<', value.clock('14:30')),
      ),
      times: 4,
      then: [{ set: { is_rolling: 0 } }, { enter: 'all' }, { set: { centre: fact.index() } }],
    });
    return desk.run(
      merge(firstRule, rollRule, againRule, follow()).pipe(takeUntil(desk.ends)),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
