import { isSameJson } from '../../base/json.ts';
import { type BrokerageRow, type RateRow } from '../../model/market/market-tables.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { type MarketKnowledge } from '../../settings/market/market-knowledge.ts';

/** Index levels at which ticks of futures are compared, paise. */
const LEVELS_PAISE = [1_000_000, 2_000_000, 4_000_000];

/** A day on which other tables would have made the market another one. */
export interface ChangedDay {
  readonly date: IstDate;
  /** In the words of the tables: `hours`, `lots of NIFTY`. */
  readonly what: readonly string[];
  /** Whether strategies may have decided otherwise; of charges alone they would not. */
  readonly bearsOnOrders: boolean;
}

/** The days of some that are not what they were. */
export function changedDays(
  before: MarketKnowledge,
  after: MarketKnowledge,
  dates: readonly IstDate[],
): readonly ChangedDay[] {
  return dates.flatMap((date): readonly ChangedDay[] => {
    const orders = differing(marketOn(before, date), marketOn(after, date));
    const charges = differing(chargesOn(before, date), chargesOn(after, date));
    if (orders.length + charges.length === 0) return [];
    return [{ date, what: [...orders, ...charges], bearsOnOrders: orders.length > 0 }];
  });
}

type Facts = Readonly<Record<string, unknown>>;

function differing(one: Facts, other: Facts): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter((name) => !isSameJson(one[name], other[name]));
}

function marketOn({ calendar, rules }: MarketKnowledge, date: IstDate): Facts {
  const { sessions, isTradingDay, isMuhurat, window } = calendar.day(date);
  const facts: Record<string, unknown> = {
    hours: { sessions, isTradingDay, isMuhurat: isMuhurat === true, window },
    'ticks of futures': LEVELS_PAISE.map((level) => rules.futureTickPaise(level, date)),
  };
  for (const symbol of rules.underlyings) {
    const expiries = rules.expiries(symbol, date);
    facts[`expiries of ${symbol}`] = expiries;
    facts[`lots of ${symbol}`] = expiries.map((expiry) => rules.lotSizeUnits(symbol, expiry, date));
    facts[`freeze of ${symbol}`] = rules.freezeUnits(symbol, date);
    facts[`strikes of ${symbol}`] = [rules.strikeStepPaise(symbol), rules.tickSizePaise(symbol)];
  }
  return facts;
}

function chargesOn({ tables }: MarketKnowledge, date: IstDate): Facts {
  const { brokerage, stt, sttOnExercise, exchange, sebi, stamp, gst } = tables.costs;
  const lists = { brokerage, stt, sttOnExercise, exchange, sebi, stamp, gst };
  const of = Object.entries(lists).map(([name, rows]) => [name, inForce(rows, date)] as const);
  const margins = tables.margins.rates.filter(({ from }) => from <= date);
  const byIndex = new Map(margins.map((row) => [row.underlying ?? '', row]));
  return { ...Object.fromEntries(of), margins: [...byIndex.values()] };
}

type Charge = BrokerageRow | RateRow;

/** The last row of each segment and exchange. */
function inForce(rows: readonly Charge[], date: IstDate): readonly Charge[] {
  const found = new Map<string, Charge>();
  for (const row of rows) {
    if (row.from <= date) {
      found.set(`${row.segment ?? ''} ${'exchange' in row ? (row.exchange ?? '') : ''}`, row);
    }
  }
  return [...found.values()];
}
