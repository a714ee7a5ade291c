import { asyncScheduler, defer, filter, type MonoTypeOperatorFunction } from 'rxjs';

import { lineUnderWay } from '../base/author-line.ts';
import { type TracedValue } from '../model/runs/trace.ts';
import { istClock } from '../model/time/ist.ts';
import { ConditionTrace } from './condition-trace.ts';
import { traceUnderWay } from './run-trace.ts';

/** Values by name, as a condition was evaluated by them. Names that end in `Paise` are prices, in `Ms` times. */
export type ConditionValues = Readonly<Record<string, unknown>>;

/** Most values of one evaluation that are kept. */
const VALUES_MAX = 8;
const TEXT_MAX = 40;
/** Milliseconds that are more than this are an instant, not a stretch of time. */
const YEARS_MS = 1e12;

/**
 * A filter whose condition has a name, so that `sauda why-not NAME` can say of any moment whether it was true, by which values, and
 * when it was last true; `sauda trace` shows every change of it. It lets the same values pass as `filter`.
 *
 * @param values what decides it, by name. @default the numbers, words and yes or no of the value itself
 */
export function when<Value>(
  name: string,
  condition: (value: Value) => boolean,
  values: (value: Value) => ConditionValues = ownValues,
): MonoTypeOperatorFunction<Value> {
  const line = traceUnderWay() === null ? null : lineUnderWay();
  return (source) =>
    defer(() => {
      const run = traceUnderWay();
      if (run === null) return source.pipe(filter((value) => condition(value)));
      const trace = ConditionTrace.of(run, name, line);
      return source.pipe(
        filter((value) => {
          const result = condition(value);
          trace.evaluated(result, asyncScheduler.now(), () => valuesOf(() => values(value)));
          return result;
        }),
      );
    });
}

function ownValues(value: unknown): ConditionValues {
  return typeof value === 'object' && value !== null ? { ...value } : { value };
}

/** They are asked for only where someone looks on: a day must not end otherwise because of that. */
function valuesOf(read: () => ConditionValues): readonly TracedValue[] {
  try {
    return shownValues(read());
  } catch {
    return [];
  }
}

function shownValues(values: ConditionValues): readonly TracedValue[] {
  const shown = Object.entries(values).flatMap(([name, value]) => shownValue(name, value) ?? []);
  return shown.slice(0, VALUES_MAX);
}

function shownValue(name: string, value: unknown): TracedValue | null {
  if (typeof value === 'number' && name.endsWith('Paise')) {
    return { text: name.slice(0, -'Paise'.length), value, shown: String(value / 100) };
  }
  if (typeof value === 'number' && name.endsWith('Ms') && value > YEARS_MS) {
    return { text: name.slice(0, -'Ms'.length), value, shown: istClock(value) };
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return { text: name, value, shown: String(value) };
  }
  if (value === null) return { text: name, value, shown: 'none' };
  if (typeof value !== 'string') return null;
  return { text: name, value: null, shown: value.slice(0, TEXT_MAX) };
}
