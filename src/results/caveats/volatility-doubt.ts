import { formatSignedPaise } from '../../model/money/money.ts';
import { type PricingSource, type VolatilityBand } from '../backtest-result.ts';

/** A net, and the same days at worst fills and at other volatilities. Paise. */
export interface BesideNet {
  readonly netPaise: number;
  /** With every fill at its worst, at the volatility as modelled; absent in results of older programs. */
  readonly worstFillsNetPaise?: number | undefined;
  readonly band?: VolatilityBand | undefined;
}

type Banded = BesideNet & { readonly band: VolatilityBand };

interface WorstRun {
  readonly netPaise: number;
  /** At which volatility: `volatility 20 % lower`, `volatility as modelled`. */
  readonly where: string;
}

/** `20 %`, of a share of 0.2. */
export function shareOff({ share }: Pick<VolatilityBand, 'share'>): string {
  return `${String(Math.round(share * 100))} %`;
}

/** Where the net lies when it does not lie between the two other runs; null when it does. */
export function outsideText({ netPaise, band }: Banded): string | null {
  const nets = [band.lower.netPaise, band.higher.netPaise];
  const why = 'other premiums bring other strikes, stops and exits';
  if (netPaise > Math.max(...nets)) return `The net lies above both: ${why}`;
  if (netPaise < Math.min(...nets)) return `The net lies below both: ${why}`;
  return null;
}

/** The worst of the three runs with every fill at its worst; null where a run did not keep that. */
export function worstOf({ worstFillsNetPaise, band }: Banded): WorstRun | null {
  const off = shareOff(band);
  const runs = [
    { netPaise: worstFillsNetPaise, where: 'volatility as modelled' },
    { netPaise: band.lower.worstFillsNetPaise, where: `volatility ${off} lower` },
    { netPaise: band.higher.worstFillsNetPaise, where: `volatility ${off} higher` },
  ];
  let worst: WorstRun | null = null;
  for (const { netPaise, where } of runs) {
    if (netPaise === undefined) return null;
    if (worst === null || netPaise < worst.netPaise) worst = { netPaise, where };
  }
  return worst;
}

/** What changes the sign of a net, such as the "best variant's", one sentence each: the volatility, fills, and where neither does alone, both. */
export function signDoubts(
  whose: string,
  { netPaise, worstFillsNetPaise, band }: BesideNet,
): readonly string[] {
  const alone = [
    ...(band === undefined ? [] : volatilityDoubts(whose, { netPaise, band })),
    ...(netPaise > 0 && worstFillsNetPaise !== undefined && worstFillsNetPaise < 0
      ? [
          `Worst fills turn the ${whose} profit into a loss: ${turned(netPaise, worstFillsNetPaise)}`,
        ]
      : []),
  ];
  if (alone.length > 0 || band === undefined || netPaise <= 0) return alone;
  const worst = worstOf({ netPaise, worstFillsNetPaise, band });
  if (worst === null || worst.netPaise >= 0) return [];
  const what = `Worst fills with ${worst.where} turn the ${whose} profit into a loss`;
  return [`${what}: ${turned(netPaise, worst.netPaise)}`];
}

function volatilityDoubts(whose: string, { netPaise, band }: Banded): readonly string[] {
  const { lower, higher } = band;
  const nets = [netPaise, lower.netPaise, higher.netPaise];
  if (!nets.some((net) => net > 0) || !nets.some((net) => net < 0)) return [];
  const off = shareOff(band);
  return [
    `The ${whose} net changes sign with the volatility: ${formatSignedPaise(netPaise)} as modelled, ${formatSignedPaise(lower.netPaise)} at ${off} lower, ${formatSignedPaise(higher.netPaise)} at ${off} higher`,
  ];
}

function turned(fromPaise: number, toPaise: number): string {
  return `${formatSignedPaise(fromPaise)} becomes ${formatSignedPaise(toPaise)}`;
}

/** Measured premiums, as `docs/option-prices.md` has them: of straddles at the money, in percent of the real ones. */
const OFF: Readonly<Record<Exclude<PricingSource['kind'], 'generated'>, string>> = {
  given: 'were 9 % off real ones at the median, and one in ten by more than 23 to 25 %',
  'own-days': 'were 13 % off real ones at the median, and one in ten by more than 32 %',
};

/**
 * How far modelled premiums were from real ones, with and without India VIX; null for generated indexes, whose premiums no
 * market has, and where nothing is modelled. A volatility model of the user was measured by none.
 */
export function measuredError(
  pricing: Pick<PricingSource, 'kind' | 'model'> | undefined,
): string | null {
  if (pricing === undefined || pricing.kind === 'generated') return null;
  if (pricing.model !== undefined) {
    return `This bounds nothing: premiums of ${pricing.model} were not checked against real ones`;
  }
  return `This bounds nothing: modelled at-the-money straddles ${OFF[pricing.kind]}, four strikes out twice as far, and more beyond`;
}
