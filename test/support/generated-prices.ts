import { invariant } from '../../src/base/invariant.ts';
import { type MinuteBar } from '../../src/market/minute-bar.ts';
import {
  type GeneratedPrices,
  generatePrices,
  type GeneratePricesOptions,
} from '../../src/market/price-generator/generated-prices.ts';
import { parseGenerate } from '../../src/market/price-generator/parse-generate.ts';
import { createContractRules } from '../../src/model/market/contract-rules.ts';
import { type MarketTables } from '../../src/model/market/market-tables.ts';
import { createCalendar } from '../../src/model/time/calendar.ts';

/** Generates prices as the command line would ask for them, by the given tables. */
export function generated(
  tables: MarketTables,
  request: string,
  rest: Pick<GeneratePricesOptions, 'underlyings' | 'from' | 'to'>,
): GeneratedPrices {
  const read = parseGenerate(request);
  invariant(read.ok, `Not a request: ${request}`);
  const prices = generatePrices({ ...read.value, ...rest, ...knowledgeOf(tables) });
  invariant(prices.ok, `Not generated: ${JSON.stringify(prices)}`);
  return prices.value;
}

type Knowledge = Pick<GeneratePricesOptions, 'calendar' | 'rules' | 'circuitBreakers'>;

const known = new WeakMap<MarketTables, Knowledge>();

function knowledgeOf(tables: MarketTables): Knowledge {
  const held = known.get(tables);
  if (held !== undefined) return held;
  const calendar = createCalendar(tables.calendar);
  const rules = createContractRules(tables, calendar);
  const made = { calendar, rules, circuitBreakers: tables.circuitBreakers };
  known.set(tables, made);
  return made;
}

/** What a day's bars come to. */
export interface DaySummary {
  readonly date: string;
  readonly openPaise: number;
  readonly closePaise: number;
  readonly lowPaise: number;
  readonly highPaise: number;
  /** Open against the close of the day before; 0 on the first. */
  readonly gap: number;
  /** Close against the open. */
  readonly move: number;
}

/** Sums up the days of one index. */
export function summaries(prices: GeneratedPrices, underlying = 'NIFTY'): readonly DaySummary[] {
  let before: number | null = null;
  return (prices.days[underlying] ?? []).map(({ date, bars }) => {
    const openPaise = bars[0]?.openPaise ?? NaN;
    const closePaise = bars.at(-1)?.closePaise ?? NaN;
    const gap = before === null ? 0 : openPaise / before - 1;
    before = closePaise;
    const lowPaise = Math.min(...bars.map((bar) => bar.lowPaise));
    const highPaise = Math.max(...bars.map((bar) => bar.highPaise));
    return {
      date,
      openPaise,
      closePaise,
      lowPaise,
      highPaise,
      gap,
      move: closePaise / openPaise - 1,
    };
  });
}

/** Arithmetic mean. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Pearson's correlation. */
export function correlation(left: readonly number[], right: readonly number[]): number {
  const [meanLeft, meanRight] = [mean(left), mean(right)];
  const product = (
    a: readonly number[],
    b: readonly number[],
    [ma, mb]: readonly [number, number],
  ) => mean(a.map((value, at) => (value - ma) * ((b[at] ?? 0) - mb)));
  return (
    product(left, right, [meanLeft, meanRight]) /
    Math.sqrt(
      product(left, left, [meanLeft, meanLeft]) * product(right, right, [meanRight, meanRight]),
    )
  );
}

/** All bars of an index as text, for comparing bytes. */
export function barsText(prices: GeneratedPrices, underlying = 'NIFTY'): string {
  const line = ({ startMs, openPaise, highPaise, lowPaise, closePaise }: MinuteBar): string =>
    [startMs, openPaise, highPaise, lowPaise, closePaise].join(',');
  return (prices.days[underlying] ?? []).flatMap(({ bars }) => bars.map(line)).join('\n');
}
