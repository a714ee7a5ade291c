import { DEFAULT_ENGINE_LIMITS } from '../../engine/engine-limits.ts';
import { type Outline } from '../../language/plan/outline.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { loadMarketKnowledge } from '../../settings/market/market-knowledge.ts';
import { type Settings } from '../../settings/settings.ts';
import { planOfLimits, planOutline, type StrategyPlan } from './strategy-plan.ts';

/** What a strategy does in a day at most, under a configuration. `outline` is null of code. */
export function planStrategy(
  outline: Outline | null,
  { engine, calendar, date }: Pick<Settings, 'engine' | 'calendar'> & { readonly date: IstDate },
): StrategyPlan {
  const limits = { ...DEFAULT_ENGINE_LIMITS, ...engine };
  if (outline === null) return planOfLimits(limits);
  const { calendar: days, rules, tables } = loadMarketKnowledge(calendar ?? undefined);
  return planOutline(outline, { day: days.day(date), rules, margins: tables.margins, limits });
}
