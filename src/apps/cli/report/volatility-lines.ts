import {
  outsideText,
  shareOff,
  worstOf,
  type BesideNet,
} from '../../../results/volatility/beside-net.ts';
import { measuredError } from '../../../results/volatility/measured-error.ts';
import { type PricingSource } from '../../../results/backtest-result.ts';
import { signedPaise } from '../view/money-text.ts';
import { type Line, moneyStyle, span } from '../view/span.ts';

/** The same days at other volatilities, what they say of the net, and the worst of all; nothing where they were not run. */
export function volatilityLines(
  { band, ...of }: BesideNet,
  pricing: PricingSource | undefined,
): readonly Line[] {
  if (band === undefined) return [];
  const off = shareOff(band);
  const { lower, higher } = band;
  const outside = outsideText({ ...of, band });
  const error = measuredError(pricing);
  const worst = worstOf({ ...of, band });
  return [
    [
      span(`Run again with volatility ${off} lower: `),
      span(signedPaise(lower.netPaise), moneyStyle(lower.netPaise)),
      span(', higher: '),
      span(signedPaise(higher.netPaise), moneyStyle(higher.netPaise)),
      span(outside === null ? '' : `. ${outside}`, 'warning'),
    ],
    ...(worst === null
      ? []
      : [
          [
            span('Worst of the three: '),
            span(signedPaise(worst.netPaise), moneyStyle(worst.netPaise)),
            span(` (worst fills, ${worst.where})`),
          ],
        ]),
    ...(error === null ? [] : [[span(error, 'dim')]]),
  ];
}
