import { DEFAULT_ENGINE_LIMITS, type EngineLimits } from '../../engine/engine-limits.ts';
import { type EngineSettings } from '../../settings/engine-settings.ts';
import { type AskedFor, type ReachedLimit, reachedOfAccount } from './reached-limits.ts';
import { type OrderBounds, type StrategyPlan } from './strategy-plan.ts';

/** What all strategies of a configuration do in a day at most, as if the worst of each came at one moment. */
export interface ConfigurationPlan {
  readonly orders: OrderBounds;
  /** Null where nothing bounds the lots of one. */
  readonly lotsMax: number | null;
  /** The sum of those that are known, whole paise; null where none is. Nothing of one strategy covers another. */
  readonly marginPaise: number | null;
  /** How many strategies are code, which their limits alone bound. */
  readonly ofCode: number;
  /** Limits of the account that the files alone are over. */
  readonly reached: readonly ReachedLimit[];
}

/** Adds the plans of strategies up. */
export function planTogether(
  plans: readonly StrategyPlan[],
  engine: EngineSettings,
): ConfigurationPlan {
  const limits = { ...DEFAULT_ENGINE_LIMITS, ...engine };
  const files = plans.filter(({ from }) => from === 'file');
  const total = (of: (plan: StrategyPlan) => number, some = plans): number =>
    some.reduce((sum, plan) => sum + of(plan), 0);
  const askedBy = (some: readonly StrategyPlan[]): Omit<AskedFor, 'orderLotsMax'> => ({
    perDayMax: total(({ orders }) => orders.perDayMax, some),
    perMinuteMax: total(({ orders }) => orders.perMinuteMax, some),
    lotsMax: total(({ lotsMax }) => lotsMax ?? Infinity, some),
    // Entries of several strategies at one moment are ordinary, and wait a second: nothing to report.
    together: 0,
  });
  const asked = askedBy(plans);
  const perSecond = total(({ orders }) => orders.perSecondMax);
  const margins = plans.flatMap(({ margin }) => margin?.paise ?? []);
  return {
    orders: {
      ...ordersOf(asked, limits),
      perSecondMax: Math.min(perSecond, limits.messagesPerSecondMax),
    },
    lotsMax: Number.isFinite(asked.lotsMax) ? asked.lotsMax : null,
    marginPaise: margins.length === 0 ? null : margins.reduce((sum, paise) => sum + paise, 0),
    ofCode: plans.length - files.length,
    // Code that stays far below its limits is ordinary.
    reached: reachedOfAccount(askedBy(files), limits),
  };
}

function ordersOf(
  { perDayMax, perMinuteMax }: Pick<OrderBounds, 'perDayMax' | 'perMinuteMax'>,
  { messagesPerSecondMax }: EngineLimits,
): Pick<OrderBounds, 'perDayMax' | 'perMinuteMax'> {
  return { perDayMax, perMinuteMax: Math.min(perMinuteMax, 60 * messagesPerSecondMax) };
}
