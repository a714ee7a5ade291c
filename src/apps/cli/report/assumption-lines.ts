import { briefAssumptions } from '../../../backtest/brief-assumptions.ts';
import { type BacktestResult, type PricingSource } from '../../../results/backtest-result.ts';
import {
  type BesideNet,
  measuredError,
  outsideText,
  shareOff,
  worstOf,
} from '../../../results/caveats/volatility-doubt.ts';
import { type SweepResult } from '../../../results/sweep/sweep-result.ts';
import { type Line, profit, span } from '../view/span.ts';

/** What a backtest or sweep assumed: its sentences, or those that stand for several of them with their numbers. */
export function assumedLines(
  { assumptions, pricing }: Pick<BacktestResult | SweepResult, 'assumptions' | 'pricing'>,
  isVerbose: boolean,
): readonly Line[] {
  if (assumptions.length === 0) return [];
  const told = isVerbose ? assumptions : briefAssumptions(assumptions, pricing?.source ?? null);
  const isBrief = told.length < assumptions.length;
  const whole = `  In brief: --verbose, --json, --out and --report have all ${String(assumptions.length)} sentences`;
  return [
    span('Assumed', 'bold'),
    ...told.map((text): Line => span(`  ${text}`, 'dim')),
    ...(isBrief ? [span(whole, 'dim')] : []),
  ];
}

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
      `Run again with volatility ${off} lower: `,
      profit(lower.netPaise),
      ', higher: ',
      profit(higher.netPaise),
      span(outside === null ? '' : `. ${outside}`, 'warning'),
    ],
    ...(worst === null
      ? []
      : [
          [
            'Worst of the three volatilities: ',
            profit(worst.netPaise),
            ` (worst fills, ${worst.where})`,
          ],
        ]),
    ...(error === null ? [] : [span(error, 'dim')]),
  ];
}
