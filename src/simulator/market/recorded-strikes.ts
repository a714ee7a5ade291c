import { type IstDate } from '../../model/ist.ts';
import { parseSymbol } from '../../model/symbol.ts';
import { type BarDay } from './bar.ts';

/** A strike of which an option was recorded on a date. */
export interface RecordedStrike {
  readonly expiry: IstDate;
  readonly strikePaise: number;
  /** Of the option; it may have no bar in a session. */
  readonly day: BarDay;
}

/** Finds the strikes of which options were recorded on a date, in no order, one for each option. */
export function recordedStrikes(
  contracts: ReadonlyMap<string, readonly BarDay[]>,
): (underlying: string, date: IstDate) => readonly RecordedStrike[] {
  const found = new Map<string, RecordedStrike[]>();
  for (const [symbol, days] of contracts) {
    const parts = parseSymbol(symbol);
    if (parts?.kind !== 'option') continue;
    const { underlying, expiry, strikePaise } = parts;
    for (const day of days) {
      const key = keyOf(underlying, day.date);
      const strikes = found.get(key) ?? [];
      found.set(key, strikes);
      strikes.push({ expiry, strikePaise, day });
    }
  }
  return (underlying, date) => found.get(keyOf(underlying, date)) ?? [];
}

function keyOf(underlying: string, date: IstDate): string {
  return `${underlying} ${date}`;
}
