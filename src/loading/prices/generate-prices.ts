import { type Checked, type Problem } from '../../base/problem.ts';
import { fail, ok } from '../../base/result.ts';
import { type RecordedPrices } from '../../market/price-files/recorded-prices.ts';
import {
  barsCsv,
  describeGeneratedDay,
  generatedGaps,
} from '../../market/price-generator/generated-day.ts';
import { generatePrices } from '../../market/price-generator/generated-prices.ts';
import {
  generatorRefusals,
  HISTORY_START,
} from '../../market/price-generator/generator-refusals.ts';
import { parseGenerate } from '../../market/price-generator/parse-generate.ts';
import { addDays, type IstDate } from '../../model/time/ist.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';

/** Prices that are made rather than read. */
export interface GeneratedAsked {
  /** `SEED[:REGIME[=SHARE],…]`. */
  readonly generate: string;
  /** At least one. */
  readonly underlyings: readonly string[];
  /**
   * First and last date, both included. Some weeks before the first are made as well, so that the volatility of its
   * options is known from its past: a backtest must be told the same first date.
   */
  readonly from: IstDate;
  readonly to: IstDate;
  /** India VIX: percent a year, or a file of it. @default none: the indexes' own */
  readonly volatility?: string;
  /** A module whose default export is a volatility model. @default the usual smile */
  readonly volatilityModel?: string;
}

/** Days of the past that are made before the first: what expected volatilities look back on. */
const HISTORY_DAYS = 45;

/** Generates prices in the form of those that are read. Refused are slips in what is asked for. */
export function generateRecorded(
  asked: GeneratedAsked,
  knowledge: MarketKnowledge,
): Checked<RecordedPrices> {
  const { generate, underlyings, from } = asked;
  const { calendar } = knowledge;
  const past = addDays(from, -HISTORY_DAYS);
  const made = generated(asked, knowledge, past < HISTORY_START ? HISTORY_START : past);
  if (!made.ok) return made;
  const { days, rows, sha256, assumptions } = made.value;
  const source = `generated ${generate}`;
  const problems = Object.entries(days)
    .flatMap(([underlying, all]) =>
      generatedGaps({ file: `${source} ${underlying}`, calendar, days: all }),
    )
    .filter(({ date }) => date !== null && date >= from);
  return ok({
    indexes: days,
    contracts: new Map(),
    problems,
    problemCounts: problems.length === 0 ? {} : { gap: problems.length },
    countsByDate: gapsByDate(problems),
    sources: [{ source, sha256, underlyings, contracts: 0, rows }],
    assumptions,
    isGenerated: true,
  });
}

function gapsByDate(problems: RecordedPrices['problems']): RecordedPrices['countsByDate'] {
  const byDate = new Map<IstDate | null, ReadonlyMap<'gap', number>>();
  for (const { date } of problems) {
    byDate.set(date, new Map([['gap', (byDate.get(date)?.get('gap') ?? 0) + 1]]));
  }
  return byDate;
}

/** Generated prices as a file, and what is in it. */
export interface GeneratedFile {
  readonly csv: string;
  readonly rows: number;
  readonly days: readonly string[];
}

/** Generates prices for a file: the days from the first date on, and nothing before. */
export function generatePriceFile(
  asked: GeneratedAsked,
  knowledge: MarketKnowledge,
): Checked<GeneratedFile> {
  const made = generated(asked, knowledge);
  if (!made.ok) return made;
  const { days, rows, described } = made.value;
  return ok({ csv: barsCsv(days), rows, days: described.map(describeGeneratedDay) });
}

function generated(
  { generate, underlyings, from, to }: GeneratedAsked,
  { calendar, rules, tables: { circuitBreakers } }: MarketKnowledge,
  historyFrom = from,
): ReturnType<typeof generatePrices> {
  const request = parseGenerate(generate);
  if (!request.ok) return fail([request.error]);
  const range = { underlyings, from, to, historyFrom };
  return generatePrices({ ...request.value, ...range, calendar, rules, circuitBreakers });
}

/** What is wrong with what the user writes of prices to be made. Underlyings that a strategy names are not looked at. */
export function generatedSlips({
  generate,
  underlying,
  from,
  to,
}: {
  readonly generate: string;
  readonly underlying?: string | undefined;
  readonly from: IstDate;
  readonly to: IstDate;
}): readonly Problem[] {
  const request = parseGenerate(generate);
  if (!request.ok) return [request.error];
  return generatorRefusals({ underlyings: [underlying ?? 'NIFTY'], from, to });
}
