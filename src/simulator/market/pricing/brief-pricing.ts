import { percent, sessionStart } from './pricing-assumptions.ts';
import { type PricingModel } from './pricing-model.ts';

/** The model of {@link pricingAssumptions} in one sentence, with all of its numbers. */
export function briefPricing(model: PricingModel, source: string | null): string {
  const start = sessionStart(model);
  return [
    `Options by Black-76, forwards at ${percent(model.rate)} a year`,
    level(model, source),
    `${String(model.spotElasticity)} % higher for each 1 % that the index falls${kept(model, source)}${term(model)}`,
    `smile ${percent(model.skew)} and ${percent(model.curvature)}, flat beyond ${String(model.wing)} deviations`,
    `${percent(model.overnightShare)} of the variance outside sessions${start === null ? '' : `, ${start}`}`,
    `bid to ask ${percent(model.spreadShare)} plus ${String(model.spreadPerDeviation)} of that a deviation, ${String(model.spreadOpenFactor)} times at the open, ${String(model.spreadExpiryFactor)} times before expiry`,
    ...(source === null ? ['volatility set anew each day, so nights are the model’s'] : []),
    'no surprises, demand, halts or depth',
  ].join('; ');
}

function kept({ moveKept }: PricingModel, source: string | null): string {
  return source !== null || moveKept === 0 ? '' : `, ${percent(moveKept)} of it kept the next day`;
}

function level(model: PricingModel, source: string | null): string {
  const { volatilityOf, volatility, premiumOverExpected, longRunShare, surpriseMax } = model;
  const fixed = percent(volatilityOf['NIFTY'] ?? volatility);
  const capped = Number.isFinite(surpriseMax) ? `, a day at most ${String(surpriseMax)} times` : '';
  const mixed = longRunShare === 0 ? '' : `, ${percent(longRunShare)} of it fixed`;
  const own = `${String(premiumOverExpected)} times that of the index's last days${capped}${mixed} (NIFTY ${fixed} where they do not tell)`;
  const bounds = `within ${percent(model.volatilityMin)} and ${percent(model.volatilityMax)}`;
  const scaled = model.volatilityScale === 1 ? '' : `, times ${String(model.volatilityScale)}`;
  const told = source === null ? own : `${percent(model.shareOfVix)} of ${source}, else ${own}`;
  return `volatility ${told}, ${bounds}${scaled}`;
}

function term({ termRise, reversionPerDay, events }: PricingModel): string {
  const far = termRise === 0 ? '' : `, to ${percent(termRise)} higher for far expiries`;
  const near =
    reversionPerDay === 0 ? '' : `, ${percent(reversionPerDay)} a day nearer to the fixed one`;
  const days = [
    ...new Set(events.map(({ what, varianceDays }) => `${what} ${String(varianceDays)} days`)),
  ];
  return `${far}${near}${days.length === 0 ? '' : `, ${days.join(', ')}`}`;
}
