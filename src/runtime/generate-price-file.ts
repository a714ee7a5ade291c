import { type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { barsCsv } from '../simulator/market/regimes/bars-csv.ts';
import { generatePrices } from '../simulator/market/regimes/generate-prices.ts';
import { describeGeneratedDay } from '../simulator/market/regimes/generated-day.ts';
import { parseGenerate } from '../simulator/market/regimes/parse-generate.ts';
import { type GeneratedAsked } from './generate-recorded.ts';
import { type MarketKnowledge } from './market-knowledge.ts';

/** Generated prices as a file, and what is in it. */
export interface GeneratedFile {
  readonly csv: string;
  readonly rows: number;
  /** One line about each day. */
  readonly days: readonly string[];
}

/** Generates prices for a file: the days from the first date on, and nothing before. */
export function generatePriceFile(
  { generate, ...range }: GeneratedAsked,
  { calendar, rules, tables }: MarketKnowledge,
): Result<GeneratedFile, readonly Problem[]> {
  const request = parseGenerate(generate);
  if (!request.ok) return fail([request.error]);
  const { circuitBreakers } = tables;
  const made = generatePrices({ ...request.value, ...range, calendar, rules, circuitBreakers });
  if (!made.ok) return made;
  const { days, rows, described } = made.value;
  return ok({ csv: barsCsv(days), rows, days: described.map(describeGeneratedDay) });
}
