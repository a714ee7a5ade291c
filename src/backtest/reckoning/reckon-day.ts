import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { type MarketTables } from '../../model/market/market-tables.ts';
import {
  contractNote,
  type Costs,
  type ExercisedOption,
  exerciseSttPaise,
} from '../../model/money/costs.ts';
import { marginEnvelopePaise } from '../../model/money/margin-envelope.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import {
  type DayNote,
  type EquityPoint,
  type LegDay,
  type Money,
} from '../../results/backtest-result.ts';
import { type Account } from './account.ts';
import { apportion, costedOrders, costShares, type CostTerms } from './cost-shares.ts';
import { type DayFill } from './day-fill.ts';
import { dayAt, type ScenarioBasis } from './fill-scenarios.ts';
import { type LegHolding } from './holding.ts';
import {
  exercisedOf,
  indexClosePaise,
  settledAtMs,
  settledLateNote,
  settlementPaise,
} from './settlement.ts';

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

/** A day that was traded, before it is reckoned. */
export interface TradedDay {
  readonly day: CalendarDay;
  readonly mode: string;
  readonly fills: readonly DayFill[];
  readonly market: Market;
  readonly rules: CostTerms['rules'];
  readonly tables: Pick<MarketTables, 'costs' | 'margins'>;
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
}

/** What going through a day shows. */
export interface WalkedDay {
  readonly equity: readonly EquityPoint[];
  readonly marginPaiseMax: number;
}

/**
 * Goes through a day in time order: fills enter the account, and at each minute's end what is open is marked at its
 * price. A point of equity comes of every fill and of every minute at whose end something is open.
 */
function walkDay(account: Account, traded: TradedDay, costShares: readonly number[]): WalkedDay {
  const walk = new Walk(account, traded);
  let next = 0;
  for (const { startMs, endMs } of traded.day.sessions) {
    walk.noteMargin(startMs);
    for (let minuteMs = startMs + BAR_MS; minuteMs <= endMs; minuteMs += BAR_MS) {
      for (; isBefore(traded.fills[next], minuteMs); next += 1) {
        walk.take(traded.fills[next], costShares[next] ?? 0);
      }
      walk.endMinute(minuteMs);
    }
  }
  return walk;
}

function isBefore(fill: DayFill | undefined, atMs: number): boolean {
  return fill !== undefined && fill.shown.atMs < atMs;
}

class Walk implements WalkedDay {
  readonly #account: Account;
  readonly #traded: TradedDay;
  readonly equity: EquityPoint[] = [];
  marginPaiseMax = 0;

  constructor(account: Account, traded: TradedDay) {
    this.#account = account;
    this.#traded = traded;
  }

  take(fill: DayFill | undefined, costsPaise: number): void {
    if (fill === undefined) return;
    const { shown, contract, product } = fill;
    const { strategy, runId, leg, role, atMs, side, units, pricePaise } = shown;
    const holding = this.#account.holdingOf({ strategy, runId, leg, contract });
    const deal = { atMs, side, units, pricePaise, costsPaise, closedBy: role, product };
    this.#account.ended(holding.take(deal));
    this.#mark(atMs);
    this.#point(atMs);
    this.noteMargin(atMs);
  }

  endMinute(minuteMs: number): void {
    if (!this.#mark(minuteMs - 1)) return;
    for (const holding of this.#account.holdings()) holding.closeMinute();
    this.#point(minuteMs);
  }

  noteMargin(atMs: number): void {
    const { market, day, tables } = this.#traded;
    const held = this.#account
      .holdings()
      .map(({ of, netUnits, lastPaise }) => ({ contract: of.contract, netUnits, lastPaise }));
    const spotPaise = (underlying: string): number | null =>
      market.index(underlying, atMs)?.lastPaise ?? null;
    const paise = marginEnvelopePaise(held, { date: day.date, spotPaise }, tables.margins);
    this.marginPaiseMax = Math.max(this.marginPaiseMax, paise);
  }

  /** Marks what is open, and says whether anything is. */
  #mark(atMs: number): boolean {
    let isOpen = false;
    for (const holding of this.#account.holdings()) {
      if (holding.netUnits === 0) continue;
      isOpen = true;
      const quote = this.#traded.market.quote(holding.of.contract, atMs);
      if (quote !== null) holding.mark(quote.lastPaise);
    }
    return isOpen;
  }

  #point(atMs: number): void {
    // Of several fills at one instant only the last is seen.
    if (this.equity.at(-1)?.atMs === atMs) this.equity.pop();
    let netPaise = 0;
    for (const { grossPaise, costsPaise } of this.#account.holdings()) {
      netPaise += grossPaise - costsPaise;
    }
    this.equity.push({ atMs, netPaise });
  }
}
