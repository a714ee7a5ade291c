import { type PricesUsed } from './backtest-result.ts';

/** What must be known of figures over generated prices, before any of them; nothing of those of files. */
export function generatedCaveat(prices: readonly Pick<PricesUsed, 'source'>[]): readonly string[] {
  if (!prices.some(({ source }) => source.startsWith('generated '))) return [];
  return [
    'The prices are generated: how a day begins hints at how it goes on, and modelled premiums do not price that in. Profits on them say nothing about a market.',
  ];
}
