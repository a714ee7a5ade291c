import { TRADING_DAYS_A_YEAR } from '../../../model/trading-year.ts';
import { INDEX_MODELS } from '../daily-level.ts';

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
