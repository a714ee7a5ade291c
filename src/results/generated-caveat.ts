import { type PricesUsed } from './backtest-result.ts';

/** What must be known of figures over generated prices, before any of them; nothing of those of files. */
export function generatedCaveat(prices: readonly Pick<PricesUsed, 'source'>[]): readonly string[] {
  if (!prices.some(({ source }) => source.startsWith('generated '))) return [];
  return [
    'The prices are generated: how a day goes on can be told from how it began, and modelled premiums do not know it. What is earned on them says nothing of a market.',
  ];
}
