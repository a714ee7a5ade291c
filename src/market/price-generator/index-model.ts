import { TRADING_DAYS_A_YEAR } from '../../model/time/calendar.ts';

/** Level steps are 0.05 rupees. */
export const INDEX_TICK_PAISE = 5;

/** A level on the index's tick, at least one tick. */
export function roundLevel(paise: number): number {
  return Math.max(1, Math.round(paise / INDEX_TICK_PAISE)) * INDEX_TICK_PAISE;
}

/** What an index is like over months: how it moves with the market, with other banks, and by itself. */
export interface IndexCharacter {
  /** Level that the index wanders around, paise. */
  readonly basePaise: number;
  /** Deviation of a day's move in ordinary times, 0.01 is 1 %. */
  readonly deviation: number;
  /** Shares of its moves; the squares of the three add up to 1. */
  readonly market: number;
  readonly sector: number;
  readonly own: number;
}

/**
 * Levels and annual volatilities like those of 2026; a start, not a forecast. Shares of the market and of other banks:
 * NIFTY and SENSEX correlate at 0.96, the bank indexes at 0.95, others at 0.67 to 0.85.
 */
const CHARACTERS: Readonly<Record<string, IndexCharacter>> = {
  NIFTY: character(2_500_000, 0.13, [0.98, 0]),
  BANKNIFTY: character(5_600_000, 0.155, [0.86, 0.46]),
  FINNIFTY: character(2_650_000, 0.15, [0.86, 0.46]),
  MIDCPNIFTY: character(1_300_000, 0.18, [0.82, 0]),
  NIFTYNXT50: character(6_800_000, 0.18, [0.84, 0]),
  SENSEX: character(8_200_000, 0.13, [0.98, 0]),
  BANKEX: character(6_300_000, 0.155, [0.86, 0.46]),
};

function character(
  basePaise: number,
  annualVolatility: number,
  [market, sector]: readonly [market: number, banks: number],
): IndexCharacter {
  const deviation = annualVolatility / Math.sqrt(TRADING_DAYS_A_YEAR);
  const own = Math.sqrt(1 - market * market - sector * sector);
  return { basePaise, deviation, market, sector, own };
}

/** Deviation of the market as a whole in a day: that of NIFTY. */
export const MARKET_DEVIATION = 0.13 / Math.sqrt(TRADING_DAYS_A_YEAR);

/** Indexes that can be generated. */
export const GENERATED_UNDERLYINGS: readonly string[] = Object.keys(CHARACTERS);

/** What indexes are like, those that are not known left out. */
export function indexCharacters(
  underlyings: readonly string[],
): ReadonlyMap<string, IndexCharacter> {
  return new Map(
    underlyings.flatMap((name) => {
      const found = Object.hasOwn(CHARACTERS, name) ? CHARACTERS[name] : undefined;
      return found === undefined ? [] : [[name, found]];
    }),
  );
}
