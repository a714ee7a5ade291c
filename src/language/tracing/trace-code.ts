import { type Observable } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Strategy } from '../../strategy/define-strategy.ts';
import { type RunTrace } from '../../strategy/run-trace.ts';
import { LegsTracer, type TracedLeg } from './legs-tracer.ts';

const PLACE = /:(\d+):(\d+)$/;
/** Of code nothing is known but what it orders. */
const NO_RULES = { target: null, indexStop: null, indexTarget: null };

/**
 * A strategy of code that can be traced: its legs, as it orders them, beside the conditions that it names with `when`. One that
 * can say more is left as it is.
 */
export function tracedCode(strategy: Strategy): Strategy {
  if (strategy.runTraced !== undefined) return strategy;
  const { definedAt = '', run } = strategy;
  const [, line = '1', column = '1'] = PLACE.exec(definedAt) ?? [];
  const place = { line: Number(line), column: Number(column) };
  const runTraced = (context: StrategyContext<unknown>, trace: RunTrace): Observable<Command> => {
    const newLeg = (name: string): TracedLeg => {
      const part = trace.declare({ kind: 'leg', name, ...place, trigger: 'when it is ordered' });
      return { leg: { name, ...NO_RULES }, awaited: () => null, underlying: '', part };
    };
    const tracer = new LegsTracer(newLeg, context, trace);
    trace.whenRead.push(() => {
      tracer.showMoment();
    });
    return tracer.tracing((watched) => run(watched));
  };
  return { ...strategy, runTraced };
}
