import { invariant } from '../../base/invariant.ts';
import { kept } from '../../base/kept.ts';
import { type CostTable, type Segment } from '../market/market-tables.ts';
import { type Side } from '../orders/order.ts';
import { type IstDate } from '../time/ist.ts';

/** One executed order. Brokerage is charged once for it, in however many parts it filled. */
export interface CostedTrade {
  readonly exchange: 'NSE' | 'BSE';
  readonly segment: Segment;
  readonly side: Side;
  /** Price times units, summed over its fills: the premium of options, the contract value of futures. Whole paise, at least 0. */
  readonly turnoverPaise: number;
  readonly date: IstDate;
}

/** Long options of one contract that expired in the money. */
export interface ExercisedOption {
  /** Intrinsic value times units. Whole paise, at least 0. */
  readonly intrinsicPaise: number;
  /** Settlement price of the index times units. Whole paise, at least 0. */
  readonly settlementPaise: number;
  readonly date: IstDate;
}

/** What trades cost, in the lines of a contract note. All at least 0; the parts add up to `totalPaise`. */
export interface Costs {
  readonly brokeragePaise: number;
  /** Securities transaction tax, on sells. */
  readonly sttPaise: number;
  /** The exchange's charge, its investor protection fund included. */
  readonly exchangePaise: number;
  /** SEBI's turnover fee. */
  readonly sebiPaise: number;
  readonly gstPaise: number;
  /** Stamp duty. */
  readonly stampPaise: number;
  readonly totalPaise: number;
}

const BILLION = 1_000_000_000n;
/** Amounts are exact in units of 10^-18 paise: a rate in billionths of a rate in billionths. */
const UNITS_OF_PAISA = BILLION * BILLION;

const PARTS = [
  'brokeragePaise',
  'sttPaise',
  'exchangePaise',
  'sebiPaise',
  'gstPaise',
  'stampPaise',
] as const;
type Part = (typeof PARTS)[number];
type Exact = Readonly<Record<Part, bigint>>;

function ofParts<Value>(of: (part: Part) => Value): Record<Part, Value> {
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Record<Part, Value>;
}

/** Costs without a single charge. */
export const NO_COSTS: Costs = { ...ofParts(() => 0), totalPaise: 0 };

/**
 * What one executed order costs. The exact total is rounded once to the nearest paisa, half up; each part is within
 * one paisa of its exact value, chosen so that the parts add up. STT and stamp duty are not yet rounded to rupees:
 * that is done for a whole day, see {@link contractNote}.
 */
export function tradeCosts(table: CostTable, trade: CostedTrade): Costs {
  return apportioned(exactCosts(table, trade));
}

/**
 * What all trades of one date cost together, and what was exercised on it. Sums are exact before they are rounded half
 * up: STT and stamp duty to whole rupees, the others to paise.
 *
 * @throws {InvariantViolation} when they are not all of one date
 */
export function contractNote(
  table: CostTable,
  trades: readonly CostedTrade[],
  exercised: readonly ExercisedOption[] = [],
): Costs {
  const dates = new Set([...trades, ...exercised].map(({ date }) => date));
  invariant(dates.size <= 1, 'A contract note is of one date');
  const all = trades.map((trade) => exactCosts(table, trade));
  const sum = ofParts((part) => all.reduce((total, exact) => total + exact[part], 0n));
  for (const option of exercised) sum.sttPaise += exactExerciseStt(table, option) * BILLION;
  const rounded = ofParts((part) => {
    const grain = part === 'sttPaise' || part === 'stampPaise' ? 100n : 1n;
    return Number(roundHalfUp(sum[part], UNITS_OF_PAISA * grain) * grain);
  });
  return { ...rounded, totalPaise: PARTS.reduce((total, part) => total + rounded[part], 0) };
}

/**
 * The tax that a long option pays when it expires in the money; nearest paisa. A short one pays nothing. For a whole day,
 * see {@link contractNote}.
 */
export function exerciseSttPaise(table: CostTable, option: ExercisedOption): number {
  return Number(roundHalfUp(exactExerciseStt(table, option), BILLION));
}

/** In billionths of a paisa. */
function exactExerciseStt(
  table: CostTable,
  { intrinsicPaise, settlementPaise, date }: ExercisedOption,
): bigint {
  const where = { segment: 'options', exchange: 'NSE', date } as const;
  const { of, rateBillionths } = rowOn(table.sttOnExercise, where);
  const taxedPaise = of === 'settlement-price' ? settlementPaise : intrinsicPaise;
  return wholePaise(taxedPaise) * BigInt(rateBillionths);
}

