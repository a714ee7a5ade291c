import { Engine } from '../engine/engine.ts';
import { type EngineSet } from './overnight/fold-last-day.ts';
import { type TradingDayOptions } from './trading-day-options.ts';

/** An engine of a day's account that has seen nothing, with what goes before the day's own limits and broker connection. */
export function engineOf(
  options: TradingDayOptions,
  { limits = {}, brokerId = options.brokerId }: Partial<EngineSet> = {},
): Engine {
  const { calendar } = options.knowledge;
  return new Engine({ ...options, calendar, brokerId, limits: { ...options.limits, ...limits } });
}
