import { type Problem } from '../base/problem.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { addDays, type IstDate } from '../model/ist.ts';
import { type RecordedPrices } from '../simulator/market/prices/recorded-prices.ts';
import { generatedGaps } from '../simulator/market/regimes/generated-gaps.ts';
import { generatePrices } from '../simulator/market/regimes/generate-prices.ts';
import { HISTORY_START } from '../simulator/market/regimes/generator-refusals.ts';
import { parseGenerate } from '../simulator/market/regimes/parse-generate.ts';
import { type MarketKnowledge } from './market-knowledge.ts';

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
  { generate, underlyings, from, to }: GeneratedAsked,
  { calendar, rules, tables }: MarketKnowledge,
): Result<RecordedPrices, readonly Problem[]> {
  const request = parseGenerate(generate);
  if (!request.ok) return fail([request.error]);
  const past = addDays(from, -HISTORY_DAYS);
  const made = generatePrices({
    ...request.value,
    calendar,
    rules,
    circuitBreakers: tables.circuitBreakers,
    underlyings,
    from,
    to,
    historyFrom: past < HISTORY_START ? HISTORY_START : past,
  });
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
