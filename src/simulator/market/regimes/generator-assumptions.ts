import { type Calendar } from '../../../model/calendar.ts';
import { type IstDate } from '../../../model/ist.ts';
import { describeGeneratedDay, isRemarkable, type GeneratedDay } from './generated-day.ts';
import { DAY_REGIMES, type RegimeShares } from './regime.ts';

/** Days that are told one by one. */
const DAYS_TOLD = 20;

/** What results must say about generated prices, one sentence each. */
export function generatorAssumptions(of: {
  readonly seed: string;
  readonly shares: RegimeShares;
  readonly described: readonly GeneratedDay[];
  readonly calendar: Calendar;
  readonly to: IstDate;
}): readonly string[] {
  const { seed, shares, described, calendar, to } = of;
  const found = DAY_REGIMES.flatMap((regime) => {
    const count = described.filter((day) => day.regime === regime).length;
    return count === 0 ? [] : [`${regime} ${String(count)}`];
  });
  const asked = DAY_REGIMES.filter((regime) => shares.days[regime] > 0).map(
    (regime) => `${regime} ${String(round(shares.days[regime]))}`,
  );
  const pinned = described.filter(({ pins }) => pins.length > 0).length;
  const remarkable = described.filter(isRemarkable);
  return [
    `Index levels are generated from seed "${seed}", one every 10 s, folded into minute bars: they are not market data, and what trades well on them need not trade well`,
    `Days are drawn with these long-run shares: ${asked.join(', ')}; found here: ${found.join(', ')}`,
    `Of expiry days ${String(round(100 * shares.pin))} % are drawn to a strike; found here: ${String(pinned)} days`,
    'The generated index moves until the derivatives close; the closing auction of the cash market is not modelled',
    ...remarkable.slice(0, DAYS_TOLD).map(describeGeneratedDay),
    ...more(remarkable.length - DAYS_TOLD),
    ...(to > calendar.verifiedThrough
      ? [`Sessions after ${calendar.verifiedThrough} are not verified`]
      : []),
  ];
}

function more(count: number): readonly string[] {
  return count > 0 ? [`And ${String(count)} more days of crashes, halts and outages`] : [];
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
