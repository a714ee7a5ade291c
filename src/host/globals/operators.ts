import {
  Observable,
  type OperatorFunction,
  Subject,
  type Subscriber,
  type TeardownLogic,
} from 'rxjs';

import { currentWorld } from '../current-world.ts';
import { type Emissions } from '../world.ts';
import { replaceFunction } from './replace-global.ts';

/** What RxJS applies an operator by. */
interface Lifted {
  operator?: {
    readonly call: (subscriber: Subscriber<unknown>, source: unknown) => TeardownLogic;
  };
}
type Lift = (this: unknown, operator: unknown) => Lifted;
type Pipe = (
  this: Observable<unknown>,
  ...operators: OperatorFunction<unknown, unknown>[]
) => unknown;

/** A pipe that is being built: what it has come to, and the last of that which RxJS made. */
interface Building {
  source: unknown;
  lifted: Lifted | null;
}

/** The innermost; null outside of all. */
let building: Building | null = null;

/**
 * The chains of operators that a run builds tell its world what they let out, so that a wrong value can be traced to its
 * author's line. Every operator of RxJS goes through `lift`. Those of one pipe stand in one place: only the last one tells.
 */
export function installOperators(): void {
  replaceFunction<Pipe>(
    Observable.prototype,
    'pipe',
    (original) =>
      function (...operators) {
        const emissions = currentWorld()?.emissions;
        if (emissions === undefined) return original.apply(this, operators);
        return applied(this, operators, emissions);
      },
  );
  for (const { prototype } of [Observable, Subject]) {
    replaceFunction<Lift>(
      prototype,
      'lift',
      (original) =>
        function (operator) {
          const lifted = original.call(this, operator);
          const emissions = currentWorld()?.emissions;
          if (emissions === undefined) return lifted;
          const pipe = building;
          if (pipe !== null && pipe.source === this) pipe.lifted = lifted;
          else traceFrom(lifted, emissions);
          return lifted;
        },
    );
  }
}

function applied(
  source: Observable<unknown>,
  operators: readonly OperatorFunction<unknown, unknown>[],
  emissions: Emissions,
): unknown {
  const outer = building;
  const pipe: Building = { source, lifted: null };
  building = pipe;
  try {
    for (const operator of operators) pipe.source = operator(pipe.source as Observable<unknown>);
  } finally {
    building = outer;
  }
  if (pipe.lifted !== null && pipe.lifted === pipe.source) traceFrom(pipe.lifted, emissions);
  return pipe.source;
}

/** Has what an operator lets out told, to whoever subscribes to it. */
function traceFrom(lifted: Lifted, emissions: Emissions): void {
  const { operator } = lifted;
  const mark = operator === undefined ? null : emissions.mark();
  if (operator === undefined || mark === null) return;
  lifted.operator = {
    call: (subscriber, source) => {
      trace(subscriber, mark, emissions);
      return operator.call(subscriber, source);
    },
  };
}

function trace(subscriber: Subscriber<unknown>, mark: Error, emissions: Emissions): void {
  const next = subscriber.next.bind(subscriber);
  // A plain assignment fails where the prototype is read-only.
  Object.defineProperty(subscriber, 'next', {
    value: (value: unknown) => {
      emissions.pass(value, mark, next);
    },
    writable: true,
    configurable: true,
  });
}
