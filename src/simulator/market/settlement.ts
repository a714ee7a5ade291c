import { type Calendar } from '../../model/calendar.ts';
import { type Contract } from '../../model/contract.ts';
import { type Market } from './market.ts';
import { expiryInstantMs } from './variance-clock.ts';

/** The exchange takes the mean of the last half hour for the index's close. */
const AVERAGE_MINUTES = 30;
const MINUTE_MS = 60_000;

/** How contracts that are held to expiry are settled, for results. */
export const SETTLEMENT_ASSUMPTION =
  'Contracts held to expiry are settled in cash on the mean of the index over the half hour to 15:30, taken once a minute';

/** Value of one unit of a contract at its expiry, paise; null when the index has no level in that half hour. */
export function settlementPaise(
  contract: Contract,
  { market, calendar }: { readonly market: Market; readonly calendar: Calendar },
): number | null {
  const endMs = expiryInstantMs(calendar.day(contract.expiry));
  if (endMs === null) return null;
  const levels: number[] = [];
  for (let minute = 1; minute <= AVERAGE_MINUTES; minute += 1) {
    // The last millisecond of each minute: its close.
    const level = market.index(contract.underlying, endMs - (minute - 1) * MINUTE_MS - 1);
    if (level !== null) levels.push(level.lastPaise);
  }
  if (levels.length === 0) return null;
  const closePaise = Math.round(levels.reduce((sum, level) => sum + level, 0) / levels.length);
  if (contract.strikePaise === null) return closePaise;
  const sign = contract.optionType === 'CE' ? 1 : -1;
  return Math.max(0, sign * (closePaise - contract.strikePaise));
}
