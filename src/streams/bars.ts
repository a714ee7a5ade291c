import { filter, map, merge, type Observable, scan } from 'rxjs';

import { type Quote } from '../model/quote.ts';

/** Open, high, low and close of the prices seen in one stretch of time. */
export interface Bar {
  readonly symbol: string;
  /** Start of the stretch, included. */
  readonly startMs: number;
  /** End of the stretch, excluded. */
  readonly endMs: number;
  readonly openPaise: number;
  readonly highPaise: number;
  readonly lowPaise: number;
  readonly closePaise: number;
}

/** A stretch of time, told when it has ended. */
export interface Stretch {
  readonly startMs: number;
  readonly endMs: number;
  /** False when its beginning was missed, or it is no trading time: it gives no bar. */
  readonly isWhole: boolean;
}

interface Building {
  readonly prices: Omit<Bar, 'startMs' | 'endMs'> | null;
  readonly done: Bar | null;
}

/**
 * Bars of a stream of prices: one at the end of each whole stretch, of what came since the end of the one before. A
 * stretch in which no price came has no bar.
 */
export function toBars(quotes: Observable<Quote>, ends: Observable<Stretch>): Observable<Bar> {
  const steps: Observable<(building: Building) => Building> = merge(
    ends.pipe(map((stretch) => (building: Building) => close(building, stretch))),
    quotes.pipe(map((quote) => (building: Building) => add(building, quote))),
  );
  return steps.pipe(
    scan((building: Building, step) => step(building), { prices: null, done: null }),
    map(({ done }) => done),
    filter((bar) => bar !== null),
  );
}

function add({ prices }: Building, { symbol, lastPaise }: Quote): Building {
  const next = {
    symbol,
    openPaise: prices?.openPaise ?? lastPaise,
    highPaise: Math.max(prices?.highPaise ?? lastPaise, lastPaise),
    lowPaise: Math.min(prices?.lowPaise ?? lastPaise, lastPaise),
    closePaise: lastPaise,
  };
  return { prices: next, done: null };
}

function close({ prices }: Building, { startMs, endMs, isWhole }: Stretch): Building {
  const done = prices === null || !isWhole ? null : { ...prices, startMs, endMs };
  return { prices: null, done };
}
