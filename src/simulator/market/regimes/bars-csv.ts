import { istTimestamp } from '../../../model/ist.ts';
import { type BarDay } from '../bar.ts';

/**
 * Bars as CSV, rupees with two decimals, times in IST: a column for the symbol where there are several indexes,
 * ordered by index and time.
 */
export function barsCsv(days: Readonly<Record<string, readonly BarDay[]>>): string {
  const underlyings = Object.keys(days);
  const isOne = underlyings.length === 1;
  const lines = [isOne ? 'timestamp,open,high,low,close' : 'symbol,timestamp,open,high,low,close'];
  for (const underlying of underlyings) {
    const prefix = isOne ? '' : `${underlying},`;
    for (const { bars } of days[underlying] ?? []) {
      for (const { startMs, openPaise, highPaise, lowPaise, closePaise } of bars) {
        const stamp = istTimestamp(startMs).replace('.000', '');
        const prices = [openPaise, highPaise, lowPaise, closePaise].map(rupees).join(',');
        lines.push(`${prefix}${stamp},${prices}`);
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

function rupees(paise: number): string {
  return `${String(Math.floor(paise / 100))}.${String(paise % 100).padStart(2, '0')}`;
}
