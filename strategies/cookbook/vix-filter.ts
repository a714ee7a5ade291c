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
  ruleParameters,
  squareOff,
  strike,
  value,
} from 'sauda';

import vixSource from './sources/vix.ts';

const parameters = ruleParameters({
  calm: { default: '14', description: 'Enter below it' },
  wild: { default: '17', description: 'Close everything above it' },
});

/**
 * VIX filter: once a day, between 09:30 and 13:00, sell the at-the-money straddle of the nearest expiry when the volatility index
 * is below 14. Each leg has a stop order 40 % above its fill; above 17 everything is closed. The index comes from a source of
 * your own; where it is silent for five minutes nothing is entered. Whatever is still open at 15:10 is squared off. Worst case: a
 * gap jumps over both stops; nothing bounds the loss then.
 */
export default defineStrategy({
  name: 'vix-filter',
  params: legParameters(
    { underlying: 'NIFTY', exit: '15:10', lots: 1, stop: '40%' },
    { own: parameters.schemas },
  ),
  sources: [{ ...vixSource, staleAfterMs: 300_000 }],
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
    const { follow, rule, source } = legRules(
      desk,
      {},
      {
        parameters: parameters.of(params),
        sources: { vix: { source: vixSource, fields: { level: 'number' }, staleAfter: 300_000 } },
      },
    );
    const enterWhenCalmRule = rule('enter-when-calm', {
      when: source('vix'),
      if: allOf(
        compare(fact.source('vix', 'level'), '<', fact.variable('calm')),
        compare(fact.time(), '>=', value.clock('09:30')),
        compare(fact.time(), '<', value.clock('13:00')),
      ),
      times: 1,
      then: [{ enter: 'all' }],
    });
    // At each value, and not as it becomes greater: after a silence it may be far above at once, which is no crossing.
    const leaveWhenWildRule = rule('leave-when-wild', {
      when: source('vix'),
      if: compare(fact.source('vix', 'level'), '>', fact.variable('wild')),
      then: [{ exit: 'all' }],
    });
    return desk.run(
      merge(enterWhenCalmRule, leaveWhenWildRule, follow()).pipe(takeUntil(desk.ends)),
      desk.protect(),
      desk.closes.pipe(map(() => squareOff('exit time'))),
    );
  },
});
