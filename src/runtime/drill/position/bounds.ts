import { type DrillDayPlan } from '../drill-day-plan.ts';

/** How long what is wrong may last in calm on a day, milliseconds. */
export interface Bounds {
  /** A leg without the stop that its strategy asked for. */
  readonly unprotectedMs: number;
  /** A leg that is to be flat without an exit that meets the market. */
  readonly unmetMs: number;
  /** A leg that is to be flat with an entry that works. */
  readonly worksMs: number;
}

/** An exchange that takes up to a second for each of three tries. */
const SLOW_MS = 3_000;
/** Orders that are seen up to ten seconds late (F23), and the poll after that. */
const UNSEEN_MS = 12_000;
/** Exits wait for the stops that they replace; a refused cancel is repeated after 5, 10 and 20 seconds. */
const STUBBORN_MS = 60_000;

/** The bounds of a day: those of a kind market, and what this one's adds. */
export function boundsOf({ market: { rules }, names }: DrillDayPlan): Bounds {
  const slowMs = rules.placing === undefined ? 0 : SLOW_MS;
  const unseenMs = names.includes('F23') ? UNSEEN_MS : 0;
  const stubbornMs = (rules.cancelRefusedPercent ?? 0) > 0 ? STUBBORN_MS : 0;
  const moreMs = slowMs + unseenMs + stubbornMs;
  return {
    unprotectedMs: 5_000 + moreMs,
    unmetMs: 10_000 + moreMs,
    worksMs: 15_000 + moreMs,
  };
}
