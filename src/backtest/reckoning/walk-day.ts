import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { type MarketTables } from '../../model/market/market-tables.ts';
import { marginEnvelopePaise } from '../../model/money/margin-envelope.ts';
import { type CalendarDay, type Session } from '../../model/time/calendar.ts';
import { type EquityPoint } from '../../results/backtest-result.ts';
import { type Account } from './account.ts';
import { type CostTerms } from './cost-shares.ts';
import { type DayFill } from './day-fill.ts';
import { type LegHolding } from './holding.ts';

/** A day that was traded, before it is reckoned. */
export interface TradedDay {
  readonly day: CalendarDay;
  readonly mode: string;
  readonly fills: readonly DayFill[];
  readonly market: Market;
  readonly rules: CostTerms['rules'];
  readonly tables: Pick<MarketTables, 'costs' | 'margins'>;
  /**
   * Whether its money is all that is wanted. There are then no points of equity, no margin, and trades do not show how far
   * they went: what is open is marked once, as the day ends, and not at each of its minutes. @default false
   */
  readonly isBrief?: boolean;
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
export function walkDay(
  account: Account,
  traded: TradedDay,
  costShares: readonly number[],
): WalkedDay {
  if (traded.isBrief === true) return walkBriefly(account, traded, costShares);
  const walk = new Walk(account, traded);
  let next = 0;
  for (const session of traded.day.sessions) {
    walk.noteMargin(session.startMs);
    for (const minuteMs of minuteEnds(session)) {
      for (; isBefore(traded.fills[next], minuteMs); next += 1) {
        walk.take(traded.fills[next], costShares[next] ?? 0);
      }
      walk.endMinute(minuteMs);
    }
  }
  return walk;
}

/** The same deals and the same last prices, and nothing of the way between them. */
function walkBriefly(
  account: Account,
  { day: { sessions }, fills, market }: TradedDay,
  costShares: readonly number[],
): WalkedDay {
  const minutes = sessions.flatMap(minuteEnds);
  const taken = fills.filter((fill) => isBefore(fill, minutes.at(-1) ?? -Infinity));
  const dealtAtMs = new Map<LegHolding, number>();
  for (const [place, fill] of taken.entries()) {
    dealtAtMs.set(deal(account, fill, costShares[place] ?? 0), fill.shown.atMs);
  }
  const open = account.holdings().filter(({ netUnits }) => netUnits !== 0);
  if (open.length === 0) return NOTHING_SHOWN;
  // The latest first: it nearly always has a price.
  const marksMs = [...minutes.map((endMs) => endMs - 1), ...taken.map(({ shown }) => shown.atMs)];
  marksMs.sort((left, right) => right - left);
  for (const holding of open) {
    const sinceMs = dealtAtMs.get(holding) ?? -Infinity;
    const paise = lastPaiseAt(
      market,
      holding,
      marksMs.filter((atMs) => atMs >= sinceMs),
    );
    if (paise !== null) holding.mark(paise);
  }
  return NOTHING_SHOWN;
}

const NOTHING_SHOWN: WalkedDay = { equity: [], marginPaiseMax: 0 };

/** The price at the first of these instants that has one. */
function lastPaiseAt(
  market: Market,
  { of }: LegHolding,
  instantsMs: readonly number[],
): number | null {
  for (const atMs of instantsMs) {
    const quote = market.quote(of.contract, atMs);
    if (quote !== null) return quote.lastPaise;
  }
  return null;
}

function minuteEnds({ startMs, endMs }: Session): readonly number[] {
  const minutes = Math.floor((endMs - startMs) / BAR_MS);
  return Array.from({ length: minutes }, (_, minute) => startMs + (minute + 1) * BAR_MS);
}

/** Takes a fill into the account. Returns what it changed. */
function deal(account: Account, fill: DayFill, costsPaise: number): LegHolding {
  const { shown, contract, product } = fill;
  const { strategy, runId, leg, role, atMs, side, units, pricePaise } = shown;
  const holding = account.holdingOf({ strategy, runId, leg, contract });
  const made = { atMs, side, units, pricePaise, costsPaise, closedBy: role, product };
  account.ended(holding.take(made));
  return holding;
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
    deal(this.#account, fill, costsPaise);
    const { atMs } = fill.shown;
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
