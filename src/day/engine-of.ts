import { Engine } from '../engine/engine.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** An engine of a day's account that has seen nothing, with limits that go before those of the day. */
export function engineOf(
  options: TradingDayOptions,
  limitsFirst: TradingDayOptions['limits'] | null = null,
): Engine {
  const { calendar } = options.knowledge;
  return new Engine({ ...options, calendar, limits: { ...options.limits, ...limitsFirst } });
}
