import { type PricingModel } from './pricing-model.ts';

/** The model of {@link pricingAssumptions} in one sentence, with all of its numbers. */
export function briefPricing(model: PricingModel): string {
  const percent = (share: number): string => `${String(Number((share * 100).toFixed(4)))} %`;
  const { volatilityOf, volatility, premiumOverExpected, volatilityMin, volatilityMax } = model;
  return [
    `Options by Black-76, forwards at ${percent(model.rate)} a year`,
    `volatility ${String(premiumOverExpected)} times that of the index's last days (NIFTY ${percent(volatilityOf['NIFTY'] ?? volatility)} where they do not tell), within ${percent(volatilityMin)} and ${percent(volatilityMax)}`,
    `${String(model.spotElasticity)} % higher for each 1 % that the index falls, to ${percent(model.termRise)} higher for far expiries`,
    `smile ${percent(model.skew)} and ${percent(model.curvature)}, flat beyond ${String(model.wing)} deviations`,
    `${percent(model.overnightShare)} of the variance outside sessions`,
    `bid to ask ${percent(model.spreadShare)} plus ${String(model.spreadPerDeviation)} of that a deviation, ${String(model.spreadOpenFactor)} times at the open, ${String(model.spreadExpiryFactor)} times before expiry`,
    'volatility set anew each day, so nights are the model’s; no volatility events, demand, halts or depth',
  ].join('; ');
}
