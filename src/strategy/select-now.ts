import {
  asyncScheduler,
  filter,
  Observable,
  type OperatorFunction,
  ReplaySubject,
  share,
  switchMap,
  take,
  takeUntil,
  timer,
} from 'rxjs';

import { type Seen } from '../model/orders/order.ts';

/** How fresh, and how long to wait for it. */
export interface SelectOptions {
  /** Oldest that a value may be. `@default` 5,000 */
  readonly ageMsMax?: number;
  /** How long after the moment a fresh value is still wanted; then the moment passes unused. `@default` 120,000 */
  readonly waitMsMax?: number;
}

/** What can be selected: it says how fresh it is, and whether the quotes that were asked for are there. */
export interface Selectable {
  readonly seen: Seen;
  /** @default true */
  readonly isQuoted?: boolean;
}

/**
 * At each moment, the first value of a stream that is fresh then and has its quotes: its latest one if that is young enough,
 * else the next one that comes in time. A moment is when something is emitted, whatever it is: a time, a fill, a bar.
 * The stream is followed from the start, so that its latest value is at hand when the moment comes, and let go with
 * the last moment.
 */
export function selectNow<Value extends Selectable>(
  stream: Observable<Value>,
  options: SelectOptions = {},
): OperatorFunction<unknown, Value> {
  const { ageMsMax = 5_000, waitMsMax = 120_000 } = options;
  return (moments) =>
    new Observable((subscriber) => {
      const followed = stream.pipe(share({ connector: () => new ReplaySubject<Value>(1) }));
      subscriber.add(
        followed.subscribe({
          error: (error: unknown) => {
            subscriber.error(error);
          },
        }),
      );
      subscriber.add(
        moments
          .pipe(
            switchMap(() => {
              const momentMs = asyncScheduler.now();
              return followed.pipe(
                filter((value) => ageAt(value.seen, momentMs) <= ageMsMax),
                filter(({ isQuoted = true }) => isQuoted),
                take(1),
                takeUntil(timer(waitMsMax, asyncScheduler)),
              );
            }),
          )
          .subscribe(subscriber),
      );
    });
}

/** Age when it could first be used: at the moment for what is replayed, on arrival for what comes later. */
function ageAt(seen: Seen, momentMs: number): number {
  return Math.max(0, momentMs - seen.observedAtMs) + seen.ageMsMax;
}
