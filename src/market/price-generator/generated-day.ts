import { type Calendar, type Session } from '../../model/time/calendar.ts';
import { istClock, type IstDate, istTimestamp } from '../../model/time/ist.ts';
import { type MinuteBar, BAR_MS, type BarDay } from '../minute-bar.ts';
import { type PriceProblem, said } from '../price-files/price-problems.ts';
import { type CircuitHalt } from './circuit-halts.ts';
import { type DayRegime } from './regime.ts';

/** What was made of one day, for the assumptions of a result. Moves are those of the market as a whole. */
export interface GeneratedDay {
  readonly date: IstDate;
  readonly regime: DayRegime;
  /** Open against the close before, percent. */
  readonly gapPercent: number;
  /** Planned close against the close before, percent; where the day was halted to its end it did not come so far. */
  readonly movePercent: number;
  /** Underlyings that expire and are drawn to a strike. */
  readonly pins: readonly { readonly underlying: string; readonly strikePaise: number }[];
  readonly halts: readonly CircuitHalt[];
  readonly outage: DayOutage | null;
}

/** When the feed showed nothing, or nothing new, while the market traded. */
export interface DayOutage {
  readonly kind: 'missing' | 'stale';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** One line about a day, such as `2026-03-05 crash: opens -0.42 %, closes -5.61 %`. */
export function describeGeneratedDay(day: GeneratedDay): string {
  const { date, regime, gapPercent, movePercent, pins, halts, outage } = day;
  const pinned = pins.map(
    ({ underlying, strikePaise }) => `${underlying} drawn to ${String(strikePaise / 100)}`,
  );
  const clauses = [
    `opens ${signed(gapPercent)} %`,
    `closes ${signed(movePercent)} %`,
    ...pinned,
    ...halts.map(haltText),
    ...(outage === null ? [] : [outageText(outage)]),
  ];
  return `${date} ${regime}: ${clauses.join(', ')}`;
}

/** Whether a day has more to tell than its regime's name: prices that are absent, halts, falls. */
export function isRemarkable({ regime, halts, outage }: GeneratedDay): boolean {
  return regime === 'crash' || regime === 'circuit' || halts.length > 0 || outage !== null;
}

function haltText({ underlying, percent, fromMs, untilMs }: CircuitHalt): string {
  const until = untilMs === null ? 'for the rest of the day' : `until ${istClock(untilMs)}`;
  return `halted from ${istClock(fromMs)} ${until} (${underlying} ${String(percent)} %)`;
}

function outageText({ kind, fromMs, untilMs }: DayOutage): string {
  const what = kind === 'missing' ? 'no bars' : 'the same price';
  return `${what} from ${istClock(fromMs)} to ${istClock(untilMs)}`;
}

function signed(percent: number): string {
  return `${percent < 0 ? '' : '+'}${percent.toFixed(2)}`;
}

/** Where generated bars were made: `file` and the lines that they would have there, below one line of header. */
export interface GeneratedSource {
  readonly file: string;
  readonly calendar: Calendar;
  /** Days of one index, ascending. */
  readonly days: readonly BarDay[];
}

/** The minutes of sessions that a halt or an outage left without a bar, told as a file's would be. */
export function generatedGaps({ file, calendar, days }: GeneratedSource): readonly PriceProblem[] {
  const problems: PriceProblem[] = [];
  let line = 2;
  for (const { date, bars } of days) {
    for (const session of calendar.day(date).sessions) {
      for (const { at, fromMs, toMs } of gapsIn(session, bars)) {
        problems.push({ file, line: line + at, date, ...gap(fromMs, toMs) });
      }
    }
    line += bars.length;
  }
  return problems;
}

interface Gap {
  /** Place of the first bar after it. */
  readonly at: number;
  readonly fromMs: number;
  readonly toMs: number;
}

function gapsIn({ startMs, endMs }: Session, bars: readonly MinuteBar[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let expectedMs = startMs;
  for (const [at, bar] of bars.entries()) {
    if (bar.startMs < startMs || bar.startMs >= endMs) continue;
    if (bar.startMs > expectedMs) gaps.push({ at, fromMs: expectedMs, toMs: bar.startMs });
    expectedMs = bar.startMs + BAR_MS;
  }
  if (expectedMs < endMs) gaps.push({ at: bars.length, fromMs: expectedMs, toMs: endMs });
  return gaps;
}

function gap(fromMs: number, toMs: number): Pick<PriceProblem, 'kind' | 'detail'> {
  const minutes = Math.round((toMs - fromMs) / BAR_MS);
  const found = `none from ${istClock(fromMs)} to ${istClock(toMs)}`;
  const what = `${String(minutes)} ${minutes === 1 ? 'minute' : 'minutes'} without a bar`;
  return { kind: 'gap', detail: said(what, found, 'a bar for each minute of the session') };
}

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
