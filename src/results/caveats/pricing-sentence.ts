import { counted, namedSome } from '../../base/counted.ts';
import {
  type BacktestResult,
  type DaysWithoutValue,
  type PricingSource,
} from '../backtest-result.ts';

/** Dates that are named; the others are counted. */
const DATES_NAMED_MAX = 5;

const SOURCES: Readonly<Record<Exclude<PricingSource['kind'], 'given'>, string>> = {
  'own-days': 'the volatility of its own last days; --iv takes India VIX instead',
  generated: 'the volatility that it was generated with',
};

/** The first thing to know of a result: that premiums are modelled, and from what; null where none were. */
export function pricingSentence({
  pricing,
  totals,
}: Pick<BacktestResult, 'pricing' | 'totals'>): string | null {
  if (pricing === undefined) return null;
  if (totals.daysRun === 0) return sweepPricingSentence(pricing);
  if (pricing.modelledFills === 0) return null;
  const { modelledFills, recordedFills } = pricing;
  const share =
    recordedFills === 0
      ? 'Premiums are modelled'
      : `Premiums of ${String(modelledFills)} of ${counted(modelledFills + recordedFills, 'fill')} are modelled`;
  return `${share}, not market prices: made ${sourceOf(pricing)}.`;
}

/** The same where it is not known which contracts trade: of a sweep, whose variants trade different ones, or where no day ran. */
export function sweepPricingSentence(pricing: PricingSource): string {
  return `Premiums without recorded prices are modelled, not market prices: made ${sourceOf(pricing)}.`;
}

function sourceOf({ kind, source, model, withoutValue }: PricingSource): string {
  const by = model === undefined ? '' : `by the volatility model ${model} `;
  const from = kind === 'given' ? (source ?? 'a volatility from outside') : SOURCES[kind];
  return `${by}from the index and ${from}${withoutValue === undefined ? '' : gaps(withoutValue)}`;
}

function gaps({ dates, ofDays }: DaysWithoutValue): string {
  return `; on ${String(dates.length)} of ${counted(ofDays, 'day')} without a value, where the index's own last days are used: ${namedSome(dates, DATES_NAMED_MAX)}`;
}
