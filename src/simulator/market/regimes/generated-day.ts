import { istClock, type IstDate } from '../../../model/ist.ts';
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
