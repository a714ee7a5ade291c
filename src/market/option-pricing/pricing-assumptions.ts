import { type PricingModel } from './pricing-model.ts';

/** What is to be said where no contract has a price of its own. */
export const ALL_MODELLED =
  'Option and future prices are modelled, not recorded: no quote in this result was ever made by a market';

/** The start of a session that is named. */
const OPENING_MINUTES = 30;

/** The model in sentences, with its numbers, for results; `source` is what volatility was given from outside. */
export function pricingAssumptions(model: PricingModel, source: string | null): readonly string[] {
  const start = sessionStart(model);
  return [
    ALL_MODELLED,
    `Options are priced by Black-76 on a forward that carries ${percent(model.rate)} a year; Indian index options are European and cash-settled`,
    ...levelSentences(model, source),
    ...termSentences(model, source),
    `Smile: ${percent(model.skew)} of volatility a standard deviation of moneyness and ${percent(model.curvature)} for its square, flat beyond about ${String(model.wing)} deviations`,
    `Time to expiry runs in sessions: ${percent(model.overnightShare)} of a day's variance falls outside of them, none on holidays, and a Muhurat session counts for its length alone; expiring contracts end at 15:30${start === null ? '' : `; ${start}, of an event's day too`}`,
    `Bid to ask is ${percent(model.spreadShare)} of the premium plus ${String(model.spreadPerDeviation)} of that for each deviation of moneyness, at least one tick; ` +
      `${String(model.spreadOpenFactor)} times in the first three minutes of a session, ${String(model.spreadExpiryFactor)} times in the last half hour before expiry`,
    ...(source === null
      ? [
          'Volatility is set anew each day, by what the days before showed; its overnight step can be foreseen in the evening, so what options earn overnight may be the model’s alone',
        ]
      : []),
    'Surprises, demand, halts and the depth behind the best prices are not modelled',
  ];
}

/** How much of a session's variance its beginning has; null where it runs evenly. */
function sessionStart({ sessionShape }: PricingModel): string | null {
  const start = sessionShape.find(([minutes]) => minutes >= OPENING_MINUTES);
  if (start === undefined) return null;
  return `${percent(start[1])} of a session's in its first ${String(start[0])} minutes`;
}

/** A share as percent, without needless digits. */
function percent(share: number): string {
  return `${String(Number((share * 100).toFixed(4)))} %`;
}

function levelSentences(model: PricingModel, source: string | null): readonly string[] {
  const { premiumOverExpected, longRunShare, surpriseMax, shareOfVix, volatilityScale } = model;
  const fixed = percent(model.volatilityOf['NIFTY'] ?? model.volatility);
  const bounds = `between ${percent(model.volatilityMin)} and ${percent(model.volatilityMax)}`;
  const capped = Number.isFinite(surpriseMax)
    ? `, of which no day counts for more than ${String(surpriseMax)} times what was expected of it`
    : '';
  const mixed =
    longRunShare === 0
      ? ''
      : `, mixed with the fixed one (${percent(longRunShare)} of the variance)`;
  const own =
    `${String(premiumOverExpected)} times what the index's own last days show${capped}${mixed} (a generated index: its own volatility), ` +
    `or a fixed one of each underlying where they do not tell (NIFTY ${fixed}), ${bounds}`;
  const level =
    source === null
      ? `At-the-money volatility is ${own}`
      : `At-the-money volatility of 30 days is ${percent(shareOfVix)} of ${source}, scaled to other underlyings than NIFTY by their fixed ones; where it tells nothing, ${own}`;
  const scaled =
    volatilityScale === 1 ? [] : [`All volatilities are multiplied by ${String(volatilityScale)}`];
  return [level, ...scaled];
}

function termSentences(
  { spotElasticity, moveKept, termRise, reversionPerDay, events }: PricingModel,
  source: string | null,
): readonly string[] {
  const kept =
    source !== null || moveKept === 0 ? '' : `, of which the next day keeps ${percent(moveKept)}`;
  const moved = `Volatility rises ${String(spotElasticity)} % for each 1 % that the index falls${kept}`;
  const far = termRise === 0 ? '' : `, and far expiries are up to ${percent(termRise)} higher`;
  const near =
    reversionPerDay === 0
      ? ''
      : `; the variance of each day to come is nearer to its fixed level, by ${percent(reversionPerDay)} of the distance a trading day`;
  const weights = [
    ...new Set(events.map(({ what, varianceDays }) => `${what} ${String(varianceDays)}`)),
  ];
  const split =
    source === null
      ? ''
      : '; they are taken out of India VIX as far as its two months have them in it, and ordinary days keep a plausible share of it';
  const feared =
    events.length === 0
      ? []
      : [
          `Scheduled events count for as many days of variance as options feared them, once their date was known: ${weights.join(', ')}${split}`,
        ];
  return [`${moved}${far}${near}`, ...feared];
}

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
