import { counted } from '../base/counted.ts';
import { type BacktestResult, type PricingUsed } from './backtest-result.ts';

const SOURCES: Readonly<Record<Exclude<PricingUsed['kind'], 'given'>, string>> = {
  'own-days': 'the volatility of its own last days; --iv takes India VIX instead',
  generated: 'the volatility that it was generated with',
};

/** The first thing to know of a result: that premiums are modelled, and from what; null where none were. */
export function pricingSentence({ pricing }: Pick<BacktestResult, 'pricing'>): string | null {
  if (pricing === undefined || pricing.modelledFills === 0) return null;
  const { modelledFills, recordedFills } = pricing;
  const share =
    recordedFills === 0
      ? 'Premiums are modelled'
      : `Premiums of ${String(modelledFills)} of ${counted(modelledFills + recordedFills, 'fill')} are modelled`;
  return `${share}, not market prices: made from the index and ${sourceOf(pricing)}.`;
}

/** The same of a sweep, whose variants trade different contracts. */
export function sweepPricingSentence(pricing: Pick<PricingUsed, 'kind' | 'source'>): string {
  return `Premiums without recorded prices are modelled, not market prices: made from the index and ${sourceOf(pricing)}.`;
}

function sourceOf({ kind, source }: Pick<PricingUsed, 'kind' | 'source'>): string {
  return kind === 'given' ? (source ?? 'a volatility from outside') : SOURCES[kind];
}
