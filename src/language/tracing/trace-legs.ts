import { type Observable } from 'rxjs';

import { type Command } from '../../model/orders/command.ts';
import { type StrategyContext } from '../../strategy/context.ts';
import { placeAt } from '../../text/finding.ts';
import { isTimes, type Leg, type LegsParams, resolveLegs } from '../legs/legs-params.ts';
import { type LegsBody } from '../schema/legs.ts';
import { awaitedPrice } from './awaited-price.ts';
import { LegsTracer, type TracedLeg } from './legs-tracer.ts';
import { type Tracing } from './rules-tracer.ts';

type Context = StrategyContext<unknown>;
type RunLegs = (context: Context) => Observable<Command>;

/** Runs a form that has legs, and traces these where a trace is asked for. */
export function tracingLegs(
  form: LegsBody,
  { context, tracing }: { readonly context: Context; readonly tracing: Tracing | null },
  run: RunLegs,
): Observable<Command> {
  if (tracing === null) return run(context);
  const { trace, source } = tracing;
  // The runtime hands over an output of the schema that legsParams made.
  const params = context.params as LegsParams;
  const legs = resolveLegs(form, params).map((leg) => {
    const trigger = entryText(form, params, leg);
    const place = placeAt(source, ['legs', leg.name], true);
    const awaited: TracedLeg['awaited'] = (was, watched) => awaitedPrice(leg, was, watched);
    return {
      leg,
      awaited,
      underlying: leg.underlying,
      part: trace.declare({ kind: 'leg', name: leg.name, ...place, trigger }),
    };
  });
  const tracer = new LegsTracer(legs, context, trace);
  trace.whenRead.push(() => {
    tracer.showMoment();
  });
  return tracer.tracing(run);
}

function entryText(form: LegsBody, { entry, before }: LegsParams, { form: { when } }: Leg): string {
  if (form.entry === undefined) return 'when a rule enters it';
  if (isTimes(form.entry)) return `at ${form.entry.join(', ')}`;
  if (entry !== undefined) return `at ${entry}`;
  const side = when ?? 'outside of';
  return `when a bar closes ${side} the opening range, before ${String(before)}`;
}
