import { type Calendar, type Session } from '../../../model/calendar.ts';
import { istClock } from '../../../model/ist.ts';
import { BAR_MS, type Bar, type BarDay } from '../bar.ts';
import { said, type PriceProblem } from '../prices/price-problem.ts';

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

function gapsIn({ startMs, endMs }: Session, bars: readonly Bar[]): readonly Gap[] {
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
