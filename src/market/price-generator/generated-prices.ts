import { sha256Hex } from '../../base/hash.ts';
import { stableJson } from '../../base/json.ts';
import { type Checked } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { type CircuitBreakerTable } from '../../model/market/market-tables.ts';
import { type Calendar, type ContractRules } from '../../model/time/calendar.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { BAR_MS, type BarDay } from '../minute-bar.ts';
import { closesOf, makeDayLevels, type DayLevels } from './day-levels.ts';
import { foldBars, POINT_MS } from './fold-bars.ts';
import {
  type DayOutage,
  describeGeneratedDay,
  type GeneratedDay,
  isRemarkable,
} from './generated-day.ts';
import { generatorRefusals, HISTORY_START } from './generator-refusals.ts';
import { indexCharacters } from './index-model.ts';
import { type GeneratorWorld, type MarketState, planDay, type PlannedDay } from './plan-day.ts';
import { DAY_REGIMES, type RegimeShares, USUAL_SHARES } from './regime.ts';

/** What prices are generated from. */
export interface GeneratePricesOptions {
  readonly seed: string;
  readonly calendar: Calendar;
  readonly rules: ContractRules;
  readonly circuitBreakers: CircuitBreakerTable;
  /** Those of {@link GENERATED_UNDERLYINGS}. */
  readonly underlyings: readonly string[];
  /** First and last date, both included. */
  readonly from: IstDate;
  readonly to: IstDate;
  /** Bars are given from here on, for what needs a past, such as volatility; not described. @default `from` */
  readonly historyFrom?: IstDate;
  /** @default USUAL_SHARES */
  readonly regimes?: RegimeShares;
}

/** Generated minute bars, and what they are. */
export interface GeneratedPrices {
  /** By underlying, ascending by date: every date on which the calendar has sessions. */
  readonly days: Readonly<Record<string, readonly BarDay[]>>;
  readonly described: readonly GeneratedDay[];
  /** One sentence each, for results. */
  readonly assumptions: readonly string[];
  /** Bars in all. */
  readonly rows: number;
  /** Of everything that decides the prices, the generator's version included. */
  readonly sha256: string;
}

/** Raised whenever the same seed gives other prices than before. */
const GENERATOR_VERSION = 1;

/**
 * Makes minute bars from a seed, the same bytes on every machine. An index on a date has the same bars whatever
 * other indexes and dates are asked for: the history is always told from 2024-01-01 on.
 */
export function generatePrices(options: GeneratePricesOptions): Checked<GeneratedPrices> {
  const refusals = generatorRefusals(options);
  if (refusals.length > 0) return fail(refusals);
  const { seed, from, to, calendar } = options;
  const underlyings = [...new Set(options.underlyings)];
  const shares = options.regimes ?? USUAL_SHARES;
  const characters = indexCharacters([...options.circuitBreakers.watched, ...underlyings]);
  const world: GeneratorWorld = { ...options, shares, characters, stepMs: POINT_MS };
  const made = daysFrom({ world, underlyings, first: options.historyFrom ?? from, last: to });
  const days = Object.fromEntries(
    underlyings.map((underlying, at) => [
      underlying,
      made.flatMap(({ barDays }) => barDays[at] ?? []),
    ]),
  );
  const described = made.map(({ told }) => told).filter(({ date }) => date >= from);
  const regimes = { days: { ...shares.days }, pin: shares.pin };
  const identity = { generator: GENERATOR_VERSION, seed, regimes, underlyings, from, to };
  return ok({
    days,
    described,
    assumptions: generatorAssumptions({ seed, shares, described, calendar, to }),
    rows: Object.values(days)
      .flat()
      .reduce((sum, { bars }) => sum + bars.length, 0),
    sha256: sha256Hex(stableJson(identity)),
  });
}

interface MadeDay {
  readonly told: GeneratedDay;
  /** One for each underlying. */
  readonly barDays: readonly BarDay[];
}

/** The days from a date on. Those before it are only planned, for the levels and the regime that they end with. */
function daysFrom(range: {
  readonly world: GeneratorWorld;
  readonly underlyings: readonly string[];
  readonly first: IstDate;
  readonly last: IstDate;
}): readonly MadeDay[] {
  const { world, underlyings, first, last } = range;
  const made: MadeDay[] = [];
  let state: MarketState = { regime: null, closesPaise: new Map() };
  for (let date = HISTORY_START; date <= last; date = addDays(date, 1)) {
    const day = planDay(world, state, date);
    if (day === null) continue;
    const traded = date < first ? null : makeDayLevels(world, day);
    state = { regime: day.market.regime, closesPaise: closesOf(world, day, traded) };
    if (traded === null) continue;
    made.push({
      told: toldDay(day, traded, underlyings),
      barDays: underlyings.map((underlying) => barDay(day, traded, underlying)),
    });
  }
  return made;
}

function barDay(day: PlannedDay, traded: DayLevels, underlying: string): BarDay {
  const levelsPaise = traded.levels.get(underlying) ?? new Int32Array(0);
  return { date: day.date, bars: foldBars({ ...traded, levelsPaise }), barsOutside: [] };
}

function toldDay(day: PlannedDay, traded: DayLevels, underlyings: readonly string[]): GeneratedDay {
  const { knots, regime } = day.market;
  const pins = underlyings.flatMap((underlying) => {
    const strikePaise = day.shapes.get(underlying)?.pinPaise ?? null;
    return strikePaise === null ? [] : [{ underlying, strikePaise }];
  });
  return {
    date: day.date,
    regime,
    gapPercent: 100 * (knots[0]?.move ?? 0),
    movePercent: 100 * (knots.at(-1)?.move ?? 0),
    pins,
    halts: traded.halts,
    outage: outageOf(traded),
  };
}

function outageOf({ instantsMs, hidden }: DayLevels): DayOutage | null {
  if (hidden === null) return null;
  const fromMs = instantsMs[hidden.from] ?? 0;
  // The minute after the last hidden one may lie in a later session.
  const untilMs = (instantsMs[hidden.to - 1] ?? 0) + BAR_MS;
  return { kind: hidden.kind, fromMs, untilMs: untilMs - (untilMs % BAR_MS) };
}

/** Days that are described one by one. */
const DAYS_TOLD = 20;

/** What results must say about generated prices, one sentence each. */
function generatorAssumptions(of: {
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
