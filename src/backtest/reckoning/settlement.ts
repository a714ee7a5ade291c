import { type Market } from '../../market/market.ts';
import { BAR_MS } from '../../market/minute-bar.ts';
import { expiryInstantMs } from '../../market/option-pricing/variance-clock.ts';
import { type Contract } from '../../model/market/contract.ts';
import { type ExercisedOption } from '../../model/money/costs.ts';
import { type CalendarDay } from '../../model/time/calendar.ts';
import { type IstDate } from '../../model/time/ist.ts';
import { noticeOf } from '../../notices/notice.ts';
import { type DayNote } from '../../results/backtest-result.ts';
import { dayNote } from '../day-notes.ts';
import { type LegHolding } from './holding.ts';

/** How positions that expire are settled, for people. */
export const SETTLEMENT_ASSUMPTIONS: readonly string[] = [
  'What is open when it expires is settled in cash at the last known level of its index at 15:30 or before, without brokerage; long options in the money pay the tax on exercise',
  'Where there are no prices of the expiry date, it is settled on the next day that runs, at the index level known last; the reason of that day names what was',
];

/** What a unit is settled at, and the level of the index that says so. */
type Settled = Readonly<Record<'pricePaise' | 'indexPaise', number>>;

/** What is taxed as exercised: long options that are worth something. */
export function exercisedOf(
  { contract, netUnits }: { readonly contract: Contract; readonly netUnits: number },
  { pricePaise, indexPaise, date }: Settled & { readonly date: IstDate },
): readonly ExercisedOption[] {
  const isExercised = contract.optionType !== null && netUnits > 0 && pricePaise > 0;
  if (!isExercised) return [];
  return [{ intrinsicPaise: netUnits * pricePaise, settlementPaise: netUnits * indexPaise, date }];
}

/** Names a position that is settled by an index level from before its expiry date, which has no prices. */
export function settledLateNote(
  { of: { strategy, leg, contract }, netUnits }: Pick<LegHolding, 'of' | 'netUnits'>,
  { atMs, pricePaise, indexPaise }: Settled & { readonly atMs: number },
): DayNote {
  const { symbol, expiry } = contract;
  const facts = { leg, symbol, netUnits, expiry, pricePaise, indexPaise };
  return dayNote('prices', noticeOf('settled-late', null, facts), { strategy, atMs });
}

/** When a contract is settled on a day: at its final price, or as the day begins when it expired before. */
export function settledAtMs({ expiry }: Pick<Contract, 'expiry'>, day: CalendarDay): number {
  const startMs = day.sessions[0]?.startMs ?? 0;
  return expiry < day.date ? startMs : (expiryInstantMs(day) ?? startMs);
}

/** The last level of an index before a day's final prices are made; null when the day has none. */
export function indexClosePaise(
  market: Market,
  underlying: string,
  day: CalendarDay,
): number | null {
  const endMs = expiryInstantMs(day);
  const startMs = day.sessions[0]?.startMs;
  if (endMs === null || startMs === undefined) return null;
  for (let atMs = endMs - 1; atMs >= startMs; atMs -= BAR_MS) {
    const quote = market.index(underlying, atMs);
    if (quote !== null) return quote.lastPaise;
  }
  return null;
}

/** How the account of a backtest is kept, for people: the same in every result. */
export const ACCOUNT_ASSUMPTIONS: readonly string[] = [
  'Costs are those of the rate table on each date, rounded as on a contract note; margin is an approximation and not checked',
  'Strategies share one account; a position that is carried forward counts at its last price when a day ends, and from there on the next day',
  'What was for the day only and is open at its end counts as closed at its last price, without costs',
  ...SETTLEMENT_ASSUMPTIONS,
  'Custom positions of the platform are simulated, and not part of the profit',
];
