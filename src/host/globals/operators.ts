import { Observable, Subject, type Subscriber, type TeardownLogic } from 'rxjs';

import { currentWorld } from '../current-world.ts';
import { type Emissions } from '../world.ts';
import { replaceFunction } from './replace-global.ts';

interface Lifted {
  readonly call: (subscriber: Subscriber<unknown>, source: unknown) => TeardownLogic;
}
type Lift = (this: unknown, operator: Lifted) => unknown;

/**
 * The chains of operators that a run builds tell its world what they let out, so that a wrong value can be traced to its
 * author's line. Every operator of RxJS goes through `lift`.
 */
export function installOperators(): void {
  for (const { prototype } of [Observable, Subject]) {
    replaceFunction<Lift>(
      prototype,
      'lift',
      (original) =>
        function (operator) {
          const emissions = currentWorld()?.emissions;
          const applied = emissions?.mark() ?? null;
          if (emissions === undefined || applied === null) return original.call(this, operator);
          return original.call(this, {
            call: (subscriber, source) => {
              trace(subscriber, applied, emissions);
              return operator.call(subscriber, source);
            },
          });
        },
    );
  }
}

function trace(subscriber: Subscriber<unknown>, applied: Error, emissions: Emissions): void {
  const next = subscriber.next.bind(subscriber);
  // A plain assignment fails where the prototype is read-only.
  Object.defineProperty(subscriber, 'next', {
    value: (value: unknown) => {
      emissions.pass(value, applied, next);
    },
    writable: true,
    configurable: true,
  });
}
