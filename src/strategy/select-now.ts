import {
  asyncScheduler,
  filter,
  type Observable,
  type OperatorFunction,
  switchMap,
  take,
  takeUntil,
  timer,
} from 'rxjs';

import { type Seen } from '../model/order-event.ts';
import { type Moment } from './context.ts';

/** How fresh, and how long to wait for it. */
export interface SelectOptions {
  /** Oldest that a value may be. `@default` 5,000 */
  readonly ageMsMax?: number;
  /** How long after the moment a fresh value is still wanted; then the moment passes unused. `@default` 120,000 */
  readonly waitMsMax?: number;
}

/**
 * At each moment, the first value of a stream that is fresh then: its latest one if that is young enough,
 * else the next one that comes in time.
 */
export function selectNow<Value extends { readonly seen: Seen }>(
  stream: Observable<Value>,
  options: SelectOptions = {},
): OperatorFunction<Moment, Value> {
  const { ageMsMax = 5_000, waitMsMax = 120_000 } = options;
  return (moments) =>
    moments.pipe(
      switchMap((moment) =>
        stream.pipe(
          filter(({ seen }) => ageAt(seen, moment.atMs) <= ageMsMax),
          take(1),
          takeUntil(timer(waitMsMax, asyncScheduler)),
        ),
      ),
    );
}

/** Age when it could first be used: at the moment for what is replayed, on arrival for what comes later. */
function ageAt(seen: Seen, momentMs: number): number {
  return Math.max(0, momentMs - seen.observedAtMs) + seen.ageMsMax;
}
