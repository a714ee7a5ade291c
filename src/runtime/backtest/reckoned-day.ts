import { type CalendarDay } from '../../model/calendar.ts';
import { type Costs } from '../../model/costs.ts';
import { type MarketTables } from '../../model/market-tables.ts';
import {
  type DayNote,
  type EquityPoint,
  type LegDay,
  type Money,
} from '../../results/backtest-result.ts';
import { type Market } from '../../simulator/market/market.ts';
import { type CostTerms } from './cost-shares.ts';
import { type DayFill } from './day-fill.ts';
import { type Holding } from './holding.ts';

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
  readonly leftOpen: readonly Holding[];
  /** One for each position that was settled without prices of its expiry date. */
  readonly settledLate: readonly DayNote[];
}
