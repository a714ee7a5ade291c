import { createGeneratedIndex } from '../../src/market/price-generator/generated-index.ts';
import { IST_OFFSET_MS, istTimestamp } from '../../src/model/time/ist.ts';
import { loadMarketKnowledge } from '../../src/settings/market/market-knowledge.ts';

const { calendar } = loadMarketKnowledge();
const index = createGeneratedIndex({ seed: 'csv', calendar, stepMs: 10_000 });
const MINUTE_MS = 60_000;

/** Minute bars of a generated NIFTY on the given dates, within each date's sessions, as CSV lines without a header. */
export function barLines(date: string): readonly string[] {
  const lines: string[] = [];
  for (const { startMs, endMs } of calendar.day(date).sessions) {
    for (let atMs = startMs; atMs < endMs; atMs += MINUTE_MS) lines.push(barLine(atMs, date));
  }
  return lines;
}

/** The same of so many trading days after a date. */
export function barLinesAfter(date: string, days: number): readonly string[] {
  const lines: string[] = [];
  for (let on = date, day = 0; day < days; day += 1) {
    on = calendar.nextTradingDay(on);
    lines.push(...barLines(on));
  }
  return lines;
}

/** A price file of lines. */
export function indexCsv(lines: readonly string[]): string {
  return ['timestamp,open,high,low,close', ...lines, ''].join('\n');
}

function barLine(atMs: number, date: string): string {
  const day = index.day('NIFTY', date);
  const levels = [0, 10, 20, 30, 40, 50].map(
    (second) => day?.levelPaise(day.stepAt(atMs + second * 1000)) ?? 0,
  );
  const prices = [levels[0] ?? 0, Math.max(...levels), Math.min(...levels), levels.at(-1) ?? 0];
  const stamp = istTimestamp(atMs).replace('.000', '');
  return [stamp, ...prices.map((paise) => (paise / 100).toFixed(2))].join(',');
}

/** The line's minute of the day in IST, `HH:MM`. */
export function minuteOf(line: string): string {
  const atMs = Date.parse(line.split(',', 1)[0] ?? '');
  return new Date(atMs + IST_OFFSET_MS).toISOString().slice(11, 16);
}
