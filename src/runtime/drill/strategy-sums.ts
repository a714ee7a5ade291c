import { type DrillDayResult } from './drill-day.ts';

/** What all days of a drill showed of one strategy. */
export interface StrategySum {
  readonly days: number;
  readonly daysWithOrders: number;
  readonly orders: number;
  readonly refusals: number;
  readonly daysFailed: number;
  /** Days on which it failed though nothing made strategies misbehave (F45) or changed them (F46). */
  readonly daysFailedByItself: number;
  readonly firstFailure: { readonly seed: number; readonly message: string } | null;
}

const NOTHING: StrategySum = {
  days: 0,
  daysWithOrders: 0,
  orders: 0,
  refusals: 0,
  daysFailed: 0,
  daysFailedByItself: 0,
  firstFailure: null,
};

/** Adds up what strategies did, by name. */
export class StrategySums {
  readonly #sums = new Map<string, StrategySum>();

  /** Takes the day of a seed. */
  take(seed: number, { runs, canMisbehave }: Pick<DrillDayResult, 'runs' | 'canMisbehave'>): void {
    for (const { strategy, orders, refusals, failure } of runs) {
      const sum = this.#sums.get(strategy) ?? NOTHING;
      const hasFailed = failure !== null;
      this.#sums.set(strategy, {
        days: sum.days + 1,
        daysWithOrders: sum.daysWithOrders + Number(orders > 0),
        orders: sum.orders + orders,
        refusals: sum.refusals + refusals,
        daysFailed: sum.daysFailed + Number(hasFailed),
        daysFailedByItself: sum.daysFailedByItself + Number(hasFailed && !canMisbehave),
        firstFailure: sum.firstFailure ?? (hasFailed ? { seed, message: failure } : null),
      });
    }
  }

  /** All of them, by strategy. */
  get all(): Readonly<Record<string, StrategySum>> {
    return Object.fromEntries(this.#sums);
  }
}
