import {
  contractNote,
  type Costs,
  type ExercisedOption,
  exerciseSttPaise,
} from '../../model/money/costs.ts';
import { settlementPaise } from '../../model/market/settlement.ts';
import {
  type DayNote,
  type EquityPoint,
  type LegDay,
  type Money,
} from '../../results/backtest-result.ts';
import { type Account } from './account.ts';
import { apportion, costedOrders, costShares, type CostTerms } from './cost-shares.ts';
import { dayAt, type ScenarioBasis } from './fill-scenarios.ts';
import { type LegHolding } from './holding.ts';
import { exercisedOf, indexClosePaise, settledAtMs, settledLateNote } from './settlement.ts';
import { type TradedDay, walkDay } from './walk-day.ts';

/** Takes a day into the account, and says what it came to: fills, marks, settlement, costs. */
export function reckonDay(account: Account, traded: TradedDay): ReckonedDay {
  const { day, fills, rules, tables } = traded;
  const { date } = day;
  const terms: CostTerms = { date, rules, table: tables.costs };
  account.begin(date, traded.mode);
  const orders = costedOrders(fills, terms);
  const tradingPaise = contractNote(tables.costs, orders).totalPaise;
  const { equity, marginPaiseMax } = walkDay(
    account,
    traded,
    costShares(tradingPaise, fills, terms),
  );
  const expiring = expiringOf(account, traded);
  const exercised = expiring.flatMap(({ exercised: some }) => some);
  const costs = contractNote(tables.costs, orders, exercised);
  const settledLate = expiring.flatMap(({ late }) => late ?? []);
  const taxed = expiring.map(({ exercised: some }) =>
    some.reduce((sum, one) => sum + exerciseSttPaise(tables.costs, one), 0),
  );
  // As long as they are open.
  const worthless = expiring.flatMap(({ holding: { of, netUnits }, pricePaise }) =>
    netUnits > 0 && pricePaise === 0 ? [of.contract.symbol] : [],
  );
  settle(account, expiring, apportion(costs.totalPaise - tradingPaise, taxed));
  const holdings = account.holdings();
  const grossPaise = holdings.reduce((sum, holding) => sum + holding.grossPaise, 0);
  const netPaise = grossPaise - costs.totalPaise;
  const basis: ScenarioBasis = { grossPaise, fills, exercised, terms };
  return {
    grossPaise,
    costsPaise: costs.totalPaise,
    netPaise,
    costs,
    legs: holdings.map((holding) => holding.legDay()),
    trades: holdings.reduce((sum, { openings }) => sum + openings, 0),
    equity: endedWith(equity, traded, netPaise),
    marginPaiseMax,
    turnoverPaise: orders.reduce((sum, { turnoverPaise }) => sum + turnoverPaise, 0),
    optimistic: dayAt(basis, ({ bestPaise }) => bestPaise),
    pessimistic: dayAt(basis, ({ worstPaise }) => worstPaise),
    leftOpen: account.end(),
    settledLate,
    worthless,
  };
}

interface Expiring {
  readonly holding: LegHolding;
  readonly pricePaise: number;
  readonly atMs: number;
  readonly exercised: readonly ExercisedOption[];
  /** What to tell where there were no prices of the expiry date; null where there were. */
  readonly late: DayNote | null;
}

/** What is open and expires with the day, or expired before it on a day without prices. */
function expiringOf(account: Account, { day, market }: TradedDay): readonly Expiring[] {
  const open = account.holdings().filter(({ netUnits }) => netUnits !== 0);
  const expiring = open.flatMap((holding): readonly Expiring[] => {
    const { contract } = holding.of;
    if (contract.expiry > day.date) return [];
    const before = account.indexPaise(contract.underlying);
    const close =
      contract.expiry < day.date ? null : indexClosePaise(market, contract.underlying, day);
    const indexPaise = close ?? before;
    if (indexPaise === null) return [];
    const pricePaise = settlementPaise(contract, indexPaise);
    const { netUnits } = holding;
    const settled = { pricePaise, indexPaise, date: day.date };
    const exercised = exercisedOf({ contract, netUnits }, settled);
    const atMs = settledAtMs(contract, day);
    const late = close === null ? settledLateNote(holding, { atMs, pricePaise, indexPaise }) : null;
    return [{ holding, pricePaise, atMs, exercised, late }];
  });
  for (const { of } of open) {
    const close = indexClosePaise(market, of.contract.underlying, day);
    if (close !== null) account.noteIndex(of.contract.underlying, close);
  }
  return expiring;
}

/** Ends what expires, with the tax on exercise that each bears. */
function settle(account: Account, expiring: readonly Expiring[], taxes: readonly number[]): void {
  for (const [place, { holding, pricePaise, atMs }] of expiring.entries()) {
    const { netUnits, product } = holding;
    const deal = {
      atMs,
      side: netUnits > 0 ? ('sell' as const) : ('buy' as const),
      units: Math.abs(netUnits),
      pricePaise,
      costsPaise: taxes[place] ?? 0,
      closedBy: 'settlement' as const,
      product: product ?? 'intraday',
    };
    account.ended(holding.take(deal));
  }
}

/** The last point is what the day came to, settlement and the last marks included. */
function endedWith(
  equity: readonly EquityPoint[],
  { day }: TradedDay,
  netPaise: number,
): readonly EquityPoint[] {
  const last = equity.at(-1);
  const endMs = day.sessions.at(-1)?.endMs;
  if (endMs === undefined || last?.netPaise === netPaise) return equity;
  if (last === undefined && netPaise === 0) return equity;
  return [...equity.filter(({ atMs }) => atMs < endMs), { atMs: endMs, netPaise }];
}

/** What a day came to. The legs add up to it. */
export interface ReckonedDay extends Money {
  readonly costs: Costs;
  readonly legs: readonly LegDay[];
  /** How often a leg went from flat to open. */
  readonly trades: number;
  readonly equity: readonly EquityPoint[];
  readonly marginPaiseMax: number;
  readonly turnoverPaise: number;
  readonly optimistic: Money;
  readonly pessimistic: Money;
  /** Left open though it was for the day only. */
  readonly leftOpen: readonly LegHolding[];
  /** One for each position that was settled without prices of its expiry date. */
  readonly settledLate: readonly DayNote[];
  /** Symbols of what was bought and expired at nothing. */
  readonly worthless: readonly string[];
}
