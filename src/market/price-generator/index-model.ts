import { seededRandom } from '../../base/random.ts';
import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';
import { DAY_MS, type IstDate } from '../../model/time/ist.ts';

/** What an index is like over months. */
export interface IndexModel {
  /** Level that the index wanders around, paise. */
  readonly basePaise: number;
  /** Annual volatility of closes, 0.13 is 13 %. */
  readonly annualVolatility: number;
}

/** Levels and volatilities like those of 2026; a start, not a forecast. */
export const INDEX_MODELS: Readonly<Record<string, IndexModel>> = {
  NIFTY: { basePaise: 2_500_000, annualVolatility: 0.13 },
  BANKNIFTY: { basePaise: 5_600_000, annualVolatility: 0.155 },
  FINNIFTY: { basePaise: 2_650_000, annualVolatility: 0.15 },
  MIDCPNIFTY: { basePaise: 1_300_000, annualVolatility: 0.18 },
  NIFTYNXT50: { basePaise: 6_800_000, annualVolatility: 0.18 },
  SENSEX: { basePaise: 8_200_000, annualVolatility: 0.13 },
  BANKEX: { basePaise: 6_300_000, annualVolatility: 0.155 },
};

/** Correlation of every index with the market as a whole, for days and within them. */
export const MARKET_CORRELATION = 0.85;

/** Level steps are 0.05 rupees. */
export const INDEX_TICK_PAISE = 5;

const OCTAVES = 8;

/** Which index's history is meant. */
export interface DailyLevelKey {
  readonly seed: number | string;
  readonly underlying: string;
  readonly model: IndexModel;
}

/**
 * Close of an index on a date: a function of the date alone, so no history has to be made to know it.
 *
 * Noise of periods 1, 2, 4 … 128 weekdays, each with a variance in proportion to its period, is summed: that has the
 * daily moves of a random walk, yet stays within reach of the base level for ever.
 */
export function dailyClosePaise({ seed, underlying, model }: DailyLevelKey, date: IstDate): number {
  const day = weekdaysSince1970(date);
  const dailyDeviation = model.annualVolatility / Math.sqrt(TRADING_DAYS_A_YEAR);
  const own = Math.sqrt(1 - MARKET_CORRELATION ** 2);
  const wander =
    MARKET_CORRELATION * noise(`${String(seed)}/market`, day) +
    own * noise(`${String(seed)}/${underlying}`, day);
  return roundLevel(model.basePaise * Math.exp((dailyDeviation / 2) * wander));
}

/** A level on the index's tick, at least one tick. */
export function roundLevel(paise: number): number {
  return Math.max(1, Math.round(paise / INDEX_TICK_PAISE)) * INDEX_TICK_PAISE;
}

/** Counts Monday to Friday as days; a Saturday or Sunday lies between its neighbours. */
function weekdaysSince1970(date: IstDate): number {
  // 1970-01-01 was a Thursday: counting from the Monday before it makes weeks whole.
  const sinceMonday = Date.parse(`${date}T00:00:00Z`) / DAY_MS + 3;
  const week = Math.floor(sinceMonday / 7);
  const day = sinceMonday - 7 * week;
  return 5 * week + (day <= 4 ? day : 4 + (day - 4) / 3);
}

function noise(label: string, day: number): number {
  let sum = 0;
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    const period = 2 ** octave;
    const position = day / period;
    const before = Math.floor(position);
    const share = position - before;
    const at = (knot: number): number =>
      seededRandom(`${label}/${String(octave)}/${String(knot)}`).normal();
    sum += Math.sqrt(period) * ((1 - share) * at(before) + share * at(before + 1));
  }
  return sum;
}

/** How an index moves with the market, with its sector and by itself. The squares of the three parts add up to 1. */
export interface IndexCharacter {
  readonly basePaise: number;
  /** Deviation of a day's move in ordinary times, 0.01 is 1 %. */
  readonly deviation: number;
  readonly market: number;
  readonly sector: number;
  readonly own: number;
}

/** Correlations with the market and with other banks: NIFTY and SENSEX 0.96, the bank indexes 0.95, others 0.67 to 0.85. */
const PARTS: Readonly<Record<string, readonly [market: number, banks: number]>> = {
  NIFTY: [0.98, 0],
  SENSEX: [0.98, 0],
  BANKNIFTY: [0.86, 0.46],
  FINNIFTY: [0.86, 0.46],
  BANKEX: [0.86, 0.46],
  MIDCPNIFTY: [0.82, 0],
  NIFTYNXT50: [0.84, 0],
};

/** Deviation of the market as a whole in a day: that of NIFTY. */
export const MARKET_DEVIATION = 0.13 / Math.sqrt(TRADING_DAYS_A_YEAR);

/** Indexes that can be generated. */
export const GENERATED_UNDERLYINGS: readonly string[] = Object.keys(INDEX_MODELS);

/** What an index is like; null for one that is not known. */
export function indexCharacter(underlying: string): IndexCharacter | null {
  const model = Object.hasOwn(INDEX_MODELS, underlying) ? INDEX_MODELS[underlying] : undefined;
  if (model === undefined) return null;
  const [market, sector] = PARTS[underlying] ?? [0.8, 0];
  return {
    basePaise: model.basePaise,
    deviation: model.annualVolatility / Math.sqrt(TRADING_DAYS_A_YEAR),
    market,
    sector,
    own: Math.sqrt(1 - market * market - sector * sector),
  };
}
