import { type Observable } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { type Strategy } from '../../strategy/define-strategy.ts';
import { type RunTrace, traceUnderWay } from '../../strategy/run-trace.ts';
import { type Leg } from '../legs/legs-params.ts';
import { awaitedPrice } from './awaited-price.ts';
import { LegsTracer, type TracedLeg } from './legs-tracer.ts';
import { partOfCode } from './part-of-code.ts';

/** Of runs of code, by their traces. */
const tracers = new WeakMap<RunTrace, LegsTracer>();

const PLACE = /:(\d+):(\d+)$/;
const WHEN_ORDERED = 'when it is ordered';
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
      const part = trace.declare({ kind: 'leg', name, ...place, trigger: WHEN_ORDERED });
      return { leg: { name, ...NO_RULES }, awaited: () => null, underlying: '', part };
    };
    const tracer = new LegsTracer(newLeg, context, trace);
    tracers.set(trace, tracer);
    trace.whenRead.push(() => {
      tracer.showMoment();
    });
    return tracer.tracing((watched) => run(watched));
  };
  return { ...strategy, runTraced };
}

/** Has the trace of the run whose code runs now know the legs of a desk: they are explained as those of a file. */
export function traceDesk(legs: readonly Leg[]): void {
  const trace = traceUnderWay();
  const tracer = trace === null ? undefined : tracers.get(trace);
  if (trace === null || tracer === undefined) return;
  for (const leg of legs) {
    const awaited: TracedLeg['awaited'] = (was, watched) => awaitedPrice(leg, was, watched);
    const part = trace.declare(partOfCode('leg', leg.name, WHEN_ORDERED));
    tracer.know({ leg, awaited, underlying: leg.underlying, part });
  }
}
