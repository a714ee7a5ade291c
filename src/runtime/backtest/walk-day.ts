import { marginEnvelopePaise } from '../../model/margin-envelope.ts';
import { type EquityPoint } from '../../results/backtest-result.ts';
import { BAR_MS } from '../../simulator/market/bar.ts';
import { type Account } from './account.ts';
import { type DayFill } from './day-fill.ts';
import { type TradedDay } from './reckoned-day.ts';

/** What going through a day shows. */
export interface WalkedDay {
  readonly equity: readonly EquityPoint[];
  readonly marginPaiseMax: number;
}

/**
 * Goes through a day in time order: fills enter the account, and at each minute's end what is open is marked at its
 * price. A point of equity comes of every fill and of every minute at whose end something is open.
 */
export function walkDay(
  account: Account,
  traded: TradedDay,
  costShares: readonly number[],
): WalkedDay {
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