function exactCosts(table: CostTable, trade: CostedTrade): Exact {
  const turnover = wholePaise(trade.turnoverPaise);
  const rates = ratesOn(table, trade);
  const brokerage = exactBrokerage(rates, turnover);
  const exchange = turnover * rates.exchange;
  const sebi = turnover * rates.sebi;
  return {
    brokeragePaise: brokerage * BILLION,
    sttPaise: trade.side === 'sell' ? turnover * rates.stt * BILLION : 0n,
    exchangePaise: exchange * BILLION,
    sebiPaise: sebi * BILLION,
    gstPaise: (brokerage + exchange + (rates.isGstOnSebi ? sebi : 0n)) * rates.gst,
    stampPaise:
      trade.side === 'buy' || rates.isStampOnSells ? turnover * rates.stamp * BILLION : 0n,
  };
}

/** In billionths of a paisa. */
function exactBrokerage({ flat, proportion }: Rates, turnover: bigint): bigint {
  if (proportion === null) return flat;
  const proportional = turnover * proportion;
  return proportional < flat ? proportional : flat;
}

type Where = Pick<CostedTrade, 'segment' | 'exchange' | 'date'>;

/** What holds on a date for a segment of an exchange: billionths, and of the flat brokerage billionths of a paisa. */
interface Rates {
  readonly flat: bigint;
  readonly proportion: bigint | null;
  readonly stt: bigint;
  readonly exchange: bigint;
  readonly sebi: bigint;
  readonly gst: bigint;
  readonly isGstOnSebi: boolean;
  readonly stamp: bigint;
  readonly isStampOnSells: boolean;
}

/** Tables never change, and a day's trades are all of one or two kinds. */
const ratesKept = new WeakMap<CostTable, Map<string, Rates>>();

function ratesOn(table: CostTable, where: Where): Rates {
  const rates = kept(ratesKept, table, () => new Map<string, Rates>());
  const key = `${where.exchange} ${where.segment} ${where.date}`;
  return kept(rates, key, () => readRates(table, where));
}

function readRates(table: CostTable, where: Where): Rates {
  const { flatPaise, rateBillionths } = rowOn(table.brokerage, where);
  const gst = rowOn(table.gst, where);
  const stamp = rowOn(table.stamp, where);
  return {
    flat: BigInt(flatPaise) * BILLION,
    proportion: rateBillionths === null ? null : BigInt(rateBillionths),
    stt: rateOn(table.stt, where),
    exchange: rateOn(table.exchange, where),
    sebi: rateOn(table.sebi, where),
    gst: BigInt(gst.rateBillionths),
    isGstOnSebi: gst.onSebiFee ?? true,
    stamp: BigInt(stamp.rateBillionths),
    isStampOnSells: stamp.paidBy === 'both',
  };
}

function rateOn(
  rows: readonly (Dated & { readonly rateBillionths: number })[],
  where: Where,
): bigint {
  return BigInt(rowOn(rows, where).rateBillionths);
}

interface Dated {
  readonly from: IstDate;
  readonly segment?: Segment | undefined;
  readonly exchange?: 'NSE' | 'BSE' | undefined;
}

/** The row in force; before the first row that fits, that one. */
function rowOn<Row extends Dated>(rows: readonly Row[], where: Where): Row {
  const fitting = rows.filter(
    ({ segment, exchange }) =>
      (segment ?? where.segment) === where.segment &&
      (exchange ?? where.exchange) === where.exchange,
  );
  const row = fitting.findLast(({ from }) => from <= where.date) ?? fitting[0];
  invariant(
    row !== undefined,
    `The cost table has no row for ${where.exchange} ${where.segment} on ${where.date}`,
  );
  return row;
}

/** Rounds the total once, then gives the paise that the parts lack to those with the largest remainders. */
function apportioned(exact: Exact): Costs {
  const total = PARTS.reduce((sum, part) => sum + exact[part], 0n);
  const totalPaise = Number(roundHalfUp(total, UNITS_OF_PAISA));
  const parts = ofParts((part) => Number(exact[part] / UNITS_OF_PAISA));
  const lacking = totalPaise - PARTS.reduce((sum, part) => sum + parts[part], 0);
  const byRemainder = PARTS.toSorted((left, right) => {
    const difference = (exact[right] % UNITS_OF_PAISA) - (exact[left] % UNITS_OF_PAISA);
    return difference > 0n ? 1 : difference < 0n ? -1 : 0;
  });
  for (const part of byRemainder.slice(0, lacking)) parts[part] += 1;
  return { ...parts, totalPaise };
}

/** Both at least 0. */
function roundHalfUp(amount: bigint, grain: bigint): bigint {
  return (amount + grain / 2n) / grain;
}

function wholePaise(paise: number): bigint {
  invariant(
    Number.isSafeInteger(paise) && paise >= 0,
    `Turnover and intrinsic value are whole paise, at least 0, found ${String(paise)}`,
  );
  return BigInt(paise);
}
