import { type Calendar } from '../model/time/calendar.ts';
import { DAY_MS, istDate, type IstDate, startOfIstDay } from '../model/time/ist.ts';
import { barsBefore } from './bars-before.ts';
import { type IndexPath } from './index-path.ts';
import { type Market } from './market.ts';
import { type GivenVolatility } from './option-pricing/given-volatility.ts';
import { PricedDay } from './option-pricing/priced-day.ts';
import { pricingAssumptions } from './option-pricing/pricing-assumptions.ts';
import { PRICING_MODEL, type PricingModel } from './option-pricing/pricing-model.ts';
import { type VolatilitySurface } from './option-pricing/volatility-surface.ts';
import { RecentDays } from './recent-days.ts';

/** The assumption of the user's own model. */
const OWN_SURFACE =
  'The volatility of each option is that of a model of your own, which is given the usual one';

/** What {@link createModelledMarket} needs. */
export interface MarketOptions {
  readonly index: IndexPath;
  readonly calendar: Calendar;
  /** Overrides of {@link PRICING_MODEL}. */
  readonly pricing?: Partial<PricingModel>;
  /** Volatility from outside. @default null: estimated from the index's own days */
  readonly given?: GivenVolatility | null;
  /** Monthly expiries of NIFTY listed on a date, ascending. @default none known */
  readonly vixExpiries?: (date: IstDate) => readonly IstDate[];
  /** A volatility model in place of the usual smile. @default null */
  readonly surface?: VolatilitySurface | null;
}

/** A market that states its assumptions. */
export interface ModelledMarket extends Market {
  /** One sentence each, with its numbers, for results. */
  readonly assumptions: readonly string[];
}

/** A market of modelled contract prices over known index levels. Answers depend on the arguments alone. */
export function createModelledMarket({
  index,
  calendar,
  pricing,
  given = null,
  vixExpiries = () => [],
  surface = null,
}: MarketOptions): ModelledMarket {
  const model: PricingModel = { ...PRICING_MODEL, ...pricing };
  const days = new RecentDays((underlying: string, date: IstDate) => {
    const indexDay = index.day(underlying, date);
    return indexDay === null
      ? null
      : new PricedDay({
          ...{ underlying, index: indexDay, calendar, model },
          ...{ given, vixExpiries, surface },
        });
  });
  // The last day by underlying: finding a date in the calendar costs more than pricing an option.
  const current = new Map<string, { readonly startMs: number; readonly day: PricedDay | null }>();
  const dayAt = (underlying: string, atMs: number): PricedDay | null => {
    const held = current.get(underlying);
    if (held !== undefined && atMs >= held.startMs && atMs < held.startMs + DAY_MS) return held.day;
    if (!index.underlyings.includes(underlying)) return null;
    const date = istDate(atMs);
    const day = days.get(underlying, date);
    current.set(underlying, { startMs: startOfIstDay(date), day });
    return day;
  };
  return {
    index: (underlying, atMs) => dayAt(underlying, atMs)?.indexQuote(atMs) ?? null,
    quote: (contract, atMs) => dayAt(contract.underlying, atMs)?.quote(contract, atMs) ?? null,
    nextChangeMs: (underlying, afterMs) =>
      dayAt(underlying, afterMs)?.nextChangeMs(afterMs) ?? null,
    mayReachMs: (levels, fromMs) => {
      const [first] = levels;
      if (first === undefined) return Infinity;
      return dayAt(first.contract.underlying, fromMs)?.mayReachMs(levels, fromMs) ?? Infinity;
    },
    barsBefore: (asked) => barsBefore({ index, calendar }, asked),
    assumptions: [
      ...index.assumptions,
      ...pricingAssumptions(model, given?.source ?? null),
      ...(surface === null ? [] : [OWN_SURFACE]),
    ],
  };
}
