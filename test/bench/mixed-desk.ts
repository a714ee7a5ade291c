import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { shipped } from '../support/simulated-day.ts';

/** When the strategies of a desk act, IST. */
export interface DeskTimes {
  /** `HH:MM`. Entries are spread over its seconds. */
  readonly entry: string;
  /** `HH:MM`. Exits are spread over its seconds and those of the minutes after it. */
  readonly exit: string;
}

/** An entry of a configuration's `strategies`. */
export interface DeskEntry {
  readonly path: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** What the account of a large desk allows: a hundred strategies are far beyond the limits of one trader. */
export const DESK_LIMITS =
  'risk: {ordersPerDay: 20000, ordersPerMinute: 2000, lotsOfAccount: 5000, premiumOfAccount: none, workingEntries: 2000}';

const KINDS = [
  'straddle',
  'straddle',
  'straddle',
  'straddle',
  'condor',
  'condor',
  'breakout',
  'breakout',
  'strangle',
  'future',
] as const;

type Kind = (typeof KINDS)[number];

const FILES: Readonly<Record<Kind, string>> = {
  straddle: 'short-straddle.yaml',
  condor: 'iron-condor.yaml',
  breakout: 'opening-range-breakout.yaml',
  strangle: 'delta-strangle.ts',
  future: 'long-future.ts',
};

/**
 * The shipped strategies in a mix, each with parameters of its own: of ten, four straddles with stops, two condors that watch
 * their premium at every price, two breakouts that make bars, a strangle of TypeScript with a source, greeks and a cron
 * time, and a future of TypeScript.
 */
export function mixedDesk(
  directory: string,
  count: number,
  times: DeskTimes,
): readonly DeskEntry[] {
  for (const file of new Set(Object.values(FILES))) {
    const text = readFileSync(shipped(file), 'utf8');
    // The strangle's time of entry is no parameter.
    writeFileSync(join(directory, file), text.replaceAll("'09:30'", `'${times.entry}'`));
  }
  return Array.from({ length: count }, (_, number) => {
    const kind = KINDS[number % KINDS.length] ?? 'straddle';
    return { path: FILES[kind], params: paramsOf(kind, number, times) };
  });
}

function paramsOf(kind: Kind, number: number, { entry, exit }: DeskTimes): DeskEntry['params'] {
  const seconds = String(number % 60).padStart(2, '0');
  const own = { entry: `${entry}:${seconds}`, exit: later(exit, number) };
  switch (kind) {
    case 'straddle':
      return { ...own, stop: `${String(25 + (number % 20))}%` };
    case 'condor':
    case 'future':
      return own;
    case 'breakout':
      return { range: '1 minute', bar: `${String(1 + (number % 3))} minutes`, exit: own.exit };
    case 'strangle':
      return { calmPoints: 40 + number };
  }
}

/** A time so many seconds after `HH:MM`. */
function later(time: string, seconds: number): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const total = hours * 3_600 + minutes * 60 + seconds;
  const parts = [Math.floor(total / 3_600), Math.floor(total / 60) % 60, total % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
