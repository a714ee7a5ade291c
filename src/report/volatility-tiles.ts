import { type PricingSource } from '../results/backtest-result.ts';
import {
  type BesideNet,
  measuredError,
  outsideText,
  shareOff,
  worstOf,
} from '../results/caveats/volatility-doubt.ts';
import { moneySpan } from './amounts.ts';
import { type Tile } from './elements.ts';
import { markup } from './markup.ts';

/** The same days at other volatilities, and the worst of all runs; none where they were not run. */
export function volatilityTiles(
  { band, ...of }: BesideNet,
  pricing: Pick<PricingSource, 'kind' | 'model'> | undefined,
): readonly Tile[] {
  if (band === undefined) return [];
  const worst = worstOf({ ...of, band });
  const told = ['net, the days run again', outsideText({ ...of, band }), measuredError(pricing)];
  return [
    {
      name: `Volatility ${shareOff(band)} lower, higher`,
      value: markup`${moneySpan(band.lower.netPaise)}, ${moneySpan(band.higher.netPaise)}`,
      told: told.filter((text) => text !== null).join('. '),
    },
    ...(worst === null
      ? []
      : [
          {
            name: 'Worst of the three volatilities',
            value: moneySpan(worst.netPaise),
            told: `net, ${worst.where}, every fill at its worst`,
          },
        ]),
  ];
}
